// Draws the maps: reads data/boards/*.json and the outlines, writes src/maps/BOARD.json.
//
//     node tools/make-maps.mjs [board ...]
//
// A map is one sheet in its own units (sizes.json gives the sizes of what is printed on it):
//
//   sheet, frame   [x, y, width, height]: all that is printed; the part that holds the cities
//   land, home     outlines of all land, and of the countries of the board
//   frontier, border, inner   lines between other countries, around the board's, inside it
//   lakes, rivers, graticule
//   regions        areas, to be clipped to home; their names: {size, length, path}
//   cities         [x, y, above]: middle of the plate; above is 1 where the name is over it
//   hits           the area of each city for pointers and fingers
//   links          [x, y] of each price
//   title          [x, y]: upper left corner of the room left for the map's title

import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { geoContains } from 'd3-geo';
import { feature } from 'topojson-client';
import { createRequire } from 'node:module';
import { baseOf } from './maps/boards.mjs';
import { textWidth } from './maps/font.mjs';
import { geographyOf, projectionOf } from './maps/geography.mjs';
import { circleInRect, grown, nearerHalf, overlap, pathOf, pointInRings, segmentInRect } from './maps/geometry.mjs';
import { blockOf, conflicts, layOut } from './maps/layout.mjs';
import { regionAreas, regionLabels } from './maps/regions.mjs';
import { smallestScale, warpOf } from './maps/warp.mjs';

const load = createRequire(import.meta.url);
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const sizes = JSON.parse(readFileSync(here('../src/maps/sizes.json'), 'utf8'));
const face = (subset) => load.resolve(`@fontsource/fira-sans-condensed/files/fira-sans-condensed-${subset}-500-normal.woff`);
const widthOf = textWidth([face('latin'), face('latin-ext')]);

const MARGIN = 26; // between the cities and the frame
const WIDEST = 1.9; // sheets are at least this wide for their height, to fill wide screens
const BLEED = 70; // printed beyond the frame on every side
const EDGE = 6; // between the title and the edge of what is seen at first
const REACH = 64; // no city is picked from further away

