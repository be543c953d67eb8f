// Takes pictures of the screens for online play, at three sizes, in the light and the dark theme.
//
//     screenshots-online.mjs ELEKTRO FOLDER OUT [WIDTHxHEIGHT-SCHEME …]      program, built page, where to, which
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { launch, openPage } from './browser.mjs';
import { play, Pointer } from './play.mjs';
import { Server } from './server.mjs';

const [program, folder, out, ...only] = process.argv.slice(2);
const SIZES = [[360, 640], [1280, 720], [1920, 1080], [3840, 2160]];

mkdirSync(out, { recursive: true });
const server = await Server.start(program, folder);
const browser = await launch();

for (const [width, height] of SIZES) {
    for (const colorScheme of ['light', 'dark']) {
        if (only.length > 0 && !only.includes(`${width}x${height}-${colorScheme}`)) continue;
        const phone = width < 500;
        const come = (name, path) => openPage(browser, `${server.address}${path}`, {
            viewport: { width, height }, colorScheme, hasTouch: phone, isMobile: phone,
            deviceScaleFactor: phone ? 2 : 1, settings: { name },
        });
        const take = async ({ page }, name) => {
            await page.waitForTimeout(400);
            await page.screenshot({ path: join(out, `online-${name}-${width}x${height}-${colorScheme}.png`) });
        };
        const say = async ({ page }, words) => {
            await page.getByLabel('Write a message').fill(words);
            await page.keyboard.press('Enter');
        };

        const ada = await come('Ada', '#/host');
        await ada.page.waitForSelector('label.check');
        await take(ada, 'host');
        await ada.page.locator('label.choice').filter({ hasText: 'Public' }).click();
        await ada.page.selectOption('[data-key=clock]', { index: 5 });
        await ada.page.locator('.bots select').first().selectOption('2');
        await ada.page.locator('.title input').fill('Friday evening');
        await ada.page.click('.begin');
        await ada.page.waitForSelector('[data-key=start]');
        const ben = await come('Benedikt', ada.page.url().replace(server.address, ''));
        await ben.page.click('[data-key=sit]');
        await ben.page.click('[data-key=ready]');
        await say(ben, 'Good evening. May I have the blue ones?');
        await ada.page.waitForSelector('[data-key=start]:not(:disabled)');
        await say(ada, 'They are yours. Good luck to everybody.');
        await take(ada, 'table');
        await ada.page.click('[data-key=start]');
        const hands = [ada, ben].map(({ page }) => play(page, new Pointer(page, { touch: phone }), (_action, number) => number === 14));
        await Promise.any(hands);
        await take(ada, 'game');
        await ada.page.click('[data-key=chat]');
        await take(ada, 'talk');
        const cleo = await come('Cleo', '#/lobby');
        await cleo.page.waitForSelector('[data-table]');
        await take(cleo, 'lobby');
        await ada.page.goto(`${server.address}#/settings`);
        await ada.page.getByLabel(/^Password/).scrollIntoViewIfNeeded();
        await take(ada, 'account');
        await Promise.allSettled([ada.context.close(), ben.context.close(), cleo.context.close(), ...hands]);
    }
}
await browser.close();
await server.close();
