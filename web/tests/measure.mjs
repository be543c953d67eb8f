// Measures the cost of a first visit and the response times of the page, and prints the figures. Nothing
// fails here: a busy machine is slow. Times are the best of several tries.
//
//     measure.mjs FOLDER [TRIES]      the built page
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { launch, openPage } from './browser.mjs';
import { play, Pointer } from './play.mjs';
import { serve } from './serve.mjs';

const [folder, tries = '5'] = process.argv.slice(2);
const SLOWDOWN = 4;
const PACKED = new Set(['.woff2', '.png']);
const server = await serve(folder);
const browser = await launch();

/** The compressed size of a file, in bytes. */
function transfer(path) {
    const bytes = readFileSync(join(folder, path.endsWith('/') ? `${path}index.html` : path));
    return PACKED.has(extname(path)) ? bytes.length : gzipSync(bytes, { level: 9 }).length;
}

/** Opens the page without its service worker, which fetches everything else when there is time. */
async function visit(options = {}) {
    const opened = await openPage(browser, 'about:blank', { serviceWorkers: 'block', viewport: { width: 1280, height: 720 }, ...options });
    const asked = new Set();
    opened.page.on('request', (request) => {
        if (request.url().startsWith(server.address) && !request.url().includes('/api/')) asked.add(new URL(request.url()).pathname);
    });
    const sum = () => [...asked].reduce((bytes, path) => bytes + transfer(path), 0);
    return { ...opened, asked, sum };
}

async function sitDown(page) {
    await page.click('[data-key=play-now]');
    await page.click('[data-level=easy]');
    await page.waitForSelector('.table .map [data-city]');
}

async function sizes() {
    const { page, context, sum } = await visit();
    await page.goto(server.address, { waitUntil: 'networkidle' });
    const start = sum();
    await sitDown(page);
    await page.waitForLoadState('networkidle');
    const board = sum();
    await context.close();
    return { start, board };
}

/** The time until the first button responds, on a slow processor. */
async function interactive() {
    const { page, context } = await visit();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await page.addInitScript(() => {
        const look = () => {
            if (document.querySelector('[data-level]')) window.interactiveAt ??= performance.now();
            else document.querySelector('[data-key=play-now]')?.click();
            if (window.interactiveAt === undefined) requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
    });
    await page.goto(server.address);
    await page.waitForFunction(() => window.interactiveAt !== undefined, undefined, { timeout: 60000 });
    const time = await page.evaluate(() => window.interactiveAt);
    await context.close();
    return time;
}

/** Frames per second while the map is dragged. */
async function panning() {
    const { page, context } = await visit();
    await page.goto(server.address);
    await sitDown(page);
    await page.waitForTimeout(600);
    const { x, y, width, height } = await page.locator('.map').first().boundingBox();
    const middle = { x: x + width / 2, y: y + height / 2 };
    await page.evaluate(() => {
        window.frames_ = [];
        const count = (now) => window.frames_.push(now) && requestAnimationFrame(count);
        requestAnimationFrame(count);
    });
    await page.mouse.move(middle.x, middle.y);
    await page.mouse.down();
    for (let i = 0; i < 90; i++) await page.mouse.move(middle.x + 120 * Math.sin(i / 9), middle.y + 60 * Math.cos(i / 7));
    await page.mouse.up();
    const frames = await page.evaluate(() => window.frames_);
    await context.close();
    return ((frames.length - 1) * 1000) / (frames.at(-1) - frames[0]);
}

/** The time from a click to its effect on the screen: median and max over a few rounds. */
async function clicks() {
    const { page, context } = await visit();
    await page.goto(server.address);
    await page.evaluate(() => {
        window.clicks = [];
        new PerformanceObserver((list) => {
            for (const { name, duration } of list.getEntries()) if (name === 'click') window.clicks.push(duration);
        }).observe({ type: 'event', durationThreshold: 16 });
    });
    await sitDown(page);
    await play(page, new Pointer(page), (_action, number) => number === 25);
    await page.waitForTimeout(300);
    const times = (await page.evaluate(() => window.clicks)).sort((a, b) => a - b);
    await context.close();
    return { middle: times[Math.floor(times.length / 2)] ?? 0, slowest: times.at(-1) ?? 0 };
}

async function several(measure) {
    const found = [];
    for (let i = 0; i < Number(tries); i++) found.push(await measure());
    return found;
}

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(0)} KB`;
const { start, board } = await sizes();
console.log(`compressed transfer before the start page works: ${kilobytes(start)} (wanted: 350 KB at most)`);
console.log(`compressed transfer with a board: ${kilobytes(board)} (wanted: 1000 KB at most)`);
console.log(`interactive, processor slowed down ${SLOWDOWN} times: ${Math.min(...(await several(interactive))).toFixed(0)} ms (wanted: under 1500 ms)`);
console.log(`frames while panning: ${Math.max(...(await several(panning))).toFixed(0)} a second (wanted: 60)`);
const answers = await several(clicks);
console.log(`a click's answer drawn: ${Math.min(...answers.map(({ middle }) => middle))} ms in the middle, ${Math.min(...answers.map(({ slowest }) => slowest))} ms at most (wanted: 100 ms at most)`);

await browser.close();
server.close();
