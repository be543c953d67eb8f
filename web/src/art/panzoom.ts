// Panning and zooming of a sheet inside a pane, by wheel, drag, pinch and keys.
//
// The sheet is a layer of its own and only its CSS transform changes, so that the browser need not
// repaint during a movement. A layer keeps the resolution it was painted at: after zooming it is
// recreated, to be sharp again.
import type { Box } from './room';

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
const NEARER = 1.3;
const REST_MS = 180;
const DRAG_PX = 6;

export class PanZoom {
    private scale = 1;
    private x = 0;
    private y = 0;
    private readonly pointers = new Map<number, Point>();
    private pinch: { distance: number; middle: Point } | null = null;
    private resting: ReturnType<typeof setTimeout> | undefined;
    private home: Box = { x: 0, y: 0, width: 1, height: 1 };
    private inset: Inset = { top: 0, right: 0, bottom: 0, left: 0 };
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
        /** Called when the sheet is back at its initial position. */
        private readonly onFit: () => void = () => undefined,
    ) {
        pane.addEventListener('wheel', this.onWheel, { passive: false });
        pane.addEventListener('pointerdown', this.onDown);
        pane.addEventListener('pointermove', this.onMove);
        pane.addEventListener('pointerup', this.onUp);
        pane.addEventListener('pointercancel', this.onUp);
        pane.addEventListener('dblclick', this.onDouble);
        this.watcher = new ResizeObserver(() => (this.touched ? this.apply() : this.fit()));
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

    /** Sets the area that fit() shows, and the covered edges of the pane. */
    setHome(home: Box, inset: Inset): void {
        // Whoever asks anew after every move does not have the sheet drawn anew.
        if (same(home, this.home) && same(inset, this.inset)) return;
        this.home = home;
        this.inset = inset;
        if (!this.touched) this.fit();
    }

    fit(): void {
        const { clientWidth, clientHeight } = this.pane;
        const width = clientWidth - this.inset.left - this.inset.right;
        const height = clientHeight - this.inset.top - this.inset.bottom;
        if (width <= 0 || height <= 0) return;
        const whole = Math.min(width / this.home.width, height / this.home.height);
        // In a tall pane zoom in a little, to avoid empty space above and below the sheet.
        const covering = Math.max(clientWidth / this.size.width, clientHeight / this.size.height);
        this.scale = Math.min(Math.max(whole, Math.min(covering, whole * NEARER)), MAX_SCALE);
        this.x = this.inset.left + width / 2 - (this.home.x + this.home.width / 2) * this.scale;
        this.y = this.inset.top + height / 2 - (this.home.y + this.home.height / 2) * this.scale;
        this.touched = false;
        this.apply();
        this.onRest(this.scale);
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
        const { inset, pane } = this;
        const dx = Math.max(inset.left + margin - px, 0) + Math.min(pane.clientWidth - inset.right - margin - px, 0);
        const dy = Math.max(inset.top + margin - py, 0) + Math.min(pane.clientHeight - inset.bottom - margin - py, 0);
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

    private minScale(): number {
        return Math.min(this.pane.clientWidth / this.size.width, this.pane.clientHeight / this.size.height) * 0.9;
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

/** Two boxes, or two insets, say the same. */
function same<T extends object>(one: T, other: T): boolean {
    return (Object.keys(one) as (keyof T)[]).every((key) => one[key] === other[key]);
}

/** Limits a sheet to its pane: a larger one covers it up to a margin, a smaller one stays inside. */
function kept(at: number, length: number, pane: number): number {
    const margin = Math.min(26, pane / 12);
    const [low, high] = length > pane ? [pane - length - margin, margin] : [-margin, pane - length + margin];
    return Math.min(Math.max(at, low), high);
}
