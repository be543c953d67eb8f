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

// ---------------------------------------------------------------------------------- the guided first game

const lesson = (page) => page.evaluate(() => document.querySelector('[data-lesson]')?.dataset.lesson ?? null);
const goal = (page) => page.evaluate(() => document.querySelector('[data-goal]')?.textContent ?? null);

/** Begins the guided game of an edition from the start page. */
async function learn(edition, options) {
    const { page } = await open(options);
    await page.click('[data-key=first-game]');
    await page.click(`[data-key=first-${edition}]`);
    await page.waitForSelector('.table');
    return page;
}

/** Waits until the rings stand still around what they point at, all of it on the screen, and returns their middles. */
async function rings(page) {
    const found = await page.waitForFunction(() => {
        const boxes = [...document.querySelectorAll('svg[data-spots] .ring')].map((ring) => ring.getBoundingClientRect());
        const key = JSON.stringify(boxes);
        const still = key === window.ringsBefore && boxes.length > 0;
        window.ringsBefore = key;
        return still && boxes.map(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2, width, height }));
    }, null, { polling: 'raf' });
    const spots = await found.jsonValue();
    const { width, height } = page.viewportSize();
    for (const { x, y } of spots) assert.ok(x > 0 && x < width && y > 0 && y < height, `${x} ${y}`);
    return spots;
}

/** Does nothing but read and click where the rings are, until stop(lesson, goal) says so; returns the lessons. */
async function followRings(page, click, stop) {
    const read = [];
    for (let clicks = 0; clicks < 80; clicks++) {
        await turn(page);
        const [due, wanted] = [await lesson(page), await goal(page)];
        if (await stop(due, wanted)) return read;
        if (due !== null) {
            read.push(due);
            await page.click('[data-key=understood]');
            await page.waitForFunction((id) => document.querySelector('[data-lesson]')?.dataset.lesson !== id, due);
            continue;
        }
        assert.notEqual(wanted, null, 'without a lesson there is a goal');
        const [{ x, y }] = await rings(page);
        const before = await page.evaluate(() => document.querySelector('.table').textContent);
        await click(x, y);
        await page.waitForFunction((text) => document.querySelector('.table').textContent !== text, before);
    }
    throw new Error('the guide leads nowhere');
}

test('the guide points at what it talks about and waits; who follows it learns a round', async () => {
    const page = await learn('recharged', { viewport: { width: 1280, height: 720 }, settings: { hints: false } });
    const spoken = ['goal', 'map', 'plants', 'discount', 'bid'];
    for (const each of spoken) {
        await page.waitForSelector(`[data-lesson=${each}]`);
        await rings(page);
        const said = page.locator('[role=status]').filter({ hasText: await page.textContent('[data-lesson] p:nth-child(2)') });
        assert.equal(await said.count(), 1);
        // Nothing has moved, and a screen reader and the keyboard get along.
        const moves = (await log(page)).filter((line) => /Volta|Ampère/.test(line)).length;
        assert.equal(moves, each === 'bid' ? 2 : 0);
        if (each === 'bid') assert.deepEqual(await seriousFindings(page), []);
        await page.focus('[data-key=understood]');
        await page.keyboard.press('Enter');
        assert.equal(await page.evaluate(() => document.activeElement === document.body), false);
    }
    assert.match(await goal(page), /pass/);
    const click = (x, y) => page.mouse.click(x, y);
    assert.deepEqual(await followRings(page, click, (due) => due === 'buy'), ['nominate', 'outbid', 'order']);

    // The rule of a lesson is a marked passage of the rules.
    const [rules] = await Promise.all([page.context().waitForEvent('page'), page.click('[data-key=lesson-rule]')]);
    await rules.waitForSelector('.pointed[data-passage="resources.buy"]');
    await rules.close();

    // A move that the rules refuse, and one that they allow but that is not the goal.
    await page.click('[data-key=understood]');
    await page.click('.action [data-key=done]');
    const explained = await page.textContent('[data-mistake]');
    assert.match(explained, /Plant 10 stays without fuel/);
    assert.deepEqual(await seriousFindings(page), []);
    const lines = await log(page);
    await reload(page);
    await page.waitForSelector('[data-mistake]');
    assert.deepEqual(await log(page), lines);
    await page.click('[data-key=take-back]');
    await page.waitForSelector('[data-action=buy] [data-goal]');
    assert.equal(await page.locator('[data-mistake]').count(), 0);

    // The guide explains again on request, and the game is left and continued at the same lesson.
    await page.click('[data-key=explain-again]');
    await page.waitForSelector('[data-lesson=buy]');
    assert.deepEqual(await followRings(page, click, (due) => due === 'power'), ['buy', 'build']);
    await page.click('.home');
    await page.click('[data-key=first-game]');
    await page.click('[data-key=first-continue]');
    await page.waitForSelector('[data-lesson=power]');

    // What is clicked instead of the button is an answer, too; and the last turn can be taken back.
    await page.click('.action [data-key=done]');
    await page.waitForSelector('[data-lesson=refill]');
    await page.click('[data-key=understood]');
    await page.waitForSelector('[data-action=bid]');
    await page.click('[data-key=take-back-turn]');
    await page.waitForSelector('[data-action=power]');
    await page.click('[data-key=stop-lessons]');
    await page.waitForFunction(() => document.querySelector('[data-guided]') === null);
    assert.equal(await goal(page), null);
});
test('on a phone the guide opens the right tab and can be followed with a thumb; a refused move says why', async () => {
    const page = await learn('classic', { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
    const tabs = { map: 'map', plants: 'plants', bid: 'plants', order: 'players', buy: 'fuel', build: 'map', refill: 'fuel' };
    const tap = (x, y) => page.touchscreen.tap(x, y);
    let refused = false;
    const read = await followRings(page, tap, async (due, wanted) => {
        if (due in tabs) {
            await page.waitForSelector(`.table[data-tab=${tabs[due]}]`);
            await rings(page);
        }
        if (due === null && !refused && /plant 7/.test(wanted)) {
            refused = true;
            await page.locator('.action [data-key=pass]').tap({ force: true });
            assert.match(await page.textContent('.coach [role=alert]'), /first round/);
            await page.locator('.plants [data-plant="4"] button').tap();
            await page.locator('.action [data-key=confirm]').tap();
            assert.match(await page.textContent('[data-mistake]'), /Plant 4 burns 2 and powers 1; plant 7 burns 3 and powers 2/);
            await page.locator('[data-key=take-back]').tap();
            await page.waitForSelector('[data-goal]');
        }
        return due === 'second';
    });
    assert.deepEqual(read, ['goal', 'map', 'plants', 'bid', 'nominate', 'outbid', 'order', 'buy', 'build', 'power', 'refill']);
    assert.ok(refused);
});
test('on a phone on its side the lesson is read from its beginning, and what the guide asks for can be reached', async () => {
    const page = await learn('classic', { viewport: { width: 740, height: 360 }, hasTouch: true, isMobile: true });
    const read = await followRings(page, (x, y) => page.touchscreen.tap(x, y), async (due) => {
        if (due !== null) {
            const { y } = await page.locator('[data-lesson] .number').boundingBox();
            const top = (await page.locator('.action').boundingBox()).y;
            assert.ok(y >= top, `lesson ${due} begins ${top - y} pixels above its panel`);
        }
        return due === 'power';
    });
    assert.ok(read.includes('outbid') && read.includes('build'));
});
