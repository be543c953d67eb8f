// The regions of a board as areas, and a place for the name of each.
//
// A country or state belongs to the region of its cities; where it has cities of several regions,
// and on boards that are one country, a point belongs to the region of the nearest city. The areas
// run out over the sea and the neighbours: the page clips them to the land.

import { circleInRect, pointInRings, segmentInRect, simplified } from './geometry.mjs';
import { blockOf } from './layout.mjs';

const CELL = 5;

function nearest(cities, x, y) {
    let best = null;
    let least = Infinity;
    for (const city of cities) {
        // Plates are wide: a point beside one is nearer than a point above.
        const distance = ((x - city.x) / 1.25) ** 2 + (y - city.y) ** 2;
        if (distance < least) [best, least] = [city, distance];
    }
    return { city: best, distance: Math.sqrt(least) };
}

/** Sets members of each unit: the cities whose region a point in it may belong to. */
function settle(units, cities) {
    for (const unit of units) unit.members = cities.filter((city) => city.unit === unit.id);
    for (const unit of units) {
        if (unit.members.length > 0 || unit.rings.length === 0) continue;
        const ring = unit.rings.reduce((a, b) => (b.length > a.length ? b : a));
        const x = ring.reduce((sum, p) => sum + p[0], 0) / ring.length;
        const y = ring.reduce((sum, p) => sum + p[1], 0) / ring.length;
        unit.members = [nearest(cities, x, y).city];
    }
}

/** Labels the cells of a grid over the frame with regions. */
function labels(grid, units, cities) {
    const { columns, rows, left, top } = grid;
    const label = new Int8Array(columns * rows).fill(-1);
    for (let row = 0; row < rows; row++) {
        for (let column = 0; column < columns; column++) {
            const x = left + (column + 0.5) * CELL;
            const y = top + (row + 0.5) * CELL;
            const near = nearest(cities, x, y);
            const unit = units.find((each) => pointInRings(x, y, each.rings));
            const at = row * columns + column;
            if (near.distance < 26) label[at] = near.city.region;
            else if (unit !== undefined) label[at] = nearest(unit.members, x, y).city.region;
        }
    }
    spread(label, columns, rows);
    return label;
}

/** Gives cells outside the country the region of the nearest cell inside. */
function spread(label, columns, rows) {
    let front = [...label.keys()].filter((at) => label[at] >= 0);
    while (front.length > 0) {
        const next = [];
        for (const at of front) {
            const column = at % columns;
            const around = [column > 0 && at - 1, column < columns - 1 && at + 1, at >= columns && at - columns, at < columns * (rows - 1) && at + columns];
            for (const other of around) {
                if (other === false || label[other] >= 0) continue;
                label[other] = label[at];
                next.push(other);
            }
        }
        front = next;
    }
}

/** The outline of one region: directed cell edges with the region on the left, chained to rings. */
function ringsOf(region, label, { columns, rows }) {
    const is = (column, row) =>
        column >= 0 && row >= 0 && column < columns && row < rows && label[row * columns + column] === region;
    const steps = new Map();
    const add = (x, y, dx, dy) => {
        const key = y * (columns + 1) + x;
        steps.set(key, [...(steps.get(key) ?? []), { x, y, dx, dy }]);
    };
    for (let row = 0; row < rows; row++) {
        for (let column = 0; column < columns; column++) {
            if (!is(column, row)) continue;
            if (!is(column, row - 1)) add(column, row, 1, 0);
            if (!is(column + 1, row)) add(column + 1, row, 0, 1);
            if (!is(column, row + 1)) add(column + 1, row + 1, -1, 0);
            if (!is(column - 1, row)) add(column, row + 1, 0, -1);
        }
    }
    const rings = [];
    while (steps.size > 0) rings.push(chain(steps, columns));
    return rings;
}

