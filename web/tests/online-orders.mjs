// Queued orders of online games: composed, changed, moved and cancelled by a person who waits; carried out by the server, or
// left to the person, who is told why.
import assert from 'node:assert/strict';
import { eventually, person, server } from './online-table.mjs';
import { test } from './stage.mjs';

/** Anna, who moves by requests, and Ben, who waits at his table: a classic game in Germany. Anna begins. */
async function waiting(options = {}) {
    const [anna, ben] = [await person('Anna'), await person('Ben', options)];
    for (const [name, { ask }] of Object.entries({ Anna: anna, Ben: ben })) await ask('POST', 'guest', { name });
    const settings = { players: 2, edition: 'classic', order: 'seated', zone: ['north-west', 'north-east', 'west'] };
    const code = (await anna.ask('POST', 'tables', settings)).info.table;
    await ben.ask('POST', `tables/${code}/join`, {});
    await ben.ask('POST', `tables/${code}/ready`, { ready: true });
    await anna.ask('POST', `tables/${code}/start`, {});
    await ben.page.goto(`${server.address}#/table/${code}`);
    await ben.page.reload();
    await ben.page.waitForSelector('[data-orders=list]');
    const position = async () => (await anna.ask('GET', `tables/${code}/position`)).position;
    /** The game when it is Anna's turn: the server may still be carrying out orders of Ben. */
    const turn = async () => {
        let now;
        await eventually(async () => {
            now = await position();
            return now.view.to_move === 1;
        });
        return now;
    };
    const play = async (...moves) => {
        for (const move of moves) {
            const { seq } = await turn();
            const reply = await anna.ask('POST', `tables/${code}/move`, { seq, client: `${seq}`, move });
            assert.ok(reply.ok, JSON.stringify(reply));
        }
    };
    /** Waits until it is the turn of a player, from 1, in a phase. */
    const until = (phase, toMove) => eventually(async () => {
        const { view } = await position();
        return view.phase === phase && view.to_move === toMove;
    });
    return { anna, ben, code, position, play, until };
}

const rows = (page) => page.locator('[data-orders=list] li').evaluateAll((all) => all.map((row) => row.querySelector('.text').textContent.trim().replace(/\s+/g, ' ')));
const shows = (page, expected) => eventually(async () => JSON.stringify(await rows(page)) === JSON.stringify(expected));
/** The list that the server has. */
const kept = ({ heard }) => heard.findLast(({ orders }) => orders !== undefined).orders.map(({ kind, plant, fuel, count, city, phase }) => [kind, plant ?? fuel ?? city ?? phase, ...(count === undefined ? [] : [count])]);

async function compose(page) {
    await page.click('[data-new=auction]');
    await page.locator('.new select').selectOption('5');
    await page.locator('.new input').fill('8');
    await page.click('[data-key=add-bid]');
    await page.click('[data-new=resources]');
    await page.click('.new [data-fuel=coal]');
    await page.click('.new [data-fuel=oil]');
    await page.getByRole('button', { name: 'Add one coal' }).click();
    await page.click('[data-new=building]');
}

async function planCities(page, ...names) {
    await page.locator('.new').getByRole('button', { name: 'Plan ahead' }).click();
    for (const name of names) {
        const city = page.locator(`.map [data-city][aria-label^="${name}"]`);
        await city.focus();
        await page.keyboard.press('Enter');
    }
    await page.click('[data-key=order-plan]');
}

