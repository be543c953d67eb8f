// Answers of the server that arrive late: they replace nothing newer, and nothing that the user does meanwhile is lost.
import assert from 'node:assert/strict';
import { begin, entriesOf, eventually, host, log, person, server, shortGame, sit } from './online-table.mjs';
import { test } from './stage.mjs';

/** Waits until the page has used all answers that have arrived. */
const settle = ({ ask }) => ask('GET', 'hello');

/** Holds back the first answer to a request until release(); the server has answered once held resolves. */
async function holdBack(who, pattern, method = 'GET') {
    const { page } = who;
    let [hold, letGo, request] = [];
    const held = new Promise((resolve) => (hold = resolve));
    const free = new Promise((resolve) => (letGo = resolve));
    await page.route(pattern, async (route) => {
        if (request !== undefined || route.request().method() !== method) return route.fallback();
        request = route.request();
        const answer = await route.fetch();
        hold();
        await free;
        return route.fulfill({ response: answer });
    });
    const release = async () => {
        const [reply] = await Promise.all([page.waitForResponse((response) => response.request() === request), letGo()]);
        await reply.finished();
        await settle(who);
    };
    return { held, release };
}

test('text typed while the settings are being loaded stays', async () => {
    const anna = await person('Anna');
    await host(anna, { players: 2 });
    const { page } = anna;
    const hello = await holdBack(anna, '**/api/v1/hello');
    await page.goto(`${server.address}#/settings`);
    await hello.held;
    const field = page.getByLabel('Name at tables');
    await field.fill('Annika');
    await hello.release();
    assert.equal(await field.inputValue(), 'Annika');
    await page.getByRole('button', { name: 'Change name' }).click();
    await page.getByText('guest named Annika').waitFor();
});
test('an answer from before a login does not log the user out', async () => {
    const anna = await person('Anna');
    const { page } = anna;
    await page.getByRole('link', { name: 'Lobby' }).waitFor();
    const hello = await holdBack(anna, '**/api/v1/hello');
    await page.goto(`${server.address}#/settings`);
    await hello.held;
    await page.getByLabel('Account name').first().fill('Lateanna');
    await page.getByLabel(/^Password/).fill('long enough');
    await page.getByRole('button', { name: 'Create an account' }).click();
    const loggedIn = page.getByText('You are logged in as Lateanna.');
    await loggedIn.waitFor();
    await hello.release();
    assert.equal(await loggedIn.count(), 1);
});
test('a user whose name the page does not know yet is not made a guest', async () => {
    const anna = await person('Anna');
    const { page } = anna;
    await page.getByRole('link', { name: 'Lobby' }).waitFor();
    const { you } = await anna.ask('POST', 'register', { name: 'Knownanna', password: 'long enough' });
    const guests = [];
    page.on('request', (request) => request.url().endsWith('/api/v1/guest') && guests.push(request));
    const hello = await holdBack(anna, '**/api/v1/hello');
    await page.goto(`${server.address}#/host`);
    await hello.held;
    await page.click('.begin');
    await hello.release();
    await page.waitForSelector('[data-key=start]');
    const code = page.url().split('/').at(-1);
    assert.equal((await anna.ask('GET', `tables/${code}`)).info.host, you.id);
    assert.deepEqual(guests, []);
});
test('an answer that is older than the table on the screen does not replace it', async () => {
    const [anna, ben] = [await person('Anna'), await person('Ben')];
    const code = await host(anna, { players: 3 });
    await ben.page.goto(`${server.address}#/table/${code}`);
    await ben.page.locator('[data-key=sit]').first().click();
    const ready = await holdBack(ben, '**/ready', 'POST');
    await ben.page.click('[data-key=ready]');
    await ready.held;
    await anna.page.getByLabel('Add a bot at seat 3').selectOption('easy');
    const bot = ben.page.locator('ol').getByText('Bot:');
    await bot.waitFor();
    await ready.release();
    assert.equal(await bot.count(), 1);
    assert.equal(await ben.page.getAttribute('[data-key=ready]', 'aria-pressed'), 'true');
});
test('a message that is typed while another is sent stays, and its sender can mute others', async () => {
    const { anna, ben } = await shortGame();
    await anna.page.click('[data-key=chat]');
    await ben.page.click('[data-key=chat]');
    await anna.page.waitForSelector('[data-panel=chat]');
    assert.ok(await anna.page.isVisible('[data-panel=log] .lines'), 'the chat does not hide the log');
    const field = anna.page.getByLabel('Write a message');
    await ben.page.getByLabel('Write a message').fill('Hello');
    await ben.page.keyboard.press('Enter');
    await anna.page.getByText('Hello').waitFor();
    const chat = await holdBack(anna, '**/chat', 'POST');
    await field.fill('Good luck');
    await field.press('Enter');
    await chat.held;
    await field.pressSequentially('and have fun');
    await anna.page.getByRole('button', { name: 'Mute Ben' }).click();
    await anna.page.getByText('Hello').waitFor({ state: 'detached' });
    await chat.release();
    assert.equal(await field.inputValue(), 'and have fun');
    await field.press('Enter');
    await ben.page.getByText('and have fun').waitFor();
});
test('a message that could not be sent is in its field again', async () => {
    const { anna } = await shortGame({}, { allowed: /ERR_FAILED/ });
    await anna.page.click('[data-key=chat]');
    const field = anna.page.getByLabel('Write a message');
    await anna.page.route('**/chat', (route) => route.abort(), { times: 1 });
    await field.fill('Good luck');
    await field.press('Enter');
    await anna.page.getByRole('alert').waitFor();
    assert.equal(await field.inputValue(), 'Good luck');
});
test('messages of a muted player do not come back with a list from before', async () => {
    const { anna, ben, code } = await shortGame();
    const say = (text) => ben.ask('POST', `tables/${code}/chat`, { text });
    await say('one');
    const list = await holdBack(anna, '**/chat?*');
    await anna.page.reload();
    await list.held;
    await anna.page.click('[data-key=chat]');
    await say('two');
    await anna.page.getByText('two').waitFor();
    await anna.page.getByRole('button', { name: 'Mute Ben' }).click();
    await anna.page.getByText('two').waitFor({ state: 'detached' });
    await list.release();
    assert.deepEqual(await anna.page.locator('.said .words').allTextContents(), []);
});
test('text typed while a name is being sent stays, and is sent after it', async () => {
    const anna = await person('Anna');
    await host(anna, { players: 2 });
    const { page } = anna;
    await page.goto(`${server.address}#/lobby`);
    const field = page.getByLabel('Your name');
    const name = await holdBack(anna, '**/me/name', 'POST');
    await field.fill('Annika');
    await field.press('Enter');
    await name.held;
    await field.pressSequentially(' the Bold');
    await field.press('Enter');
    await name.release();
    assert.equal(await field.inputValue(), 'Annika the Bold');
    await eventually(async () => (await anna.ask('GET', 'hello')).you.name === 'Annika the Bold');
});
test('a webhook address typed while another is being saved stays', async () => {
    const anna = await person('Anna', { path: '#/notices', allowed: /400/ });
    await anna.ask('POST', 'register', { name: 'Hookanna', password: 'long enough' });
    await anna.page.reload();
    const address = anna.page.getByLabel('Webhook address');
    await anna.page.route('**/me/webhook', (route) => (route.request().method() === 'POST' ? route.fulfill({ json: { ok: true, secret: 'abc' } }) : route.continue()));
    await address.fill('https://example.org/one');
    let letGo;
    const free = new Promise((resolve) => (letGo = resolve));
    const asked = anna.page.waitForRequest((request) => request.url().endsWith('/me/webhook') && request.method() === 'POST');
    await anna.page.route('**/me/webhook', async (route) => {
        await free;
        await route.fallback();
    });
    await anna.page.getByRole('button', { name: 'Save' }).click();
    await asked;
    await address.fill('https://example.org/two');
    letGo();
    await anna.page.getByText('abc').waitFor();
    assert.equal(await address.inputValue(), 'https://example.org/two');
});
test('a list of spectators from before a change does not replace the list after it', async () => {
    const { anna, code } = await shortGame();
    const cleo = await person('Cleo', { path: `#/table/${code}` });
    await cleo.page.waitForSelector('.table[data-phase]');
    await cleo.page.click('[data-key=chat]');
    await cleo.page.getByLabel('Write a message').fill('Hello');
    await cleo.page.keyboard.press('Enter');
    await cleo.page.getByText('Hello').waitFor();
    await anna.page.click('[data-key=chat]');
    await anna.page.click('[data-key=spectators] summary');
    const list = anna.page.locator('[data-key=spectators]');
    const remove = list.getByRole('button', { name: 'Remove Cleo' });
    await remove.waitFor();
    const poll = await holdBack(anna, '**/spectators');
    await poll.held;
    await remove.click();
    await list.getByText('Removed by the host').waitFor();
    await poll.release();
    assert.equal(await list.getByText('Removed by the host').count(), 1);
    assert.equal(await remove.count(), 0);
});
test('words for the shuffle that are typed while the first seal is sent are sealed', async () => {
    const anna = await person('Anna');
    const { page } = anna;
    const seals = [];
    let enter;
    const entered = new Promise((resolve) => (enter = resolve));
    await page.route('**/seal', async (route) => {
        seals.push(route.request());
        // The first request reaches the server last if the page sends another one before it is answered.
        if (seals.length === 1) {
            await entered;
            await settle(anna);
            if (seals.length > 1) await seals[1].response();
        }
        await route.continue();
    });
    const code = await host(anna, { players: 2 });
    await page.getByText('Fair shuffle').click();
    await page.getByLabel('Your words').fill('my own luck');
    await page.keyboard.press('Enter');
    enter();
    await eventually(() => seals.length === 2);
    await seals[1].response();
    await seals[0].response();
    const [kept] = await page.evaluate((table) => {
        const { secrets } = JSON.parse(localStorage.getItem('elektro.shuffles'))[table];
        return Object.entries(secrets).filter(([, { words }]) => words === 'my own luck').map(([seal]) => seal);
    }, code);
    assert.equal((await anna.ask('GET', `tables/${code}`)).info.seats[0].seal, kept);
});
test('a record is downloaded while the result is still being loaded', async () => {
    const { anna, ben, code } = await shortGame();
    for (const { ask } of [anna, ben]) assert.equal((await ask('POST', `tables/${code}/agree-end`, { agree: true })).ok, true);
    const record = await holdBack(anna, '**/record');
    await anna.page.goto(`${server.address}#/result/${code}`);
    await record.held;
    const [file] = await Promise.all([anna.page.waitForEvent('download'), anna.page.click('.result [data-key=download]')]);
    assert.match(file.suggestedFilename(), /\.elektro$/);
    await record.release();
    await anna.page.waitForSelector('[data-key=check-shuffle]');
});
test('a game that ends while the lobby is open becomes a past game there', async () => {
    const [anna, ben] = [await person('Anna'), await person('Ben')];
    const code = await host(anna, { players: 2 });
    await sit(ben, code);
    await begin(anna, ben);
    await ben.page.goto(`${server.address}#/lobby`);
    const row = ben.page.locator(`[data-table="${code}"]`);
    await row.getByText('Continue').waitFor();
    for (const { ask } of [anna, ben]) assert.equal((await ask('POST', `tables/${code}/agree-end`, { agree: true })).ok, true);
    await row.getByText('Record').waitFor();
});
test('a page whose game goes back, because a backup was restored, opens it anew', async () => {
    const { anna, ben, code } = await shortGame();
    const { page } = anna;
    const last = async () => (await entriesOf(anna, code)).at(-1).seq;
    /** Plays at least so many entries, with the first moves that are offered. */
    const play = async (count) => {
        for (const end = (await last()) + count; (await last()) < end; ) {
            for (const { ask } of [anna, ben]) {
                const { seq, moves = [] } = await ask('GET', `tables/${code}/moves`);
                if (moves.length > 0) await ask('POST', `tables/${code}/move`, { seq, client: `at-${seq}`, move: moves[0] });
            }
        }
    };
    await play(3);
    await page.evaluate(() => (window.sameAsBefore = true));
    const backup = `${server.data}/backup`;
    await server.admin('backup', backup);
    await play(12);
    const long = (await log(page)).length;
    await server.admin('restore', backup);
    await eventually(async () => (await log(page)).length < long);
    await play(1);
    const fresh = await page.context().newPage();
    await fresh.goto(`${server.address}#/table/${code}`);
    await eventually(async () => (await log(fresh)).length > 0 && `${await log(page)}` === `${await log(fresh)}`);
    assert.equal(await page.evaluate(() => window.sameAsBefore), true, 'the page was loaded again');
});
