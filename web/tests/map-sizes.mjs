// The map of every board on phones and on a small desktop: what is printed on it can be read, nothing covers anything else,
// the cities in reach are shown first, and "Whole map" shows all of it. The list of these cities leads to the map.
import assert from 'node:assert/strict';
import { savedGames, store } from './saved-games.mjs';
import { deviceOf } from './sizes-of.mjs';
import { open, program, still, test } from './stage.mjs';

const BOARDS = ['germany', 'usa', 'france', 'italy', 'benelux', 'central-europe'];
const GERMANY = { board: 'germany', edition: 'recharged', players: 6 };
const games = savedGames(program, [
    ...BOARDS.flatMap((board) => [
        { ...GERMANY, board, name: `${board}-middle`, action: 'build' },
        { ...GERMANY, board, name: `${board}-late`, action: 'build', share: 0.9 },
    ]),
    { ...GERMANY, name: 'germany-buying', action: 'buy' },
]);

async function show(page, name, action = 'build') {
    const { game } = games.find((each) => each.name === name);
    await page.goto(`${still.address}#/game/${game.id}`);
    await page.waitForSelector(`[data-action=${action}]`);
    await page.waitForSelector('.map .city', { state: 'attached' });
    await settled(page);
}

/** Waits until the map has been the same for some frames, after the fonts are there. */
const settled = (page) => page.evaluate(async () => {
    await document.fonts.ready;
    const look = () => document.querySelector('.map svg.sheet')?.style.transform + document.querySelectorAll('.map .sheet text').length;
    for (let before = '', same = 0; same < 20; same = look() === before ? same + 1 : 0, before = look()) await new Promise(requestAnimationFrame);
});

/** Everything that is printed on the map: its kind, text, place on the screen and size. Runs in the page. */
const printed = (page) => page.evaluate(() => {
    const pane = document.querySelector('.map .map').getBoundingClientRect();
    const boxOf = (element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return { left: left - pane.left, top: top - pane.top, right: left + width - pane.left, bottom: top + height - pane.top, width, height };
    };
    const all = (kind, selector, height) => [...document.querySelectorAll(`.map ${selector}`)].map((element) => ({
        kind, text: element.textContent.trim(), box: boxOf(element), height: height(element),
    }));
    const scaleOf = (element) => element.getScreenCTM().a;
    const font = (element) => parseFloat(getComputedStyle(element).fontSize) * scaleOf(element);
    return {
        pane: { left: 0, top: 0, right: pane.width, bottom: pane.height },
        buttons: [...document.querySelectorAll('.map .tools, .map .ahead .plan')].map(boxOf),
        names: all('name', '.name', font),
        costs: all('cost', '.price', (element) => font(element.querySelector('text'))),
        places: all('place', '.city .cost', font),
        others: all('text', '.sheet text', font),
        houses: all('house', '.city .house', (element) => Math.min(boxOf(element).width, boxOf(element).height)),
        plates: all('plate', '.plate', (element) => boxOf(element).height),
        inReach: [...document.querySelectorAll('[data-reach]')].map((row) => boxOf(document.querySelector(`.map [data-city="${row.dataset.reach}"]`))),
    };
});

const within = (box, pane, by = 0.5) => box.left >= pane.left - by && box.top >= pane.top - by && box.right <= pane.right + by && box.bottom <= pane.bottom + by;
const meet = (a, b) => a.left < b.right - 0.5 && b.left < a.right - 0.5 && a.top < b.bottom - 0.5 && b.top < a.bottom - 0.5;

/** The letters of a name, without the room above and below them that its box has. */
const letters = ({ kind, box }) => (kind === 'name' ? { ...box, top: box.top + box.height * 0.22, bottom: box.bottom - box.height * 0.22, left: box.left + 1, right: box.right - 1 } : box);

/** What is wrong with a map: labels that cover others. */
function covered({ names, costs, plates }) {
    const labels = [...names, ...costs, ...plates];
    return labels.flatMap((a, i) => labels.slice(i + 1).filter((b) => meet(letters(a), letters(b))).map((b) => `${a.kind} ${a.text} covers ${b.kind} ${b.text}`));
}

function tooSmall(now, least) {
    return Object.entries(least).flatMap(([kind, size]) => now[kind].filter(({ height }) => height < size - 0.05).map(({ text, height }) => `${kind} ${text} of ${height.toFixed(1)} px`));
}

function notWhole({ plates, names, pane, buttons }) {
    return [
        ...plates.filter(({ box }) => !within(box, pane)).map(() => 'a city lies outside'),
        ...plates.filter(({ box }) => buttons.some((button) => meet(button, box))).map(() => 'a button covers a city'),
        ...names.filter((name) => !within(letters(name), pane)).map(({ text }) => `${text} lies outside`),
        ...names.filter((name) => buttons.some((button) => meet(button, letters(name)))).map(({ text }) => `a button covers ${text}`),
    ];
}