test('a waiting player orders bids, fuel and cities, changes, moves and cancels them; the server carries them out', async () => {
    const { ben, play, until, position } = await waiting();
    const { page } = ben;
    await compose(page);
    await planCities(page, 'Hamburg', 'Bremen', 'Kiel');
    const list = ['Plant 5: bid up to', 'Buy 2 coal', 'Buy 1 oil', 'Then end my turn', 'Connect Hamburg', 'Connect Bremen', 'Connect Kiel', 'Then end my turn'];
    await shows(page, list);
    const limit = page.locator('[data-limit=buy]');
    assert.equal(await limit.inputValue(), '5', 'two coal for 1 and oil for 3');
    for (const bad of ['-5', '']) {
        await limit.fill(bad);
        await limit.blur();
        assert.equal(await limit.inputValue(), '5', `no limit: "${bad}"`);
    }

    // By keys and by buttons; the focus stays with the order.
    await page.getByRole('button', { name: 'Move up: Connect Bremen' }).focus();
    await page.keyboard.press('Alt+ArrowUp');
    await shows(page, list.with(4, 'Connect Bremen').with(5, 'Connect Hamburg'));
    await page.waitForFunction(() => document.activeElement?.closest('li')?.textContent.includes('Bremen'));
    await page.getByRole('button', { name: 'Move down: Connect Bremen' }).click();
    await shows(page, list);
    await page.getByRole('button', { name: 'Cancel: Connect Kiel' }).click();
    await shows(page, list.filter((row) => row !== 'Connect Kiel'));
    await page.locator('[data-limit=connect]').fill('99');
    await page.keyboard.press('Tab');
    await page.locator('[data-order=bid] input').fill('7');
    await page.keyboard.press('Tab');
    await eventually(() => ben.heard.findLast(({ orders }) => orders)?.orders.find(({ kind }) => kind === 'bid')?.most === 7);
    assert.deepEqual(kept(ben), [['bid', 5], ['buy', 'coal', 2], ['pass', 'resources'], ['buy', 'oil', 1], ['connect', 'hamburg'], ['connect', 'bremen'], ['pass', 'building']]);
    await page.reload();
    await shows(page, list.filter((row) => row !== 'Connect Kiel'));

    await play('nominate 5 5', 'pass', 'nominate 4 4', 'done', 'done');
    await until('bureaucracy', 2);
    const seat = (await position()).view.seats[1];
    assert.deepEqual(seat.plants, [5]);
    assert.deepEqual([seat.fuel.coal, seat.fuel.oil], [2, 1]);
    assert.deepEqual(seat.cities.map(({ city }) => city), ['hamburg', 'bremen']);
    const told = page.locator('[data-orders=results] li');
    await told.filter({ hasText: 'Done for 10: Connect Hamburg' }).waitFor();
    await told.filter({ hasText: 'Done for 2: Buy 2 coal' }).waitFor();
    await page.click('[data-key=orders-seen]');
    await told.first().waitFor({ state: 'detached' });
});

test('orders above their limit are left to the player, on a phone too, who is told why', async () => {
    const { ben, play, until, position } = await waiting({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
    const { page } = ben;
    await compose(page);
    await page.locator('[data-limit=buy]').fill('4');
    await page.keyboard.press('Tab');
    await eventually(() => ben.heard.findLast(({ orders }) => orders)?.orders.some(({ total }) => total === 4));
    const small = await page.locator('[data-orders=list] button, [data-orders=list] input, [data-orders=list] select').evaluateAll((all) =>
        all.map((each) => each.getBoundingClientRect()).filter(({ width, height }) => width < 44 || height < 44).length);
    assert.equal(small, 0, 'targets are large enough for a thumb');
    await play('nominate 5 5', 'pass', 'nominate 4 4', 'done');
    await until('resources', 2);
    await page.waitForSelector('[data-action=buy]');
    const told = page.locator('[data-orders=results]');
    await told.getByText('Not done: Buy 1 oil. It would cost 5; your limit is 4.').waitFor();
    await told.getByText('Skipped with it: Buy 2 coal').waitFor();
    await told.getByText('Your decision is needed.').waitFor();
    assert.deepEqual((await position()).view.seats[1].fuel, { coal: 0, oil: 0, garbage: 0, uranium: 0 });
    // Also when the player was away.
    await page.reload();
    await told.getByText('Not done: Buy 1 oil').waitFor();
});