function bounds(points) {
    const xs = points.map((p) => p[0]);
    const ys = points.map((p) => p[1]);
    return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

/** Scales the projection so that the cities cover the board's area. */
function project(board, config) {
    const projection = projectionOf(config, board.cities);
    const points = board.cities.map((city) => projection([city.lon, city.lat]));
    const box = bounds(points);
    const area = (box.right - box.left) * config.widen * (box.bottom - box.top);
    projection.scale(projection.scale() * Math.sqrt((config.area * 1000) / area));
    return projection;
}

/** The country or state of each city by its real position; the nearest one for harbours. */
function unitOf(city, config) {
    const inUsa = config.home.includes('840');
    const atlas = load(inUsa ? 'us-atlas/states-10m.json' : 'world-atlas/countries-10m.json');
    const shapes = inUsa ? atlas.objects.states : atlas.objects.countries;
    const candidates = shapes.geometries.filter((shape) => inUsa || config.home.includes(shape.id));
    for (let off = 0; off < 0.5; off += 0.05) {
        for (const [dx, dy] of [[0, 0], [off, 0], [-off, 0], [0, off], [0, -off]]) {
            const found = candidates.find((shape) => geoContains(feature(atlas, shape), [city.lon + dx, city.lat + dy]));
            if (found !== undefined) return found.id;
        }
    }
    throw new Error(`${city.id} lies outside its board`);
}

function frameOf(cities) {
    const blocks = cities.map((city) => blockOf(city, sizes));
    return grown(
        {
            left: Math.min(...blocks.map((b) => b.left)),
            right: Math.max(...blocks.map((b) => b.right)),
            top: Math.min(...blocks.map((b) => b.top)),
            bottom: Math.max(...blocks.map((b) => b.bottom)),
        },
        MARGIN,
    );
}

/** A rectangle made at least so wide for its height. */
function widened(rect, least) {
    const lack = Math.max(0, (rect.bottom - rect.top) * least - (rect.right - rect.left));
    return { ...rect, left: rect.left - lack / 2, right: rect.right + lack / 2 };
}

const sheetOf = (frame) => widened(grown(frame, BLEED), WIDEST);

/** Moves everything so that the sheet begins at (0, 0). */
function toOrigin(projection, cities, links, widen) {
    const { left, top } = sheetOf(frameOf(cities));
    projection.translate([-left / widen, -top]);
    for (const city of cities) {
        city.homeX -= left;
        city.homeY -= top;
    }
    for (const thing of [...cities, ...links]) {
        thing.x -= left;
        thing.y -= top;
    }
}

/** The area around a city that is nearer to it than to any other, and not far. */
function hitOf(city, cities) {
    const middle = (of) => ({ x: of.x, y: of.y + (of.above ? -0.5 : 0.5) * (sizes.name.height + sizes.name.gap) });
    const own = middle(city);
    let area = Array.from({ length: 12 }, (_, i) => {
        const turn = (i * Math.PI) / 6;
        return [own.x + REACH * Math.cos(turn), own.y + REACH * Math.sin(turn)];
    });
    for (const other of cities) if (other !== city) area = nearerHalf(area, own, middle(other));
    return area;
}

/** A free corner for the title in the initial view, over the sea if possible. */
function titleSpot(view, cities, links, land) {
    const { width, height } = sizes.title;
    const blocks = cities.map((city) => grown(blockOf(city, sizes), 10));
    let best = null;
    for (let x = view.left + EDGE; x <= view.right - EDGE - width; x += 10) {
        for (let y = view.top + EDGE; y <= view.bottom - EDGE - height; y += 10) {
            const room = { left: x, top: y, right: x + width, bottom: y + height };
            if (blocks.some((block) => overlap(block, room) > 0)) continue;
            if (links.some((link) => circleInRect(link.x, link.y, sizes.price.radius + 8, room) > 0)) continue;
            if (links.some((link) => segmentInRect(cities[link.from], cities[link.to], room) !== null)) continue;
            const ashore = [0.02, 0.25, 0.5, 0.75, 0.98].filter((u) => pointInRings(x + u * width, y + height / 2, land)).length;
            const inner = Math.min(x - view.left, view.right - x - width) + Math.min(y - view.top, view.bottom - y - height);
            // The lower left is the place for a title: markets cover the upper edge, buttons the right.
            const cost = inner + ashore * 40 + (y < (view.top + view.bottom) / 2 ? 150 : 0) + (x > (view.left + view.right) / 2 ? 90 : 0);
            if (cost < (best?.cost ?? Infinity)) best = { cost, spot: [Math.round(x), Math.round(y)] };
        }
    }
    return best?.spot ?? null;
}

/** The position of the title: where most screens show it, or further out if there is no room. */
function titleOf(frame, cities, links, land) {
    for (const width of [1.1, 1.25, 1.4, 1.6]) {
        const spot = titleSpot(widened(frame, width), cities, links, land);
        if (spot !== null) return spot;
    }
    throw new Error('no room for a title');
}

const box = (r) => [r.left, r.top, r.right - r.left, r.bottom - r.top].map(Math.round);

function makeMap(board) {
    const config = baseOf(board);
    const projection = project(board, config);
    const index = new Map(board.cities.map((city, i) => [city.id, i]));
    const regionIndex = new Map(board.regions.map((region, i) => [region.id, i]));
    const cities = board.cities.map((city) => {
        const [x, y] = projection([city.lon, city.lat]);
        return {
            id: city.id,
            lon: city.lon,
            lat: city.lat,
            x: x * config.widen,
            y,
            nameWidth: widthOf(city.name, sizes.name.size),
            region: regionIndex.get(city.region),
            unit: unitOf(city, config),
        };
    });
    const links = board.connections.map(([from, to]) => ({ from: index.get(from), to: index.get(to) }));
    layOut(cities, links, sizes);
    const found = conflicts(cities, links, sizes);
    if (found.length > 0) throw new Error(`${board.id}: ${found.join('; ')}`);

    toOrigin(projection, cities, links, config.widen);
    const frame = frameOf(cities);
    const sheet = sheetOf(frame);
    const warp = warpOf(cities);
    const scale = smallestScale(warp, sheet);
    if (scale < 0.05) throw new Error(`${board.id}: the land folds (${scale.toFixed(2)})`);
    const { widen, coarse = 1 } = config;
    const geography = geographyOf(config, { projection, widen, coarse, extent: grown(sheet, 60), warp }, cities);
    const { areas, regionAt } = regionAreas(board.regions.length, geography.units, cities, sheet);
    const onLand = (x, y) => pointInRings(x, y, geography.home);
    const abroad = (x, y) => pointInRings(x, y, geography.land) && !onLand(x, y);
    const names = regionLabels(board.regions, { cities, links, sizes, frame, regionAt, onLand, abroad });
    const map = {
        sheet: box(sheet),
        frame: box(frame),
        land: pathOf(geography.land, true),
        home: pathOf(geography.home, true),
        frontier: pathOf(geography.frontier, false),
        border: pathOf(geography.border, false),
        inner: pathOf(geography.inner, false),
        lakes: pathOf(geography.lakes, true),
        rivers: pathOf(geography.rivers, false),
        graticule: pathOf(geography.graticule, false),
        regions: areas.map((rings, i) => ({ area: pathOf(rings, true), name: names[i] })),
        cities: cities.map((city) => [Math.round(city.x), Math.round(city.y), city.above ? 1 : 0]),
        hits: cities.map((city) => pathOf([hitOf(city, cities)], true)),
        links: links.map((link) => [Math.round(link.x), Math.round(link.y)]),
        title: titleOf(frame, cities, links, geography.land),
    };
    return { map, scale };
}

const wanted = process.argv.slice(2);
for (const file of readdirSync(here('../../data/boards')).sort()) {
    const board = JSON.parse(readFileSync(here(`../../data/boards/${file}`), 'utf8'));
    if (wanted.length > 0 && !wanted.includes(board.id)) continue;
    const { map, scale } = makeMap(board);
    const text = `${JSON.stringify(map)}\n`;
    writeFileSync(here(`../src/maps/${board.id}.json`), text);
    const parts = Object.entries(map).map(([key, value]) => `${key} ${JSON.stringify(value).length}`);
    console.log(`${board.id}: ${text.length} bytes, smallest scale ${scale.toFixed(2)} (${parts.join(', ')})`);
}
