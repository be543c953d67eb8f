// Help for newcomers: advice and the lessons of a first game.
import assert from 'node:assert/strict';
import { seriousFindings } from './axe.mjs';
import { log, reload, sitDown } from './local-table.mjs';
import { Keys, play, Pointer, turn } from './play.mjs';
import { open, still, test } from './stage.mjs';

test('advice is requested and followed by keyboard', async () => {
    const { page } = await open();
    await sitDown(page);
    const keys = new Keys(page);
    const followed = new Set();
    await play(page, keys, async (action) => {
        if (followed.has(action)) return false;
        const said = page.locator('[role=status]').filter({ hasText: 'A strong bot' });
        await keys.type('a');
        await said.waitFor({ state: 'attached' });
        const shown = await page.locator('[data-advice] p, [data-advice] li').allTextContents();
        assert.equal(await said.textContent(), shown.join(' '));
        assert.match(shown[0], /Chance to win: \d+%/);
        assert.deepEqual(await seriousFindings(page), []);
        const before = await log(page);
        await keys.tabTo('[data-key=follow]');
        await keys.type('Enter');
        // The advised move is made. Either it is tentative, with advice on the next decision unless a card comes
        // first, or it is final and in the log.
        await page.waitForFunction((lines) => {
            const there = (selector) => document.querySelector(selector) !== null;
            if (!there('.action [data-key=undo]:not(:disabled)')) return document.querySelectorAll('.log [role=log] li').length > lines;
            return there('[data-advice]') || !there('[data-key=advice]');
        }, before.length);
        assert.equal(await page.evaluate(() => document.activeElement === document.body), false);
        followed.add(action);
        await turn(page);
        return ['nominate', 'buy', 'build', 'power'].every((each) => followed.has(each));
    });
    assert.ok(followed.size >= 4);
});
test('advice is gone when anything changes, and is not offered without hints or in a replay', async () => {
    const { page } = await open();
    await sitDown(page);
    const hand = new Pointer(page);
    await play(page, hand, (action) => action === 'buy');
    await page.click('[data-key=advice]');
    await page.waitForSelector('[data-advice]');
    await hand.buy();
    assert.equal(await page.locator('[data-advice]').count(), 0);
    await page.click('.log-button');
    await page.getByRole('button', { name: 'Look back' }).click();
    assert.equal(await page.locator('[data-key=advice]').count(), 0);
    await page.getByRole('button', { name: 'Back to now' }).click();
    await page.waitForSelector('[data-key=advice]');
    const address = page.url();
    await page.goto(`${still.address}#/settings`);
    await page.getByLabel('Hints for newcomers').uncheck();
    await page.goto(address);
    assert.equal(await turn(page), 'buy');
    assert.equal(await page.locator('[data-key=advice]').count(), 0);
});
test('a first game explains every decision once, and a new game explains them again', async () => {
    const { page } = await open({ viewport: { width: 1280, height: 720 }, settings: { hints: false } });
    const begin = async () => {
        await page.goto(still.address);
        await page.click('[data-key=first-game]');
        await page.waitForSelector('.table');
    };
    const lesson = page.locator('[data-lesson]');
    await begin();
    const read = [];
    await play(page, new Pointer(page), async (action) => {
        while ((await lesson.count()) > 0) {
            read.push(await lesson.getAttribute('data-lesson'));
            const said = page.locator('[role=status]').filter({ hasText: await lesson.locator('p').textContent() });
            assert.equal(await said.count(), 1);
            assert.deepEqual(await seriousFindings(page), []);
            await page.focus('[data-key=understood]');
            await page.keyboard.press('Enter');
            assert.equal(await page.evaluate(() => document.activeElement === document.body), false);
            if (read.length === 2) {
                await reload(page);
                await turn(page);
            }
        }
        if (action in { nominate: 1, bid: 1, scrap: 1, buy: 1, build: 1, power: 1 }) assert.ok(read.includes(action), action);
        return false;
    });
    assert.equal(new Set(read).size, read.length);
    for (const each of ['goal', 'buy', 'build', 'power']) assert.ok(read.includes(each), each);
    await begin();
    await turn(page);
    assert.equal(await lesson.count(), 1);
});
