// The drawn maps, one file a board, fetched when the board is first shown. tools/make-maps.mjs says
// how they are made and what the fields mean.

import sizes from './sizes.json';

export interface MapSheet {
    sheet: Box;
    frame: Box;
    land: string;
    home: string;
    frontier: string;
    border: string;
    inner: string;
    lakes: string;
    rivers: string;
    graticule: string;
    regions: { area: string; name: { size: number; length: number; path: string } }[];
    cities: [x: number, y: number, above: number][];
    hits: string[];
    links: [x: number, y: number][];
    title: [x: number, y: number];
}

export type Box = [x: number, y: number, width: number, height: number];

export { sizes };

/** Boards whose maps need height more than width: wide screens give them all of it. */
export const isTall = (board: string) => board === 'italy' || board === 'benelux';

const files = import.meta.glob<{ default: unknown }>(['./*.json', '!./sizes.json']);
const loaded = new Map<string, Promise<MapSheet>>();

/** The sheet of a board. Rejects if there is no map for it. */
export function loadMap(board: string): Promise<MapSheet> {
    const known = loaded.get(board);
    if (known !== undefined) return known;
    const file = files[`./${board}.json`];
    if (file === undefined) return Promise.reject(new Error(`there is no map of the board ${board}`));
    const sheet = file().then((module) => module.default as MapSheet);
    sheet.catch(() => loaded.delete(board));
    loaded.set(board, sheet);
    return sheet;
}
