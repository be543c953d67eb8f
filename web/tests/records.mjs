// Records, shuffles and the books of a printed game, in a real Chromium and held against the command line.
//
//     records.mjs FOLDER ELEKTRO      the built page, the command
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seriousFindings } from './axe.mjs';
import { launch, openPage } from './browser.mjs';
import { asked, play, Pointer, turn } from './play.mjs';
import { serve } from './serve.mjs';
import { run } from './tap.mjs';

const [built, elektro] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'elektro-'));
const server = await serve(built);
const browser = await launch();
const open = (options) => openPage(browser, server.address, { viewport: { width: 1280, height: 720 }, ...options });
const shuffled = readFileSync(new URL('../../tests/wasm/shuffled.elektro', import.meta.url), 'utf8');

/** What the command finds when it replays a file. */
function verify(path) {
    return JSON.parse(execFileSync(elektro, ['replay', '--verify', '--json', path], { encoding: 'utf8' }));
}

/** A game that bots play at the command line. */
function playedThere(name, ...options) {
    const path = join(folder, name);
    execFileSync(elektro, ['play', '--lines', '--fast', '--save', path, ...options], { input: '', stdio: 'pipe' });
    return path;
}

async function download(page) {
    const [file] = await Promise.all([page.waitForEvent('download'), page.locator('[data-key=download]').first().click()]);
    assertName(file.suggestedFilename());
    const path = join(folder, file.suggestedFilename());
    await file.saveAs(path);
    return path;
}
function assertName(name) {
    if (!/^[a-z-]+-[0-9a-f]{8}\.elektro$/.test(name)) throw new Error(`a strange name for a record: ${name}`);
}

async function openFile(page, path) {
    await page.goto(`${server.address}#/replays`);
    await page.setInputFiles('.drop input[type=file]', path);
}

/** What the record says of the end: [name, cities supplied, money] of each, best first. */
function resultOf(path) {
    const [, line] = /^result: (.*)$/m.exec(readFileSync(path, 'utf8'));
    return line.split('; ').map((part) => /^\d+\. "?(.*?)"? supplies (\d+), has (-?\d+), owns/.exec(part).slice(1));
}
async function resultShown(page) {
    await page.waitForSelector('.result .ranking');
    return page.locator('.result .ranking tbody tr').evaluateAll((rows) =>
        rows.map((row) => [row.querySelector('th').textContent.trim(), ...[...row.querySelectorAll('td')].slice(-3, -1).map((cell) => cell.textContent.trim())]));
}

/** Sets up the books of a printed game. */
async function companion(page, { edition = 'Classic', players = 2, names = ['Anna', 'Bert'] } = {}) {
    await page.goto(`${server.address}#/companion`);
    const choose = (text) => page.locator('label.choice').filter({ hasText: text }).first().click();
    await choose(edition);
    await choose(new RegExp(`^\\s*${players}\\s*$`));
    for (const [seat, name] of names.entries()) await page.locator('form li input').nth(seat).fill(name);
    for (const name of [...names].reverse()) await page.getByRole('button', { name, exact: true }).click();
    const regions = page.locator('fieldset', { hasText: /\d of \d/ });
    for (let i = 0; i < 3; i++) await regions.locator('label.choice').nth(i).click();
}

