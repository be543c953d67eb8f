// Puzzles in the page: the one of the day, solved and failed, by keyboard and by mouse, offline.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { seriousFindings } from './axe.mjs';
import { Keys } from './play.mjs';
import { files } from './record-files.mjs';
import { open, still, test } from './stage.mjs';

const { puzzles } = JSON.parse(readFileSync(new URL('../../data/puzzles.json', import.meta.url)));
const puzzleAt = (stage, good = () => true) => puzzles.find((puzzle) => puzzle.position.includes(` stage=${stage} `) && good(puzzle));
const over = '[data-puzzle-answer=solved], [data-puzzle-answer=failed]';
const verdict = async (page) => {
    await page.waitForSelector(over);
    return page.getAttribute('[data-puzzle-answer]', 'data-puzzle-answer');
};
const kept = (page) => page.evaluate(() => JSON.parse(localStorage.getItem('elektro.puzzles') ?? '{}'));

test('a puzzle is failed, tried again and solved by keyboard, and remembered', async () => {
    const puzzle = puzzleAt('bid', ({ accepted, normal }) => accepted.length === 1 && /^bid/.test(accepted[0].turn) && normal.turn === 'pass');
    const { page } = await open({ address: `${still.address}#/puzzle/${puzzle.id}` });
    await page.waitForSelector('[data-puzzle]');
    const keys = new Keys(page);
    await keys.tabTo('[data-key=hint]');
    await keys.type('Enter');
    await page.waitForSelector('[data-hint]');
    assert.deepEqual(await seriousFindings(page), []);
    await keys.tabTo('.action [data-key=pass]');
    await keys.type('Enter');
    assert.equal(await verdict(page), 'failed');
    assert.match(await page.textContent('[data-puzzle-answer]'), /Not the best turn/);
    assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'H2');
    assert.ok(await page.locator('[data-reasons] li').count() > 0);
    assert.deepEqual(await seriousFindings(page), []);
    await keys.tabTo('[data-key=again]');
    await keys.type('Enter');
    await page.waitForSelector('.action [data-key=confirm]');
    await keys.tabTo('.action [data-key=confirm]');
    await keys.type('Enter');
    assert.equal(await verdict(page), 'solved');
    assert.deepEqual(await kept(page), { solved: [puzzle.id], failed: [puzzle.id], days: [] });
    await keys.tabTo('[data-key=next-puzzle]');
    await keys.type('Enter');
    await page.waitForFunction((id) => ![null, undefined, id].includes(document.querySelector('[data-puzzle]')?.dataset.puzzle), puzzle.id);
});
test('the puzzle of the day is offline, and its day counts', async () => {
    const { page, context } = await open({ serviceWorkers: 'allow', allowed: /net::ERR|Failed to load/ });
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.reload();
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await context.setOffline(true);
    await page.click('[data-key=puzzle-of-day]');
    await page.waitForSelector('[data-puzzle]');
    const id = await page.getAttribute('[data-puzzle]', 'data-puzzle');
    const today = await page.evaluate(() => Math.floor(Date.UTC(new Date().getFullYear(), new Date().getMonth(), new Date().getDate()) / 86400000));
    const sorted = [...puzzles].sort((a, b) => (a.id < b.id ? -1 : 1));
    assert.equal(id, sorted[today % sorted.length].id);
    // As if it had been solved today and on the two days before.
    await page.evaluate((days) => localStorage.setItem('elektro.puzzles', JSON.stringify({ solved: ['x'], failed: [], days })), [today - 2, today - 1, today]);
    await page.goto(`${still.address}#/puzzles`);
    await page.waitForSelector('[data-puzzles-solved="1"]');
    assert.match(await page.textContent('main'), /3 days in a row/);
    assert.equal(await page.getAttribute('[data-day-solved]', 'data-day-solved'), 'true');
});
test('puzzles are chosen by phase and grade, and an unknown one is refused with words', async () => {
    const { page } = await open({ address: `${still.address}#/puzzles`, viewport: { width: 360, height: 780 } });
    await page.getByLabel('Fuel', { exact: true }).check();
    assert.deepEqual(await seriousFindings(page), []);
    await page.click('[data-key=begin-puzzle]');
    await page.waitForSelector('[data-action=buy]');
    const id = await page.getAttribute('[data-puzzle]', 'data-puzzle');
    assert.equal(puzzles.find((puzzle) => puzzle.id === id).phase, 'fuel');
    await page.goto(`${still.address}#/puzzle/none`);
    await page.getByText('There is no such puzzle').waitFor();
});
test('after a first game the coach tells by itself what cost most, with a rule and a puzzle', async () => {
    const record = readFileSync(new URL('../../tests/wasm/shuffled.elektro', import.meta.url), 'utf8');
    const path = join(files, 'first.elektro');
    writeFileSync(path, record.slice(0, record.indexOf('\n41. ') + 1).replace(/^result:.*\n/m, ''));
    const { page } = await open({ address: `${still.address}#/replays` });
    await page.setInputFiles('.drop input[type=file]', path);
    await page.waitForSelector('[data-action=replay]');
    const id = await page.evaluate(() => location.hash.split('/')[2]);
    await page.evaluate((game) => new Promise((resolve, reject) => {
        const opening = indexedDB.open('elektro', 1);
        opening.onerror = reject;
        opening.onsuccess = () => {
            const storing = opening.result.transaction('games', 'readwrite');
            const games = storing.objectStore('games');
            games.get(game).onsuccess = ({ target }) => games.put({ ...target.result, first: true });
            storing.oncomplete = () => resolve(opening.result.close());
        };
    }), id);
    await page.goto(`${still.address}#/result/${id}`);
    await page.waitForSelector('[data-coach=done] [data-coached]');
    const told = page.locator('[data-coached]');
    assert.ok([1, 2].includes(await told.count()));
    assert.deepEqual(await seriousFindings(page), []);
    const puzzle = page.locator('[data-key^=coach-puzzle]').first();
    const rule = await page.locator('[data-key^=coach-rule]').first().getAttribute('href');
    assert.match(rule, /^#\/help\/.*\.(auction|resources|building|bureaucracy)$/);
    await puzzle.click();
    await page.waitForSelector('[data-puzzle]');
});
