// Which part of the sheet is shown: the whole map around the buttons in its corners, or on a small screen the part that
// a player needs, large enough to read.
import { around, overlap, type Box } from './room';

export interface Size {
    width: number;
    height: number;
}

/** A position of the sheet in its pane: where its corner lies, in CSS pixels. */
export interface View {
    scale: number;
    x: number;
    y: number;
}

/** The buttons over the map: in a column or in a row. */
export type Tools = 'column' | 'row';

/** The buttons of the map and the one for plans, in CSS pixels with their distance from the edges. */
const BUTTON = 54;
const PLAN = { width: 128, height: 58 };
/** Around all cities, in CSS pixels. */
const PAD = 4;
const SMALLER = 0.975;
const MAX_SCALE = 1.6;
const MIN_SCALE = 0.05;
const SHARES = [0.5, 0.4, 0.6, 0.25, 0.75, 0.1, 0.9, 0, 1];

/** The parts of a pane that buttons cover. */
export function corners({ width, height }: Size, tools: Tools): Box[] {
    const [wide, high] = tools === 'column' ? [BUTTON, BUTTON * 2.7] : [BUTTON * 2.7, BUTTON];
    return [
        { x: width - wide, y: height - high, width: wide, height: high },
        { x: width - PLAN.width, y: 0, ...PLAN },
    ];
}

/** The largest view of all boxes; they depend on the scale, and no button covers any. */
export function wholeView(pane: Size, boxesAt: (scale: number) => Box[]): View & { tools: Tools } {
    const room = { width: Math.max(pane.width - 2 * PAD, 60), height: Math.max(pane.height - 2 * PAD, 60) };
    // In units of the sheet, labels are smallest on a large one.
    const least = around(boxesAt(MAX_SCALE));
    for (let scale = Math.min(MAX_SCALE, room.width / least.width, room.height / least.height); ; scale *= SMALLER) {
        const boxes = boxesAt(scale);
        const all = around(boxes);
        // Beside its buttons a tiny pane has no room for the map: it shows what it can.
        if (scale < MIN_SCALE) return { scale, x: PAD - all.x * scale, y: PAD - all.y * scale, tools: 'row' };
        const [spareX, spareY] = [room.width - all.width * scale, room.height - all.height * scale];
        if (spareX < 0 || spareY < 0) continue;
        for (const tools of ['column', 'row'] as const) {
            const found = uncovered(boxes, corners(pane, tools), scale, { x: PAD - all.x * scale, y: PAD - all.y * scale, spareX, spareY });
            if (found !== null) return { ...found, tools };
        }
    }
}

function uncovered(boxes: Box[], buttons: Box[], scale: number, at: { x: number; y: number; spareX: number; spareY: number }): View | null {
    for (const down of SHARES) {
        for (const across of SHARES) {
            const [x, y] = [at.x + at.spareX * across, at.y + at.spareY * down];
            const onScreen = (box: Box) => ({ x: x + box.x * scale, y: y + box.y * scale, width: box.width * scale, height: box.height * scale });
            if (!boxes.some((box) => buttons.some((button) => overlap(button, onScreen(box))))) return { scale, x, y };
        }
    }
    return null;
}

/** A place to look at, and how much it matters. */
export interface Sight {
    x: number;
    y: number;
    weight: number;
}

/** The view of the most important sights beside the buttons, at a scale at which they can be read, or closer if all of them fit. */
export function closeView(pane: Size, tools: Tools, sights: readonly Sight[], readable: number, margin: Size): View {
    const free = tools === 'row' ? { width: pane.width, height: pane.height - BUTTON } : { width: pane.width - BUTTON, height: pane.height };
    const room = { width: Math.max(free.width - 2 * margin.width, 20), height: Math.max(free.height - 2 * margin.height, 20) };
    const all = around(sights.map(({ x, y }) => ({ x, y, width: 0, height: 0 })));
    const fits = Math.min(room.width / Math.max(all.width, 1), room.height / Math.max(all.height, 1));
    const scale = Math.min(Math.max(fits, readable), readable * 1.15);
    const part = around(bestWindow(sights, room.width / scale, room.height / scale).map(({ x, y }) => ({ x, y, width: 0, height: 0 })));
    return {
        scale,
        x: free.width / 2 - (part.x + part.width / 2) * scale,
        y: free.height / 2 - (part.y + part.height / 2) * scale,
    };
}

/** The sights in the window of this size that matter most together. */
function bestWindow(sights: readonly Sight[], width: number, height: number): Sight[] {
    let [best, most] = [sights.slice(0, 1), 0];
    for (const { x: left } of sights) {
        const column = sights.filter(({ x }) => x >= left && x <= left + width);
        for (const { y: top } of column) {
            const inside = column.filter(({ y }) => y >= top && y <= top + height);
            const sum = inside.reduce((all, { weight }) => all + weight, 0);
            if (sum > most + 1e-9) [best, most] = [inside, sum];
        }
    }
    return best;
}
