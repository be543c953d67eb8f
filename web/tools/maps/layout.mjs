// Where the cities and prices of a board go: real places, nudged apart until nothing overlaps.
//
// A city is a block: the plate with its three places and the name under it. A price is a disc that
// slides on its connection. Blocks repel blocks, connections and discs that come too near; springs
// pull cities home; the springs weaken until no conflict is left. Nothing is random: the same board always
// gives the same map.

import { circleInRect, exitOf, grown, overlap, segmentInRect } from './geometry.mjs';

/** The rectangle of a city's plate, of its name, and of both. */
export function blockOf(city, sizes) {
    const { plate, name } = sizes;
    const wide = Math.max(plate.width, city.nameWidth) / 2;
    const half = plate.height / 2;
    const label = name.gap + name.height;
    return {
        left: city.x - wide,
        right: city.x + wide,
        top: city.y - half - (city.above ? label : 0),
        bottom: city.y + half + (city.above ? 0 : label),
    };
}

/** Puts each name on the side of its plate where fewer of the city's connections leave. */
function chooseSides(cities, links, sizes) {
    const steep = sizes.plate.height / sizes.plate.width;
    cities.forEach((city, index) => {
        let below = 0;
        for (const link of links) {
            if (link.from !== index && link.to !== index) continue;
            const other = cities[link.from === index ? link.to : link.from];
            const dy = other.y - city.y;
            if (Math.abs(dy) > steep * Math.abs(other.x - city.x)) below += Math.sign(dy);
        }
        city.above = below > 0;
    });
}

/** The stretch of a connection on which its price is clear of both its cities, as shares of it. */
export function clearOf(link, cities, sizes) {
    const a = cities[link.from];
    const b = cities[link.to];
    const dx = b.x - a.x;
    const dy = b.y - a.y;
    const length = Math.hypot(dx, dy) || 1;
    const room = sizes.price.radius + sizes.gap.plates;
    const start = exitOf(a.x, a.y, dx / length, dy / length, grown(blockOf(a, sizes), room));
    const end = exitOf(b.x, b.y, -dx / length, -dy / length, grown(blockOf(b, sizes), room));
    return { length, lack: start + end - length, low: start / length, high: 1 - end / length };
}

function place(link, cities, sizes) {
    const clear = clearOf(link, cities, sizes);
    if (clear.lack > 0) link.t = (clear.low + clear.high) / 2;
    else link.t = Math.min(Math.max(link.t, clear.low), clear.high);
    const a = cities[link.from];
    const b = cities[link.to];
    link.x = a.x + (b.x - a.x) * link.t;
    link.y = a.y + (b.y - a.y) * link.t;
    return clear;
}

const move = (thing, x, y) => {
    thing.x += x;
    thing.y += y;
};

function partBlocks(cities, sizes) {
    let worst = 0;
    for (let i = 0; i < cities.length; i++) {
        const a = grown(blockOf(cities[i], sizes), sizes.gap.blocks / 2);
        for (let j = i + 1; j < cities.length; j++) {
            const b = grown(blockOf(cities[j], sizes), sizes.gap.blocks / 2);
            const x = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            const y = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            const depth = Math.min(x, y);
            if (depth <= 0) continue;
            worst = Math.max(worst, depth);
            // Sideways pushes keep the north-south order; both axes share, the shorter one moves more.
            const push = depth * 0.3;
            const sx = cities[i].x < cities[j].x ? -1 : 1;
            const sy = cities[i].y < cities[j].y ? -1 : 1;
            const px = x < y ? push : push * 0.25;
            const py = x < y ? push * 0.25 : push;
            move(cities[i], sx * px, sy * py);
            move(cities[j], -sx * px, -sy * py);
        }
    }
    return worst;
}

function stretchLinks(links, cities, sizes) {
    let worst = 0;
    for (const link of links) {
        const clear = place(link, cities, sizes);
        if (clear.lack <= 0) continue;
        worst = Math.max(worst, clear.lack);
        const a = cities[link.from];
        const b = cities[link.to];
        const push = (clear.lack * 0.25) / clear.length;
        const dx = (b.x - a.x) * push;
        const dy = (b.y - a.y) * push;
        move(a, -dx, -dy);
        move(b, dx, dy);
    }
    return worst;
}

function clearLines(links, cities, sizes) {
    let worst = 0;
    for (const link of links) {
        const a = cities[link.from];
        const b = cities[link.to];
        for (const city of cities) {
            if (city === a || city === b) continue;
            const cut = segmentInRect(a, b, grown(blockOf(city, sizes), 2));
            if (cut === null) continue;
            worst = Math.max(worst, cut.depth);
            const push = cut.depth * 0.15;
            move(city, cut.x * push, cut.y * push);
            move(a, (-cut.x * push) / 2, (-cut.y * push) / 2);
            move(b, (-cut.x * push) / 2, (-cut.y * push) / 2);
        }
    }
    return worst;
}

