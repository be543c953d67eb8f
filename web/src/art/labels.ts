// What is printed on the sheet at a scale: how large plates, names and costs are, where they stand, and which of them
// are left out. Text is never too small to read on the screen: on a sheet that is shown small it is printed larger, and
// a label without room is left out.
import sizes from '../maps/sizes.json';
import { coveredBy, inside, type Box } from './room';
import { settle, type Item } from './settle';

/** The smallest sizes on the screen in CSS pixels. */
export interface Inks {
    name: number;
    cost: number;
    /** The price of a place. */
    place: number;
    house: number;
    /** All text, and a house, in an overview. */
    smallText: number;
    smallHouse: number;
}

export const PHONE: Inks = { name: 14, cost: 14, place: 12, house: 16, smallText: 12, smallHouse: 11 };
export const WIDE: Inks = { name: 11.5, cost: 11.5, place: 11.5, house: 13, smallText: 11.5, smallHouse: 10 };
/** As printed, in units of the sheet. */
export const SLOT = (sizes.plate.width - 3) / 3;
/** How large a house is drawn: the narrowest is 15 wide. */
export const HOUSE_SCALE = 1.06;
const PRINTED = { house: 15 * HOUSE_SCALE, place: 14, cost: 14.5 };
/** Plates are printed larger by at most this much; on a smaller sheet they shrink with it. */
const MAGNIFIED = 1.5;

/** How things are printed at a scale, in units of the sheet. */
export interface Grade {
    /** How much larger than printed plates and houses are where there is room. */
    plate: number;
    name: number;
    cost: number;
    /** The price of a place. */
    place: number;
    /** near: all three places; middle: the open places; far: an overview with houses alone. */
    level: 'near' | 'middle' | 'far';
}

export function gradeAt(scale: number, inks: Inks): Grade {
    const wanted = inks.house / (PRINTED.house * scale);
    const level = wanted <= 1 ? 'near' : wanted <= MAGNIFIED ? 'middle' : 'far';
    const far = level === 'far';
    const plate = far ? Math.max(MAGNIFIED, inks.smallHouse / (PRINTED.house * scale)) : Math.max(wanted, 1);
    return {
        plate,
        name: Math.max(sizes.name.size, (far ? inks.smallText : inks.name) / scale),
        cost: Math.max(PRINTED.cost, (far ? inks.smallText : inks.cost) / scale),
        place: inks.place / scale,
        level,
    };
}

/** The plate of a city: the places that are drawn, and how much larger than printed. */
export interface Plate {
    shown: number[];
    grow: number;
}

/** A city, and which of its places have houses. */
export interface Site {
    x: number;
    y: number;
    taken: boolean[];
}

/** The places that are drawn: all, those with houses and the next free one, or those with houses. */
function shownPlaces(taken: readonly boolean[], open: number, level: Grade['level']): number[] {
    const next = taken.indexOf(false);
    const shown = (place: number) => level === 'near' || taken[place]! || (level === 'middle' && place === next && place < open);
    return taken.map((_, place) => place).filter(shown);
}

/** The plates of all cities. Where two would overlap, first the free places are left out, then both are smaller; as printed
 *  they have room. */
export function fitPlates(sites: readonly (Site | null)[], open: number, grade: Grade): Plate[] {
    const plates = sites.map((site) => ({ shown: site === null ? [] : shownPlaces(site.taken, open, grade.level), grow: grade.plate }));
    if (grade.level !== 'near')
        for (const [i, j] of crowded(sites, plates))
            for (const each of [i, j]) plates[each]!.shown = shownPlaces(sites[each]!.taken, open, 'far');
    for (const [i, j, room] of crowded(sites, plates))
        for (const each of [i, j]) plates[each]!.grow = Math.min(plates[each]!.grow, Math.max(room, 1));
    return plates;
}

/** Pairs of plates that overlap, and how much larger than printed both could be. */
function crowded(sites: readonly (Site | null)[], plates: readonly Plate[]): [number, number, number][] {
    const pairs: [number, number, number][] = [];
    const printed = plates.map(({ shown }) => plateSize(shown.length, 1));
    sites.forEach((a, i) => {
        for (let j = 0; a !== null && j < i; j++) {
            const b = sites[j]!;
            if (b === null) continue;
            const across = (2 * Math.abs(a.x - b.x)) / (printed[i]!.width + printed[j]!.width);
            const down = (2 * Math.abs(a.y - b.y)) / (printed[i]!.height + printed[j]!.height);
            const room = Math.max(across, down) * 0.98;
            if (room < Math.max(plates[i]!.grow, plates[j]!.grow)) pairs.push([i, j, room]);
        }
    });
    return pairs;
}

/** Scales at which a phone may show the map at first: at the smallest, names and most costs have room; at the largest, all. */
export const READABLE = [0.74, 0.8, 0.86, 0.93, 1.01];

/** The font size of prices within a plate as printed; null: there is no room for them. */
export function placeFont({ grow }: Plate, { place }: Grade): number | null {
    const font = Math.max(PRINTED.place, place / grow);
    return font <= SLOT * 0.87 ? font : null;
}

export interface Spot {
    x: number;
    y: number;
    /** The name stands above the plate. */
    above: boolean;
    /** Width of the name at a font size of 1. */
    wide: number;
    plate: Plate;
    /** Players look for it: its name and the costs to it are left out last. */
    wanted: boolean;
}

