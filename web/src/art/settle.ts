// Labels compete for room: each has some boxes where it may stand, the best first. Every label in turn moves to the box
// where it is in the way least, until none moves; labels that are still in the way of others are left out,
// the least important first. Nothing is random: the same labels always settle alike.
import { around, overlap, type Box } from './room';

export interface Item {
    /** Where it may stand, the best place first; none: it is left out. */
    boxes: Box[];
    /** What it costs to stand there, in parts of an overlap. */
    worse: number[];
    weight: number;
}

interface Label extends Item {
    at: number;
    out: boolean;
    near: Label[];
}

const PASSES = 12;

/** The chosen box of each item; -1: it is left out. */
export function settle(items: readonly Item[]): number[] {
    const labels: Label[] = items.map((item) => ({ ...item, at: 0, out: item.boxes.length === 0, near: [] }));
    const rivals = labels.filter(({ out }) => !out);
    findNeighbours(rivals);
    for (let pass = 0, moved = true; moved && pass < PASSES; pass++) {
        moved = false;
        for (const label of rivals) {
            const best = bestBox(label);
            moved ||= best !== label.at;
            label.at = best;
        }
    }
    leaveOut(rivals);
    return labels.map(({ at, out }) => (out ? -1 : at));
}

function findNeighbours(labels: Label[]): void {
    const reaches = labels.map(({ boxes }) => around(boxes));
    labels.forEach((label, i) => {
        label.near = labels.filter((_, j) => j !== i && overlap(reaches[i]!, reaches[j]!));
    });
}

function inTheWay(label: Label, at: number): Label[] {
    return label.near.filter((other) => !other.out && overlap(label.boxes[at]!, other.boxes[other.at]!));
}

function bestBox(label: Label): number {
    const cost = (at: number) => label.worse[at]! + inTheWay(label, at).reduce((sum, { weight }) => sum + weight, 0);
    let [best, least] = [label.at, cost(label.at) - 1e-9];
    for (let at = 0; at < label.boxes.length; at++) {
        const now = cost(at);
        if (now < least) [best, least] = [at, now];
    }
    return best;
}

/** Leaves out labels until none overlaps another, then brings back those that have room. */
function leaveOut(labels: Label[]): void {
    const byWeight = [...labels].sort((a, b) => a.weight - b.weight);
    for (const label of byWeight) label.out = inTheWay(label, label.at).length > 0;
    for (const label of byWeight.reverse()) {
        if (!label.out) continue;
        const free = label.boxes.findIndex((_, at) => inTheWay(label, at).length === 0);
        if (free >= 0) [label.at, label.out] = [free, false];
    }
}
