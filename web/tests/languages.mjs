// Every language in a real Chromium: switched without a reload, nothing on any screen left in
// English, and no word cut off.
//
//     languages.mjs FOLDER ELEKTRO      the built page, the program
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launch, openPage } from './browser.mjs';
import { turn } from './play.mjs';
import { serve } from './serve.mjs';
import { Server } from './server.mjs';
import { run } from './tap.mjs';

const WEB = fileURLToPath(new URL('..', import.meta.url));
/** A game that was played to the end on a server. */
const RECORD = join(WEB, '../tests/wasm/shuffled.elektro');
const read = (path) => JSON.parse(readFileSync(join(WEB, path), 'utf8'));
const LANGUAGES = ['de', 'sr', 'pt-BR', 'fi', 'cs', 'ru'];
const SIZES = [{ width: 1280, height: 720 }, { width: 360, height: 640 }];
const glossary = read('../data/glossary.json');

/** Everything a language says, without the parts that change. */
function sayings(language) {
    const catalogs = [`messages/${language}.json`, `../data/messages/${language}.json`, `rules/${language}.json`].map(read);
    const terms = Object.values(glossary).map((words) => words[language]);
    return new Set([...catalogs.flatMap((catalog) => Object.values(catalog)), ...terms].filter((text) => !text.includes('{')));
}
const english = sayings('en');
// The name of the program.
english.delete('Elektro');

/** All words on the screen, with those only spoken. Runs in the page. */
function wordsOnScreen() {
    const words = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const { data, parentElement } = walker.currentNode;
        if (!parentElement.closest('script, style')) words.push(data.trim());
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]')) {
        for (const name of ['aria-label', 'title', 'placeholder']) words.push(element.getAttribute(name)?.trim() ?? '');
    }
    return [...new Set(words)].filter((text) => /\p{L}{2}/u.test(text));
}

/** Words that are cut off by a box around them. Runs in the page. */
function wordsCutOff() {
    const cut = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const text = walker.currentNode;
        if (!/\S/.test(text.data) || text.parentElement.closest('svg, option, .visually-hidden')) continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        const { left, right, width } = range.getBoundingClientRect();
        for (let box = text.parentElement; box !== null && width > 0; box = box.parentElement) {
            if (box !== document.body && getComputedStyle(box).overflowX === 'visible') continue;
            const edge = box.getBoundingClientRect();
            if (right > edge.right + 2 || left < edge.left - 2) cut.push(`${box.className}: ${text.data.trim()}`);
            break;
        }
    }
    return cut;
}

async function look(page, language, where, assert) {
    const own = sayings(language);
    const foreign = (await page.evaluate(wordsOnScreen)).filter((text) => english.has(text) && !own.has(text));
    assert.deepEqual(foreign, [], `${where} in ${language}`);
    assert.deepEqual(await page.evaluate(wordsCutOff), [], `${where} in ${language}`);
}

async function visit(page, address, language, assert) {
    await look(page, language, 'the start page', assert);
    for (const screen of ['new', 'companion', 'replays', 'settings', 'help/recharged.benelux.2.', 'help/classic.france.2.']) {
        await page.goto(`${address}#/${screen}`);
        await page.waitForSelector(screen.startsWith('help') ? '#goal h2' : 'main :is(form, h2)');
        await look(page, language, screen, assert);
    }
    await page.goto(`${address}#/`);
    await page.click('[data-key=first-game]');
    await page.waitForSelector('.table');
    await turn(page);
    await page.click('[data-key=advice]');
    await page.waitForSelector('[data-advice]');
    await look(page, language, 'the table with a lesson and an advice', assert);
    await page.keyboard.press('?');
    await page.waitForSelector('[data-panel=help] p');
    await look(page, language, 'the help at the table', assert);
    await page.click('[data-opens=settings]');
    await page.waitForSelector('[data-panel=settings] select');
    await look(page, language, 'the settings at the table', assert);
    await visitRecord(page, address, language, assert);
}

async function visitRecord(page, address, language, assert) {
    await page.goto(`${address}#/replays`);
    await page.setInputFiles('.drop input[type=file]', RECORD);
    await page.waitForSelector('[data-action=replay]');
    await look(page, language, 'a replay', assert);
    await page.goto(page.url().replace('#/replay/', '#/result/'));
    await page.waitForSelector('.result .charts svg');
    await page.click('[data-key=check-shuffle]');
    await page.waitForSelector('.verdict');
    await look(page, language, 'the result', assert);
}

