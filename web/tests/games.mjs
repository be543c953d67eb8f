// Whole games in this page, each decision by hand: by mouse, by keys alone, by touch.
import assert from 'node:assert/strict';
import { sitDown } from './local-table.mjs';
import { Keys, play, Pointer } from './play.mjs';
import { open, test } from './stage.mjs';

test('a whole game by mouse, to its result', async () => {
    const { page } = await open({ viewport: { width: 1280, height: 720 }, serviceWorkers: 'allow' });
    await sitDown(page);
    assert.ok((await play(page, new Pointer(page))) > 20);
    const verdict = await page.textContent('[data-action=ended] .body p');
    await page.click('[data-key=result]');
    await page.waitForSelector('.result .charts svg');
    const winners = await page.locator('.result tbody tr.first .who').allTextContents();
    assert.ok(winners.length >= 1);
    assert.equal(/^You (win|share)/.test(verdict), winners.some((name) => name.trim() === 'Player 1'), verdict);
    assert.match(await page.textContent('.result .what'), / · Recharged \(2018\) · .*\d{4}$/);
    // A rematch of the same players, without another form.
    await page.click('[data-key=again]');
    await page.waitForSelector('.table[data-phase=auction]');
    assert.equal(await page.locator('.players article').count(), 4);
});
test('a whole game by keyboard only', async () => {
    const { page } = await open({ viewport: { width: 1280, height: 720 }, serviceWorkers: 'allow' });
    const keys = new Keys(page);
    await keys.tabTo('[data-key=play-now]');
    await keys.type('Enter');
    await keys.tabTo('[data-level=easy]');
    await keys.type('Enter');
    await page.waitForSelector('.table');
    assert.ok((await play(page, keys)) > 20);
});
test('a whole game on a phone by touch', async () => {
    const { page } = await open({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true, serviceWorkers: 'allow' });
    await sitDown(page);
    assert.ok((await play(page, new Pointer(page, { touch: true }))) > 20);
});
