// Takes pictures of every main screen, at five sizes, in the light and the dark theme, and a page that shows them. The tables
// are games of bots at set moments: all boards with two, four and six players, all decisions on one board.
//
//     screenshots.mjs ELEKTRO FOLDER OUT [WIDTHxHEIGHT-SCHEME …]      program, built page, where the pictures go, which
//
// ELEKTRO_ANALYSIS=1 also takes the analysis of a game, which takes minutes.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launch, openPage } from './browser.mjs';
import { savedGames, store } from './saved-games.mjs';
import { serve } from './serve.mjs';
import { deviceOf, SIZES } from './sizes-of.mjs';

const [program, folder, out, ...only] = process.argv.slice(2);
const BOARDS = ['germany', 'usa', 'france', 'italy', 'benelux', 'central-europe'];
const PLAYERS = [2, 4, 6];
const SCREENS = ['new', 'companion', 'replays', 'settings', 'help', 'puzzles'];
const GERMANY = { board: 'germany', edition: 'recharged' };

/** Every board with every number of players while a player builds, all decisions of four players and of six, and ends. */
const MOMENTS = [
    ...BOARDS.flatMap((board) => PLAYERS.map((players) => ({ name: `build-${board}-${players}`, board, edition: 'recharged', players, action: 'build' }))),
    ...[4, 6].flatMap((players) => ['nominate', 'bid', 'buy', 'power'].map((action) => ({ ...GERMANY, name: `${action}-germany-${players}`, players, action }))),
    ...PLAYERS.map((players) => ({ ...GERMANY, name: `ended-germany-${players}`, players, action: 'ended' })),
];

mkdirSync(out, { recursive: true });
const games = savedGames(program, MOMENTS);
const idOf = (name) => games.find((each) => each.name === name).game.id;
const server = await serve(folder);
const browser = await launch();

class Photographer {
    constructor(page, look) {
        this.page = page;
        this.look = look;
    }

    async take(name, options = {}) {
        await this.page.evaluate(() => document.fonts.ready);
        await this.page.waitForTimeout(250);
        await this.page.screenshot({ path: join(out, `${name}-${this.look}.png`), ...options });
    }

    async go(hash, wait) {
        await this.page.goto(`${server.address}#/${hash}`);
        await this.page.waitForSelector(wait);
    }

    async screens() {
        await this.go('', 'main');
        await this.take('start');
        for (const screen of SCREENS) {
            await this.go(screen, 'main');
            await this.take(screen, { fullPage: true });
        }
    }

    /** A table, and its parts one by one where only one is shown at a time. */
    async table(name, parts) {
        await this.go(`game/${idOf(name)}`, '.action [data-action]:not([data-action=wait])');
        await this.page.waitForSelector('.map [data-city]', { state: 'attached' });
        await this.take(`table-${name}`);
        if (!(await this.page.locator('nav [data-tab]').first().isVisible())) return;
        for (const part of parts) {
            await this.page.click(`nav [data-tab=${part}]`);
            await this.take(`table-${name}-${part}`);
        }
    }

    async result(players) {
        await this.go(`result/${idOf(`ended-germany-${players}`)}`, '.result');
        await this.take(`result-${players}`, { fullPage: true });
    }

    async replay(players) {
        await this.go(`replay/${idOf(`ended-germany-${players}`)}/120`, '[data-action=replay]');
        await this.take(`replay-${players}`);
    }

    async analysis(players) {
        await this.go(`result/${idOf(`ended-germany-${players}`)}`, '.result');
        await this.page.click('[data-key=analyse]');
        await this.page.waitForSelector('[data-summary]', { timeout: 600000 });
        await this.take('analysis', { fullPage: true });
        const point = this.page.locator('[data-turning-point] a').first();
        if ((await point.count()) === 0) return;
        await point.click();
        await this.page.waitForSelector('[data-action=replay] [data-key=show-best]');
        await this.take('turning-point');
    }
}

for (const [width, height] of SIZES) {
    for (const colorScheme of ['light', 'dark']) {
        const look = `${width}x${height}-${colorScheme}`;
        if (only.length > 0 && !only.includes(look)) continue;
        const { page, context } = await openPage(browser, server.address, { ...deviceOf(width, height), colorScheme, settings: { name: 'Ada' } });
        await store(page, games);
        const photographer = new Photographer(page, look);
        for (const { name } of MOMENTS) await photographer.table(name, name.startsWith('build-germany') ? ['plants', 'fuel', 'players', 'log'] : []);
        for (const players of PLAYERS) await photographer.replay(players);
        // Pictures of whole pages come last: they change how the page sees its screen.
        for (const players of PLAYERS) await photographer.result(players);
        await photographer.screens();
        if (process.env.ELEKTRO_ANALYSIS) await photographer.analysis(4);
        await context.close();
    }
}
await browser.close();
server.close();

// All pictures in the folder, including those of screenshots-online.mjs.
const files = readdirSync(out).filter((file) => file.endsWith('.png'));
const nameOf = (file) => file.replace(/-\d+x\d+-(light|dark)\.png$/, '');
const sections = [...new Set(files.map(nameOf))].map((name) => {
    const pictures = files.filter((file) => nameOf(file) === name).map((file) => `<a href="${file}"><img src="${file}" alt="${file}" height="260"></a>`);
    return `<h2>${name}</h2>\n${pictures.join('\n')}`;
});
writeFileSync(join(out, 'index.html'), `<!doctype html><meta charset="utf-8"><title>Elektro: every screen</title>\n${sections.join('\n')}\n`);
console.log(`${files.length} pictures: ${join(out, 'index.html')}`);