function chain(steps, columns) {
    const ring = [];
    let key = steps.keys().next().value;
    while (steps.has(key)) {
        const choices = steps.get(key);
        const step = choices.pop();
        if (choices.length === 0) steps.delete(key);
        ring.push([step.x, step.y]);
        key = (step.y + step.dy) * (columns + 1) + step.x + step.dx;
    }
    return ring;
}

/** Smooths a ring, but keeps the corners where three regions or the frame meet, so that neighbours
 *  share the very same line. */
function smoothed(ring, isCorner) {
    const fixed = ring.map(isCorner);
    const first = fixed.indexOf(true);
    if (first < 0) return smoothedArc([...ring, ring[0]], 14);
    const turned = [...ring.slice(first), ...ring.slice(0, first), ring[first]];
    const out = [];
    let from = 0;
    for (let i = 1; i < turned.length; i++) {
        if (i < turned.length - 1 && !isCorner(turned[i])) continue;
        out.push(...smoothedArc(turned.slice(from, i + 1), 14).slice(0, -1));
        from = i;
    }
    return out;
}

function smoothedArc(arc, times) {
    let points = arc;
    for (let n = 0; n < times; n++)
        points = points.map((p, i) =>
            i === 0 || i === points.length - 1
                ? p
                : [0, 1].map((axis) => (points[i - 1][axis] + 2 * p[axis] + points[i + 1][axis]) / 4),
        );
    // Simplified from the same end, so that both regions get the same line.
    const forward = arc[0][0] < arc.at(-1)[0] || (arc[0][0] === arc.at(-1)[0] && arc[0][1] <= arc.at(-1)[1]);
    const line = forward ? points : [...points].reverse();
    const thin = simplified(line, 0.16);
    return forward ? thin : thin.reverse();
}

/** Rings of every region in map units. */
export function regionAreas(count, units, cities, frame) {
    settle(units, cities);
    const grid = {
        left: frame.left,
        top: frame.top,
        columns: Math.ceil((frame.right - frame.left) / CELL),
        rows: Math.ceil((frame.bottom - frame.top) / CELL),
    };
    const label = labels(grid, units, cities);
    const at = (column, row) =>
        column < 0 || row < 0 || column >= grid.columns || row >= grid.rows ? -2 : label[row * grid.columns + column];
    const isCorner = ([x, y]) => new Set([at(x - 1, y - 1), at(x, y - 1), at(x - 1, y), at(x, y)]).size > 2;
    const areas = [];
    for (let region = 0; region < count; region++) {
        const rings = ringsOf(region, label, grid).map((ring) =>
            smoothed(ring, isCorner).map(([x, y]) => [grid.left + x * CELL, grid.top + y * CELL]),
        );
        areas.push(rings.filter((ring) => ring.length > 2));
    }
    const regionAt = (x, y) => at(Math.floor((x - grid.left) / CELL), Math.floor((y - grid.top) / CELL));
    return { areas, regionAt };
}

// ------------------------------------------------------------------------------------- labels

const ANGLES = [0, -8, 8, -18, 18, -30, 30, -45, 45, -62, 62];
const SIZES = [30, 26, 22, 19, 17, 15, 13];

/** Points along the middle of a label that bends a little, as names on maps do. */
function labelSpots({ x, y, angle, bend, length, size }) {
    const spots = [];
    const count = Math.ceil(length / size);
    for (let i = 0; i <= count; i++) {
        const u = i / count - 0.5;
        const along = u * length;
        const across = bend * length * (0.25 - u * u);
        const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
        spots.push([x + along * cos + across * sin, y + along * sin - across * cos]);
    }
    return spots;
}

const FIELD = 4;

