// The drawn maps: nothing printed on a sheet covers anything else, and every board has its sheet.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { textWidth } from '../tools/maps/font.mjs';
import { circleInRect, inside, pointInRings } from '../tools/maps/geometry.mjs';
import { blockOf, conflicts } from '../tools/maps/layout.mjs';
import { test } from './cases.mjs';

const load = createRequire(import.meta.url);
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const read = (path) => JSON.parse(readFileSync(here(path), 'utf8'));
const sizes = read('../src/maps/sizes.json');
const face = (subset) => load.resolve(`@fontsource/fira-sans-condensed/files/fira-sans-condensed-${subset}-500-normal.woff`);
const widthOf = textWidth([face('latin'), face('latin-ext')]);
const boards = readdirSync(here('../../data/boards')).map((file) => read(`../../data/boards/${file}`));
const MOST_BYTES = 25_000;

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
