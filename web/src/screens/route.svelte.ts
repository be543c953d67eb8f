// Where we are: '#/game/ID' is the screen 'game' with an id.

function read(): { screen: string; id: string } {
    const [screen = '', id = ''] = location.hash.replace(/^#\/?/, '').split('/');
    return { screen, id };
}

export const route = $state(read());

addEventListener('hashchange', () => Object.assign(route, read()));

export function go(screen: string, id = ''): void {
    location.hash = id === '' ? `#/${screen}` : `#/${screen}/${id}`;
}