/** For points of the frame: how far the next plate, name or price is, and whether a line passes. */
function fieldOf({ cities, links, sizes, frame }) {
    const columns = Math.ceil((frame.right - frame.left) / FIELD);
    const blocks = cities.map((city) => blockOf(city, sizes));
    const clearance = [];
    const crossed = [];
    for (let y = frame.top; y < frame.bottom; y += FIELD) {
        for (let i = 0; i < columns; i++) {
            const x = frame.left + i * FIELD;
            const box = { left: x - 6, right: x + 6, top: y - 6, bottom: y + 6 };
            let least = Math.min(x - frame.left, frame.right - x, y - frame.top, frame.bottom - y);
            for (const block of blocks) least = Math.min(least, -circleInRect(x, y, 0, block));
            for (const link of links) least = Math.min(least, Math.hypot(link.x - x, link.y - y) - sizes.price.radius);
            clearance.push(least);
            crossed.push(links.some((link) => segmentInRect(cities[link.from], cities[link.to], box) !== null));
        }
    }
    return (x, y) => {
        const at = Math.round((y - frame.top) / FIELD) * columns + Math.round((x - frame.left) / FIELD);
        return { clearance: clearance[at] ?? -1, crossed: crossed[at] ?? true };
    };
}

/** The penalty of a label: Infinity on a city, a price or outside its region, else the number of crossed lines. */
function labelCost(candidate, { field, regionAt, region, onLand, abroad }, ashore) {
    const spots = labelSpots(candidate);
    let cost = 0;
    for (const [x, y] of spots) {
        if (regionAt(x, y) !== region) return Infinity;
        const { clearance, crossed } = field(x, y);
        if (clearance < candidate.size * 0.5) return Infinity;
        if (crossed) cost += 1;
    }
    const off = spots.filter(([x, y]) => !onLand(x, y));
    if (ashore ? off.length > 0 : off.some(([x, y]) => abroad(x, y))) return Infinity;
    cost += off.length * 0.5;
    return cost / spots.length + Math.abs(candidate.angle) * 0.4 + Math.abs(candidate.bend) * 0.2;
}

function bestLabel(scene, size, letters, ashore) {
    const { frame } = scene;
    let best = null;
    for (let x = frame.left + 20; x < frame.right; x += 7) {
        for (let y = frame.top + 20; y < frame.bottom; y += 7) {
            if (scene.regionAt(x, y) !== scene.region) continue;
            for (const degrees of ANGLES) {
                for (const bend of [0, 0.25, -0.25]) {
                    const candidate = { x, y, angle: (degrees * Math.PI) / 180, bend, length: letters * size * 0.72, size };
                    const cost = labelCost(candidate, scene, ashore);
                    if (cost < (best?.cost ?? Infinity)) best = { ...candidate, cost };
                }
            }
        }
    }
    return best;
}

/** The labels of all regions: the largest that fits, with its baseline. */
export function regionLabels(regions, scene) {
    const field = fieldOf(scene);
    return regions.map(({ id }, region) => regionLabel({ ...scene, field, region }, id.length));
}

/** Conditions for a name, the best first: the share of its length that must fit (the rest is set
 *  smaller), the minimum size, and whether it must avoid the sea. It never lies outside the country. */
const WISHES = [
    { share: 1.15, least: 17, ashore: true },
    { share: 0.9, least: 15, ashore: true },
    { share: 0.75, least: 15, ashore: true },
    { share: 1, least: 15, ashore: false },
    { share: 0.6, least: 13, ashore: true },
    { share: 0.6, least: 13, ashore: false },
];

function regionLabel(scene, letters) {
    for (const { share, least, ashore } of WISHES) {
        for (const size of SIZES.filter((each) => each >= least)) {
            const best = bestLabel(scene, size, Math.max(5, letters * share), ashore);
            if (best !== null) return { size, length: Math.round(best.length), path: baseline(best) };
        }
    }
    throw new Error(`no room for the name of region ${scene.region}`);
}

/** The baseline lies below the middle of the letters. */
function baseline({ x, y, angle, bend, length, size }) {
    const drop = size * 0.35;
    const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
    const at = (along, across) => [x + along * cos + (across - drop) * sin, y + along * sin - (across - drop) * cos];
    const [a, control, b] = [at(-length / 2, 0), at(0, bend * length * 0.5), at(length / 2, 0)];
    const [p, q, r] = [a, control, b].map((point) => point.map(Math.round).join(' '));
    return `M${p}Q${q} ${r}`;
}
