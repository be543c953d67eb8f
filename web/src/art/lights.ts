// Where there is light: which houses are supplied, which cables carry current, who stands in which place.
import type { Board, GameView } from '../engine/types';

/** A house in a place of a city; a ghost is only planned. */
export interface Tenant {
    colour: number | 'trust';
    lit: boolean;
    ghost: boolean;
}

const ownersOf = (view: GameView) => [...view.seats, ...(view.trust ? [view.trust] : [])];
const houseKey = (owner: number | 'trust', city: number) => `${owner}:${city}`;

/** Which houses have light: of each owner the first ones, as many as it supplied. */
export function litHouses(view: GameView): Set<string> {
    return new Set(
        ownersOf(view).flatMap(({ owner, houses, supplied }) => houses.slice(0, supplied).map(({ city }) => houseKey(owner, city))),
    );
}

/** Connections between cities that one owner supplied: current flows there. */
export function liveLinks(board: Board, view: GameView, lit: Set<string>): Set<number> {
    const live = board.links.flatMap(({ from, to }, i) =>
        ownersOf(view).some(({ owner }) => lit.has(houseKey(owner, from)) && lit.has(houseKey(owner, to))) ? [i] : [],
    );
    return new Set(live);
}

/** Who is in the three places of each city; null: nobody. */
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
