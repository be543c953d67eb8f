// The table on the screen: panels, the map, and the draft of a turn.
import assert from 'node:assert/strict';
import { reload, sitDown } from './local-table.mjs';
import { play, Pointer, turn } from './play.mjs';
import { open, test } from './stage.mjs';

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

/** The value of a query once it has been stable for as long as the map's animation takes, in time and in frames:
 *  a busy machine draws few. */
async function settled(page, look) {
    const frame = () => page.evaluate(() => new Promise(requestAnimationFrame));
    let [found, since, frames] = [await look(), performance.now(), 0];
    while (performance.now() - since < 300 || frames < 20) {
        await frame();
        frames++;
        const now = await look();
        if (now !== found) [found, since, frames] = [now, performance.now(), 0];
    }
    return found;
}

/** Several cities: another player may take one of them first. */
const WISHES = [2, 8, 14];
async function wish(page, hand) {
    const cities = await page.locator('.map [data-city]:not([aria-disabled=true])').evaluateAll((all) => all.map((city) => city.dataset.city));
    for (const each of WISHES) await hand.pick(cities[each]);
    await wished(page);
}
const wished = (page) => page.locator('.map [data-city][aria-label*=planned]').nth(WISHES.length - 1).waitFor({ state: 'attached' });

test('a change of language or theme at the table gives the same page as opening it that way', async () => {
    const { page } = await open({ viewport: { width: 1280, height: 720 } });
    await sitDown(page);
    await turn(page);
    await page.click('[data-opens=settings]');
    await page.getByLabel('Language').selectOption('de');
    await page.getByLabel('Darstellung').selectOption('dark');
    assert.equal(await page.getAttribute('html', 'data-theme'), 'dark');
    await page.keyboard.press('Escape');
    await page.locator('[data-panel=settings]').waitFor({ state: 'detached' });
    const words = () => page.locator('.top, .part, .action').evaluateAll((parts) => JSON.stringify(parts.map((part) => {
        const labels = [...part.querySelectorAll('[aria-label]')].map((each) => each.getAttribute('aria-label'));
        return [part.textContent, ...labels].join('|');
    })));
    const drawn = () => page.locator('.map [data-city]').first().waitFor({ state: 'attached' }); // its map arrives by itself
    await drawn();
    const changed = await settled(page, words);
    await reload(page);
    await turn(page);
    await drawn();
    assert.deepEqual(JSON.parse(await settled(page, words)), JSON.parse(changed));
    assert.equal(await page.getAttribute('html', 'data-theme'), 'dark');
});
test('Escape closes open panels one after another, and restores the focus', async () => {
    for (const viewport of [{ width: 1280, height: 720 }, { width: 360, height: 640 }]) {
        const { page, context } = await open({ viewport });
        await sitDown(page);
        await turn(page);
        const focused = () => page.evaluate(() => document.activeElement.dataset.opens);
        const gone = (panel) => page.locator(panel).waitFor({ state: 'detached' });
        for (const panel of ['settings', 'help', 'reference']) {
            await page.click(`[data-opens=${panel}]`);
            await page.locator(`[data-panel=${panel}] button`).first().waitFor();
            if (panel === 'settings') await page.getByLabel('Speed of the bots').focus();
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
        // The focus moves from the log to its button; a phone shows neither.
        if (viewport.width > 700) await page.focus('.log [role=log] [tabindex="0"]');
        await page.keyboard.press('Escape');
        await gone('.log-open');
        if (viewport.width > 700) assert.equal(await focused(), 'log');
        await context.close();
    }
});
test('there is no summary since the last move before the first move', async () => {
    const { page } = await open();
    await sitDown(page);
    await turn(page);
    const since = page.locator('.action summary').filter({ hasText: 'Since your last move' });
    assert.equal(await since.count(), 0);
    // A player who moves twice in a row has missed nothing.
    await play(page, new Pointer(page), async (_action, number) => number > 12 || (await since.count()) === 1);
    assert.equal(await since.count(), 1);
});
test('purchases and plans can be undone before they are confirmed', async () => {
    const { page } = await open();
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
});
test('a plan made in advance is ready when it is time to build', async () => {
    const { page } = await open();
    await sitDown(page);
    const hand = new Pointer(page);
    await play(page, hand, (action) => action === 'buy');
    await page.getByRole('button', { name: 'Plan ahead' }).click();
    await wish(page, hand);
    // Each city is priced as if the earlier ones were built, and the prices add up.
    const prices = (await page.locator('.bill li b').allTextContents()).map(Number);
    assert.equal(prices.length, WISHES.length);
    assert.match(await page.textContent('.bill p'), new RegExp(`^${prices.reduce((a, b) => a + b)} `));
    await page.click('[data-key=forget-plan]');
    assert.equal(await page.locator('.bill').count(), 0);
    await wish(page, hand);
    await page.click('.action [data-key=done]');
    assert.equal(await turn(page), 'build');
    assert.ok((await page.locator('.action tbody tr').count()) >= 1);
});
test('the draft of a turn survives a reload', async () => {
    const { page } = await open();
    await sitDown(page);
    const hand = new Pointer(page);
    await play(page, hand, (action) => action === 'buy');
    await hand.buy();
    const bought = await page.textContent('.action .sum');
    await reload(page);
    assert.equal(await turn(page), 'buy');
    assert.equal(await page.textContent('.action .sum'), bought);
    await page.click('.action [data-key=undo]');
    await page.getByRole('button', { name: 'Plan ahead' }).click();
    await wish(page, hand);
    await reload(page);
    await turn(page);
    await wished(page);
    await page.click('.action [data-key=done]');
    assert.equal(await turn(page), 'build');
    assert.ok((await page.locator('.action tbody tr').count()) >= 1);
    await page.click('.action [data-key=done]');
    await page.waitForFunction(() => document.querySelector('.action [data-action]').dataset.action !== 'build');
    assert.deepEqual(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('elektro.draft'))), []);
});
test('the note about a city never covers it, and the title of the map covers none', async () => {
    for (const viewport of [{ width: 1280, height: 720 }, { width: 1920, height: 1080 }]) {
        const { page, context } = await open({ viewport });
        await sitDown(page);
        await turn(page);
        await page.waitForSelector('.map .cartouche');
        assert.deepEqual(await page.evaluate(coveredCities, 'pointerenter'), []);
        for (let i = 0; i < 4; i++) await page.click('.map .tools button >> nth=0');
        // Names are placed again after zooming.
        await settled(page, () => page.locator('.map').first().evaluate((map) => map.innerHTML));
        assert.deepEqual(await page.evaluate(coveredCities, 'focus'), []);
        await context.close();
    }
});
test('a city at the edge of the map is picked by one click, and nothing moves under it', async () => {
    const { page } = await open({ viewport: { width: 1280, height: 720 } });
    await sitDown(page);
    await play(page, new Pointer(page), (action) => action === 'build');
    const sheet = () => page.locator('.map svg.sheet').first().evaluate((svg) => svg.style.transform);
    const before = await settled(page, sheet);
    const [lowest] = (await page.locator('.map [data-city]:not([aria-disabled=true])').evaluateAll((cities) =>
        cities.map((city) => ({ city: city.dataset.city, y: city.getBoundingClientRect().bottom })).sort((a, b) => b.y - a.y)));
    const plate = await page.locator(`.map [data-city="${lowest.city}"]`).boundingBox();
    await page.mouse.click(plate.x + plate.width / 2, plate.y + plate.height / 2, { delay: 90 });
    assert.equal(await page.locator('.action tbody tr').count(), 1);
    assert.equal(await sheet(), before);
});
