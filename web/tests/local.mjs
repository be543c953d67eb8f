// Local games in a real Chromium.
//
//     local.mjs FOLDER      the built page
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { seriousFindings } from './axe.mjs';
import { launch, openPage } from './browser.mjs';
import { asked, bidForMe, Keys, play, Pointer, turn } from './play.mjs';
import { serve } from './serve.mjs';
import { run } from './tap.mjs';

const RECORD = fileURLToPath(new URL('../../tests/wasm/shuffled.elektro', import.meta.url));
const server = await serve(process.argv[2]);
const browser = await launch();
const open = (options) => openPage(browser, server.address, options);
const log = (page) => page.locator('.log [role=log] li').allTextContents();

/** Two clicks from the start page to a table. */
async function sitDown(page, level = 'easy') {
    await page.click('[data-key=play-now]');
    await page.click(`[data-level=${level}]`);
    await page.waitForSelector('.table');
}

/** Sits down at a table of one's own making. */
async function ownTable(page, { players = 2, edition, board, zone, options = [] } = {}) {
    await page.goto(`${server.address}#/new`);
    const choose = (text) => page.locator('label.choice, label.check').filter({ hasText: text }).first().click();
    for (const text of [edition, board, zone].filter(Boolean)) await choose(text);
    await page.locator('label.choice').filter({ hasText: new RegExp(`^\\s*${players}\\s*$`) }).click();
    for (const text of options) await choose(text);
    const seats = page.locator('.seats select');
    for (let seat = 1; seat < players; seat++) await seats.nth(seat).selectOption('easy');
    await page.click('.begin');
    await page.waitForSelector('.table');
}

/** Cities that the note about them covers when they are pointed at or have the focus, or that the title
 *  covers. Runs in the page. */
async function coveredCities(how) {
    const boxOf = (element) => element.getBoundingClientRect();
    const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    const title = document.querySelector('.map .cartouche');
    const wrong = [...document.querySelectorAll('.map .plate')].filter((plate) => meet(boxOf(title), boxOf(plate))).map(() => 'title');
    for (const city of document.querySelectorAll('.map [data-city]')) {
        if (how === 'focus') city.focus({ preventScroll: true });
        else city.dispatchEvent(new PointerEvent(how, { pointerType: 'mouse' }));
        // One frame to draw it, one to see how large it is.
        for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
        const [note, own] = [document.querySelector('.map .info'), document.querySelector('.map .city.active .plate')];
        if (note === null || own === null || meet(boxOf(note), boxOf(own))) wrong.push(city.getAttribute('aria-label'));
    }
    return wrong;
}

/** Points at a region of the form's map by the name printed on it. */
async function pickRegion(page, name) {
    const words = page.locator('form .map text').filter({ hasText: new RegExp(`^\\s*${name}\\s*$`) });
    await words.scrollIntoViewIfNeeded();
    const { x, y, width, height } = await words.boundingBox();
    await page.mouse.click(x + width / 2, y + height / 2);
}

/** What of these lies behind something else, or out of sight, once it is looked for. */
const hidden = (page, selector) => page.locator(selector).evaluateAll((elements) =>
    elements.filter((element) => {
        element.focus();
        const { x, y, width, height } = element.getBoundingClientRect();
        return [1, height / 2, height - 1].some((down) => !element.contains(document.elementFromPoint(x + width / 2, y + down)));
    }).map((element) => element.outerHTML));

/** The configuration of the game that was begun last. */
const begun = (page) => page.evaluate(() => new Promise((done, fail) => {
    const opening = indexedDB.open('elektro', 1);
    opening.onerror = fail;
    opening.onsuccess = () => {
        const asked = opening.result.transaction('games').objectStore('games').getAll();
        asked.onsuccess = () => done(asked.result.at(-1).config);
    };
}));

