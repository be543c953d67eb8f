// Profiles, one's own games and leader boards, on a real server with made-up results.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { strFromU8, unzipSync } from 'fflate';
import { seriousFindings } from './axe.mjs';
import { fill, logIn } from './filled.mjs';
import { account, eventually, host, person, server, sit } from './online-table.mjs';
import { deviceOf, sizesOf } from './sizes-of.mjs';
import { test } from './stage.mjs';

const tokens = await fill(server);
/** The answer to a request for somebody who does not exist. */
const NOBODY = /404/;

/** Somebody of the crowd, on a page. */
async function one(number, path, options = {}) {
    const opened = await person(`Person ${number}`, options);
    await logIn(opened, tokens[number]);
    await opened.page.goto(`${server.address}${path}`);
    await opened.page.reload();
    return opened;
}

const section = (page, key) => page.locator(`[data-key=${key}]`);
const numbersIn = async (locator) => (await locator.innerText()).match(/\d+/g).map(Number);

test('a profile shows ratings with a chart, results, games, and how both did together', async () => {
    const { page } = await one(0, '#/player/Person%201');
    await page.getByRole('heading', { name: 'Person 1', exact: true }).waitFor();
    await section(page, 'ratings').getByRole('heading', { name: 'Live games' }).waitFor();
    const chart = section(page, 'ratings').locator('figure').first();
    await chart.getByText(/^\d+ points on .*, \d+ on .*\. Highest: \d+ on .*\.$/).waitFor();
    assert.ok((await chart.locator('tbody tr').count()) > 10, 'a table for screen readers');
    const [games, ahead, behind] = await numbersIn(section(page, 'together').locator('p'));
    assert.ok(games > 2 && ahead + behind === games);
    const all = section(page, 'results').locator('[data-group=all] td').first();
    const played = Number(await all.innerText());
    for (const group of ['board', 'edition', 'players']) {
        const each = await section(page, 'results').locator(`[data-group=${group}] tr td:nth-child(2)`).allInnerTexts();
        assert.equal(each.reduce((sum, count) => sum + Number(count), 0), played, group);
    }
    await page.getByLabel('Rated games only').check();
    assert.ok(Number(await all.innerText()) < played);
    const rows = section(page, 'games').locator('li[data-game]');
    assert.equal(await rows.count(), 10);
    await section(page, 'games').getByRole('button', { name: 'Older games' }).click();
    await eventually(async () => (await rows.count()) > 10);
    const open = rows.filter({ has: page.locator('a.button') }).first();
    assert.match(await open.getByRole('link', { name: /^Replay of / }).getAttribute('href'), /^#\/replay\/\w+$/);
    assert.match(await open.getByRole('link', { name: /^Result and analysis of / }).getAttribute('href'), /^#\/result\/\w+$/);
    await page.getByRole('link', { name: 'Games together' }).click();
    await page.getByRole('heading', { name: 'My games' }).waitFor();
    await eventually(async () => (await page.locator('li[data-game]').count()) === games);
});

test('a player hides ratings and games: others see that, the player sees all', async () => {
    const { page } = await one(2, '#/player/Person%202', { allowed: NOBODY });
    const choices = section(page, 'visibility');
    await choices.getByLabel('My ratings, and my place on leader boards').uncheck();
    await choices.getByLabel('The list of my games').uncheck();
    const other = await person('Vera', { path: '#/player/Person%202' });
    const seen = async () => (await other.ask('GET', 'people/Person%202')).ratings === null && !(await other.ask('GET', 'people/Person%202')).games;
    await eventually(seen);
    await other.page.reload();
    await section(other.page, 'ratings').getByText('Person 2 does not show this.').waitFor();
    await section(other.page, 'games').getByText('Person 2 does not show this.').waitFor();
    await section(other.page, 'results').locator('table').waitFor();
    assert.equal(await section(other.page, 'visibility').count(), 0);
    await page.reload();
    await section(page, 'ratings').locator('figure').first().waitFor();
    assert.equal(await choices.getByLabel('The list of my games').isChecked(), false);
    await page.goto(`${server.address}#/player/Nobody%20%2F%20here`);
    await page.getByRole('alert').getByText('No account has the name Nobody / here.').waitFor();
});

test('my games can be filtered by everything', async () => {
    const { page, ask } = await one(0, '#/my-games', { allowed: NOBODY });
    const rows = page.locator('li[data-game]');
    await rows.first().waitFor();
    const field = (name) => page.locator(`[data-field=${name}]`);
    await field('board').selectOption('france');
    await field('outcome').selectOption('won');
    await field('rated').selectOption('yes');
    const wanted = (await ask('GET', 'me/games?board=france&outcome=won&rated=true')).games;
    assert.ok(wanted.length > 0);
    await eventually(async () => (await rows.count()) === wanted.length && (await rows.first().getAttribute('data-game')) === wanted[0].table);
    assert.equal(await page.locator('.place.won').count(), wanted.length);
    await page.getByText('3 filters').waitFor();
    await field('with').fill('Nobody');
    await field('with').press('Enter');
    await page.getByRole('alert').getByText('No account has the name Nobody.').waitFor();
    await page.getByRole('button', { name: 'Clear all filters' }).click();
    await eventually(async () => (await rows.count()) >= 25);
});

test('leader boards: order, places, one page after another, and oneself', async () => {
    const { page, ask } = await one(1, '#/leaders');
    const rows = page.locator('tbody tr');
    await rows.first().waitFor();
    const names = () => page.locator('tbody th').allInnerTexts();
    const first = (await ask('GET', 'leaders?pace=live&period=all')).leaders.map(({ name }) => name);
    assert.deepEqual(await names(), first);
    await page.getByText('Games over days').click();
    const days = (await ask('GET', 'leaders?pace=days&period=all')).leaders.map(({ name }) => name);
    await eventually(async () => JSON.stringify(await names()) === JSON.stringify(days));
    await page.getByRole('button', { name: 'Further places' }).click();
    await eventually(async () => (await rows.first().locator('td').first().innerText()) === '51');
    const year = String(new Date().getUTCFullYear());
    await page.locator('[data-key=period]').selectOption(year);
    const ofYear = (await ask('GET', `leaders?pace=days&period=${year}`)).leaders.map(({ name }) => name);
    await eventually(async () => JSON.stringify(await names()) === JSON.stringify(ofYear));
    await rows.first().getByRole('link').click();
    await page.getByRole('heading', { name: ofYear[0], exact: true }).waitFor();
});

test('names in the lobby, at a table and in its chat lead to profiles, and the pages have links to each other', async () => {
    const [anna, ben] = [await person('Anna', { path: '#/lobby' }), await person('Ben')];
    assert.equal((await anna.ask('POST', 'register', { name: 'Anna', password: 'long enough' })).ok, true);
    await anna.page.reload();
    const places = ['Lobby', 'My games', 'Leader boards', 'My profile'];
    for (const name of places) await anna.page.getByRole('navigation').getByRole('link', { name, exact: true }).waitFor();
    await anna.page.getByRole('link', { name: 'My profile' }).click();
    await anna.page.getByText('No rated games yet.').waitFor();
    assert.equal(await anna.page.locator('nav [aria-current=page]').innerText(), 'My profile');
    const code = await host(anna, { players: 2, shown: true });
    await anna.page.getByLabel('Write a message').fill('Hello');
    await anna.page.keyboard.press('Enter');
    await sit(ben, code);
    const link = () => ben.page.getByRole('link', { name: 'Anna', exact: true });
    await eventually(async () => (await link().count()) === 2);
    await ben.page.goto(`${server.address}#/lobby`);
    await ben.page.locator(`[data-table="${code}"]`).getByRole('link', { name: 'Anna' }).click();
    await ben.page.getByRole('heading', { name: 'Anna', exact: true }).waitFor();
    await ben.page.getByText('You have not finished a game together yet.').waitFor();
});

test('an address that cannot be decoded, or names nobody, is answered with words', async () => {
    for (const [id, name] of [['%', '%'], ['%E0%A4%A', '%E0%A4%A'], ['100%25', '100%'], ['%3Cb%3E%2F', '<b>/']]) {
        const { page } = await one(0, `#/player/${id}`, { allowed: NOBODY });
        await page.getByText(`No account has the name ${name}.`).waitFor();
    }
});

test('who has played no game reads that, and no word about filters', async () => {
    const { page } = await account('Newcomer', '#/my-games');
    await page.getByText('No games yet.').waitFor();
});

test('the links are behind a button on a phone', async () => {
    const { page } = await one(0, '#/leaders', { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
    const menu = page.getByRole('navigation').getByRole('button', { name: 'Leader boards' });
    await menu.waitFor();
    assert.equal(await page.getByRole('navigation').getByRole('link').count(), 0, 'they are not shown yet');
    await menu.click();
    await page.getByRole('link', { name: 'My games' }).click();
    await page.getByRole('heading', { name: 'My games' }).waitFor();
});

test('all games come as one archive of records, whose names sort by date', async () => {
    const [clara, dora] = [await person('Clara', { path: '#/lobby' }), await person('Dora', { path: '#/lobby' })];
    for (const each of [clara, dora]) await each.ask('POST', 'guest', { name: each === clara ? 'Clara' : 'Dora' });
    const codes = [];
    for (const title of ['First: "a/b"', 'Second']) {
        const { info } = await clara.ask('POST', 'tables', { players: 2, title });
        codes.push(info.table);
        await dora.ask('POST', `tables/${info.table}/join`, {});
        await dora.ask('POST', `tables/${info.table}/ready`, { ready: true });
        assert.equal((await clara.ask('POST', `tables/${info.table}/start`, {})).ok, true);
        for (const each of [clara, dora]) assert.equal((await each.ask('POST', `tables/${info.table}/agree-end`, { agree: true })).ok, true);
    }
    await eventually(async () => (await clara.ask('GET', 'me/games')).games.length === 2);
    await clara.page.goto(`${server.address}#/my-games`);
    await clara.page.reload();
    const download = clara.page.waitForEvent('download');
    await clara.page.getByRole('button', { name: 'Download all as records' }).click();
    const saved = await download;
    assert.equal(saved.suggestedFilename(), 'elektro-games.zip');
    await clara.page.getByText('2 games saved in one archive.').waitFor();
    const files = unzipSync(readFileSync(await saved.path()));
    const names = Object.keys(files).sort();
    assert.equal(names.length, 2);
    for (const name of names) assert.match(name, /^\d{4}-\d\d-\d\d \d{4} germany-recharged-2 (First a b|Second) \w{12}\.elektro$/);
    for (const code of codes) {
        const { record } = await clara.ask('GET', `tables/${code}/record`);
        assert.equal(strFromU8(files[names.find((name) => name.includes(code))]), record);
    }
});

test('axe finds nothing serious on these pages, at any size; words and targets are large enough', async () => {
    for (const [width, height] of [[1280, 720], [360, 740]]) {
        const { viewport } = deviceOf(width, height);
        const { page } = await one(0, '#/player/Person%201', { ...deviceOf(width, height), colorScheme: 'light', paints: true });
        for (const [path, shown] of [['player/Person%201', 'figure'], ['player/Person%200', '[data-key=visibility]'], ['leaders', 'tbody tr'], ['my-games', 'li[data-game]']]) {
            await page.goto(`${server.address}#/${path}`);
            await page.waitForSelector(shown);
            for (const colorScheme of ['dark', 'light']) {
                await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
                await page.waitForFunction((theme) => document.documentElement.dataset.theme === theme && document.getAnimations().every((each) => each.playState !== 'running' || each.effect?.getTiming().iterations === Infinity), colorScheme);
                assert.deepEqual(await seriousFindings(page), [], `${path}, ${viewport.width}, ${colorScheme}`);
            }
            const { text, target, cut } = await sizesOf(page);
            assert.deepEqual(cut, [], `cut off, ${path}, ${viewport.width}`);
            assert.ok(text.size >= 11.5, `small text, ${path}, ${viewport.width}: ${JSON.stringify(text)}`);
            if (viewport.width < 1000) assert.ok(target.size >= 43.5, `small target, ${path}: ${JSON.stringify(target)}`);
        }
    }
});
