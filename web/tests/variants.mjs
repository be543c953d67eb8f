// Variants of the game: drafted zones, the Trust, first games, several people at one screen.
import assert from 'node:assert/strict';
import { ownTable, sitDown } from './local-table.mjs';
import { asked, bidForMe, play, Pointer, turn } from './play.mjs';
import { open, still, test } from './stage.mjs';

test('a drafted zone, the Trust and starting cities', async () => {
    const { page } = await open();
    await ownTable(page, { players: 2, edition: 'Recharged', zone: 'choose them in turn', options: ['Starting cities'] });
    await play(page, new Pointer(page));
});
test('a classic first game', async () => {
    const { page } = await open();
    await ownTable(page, { players: 3, edition: 'Classic', board: 'Italy', options: ['First game'] });
    await play(page, new Pointer(page));
});
test('two people at one screen, their money secret, and a bot in a style', async () => {
    const { page } = await open();
    await page.goto(`${still.address}#/new`);
    await page.locator('label.choice').filter({ hasText: /^\s*3\s*$/ }).click();
    const style = page.getByLabel('Style of the bot at seat 3');
    await page.getByLabel('Who plays at seat 2').selectOption('human');
    await page.getByLabel('Who plays at seat 3').selectOption('easy');
    assert.equal(await style.count(), 0, 'easy has no styles');
    await page.getByLabel('Who plays at seat 3').selectOption('hard');
    await style.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    assert.equal(await style.inputValue(), 'rusher');
    assert.ok(await page.getByText('builds early').isVisible(), 'nothing tells how a rusher plays');
    await page.click('.begin');
    await page.waitForSelector('.table');
    assert.match(await page.locator('[data-seat="2"] h3').getAttribute('title'), /^Rusher: builds early/);
    let curtains = 0;
    const told = async () => (await page.locator('.players .money').allTextContents()).filter((text) => /\d/.test(text));
    await play(page, new Pointer(page), async (action, number) => {
        if (action === 'curtain') {
            curtains++;
            assert.deepEqual(await told(), []);
            if (curtains === 4) {
                await page.click('.log-button');
                await page.getByRole('button', { name: 'Look back' }).click();
                assert.equal(await asked(page), 'replay');
                assert.deepEqual(await told(), []);
                await page.getByRole('button', { name: 'Back to now' }).click();
            }
        }
        return number > 60;
    });
    assert.ok(curtains > 3);
});
test('a region is picked by keys, also after the map was dragged', async () => {
    const { page } = await open();
    await ownTable(page, { players: 2, zone: 'choose them in turn' });
    await turn(page);
    await page.waitForSelector('.map [data-region]');
    const { x, y, width, height } = await page.locator('.map.part').boundingBox();
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2 + 60, y + height / 2 + 30, { steps: 4 });
    await page.mouse.up();
    await page.locator('.map [data-region]').first().focus();
    await page.keyboard.press('Enter');
    await page.waitForSelector('.action [data-key=confirm]');
});
test('an auto-bid continues up to its limit', async () => {
    const { page } = await open();
    await sitDown(page);
    await play(page, new Pointer(page), (action) => action === 'bid');
    await bidForMe(page);
});
