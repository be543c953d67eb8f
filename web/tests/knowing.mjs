// What the page tells before and during a game: the set-up of a table, and the reference at the table.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { ownTable } from './local-table.mjs';
import { play, Pointer } from './play.mjs';
import { open, still, test } from './stage.mjs';

const data = (name) => JSON.parse(readFileSync(new URL(`../../data/${name}.json`, import.meta.url), 'utf8'));
const tables = data('tables');
const numbers = (texts) => texts.map(Number);

test('set-up tells what is special about every board and edition', async () => {
    const { page } = await open({ viewport: { width: 1280, height: 720 } });
    await page.goto(`${still.address}#/new`);
    const about = (part) => page.locator(`[data-about=${part}]`);
    await about('board').locator('p').nth(1).waitFor();
    const seen = new Map();
    for (const edition of ['Recharged', 'Classic']) {
        await page.locator('label.choice').filter({ hasText: edition }).click();
        await about('edition').getByText(edition === 'Classic' ? 'obsolete' : 'discounted').waitFor();
        for (const [board, word] of Object.entries({
            Germany: edition === 'Classic' ? 'No special rules' : 'plant 39', USA: edition === 'Classic' ? 'No special rules' : 'coal storage for 8',
            'Central Europe': 'Wien', Benelux: 'ecological', France: 'Paris', Italy: 'much garbage',
        })) {
            await page.locator('label.choice').filter({ hasText: board }).click();
            await about('board').getByText(word).waitFor();
            seen.set(board, await about('board').textContent());
        }
    }
    assert.equal(new Set(seen.values()).size, 6);
    const { connections } = data('boards/italy');
    const average = Math.round(connections.reduce((sum, [, , cost]) => sum + cost, 0) / connections.length);
    assert.match(seen.get('Italy'), new RegExp(`costs ${average} Elektro on average. Cheapest region: Emilia; most expensive: South Centre`));
});

/** The plants of each group of the reference. */
async function plantsIn(page) {
    const groups = {};
    for (const section of await page.locator('[data-panel=reference] [data-plants]').all()) {
        groups[await section.getAttribute('data-plants')] = numbers(await section.locator('.chip b').allTextContents());
    }
    return groups;
}

test('the reference has the numbers of the table and every plant once, and opens and closes with a key', async () => {
    const { page } = await open();
    await ownTable(page, { players: 3, edition: 'Classic', board: 'Italy', options: ['First game'] });
    await page.keyboard.press('i');
    const panel = page.locator('[data-panel=reference]');
    await panel.locator('[data-plants=possible]').waitFor();
    const row = tables.refill[tables.refill_by_board.italy]['3'];
    const refill = numbers(await panel.locator('[data-reference=refill] tbody td').allTextContents());
    assert.deepEqual(refill.filter((_, at) => at % 4 < 3), ['coal', 'oil', 'garbage', 'uranium'].flatMap((fuel) => row[fuel]));
    assert.deepEqual(numbers(await panel.locator('[data-reference=payments] dd').allTextContents()).slice(1), tables.payments);
    // A first game has no Step 2, and ends sooner than others.
    assert.deepEqual(numbers(await panel.locator('[data-reference=marks] dd').allTextContents()), [tables.first_game_cities, 0, tables.thresholds.classic['3'].max_plants]);
    const { possible, market, ...others } = await plantsIn(page);
    const [deck] = [tables.deck.classic];
    assert.deepEqual([market, others], [[...deck.current, ...deck.future], {}]);
    assert.deepEqual([...market, ...possible], numbers(tables.plants.map(({ number }) => number)));
    assert.ok(await panel.getByText(`In the deck: ${possible.length - deck.removed['3']} of these`).isVisible());
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    assert.equal(await page.evaluate(() => document.activeElement.dataset.opens), 'reference');

    // Later, too, every plant has its place.
    await play(page, new Pointer(page), (action) => action === 'buy');
    await page.click('[data-opens=reference]');
    await panel.locator('[data-plants=owned]').waitFor();
    const later = await plantsIn(page);
    assert.ok(later.owned.length > 0);
    assert.deepEqual(Object.values(later).flat().sort((a, b) => a - b), numbers(tables.plants.map(({ number }) => number)));
    const houses = await panel.locator('[data-plants=owned] li').allTextContents();
    assert.ok(houses.every((text) => /Plant \d+.*(Player 1|Amp|Ohm|Volta|Watt|Tesla)/s.test(text)), houses.join());
});
