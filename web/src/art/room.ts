// Free space on a sheet.

export interface Box {
    x: number;
    y: number;
    width: number;
    height: number;
}

type Size = Pick<Box, 'width' | 'height'>;

export function overlap(a: Box, b: Box): boolean {
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

export function inside(a: Box, b: Box): boolean {
    return a.x >= b.x && a.y >= b.y && a.x + a.width <= b.x + b.width && a.y + a.height <= b.y + b.height;
}

/** The smallest box around all boxes. */
export function around(boxes: readonly Box[]): Box {
    const x = Math.min(...boxes.map((box) => box.x));
    const y = Math.min(...boxes.map((box) => box.y));
    const right = Math.max(...boxes.map((box) => box.x + box.width));
    const bottom = Math.max(...boxes.map((box) => box.y + box.height));
    return { x, y, width: right - x, height: bottom - y };
}

/** The number of boxes that a box overlaps. */
export function coveredBy(box: Box, others: Box[]): number {
    return others.filter((other) => overlap(box, other)).length;
}

/** Small boxes along a line, to test whether something covers it. */
export function alongLine([x1, y1]: readonly number[], [x2, y2]: readonly number[], thick: number): Box[] {
    const steps = Math.max(1, Math.ceil(Math.hypot(x2! - x1!, y2! - y1!) / 16));
    return Array.from({ length: steps + 1 }, (_, i) => ({
        x: x1! + ((x2! - x1!) * i) / steps - thick / 2,
        y: y1! + ((y2! - y1!) * i) / steps - thick / 2,
        width: thick,
        height: thick,
    }));
}

/** A box shrunk, or grown, by this much at each side. */
export function inset({ x, y, width, height }: Box, by: number): Box {
    return { x: x + by, y: y + by, width: width - 2 * by, height: height - 2 * by };
}

const STEP = 40;

/** A free position of this size in the visible part: the printed one if possible, else near a corner, the
 *  left ones first; null if there is none. */
export function freeRoom(size: Size, seen: Box, printed: readonly [number, number], occupied: Box[]): readonly [number, number] | null {
    const free = ([x, y]: readonly [number, number]) => {
        const box = { x, y, ...size };
        return inside(box, seen) && coveredBy(box, occupied) === 0;
    };
    if (free(printed)) return printed;
    const [right, bottom] = [seen.width - size.width, seen.height - size.height];
    const places = [];
    for (let x = 0; x <= right; x += STEP)
        for (let y = 0; y <= bottom; y += STEP)
            places.push({ at: [seen.x + x, seen.y + y] as const, cost: Math.min(x, right - x + 40) + Math.min(y, bottom - y) });
    places.sort((a, b) => a.cost - b.cost);
    return places.find(({ at }) => free(at))?.at ?? null;
}
