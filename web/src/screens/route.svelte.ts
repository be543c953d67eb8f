// The current screen, from the address: '#/game/ID' is the screen 'game' with an id.

function read(): { screen: string; id: string } {
    const [screen = '', id = ''] = location.hash.replace(/^#\/?/, '').split('/');
    return { screen, id };
}

export const route = $state(read());

let moved = false;

addEventListener('hashchange', () => {
    moved = true;
    Object.assign(route, read());
});

/** Focuses the heading of a new screen, so that screen readers begin there. */
export function focusHeading(heading: HTMLElement): void {
    heading.tabIndex = -1;
    if (moved) heading.focus({ preventScroll: true });
}

export function go(screen: string, id = ''): void {
    location.hash = id === '' ? `#/${screen}` : `#/${screen}/${id}`;
}
