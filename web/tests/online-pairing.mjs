// Quick pairing: people wait for each other in the page, also while nobody looks at it, and go to the table that is found.
import assert from 'node:assert/strict';
import { eventually, person, server } from './online-table.mjs';
import { test } from './stage.mjs';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

/** Lets a page believe that nobody looks at it, or that somebody does again; the badge of the app is kept for tests. Runs in the
 *  page. */
function keepStage() {
    let hidden = false;
    Object.defineProperty(document, 'hidden', { get: () => hidden });
    Object.defineProperty(document, 'visibilityState', { get: () => (hidden ? 'hidden' : 'visible') });
    window.hide = (wanted) => {
        hidden = wanted;
        document.dispatchEvent(new Event('visibilitychange'));
    };
    window.badge = 0;
    navigator.setAppBadge = async (count) => void (window.badge = count);
    navigator.clearAppBadge = async () => void (window.badge = 0);
}

async function comer(name, options = {}) {
    const who = await person(name, options);
    await who.context.addInitScript(keepStage);
    await who.page.reload();
    return who;
}

const hide = ({ page }, hidden) => page.evaluate((wanted) => window.hide(wanted), hidden);
const title = ({ page }) => page.title();
const badge = ({ page }) => page.evaluate(() => window.badge);
const elapsed = ({ page }) => page.locator('[data-key=elapsed]');

/** Looks for players with the form. */
async function look({ page }, { pace, players } = {}) {
    await page.waitForSelector('.paces');
    if (pace) await page.click(`[data-pace=${pace}]`);
    if (players !== undefined) await page.click(`[data-players="${players}"]`);
    await page.click('.begin');
    await page.waitForSelector('[data-key=stop]');
}

test('two people find each other; a phone that nobody looks at goes to the table, and says so when it is looked at', async () => {
    const [anna, ben] = [await comer('Anna', PHONE), await comer('Ben')];
    await anna.page.getByRole('link', { name: 'Play with people' }).click();
    await look(anna, { pace: 'fast', players: 2 });
    await anna.page.getByText('Nobody else is waiting yet').waitFor();
    await anna.page.reload();
    await elapsed(anna).waitFor();
    await anna.page.goto(`${server.address}#/settings`);
    await anna.page.getByRole('link', { name: /Looking for players/ }).waitFor();
    await anna.page.goto(`${server.address}#/`);
    await anna.page.getByRole('contentinfo').getByRole('combobox').selectOption('de');
    await anna.page.getByRole('link', { name: /Mitspieler werden gesucht/ }).click();
    await anna.page.getByText('Sonst wartet noch niemand').waitFor();
    await hide(anna, true);
    await ben.page.goto(`${server.address}#/queue`);
    await ben.page.locator('[data-pace=fast]').getByText('1 player is waiting').waitFor();
    await look(ben, { pace: 'fast', players: 2 });
    for (const { page } of [anna, ben]) await page.waitForSelector('.table[data-phase]');
    const code = anna.page.url().split('/').at(-1);
    assert.equal(ben.page.url().split('/').at(-1), code);
    const { info } = await anna.ask('GET', `tables/${code}`);
    assert.deepEqual([info.status, info.host, info.settings.clock], ['running', 0, { kind: 'game', seconds: 300, increment: 10 }]);
    await eventually(async () => /^● Mitspieler gefunden/.test(await title(anna)));
    await eventually(async () => (await badge(anna)) === 1);
    await hide(anna, false);
    await eventually(async () => !(await title(anna)).includes('Mitspieler gefunden'));
    // The next time the form has what they chose.
    for (const { ask } of [anna, ben]) await ask('POST', `tables/${code}/agree-end`, { agree: true });
    await ben.page.goto(`${server.address}#/queue`);
    await ben.page.waitForSelector('[data-pace=fast].on');
    await ben.page.waitForSelector('[data-players="2"].on');
});

test('bots take the empty seats; waiting can be stopped; who plays with a clock does not wait for another such game', async () => {
    const cleo = await comer('Cleo');
    const dora = await comer('Dora', { allowed: /409/ });
    await cleo.page.goto(`${server.address}#/queue`);
    await look(cleo, { pace: 'days', players: 6 });
    await cleo.page.getByText('You can close this page.').waitFor();
    await cleo.page.click('[data-key=stop]');
    await cleo.page.waitForSelector('.paces');
    assert.equal((await cleo.ask('GET', 'pairing')).entry, null);
    // A minute is the shortest time of the form; here it is none.
    await cleo.page.route('**/api/v1/pairing', async (route) => {
        const wish = route.request().postDataJSON();
        await route.continue(wish ? { postData: JSON.stringify({ ...wish, bots_after: 0 }) } : {});
    });
    await cleo.page.selectOption('[data-key=level]', 'easy');
    await cleo.page.click('[data-players="4"]');
    await cleo.page.click('.begin');
    await cleo.page.waitForSelector('.table[data-phase]');
    const { info } = await cleo.ask('GET', `tables/${cleo.page.url().split('/').at(-1)}`);
    assert.deepEqual(info.seats.map(({ level }) => level), [null, 'easy', 'easy', 'easy']);

    await dora.page.goto(`${server.address}#/queue`);
    await look(dora, { pace: 'live', players: 2 });
    const emil = await comer('Emil');
    await emil.page.goto(`${server.address}#/queue`);
    await look(emil, { pace: 'live', players: 2 });
    await dora.page.waitForSelector('.table[data-phase]');
    await dora.page.goto(`${server.address}#/queue`);
    await dora.page.getByText('Players were found, and the game runs.').waitFor();
    await dora.page.click('.begin');
    await dora.page.getByRole('alert').getByText('You already play a game with a clock').waitFor();
    await dora.page.getByRole('link', { name: 'Continue' }).click();
    await dora.page.waitForSelector('.table[data-phase]');
});
