// The drawn maps: nothing printed on a sheet covers anything else, and every board has its sheet.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { textWidth } from '../tools/maps/font.mjs';
import { circleInRect, inside, pointInRings } from '../tools/maps/geometry.mjs';
import { blockOf, conflicts } from '../tools/maps/layout.mjs';
import { test } from './cases.mjs';
import { sources } from './sources.mjs';

const load = createRequire(import.meta.url);
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const read = (path) => JSON.parse(readFileSync(here(path), 'utf8'));
const sizes = read('../src/maps/sizes.json');
const face = (subset) => load.resolve(`@fontsource/fira-sans-condensed/files/fira-sans-condensed-${subset}-500-normal.woff`);
const widthOf = textWidth([face('latin'), face('latin-ext')]);
const boards = readdirSync(here('../../data/boards')).map((file) => read(`../../data/boards/${file}`));
const MOST_BYTES = 25_000;
const { costBox, fitPlates, gradeAt, nameBox, overlap, PHONE, placeLabels, plateBox, READABLE, WIDE, around, closeView, corners, printedName, wholeView } =
    await sources('art/labels', 'art/room', 'art/views');

const rectOf = ([x, y, width, height]) => ({ left: x, top: y, right: x + width, bottom: y + height });

/** The points of a path made of M, l and z, as the maps write them. */
function ringsOf(path) {
    return [...path.matchAll(/M(-?\d+) (-?\d+)l([^Mz]*)/g)].map(([, x, y, steps]) => {
        const ring = [[Number(x), Number(y)]];
        const numbers = steps.match(/-?\d+/g).map(Number);
        for (let i = 0; i < numbers.length; i += 2)
            ring.push([ring.at(-1)[0] + numbers[i], ring.at(-1)[1] + numbers[i + 1]]);
        return ring;
    });
}

function scene(board) {
    const map = read(`../src/maps/${board.id}.json`);
    const index = new Map(board.cities.map((city, i) => [city.id, i]));
    const cities = board.cities.map((city, i) => {
        const [x, y, above] = map.cities[i];
        return { id: city.id, region: city.region, x, y, above: above === 1, nameWidth: widthOf(city.name, sizes.name.size) };
    });
    const links = board.connections.map(([from, to], i) => {
        const [x, y] = map.links[i];
        return { from: index.get(from), to: index.get(to), x, y };
    });
    return { map, cities, links };
}

/** Points along the name of a region, on the middle of its letters. */
function nameSpots({ path, size }) {
    const [ax, ay, cx, cy, bx, by] = path.match(/-?\d+/g).map(Number);
    return Array.from({ length: 21 }, (_, i) => {
        const u = i / 20;
        const at = (a, c, b) => (1 - u) ** 2 * a + 2 * u * (1 - u) * c + u * u * b;
        const length = Math.hypot(bx - ax, by - ay);
        return { x: at(ax, cx, bx) + ((by - ay) / length) * size * 0.35, y: at(ay, cy, by) - ((bx - ax) / length) * size * 0.35 };
    });
}

