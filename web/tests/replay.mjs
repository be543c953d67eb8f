// Replays: jumps, the slider and its marks, playing, links to a moment.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { seriousFindings } from './axe.mjs';
import { sitDown } from './local-table.mjs';
import { play, Pointer } from './play.mjs';
import { files } from './record-files.mjs';
import { open, still, test } from './stage.mjs';

const WIDE = { viewport: { width: 1280, height: 720 } };
const RECORD = readFileSync(new URL('../../tests/wasm/shuffled.elektro', import.meta.url), 'utf8');
/** The number of the last move before a round, phase or Step of the record. */
const before = (heading) => Number(new RegExp(`^# ${heading}.*\\n(\\d+)\\. `, 'm').exec(RECORD)[1]) - 1;
const LAST = Number([...RECORD.matchAll(/^(\d+)\. /gm)].at(-1)[1]);

async function openGame(page) {
    const path = join(files, 'replay.elektro');
    writeFileSync(path, RECORD);
    await page.goto(`${still.address}#/replays`);
    await page.setInputFiles('.drop input[type=file]', path);
    await page.waitForSelector('[data-action=replay]');
}

const shown = async (page) => Number(/^Move (\d+) of/.exec(await page.textContent('.action h2'))?.[1] ?? LAST);
const key = (page, name) => page.locator(`.action [data-key=${name}]`);

