// axe finds nothing serious on any screen, in the light and the dark theme.
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { seriousFindings } from './axe.mjs';
import { sitDown } from './local-table.mjs';
import { begin, host, person, server, sit } from './online-table.mjs';
import { play, Pointer } from './play.mjs';
import { goTo, open, still, test } from './stage.mjs';

const RECORD = fileURLToPath(new URL('../../tests/wasm/shuffled.elektro', import.meta.url));

for (const colorScheme of ['light', 'dark']) {
    test(`axe finds nothing serious on any screen: ${colorScheme}`, async () => {
        const { page } = await open({ colorScheme, paints: true, viewport: { width: 1280, height: 720 } });
        const check = async (name) => assert.deepEqual(await seriousFindings(page), [], `${name}, ${colorScheme}`);
        await check('start');
        for (const screen of ['new', 'companion', 'replays', 'settings', 'help']) {
            await goTo(page, `${still.address}#/${screen}`);
            await check(screen);
        }
        await page.goto(still.address);
        await sitDown(page);
        for (const panel of ['settings', 'help']) {
            await page.click(`[data-opens=${panel}]`);
            await page.waitForSelector(`[data-panel=${panel}]`);
            await check(panel);
        }
        await page.keyboard.press('Escape');
        const seen = new Set();
        await play(page, new Pointer(page), async (action) => {
            if (!seen.has(action)) await check(action);
            seen.add(action);
            return ['nominate', 'buy', 'build', 'power'].every((each) => seen.has(each));
        });
        await page.goto(`${still.address}#/replays`);
        await page.setInputFiles('.drop input[type=file]', RECORD);
        await page.waitForSelector('[data-action=replay]');
        await check('replay');
        await page.getByRole('button', { name: 'Back to now' }).click();
        await check('ended');
        await page.click('[data-key=result]');
        await page.waitForSelector('.charts svg');
        await check('result');
    });
}
for (const colorScheme of ['light', 'dark']) {
    test(`axe finds nothing serious on any screen for online play: ${colorScheme}`, async () => {
        const anna = await person('Anna', { colorScheme, paints: true });
        const check = async (page, name) => assert.deepEqual(await seriousFindings(page), [], `${name}, ${colorScheme}`);
        await anna.page.goto(`${server.address}#/host`);
        await anna.page.waitForSelector('label.check');
        await check(anna.page, 'host');
        const code = await host(anna, { players: 3, bots: 1, shown: true, clock: '5:00 per decision' });
        await check(anna.page, 'table');
        const ben = await person('Ben', { colorScheme, paints: true, path: '#/lobby' });
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
    });
}