for (const board of boards) {
    test(`${board.id}: plates, names and prices do not overlap`, () => {
        const { cities, links } = scene(board);
        assert.deepEqual(conflicts(cities, links, sizes), []);
    });

    test(`${board.id}: every plate and name is inside the frame, the frame inside the sheet`, () => {
        const { map, cities } = scene(board);
        const frame = rectOf(map.frame);
        for (const city of cities) assert.ok(inside(blockOf(city, sizes), frame), city.id);
        assert.ok(inside(frame, rectOf(map.sheet)));
    });

    test(`${board.id}: every price lies on its connection`, () => {
        const { cities, links } = scene(board);
        for (const link of links) {
            const [a, b] = [cities[link.from], cities[link.to]];
            const length = Math.hypot(b.x - a.x, b.y - a.y);
            const off = Math.abs((link.x - a.x) * (b.y - a.y) - (link.y - a.y) * (b.x - a.x)) / length;
            assert.ok(off < 1.5, `${a.id}–${b.id}: ${off.toFixed(1)} off`);
        }
    });

    test(`${board.id}: every city lies in its region and can be hit on its plate`, () => {
        const { map, cities } = scene(board);
        const areas = map.regions.map((region) => ringsOf(region.area));
        cities.forEach((city, i) => {
            const region = board.regions.findIndex((each) => each.id === city.region);
            assert.ok(pointInRings(city.x, city.y, areas[region]), `${city.id} in its region`);
            const hits = ringsOf(map.hits[i]);
            for (const dx of [-0.3, 0, 0.3])
                assert.ok(pointInRings(city.x + dx * sizes.plate.width, city.y, hits), `${city.id} can be hit`);
        });
    });

    test(`${board.id}: names of regions keep clear of cities and prices, inside the frame`, () => {
        const { map, cities, links } = scene(board);
        const frame = rectOf(map.frame);
        map.regions.forEach(({ name }, i) => {
            for (const { x, y } of nameSpots(name)) {
                const half = name.size * 0.35;
                assert.ok(inside({ left: x - half, right: x + half, top: y - half, bottom: y + half }, frame), board.regions[i].id);
                for (const city of cities)
                    assert.ok(circleInRect(x, y, half, blockOf(city, sizes)) <= 0, `${board.regions[i].id} on ${city.id}`);
                for (const link of links)
                    assert.ok(Math.hypot(x - link.x, y - link.y) >= half + sizes.price.radius - 1, `${board.regions[i].id} on a price`);
            }
        });
    });

    test(`${board.id}: the file is small`, () => {
        const { size } = statSync(here(`../src/maps/${board.id}.json`));
        assert.ok(size < MOST_BYTES, `${size} bytes`);
    });
}

// --------------------------------------------------------------------------------- on a screen

const bold = (subset) => load.resolve(`@fontsource/fira-sans-condensed/files/fira-sans-condensed-${subset}-700-normal.woff`);
const boldWidth = textWidth([bold('latin'), bold('latin-ext')]);

/** A sheet as it is printed at a scale, with so many houses in every city. */
function printedAt(board, scale, inks, houses, step) {
    const { map, cities, links } = scene(board);
    const grade = gradeAt(scale, inks);
    const sites = cities.map(({ x, y }) => ({ x, y, taken: [0, 1, 2].map((place) => place < houses) }));
    const plates = fitPlates(sites, step, grade);
    const spots = cities.map(({ x, y, above }, i) => ({ x, y, above, wide: boldWidth(board.cities[i].name, 100) / 100, plate: plates[i], wanted: i % 3 === 0 }));
    const wires = links.map(({ from, to }, i) => ({ from, to, cost: board.connections[i][2], at: map.links[i] }));
    const within = { x: map.frame[0], y: map.frame[1], width: map.frame[2], height: map.frame[3] };
    const { names, costs } = placeLabels(spots, wires, grade, within);
    return {
        grade, spots, plates, names,
        boxes: [
            ...spots.map((spot, i) => ({ what: board.cities[i].id, box: plateBox(spot) })),
            ...names.flatMap((name, i) => (name.hidden ? [] : [{ what: `name of ${board.cities[i].id}`, box: nameBox(spots[i], name, grade) }])),
            ...costs.flatMap((cost, i) => (cost.hidden ? [] : [{ what: `cost of ${board.connections[i].slice(0, 2).join('–')}`, box: costBox(wires[i], cost, grade) }])),
        ],
        shownCosts: costs.filter(({ hidden }) => !hidden).length / costs.length,
    };
}

