// The books of a printed game, and drafts that are undone.
import assert from 'node:assert/strict';
import { seriousFindings } from './axe.mjs';
import { reload } from './local-table.mjs';
import { asked, play, Pointer, turn } from './play.mjs';
import { download, resultOf, resultShown, verify } from './record-files.mjs';
import { open, still, test } from './stage.mjs';

const WIDE = { viewport: { width: 1280, height: 720 } };

/** Sets up the books of a printed game. */
async function companion(page, { edition = 'Classic', players = 2, names = ['Anna', 'Bert'] } = {}) {
    await page.goto(`${still.address}#/companion`);
    const choose = (text) => page.locator('label.choice').filter({ hasText: text }).first().click();
    await choose(edition);
    await choose(new RegExp(`^\\s*${players}\\s*$`));
    for (const [seat, name] of names.entries()) await page.locator('form li input').nth(seat).fill(name);
    for (const name of [...names].reverse()) await page.getByRole('button', { name, exact: true }).click();
    const regions = page.locator('fieldset', { hasText: /\d of \d/ });
    for (let i = 0; i < 3; i++) await regions.locator('label.choice').nth(i).click();
}

test('the books of a printed game: every card is entered, every step can be undone', async () => {
    const { page } = await open(WIDE);
    await companion(page);
    assert.deepEqual(await seriousFindings(page), []);
    await page.click('.begin');
    await page.waitForSelector('.table');
    // Both players see everything, so the screen is not handed over.
    assert.deepEqual(await page.locator('.players .money span[aria-hidden=true]').allTextContents(), ['50', '50']);
    assert.equal(await turn(page), 'nominate');
    assert.match(await page.textContent('.players article.to-move h3'), /Bert/);
    const hand = new Pointer(page);
    await hand.nominate();
    assert.equal(await asked(page), 'bid');
    await page.locator('.sold select').selectOption({ label: 'Anna' });
    await page.locator('.sold input').fill('11');
    await page.click('[data-key=sold]');
    await page.waitForSelector('.action [data-action=card]');
    await page.locator('.players article', { hasText: 'Anna' }).locator('.money', { hasText: '39' }).waitFor();
    assert.deepEqual(await seriousFindings(page), []);
    await page.click('.action [data-card="13"]');
    await page.click('.action [data-key=confirm]');
    await page.waitForSelector('[data-action=nominate]');
    await page.click('[data-key=undo-books]');
    await page.waitForSelector('[data-action=card]');
    for (const action of ['bid', 'bid', 'nominate']) {
        await page.click('[data-key=undo-books]');
        await page.waitForSelector(`[data-action=${action}]`);
    }
    assert.match(await page.textContent('.players article.to-move h3'), /Bert/);
    await page.waitForSelector('[data-key=undo-books]', { state: 'detached' });
});
test('the books of a whole printed game survive a reload and give a valid record', async () => {
    const { page } = await open(WIDE);
    await companion(page, { edition: 'Recharged', players: 3, names: ['Anna', 'Bert', 'Cleo'] });
    for (const plant of [3, 5, 6, 7, 8, 10, 12, 15]) await page.locator(`form [data-value="${plant}"]:text-is("${plant}")`).click();
    await page.click('.begin');
    await page.waitForSelector('.table');
    const seen = new Set();
    await play(page, new Pointer(page), async (action, number) => {
        seen.add(action);
        if (number === 30) {
            await reload(page);
            await page.waitForSelector('.table');
        }
        return false;
    });
    assert.deepEqual([...seen].sort().filter((each) => ['card', 'nominate', 'bid', 'buy', 'build', 'power'].includes(each)), ['bid', 'build', 'buy', 'card', 'nominate', 'power']);
    await page.click('[data-key=result]');
    await page.waitForSelector('.result');
    const path = await download(page);
    const checked = verify(path);
    assert.equal(checked.ended, true);
    assert.ok(checked.draws > 10);
    assert.deepEqual(await resultShown(page), resultOf(path));
});
test('an entry that contradicts the rules is refused with a reason', async () => {
    const { page } = await open(WIDE);
    await companion(page);
    await page.getByRole('button', { name: '1. Bert' }).click();
    await page.click('.begin');
    assert.match(await page.textContent('.refusal'), /order/i);
});
test('drafted regions, Trust houses and marked cities can be undone until they are confirmed', async () => {
    const { page } = await open(WIDE);
    await page.goto(`${still.address}#/new`);
    for (const text of ['Recharged', 'choose them in turn', 'Starting cities']) await page.locator('label.choice, label.check').filter({ hasText: text }).first().click();
    await page.locator('label.choice').filter({ hasText: /^\s*2\s*$/ }).click();
    await page.locator('.seats select').nth(1).selectOption('easy');
    await page.click('.begin');
    await page.waitForSelector('.table');
    const undone = new Set();
    await play(page, new Pointer(page), async (action) => {
        if (action !== 'pick') return true;
        if ((await page.locator('.action [data-key=confirm]').count()) === 0) return false;
        const title = await page.textContent('.action h2');
        if (undone.has(title)) return false;
        undone.add(title);
        const picked = await page.textContent('.action [aria-live=polite]');
        await page.click('.action [data-key=undo]');
        assert.equal(await page.locator('.action [data-key=confirm]').count(), 0);
        assert.notEqual(picked, '');
        return false;
    });
    assert.deepEqual([...undone].sort(), ['Choose a region', 'Mark a starting city', 'Place a Trust house']);
});
