// axe finds nothing serious on any screen, in the light and the dark theme.
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { seriousFindings } from './axe.mjs';
import { Circle } from './circle.mjs';
import { Contest, logIn, Player } from './contest.mjs';
import { sitDown } from './local-table.mjs';
import { begin, host, person, server, sit } from './online-table.mjs';
import { play, Pointer } from './play.mjs';
import { goTo, open, still, test } from './stage.mjs';

const RECORD = fileURLToPath(new URL('../../tests/wasm/shuffled.elektro', import.meta.url));

/** Looks at a screen in both themes; table.mjs tests that a screen is the same however its theme was chosen. */
async function check(page, name) {
    for (const colorScheme of ['dark', 'light']) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        // Colours change over a moment.
        await page.waitForFunction((theme) => document.documentElement.dataset.theme === theme && document.getAnimations().every((each) => each.playState !== 'running' || each.effect?.getTiming().iterations === Infinity), colorScheme);
        assert.deepEqual(await seriousFindings(page), [], `${name}, ${colorScheme}`);
    }
}

test('axe finds nothing serious on any screen', async () => {
    const { page } = await open({ colorScheme: 'light', paints: true, viewport: { width: 1280, height: 720 } });
    await check(page, 'start');
    for (const screen of ['new', 'companion', 'replays', 'settings', 'help']) {
        await goTo(page, `${still.address}#/${screen}`);
        await check(page, screen);
    }
    await page.goto(still.address);
    await sitDown(page);
    for (const panel of ['settings', 'help', 'reference']) {
        await page.click(`[data-opens=${panel}]`);
        await page.waitForSelector(`[data-panel=${panel}] :is(label, p, dl)`);
        await check(page, panel);
    }
    await page.keyboard.press('Escape');
    const seen = new Set();
    await play(page, new Pointer(page), async (action) => {
        if (!seen.has(action)) await check(page, action);
        seen.add(action);
        return ['nominate', 'buy', 'build', 'power'].every((each) => seen.has(each));
    });
    await page.goto(`${still.address}#/replays`);
    await page.setInputFiles('.drop input[type=file]', RECORD);
    await page.waitForSelector('[data-action=replay]');
    await check(page, 'replay');
    await page.getByRole('button', { name: 'Go to the end' }).click();
    await check(page, 'ended');
    await page.click('[data-key=result]');
    await page.waitForSelector('.charts svg');
    await check(page, 'result');
});

test('axe finds nothing serious on any screen for online play', async () => {
    const anna = await person('Anna', { colorScheme: 'light', paints: true });
    await anna.page.goto(`${server.address}#/host`);
    await anna.page.waitForSelector('label.check');
    await check(anna.page, 'host');
    const code = await host(anna, { players: 3, bots: 1, shown: true, clock: '5:00 per move' });
    await check(anna.page, 'table');
    const ben = await person('Ben', { colorScheme: 'light', paints: true, path: '#/lobby' });
    await ben.page.waitForSelector('[data-table]');
    await check(ben.page, 'lobby');
    await sit(ben, code);
    await begin(anna, ben);
    await ben.page.click('[data-key=chat]');
    await ben.page.getByLabel('Write a message').fill('Hello');
    await ben.page.keyboard.press('Enter');
    await ben.page.locator('.chat .words').waitFor();
    await check(ben.page, 'game');
    await ben.page.goto(`${server.address}#/settings`);
    await ben.page.getByLabel(/^Password/).waitFor();
    await check(ben.page, 'account');
    assert.equal((await ben.ask('POST', 'register', { name: 'Hugo', password: 'long enough' })).ok, true);
    await ben.page.reload();
    await ben.page.locator('[data-key=devices] li').waitFor();
    await ben.page.locator('[data-key=clock-hours] input').check();
    await ben.page.waitForSelector('[data-key=clock-hours] select');
    await check(ben.page, 'devices');
});

test('axe finds nothing serious while somebody looks for players', async () => {
    const anna = await person('Anna', { colorScheme: 'light', paints: true, path: '#/queue' });
    await anna.page.waitForSelector('.paces');
    await check(anna.page, 'looking for players');
    await anna.page.click('.begin');
    await anna.page.waitForSelector('[data-key=stop]');
    await check(anna.page, 'waiting for players');
    await anna.page.goto(`${server.address}#/lobby`);
    await anna.page.waitForSelector('.note');
    await check(anna.page, 'the lobby while waiting');
});

test('axe finds nothing serious on the screens of friends and moderators', async () => {
    const anna = await person('Anna', { colorScheme: 'light', paints: true });
    const circle = await Circle.create(server);
    await circle.decide('warn', { text: 'Please.' });
    const visit = async (who, path, shown) => {
        await logIn(anna.page, who);
        await anna.page.goto(`${server.address}#/${path}`);
        await anna.page.waitForSelector(shown);
        for (const more of await anna.page.locator('[data-key=invite] summary').all()) await more.click();
        for (const more of await anna.page.locator('[data-key=person]').all()) await more.click();
        await check(anna.page, `${path} of ${who.name}`);
    };
    await visit(circle.ada, 'people', '.lamp');
    await visit(circle.ada, 'lobby', '[data-key=invitations]');
    await visit(circle.edda, 'lobby', '[data-key=notes]');
    await visit(circle.cleo, `table/${circle.code}`, '[data-key=person]');
    await anna.page.locator('[data-key=report]').last().click();
    await anna.page.waitForSelector('dialog');
    await check(anna.page, 'a report');
    await visit(circle.mona, `moderation/${circle.report}`, '[data-key=decide]');
    await visit(circle.mona, 'moderation/decided', '[data-report]');
    await visit(circle.mona, 'moderation/log', 'time');
});

test('axe finds nothing serious on the screens of tournaments', async () => {
    const olga = await person('Olga', { colorScheme: 'light', paints: true });
    const contest = await Contest.played(server.address, { final: true });
    await logIn(olga.page, contest.organiser);
    for (const [path, shown] of [['tournaments', '[data-tournament]'], [`tournament/${contest.code}`, '#rounds'], ['organise', '.begin']]) {
        await olga.page.goto(`${server.address}#/${path}`);
        await olga.page.waitForSelector(shown);
        for (const more of await olga.page.locator('summary').all()) await more.click();
        await check(olga.page, path);
    }
});
