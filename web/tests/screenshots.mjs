// Takes pictures of every main screen, at four sizes, in the light and the dark theme, and a page that shows them.
//
//     screenshots.mjs FOLDER OUT [WIDTHxHEIGHT-SCHEME …]      the built page, where the pictures go, which
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launch, openPage } from './browser.mjs';
import { play, Pointer } from './play.mjs';
import { serve } from './serve.mjs';

const [folder, out, ...only] = process.argv.slice(2);
const SIZES = [[360, 640], [1280, 720], [1920, 1080], [3840, 2160]];
const SCHEMES = ['light', 'dark'];
/** The decisions worth a picture, each with the earliest decision number to show. */
const ACTIONS = { nominate: 18, bid: 6, buy: 20, build: 20, power: 20 };
/** Without these a decision is not worth a picture: there is nothing to decide. */
const NEEDS = {
    buy: '.action [data-key^=buy]:not(:disabled)',
    build: '.map [data-city]:not([aria-disabled=true])',
};

mkdirSync(out, { recursive: true });
const server = await serve(folder);
const browser = await launch();
const taken = [];

for (const [width, height] of SIZES) {
    for (const colorScheme of SCHEMES) {
        if (only.length > 0 && !only.includes(`${width}x${height}-${colorScheme}`)) continue;
        const phone = width < 500;
        const { page, context } = await openPage(browser, server.address, {
            viewport: { width, height },
            colorScheme,
            hasTouch: phone,
            isMobile: phone,
            deviceScaleFactor: phone ? 2 : 1,
            settings: { name: 'Ada' },
        });
        const take = async (name, options = {}) => {
            await page.waitForTimeout(400);
            const file = `${name}-${width}x${height}-${colorScheme}.png`;
            await page.screenshot({ path: join(out, file), ...options });
            taken.push(file);
        };
        await take('start');
        for (const screen of ['new', 'companion', 'replays', 'settings', 'help']) {
            await page.goto(`${server.address}#/${screen}`);
            await page.waitForSelector('main');
            await take(screen);
        }
        await page.goto(server.address);
        await page.click('[data-key=play-now]');
        await page.click('[data-level=normal]');
        const hand = new Pointer(page, { touch: phone });
        const seen = new Set();
        await play(page, hand, async (action, number) => {
            if (seen.has(action) || !(action in ACTIONS) || number < ACTIONS[action]) return false;
            if (action in NEEDS && (await page.locator(NEEDS[action]).count()) === 0) return false;
            seen.add(action);
            if (action === 'nominate') await page.locator('.plants .card button:not([aria-disabled=true])').first().dispatchEvent('click');
            // The pointer is still over the map after the last move.
            await page.mouse.move(0, 0);
            await page.locator('.map .tools').dispatchEvent('click');
            if (action === 'build') await hand.connect();
            await take(`table-${action}`);
            return false;
        });
        await take('table-ended');
        await page.locator('[data-key=result]').click();
        await page.waitForSelector('.result');
        await take('result');
        await page.click('[data-key=analyse]');
        await page.waitForSelector('[data-summary]', { timeout: 600000 });
        await take('analysis', { fullPage: true });
        const point = page.locator('[data-turning-point] a').first();
        if ((await point.count()) > 0) {
            await point.click();
            await page.waitForSelector('[data-action=replay] [data-key=show-best]');
            await take('turning-point');
            await page.goBack();
            await page.waitForSelector('.result');
        }
        await page.locator('.result .ways a[href^="#/replay/"]').first().click();
        await page.waitForSelector('[data-action=replay]');
        await page.locator('[data-action=replay] input[type=range]').fill('120');
        await take('replay');
        await context.close();
    }
}
await browser.close();
server.close();

// All pictures in the folder, including those of screenshots-online.mjs.
const files = readdirSync(out).filter((file) => file.endsWith('.png'));
const nameOf = (file) => file.replace(/-\d+x\d+-(light|dark)\.png$/, '');
const names = [...new Set([...taken, ...files].map(nameOf))];
const sections = names.map((name) => {
    const pictures = files.filter((file) => nameOf(file) === name).map((file) => `<a href="${file}"><img src="${file}" alt="${file}" height="260"></a>`);
    return `<h2>${name}</h2>\n${pictures.join('\n')}`;
});
writeFileSync(join(out, 'index.html'), `<!doctype html><meta charset="utf-8"><title>Elektro: every screen</title>\n${sections.join('\n')}\n`);
console.log(`${files.length} pictures: ${join(out, 'index.html')}`);
