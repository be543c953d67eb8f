// The connections of a network: for each house the cheapest way from the houses before it, which is what its owner paid for.
import type { Board } from '../engine/types';

type Link = Board['links'][number];

export interface NetworkLink {
    /** Its place in the links of the board. */
    link: number;
    /** The number of the house that needed it first. */
    house: number;
}

/** The cheapest way from some cities to another, as places in the list of links; empty if there is none. */
function cheapestWay(links: readonly Link[], usable: (link: Link) => boolean, from: readonly number[], to: number): number[] {
    const cost = new Map(from.map((city) => [city, 0]));
    const way = new Map<number, { link: number; before: number }>();
    const open = new Set(from);
    while (open.size > 0) {
        const city = [...open].reduce((a, b) => (cost.get(b)! < cost.get(a)! ? b : a));
        if (city === to) break;
        open.delete(city);
        links.forEach((link, index) => {
            if ((link.from !== city && link.to !== city) || !usable(link)) return;
            const next = link.from === city ? link.to : link.from;
            const total = cost.get(city)! + link.cost;
            if (total >= (cost.get(next) ?? Infinity)) return;
            cost.set(next, total);
            way.set(next, { link: index, before: city });
            open.add(next);
        });
    }
    const found: number[] = [];
    for (let step = way.get(to); step !== undefined; step = way.get(step.before)) found.push(step.link);
    return found;
}

/** cities: those of the houses, in the order in which they were built. */
export function networkOf(links: readonly Link[], cities: readonly number[], usable: (link: Link) => boolean): NetworkLink[] {
    const found = new Map<number, number>();
    cities.forEach((city, house) => {
        if (house === 0) return;
        for (const link of cheapestWay(links, usable, cities.slice(0, house), city)) if (!found.has(link)) found.set(link, house);
    });
    return [...found].map(([link, house]) => ({ link, house }));
}