/** Several cities: somebody else may take one of them first. */
const WISHES = [2, 8, 14];
async function wish(page) {
    const cities = page.locator('.map [data-city]:not([aria-disabled=true])');
    for (const each of WISHES) await cities.nth(each).dispatchEvent('click');
    await wished(page);
}
const wished = (page) => page.locator('.map [data-city][aria-label*=planned]').nth(WISHES.length - 1).waitFor({ state: 'attached' });

await run([
    ['a whole game by mouse, to its result', async (assert) => {
        const { page, troubles, context } = await open({ viewport: { width: 1280, height: 720 } });
        await sitDown(page);
        assert.ok((await play(page, new Pointer(page))) > 20);
        const verdict = await page.textContent('[data-action=ended] .body p');
        await page.click('[data-key=result]');
        await page.waitForSelector('.result .charts svg');
        const winners = await page.locator('.result tbody tr.first .who').allTextContents();
        assert.ok(winners.length >= 1);
        assert.equal(/^You (win|share)/.test(verdict), winners.some((name) => name.trim() === 'Player 1'), verdict);
        assert.match(await page.textContent('.result .what'), / · Recharged \(2018\) · .*\d{4}$/);
        // The same people once more, without a word.
        await page.click('[data-key=again]');
        await page.waitForSelector('.table[data-phase=auction]');
        assert.equal(await page.locator('.players article').count(), 4);
        assert.deepEqual(troubles, []);
        await context.close();
    }],
    ['a whole game by keyboard only', async (assert) => {
        const { page, troubles, context } = await open({ viewport: { width: 1280, height: 720 } });
        const keys = new Keys(page);
        await keys.tabTo('[data-key=play-now]');
        await keys.type('Enter');
        await keys.tabTo('[data-level=easy]');
        await keys.type('Enter');
        await page.waitForSelector('.table');
        assert.ok((await play(page, keys)) > 20);
        assert.deepEqual(troubles, []);
        await context.close();
    }],
    ['a whole game on a phone by touch', async (assert) => {
        const { page, troubles, context } = await open({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });
        await sitDown(page);
        assert.ok((await play(page, new Pointer(page, { touch: true }))) > 20);
        assert.deepEqual(troubles, []);
        await context.close();
    }],
    ['a drafted zone, the Trust and starting cities', async (assert) => {
        const { page, troubles, context } = await open();
        await ownTable(page, { players: 2, edition: 'Recharged', zone: 'chosen in turn', options: ['Starting cities'] });
        await play(page, new Pointer(page));
        assert.deepEqual(troubles, []);
        await context.close();
    }],
    ['regions are picked on the small map, and nothing of the form lies behind its button', async (assert) => {
        for (const viewport of [{ width: 1280, height: 720 }, { width: 360, height: 640 }]) {
            const { page, troubles, context } = await open({ viewport });
            await page.goto(`${server.address}#/new`);
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
            await choose('chosen here');
            for (const name of ['West', 'South', 'South', 'East']) await pickRegion(page, name);
            assert.deepEqual(await page.locator('label.choice:has([type=checkbox]:checked)').allInnerTexts(), ['West', 'East']);
            await page.click('.begin');
            await page.waitForSelector('.refusal');
            assert.match(await page.textContent('.refusal'), /number of regions/);
            assert.deepEqual(await hidden(page, '.refusal, .begin, .seats input, .seats select, label.check input'), []);
            assert.deepEqual(await seriousFindings(page), []);
            // By key, where the pointer is not.
            await page.focus('form .map [aria-label=South]');
            await page.keyboard.press('Enter');
            assert.equal(await page.getAttribute('form .map [aria-label=South]', 'aria-pressed'), 'true');
            await page.click('.begin');
            await page.waitForSelector('.table');
            const { board, zone } = await begun(page);
            assert.equal(board, 'germany-recharged');
            const { regions } = JSON.parse(readFileSync(new URL(`../../data/boards/${board}.json`, import.meta.url), 'utf8'));
            assert.deepEqual(zone.map((region) => regions[region].id).sort(), ['east', 'south', 'west']);
            assert.deepEqual(troubles, []);
            await context.close();
        }
    }],
    ['two people at one screen, their money secret', async (assert) => {
        const { page, troubles, context } = await open();
        await page.goto(`${server.address}#/new`);
        await page.locator('label.choice').filter({ hasText: /^\s*3\s*$/ }).click();
        await page.locator('.seats select').nth(1).selectOption('human');
        await page.click('.begin');
        await page.waitForSelector('.table');
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
        assert.deepEqual(troubles, []);
        await context.close();
    }],
    ['a screen that is left before it is there gives the game back', async (assert) => {
        const { page, troubles, context } = await open();
        await sitDown(page);
        await turn(page);
        const id = page.url().split('/').at(-1);
        await page.goto(`${server.address}#/result/${id}`);
        await page.waitForSelector('.result');
        for (const pause of [0, 1, 4, 10]) {
            await page.evaluate(async ([game, delay]) => {
                for (const hash of ['#/', `#/result/${game}`, '#/']) {
                    location.hash = hash;
                    await new Promise((resolve) => setTimeout(resolve, delay));
                }
            }, [id, pause]);
        }
        await page.goto(`${server.address}#/game/${id}`);
        await page.waitForSelector('.table');
        assert.deepEqual(troubles, []);
        await context.close();
    }],
    ['a page stays whole when a new version comes', async (assert) => {
        const copy = mkdtempSync(join(tmpdir(), 'elektro-page-'));
        cpSync(process.argv[2], copy, { recursive: true });
        const still = await serve(copy);
        const { page, troubles, context } = await openPage(browser, still.address);
        await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
        await page.reload();
        await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
        // Other names for what was not wanted yet, as a new build has them.
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
        assert.deepEqual(troubles, []);
        await context.close();
        still.close();
        rmSync(copy, { recursive: true });
    }],
    ['a game goes on from where it was when the rules have changed since', async (assert) => {
        const { page, troubles, context } = await open();
        await sitDown(page);
        await play(page, new Pointer(page), (_action, number) => number === 6);
        const money = () => page.locator('.players .money').allTextContents();
        const before = await money();
        const address = page.url();
        await page.goto(server.address);
        await page.waitForSelector('[data-key=play-now]');
        // Other rules than these: the same moves would have given another game.
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
            await page.goto(server.address);
            await page.waitForSelector('[data-key=play-now]');
        }
        await page.goto(address);
        await play(page, new Pointer(page), (_action, number) => number === 6);
        assert.deepEqual(troubles, []);
        await context.close();
    }],
    ['a classic first game', async (assert) => {
        const { page, troubles, context } = await open();
        await ownTable(page, { players: 3, edition: 'Classic', board: 'Italy', options: ['First game'] });
        await play(page, new Pointer(page));
        assert.deepEqual(troubles, []);
        await context.close();
    }],
    ['advice is asked for and followed by keyboard', async (assert) => {
        const { page, troubles, context } = await open();
        await sitDown(page);
        const keys = new Keys(page);
        const followed = new Set();
        await play(page, keys, async (action) => {
            if (followed.has(action)) return false;
            const said = page.locator('[role=status]').filter({ hasText: 'A strong bot' });
            await keys.type('a');
            await said.waitFor({ state: 'attached' });
            assert.equal(`${await said.textContent()}.`, await page.textContent('[data-advice] p'));
            const before = await log(page);
            await keys.tabTo('[data-key=follow]');
            await keys.type('Enter');
            // What was advised is done: tentatively, with advice on what comes next, or for good and in the log.
            await page.waitForFunction((lines) => {
                const tentative = document.querySelector('.action [data-key=undo]:not(:disabled)') !== null;
                return tentative ? document.querySelector('[data-advice]') !== null : document.querySelectorAll('.log [role=log] li').length > lines;
            }, before.length);
            assert.equal(await page.evaluate(() => document.activeElement === document.body), false);
            followed.add(action);
            await turn(page);
            return ['nominate', 'buy', 'build', 'power'].every((each) => followed.has(each));
        });
        assert.ok(followed.size >= 4);
        assert.deepEqual(troubles, []);
        await context.close();
    }],
    ['advice is gone when anything changes, and is not offered without hints or in a replay', async (assert) => {
        const { page, troubles, context } = await open();
        await sitDown(page);
        const hand = new Pointer(page);
        await play(page, hand, (action) => action === 'buy');
        await page.click('[data-key=advice]');
        await page.waitForSelector('[data-advice]');
        await hand.buy();
        assert.equal(await page.locator('[data-advice]').count(), 0);
        await page.click('.log-button');
        await page.getByRole('button', { name: 'Look back' }).click();
        assert.equal(await page.locator('[data-key=advice]').count(), 0);
        await page.getByRole('button', { name: 'Back to now' }).click();
        await page.waitForSelector('[data-key=advice]');
        const address = page.url();
        await page.goto(`${server.address}#/settings`);
        await page.getByLabel('Hints for newcomers').uncheck();
        await page.goto(address);
        assert.equal(await turn(page), 'buy');
        assert.equal(await page.locator('[data-key=advice]').count(), 0);
        assert.deepEqual(troubles, []);
        await context.close();
    }],
    ['a first game explains every decision once, and a new one anew', async (assert) => {
        const { page, troubles, context } = await open({ viewport: { width: 1280, height: 720 }, settings: { hints: false } });
        const begin = async () => {
            await page.goto(server.address);
            await page.click('[data-key=first-game]');
            await page.waitForSelector('.table');
        };
        const lesson = page.locator('[data-lesson]');
        await begin();
        const read = [];
        await play(page, new Pointer(page), async (action) => {
            while ((await lesson.count()) > 0) {
                read.push(await lesson.getAttribute('data-lesson'));
                const said = page.locator('[role=status]').filter({ hasText: await lesson.locator('p').textContent() });
                assert.equal(await said.count(), 1);
                assert.deepEqual(await seriousFindings(page), []);
                await page.focus('[data-key=understood]');
                await page.keyboard.press('Enter');
                assert.equal(await page.evaluate(() => document.activeElement === document.body), false);
                if (read.length === 2) {
                    await page.reload();
                    await turn(page);
                }
            }
            if (action in { nominate: 1, bid: 1, scrap: 1, buy: 1, build: 1, power: 1 }) assert.ok(read.includes(action), action);
            return false;
        });
        assert.equal(new Set(read).size, read.length);
        for (const each of ['goal', 'buy', 'build', 'power']) assert.ok(read.includes(each), each);
        await begin();
        await turn(page);
        assert.equal(await lesson.count(), 1);
        assert.deepEqual(troubles, []);
        await context.close();
    }],
    ['the language and the light change at the table, as if it had been opened so', async (assert) => {
        const { page, troubles, context } = await open({ viewport: { width: 1280, height: 720 } });
        await sitDown(page);
        await turn(page);
        await page.click('[data-opens=settings]');
        await page.getByLabel('Language').selectOption('de');
        await page.getByLabel('Licht').selectOption('dark');
        assert.equal(await page.getAttribute('html', 'data-theme'), 'dark');
        await page.keyboard.press('Escape');
        await page.locator('[data-panel=settings]').waitFor({ state: 'detached' });
        const words = () => page.locator('.top, .part, .action').evaluateAll((parts) => parts.map((part) => {
            const labels = [...part.querySelectorAll('[aria-label]')].map((each) => each.getAttribute('aria-label'));
            return [part.textContent, ...labels].join('|');
        }));
        const changed = await words();
        await page.reload();
        await turn(page);
        assert.deepEqual(changed, await words());
        assert.equal(await page.getAttribute('html', 'data-theme'), 'dark');
        assert.deepEqual(troubles, []);
        await context.close();
    }],
    ['Escape closes what is open, one after another, and gives the focus back', async (assert) => {
        for (const viewport of [{ width: 1280, height: 720 }, { width: 360, height: 640 }]) {
            const { page, troubles, context } = await open({ viewport });
            await sitDown(page);
            await turn(page);
            const focused = () => page.evaluate(() => document.activeElement.dataset.opens);
            const gone = (panel) => page.locator(panel).waitFor({ state: 'detached' });
            for (const panel of ['settings', 'help']) {
                await page.click(`[data-opens=${panel}]`);
                await page.locator(`[data-panel=${panel}] button`).first().waitFor();
                if (panel === 'settings') await page.getByLabel('Pace of the bots').focus();
                await page.keyboard.press('Escape');
                await gone(`[data-panel=${panel}]`);
                assert.equal(await focused(), panel);
            }
            await page.keyboard.press('l');
            await page.keyboard.press('?');
            await page.waitForSelector('.log-open [data-panel=help]');
            await page.keyboard.press('Escape');
            await gone('[data-panel=help]');
            assert.equal(await page.locator('.log-open').count(), 1);
            if (viewport.width > 700) await page.getByRole('button', { name: 'Look back' }).focus();
            await page.keyboard.press('Escape');
            await gone('.log-open');
            if (viewport.width > 700) assert.equal(await focused(), 'log');
            assert.deepEqual(troubles, []);
            await context.close();
        }
    }],
    ['games in progress are the first thing on the start page', async (assert) => {
        const { page, troubles, context } = await open();
        for (let games = 0; games < 4; games++) {
            await page.goto(server.address);
            await sitDown(page);
        }
        await page.goto(server.address);
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
        assert.deepEqual(troubles, []);
        await context.close();
    }],
    ['nothing is told since a last move before there was one', async (assert) => {
        const { page, troubles, context } = await open();
        await sitDown(page);
        await turn(page);
        const since = page.locator('.action summary').filter({ hasText: 'Since your last move' });
        assert.equal(await since.count(), 0);
        // Who moves twice in a row has missed nothing.
        await play(page, new Pointer(page), async (_action, number) => number > 12 || (await since.count()) === 1);
        assert.equal(await since.count(), 1);
        assert.deepEqual(troubles, []);
        await context.close();
    }],
    ['what is bought or planned can be undone before it is confirmed', async (assert) => {
        const { page, context } = await open();
        await sitDown(page);
        const hand = new Pointer(page);
        await play(page, hand, (action) => action === 'buy');
        const before = await page.textContent('.action .sum');
        await hand.buy();
        assert.notEqual(await page.textContent('.action .sum'), before);
        await page.click('.action [data-key=undo]');
        assert.equal(await page.textContent('.action .sum'), before);
        assert.equal(await page.isDisabled('.action [data-key=undo]'), true);
        await play(page, hand, (action) => action === 'build');
        await hand.connect();
        assert.equal(await page.locator('.action tbody tr').count(), 1);
        await page.keyboard.press('u');
        assert.equal(await page.locator('.action tbody tr').count(), 0);
        await context.close();
    }],
    ['what is planned ahead lies ready when it is time to build', async (assert) => {
        const { page, troubles, context } = await open();
        await sitDown(page);
        const hand = new Pointer(page);
        await play(page, hand, (action) => action === 'buy');
        await page.getByRole('button', { name: 'Plan ahead' }).click();
        await wish(page);
        // Each is priced as if those before it stood there already, and all of them add up.
        const prices = (await page.locator('.bill li b').allTextContents()).map(Number);
        assert.equal(prices.length, WISHES.length);
        assert.match(await page.textContent('.bill p'), new RegExp(`^${prices.reduce((a, b) => a + b)} `));
        await page.click('[data-key=forget-plan]');
        assert.equal(await page.locator('.bill').count(), 0);
        await wish(page);
        await page.click('.action [data-key=done]');
        assert.equal(await turn(page), 'build');
        assert.ok((await page.locator('.action tbody tr').count()) >= 1);
        assert.deepEqual(troubles, []);
        await context.close();
    }],
    ['a turn in the making outlives a reload', async (assert) => {
        const { page, troubles, context } = await open();
        await sitDown(page);
        const hand = new Pointer(page);
        await play(page, hand, (action) => action === 'buy');
        await hand.buy();
        const bought = await page.textContent('.action .sum');
        await page.reload();
        assert.equal(await turn(page), 'buy');
        assert.equal(await page.textContent('.action .sum'), bought);
        await page.click('.action [data-key=undo]');
        await page.getByRole('button', { name: 'Plan ahead' }).click();
        await wish(page);
        await page.reload();
        await turn(page);
        await wished(page);
        await page.click('.action [data-key=done]');
        assert.equal(await turn(page), 'build');
        assert.ok((await page.locator('.action tbody tr').count()) >= 1);
        await page.click('.action [data-key=done]');
        await page.waitForFunction(() => document.querySelector('.action [data-action]').dataset.action !== 'build');
        assert.deepEqual(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('elektro.draft'))), []);
        assert.deepEqual(troubles, []);
        await context.close();
    }],
    ['the note about a city never covers it, and the title of the map covers none', async (assert) => {
        for (const viewport of [{ width: 1280, height: 720 }, { width: 1920, height: 1080 }]) {
            const { page, troubles, context } = await open({ viewport });
            await sitDown(page);
            await turn(page);
            await page.waitForSelector('.map .cartouche');
            assert.deepEqual(await page.evaluate(coveredCities, 'pointerenter'), []);
            for (let i = 0; i < 4; i++) await page.click('.map .tools button >> nth=0');
            await page.waitForTimeout(300);
            assert.deepEqual(await page.evaluate(coveredCities, 'focus'), []);
            assert.deepEqual(troubles, []);
            await context.close();
        }
    }],
    ['a city at the edge of the map is picked by one click, and nothing moves under it', async (assert) => {
        const { page, troubles, context } = await open({ viewport: { width: 1280, height: 720 } });
        await sitDown(page);
        await play(page, new Pointer(page), (action) => action === 'build');
        const sheet = () => page.locator('.map svg.sheet').first().getAttribute('style');
        await page.waitForTimeout(400);
        const before = await sheet();
        const [lowest] = (await page.locator('.map [data-city]:not([aria-disabled=true])').evaluateAll((cities) =>
            cities.map((city) => ({ city: city.dataset.city, y: city.getBoundingClientRect().bottom })).sort((a, b) => b.y - a.y)));
        const plate = await page.locator(`.map [data-city="${lowest.city}"]`).boundingBox();
        await page.mouse.move(plate.x + plate.width / 2, plate.y + plate.height / 2);
        await page.mouse.down();
        await page.waitForTimeout(90);
        await page.mouse.up();
        assert.equal(await page.locator('.action tbody tr').count(), 1);
        assert.equal(await sheet(), before);
        assert.deepEqual(troubles, []);
        await context.close();
    }],
    ['what something else wrote into the browser spoils nothing', async (assert) => {
        const { page, troubles, context } = await open({ settings: { name: {}, colour: 99, language: 'xx', theme: 7, lessons: 'all', pace: null } });
        await sitDown(page);
        await turn(page);
        await page.goto(server.address);
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
        await page.goto(`${server.address}#/game/junk`);
        await page.getByRole('heading', { name: 'No such game' }).waitFor();
        await page.goto(`${server.address}#/settings`);
        await page.waitForSelector('.settings select');
        assert.deepEqual(troubles, []);
        await context.close();
    }],
    ['a region is picked by keys, also after the map was dragged', async (assert) => {
        const { page, troubles, context } = await open();
        await ownTable(page, { players: 2, zone: 'chosen in turn' });
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
        assert.deepEqual(troubles, []);
        await context.close();
    }],
    ['a page whose backdrop cannot be had says nothing of it', async (assert) => {
        const { page, context } = await open();
        await context.route(/Backdrop/, (route) => route.abort());
        await page.evaluate(async () => {
            for (const each of await navigator.serviceWorker.getRegistrations()) await each.unregister();
        });
        const refused = page.waitForEvent('requestfailed', (request) => request.url().includes('Backdrop'));
        await page.reload();
        await refused;
        await page.waitForTimeout(200);
        assert.equal(await page.locator('.trouble').count(), 0);
        await context.close();
    }],
    ['bidding up to a limit goes on by itself', async (assert) => {
        const { page, troubles, context } = await open();
        await sitDown(page);
        await play(page, new Pointer(page), (action) => action === 'bid');
        await bidForMe(page);
        assert.deepEqual(troubles, []);
        await context.close();
    }],
    ['a reload loses nothing', async (assert) => {
        const { page, context } = await open();
        await sitDown(page);
        await play(page, new Pointer(page), (_action, number) => number === 8);
        const [before, action] = [await log(page), await asked(page)];
        await page.reload();
        assert.equal(await turn(page), action);
        assert.deepEqual(await log(page), before);
        await page.goto(server.address);
        await page.click('.game');
        await page.waitForSelector('.table');
        await context.close();
    }],
    ['one page plays a game at a time', async (assert) => {
        const { page, troubles, context } = await open();
        await sitDown(page);
        const second = await context.newPage();
        await second.goto(page.url());
        await second.getByRole('heading', { name: 'Open elsewhere' }).waitFor();
        await page.close();
        await second.reload();
        await second.waitForSelector('.table');
        assert.deepEqual(troubles, []);
        await context.close();
    }],
    ['a replay goes back and forth, and on from there', async (assert) => {
        const { page, troubles, context } = await open();
        await sitDown(page);
        await play(page, new Pointer(page), (_action, number) => number === 5);
        const { hash } = new URL(page.url());
        await page.goto(`${server.address}${hash.replace('game', 'replay')}`);
        await page.waitForSelector('[data-action=replay]');
        await page.locator('[data-action=replay] input[type=range]').fill('7');
        assert.match(await page.textContent('[data-action=replay] h2'), /7/);
        await page.getByRole('button', { name: 'Go on from here' }).click();
        await page.waitForFunction((old) => location.hash.startsWith('#/game/') && location.hash !== old, hash);
        await turn(page);
        assert.deepEqual(troubles, []);
        await context.close();
    }],
    ['the page opens and plays without a network', async (assert) => {
        const { page, troubles, context } = await open();
        await page.evaluate(() => navigator.serviceWorker.ready);
        await page.reload();
        await context.setOffline(true);
        await page.reload();
        await sitDown(page);
        await play(page, new Pointer(page), (_action, number) => number === 3);
        // That no server answers is no trouble.
        assert.deepEqual(troubles.filter((trouble) => !/ERR_INTERNET_DISCONNECTED/.test(trouble)), []);
        await context.close();
    }],
    ['every screen stands before axe', async (assert) => {
        for (const colorScheme of ['light', 'dark']) {
            const { page, context } = await open({ colorScheme, viewport: { width: 1280, height: 720 } });
            const check = async (name) => assert.deepEqual(await seriousFindings(page), [], `${name}, ${colorScheme}`);
            await check('start');
            for (const screen of ['new', 'companion', 'replays', 'settings', 'help']) {
                await page.goto(`${server.address}#/${screen}`);
                await page.waitForSelector('main');
                await check(screen);
            }
            await page.goto(server.address);
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
            await page.goto(`${server.address}#/replays`);
            await page.setInputFiles('.drop input[type=file]', RECORD);
            await page.waitForSelector('[data-action=replay]');
            await check('replay');
            await page.getByRole('button', { name: 'Back to now' }).click();
            await check('ended');
            await page.click('[data-key=result]');
            await page.waitForSelector('.charts svg');
            await check('result');
            await context.close();
        }
    }],
]);

await browser.close();
server.close();
