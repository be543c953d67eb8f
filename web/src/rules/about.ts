// What is special about a board and an edition, in two lines each, for the set-up of a table.
import type { Board, Edition } from '../engine/types';
import type { Place, Setting } from './outline';

/** Average costs of connections on a board. */
export interface LinkCosts {
    average: number;
    /** The regions whose cities have the cheapest and the most expensive connections. */
    cheapest: number;
    dearest: number;
}

const mean = (costs: readonly number[]) => costs.reduce((sum, cost) => sum + cost, 0) / costs.length;

export function linkCosts({ regions, cities, links }: Board): LinkCosts {
    const byRegion = regions.map(({ index }) => {
        const costs = links.flatMap(({ from, to, cost }) => [from, to].filter((city) => cities[city]!.region === index).map(() => cost));
        return { index, cost: mean(costs) };
    });
    byRegion.sort((a, b) => a.cost - b.cost);
    return { average: mean(links.map(({ cost }) => cost)), cheapest: byRegion[0]!.index, dearest: byRegion.at(-1)!.index };
}

/** The passages about the special rules of a board, by edition. */
const special: Record<Place, Record<Edition, readonly string[]>> = {
    germany: { classic: ['boards.plain'], recharged: ['boards.uranium'] },
    usa: { classic: ['boards.plain'], recharged: ['about.usa'] },
    'central-europe': { classic: ['about.central-europe'], recharged: ['about.central-europe'] },
    benelux: { classic: ['about.benelux'], recharged: ['about.benelux'] },
    france: { classic: ['about.france'], recharged: ['about.france'] },
    italy: { classic: ['boards.italy'], recharged: ['boards.italy', 'boards.uranium'] },
};

export function specialOf({ edition, place }: Setting): readonly string[] {
    return special[place][edition];
}
