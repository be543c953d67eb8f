// Questions before a turn that gives something away, on the screen. questions.mjs tests when they are asked.
import assert from 'node:assert/strict';
import { turn } from './play.mjs';
import { savedGames, store } from './saved-games.mjs';
import { open, program, still, test } from './stage.mjs';

const GAME = { board: 'germany-recharged', edition: 'recharged', players: 3 };
const MOMENTS = [
    { name: 'buy', ...GAME, action: 'buy', share: 0.3 },
    { name: 'build', ...GAME, action: 'build', share: 0 },
    { name: 'power', ...GAME, action: 'power', share: 0.3 },
];
const games = savedGames(program, MOMENTS);

const QUESTION = '.action [data-question]';
const key = (name) => `.action [data-key=${name}]`;
const primaries = (page) => page.locator('.action .button.primary').allTextContents();

/** Opens a saved game at the person's decision. */
async function sitAt(page, name) {
    const { game } = games.find((each) => each.name === name);
    await page.goto(`${still.address}#/game/${game.id}`);
    await page.waitForSelector(`.action [data-action=${name}]`);
}

/** Switches all plants off. */
async function switchOff(page) {
    const running = page.locator('.action .plants button[aria-pressed=true]');
    for (let left = await running.count(); left > 0; left--) await running.first().click();
}

test('a wasteful turn is asked about once, in place; both answers, Escape and the setting work', async () => {
    const { page } = await open({ viewport: { width: 1280, height: 720 }, settings: { ask: true } });
    await store(page, games);
    await sitAt(page, 'buy');
    // The sensible action is the primary button, the wasteful one is quiet.
    assert.match((await primaries(page)).join(), /^\s*Buy \d/);
    assert.match(await page.getAttribute(key('done'), 'class'), /quiet/);
    assert.equal((await page.textContent(key('done'))).trim(), 'Buy nothing');
    const round = await page.textContent('.action h2');
    await page.click(key('done'));
    const question = page.locator(QUESTION);
    assert.match(await question.textContent(), /Plant \d+ stays without fuel\. For \d+ Elektro you could power \d+ cit/);
    assert.equal(await page.locator('dialog, [role=dialog], [aria-modal]').count(), 0);
    assert.equal(await page.textContent('.action h2'), round);
    assert.equal(await page.locator(key('done')).count(), 0);
    // A screen reader reads it: it has the focus, and its name is the reason.
    const group = page.getByRole('group', { name: /Sure about this turn\? Plant \d+ stays without fuel/ });
    assert.ok(await group.evaluate((element) => element === document.activeElement));
    assert.equal(await page.locator(`${QUESTION} .button.primary`).textContent(), await page.locator(key('better')).textContent());
    // By keyboard: the better turn is the first button.
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement.dataset.key), 'better');
    await page.keyboard.press('Enter');
    await question.waitFor({ state: 'detached' });
    assert.match(await page.textContent(key('done')), /Done, pay \d+/);
    assert.match((await primaries(page)).join(), /Done, pay/);
    assert.notEqual(await page.evaluate(() => document.activeElement.tagName), 'BODY');
    // The same decision is not asked about again. A button that is disabled by its own press does not lose the focus to the page.
    while (await page.locator(`${key('undo')}:enabled`).count() > 0) {
        await page.locator(key('undo')).focus();
        await page.keyboard.press('Enter');
        await page.waitForTimeout(50);
    }
    assert.notEqual(await page.evaluate(() => document.activeElement.tagName), 'BODY');
    while (!(await page.textContent(key('done'))).includes('Buy nothing')) await page.keyboard.press('u');
    await page.keyboard.press('d');
    await page.waitForFunction(() => document.querySelector('.action [data-action]')?.dataset.action !== 'buy');
    assert.equal(await question.count(), 0);

    // Another decision: Escape goes back to the turn, and "anyway" makes it.
    await sitAt(page, 'power');
    await switchOff(page);
    await page.click(key('done'));
    assert.match(await question.textContent(), /You could power \d+ cit/);
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await page.waitForSelector(key('done'));
    await page.reload();
    await page.waitForSelector('.action [data-action=power]');
    await switchOff(page);
    await page.click(key('done'));
    await question.waitFor();
    await page.locator('.action .plants button').first().click();
    await question.waitFor({ state: 'detached' });
    await page.reload();
    await page.waitForSelector('.action [data-action=power]');
    await switchOff(page);
    // In little room the answers are in sight at once.
    await page.setViewportSize({ width: 360, height: 480 });
    await page.click(key('done'));
    await question.waitFor();
    const end = async (selector) => page.locator(selector).evaluate((element) => Math.floor(element.getBoundingClientRect().bottom));
    for (const answer of ['better', 'anyway']) assert.ok((await end(key(answer))) <= (await end('.action > .panel')), answer);
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.click(key('anyway'));
    await page.waitForFunction(() => document.querySelector('.action [data-action]')?.dataset.action !== 'power');

    // Without questions.
    await sitAt(page, 'build');
    assert.match((await primaries(page)).join(), /Connect \p{L}/u);
    await page.click('[data-opens=settings]');
    await page.getByLabel('Ask before wasteful moves').uncheck();
    await page.keyboard.press('Escape');
    await page.click(key('done'));
    await page.waitForFunction(() => document.querySelector('.action [data-action]')?.dataset.action !== 'build');
    assert.equal(await question.count(), 0);
    await turn(page);
});