test('a replay jumps by round, phase and Step, with buttons, keys and a list; its slider has marks', async () => {
    const { page } = await open(WIDE);
    await openGame(page);
    assert.equal(await shown(page), 0);
    await key(page, 'round-forth').click();
    assert.equal(await shown(page), before('Round 2'));
    await key(page, 'move-forth').click();
    await page.keyboard.press('PageDown');
    assert.equal(await shown(page), before('Round 3'));
    await page.keyboard.press('Shift+ArrowRight');
    assert.equal(await shown(page), before('Round 3, Step 1: resources'));
    await page.keyboard.press('PageUp');
    assert.equal(await shown(page), before('Round 3'));
    await key(page, 'chapters').selectOption('Round 4 · Building');
    assert.equal(await shown(page), before('Round 4, Step 1: building'));
    const marks = await page.locator('[data-round]').evaluateAll((all) => all.map(({ dataset }) => Number(dataset.round)));
    assert.deepEqual(marks, marks.map((_, index) => index + 1));
    assert.ok(RECORD.includes(`# Round ${marks.length},`) && !RECORD.includes(`# Round ${marks.length + 1},`));
    const step = await key(page, 'chapters').locator('option', { hasText: 'Step 2' }).textContent();
    await key(page, 'chapters').selectOption(step);
    assert.match(await page.textContent('.now .step'), /Step 2/);
    // The mark of Step 2 is where the slider is now.
    const [mark, slider] = await Promise.all([page.locator('[data-step="2"]').boundingBox(), page.locator('.action input[type=range]').boundingBox()]);
    const thumb = await page.evaluate(() => 1.4 * parseFloat(getComputedStyle(document.documentElement).fontSize));
    const expected = slider.x + thumb / 2 + ((slider.width - thumb) * (await shown(page))) / LAST;
    assert.ok(Math.abs(mark.x + mark.width / 2 - expected) < 2, `the mark is at ${mark.x}, the thumb at ${expected}`);
    assert.deepEqual(await seriousFindings(page), []);
    // There is no now in a record: the replay has an end.
    assert.equal(await key(page, 'now').count(), 0);
    await key(page, 'to-end').click();
    await page.waitForSelector('[data-action=ended]');
    await page.keyboard.press('Home');
    assert.equal(await shown(page), 0);
    await page.keyboard.press('End');
    // The result: money by round ends with the final money, fuel is counted as in the record, no time is known.
    await key(page, 'result').click();
    await page.waitForSelector('.charts svg');
    const money = await page.locator('table', { has: page.locator('caption', { hasText: 'Money by round' }) }).locator('tbody tr').last().locator('td').allTextContents();
    assert.deepEqual(money, ['Anna', 'Bot 2', 'Bot 3'].map((name) => new RegExp(`${name} supplies \\d+, has (\\d+)`).exec(RECORD)[1]));
    const oil = [...RECORD.matchAll(/^\d+\. Anna: buy oil (\d+)$/gm)].reduce((sum, [, count]) => sum + Number(count), 0);
    assert.match(await page.textContent('[data-figures="0"] [data-of=fuel]'), new RegExp(`oil ${oil}(?!\\d)`));
    assert.match(await page.textContent('[data-figures="0"] [data-of=cost]'), /^\d+(\.\d)?$/);
    assert.equal(await page.locator('[data-of=time]').count(), 0);
});
test('a replay plays at the chosen speed, which is kept, and pauses', async () => {
    const { page } = await open(WIDE);
    await openGame(page);
    await key(page, 'speed').selectOption('4×');
    await page.keyboard.press('p');
    await page.waitForFunction(() => /^Move ([3-9]|\d\d)/.test(document.querySelector('.action h2').textContent));
    await page.keyboard.press('p');
    assert.equal(await key(page, 'play').getAttribute('aria-label'), 'Play');
    const at = await shown(page);
    await page.waitForFunction((end) => location.hash.endsWith(end), `/${at}`);
    await page.reload();
    await page.waitForSelector('[data-action=replay]');
    assert.equal(await key(page, 'speed').inputValue(), '4');
    // The address followed the replay.
    await page.waitForFunction((move) => document.querySelector('.action h2')?.textContent.startsWith(`Move ${move} `), at);
});
test('the address of a replay leads to its moment, and so does the copied link', async () => {
    const { page, context } = await open(WIDE);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await openGame(page);
    await key(page, 'chapters').selectOption('Round 3 · Building');
    const move = before('Round 3, Step 1: building');
    await page.waitForFunction((end) => location.hash.endsWith(end), `/${move}`);
    await key(page, 'copy').click();
    await page.locator('.action [data-key=copy]', { hasText: 'only in this browser' }).waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(link, page.url());
    await page.keyboard.press('Home');
    await page.waitForFunction(() => location.hash.endsWith('/0'));
    await page.goto(link);
    await page.waitForFunction((number) => document.querySelector('.action h2')?.textContent.startsWith(`Move ${number} `), move);
});
test('a line of the log shows its moment, and the way back to now is there while the game goes on', async () => {
    const { page } = await open(WIDE);
    await sitDown(page);
    await play(page, new Pointer(page), (action) => action === 'buy');
    const line = page.locator('.log li button', { hasText: 'nominates' }).first();
    const text = await line.textContent();
    await line.click();
    await page.waitForSelector('[data-action=replay]');
    assert.equal(await page.locator('.log [aria-current=true]', { hasText: text }).count(), 1);
    // Later lines are still there: the keys go to one, and it shows its moment.
    await line.focus();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowUp');
    const at = await shown(page);
    await page.keyboard.press('Enter');
    assert.ok(await page.locator('[data-action=replay]').count() === 0 || await shown(page) > at);
    await line.click();
    await key(page, 'now').click();
    await page.waitForSelector('[data-action=buy]');
});
test('the end of a game is shown: the network of the winner is lit, the sign can be skipped, then the result; without motion at once', async () => {
    for (const reducedMotion of ['no-preference', 'reduce']) {
        const { page } = await open({ ...WIDE, reducedMotion });
        await openGame(page);
        // Only the last decision of the winner is left.
        await page.locator('.action input[type=range]').fill(String(LAST - 1));
        await page.locator('.action .seat select').selectOption('Bot 2');
        await key(page, 'go-on').click();
        await page.waitForSelector('[data-action=build]');
        assert.equal(await page.locator('[data-network]').count(), 0);
        await key(page, 'done').click();
        await page.waitForSelector('[data-action=ended]');
        assert.equal(await page.locator('[data-network="1"] .cable').count() > 10, true);
        if (reducedMotion === 'no-preference') {
            assert.match(await page.textContent('[data-finale]'), /You win\..*18 cities powered, 9 Elektro left/s);
            await page.click('[data-key=skip]');
        }
        await page.waitForSelector('[data-finale]', { state: 'detached' });
        await page.waitForSelector('[data-network="1"]');
        assert.deepEqual(await page.locator('.action .ranking tbody th').allTextContents().then((names) => names.map((name) => name.trim())), ['Bot 2', 'Anna', 'Bot 3']);
        await key(page, 'result').click();
        await page.waitForSelector('.result [data-of=time]');
        assert.match(await page.textContent('[data-figures="1"] [data-of=time]'), /^\d+:\d\d$/);
        assert.equal(await page.locator('[data-figures="0"] [data-of=time]').count(), 0);
    }
});