await run([
    ['a game, running and finished, downloads as a record that the command verifies', async (assert) => {
        const { page, troubles, context } = await open();
        await page.click('[data-key=play-now]');
        await page.click('[data-level=easy]');
        await play(page, new Pointer(page), (_action, number) => number === 12);
        await page.keyboard.press('l');
        const running = verify(await download(page));
        assert.equal(running.ended, false);
        assert.ok(running.moves > 12);
        await page.keyboard.press('l');
        await play(page, new Pointer(page));
        await page.click('[data-key=result]');
        await page.waitForSelector('.result');
        const path = await download(page);
        assert.equal(verify(path).ended, true);
        assert.match(readFileSync(path, 'utf8'), /^seed: [0-9a-f]{32}$/m);
        assert.deepEqual(await resultShown(page), resultOf(path));
        assert.deepEqual(await seriousFindings(page), []);
        assert.deepEqual(troubles, []);
        await context.close();
    }],
    ['records of the command open in the page and come to the same end', async (assert) => {
        const { page, troubles, context } = await open();
        const games = [
            playedThere('seed.elektro', '--seats', 'easy,easy,easy', '--names', 'Änna,Bob,Cy', '--seed', 'a seed'),
            playedThere('draft.elektro', '--seats', 'easy,easy', '--names', 'Ann,Ben', '--zone', 'draft', '--starting-cities'),
            playedThere('order.elektro', '--seats', 'easy,easy,easy', '--names', 'A,B,C', '--edition', 'classic', '--board', 'italy', '--order', '3,1,2'),
        ];
        const told = join(folder, 'told.elektro');
        writeFileSync(told, readFileSync(games[0], 'utf8').replace(/^(seed|drawn):.*\n/gm, ''));
        const online = join(folder, 'online.elektro');
        writeFileSync(online, shuffled);
        for (const path of [...games, told, online]) {
            await openFile(page, path);
            await page.waitForSelector('[data-action=replay]');
            await page.getByRole('button', { name: 'Back to now' }).click();
            await page.click('[data-key=result]');
            assert.deepEqual(await resultShown(page), resultOf(path), path);
            assert.equal(readFileSync(await download(page), 'utf8'), readFileSync(path, 'utf8'));
        }
        await page.goto(`${server.address}#/replays`);
        await page.waitForSelector('.game');
        assert.equal(await page.locator('.game').count(), 5);
        assert.deepEqual(troubles, []);
        await context.close();
    }],
    ['files that are no records are refused in words, and nothing is kept of them', async (assert) => {
        const { page, troubles, context } = await open();
        const text = shuffled;
        const bad = {
            'picture.png': ['\x89PNG\r\n', /line 1, column 1: This is no text/],
            'empty.elektro': ['', /This is no record/],
            'newer.elektro': [text.replace('elektro 1', 'elektro 9'), /newer Elektro/],
            'zone.elektro': [text.replace(/^zone:.*\n/m, ''), /lacks a line/],
            'card.elektro': [text.replace(/^draw \d+/m, 'draw 3'), /line \d+/],
            'move.elektro': [text.replace(/^(5\. .*: ).*$/m, '$1dance'), /not written like this/],
            'own.elektro': [text.replace(/^board:.*$/m, 'board: iceland\nboard-file: iceland.json'), /board of one's own/],
            'huge.elektro': [`${text}${'#\n'.repeat(2200000)}`, /too large/],
        };
        for (const [name, [content, words]] of Object.entries(bad)) {
            const path = join(folder, name);
            writeFileSync(path, content, 'latin1');
            await openFile(page, path);
            await page.locator('.refusal', { hasText: name }).waitFor();
            assert.match(await page.textContent('.refusal'), words);
        }
        assert.deepEqual(await seriousFindings(page), []);
        await page.reload();
        await page.waitForSelector('.drop');
        assert.equal(await page.locator('.game').count(), 0);
        assert.deepEqual(troubles, []);
        await context.close();
    }],
    ['a record that is dropped on the page opens, and one can go on from it against bots', async (assert) => {
        const { page, troubles, context } = await open();
        await page.goto(`${server.address}#/replays`);
        await page.waitForSelector('.drop');
        const data = await page.evaluateHandle((text) => {
            const transfer = new DataTransfer();
            transfer.items.add(new File([text], 'game.elektro'));
            return transfer;
        }, shuffled);
        await page.dispatchEvent('.drop', 'drop', { dataTransfer: data });
        await page.waitForSelector('[data-action=replay]');
        await page.locator('[data-action=replay] input[type=range]').fill('40');
        await page.locator('[data-action=replay] select').selectOption('1');
        await page.click('[data-key=go-on]');
        await page.waitForFunction(() => location.hash.startsWith('#/game/'));
        assert.ok((await play(page, new Pointer(page))) > 5);
        await page.click('[data-key=result]');
        await page.waitForSelector('.result');
        assert.equal(verify(await download(page)).ended, true);
        assert.deepEqual(troubles, []);
        await context.close();
    }],
    ['the shuffle of a server’s game is found fair, and one that was tampered with unfair', async (assert) => {
        const { page, troubles, context } = await open();
        const seed = /shuffle-seed: (\w+)/.exec(shuffled)[1];
        const cases = [
            [shuffled, /^Fair.* 32 cards/],
            [shuffled.replace(seed, seed.replace(/./g, (digit) => (15 - parseInt(digit, 16)).toString(16))), /^Unfair.*seal/],
            [shuffled.replace('my own luck', 'my bad luck'), /^Unfair/],
            [shuffled.replace(/^# shuffle-seed.*\n/m, ''), /no seed yet/],
        ];
        for (const [text, words] of cases) {
            const path = join(folder, 'shuffle.elektro');
            writeFileSync(path, text);
            await openFile(page, path);
            await page.getByRole('button', { name: 'Back to now' }).click();
            await page.click('[data-key=result]');
            await page.click('[data-key=check-shuffle]');
            await page.waitForSelector('.verdict');
            assert.match(await page.textContent('.verdict'), words);
            assert.deepEqual(await seriousFindings(page), []);
        }
        assert.deepEqual(troubles, []);
        await context.close();
    }],
    ['the books of a printed game: every card is told, every step can be taken back', async (assert) => {
        const { page, troubles, context } = await open();
        await companion(page);
        assert.deepEqual(await seriousFindings(page), []);
        await page.click('.begin');
        await page.waitForSelector('.table');
        // Both see everything: nobody hands the screen over.
        assert.deepEqual(await page.locator('.players .money span[aria-hidden=true]').allTextContents(), ['50', '50']);
        assert.equal(await turn(page), 'nominate');
        assert.match(await page.textContent('.players article.to-move h3'), /Bert/);
        const hand = new Pointer(page);
        await hand.nominate();
        assert.equal(await asked(page), 'bid');
        await page.locator('.sold select').selectOption({ label: 'Anna' });
        await page.locator('.sold input').fill('11');
        await page.click('[data-key=sold]');
        await page.waitForSelector('.action [data-action=card]');
        await page.locator('.players article', { hasText: 'Anna' }).locator('.money', { hasText: '39' }).waitFor();
        assert.deepEqual(await seriousFindings(page), []);
        await page.click('.action [data-card="13"]');
        await page.click('.action [data-key=confirm]');
        await page.waitForSelector('[data-action=nominate]');
        await page.click('[data-key=undo-books]');
        await page.waitForSelector('[data-action=card]');
        for (const action of ['bid', 'bid', 'nominate']) {
            await page.click('[data-key=undo-books]');
            await page.waitForSelector(`[data-action=${action}]`);
        }
        assert.match(await page.textContent('.players article.to-move h3'), /Bert/);
        await page.waitForSelector('[data-key=undo-books]', { state: 'detached' });
        assert.deepEqual(troubles, []);
        await context.close();
    }],
    ['the books of a whole printed game, kept over a reload, make a right record', async (assert) => {
        const { page, troubles, context } = await open();
        await companion(page, { edition: 'Recharged', players: 3, names: ['Anna', 'Bert', 'Cleo'] });
        for (const plant of [3, 5, 6, 7, 8, 10, 12, 15]) await page.locator(`form [data-value="${plant}"]:text-is("${plant}")`).click();
        await page.click('.begin');
        await page.waitForSelector('.table');
        const seen = new Set();
        await play(page, new Pointer(page), async (action, number) => {
            seen.add(action);
            if (number === 30) {
                await page.reload();
                await page.waitForSelector('.table');
            }
            return false;
        });
        assert.deepEqual([...seen].sort().filter((each) => ['card', 'nominate', 'bid', 'buy', 'build', 'power'].includes(each)), ['bid', 'build', 'buy', 'card', 'nominate', 'power']);
        await page.click('[data-key=result]');
        await page.waitForSelector('.result');
        const path = await download(page);
        const checked = verify(path);
        assert.equal(checked.ended, true);
        assert.ok(checked.draws > 10);
        assert.deepEqual(await resultShown(page), resultOf(path));
        assert.deepEqual(troubles, []);
        await context.close();
    }],
    ['what is not right at a real table is refused in words', async (assert) => {
        const { page, context } = await open();
        await companion(page);
        await page.getByRole('button', { name: '1. Bert' }).click();
        await page.click('.begin');
        assert.match(await page.textContent('.refusal'), /order/i);
        await context.close();
    }],
    ['drafted regions, Trust houses and marked cities can be taken back until they are confirmed', async (assert) => {
        const { page, troubles, context } = await open();
        await page.goto(`${server.address}#/new`);
        for (const text of ['Recharged', 'chosen in turn', 'Starting cities']) await page.locator('label.choice, label.check').filter({ hasText: text }).first().click();
        await page.locator('label.choice').filter({ hasText: /^\s*2\s*$/ }).click();
        await page.locator('.seats select').nth(1).selectOption('easy');
        await page.click('.begin');
        await page.waitForSelector('.table');
        const undone = new Set();
        await play(page, new Pointer(page), async (action) => {
            if (action !== 'pick') return true;
            if ((await page.locator('.action [data-key=confirm]').count()) === 0) return false;
            const title = await page.textContent('.action h2');
            if (undone.has(title)) return false;
            undone.add(title);
            const picked = await page.textContent('.action [aria-live=polite]');
            await page.click('.action [data-key=undo]');
            assert.equal(await page.locator('.action [data-key=confirm]').count(), 0);
            assert.notEqual(picked, '');
            return false;
        });
        assert.deepEqual([...undone].sort(), ['Choose a region', 'Mark a starting city', 'Place a house of the Trust']);
        assert.deepEqual(troubles, []);
        await context.close();
    }],
]);

await browser.close();
server.close();
