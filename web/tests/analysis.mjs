// The analysis of a game on its pages: made on request, shown as a chart, as marks and as turning points, kept.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { seriousFindings } from './axe.mjs';
import { files } from './record-files.mjs';
import { open, program, still, test } from './stage.mjs';

const WIDE = { viewport: { width: 1280, height: 720 } };
const PHONE = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true };
const RECORD = readFileSync(new URL('../../tests/wasm/shuffled.elektro', import.meta.url), 'utf8');
const MOVES = 26;

/** The first moves of a game: few, because every decision takes its time. */
function shortGame() {
    const path = join(files, 'short.elektro');
    writeFileSync(path, RECORD.slice(0, RECORD.indexOf(`\n${MOVES + 1}. `) + 1).replace(/^result:.*\n/m, ''));
    return path;
}

function wholeGame() {
    const path = join(files, 'whole.elektro');
    writeFileSync(path, RECORD);
    return path;
}

/** Opens a record; returns the id of its game. */
async function openFile(page, path) {
    await page.goto(`${still.address}#/replays`);
    await page.setInputFiles('.drop input[type=file]', path);
    await page.waitForSelector('[data-action=replay]');
    return page.evaluate(() => location.hash.split('/')[2]);
}

/** Stores an analysis that the command made with few playouts, as if the page had made it before. */
async function store(page, id, path) {
    const report = JSON.parse(execFileSync(program, ['analyse', '--json', '--nodes', '60', path], { encoding: 'utf8' }));
    const kept = { id: `review/${id}`, moves: report.chances.at(-1).number, report };
    await page.evaluate((object) => new Promise((resolve, reject) => {
        const opening = indexedDB.open('elektro', 1);
        opening.onerror = reject;
        opening.onsuccess = () => {
            const storing = opening.result.transaction('games', 'readwrite');
            storing.objectStore('games').put(object);
            storing.oncomplete = () => resolve(opening.result.close());
        };
    }), kept);
    await page.reload();
    return report;
}

const title = (page) => page.textContent('.action h2');
const moment = (page) => page.getAttribute('[data-key=chances]', 'aria-valuenow').then(Number);

test('a short game is analysed in its replay by keyboard; without the weights the page says why not; it is kept', async () => {
    const { page } = await open({ ...WIDE, allowed: /judge|ERR_FAILED/ });
    await page.route(/judge.*\.bin/, (route) => route.abort());
    await openFile(page, shortGame());
    const press = async (key) => {
        await page.focus(`.action [data-key=${key}]`);
        await page.keyboard.press('Enter');
    };
    await press('analyse');
    await page.locator('.working', { hasText: 'needs a file that this browser has not fetched' }).waitFor();
    await page.unroute(/judge.*\.bin/);
    await press('analyse');
    await page.waitForSelector('.action progress');
    // The pressed button is gone; the focus stays beside it.
    assert.ok(await page.evaluate(() => document.activeElement?.closest('.action') !== null));
    await press('cancel-analysis');
    await page.waitForSelector('.action progress', { state: 'detached' });
    assert.equal(await page.locator('[data-key=chances]').count(), 0);
    await press('analyse');
    // The page works meanwhile, and the chart grows.
    await page.waitForSelector('[data-key=chances]');
    await page.locator('[data-action=replay] input[type=range]').fill('9');
    assert.match(await title(page), /^Move 9 of /);
    await page.waitForSelector('.action progress', { state: 'detached' });

    await page.focus('[data-key=chances]');
    await page.keyboard.press('End');
    assert.equal(await moment(page), MOVES);
    await page.keyboard.press('Home');
    assert.equal(await moment(page), 0);
    await page.keyboard.press('ArrowRight');
    assert.equal(await moment(page), 1);
    assert.match(await page.getAttribute('[data-key=chances]', 'aria-valuetext'), /^Round 1, after move 1 · Auction, Anna \d+%, /);
    const box = await page.locator('[data-key=chances]').boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    assert.ok(Math.abs((await moment(page)) - MOVES / 2) <= 1);
    assert.deepEqual(await seriousFindings(page), []);

    await press('as-table');
    assert.ok((await page.locator('.action tbody tr').count()) > 15);
    await page.locator('.action tbody button').nth(2).click();
    await page.reload();
    await page.waitForSelector('[data-key=chances]');
    assert.equal(await page.locator('.action progress').count(), 0);
});

test('the result page tells turning points, shows the better turn on the board and plays on from there', async () => {
    const { page } = await open(PHONE);
    const path = wholeGame();
    const id = await openFile(page, path);
    const report = await store(page, id, path);
    await page.goto(`${still.address}#/result/${id}`);
    await page.waitForSelector('[data-summary]');
    const points = await page.locator('[data-turning-point]').evaluateAll((cards) => cards.map(({ dataset }) => Number(dataset.turningPoint)));
    assert.deepEqual(points, report.turning_points);
    assert.equal(await page.locator('[data-summary] thead th').count(), 3);
    assert.deepEqual(await seriousFindings(page), []);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);

    const number = points[0];
    await page.tap(`[data-key=show-${number}]`);
    await page.waitForSelector('.action [data-key=show-best][aria-pressed=true]');
    assert.equal(await moment(page), number - 1);
    assert.deepEqual(await seriousFindings(page), []);
    await page.tap('.action [data-key=show-best]');
    await page.waitForSelector('.action [data-key=show-best][aria-pressed=false]');
    // The list of moves has the mark with its word once the move is made.
    await page.locator('[data-action=replay] input[type=range]').fill(String(report.decisions.length));
    await page.tap('[data-tab=log] >> nth=-1');
    const { verdict } = report.decisions.find((decision) => decision.number === number);
    await page.locator('[data-panel=log] .verdict', { hasText: verdict }).first().waitFor();

    await page.goto(`${still.address}#/result/${id}`);
    await page.tap(`[data-key=play-on-${number}]`);
    await page.waitForFunction(() => location.hash.startsWith('#/game/'));
    await page.waitForSelector('.action [data-action]:not([data-action=wait])');
});
