// Panning and zooming of a sheet inside a pane, by wheel, drag, pinch and keys.
//
// The sheet is a layer of its own and only its CSS transform changes, so that the browser need not
// repaint during a movement. A layer keeps the resolution it was painted at: after zooming it is
// recreated, to be sharp again.
import type { Box } from './room';
import { corners, type Tools, type View } from './views';

/** Distances from the edges of the pane in CSS pixels. */
export interface Inset {
    top: number;
    right: number;
    bottom: number;
    left: number;
}

interface Point {
    x: number;
    y: number;
}

const MAX_SCALE = 4;
const REST_MS = 180;
const DRAG_PX = 6;

export class PanZoom {
    private scale = 1;
    private x = 0;
    private y = 0;
    private readonly pointers = new Map<number, Point>();
    private pinch: { distance: number; middle: Point } | null = null;
    private resting: ReturnType<typeof setTimeout> | undefined;
    private whole: View = { scale: 1, x: 0, y: 0 };
    private start: View = this.whole;
    private touched = false;
    private travelled = 0;
    private readonly watcher: ResizeObserver;

    constructor(
        private readonly pane: HTMLElement,
        /** The layers of the sheet. */
        private readonly sheets: SVGElement[],
        private readonly size: { width: number; height: number },
        /** Called with the scale after zooming. */
        private readonly onRest: (scale: number) => void = () => undefined,
        /** Called when the sheet is shown from the start, or all of it. */
        private readonly onFit: () => void = () => undefined,
    ) {
        pane.addEventListener('wheel', this.onWheel, { passive: false });
        pane.addEventListener('pointerdown', this.onDown);
        pane.addEventListener('pointermove', this.onMove);
        pane.addEventListener('pointerup', this.onUp);
        pane.addEventListener('pointercancel', this.onUp);
        pane.addEventListener('dblclick', this.onDouble);
        this.watcher = new ResizeObserver(() => this.pane.clientWidth > 0 && (this.touched ? this.apply() : this.restart()));
        this.watcher.observe(pane);
    }

    destroy(): void {
        this.watcher.disconnect();
        clearTimeout(this.resting);
        this.pane.removeEventListener('wheel', this.onWheel);
        this.pane.removeEventListener('pointerdown', this.onDown);
        this.pane.removeEventListener('pointermove', this.onMove);
        this.pane.removeEventListener('pointerup', this.onUp);
        this.pane.removeEventListener('pointercancel', this.onUp);
        this.pane.removeEventListener('dblclick', this.onDouble);
    }

    /** True right after a drag, whose final click must be ignored. */
    get dragged(): boolean {
        return this.travelled > DRAG_PX;
    }

    /** Sets the views of the whole sheet and of the start. The sheet goes there unless a person has moved it. */
    setViews(whole: View, start: View): void {
        // A caller that asks again after every move does not have the sheet drawn again.
        if (same(whole, this.whole) && same(start, this.start)) return;
        [this.whole, this.start] = [whole, start];
        if (!this.touched) this.restart();
    }

    /** Shows the view of the start. */
    restart(): void {
        this.go(this.start);
        this.touched = false;
    }

    /** Shows the whole sheet. */
    fit(): void {
        this.go(this.whole);
        this.touched = !same(this.whole, this.start);
    }

    private go({ scale, x, y }: View): void {
        if (this.pane.clientWidth === 0 || this.pane.clientHeight === 0) return;
        [this.scale, this.x, this.y] = [scale, x, y];
        this.apply();
        this.onRest(scale);
        this.onFit();
        this.sharpenSoon();
    }

    /** Zooms around a point of the pane, its middle if none is given. */
    zoom(factor: number, around?: Point): void {
        const at = around ?? { x: this.pane.clientWidth / 2, y: this.pane.clientHeight / 2 };
        const scale = Math.min(Math.max(this.scale * factor, this.minScale()), MAX_SCALE);
        this.x = at.x - ((at.x - this.x) * scale) / this.scale;
        this.y = at.y - ((at.y - this.y) * scale) / this.scale;
        this.scale = scale;
        this.touched = true;
        this.apply();
        this.sharpenSoon();
    }

    pan(dx: number, dy: number): void {
        this.x += dx;
        this.y += dy;
        this.touched = true;
        this.apply();
    }

    /** Pans as little as needed to bring a point of the sheet into view. */
    show(x: number, y: number): void {
        const margin = Math.min(36, this.pane.clientWidth / 4, this.pane.clientHeight / 4);
        const px = this.x + x * this.scale;
        const py = this.y + y * this.scale;
        const dx = Math.max(margin - px, 0) + Math.min(this.pane.clientWidth - margin - px, 0);
        const dy = Math.max(margin - py, 0) + Math.min(this.pane.clientHeight - margin - py, 0);
        if (dx !== 0 || dy !== 0) this.pan(dx, dy);
    }

