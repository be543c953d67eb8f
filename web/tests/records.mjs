// Records and shuffles, compared with the command line.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { seriousFindings } from './axe.mjs';
import { play, Pointer } from './play.mjs';
import { download, files, resultOf, resultShown, verify } from './record-files.mjs';
import { open, program, still, test } from './stage.mjs';

const WIDE = { viewport: { width: 1280, height: 720 } };
const file = (name) => readFileSync(new URL(`../../tests/wasm/${name}`, import.meta.url), 'utf8');
const [shuffled, sealed, notes] = ['shuffled.elektro', 'sealed.elektro', 'sealed.notes'].map(file);

/** A game that bots play at the command line. */
function playedThere(name, ...options) {
    const path = join(files, name);
    execFileSync(program, ['play', '--lines', '--fast', '--save', path, ...options], { input: '', stdio: 'pipe' });
    return path;
}

async function openFile(page, path) {
    await page.goto(`${still.address}#/replays`);
    await page.setInputFiles('.drop input[type=file]', path);
}

test('a game, running and finished, downloads as a record that the command verifies', async () => {
    const { page } = await open(WIDE);
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
});
test('records of the command open in the page and end with the same result', async () => {
    const { page } = await open(WIDE);
    const games = [
        playedThere('seed.elektro', '--seats', 'easy,easy,easy', '--names', 'Änna,Bob,Cy', '--seed', 'a seed'),
        playedThere('draft.elektro', '--seats', 'easy,easy', '--names', 'Ann,Ben', '--zone', 'draft', '--starting-cities'),
        playedThere('order.elektro', '--seats', 'easy,easy,easy', '--names', 'A,B,C', '--edition', 'classic', '--board', 'italy', '--order', '3,1,2'),
    ];
    const told = join(files, 'told.elektro');
    writeFileSync(told, readFileSync(games[0], 'utf8').replace(/^(seed|drawn):.*\n/gm, ''));
    const online = join(files, 'online.elektro');
    writeFileSync(online, shuffled);
    for (const path of [...games, told, online]) {
        await openFile(page, path);
        await page.waitForSelector('[data-action=replay]');
        await page.getByRole('button', { name: 'Go to the end' }).click();
        await page.click('[data-key=result]');
        assert.deepEqual(await resultShown(page), resultOf(path), path);
        assert.equal(readFileSync(await download(page), 'utf8'), readFileSync(path, 'utf8'));
    }
    await page.goto(`${still.address}#/replays`);
    await page.waitForSelector('.game');
    assert.equal(await page.locator('.game').count(), 5);
});
test('files that are no records are refused with a reason, and nothing of them is stored', async () => {
    const { page } = await open(WIDE);
    const text = shuffled;
    const bad = {
        'picture.png': ['\x89PNG\r\n', /line 1, column 1: This is not UTF-8/],
        'empty.elektro': ['', /This is not a record/],
        'newer.elektro': [text.replace('elektro 1', 'elektro 9'), /newer version of Elektro/],
        'zone.elektro': [text.replace(/^zone:.*\n/m, ''), /line is missing/],
        'card.elektro': [text.replace(/^draw \d+/m, 'draw 3'), /line \d+/],
        'move.elektro': [text.replace(/^(5\. .*: ).*$/m, '$1dance'), /not valid in a record/],
        'own.elektro': [text.replace(/^board:.*$/m, 'board: iceland\nboard-file: iceland.json'), /user-made board/i],
        'huge.elektro': [`${text}${'#\n'.repeat(2200000)}`, /too large/],
    };
    for (const [name, [content, words]] of Object.entries(bad)) {
        const path = join(files, name);
        writeFileSync(path, content, 'latin1');
        await openFile(page, path);
        await page.locator('.refusal', { hasText: name }).waitFor();
        assert.match(await page.textContent('.refusal'), words);
    }
    assert.deepEqual(await seriousFindings(page), []);
    await page.reload();
    await page.waitForSelector('.drop');
    assert.equal(await page.locator('.game').count(), 0);
});
test('a record dropped on the page opens, and the player can continue it against bots', async () => {
    const { page } = await open(WIDE);
    await page.goto(`${still.address}#/replays`);
    await page.waitForSelector('.drop');
    const data = await page.evaluateHandle((text) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([text], 'game.elektro'));
        return transfer;
    }, shuffled);
    await page.dispatchEvent('.drop', 'drop', { dataTransfer: data });
    await page.waitForSelector('[data-action=replay]');
    await page.locator('[data-action=replay] input[type=range]').fill('40');
    await page.locator('[data-action=replay] .seat select').selectOption('1');
    await page.click('[data-key=go-on]');
    await page.waitForFunction(() => location.hash.startsWith('#/game/'));
    assert.ok((await play(page, new Pointer(page))) > 5);
    await page.click('[data-key=result]');
    await page.waitForSelector('.result');
    assert.equal(verify(await download(page)).ended, true);
});
test('a variation is tried by keys, named, saved with the record, and opened again', async () => {
    const { page } = await open(WIDE);
    const path = join(files, 'plain.elektro');
    writeFileSync(path, shuffled);
    await openFile(page, path);
    const selected = page.locator('[role=treeitem][aria-selected=true]');
    const key = (name) => page.keyboard.press(name);
    await page.focus('[role=tree]');
    for (let move = 0; move < 20; move++) await key('ArrowDown');
    assert.match(await selected.textContent(), /^\s*20\./);
    await key('ArrowLeft');
    assert.match(await selected.textContent(), /^\s*19\./);
    // Another decision than in the game: the sheet is that of a table with all players at this screen.
    await key('t');
    await page.waitForSelector('[data-trying]');
    const action = await page.getAttribute('[data-action]', 'data-action');
    assert.notEqual(action, 'replay');
    await key(action === 'nominate' || action === 'bid' ? 'p' : 'd');
    await page.waitForSelector('[role=treeitem].variation');
    assert.match(await selected.textContent(), /^\s*20\./);
    await key('u');
    assert.equal(await page.locator('[role=treeitem].variation').count(), 0);
    await key(action === 'nominate' || action === 'bid' ? 'p' : 'd');
    await page.click('[data-key=bots]');
    await page.waitForFunction(() => document.querySelectorAll('[role=treeitem][aria-level="2"]').length > 4);
    if ((await page.getAttribute('[data-key=bots]', 'aria-pressed')) === 'true') await page.click('[data-key=bots]');
    await key('t');
    await page.waitForSelector('[data-action=replay]');
    await page.locator('[role=tree]').focus();
    await key('v');
    await page.locator('[data-key=variation-name]').fill('The cautious way');
    await key('Enter');
    await page.locator('.variation', { hasText: 'The cautious way' }).waitFor();
    assert.deepEqual(await seriousFindings(page), []);
    const saved = await download(page);
    const text = readFileSync(saved, 'utf8');
    assert.match(text, /\n# variation 1 after 19: The cautious way\n#   20\. /);
    assert.deepEqual({ ...verify(saved), file: '' }, { ...verify(path), file: '' });

    const { page: other } = await open({ ...WIDE, viewport: { width: 360, height: 780 } });
    await openFile(other, saved);
    await other.click('nav [data-tab=log]');
    const branch = other.locator('.variation', { hasText: 'The cautious way' });
    await branch.click();
    assert.equal(await branch.getAttribute('aria-expanded'), 'true');
    assert.match(await other.textContent('[data-action=replay] h2'), /^The cautious way: move 20 of/);
    assert.deepEqual(await seriousFindings(other), []);
    await other.click('[data-key=go-on]');
    await other.waitForFunction(() => location.hash.startsWith('#/game/'));
    await other.waitForSelector('.table');

    writeFileSync(path, text.replace(/^(#   20\. .*: ).*$/m, '$1dance'));
    await openFile(page, path);
    await page.locator('[role=alert]', { hasText: /Line \d+: This line is not valid in a record/ }).waitFor();
    assert.equal(await page.locator('[role=treeitem].variation').count(), 0);
    assert.equal(await page.locator('[role=treeitem]').count(), verify(path).moves + 1);
});
test('the shuffle of a server’s game is found consistent, fair by this browser’s notes, or unfair', async () => {
    const { page } = await open(WIDE);
    const seed = /shuffle-seed: (\w+)/.exec(shuffled)[1];
    const cases = [
        [shuffled, /^The seed matches the seal and gives all 32 cards of this game\.$/],
        [sealed, /^The seed.* 36 cards.*kept nothing/],
        [sealed, /^Fair.* 36 cards/, notes],
        [sealed, /^Unfair.*showed this browser something else/, notes.replace(/(commitment: )\w+/, `$1${'0'.repeat(64)}`)],
        [sealed.replace('open words', 'ground words'), /^Unfair/],
        [sealed.replace('Glück auf', 'Pech auf'), /^Unfair.*do not match the seal/],
        [shuffled.replace(seed, seed.replace(/./g, (digit) => (15 - parseInt(digit, 16)).toString(16))), /^Unfair.*seal/],
        [shuffled.replace('my own luck', 'my bad luck'), /^Unfair/],
        [shuffled.replace(/^# shuffle-seed.*\n/m, ''), /no seed yet/],
    ];
    for (const [text, words, kept = ''] of cases) {
        await page.evaluate(([table, lines]) => {
            localStorage.setItem('elektro.shuffles', JSON.stringify({ [table]: { secrets: {}, revealed: 2, notes: lines, at: 1 } }));
        }, [/shuffle-table: (\w+)/.exec(sealed)[1], kept]);
        const path = join(files, 'shuffle.elektro');
        writeFileSync(path, text);
        await openFile(page, path);
        await page.getByRole('button', { name: 'Go to the end' }).click();
        await page.click('[data-key=result]');
        await page.click('[data-key=check-shuffle]');
        await page.waitForSelector('.verdict');
        assert.match(await page.textContent('.verdict'), words);
        assert.deepEqual(await seriousFindings(page), []);
    }
});