function outOfSight({ inReach: [cheapest], pane }) {
    return cheapest === undefined || meet(cheapest, pane) ? [] : ['the cheapest city is out of sight'];
}

/** All faults on the maps of all moments on a screen. */
async function faultsOn([width, height], moment, look) {
    const { page } = await open(deviceOf(width, height));
    await store(page, games);
    const faults = [];
    for (const board of BOARDS) {
        const name = `${board}-${moment}`;
        await show(page, name);
        faults.push(...(await look(page)).map((fault) => `${name}: ${fault}`));
    }
    return faults;
}

async function onPhone(page) {
    const first = await printed(page);
    const faults = [...tooSmall(first, { names: 14, costs: 14, places: 12, others: 12, houses: 16 }), ...covered(first), ...outOfSight(first)];
    if (first.names.length < first.plates.length) faults.push(`${first.plates.length - first.names.length} cities without names`);
    await page.locator('.map [data-key=fit]').tap();
    await settled(page);
    const all = await printed(page);
    await page.locator('.map [data-key=fit]').tap();
    return [...faults, ...[...tooSmall(all, { others: 12 }), ...covered(all), ...notWhole(all)].map((fault) => `whole map: ${fault}`)];
}

for (const [screen, moment] of [[[360, 740], 'late'], [[740, 360], 'middle']])
    test(`at ${screen.join('×')} every board can be read, and "Whole map" shows all of it`, async () => {
        assert.deepEqual(await faultsOn(screen, moment, onPhone), []);
    });

test('at 1280×720 every board is shown whole and can be read', async () => {
    const faults = await faultsOn([1280, 720], 'late', async (page) => {
        const now = await printed(page);
        return [...tooSmall(now, { others: 11 }), ...covered(now), ...notWhole(now)];
    });
    assert.deepEqual(faults, []);
});

// ------------------------------------------------------------------------------------ the list

/** The rows of the list: name, cost of the city and of connections, and the price on the button. */
const rows = (page) => page.locator('[data-reach]').evaluateAll((all) => all.map((row) => ({
    city: row.dataset.reach,
    name: row.querySelector('.show span').textContent,
    parts: row.querySelector('small').textContent,
    price: Number(row.querySelector('.choose').textContent.replace(/\D/g, '')),
    label: row.querySelector('.choose').getAttribute('aria-label'),
})));

/** The city on the map is inside the pane. */
const inSight = (page, city) => page.evaluate((wanted) => {
    const pane = document.querySelector('.map .map').getBoundingClientRect();
    const box = document.querySelector(`.map [data-city="${wanted}"]`).getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    return x > pane.left && x < pane.right && y > pane.top && y < pane.bottom;
}, city);

test('the list of cities in reach tells prices and what one more city changes, and leads to the map, by touch and keys', async () => {
    const { page } = await open(deviceOf(360, 740));
    await store(page, games);
    await show(page, 'germany-late');
    const before = await rows(page);
    assert.ok(before.length > 3);
    assert.deepEqual(before.map(({ price }) => price), before.map(({ price }) => price).sort((a, b) => a - b));
    for (const { parts, price } of before) {
        const [, place, path] = /^(\d+) city \+ (\d+) connections$/.exec(parts);
        assert.equal(Number(place) + Number(path), price);
    }
    assert.match(await page.textContent('.outlook'), /^\s*With one more city you own \d+ cities and (take|keep) place \d in player order/);

    const far = before.at(-1);
    await page.locator(`[data-reach="${far.city}"] .show`).tap();
    await page.waitForSelector('.map .live', { state: 'attached' });
    assert.ok(await inSight(page, far.city), 'the last city of the list is out of sight');
    assert.equal(await page.locator('.map .sum text').textContent(), String(far.price));

    // By keys: the focus alone shows the route, Enter connects, and the focus stays in the list.
    const first = page.locator('[data-reach] .choose').first();
    await first.focus();
    assert.equal(await page.locator('.map .sum text').textContent(), String(before[0].price));
    await page.keyboard.press('Enter');
    await page.waitForFunction((was) => document.querySelectorAll('[data-reach]').length < was, before.length);
    assert.equal(await page.textContent('.action tbody th'), before[0].name);
    await page.waitForFunction(() => document.activeElement?.matches('[data-reach] .choose'));
});

test('the list of cities in reach helps to plan ahead', async () => {
    const { page } = await open(deviceOf(360, 740));
    await store(page, games);
    await show(page, 'germany-buying', 'buy');
    await page.click('nav [data-tab=map]');
    await page.click('.map .plan');
    const [cheapest] = await rows(page);
    assert.equal(cheapest.label, `Plan ${cheapest.name} for ${cheapest.price} Elektro`);
    await page.locator(`[data-reach="${cheapest.city}"] .choose`).click();
    assert.equal(await page.textContent('.bill li span'), cheapest.name);
    assert.equal(await page.locator(`[data-reach="${cheapest.city}"]`).count(), 0);
});
