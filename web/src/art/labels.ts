// Names, prices and tags on a map that is shown small: they grow as far as there is room, to stay
// readable, and never cover a city.
import { coveredBy, overlap, type Box } from './room';

export interface Spot {
    x: number;
    y: number;
    /** The name stands above the plate. */
    above: boolean;
    /** Width of the name at its printed size. */
    wide: number;
}

export interface Label {
    /** How much larger than printed. */
    grow: number;
    above: boolean;
    /** How far to the right of its city's middle. */
    shift: number;
}

interface Sizes {
    plate: { width: number; height: number };
    name: { size: number; height: number; gap: number };
    price: { radius: number };
}

export interface Labels {
    names: Label[];
    /** How much larger each price is. */
    prices: number[];
}

/** Minimum sizes on the screen in CSS pixels. */
const READABLE = { name: 11.5, price: 11 };
const PRINTED_PRICE = 13;
const MOST = 1.55;
/** Where a name may stand, in parts of its width from the middle; only as it grows. */
const SHIFTS = [0, 0.3, -0.3];

export function plateBox({ x, y }: { x: number; y: number }, { plate }: Sizes): Box {
    return { x: x - plate.width / 2, y: y - plate.height / 2, ...plate };
}

export function nameBox(spot: Spot, { grow, above, shift }: Label, { plate, name }: Sizes): Box {
    const [width, height] = [spot.wide * grow, name.height * grow];
    const edge = plate.height / 2 + name.gap;
    return { x: spot.x + shift - width / 2, y: above ? spot.y - edge - height : spot.y + edge, width, height };
}

function priceBox([x, y]: readonly [number, number], grow: number, { price }: Sizes): Box {
    const side = price.radius * 2 * grow;
    return { x: x - side / 2, y: y - side / 2, width: side, height: side };
}

/** Scale factors to try, the largest first; labels that are large enough do not change. */
function growths(wanted: number): number[] {
    const more = Math.min(wanted, MOST) - 1;
    return more <= 0 ? [] : [1 + more, 1 + more * 0.75, 1 + more * 0.5, 1 + more * 0.25];
}

/** Places all names and prices at a scale. Labels without room keep their printed size. */
export function placeLabels(
    spots: (Spot | null)[],
    prices: (readonly [number, number] | null)[],
    scale: number,
    sizes: Sizes,
): Labels {
    const names: Label[] = spots.map((spot) => ({ grow: 1, above: spot?.above ?? false, shift: 0 }));
    const plates = spots.map((spot) => (spot === null ? null : plateBox(spot, sizes)));
    const boxes = spots.map((spot, i) => (spot === null ? null : nameBox(spot, names[i]!, sizes)));
    const marks = prices.map((at) => (at === null ? null : priceBox(at, 1, sizes)));
    const free = (box: Box, lists: (Box | null)[][], own: Box | null) =>
        lists.every((list) => list.every((other) => other === null || other === own || !overlap(box, other)));

    spots.forEach((spot, i) => {
        if (spot === null) return;
        for (const grow of growths(READABLE.name / (sizes.name.size * scale))) {
            const label = SHIFTS.flatMap((part) =>
                [spot.above, !spot.above].map((above) => ({ grow, above, shift: part * spot.wide * (grow - 0.6) })),
            ).find((each) => free(nameBox(spot, each, sizes), [plates, boxes, marks], boxes[i]!));
            if (label === undefined) continue;
            names[i] = label;
            boxes[i] = nameBox(spot, label, sizes);
            return;
        }
    });
    const grown = prices.map((at, i) => {
        if (at === null) return 1;
        const grow = growths(READABLE.price / (PRINTED_PRICE * scale)).find((each) =>
            free(priceBox(at, each, sizes), [plates, boxes, marks], marks[i]!),
        );
        marks[i] = priceBox(at, grow ?? 1, sizes);
        return grow ?? 1;
    });
    return { names, prices: grown };
}

/** The position of a tag above, below, right or left of a plate, where it covers the least. Earlier sides
 *  win ties. */
export function placeTag(
    at: { x: number; y: number },
    tag: { width: number; height: number },
    gap: number,
    plate: { width: number; height: number },
    occupied: Box[],
): { x: number; y: number; side: 'above' | 'below' | 'right' | 'left' } {
    const up = plate.height / 2 + gap + tag.height / 2;
    const aside = plate.width / 2 + gap + tag.width / 2;
    const sides = [
        { x: at.x, y: at.y - up, side: 'above' as const },
        { x: at.x, y: at.y + up, side: 'below' as const },
        { x: at.x + aside, y: at.y, side: 'right' as const },
        { x: at.x - aside, y: at.y, side: 'left' as const },
        { x: at.x, y: at.y - up * 1.8, side: 'above' as const },
        { x: at.x, y: at.y + up * 1.8, side: 'below' as const },
    ];
    const cost = ({ x, y }: { x: number; y: number }) =>
        coveredBy({ x: x - tag.width / 2, y: y - tag.height / 2, ...tag }, occupied);
    return sides.reduce((a, b) => (cost(b) < cost(a) ? b : a));
}
