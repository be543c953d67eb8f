// The current screen, from the address: '#/game/ID' is the screen 'game' with an id. '#/replay/ID/40' is a moment of a replay, after
// 40 moves, and '#/replay/ID/40/best' shows the turn on the board that an analysis found best there.

interface Route {
    screen: string;
    id: string;
    /** Moves before the moment; null: the address names none. */
    moment: number | null;
    best: boolean;
}

function read(): Route {
    const [screen = '', id = '', moment = '', best = ''] = location.hash.replace(/^#\/?/, '').split('/');
    return { screen, id, moment: /^\d+$/.test(moment) ? Number(moment) : null, best: best === 'best' };
}

export const route = $state(read());

let moved = false;

addEventListener('hashchange', () => {
    moved = true;
    Object.assign(route, read());
});

/** Writes the moment that a replay shows into the address, so that the address leads there. */
export function noteMoment(moment: number): void {
    const replay = `#/${route.screen}/${route.id}`;
    // The address may have left the replay already, before the screen does.
    const here = location.hash === replay || location.hash.startsWith(`${replay}/`);
    if (!here || (route.moment ?? 0) === moment) return;
    history.replaceState(history.state, '', `${replay}/${moment}`);
    Object.assign(route, { moment, best: false });
}

/** Focuses the heading of a new screen, so that screen readers begin there. */
export function focusHeading(heading: HTMLElement): void {
    heading.tabIndex = -1;
    if (moved) heading.focus({ preventScroll: true });
}

/** A part of the address as it was before it was encoded; as it is if that was done badly. */
export function decoded(part: string): string {
    try {
        return decodeURIComponent(part);
    } catch {
        return part;
    }
}

export function go(screen: string, id = ''): void {
    location.hash = id === '' ? `#/${screen}` : `#/${screen}/${id}`;
}