/** A connection between two spots. */
export interface Wire {
    from: number;
    to: number;
    cost: number;
    /** Where its cost is printed. */
    at: readonly [number, number];
}

/** Where a name or a cost stands: the middle of its box. It is hidden if there is no room for it. */
export interface Label {
    x: number;
    y: number;
    hidden: boolean;
}

export interface Labels {
    names: (Label | null)[];
    costs: (Label | null)[];
}

/** A plate with so many places; none: a mark for a city without houses. */
export function plateSize(places: number, grow: number): { width: number; height: number } {
    const small = places === 0 ? 0.6 : 1;
    return { width: (Math.max(places, 1) * SLOT + 3) * grow * small, height: sizes.plate.height * grow * small };
}

const centred = (x: number, y: number, { width, height }: { width: number; height: number }): Box => ({ x: x - width / 2, y: y - height / 2, width, height });

export function plateBox({ x, y, plate }: Spot): Box {
    return centred(x, y, plateSize(plate.shown.length, plate.grow));
}

const nameSize = ({ wide }: Spot, { name }: Grade) => ({ width: wide * name + name / 8, height: name * 0.98 });

export function nameBox(spot: Spot, label: Label, grade: Grade): Box {
    return centred(label.x, label.y, nameSize(spot, grade));
}

/** Where a name is printed at first: below its plate, or above it. */
export function printedName(spot: Spot, grade: Grade): Box {
    return nameItem(spot, grade).boxes[0]!;
}

/** The plate of a cost: nearly round with two digits. */
export function costSize(cost: number, { cost: font }: Grade): { width: number; height: number } {
    const height = font * 1.24;
    return { width: Math.max(height, (0.53 * String(cost).length + 0.46) * font), height };
}

export function costBox({ cost }: Wire, label: Label, grade: Grade): Box {
    return centred(label.x, label.y, costSize(cost, grade));
}

/** Where a name may stand, the printed place first: along its side of the plate, along the other side, beside it. */
function nameItem(spot: Spot, grade: Grade): Item {
    const plate = plateSize(spot.plate.shown.length, spot.plate.grow);
    const name = nameSize(spot, grade);
    const [up, aside] = [(plate.height + name.height) / 2, (plate.width + name.width) / 2 + grade.name / 8];
    const slide = Math.max(0, (name.width + plate.width) / 2 - grade.name);
    const sides = spot.above ? [-up, up] : [up, -up];
    const places: [x: number, y: number, worse: number][] = [];
    sides.forEach((dy, other) => [0, 0.35, -0.35, 0.7, -0.7, 1, -1].forEach((part) => places.push([part * slide, dy, Math.abs(part) * 0.4 + other * 0.15])));
    for (const [side, worse] of [[1, 0.25], [-1, 0.3]] as const)
        for (const dy of [0, 0.4, -0.4]) places.push([side * aside, dy * plate.height, worse + Math.abs(dy) * 0.2]);
    return {
        boxes: places.map(([dx, dy]) => centred(spot.x + dx, spot.y + dy, name)),
        worse: places.map(([, , worse]) => worse),
        weight: spot.wanted ? 8 : 4,
    };
}

/** Where a cost may stand: on its connection, the printed place first. */
function costItem({ cost, at }: Wire, from: Spot, to: Spot, grade: Grade): Item {
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const printed = Math.hypot(at[0] - from.x, at[1] - from.y) / Math.hypot(dx, dy);
    const shares = Array.from({ length: 19 }, (_, i) => printed + (i % 2 === 0 ? -1 : 1) * Math.ceil(i / 2) * 0.05).filter((share) => share > 0.08 && share < 0.92);
    return {
        boxes: shares.map((share) => centred(from.x + dx * share, from.y + dy * share, costSize(cost, grade))),
        worse: shares.map((share) => Math.abs(share - printed) * 0.5),
        weight: from.wanted && to.wanted ? 2.5 : from.wanted || to.wanted ? 2 : 1,
    };
}

/** Without the boxes that cover a plate or leave the sheet. */
function withRoom({ boxes, worse, weight }: Item, plates: Box[], within: Box): Item {
    const free = boxes.map((box) => coveredBy(box, plates) === 0 && inside(box, within));
    return { boxes: boxes.filter((_, i) => free[i]), worse: worse.filter((_, i) => free[i]), weight };
}

const middle = ({ x, y, width, height }: Box, hidden: boolean): Label => ({ x: x + width / 2, y: y + height / 2, hidden });

/** Places names and costs. Spots and wires that are not drawn are null; names keep within a box, and all keep off what is occupied. */
export function placeLabels(spots: (Spot | null)[], wires: (Wire | null)[], grade: Grade, within: Box, occupied: readonly Box[] = []): Labels {
    const plates = spots.flatMap((spot) => (spot === null ? [] : [plateBox(spot)]));
    const covered = [...plates, ...occupied];
    const asked = [
        ...spots.map((spot) => (spot === null ? null : nameItem(spot, grade))),
        ...wires.map((wire) => (wire === null ? null : costItem(wire, spots[wire.from]!, spots[wire.to]!, grade))),
    ];
    const items = asked.map((item) => (item === null ? { boxes: [], worse: [], weight: 0 } : withRoom(item, covered, within)));
    const labels = settle(items).map((at, i) => {
        const item = asked[i]!;
        if (item === null) return null;
        return middle(at < 0 ? item.boxes[0]! : items[i]!.boxes[at]!, at < 0);
    });
    return { names: labels.slice(0, spots.length), costs: labels.slice(spots.length) };
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
