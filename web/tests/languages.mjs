// Every language on the screens of this page: switched without a reload, nothing left in English, no word cut off.
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { goTo, open, still, test } from './stage.mjs';
import { LANGUAGES, look, read, SIZES } from './words-on-screen.mjs';

/** A game that was played to the end on a server. */
const RECORD = fileURLToPath(new URL('../../tests/wasm/shuffled.elektro', import.meta.url));

async function visit(page, language) {
    await page.waitForSelector('[data-key=play-now]');
    await look(page, language, 'the start page');
    for (const screen of ['new', 'companion', 'replays', 'help/recharged.benelux.2.', 'settings', 'help/classic.france.2.']) {
        await goTo(page, `${still.address}#/${screen}`);
        await page.waitForSelector(screen.startsWith('help') ? '#goal h2' : 'main :is(form, h2)');
        await look(page, language, screen);
    }
    await page.goto(`${still.address}#/first`);
    await page.waitForSelector('[data-key=first-recharged]');
    await look(page, language, 'the way into a first game');
    await page.click('[data-key=first-recharged]');
    await page.waitForSelector('.table');
    for (const lesson of ['goal', 'map', 'plants', 'discount', 'bid']) {
        await page.waitForSelector(`[data-lesson=${lesson}]`);
        if (lesson === 'bid') await look(page, language, 'a lesson');
        await page.click('[data-key=understood]');
    }
    await page.click('[data-key=advice]');
    await page.waitForSelector('[data-advice]');
    await look(page, language, 'the table with a goal and an advice');
    await page.keyboard.press('?');
    await page.waitForSelector('[data-panel=help] p');
    await look(page, language, 'the help at the table');
    await page.click('[data-opens=settings]');
    await page.waitForSelector('[data-panel=settings] select');
    await look(page, language, 'the settings at the table');
    await page.click('[data-opens=reference]');
    await page.waitForSelector('[data-plants=possible]');
    await look(page, language, 'the reference at the table');
    await visitRecord(page, language);
}

async function visitRecord(page, language) {
    await page.goto(`${still.address}#/replays`);
    await page.setInputFiles('.drop input[type=file]', RECORD);
    await page.waitForSelector('[data-action=replay]');
    await look(page, language, 'a replay');
    // On a phone there is the least room for it.
    if (page.viewportSize().width < 500) await visitVariation(page, language);
    await page.goto(page.url().replace('#/replay/', '#/result/'));
    await page.waitForSelector('.result .charts svg');
    await page.click('[data-key=check-shuffle]');
    await page.waitForSelector('.verdict');
    await look(page, language, 'the result');
}

async function visitVariation(page, language) {
    await page.keyboard.press('t');
    await page.waitForSelector('[data-trying]');
    await look(page, language, 'a variation that is tried');
    await page.click('[data-key=bots]');
    await page.waitForSelector('.variation', { state: 'attached' });
    await page.keyboard.press('t');
    await page.keyboard.press('v');
    await page.waitForSelector('[data-key=variation-name]');
    await look(page, language, 'the menu of variations');
}

test('the language changes without a reload, and is remembered', async () => {
    const { page } = await open();
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
});
test('the rules open for the current table, and can be searched', async () => {
    const { page } = await open();
    await page.goto(`${still.address}#/help/classic.france.2.end`);
    await page.waitForSelector('#end h2');
    const chosen = await page.locator('form select').evaluateAll((all) => all.map((each) => each.selectedIndex));
    assert.deepEqual(chosen, [1, 4, 0]);
    assert.equal(await page.locator('#trust').count(), 0);
    await page.fill('input[type=search]', 'paris');
    await page.waitForSelector('#building mark');
    assert.deepEqual(await page.locator('section').evaluateAll((all) => all.map((each) => each.id)), ['building', 'boards']);
});
for (const language of LANGUAGES) {
    for (const viewport of SIZES) {
        test(`${language} at ${viewport.width} pixels: nothing in English, nothing cut off`, async () => {
            const { page } = await open({ viewport, settings: { language } });
            await visit(page, language);
        });
    }
}
