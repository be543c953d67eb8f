// The position of the map's title: as printed, or in a free area if only a part of the sheet is
// visible.
import { sizes, type MapSheet } from '../maps';
import type { PanZoom } from './panzoom';
import { alongLine, freeRoom, inset, type Box } from './room';

/** The buttons over the map, in CSS pixels. */
const PLAN = { width: 110, height: 50 };
const EDGE = { width: 10, height: 10 };
const TOOLS = { width: 56, height: 130 };

/** Upper left corner of the title; null if there is no room. Links that are not drawn are null. */
export function titleRoom(
    map: MapSheet,
    links: ({ from: number; to: number } | null)[],
    cities: Box[],
    panzoom: PanZoom,
): readonly [number, number] | null {
    const cables = links.flatMap((link) => (link === null ? [] : alongLine(map.cities[link.from]!, map.cities[link.to]!, 6)));
    const prices = map.links.filter((_, i) => links[i] !== null).map(([x, y]) => inset({ x, y, width: 0, height: 0 }, -sizes.price.radius - 3));
    const names = map.regions.flatMap(({ name }) => {
        const [x1, y1, x2, y2, x3, y3] = name.path.match(/-?[\d.]+/g)!.map(Number) as [number, number, number, number, number, number];
        return [...alongLine([x1, y1], [x2, y2], name.size), ...alongLine([x2, y2], [x3, y3], name.size)];
    });
    const buttons = [panzoom.corner(PLAN, { right: 0, top: 0 }), panzoom.corner(TOOLS, { right: 0, bottom: 0 })];
    const { width: edge } = panzoom.corner(EDGE, {});
    return freeRoom(sizes.title, inset(panzoom.seen(), edge), map.title, [...cities, ...cables, ...prices, ...names, ...buttons]);
}