for (const board of boards) {
    test(`${board.id}: at every scale nothing covers anything else, and text is as large as it must be`, () => {
        for (const inks of [PHONE, WIDE])
            for (const scale of [0.28, 0.36, 0.45, 0.55, 0.66, 0.74, 0.86, 1.01, 1.5])
                for (const [houses, step] of [[0, 1], [1, 2], [3, 3]]) {
                    const { grade, boxes } = printedAt(board, scale, inks, houses, step);
                    const text = grade.level === 'far' ? inks.smallText : inks.name;
                    assert.ok(Math.min(grade.name, grade.cost) * scale >= text - 1e-6);
                    boxes.forEach(({ what, box }, i) => {
                        const rival = boxes.slice(i + 1).find((other) => overlap(box, other.box));
                        assert.equal(rival?.what, undefined, `${what} at ${scale} with ${houses} houses`);
                    });
                }
    });

    test(`${board.id}: at the first scales of a phone all names and nearly all costs are there, at the last with full cities`, () => {
        for (const [scale, houses, step, share] of [[READABLE[0], 0, 1, 0.8], [READABLE[0], 1, 1, 0.8], [READABLE.at(-1), 3, 3, 0.9]]) {
            const { names, plates, shownCosts, grade } = printedAt(board, scale, PHONE, houses, step);
            assert.equal(names.filter(({ hidden }) => hidden).length, 0, `names at ${scale}`);
            assert.ok(plates.every(({ grow }) => grow === grade.plate), `plates at ${scale}`);
            assert.ok(shownCosts >= share, `${shownCosts} of the costs at ${scale}`);
        }
    });

    test(`${board.id}: the whole map is as large as the buttons over it allow`, () => {
        const { spots } = printedAt(board, 1, WIDE, 2, 2);
        for (const [pane, inks] of [[{ width: 360, height: 300 }, PHONE], [{ width: 418, height: 280 }, PHONE], [{ width: 760, height: 446 }, WIDE]]) {
            const boxesAt = (scale) => spots.flatMap((spot) => [plateBox(spot), printedName(spot, gradeAt(scale, inks))]);
            const { scale, x, y, tools } = wholeView(pane, boxesAt);
            const seen = boxesAt(scale).map((box) => ({ x: x + box.x * scale, y: y + box.y * scale, width: box.width * scale, height: box.height * scale }));
            const all = around(seen);
            assert.ok(all.x >= 0 && all.y >= 0 && all.x + all.width <= pane.width && all.y + all.height <= pane.height);
            for (const button of corners(pane, tools)) assert.ok(!seen.some((box) => overlap(box, button)));
            assert.ok(Math.max(all.width / pane.width, all.height / pane.height) > 0.72, 'it could be larger');
        }
    });
}

test('a close view shows the first sight in any case, and all of them if they fit', () => {
    const pane = { width: 360, height: 300 };
    const seen = ({ scale, x, y }, sight) => [x + sight.x * scale, y + sight.y * scale];
    const inside = ([x, y]) => x >= 0 && x <= pane.width && y >= 0 && y <= pane.height;
    const far = [{ x: 0, y: 0, weight: 9 }, ...Array.from({ length: 8 }, (_, i) => ({ x: 1500 + i * 10, y: 1500, weight: 1 / (i + 2) }))];
    assert.ok(inside(seen(closeView(pane, 'row', far, 0.74, { width: 52, height: 36 }), far[0])));
    const near = [{ x: 100, y: 100, weight: 9 }, { x: 300, y: 250, weight: 0.1 }];
    for (const sight of near) assert.ok(inside(seen(closeView(pane, 'column', near, 0.74, { width: 52, height: 36 }), sight)));
});
test('a pane that is smaller than its buttons, or not laid out yet, has some view at once', () => {
    // Labels keep their size on the screen: in units of the sheet they grow as the scale shrinks.
    const boxesAt = (scale) => [{ x: 0, y: 0, width: 1000 + 100 / scale, height: 1000 + 20 / scale }];
    for (const pane of [{ width: 0, height: 0 }, { width: 90, height: 600 }, { width: 600, height: 20 }]) {
        const { scale, x, y } = wholeView(pane, boxesAt);
        assert.ok(scale > 0.01 && [x, y].every(Number.isFinite), JSON.stringify([pane, scale, x, y]));
    }
});
