// The position of the map's title: as printed, or in a free area if only a part of the sheet is
// visible.
import { sizes, type MapSheet } from '../maps';
import type { PanZoom } from './panzoom';
import { alongLine, freeRoom, inset, type Box } from './room';
import type { Tools } from './views';

/** The smallest size of its text on the screen in CSS pixels. */
export const TITLE_PIXELS = 14;
const EDGE = { width: 10, height: 10 };

/** The printed size of its text. */
export const titleFont = (title: string): number => Math.min(27, 300 / title.length);

/** Boxes along the name of a region. */
export function nameSpots({ path, size }: MapSheet['regions'][number]['name']): Box[] {
    const [x1, y1, x2, y2, x3, y3] = path.match(/-?[\d.]+/g)!.map(Number) as [number, number, number, number, number, number];
    return [...alongLine([x1, y1], [x2, y2], size * 0.7), ...alongLine([x2, y2], [x3, y3], size * 0.7)];
}

/** The upper left corner of the title, drawn so much larger; null if there is no room. Links that are not drawn are null. */
export function titleRoom(
    map: MapSheet,
    links: ({ from: number; to: number } | null)[],
    cities: Box[],
    panzoom: PanZoom,
    grow: number,
    tools: Tools,
): { x: number; y: number; grow: number } | null {
    const cables = links.flatMap((link) => (link === null ? [] : alongLine(map.cities[link.from]!, map.cities[link.to]!, 6)));
    const prices = map.links.filter((_, i) => links[i] !== null).map(([x, y]) => inset({ x, y, width: 0, height: 0 }, -sizes.price.radius - 3));
    const names = map.regions.flatMap(({ name }) => nameSpots(name));
    const buttons = panzoom.corners(tools);
    const { width: edge } = panzoom.corner(EDGE, {});
    const size = { width: sizes.title.width * grow, height: sizes.title.height * grow };
    const at = freeRoom(size, inset(panzoom.seen(), edge), map.title, [...cities, ...cables, ...prices, ...names, ...buttons]);
    return at === null ? null : { x: at[0], y: at[1], grow };
}