/** Somebody whose tables are in the lobby: one that waits, one that is played. */
async function fillLobby(address) {
    let cookie = '';
    const post = async (path, fields) => {
        const headers = { 'Content-Type': 'application/json', cookie };
        const answer = await fetch(`${address}api/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(fields) });
        cookie ||= answer.headers.get('set-cookie').split(';')[0];
        return answer.json();
    };
    await post('guest', { name: 'Bea' });
    for (const begins of [false, true]) {
        const { info } = await post('tables', { players: 2, public: true, clock: { kind: 'days', days: 3 } });
        if (!begins) continue;
        await post(`tables/${info.table}/bots`, { level: 'hard' });
        await post(`tables/${info.table}/start`, {});
    }
}

/** The form for a table, the lobby, a table that waits, its game with the talk, and who one is there. */
async function visitOnline(page, address, language, assert) {
    await page.waitForSelector('label.check');
    await page.selectOption('[data-key=clock]', { index: 5 });
    await page.locator('.bots select').first().selectOption('2');
    await look(page, language, 'a new table online', assert);
    await page.click('.begin');
    await page.waitForSelector('[data-key=start]');
    const table = page.url();
    await page.fill('.chat input', '1, 2, 3');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.chat .words');
    await page.click('summary');
    await look(page, language, 'a table that waits', assert);
    await page.goto(`${address}#/lobby`);
    await page.waitForSelector('[data-table] >> nth=2');
    await look(page, language, 'the lobby', assert);
    await page.goto(`${address}#/settings`);
    for (const more of await page.locator('summary').all()) await more.click();
    await look(page, language, 'who one is on the server', assert);
    await page.goto(table);
    await page.locator('.people select').first().selectOption('easy');
    await page.click('[data-key=start]:not(:disabled)');
    await page.waitForSelector('.table[data-phase]');
    await turn(page);
    await page.click('[data-key=chat]');
    await page.waitForSelector('.chat .words');
    await look(page, language, 'a game online', assert);
}

const [folder, program] = process.argv.slice(2);
const server = await serve(folder);
const online = await Server.start(program, folder);
await fillLobby(online.address);
const browser = await launch();

await run([
    ['the language changes without a reload, and stays', async (assert) => {
        const { page, troubles, context } = await openPage(browser, server.address);
        await page.evaluate(() => (window.stillHere = true));
        for (const language of [...LANGUAGES, 'en']) {
            await page.selectOption('footer select', language);
            const wanted = read(`messages/${language}.json`)['start.play-now'];
            await page.waitForFunction((text) => document.querySelector('[data-key=play-now]').textContent.trim() === text, wanted);
            assert.equal(await page.getAttribute('html', 'lang'), language === 'sr' ? 'sr-Latn' : language);
        }
        assert.equal(await page.evaluate(() => window.stillHere), true);
        await page.selectOption('footer select', 'fi');
        await page.reload();
        await page.waitForSelector('html[lang=fi]');
        assert.deepEqual(troubles, []);
        await context.close();
    }],
    ['the rules open for the table at hand, and can be searched', async (assert) => {
        const { page, troubles, context } = await openPage(browser, server.address);
        await page.goto(`${server.address}#/help/classic.france.2.end`);
        await page.waitForSelector('#end h2');
        const chosen = await page.locator('form select').evaluateAll((all) => all.map((each) => each.selectedIndex));
        assert.deepEqual(chosen, [1, 4, 0]);
        assert.equal(await page.locator('#trust').count(), 0);
        await page.fill('input[type=search]', 'paris');
        await page.waitForSelector('#building mark');
        assert.deepEqual(await page.locator('section').evaluateAll((all) => all.map((each) => each.id)), ['building', 'boards']);
        assert.deepEqual(troubles, []);
        await context.close();
    }],
    ...LANGUAGES.flatMap((language) => SIZES.map((viewport) => [
        `${language} at ${viewport.width} pixels: nothing in English, nothing cut off`,
        async (assert) => {
            const { page, troubles, context } = await openPage(browser, server.address, { viewport, settings: { language } });
            await visit(page, server.address, language, assert);
            assert.deepEqual(troubles, []);
            await context.close();
        },
    ])),
    ...LANGUAGES.flatMap((language) => SIZES.map((viewport) => [
        `${language} at ${viewport.width} pixels, with others: nothing in English, nothing cut off`,
        async (assert) => {
            const { page, troubles, context } = await openPage(browser, `${online.address}#/host`, { viewport, settings: { language } });
            await visitOnline(page, online.address, language, assert);
            assert.deepEqual(troubles, []);
            await context.close();
        },
    ])),
]);
await browser.close();
server.close();
await online.close();