/** Pushes a price: along its connection it slides, across it takes both cities with it. */
function pushPrice(link, cities, x, y) {
    const a = cities[link.from];
    const b = cities[link.to];
    const dx = b.x - a.x;
    const dy = b.y - a.y;
    const square = dx * dx + dy * dy || 1;
    const along = (x * dx + y * dy) / square;
    link.t += along;
    const ax = x - along * dx;
    const ay = y - along * dy;
    move(a, ax * 0.6, ay * 0.6);
    move(b, ax * 0.6, ay * 0.6);
}

function partPrices(links, cities, sizes) {
    let worst = 0;
    const apart = 2 * sizes.price.radius + sizes.gap.plates;
    for (let i = 0; i < links.length; i++) {
        for (let j = i + 1; j < links.length; j++) {
            const dx = links[j].x - links[i].x;
            const dy = links[j].y - links[i].y;
            const distance = Math.hypot(dx, dy) || 0.01;
            const depth = apart - distance;
            if (depth <= 0) continue;
            worst = Math.max(worst, depth);
            const push = (depth * 0.4) / distance;
            pushPrice(links[i], cities, -dx * push, -dy * push);
            pushPrice(links[j], cities, dx * push, dy * push);
        }
    }
    return worst;
}

function clearPrices(links, cities, sizes) {
    let worst = 0;
    for (const link of links) {
        for (const [index, city] of cities.entries()) {
            if (index === link.from || index === link.to) continue;
            const block = blockOf(city, sizes);
            const depth = circleInRect(link.x, link.y, sizes.price.radius + sizes.gap.plates, block);
            if (depth <= 0) continue;
            worst = Math.max(worst, depth);
            const dx = link.x - (block.left + block.right) / 2;
            const dy = link.y - (block.top + block.bottom) / 2;
            const push = (depth * 0.3) / (Math.hypot(dx, dy) || 1);
            pushPrice(link, cities, dx * push, dy * push);
            move(city, -dx * push * 0.5, -dy * push * 0.5);
        }
    }
    return worst;
}

/** Pushes a price away from other connections, as far as possible: some lines do cross. */
function avoidLines(links, cities, sizes, zeal) {
    const room = sizes.price.radius + 1;
    for (const link of links) {
        for (const other of links) {
            if (other === link) continue;
            const r = { left: link.x - room, right: link.x + room, top: link.y - room, bottom: link.y + room };
            const cut = segmentInRect(cities[other.from], cities[other.to], r);
            if (cut !== null) pushPrice(link, cities, cut.x * cut.depth * zeal, cut.y * cut.depth * zeal);
        }
    }
}

function homeward(cities, links, strength) {
    for (const city of cities) move(city, (city.homeX - city.x) * strength, (city.homeY - city.y) * strength);
    for (const link of links) link.t += (0.5 - link.t) * 0.05;
}

const ROUNDS = 6000;
const CALM = 0.02;

/** Moves cities ({x, y, nameWidth}) and sets x, y of links ({from, to}); returns the worst conflict left. */
export function layOut(cities, links, sizes) {
    for (const city of cities) Object.assign(city, { homeX: city.x, homeY: city.y });
    for (const link of links) link.t = 0.5;
    let worst = Infinity;
    for (let round = 0; round < ROUNDS; round++) {
        const left = 1 - round / (ROUNDS * 0.7);
        if (round === 0 || round === ROUNDS / 4) chooseSides(cities, links, sizes);
        if (left > 0) homeward(cities, links, 0.02 * left ** 2);
        worst = Math.max(
            stretchLinks(links, cities, sizes),
            partBlocks(cities, sizes),
            clearLines(links, cities, sizes),
            partPrices(links, cities, sizes),
            clearPrices(links, cities, sizes),
        );
        if (left > 0) avoidLines(links, cities, sizes, 0.1 * left);
        for (const link of links) place(link, cities, sizes);
        if (left <= 0 && worst < CALM) break;
    }
    return worst;
}

/** Descriptions of all overlaps; empty for a good map. */
export function conflicts(cities, links, sizes) {
    const found = [];
    const blocks = cities.map((city) => blockOf(city, sizes));
    const { radius } = sizes.price;
    blocks.forEach((a, i) => {
        for (let j = i + 1; j < blocks.length; j++)
            if (overlap(a, blocks[j]) > 0) found.push(`${cities[i].id} overlaps ${cities[j].id}`);
    });
    links.forEach((link, i) => {
        const name = `price ${cities[link.from].id}–${cities[link.to].id}`;
        blocks.forEach((block, c) => {
            if (circleInRect(link.x, link.y, radius, block) > 0) found.push(`${name} overlaps ${cities[c].id}`);
        });
        for (let j = i + 1; j < links.length; j++) {
            const other = links[j];
            if (Math.hypot(link.x - other.x, link.y - other.y) < 2 * radius)
                found.push(`${name} overlaps price ${cities[other.from].id}–${cities[other.to].id}`);
        }
    });
    return found;
}