    /** The visible part of the sheet. */
    seen(): Box {
        const { clientWidth, clientHeight } = this.pane;
        return { x: -this.x / this.scale, y: -this.y / this.scale, width: clientWidth / this.scale, height: clientHeight / this.scale };
    }

    /** A box at a corner of the pane as it lies on the sheet; sizes and distances from the edges are CSS pixels. */
    corner(size: { width: number; height: number }, edge: Partial<Inset>): Box {
        const { scale, pane } = this;
        const x = edge.left ?? pane.clientWidth - size.width - (edge.right ?? 0);
        const y = edge.top ?? pane.clientHeight - size.height - (edge.bottom ?? 0);
        return { x: (x - this.x) / scale, y: (y - this.y) / scale, width: size.width / scale, height: size.height / scale };
    }

    /** The parts of the sheet that the buttons cover. */
    corners(tools: Tools): Box[] {
        const { clientWidth: width, clientHeight: height } = this.pane;
        return corners({ width, height }, tools).map((box) => this.corner(box, { left: box.x, top: box.y }));
    }

    private minScale(): number {
        const sheet = Math.min(this.pane.clientWidth / this.size.width, this.pane.clientHeight / this.size.height);
        return Math.min(sheet * 0.9, this.whole.scale);
    }

    private sharpenSoon(): void {
        clearTimeout(this.resting);
        this.resting = setTimeout(() => {
            this.onRest(this.scale);
            for (const sheet of this.sheets) sheet.style.willChange = 'auto';
            requestAnimationFrame(() => requestAnimationFrame(() => this.lift()));
        }, REST_MS);
    }

    private lift(): void {
        for (const sheet of this.sheets) sheet.style.willChange = 'transform';
    }

    private apply(): void {
        const { clientWidth, clientHeight } = this.pane;
        this.x = kept(this.x, this.size.width * this.scale, clientWidth);
        this.y = kept(this.y, this.size.height * this.scale, clientHeight);
        const transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
        for (const sheet of this.sheets) sheet.style.transform = transform;
    }

    private here(event: MouseEvent): Point {
        const box = this.pane.getBoundingClientRect();
        return { x: event.clientX - box.left, y: event.clientY - box.top };
    }

    private readonly onWheel = (event: WheelEvent): void => {
        event.preventDefault();
        const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
        this.zoom(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016)), this.here(event));
    };

    private readonly onDown = (event: PointerEvent): void => {
        if (event.button !== 0) return;
        if (this.pointers.size === 0) this.travelled = 0;
        this.pointers.set(event.pointerId, this.here(event));
        this.pinch = null;
    };

    private readonly onMove = (event: PointerEvent): void => {
        const before = this.pointers.get(event.pointerId);
        if (before === undefined) return;
        const now = this.here(event);
        this.pointers.set(event.pointerId, now);
        if (this.pointers.size >= 2) return this.onPinch();
        const wasDrag = this.dragged;
        this.travelled += Math.hypot(now.x - before.x, now.y - before.y);
        if (!this.dragged) return;
        // Capture the pointer only when a drag starts: a captured pointer does not click cities.
        if (!wasDrag) this.pane.setPointerCapture(event.pointerId);
        this.pan(now.x - before.x, now.y - before.y);
    };

    private onPinch(): void {
        const [a, b] = [...this.pointers.values()] as [Point, Point];
        const now = { distance: Math.hypot(a.x - b.x, a.y - b.y), middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 } };
        this.travelled = Infinity;
        if (this.pinch !== null) {
            this.pan(now.middle.x - this.pinch.middle.x, now.middle.y - this.pinch.middle.y);
            this.zoom(now.distance / Math.max(this.pinch.distance, 1), now.middle);
        }
        this.pinch = now;
    }

    /** A double click or tap zooms in, but not on elements that react to a single one. */
    private readonly onDouble = (event: MouseEvent): void => {
        const busy = event.target instanceof Element && event.target.closest('button, [aria-disabled="false"]') !== null;
        if (!busy) this.zoom(1.7, this.here(event));
    };

    private readonly onUp = (event: PointerEvent): void => {
        this.pointers.delete(event.pointerId);
        this.pinch = null;
    };
}

function same(one: View, other: View): boolean {
    return one.scale === other.scale && one.x === other.x && one.y === other.y;
}

/** Limits a sheet to its pane: a larger one covers it up to a margin, a smaller one stays inside. */
function kept(at: number, length: number, pane: number): number {
    const margin = pane / 5;
    const [low, high] = length > pane ? [pane - length - margin, margin] : [-margin, pane - length + margin];
    return Math.min(Math.max(at, low), high);
}
