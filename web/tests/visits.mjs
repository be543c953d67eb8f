// Visits: the start page, the form for a table, and games that are left and resumed.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seriousFindings } from './axe.mjs';
import { log, reload, savedGames, sitDown } from './local-table.mjs';
import { asked, play, Pointer, turn } from './play.mjs';
import { serve } from './serve.mjs';
import { folder, open, still, test } from './stage.mjs';

/** Points at a region of the form's map by the name printed on it. */
async function pickRegion(page, name) {
    const words = page.locator('form .map text').filter({ hasText: new RegExp(`^\\s*${name}\\s*$`) });
    await words.scrollIntoViewIfNeeded();
    const { x, y, width, height } = await words.boundingBox();
    await page.mouse.click(x + width / 2, y + height / 2);
}

/** The elements that stay covered or out of sight after scrolling to them. */
const hidden = (page, selector) => page.locator(selector).evaluateAll((elements) =>
    elements.filter((element) => {
        element.focus();
        const { x, y, width, height } = element.getBoundingClientRect();
        return [1, height / 2, height - 1].some((down) => !element.contains(document.elementFromPoint(x + width / 2, y + down)));
    }).map((element) => element.outerHTML));

test('leaving a screen before it has loaded releases the game', async () => {
    const { page } = await open();
    await sitDown(page);
    await turn(page);
    const id = page.url().split('/').at(-1);
    await page.goto(`${still.address}#/result/${id}`);
    await page.waitForSelector('.result');
    for (const pause of [0, 1, 4, 10]) {
        await page.evaluate(async ([game, delay]) => {
            for (const hash of ['#/', `#/result/${game}`, '#/']) {
                location.hash = hash;
                await new Promise((resolve) => setTimeout(resolve, delay));
            }
        }, [id, pause]);
    }
    await page.goto(`${still.address}#/game/${id}`);
    await page.waitForSelector('.table');
});
test('an open page keeps working when a new version is deployed', async () => {
    const copy = mkdtempSync(join(tmpdir(), 'elektro-page-'));
    cpSync(folder, copy, { recursive: true });
    const other = await serve(copy);
    const { page } = await open({ address: other.address, serviceWorkers: 'allow' });
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.reload();
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    // Files that were not loaded yet get other names, as in a new build.
    const path = join(copy, 'service-worker.js');
    const help = readdirSync(join(copy, 'assets')).find((file) => /^HelpPage.*js$/.test(file));
    renameSync(join(copy, 'assets', help), join(copy, 'assets', `new-${help}`));
    const worker = readFileSync(path, 'utf8').replace(/const VERSION = '/, "const VERSION = 'new").replaceAll(help, `new-${help}`);
    writeFileSync(path, worker);
    await page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration();
        await registration.update();
        while (!registration.waiting && !registration.installing) await new Promise((resolve) => setTimeout(resolve, 20));
        while (registration.installing) await new Promise((resolve) => setTimeout(resolve, 20));
    });
    await page.evaluate(() => (location.hash = '#/help'));
    await page.waitForFunction(() => ![null, 'Elektro', ''].includes(document.querySelector('h1')?.textContent ?? null));
    other.close();
    rmSync(copy, { recursive: true });
});
test('what bots have learned is fetched when a bot searches, and bots play without it if it is damaged', async () => {
    const file = /judge[^/]*[.]bin$/;
    /** Plays against bots of a level on a first visit; returns the answers with the file and the warnings of the page. */
    const visit = async (level, before = () => undefined) => {
        // Without a service worker, whose requests cannot be answered here.
        const { page, context } = await open();
        const [answers, warnings] = [[], []];
        context.on('response', (response) => file.test(response.url()) && answers.push(response.status()));
        page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
        await before(context);
        await sitDown(page, level);
        await play(page, new Pointer(page), (_action, number) => number === 2);
        return { answers, warnings };
    };
    assert.deepEqual(await visit('normal'), { answers: [], warnings: [] });
    assert.deepEqual(await visit('hard'), { answers: [200], warnings: [] });
    const { warnings } = await visit('hard', (context) => context.route(file, (route) => route.fulfill({ body: 'damaged' })));
    assert.match(warnings.join(), /without what they have learned.*weights/);
});
test('a game continues from its position after a change of the rules', async () => {
    const { page } = await open();
    await sitDown(page);
    await play(page, new Pointer(page), (_action, number) => number === 6);
    const money = () => page.locator('.players .money').allTextContents();
    const before = await money();
    const address = page.url();
    await savedGames(page);
    await page.goto(still.address);
    await page.waitForSelector('[data-key=play-now]');
    // Changed rules: the same moves would give another game.
    await page.evaluate(() => new Promise((done, fail) => {
        const opening = indexedDB.open('elektro', 1);
        opening.onsuccess = () => {
            const store = opening.result.transaction('games', 'readwrite').objectStore('games');
            const asked = store.getAll();
            asked.onsuccess = () => {
                const [game] = asked.result;
                const kept = store.put({ ...game, rulesVersion: 0, moves: game.moves.slice(0, 3) });
                kept.onsuccess = done;
                kept.onerror = fail;
            };
        };
    }));
    for (let times = 0; times < 2; times++) {
        await page.goto(address);
        await page.waitForSelector('.table');
        assert.deepEqual(await money(), before);
        await page.goto(still.address);
        await page.waitForSelector('[data-key=play-now]');
    }
    await page.goto(address);
    await play(page, new Pointer(page), (_action, number) => number === 6);
});
test('games in progress are the first thing on the start page', async () => {
    const { page } = await open();
    for (let games = 0; games < 4; games++) {
        await page.goto(still.address);
        await sitDown(page);
    }
    await page.goto(still.address);
    await page.waitForSelector('.go-on');
    assert.equal(await page.locator('.go-on .game').count(), 3);
    assert.equal(await page.locator('.game').count(), 4);
    for (const viewport of [{ width: 1280, height: 720 }, { width: 360, height: 640 }]) {
        await page.setViewportSize(viewport);
        const first = await page.locator('.go-on .game').first().boundingBox();
        assert.ok(first.y + first.height < viewport.height, `${first.y}`);
        assert.ok(first.y < (await page.locator('.ways').first().boundingBox()).y);
    }
    await page.locator('.go-on .game').first().click();
    await page.waitForSelector('.table');
});
test('foreign data in the browser storage breaks nothing', async () => {
    const { page } = await open({ settings: { name: {}, colour: 99, language: 'xx', theme: 7, lessons: 'all', pace: null } });
    await sitDown(page);
    await turn(page);
    await page.goto(still.address);
    await page.waitForSelector('.game');
    await page.evaluate(() => new Promise((done, fail) => {
        const opening = indexedDB.open('elektro', 1);
        opening.onsuccess = () => {
            const store = opening.result.transaction('games', 'readwrite').objectStore('games');
            for (const junk of [{ id: 'junk' }, { id: 'odd', config: { board: 'moon' }, players: 3 }, { id: 'new', updated: 1, moves: [], players: [null], config: { board: 'germany', edition: 'classic', players: 1 } }]) {
                const kept = store.put(junk);
                kept.onerror = fail;
                kept.onsuccess = done;
            }
        };
    }));
    await page.reload();
    await page.waitForSelector('.game');
    assert.equal(await page.locator('.game').count(), 1);
    await page.goto(`${still.address}#/game/junk`);
    await page.getByRole('heading', { name: 'Game not found' }).waitFor();
    await page.goto(`${still.address}#/settings`);
    await page.waitForSelector('.settings select');
});
test('a missing backdrop shows no error', async () => {
    const { page, context } = await open({ allowed: /ERR_FAILED/, serviceWorkers: 'allow' });
    await context.route(/Backdrop/, (route) => route.abort());
    await page.evaluate(async () => {
        for (const each of await navigator.serviceWorker.getRegistrations()) await each.unregister();
    });
    const refused = page.waitForEvent('requestfailed', (request) => request.url().includes('Backdrop'));
    await page.reload();
    const address = (await refused).url();
    // A request after the page's request gets its answer after the page.
    await page.evaluate((wanted) => import(wanted).catch(() => new Promise(requestAnimationFrame)), address);
    assert.equal(await page.locator('.trouble').count(), 0);
});
test('a browser that refuses the service worker shows no error', async () => {
    const { page } = await open({ serviceWorkers: 'allow' });
    await page.addInitScript(() => {
        navigator.serviceWorker.register = () => {
            window.asked = true;
            return Promise.reject(new Error('An SSL certificate error occurred.'));
        };
    });
    await page.reload();
    await page.waitForFunction(() => window.asked);
    await page.evaluate(() => new Promise(requestAnimationFrame));
    assert.equal(await page.locator('.trouble').count(), 0);
});
test('a reload loses nothing', async () => {
    const { page } = await open();
    await sitDown(page);
    await play(page, new Pointer(page), (_action, number) => number === 8);
    const [before, action] = [await log(page), await asked(page)];
    await reload(page);
    assert.equal(await turn(page), action);
    assert.deepEqual(await log(page), before);
    await page.goto(still.address);
    await page.click('.game');
    await page.waitForSelector('.table');
});
test('one page plays a game at a time, and another one that waits for it is next', async () => {
    const { page, context } = await open();
    await sitDown(page);
    const second = await context.newPage();
    await second.goto(page.url());
    await second.getByRole('heading', { name: 'Open in another window' }).waitFor();
    await page.close();
    await second.waitForSelector('.table');
});
test('a replay steps back and forth, and the game continues from there', async () => {
    const { page } = await open();
    await sitDown(page);
    await play(page, new Pointer(page), (_action, number) => number === 5);
    const { hash } = new URL(page.url());
    await page.goto(`${still.address}${hash.replace('game', 'replay')}`);
    await page.waitForSelector('[data-action=replay]');
    await page.locator('[data-action=replay] input[type=range]').fill('7');
    assert.match(await page.textContent('[data-action=replay] h2'), /7/);
    await page.click('[data-key=go-on]');
    await page.waitForFunction((old) => location.hash.startsWith('#/game/') && location.hash !== old, hash);
    await turn(page);
});
test('the page opens and plays without a network', async () => {
    // A missing server is no error.
    const { page, context } = await open({ allowed: /ERR_INTERNET_DISCONNECTED/, serviceWorkers: 'allow' });
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.reload();
    await context.setOffline(true);
    await page.reload();
    await sitDown(page);
    await play(page, new Pointer(page), (_action, number) => number === 3);
});
test('regions are picked on the small map, and nothing of the form lies behind its button', async () => {
    for (const viewport of [{ width: 1280, height: 720 }, { width: 360, height: 640 }]) {
        const { page, context } = await open({ viewport });
        await page.goto(`${still.address}#/new`);
        const choose = (text) => page.locator('label.choice').filter({ hasText: text }).click();
        const trust = page.getByText('against the Trust');
        await choose(/^\s*2\s*$/);
        await trust.waitFor();
        await choose('Classic');
        await trust.waitFor({ state: 'detached' });
        await choose('Recharged');
        await trust.waitFor();
        await choose(/^\s*3\s*$/);
        await trust.waitFor({ state: 'detached' });
        assert.equal(await page.locator('form .map [data-region]').count(), 0);
        await choose('choose them here');
        for (const name of ['West', 'South', 'South', 'East']) await pickRegion(page, name);
        assert.deepEqual(await page.locator('label.choice:has([type=checkbox]:checked)').allInnerTexts(), ['West', 'East']);
        await page.click('.begin');
        await page.waitForSelector('.refusal');
        assert.match(await page.textContent('.refusal'), /number of regions/);
        assert.deepEqual(await hidden(page, '.refusal, .begin, .seats input, .seats select, label.check input'), []);
        assert.deepEqual(await seriousFindings(page), []);
        // By keyboard, away from the pointer.
        await page.focus('form .map [aria-label=South]');
        await page.keyboard.press('Enter');
        assert.equal(await page.getAttribute('form .map [aria-label=South]', 'aria-pressed'), 'true');
        await page.click('.begin');
        await page.waitForSelector('.table');
        const { board, zone } = (await savedGames(page)).at(-1).config;
        assert.equal(board, 'germany-recharged');
        const { regions } = JSON.parse(readFileSync(new URL(`../../data/boards/${board}.json`, import.meta.url), 'utf8'));
        assert.deepEqual(zone.map((region) => regions[region].id).sort(), ['east', 'south', 'west']);
        await context.close();
    }
});

test('an error is shown; a notice of the browser about its layout is not', async () => {
    const { page } = await open();
    const report = (message) => page.evaluate((text) => void dispatchEvent(new ErrorEvent('error', { message: text, error: text.startsWith('ResizeObserver') ? null : new Error(text) })), message);
    await page.waitForSelector('[data-key=play-now]');
    await report('ResizeObserver loop completed with undelivered notifications.');
    await report('the sky is falling');
    assert.deepEqual(await page.locator('.trouble').allInnerTexts().then((all) => all.map((text) => text.includes('the sky is falling'))), [true]);
});
