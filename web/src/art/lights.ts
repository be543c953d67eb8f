// Supplied houses, connections that carry current, and the houses in the places of each city.
import type { Board, GameView } from '../engine/types';

/** A house in a place of a city; a ghost is only planned. */
export interface Tenant {
    colour: number | 'trust';
    lit: boolean;
    ghost: boolean;
}

const ownersOf = (view: GameView) => [...view.seats, ...(view.trust ? [view.trust] : [])];
const houseKey = (owner: number | 'trust', city: number) => `${owner}:${city}`;

/** The lit houses: the first ones of each owner, as many as it supplied. */
export function litHouses(view: GameView): Set<string> {
    return new Set(
        ownersOf(view).flatMap(({ owner, houses, supplied }) => houses.slice(0, supplied).map(({ city }) => houseKey(owner, city))),
    );
}

/** Connections between supplied cities of one owner. */
export function liveLinks(board: Board, view: GameView, lit: Set<string>): Set<number> {
    const live = board.links.flatMap(({ from, to }, i) =>
        ownersOf(view).some(({ owner }) => lit.has(houseKey(owner, from)) && lit.has(houseKey(owner, to))) ? [i] : [],
    );
    return new Set(live);
}

/** The houses in the three places of each city; null: empty. */
export function tenantsOf(board: Board, view: GameView, lit: Set<string>, colours: number[]): (Tenant | null)[][] {
    const all: (Tenant | null)[][] = board.cities.map(() => [null, null, null]);
    for (const { owner, city, place } of view.houses)
        all[city]![place] = {
            colour: owner === 'trust' ? 'trust' : (colours[owner] ?? owner),
            lit: lit.has(houseKey(owner, city)),
            ghost: false,
        };
    return all;
}
