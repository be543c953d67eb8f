// Rated games on a real server: the form and the table say what counts, the result shows how the ratings have changed.
import assert from 'node:assert/strict';
import { seriousFindings } from './axe.mjs';
import { eventually, person, server } from './online-table.mjs';
import { goTo, test } from './stage.mjs';
import { LANGUAGES, look, SIZES } from './words-on-screen.mjs';

const RATED = { players: 2, rated: true, edition: 'classic', options: { first_game: true }, order: 'seated' };
const PASSWORD = 'long enough';
let named = 0;

/** A player with an account. */
async function account(name, { path = '#/lobby', ...options } = {}) {
    const who = await person(name, options);
    assert.equal((await who.ask('POST', 'register', { name: `${name} ${++named}`, password: PASSWORD })).ok, true);
    await who.page.goto(`${server.address}${path}`);
    await who.page.reload();
    return who;
}

/** Creates a rated table and starts its game, without the page; returns its code. */
async function begun(anna, ben) {
    const { info } = await anna.ask('POST', 'tables', RATED);
    await ben.ask('POST', `tables/${info.table}/join`, {});
    await ben.ask('POST', `tables/${info.table}/ready`, { ready: true });
    await anna.ask('POST', `tables/${info.table}/start`, {});
    return info.table;
}

/** Plays a game whose other player has left, with moves that are as good as random. */
async function playOut({ ask, page }, code) {
    await page.evaluate(async (table) => {
        const call = async (path, body) => {
            const init = body && { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
            return (await fetch(`/api/v1/tables/${table}${path}`, init)).json();
        };
        for (let number = 0; ; number++) {
            const { info } = await call('');
            if (info.status === 'ended') return;
            const { moves = [], seq } = await call('/moves');
            // Of the bids for a plant the lowest.
            const plain = moves.filter((each, at) => !/^(bid|nominate)/.test(each) || each.split(' ').slice(0, -1).join() !== moves[at - 1]?.split(' ').slice(0, -1).join());
            const move = plain[(number * 7) % plain.length];
            if (move) await call('/move', { seq, client: `c${number}`, move });
            else await new Promise((resolve) => setTimeout(resolve, 20));
        }
    }, code);
    assert.equal((await ask('GET', `tables/${code}`)).info.status, 'ended');
}

const rows = (page) => page.locator('[data-ratings=done] tbody tr');

test('a rated table is made with the form; guests learn why they cannot play', async () => {
    const anna = await account('Anna', { path: '#/host' });
    const { page } = anna;
    await page.locator('label.choice', { hasText: 'Rated' }).click();
    await page.getByText('There are no guests, no bots and no advice.').waitFor();
    assert.equal(await page.locator('.bots').count(), 0);
    assert.equal(await page.locator('[data-key=help]').count(), 0);
    await page.selectOption('[data-key=absence]', 'result');
    await page.getByText('even if a bot has finished the game').waitFor();
    await page.click('.begin');
    await page.waitForSelector('[data-key=start]');
    const code = page.url().split('/').at(-1);
    const { settings } = (await anna.ask('GET', `tables/${code}`)).info;
    assert.deepEqual([settings.rated, settings.absence, settings.help], [true, 'result', false]);
    await page.locator('[data-rated=result]').getByText('This game is rated.').waitFor();
    assert.equal(await page.locator('.people .bot').count(), 0, 'no bots are offered');
    const guest = await person('Gast', { path: '#/host' });
    await guest.page.locator('[data-key=rated]').waitFor({ state: 'attached' });
    assert.equal(await guest.page.locator('[data-key=rated]').isDisabled(), true);
    await guest.page.getByText('Only accounts can play rated games.').waitFor();
    await guest.page.goto(`${server.address}#/table/${code}`);
    await guest.page.getByText('Only accounts can play rated games.').waitFor();
    assert.equal(await guest.page.locator('[data-key=sit]').first().isDisabled(), true);
    await guest.page.getByRole('link', { name: 'How ratings work' }).click();
    await guest.page.getByRole('heading', { name: 'Leaving' }).waitFor();
    assert.deepEqual(await seriousFindings(guest.page), []);
});

test('the result shows how the ratings have changed, as soon as the server knows', async () => {
    const [anna, ben] = [await account('Anna', { paints: true }), await account('Ben')];
    const code = await begun(anna, ben);
    await ben.ask('POST', `tables/${code}/leave`, {});
    await playOut(anna, code);
    await goTo(anna.page, `${server.address}#/result/${code}`);
    await eventually(async () => (await rows(anna.page).count()) === 2);
    const { seats } = (await anna.ask('GET', `tables/${code}/result`)).result;
    const [first, second] = await rows(anna.page).allInnerTexts();
    assert.match(first, /Anna/);
    assert.ok(first.includes(`${seats[0].after.rating}`) && first.includes(`+${seats[0].after.rating - 1500}`), first);
    assert.ok(first.includes(`±${seats[0].after.deviation} provisional`), first);
    assert.match(second, /Ben.*left/s);
    assert.ok(second.includes(`−${1500 - seats[1].after.rating}`), second);
    await anna.page.getByText('is placed behind all who stayed').waitFor();
    assert.equal(await anna.page.locator('main').getByRole('link', { name: /^Ben \d+$/ }).count(), 2, 'in both tables');
    assert.deepEqual(await seriousFindings(anna.page), []);
    // A game that ended early changed nothing, and the page says so.
    const early = await begun(anna, ben);
    for (const each of [anna, ben]) await each.ask('POST', `tables/${early}/agree-end`, { agree: true });
    await anna.page.goto(`${server.address}#/result/${early}`);
    await anna.page.getByText('This game was not rated').waitFor();
    for (const place of ['#/leaders', `#/player/${encodeURIComponent(seats[0].name)}`]) {
        await goTo(anna.page, `${server.address}${place}`);
        await anna.page.getByRole('link', { name: 'How ratings work' }).waitFor();
    }
});

const shared = { code: '' };
for (const language of LANGUAGES) {
    test(`${language}: ratings, nothing in English, nothing cut off`, async () => {
        const { page, ask } = await account('Ada', { viewport: SIZES[0], settings: { language, name: 'Ada' } });
        await goTo(page, `${server.address}#/host`);
        await page.locator('[data-key=rated]').check({ force: true });
        await page.waitForSelector('[data-key=absence]');
        await look(page, language, 'a new rated table');
        const { info } = await ask('POST', 'tables', RATED);
        await page.goto(`${server.address}#/table/${info.table}`);
        await page.waitForSelector('[data-rated]');
        await look(page, language, 'a rated table that waits');
        await goTo(page, `${server.address}#/ratings`);
        await look(page, language, 'how ratings work');
        if (shared.code === '') {
            const [anna, ben] = [await account('Anna'), await account('Ben')];
            shared.code = await begun(anna, ben);
            await ben.ask('POST', `tables/${shared.code}/leave`, {});
            await playOut(anna, shared.code);
        }
        await goTo(page, `${server.address}#/result/${shared.code}`);
        await rows(page).first().waitFor();
        await look(page, language, 'the result of a rated game');
    });
}
