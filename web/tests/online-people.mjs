// Players on a server: lobby, chat, names, accounts.
import assert from 'node:assert/strict';
import { begin, eventually, host, person, server, shortGame, sit, VIEW } from './online-table.mjs';
import { turn } from './play.mjs';
import { open, still, test } from './stage.mjs';

const PASSWORD = /^Password/;

test('a client that is refused for the moment watches again; a missing table is reported', async () => {
    const anna = await person('Anna');
    const code = await host(anna, { players: 2 });
    const [refusals, lines] = [[], []];
    await anna.page.routeWebSocket(/./, (socket) => {
        const line = socket.connectToServer();
        socket.onMessage((message) => {
            const { do: wanted, id } = JSON.parse(message);
            if (wanted !== 'watch' || refusals.length === 0) return line.send(message);
            socket.send(JSON.stringify({ re: id, ok: false, error: { code: refusals.shift(), text: '' } }));
        });
        lines.push(socket);
    });
    await anna.page.reload();
    await anna.page.waitForSelector('[data-key=start]');
    refusals.push('too-many');
    lines.at(-1).close({ code: 4000 });
    await eventually(() => refusals.length === 0);
    const ben = await person('Ben');
    await sit(ben, code);
    await anna.page.locator('.who').getByText('Ben').waitFor();
    refusals.push('no-such-table');
    lines.at(-1).close({ code: 4000 });
    await anna.page.getByRole('alert').getByText('no table').waitFor();
});
test('a player who retries when the server is back is at the table', async () => {
    const anna = await person('Anna', { allowed: /WebSocket|ERR_|Failed to fetch/ });
    const code = await host(anna, { players: 2 });
    await anna.page.goto(`${server.address}#/`);
    await anna.page.waitForSelector(`[data-table="${code}"]`);
    await server.kill();
    await anna.page.evaluate((wanted) => (location.hash = `#/table/${wanted}`), code);
    const again = anna.page.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    await server.begin();
    await again.click();
    await anna.page.waitForSelector('[data-key=start]');
    assert.equal(await anna.page.locator('[data-key=copy]').count(), 1);
});
test('a player moves to another free seat and takes part in the shuffle from there', async () => {
    const [anna, ben] = [await person('Anna'), await person('Ben')];
    const code = await host(anna, { players: 3 });
    await sit(ben, code);
    const seats = async () => (await ben.ask('GET', `tables/${code}`)).info.seats;
    await eventually(async () => (await seats())[1].seal !== null);
    const before = (await seats())[1].seal;
    await ben.page.locator('li').nth(2).locator('[data-key=sit]').click();
    await ben.page.locator('li.mine').filter({ hasText: 'Ben' }).waitFor();
    await anna.page.locator('li').nth(2).getByText('Ben').waitFor();
    await eventually(async () => (await seats())[2].seal !== null);
    assert.notEqual((await seats())[2].seal, before);
    await anna.page.locator('li').nth(1).locator('select').selectOption('easy');
    await begin(anna, ben);
    assert.equal((await ben.ask('GET', `tables/${code}`)).info.shuffle.attempt, 1);
});
test('a message that arrives while the chat is fetched does not hide earlier messages', async () => {
    const [anna, ben] = [await person('Anna'), await person('Ben')];
    const code = await host(anna, { players: 2 });
    const say = (text) => anna.ask('POST', `tables/${code}/chat`, { text });
    for (const text of ['one', 'two']) await say(text);
    let letGo;
    const held = new Promise((resolve) => (letGo = resolve));
    await ben.page.route('**/chat*', async (route) => {
        await held;
        await route.continue();
    });
    await ben.page.goto(`${server.address}#/table/${code}`);
    await ben.page.locator('[data-key=sit]').first().waitFor();
    await say('three');
    await ben.page.getByText('three').waitFor();
    letGo();
    await ben.page.getByText('one').waitFor();
    assert.deepEqual(await ben.page.locator('.said .words').allTextContents(), ['one', 'two', 'three']);
});
test('a running table is first on the start page, a waiting one is further down', async () => {
    const { anna, code } = await shortGame();
    const waiting = await host(anna);
    await anna.page.goto(server.address);
    await anna.page.waitForSelector(`.go-on [data-table="${code}"]`);
    const row = await anna.page.locator(`[data-table="${code}"]`).boundingBox();
    assert.ok(row.y + row.height < VIEW.height, `${row.y}`);
    assert.equal(await anna.page.locator(`.go-on [data-table="${waiting}"]`).count(), 0);
    assert.equal(await anna.page.locator(`[data-table="${waiting}"]`).count(), 1);
    await anna.page.locator(`[data-table="${code}"] a`).click();
    await anna.page.waitForSelector('.table');
});
test('chat messages arrive, except those of muted players', async () => {
    const { anna, ben } = await shortGame();
    const say = async ({ page }, words) => {
        await page.getByLabel('Write a message').fill(words);
        await page.keyboard.press('Enter');
    };
    await ben.page.click('[data-key=chat]');
    await say(ben, 'Good luck');
    await anna.page.locator('[data-key=chat] .badge').waitFor();
    await anna.page.click('[data-key=chat]');
    await anna.page.getByText('Good luck').waitFor();
    await say(anna, 'To you too');
    await ben.page.getByText('To you too').waitFor();
    await anna.page.getByRole('button', { name: 'Mute Ben' }).click();
    await anna.page.getByText('Good luck').waitFor({ state: 'detached' });
    await say(ben, 'Hello?');
    await ben.page.getByText('Hello?').waitFor();
    await say(anna, 'Quiet here');
    await ben.page.getByText('Quiet here').waitFor();
    assert.equal(await anna.page.getByText('Hello?').count(), 0);
    await ben.page.keyboard.press('Escape');
    await ben.page.locator('.chat').waitFor({ state: 'detached' });
    assert.equal(await ben.page.evaluate(() => document.activeElement.dataset.opens), 'chat');
});
test('chat from right to left is shown so, and turns around nothing beside it', async () => {
    const anna = await person('Anna');
    const code = await host(anna, { players: 2 });
    for (const text of ['שלום Anna', 'gnp\u202e.exe']) await anna.ask('POST', `tables/${code}/chat`, { text });
    const words = anna.page.locator('.said .words');
    await eventually(async () => (await words.count()) === 2);
    assert.deepEqual(await words.allTextContents(), ['שלום Anna', 'gnp.exe']);
    const directions = await words.evaluateAll((all) => all.map((each) => getComputedStyle(each).direction));
    assert.deepEqual(directions, ['rtl', 'ltr']);
});
test('a bot takes over for a player who leaves, until they come back; all agree to end; the same people play again', async () => {
    const { anna, ben } = await shortGame();
    await ben.page.click('[data-key=chat]');
    await ben.page.getByRole('button', { name: 'Let a bot play for me' }).click();
    await ben.page.locator('[data-key=come-back]').waitFor();
    await anna.page.getByText('a bot plays').waitFor();
    await ben.page.click('[data-key=come-back]');
    await ben.page.locator('[data-key=come-back]').waitFor({ state: 'detached' });
    await ben.page.getByRole('button', { name: 'Agree to end the game' }).click();
    await ben.page.click('[data-key=end-yes]');
    await anna.page.click('[data-key=chat]');
    await anna.page.getByText('Agreed to end the game: Ben').waitFor();
    await anna.page.getByRole('button', { name: 'Agree to end the game' }).click();
    await anna.page.click('[data-key=end-yes]');
    await anna.page.waitForSelector('[data-action=ended]');
    await ben.page.waitForSelector('[data-action=ended]');
    await anna.page.click('[data-key=rematch]');
    await anna.page.waitForSelector('[data-key=start]');
    await ben.page.getByRole('button', { name: 'Join the rematch' }).click();
    await ben.page.waitForSelector('[data-key=ready]');
    assert.equal(ben.page.url(), anna.page.url());
});
test('the players at a table without a clock replace one who is connected and does not move', async () => {
    const [anna, ben] = [await person('Anna'), await person('Ben')];
    const chosen = await host(anna, { players: 2, patience: 'a bot can take over after 5 min' });
    const { settings } = (await anna.ask('GET', `tables/${chosen}`)).info;
    assert.equal(settings.patience, 300);
    await anna.page.getByText('a bot can take over after 5 min').waitFor();
    const { info } = await anna.ask('POST', 'tables', { ...settings, order: 'seated', patience: 1 });
    await anna.page.goto(`${server.address}#/table/${info.table}`);
    await sit(ben, info.table);
    await begin(anna, ben);
    await ben.page.click('[data-key=chat]');
    await ben.page.getByRole('button', { name: 'Let a bot play for Anna' }).click();
    await ben.page.getByText('a bot plays').waitFor();
    await anna.page.locator('[data-key=come-back]').waitFor();
});
test('the host sees spectators, switches off their chat, removes them and lets them in again', async () => {
    const { anna, ben, code } = await shortGame();
    const cleo = await person('Cleo', { path: `#/table/${code}`, allowed: /403/ });
    const nobody = await person('', { path: `#/table/${code}` });
    const say = async (words) => {
        await cleo.page.getByLabel('Write a message').fill(words);
        await cleo.page.keyboard.press('Enter');
    };
    for (const { page } of [cleo, nobody]) await page.waitForSelector('.table[data-phase]');
    await cleo.page.click('[data-key=chat]');
    assert.equal(await cleo.page.locator('[data-key=spectators]').count(), 0, 'for players only');
    await say('Hello'); // that makes her a guest with a name
    await ben.page.click('[data-key=chat]');
    await ben.page.click('[data-key=spectators] summary');
    const list = anna.page.locator('[data-key=spectators]');
    await anna.page.click('[data-key=chat]');
    await anna.page.click('[data-key=spectators] summary');
    await list.getByText('Cleo').waitFor();
    await list.getByText('1 without a name').waitFor();
    await ben.page.locator('[data-key=spectators]').getByText('Cleo').waitFor();
    assert.equal(await ben.page.locator('[data-key=spectators] button').count(), 0, 'only the host removes people');
    await list.getByLabel('Spectators can chat').uncheck();
    await eventually(async () => !(await anna.ask('GET', `tables/${code}/spectators`)).chat);
    await say('Anybody?');
    await cleo.page.getByRole('alert').getByText('switched off the chat').waitFor();
    await cleo.page.getByText('You are watching').first().waitFor();
    await list.getByRole('button', { name: 'Remove Cleo' }).click();
    await list.getByText('Removed by the host').waitFor();
    await cleo.page.getByText('removed you from this table').waitFor();
    assert.equal(await cleo.page.getByText('You are watching').count(), 0, 'removed, and watching?');
    await cleo.page.reload();
    await cleo.page.getByRole('alert').getByText('removed you from this table').waitFor();
    await list.getByRole('button', { name: 'Remove All without a name' }).click();
    await nobody.page.getByText('removed you from this table').waitFor();
    await list.getByText('Nobody is watching.').waitFor();
    await list.getByRole('button', { name: 'Let Cleo in again' }).click();
    await list.getByRole('button', { name: 'Let Cleo in again' }).waitFor({ state: 'detached' });
    await cleo.page.reload();
    await cleo.page.waitForSelector('.table[data-phase]');
});
test('a user sees that their webhook was refused, or lost notices', async () => {
    const anna = await person('Webhook', { path: '#/settings', allowed: /400/ });
    const { page } = anna;
    await anna.ask('POST', 'register', { name: 'Webhook', password: 'long enough' });
    await page.reload();
    const address = page.getByLabel('Webhook address');
    await address.fill('http://127.0.0.1:1/');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('private network').waitFor();
    await page.route('**/api/v1/me/webhook', (route) => route.fulfill({ json: {
        url: 'https://example.org/hook', lost: 2, problem: 'Timeout was reached', problem_at: Date.now(), ok: true,
    } }));
    await page.reload();
    await page.getByText('2 notices were not delivered.').waitFor();
    await page.getByText('Timeout was reached').waitFor();
    assert.equal(await address.inputValue(), 'https://example.org/hook');
});
test('the lobby links to tables, games and past games', async () => {
    const anna = await person('Anna');
    const code = await host(anna, { players: 2, shown: true });
    const ben = await person('Ben', { path: '#/lobby' });
    await ben.page.locator(`[data-table="${code}"]`).getByRole('button').click();
    await ben.page.click('[data-key=sit]');
    await anna.page.getByText('not ready yet').waitFor();
    await ben.page.click('[data-key=ready]');
    await begin(anna, ben);
    const cleo = await person('Cleo', { path: '#/lobby' });
    await cleo.page.locator(`[data-table="${code}"]`).getByText('Watch').waitFor();
    await anna.page.goto(server.address);
    await anna.page.locator(`[data-table="${code}"]`).getByText('Continue').click();
    await anna.page.waitForSelector('.table[data-phase]');
    for (const { ask } of [anna, ben]) assert.equal((await ask('POST', `tables/${code}/agree-end`, { agree: true })).ok, true);
    await ben.page.goto(`${server.address}#/lobby`);
    const row = ben.page.locator(`[data-table="${code}"]`);
    const [download] = await Promise.all([ben.page.waitForEvent('download'), row.getByText('Record').click()]);
    assert.equal(download.suggestedFilename(), `${code}.elektro`);
    await row.getByText('Replay').click();
    await ben.page.waitForSelector('[data-action]');
});
test('an account keeps a guest\'s games, and can be logged out, exported and deleted', async () => {
    const anna = await person('Anna');
    const { page } = anna;
    const code = await host(anna, { players: 2 });
    const enter = async (button) => {
        await page.goto(`${server.address}#/settings`);
        await page.getByLabel('Account name').first().fill('Annika');
        await page.getByLabel(PASSWORD).fill('long enough');
        await page.getByRole('button', { name: button }).click();
        await page.getByText('You are logged in as Annika.').waitFor();
    };
    await enter('Create an account');
    await page.getByRole('button', { name: 'Log out', exact: true }).click();
    await page.getByLabel(PASSWORD).first().waitFor();
    await enter('Log in');
    await page.goto(`${server.address}#/lobby`);
    await page.locator(`[data-table="${code}"]`).waitFor();
    await page.goto(`${server.address}#/settings`);
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download everything' }).click()]);
    assert.equal(download.suggestedFilename(), 'elektro.json');
    await page.getByText('Delete my account').first().click();
    await page.getByLabel('To confirm').fill('Annika');
    await page.getByRole('button', { name: 'Delete my account' }).click();
    await page.getByLabel(PASSWORD).first().waitFor();
    assert.equal((await anna.ask('GET', 'hello')).you, null);
});
test('an account changes its password, and sets a new one with the code of the operator', async () => {
    const anna = await person('Dora', { allowed: /status of 401/ });
    const { page } = anna;
    await page.goto(`${server.address}#/settings`);
    await page.getByLabel('Account name').first().fill('Dora');
    await page.getByLabel(PASSWORD).fill('long enough');
    await page.getByRole('button', { name: 'Create an account' }).click();
    await page.getByText('You are logged in as Dora.').waitFor();
    await page.getByText('Change password').first().click();
    const change = async (old, password) => {
        await page.getByLabel('Current password').fill(old);
        await page.getByLabel('New password').fill(password);
        await page.getByRole('button', { name: 'Change password' }).click();
    };
    await change('wrong', 'even longer');
    await page.getByText('The name or the password is wrong.').waitFor();
    await change('long enough', 'even longer');
    await page.getByText('Your password is changed.').waitFor();
    assert.equal((await anna.ask('POST', 'login', { name: 'Dora', password: 'long enough' })).error.code, 'wrong-password');
    const code = (await server.admin('reset-password', 'Dora')).trim();
    await page.reload();
    await page.getByText('Forgotten password').click();
    const form = page.locator('details form');
    await form.getByLabel('Account name').fill('dora');
    await form.getByLabel('New password').fill('the longest');
    await form.getByLabel('Reset code').fill('wrong');
    await form.getByRole('button').click();
    await page.getByText('the code has expired').waitFor();
    await form.getByLabel('Reset code').fill(code.toUpperCase());
    await form.getByRole('button').click();
    await page.getByText('You are logged in as Dora.').waitFor();
});
test('a mark says who has an account, at seats, at the table and in the chat', async () => {
    const [anna, ben] = [await person('Anna'), await person('Ben')];
    const account = await anna.ask('POST', 'register', { name: 'Emma', password: 'long enough' });
    assert.equal(account.ok, true);
    const code = await host(anna, { players: 2 });
    await sit(ben, code);
    const marks = (place) => ben.page.locator(place).filter({ has: ben.page.getByRole('img', { name: 'has an account' }) });
    assert.match(await marks('ol li').innerText(), /Emma/);
    await begin(anna, ben);
    assert.match(await marks('.players article').innerText(), /Emma/);
    await ben.page.click('[data-key=chat]');
    for (const { ask } of [anna, ben]) assert.equal((await ask('POST', `tables/${code}/chat`, { text: 'Hello' })).ok, true);
    await eventually(async () => (await ben.page.locator('.chat .said p').count()) === 2);
    assert.match(await marks('.chat .said p').innerText(), /Emma/);
});
test('a guest without a name gets another number if an account has it', async () => {
    const nobody = await person('', { allowed: /status of 409/ });
    const answer = JSON.stringify({ ok: false, error: { code: 'name-taken', text: '' } });
    await nobody.page.route('**/api/v1/guest', (route) => route.fulfill({ status: 409, body: answer }), { times: 1 });
    await host(nobody, { players: 2 });
    assert.match((await nobody.ask('GET', 'hello')).you.name, /^Player \d{7}$/);
});
test('a guest’s new name is shown at tables and in the chat', async () => {
    const { anna, ben, code } = await shortGame({}, { allowed: /status of 400/ });
    const names = async ({ page }) => (await page.locator('.players h3').allTextContents()).map((text) => text.trim());
    await ben.page.click('[data-key=chat]');
    await ben.page.getByLabel('Write a message').fill('Good luck');
    await ben.page.keyboard.press('Enter');
    await anna.page.click('[data-key=chat]');
    const speaker = anna.page.locator('.chat .said b');
    await eventually(async () => (await speaker.allTextContents()).join() === 'Ben');
    await ben.page.goto(`${server.address}#/settings`);
    const field = ben.page.getByLabel('Name at tables');
    const change = ben.page.getByRole('button', { name: 'Change name' });
    await field.fill('Ben\u200b');
    await change.click();
    await ben.page.getByText('This name cannot be used.').waitFor();
    await field.fill('Benedikt');
    await change.click();
    await ben.page.getByText('guest named Benedikt').waitFor();
    await eventually(async () => (await names(anna)).includes('Benedikt'));
    assert.deepEqual(await speaker.allTextContents(), ['Benedikt']);

    // The name field before sitting down counts, too.
    const next = await host(anna, { players: 2 });
    await ben.page.goto(`${server.address}#/table/${next}`);
    // The settings have a field of the same name.
    await ben.page.locator('[data-key=sit]').first().waitFor();
    await ben.page.getByLabel('Your name').fill('Bo');
    await ben.page.locator('[data-key=sit]').first().click();
    await anna.page.getByText('Bo', { exact: true }).waitFor();
    assert.deepEqual((await ben.ask('GET', `tables/${code}`)).info.seats.map(({ name }) => name).slice(0, 2), ['Anna', 'Bo']);
    assert.equal(await ben.page.evaluate(() => JSON.parse(localStorage.getItem('elektro.settings')).name), 'Bo');
});
test('a name changes in its field, not in the chat', async () => {
    const { anna, ben, code } = await shortGame();
    const called = async () => (await ben.ask('GET', `tables/${code}`)).info.seats[1].name;
    const say = async (page, words) => {
        await page.click('[data-key=chat]');
        await page.getByLabel('Write a message').fill(words);
        await page.keyboard.press('Enter');
        await anna.page.locator('[data-key=chat] .badge').waitFor();
        await anna.page.click('[data-key=chat]');
        await anna.page.getByText(words).waitFor();
        await anna.page.keyboard.press('Escape');
    };
    // Another tab has read the settings before.
    const tab = await ben.context.newPage();
    await tab.goto(`${server.address}#/table/${code}`);
    await tab.waitForSelector('.table[data-phase]');
    await ben.page.goto(`${server.address}#/settings`);
    await ben.page.getByLabel('Name at tables').fill('Benedikt');
    await ben.page.getByRole('button', { name: 'Change name' }).click();
    await ben.page.getByText('guest named Benedikt').waitFor();
    await say(tab, 'From the other tab');
    assert.equal(await called(), 'Benedikt');
    // The name for games in this page is independent, and may be one that the server refuses.
    await ben.page.getByLabel('Your name', { exact: true }).fill('Ben\u200b');
    await ben.page.goto(`${server.address}#/table/${code}`);
    await say(ben.page, 'Under the same name');
    assert.equal(await called(), 'Benedikt');

    // The field before sitting down shows the name of the guest, and a new name in it is sent once.
    const renames = [];
    ben.page.on('request', (request) => request.url().endsWith('/me/name') && renames.push(request.postDataJSON().name));
    const next = await host(anna, { players: 2 });
    await ben.page.goto(`${server.address}#/table/${next}`);
    const field = ben.page.getByLabel('Your name');
    assert.equal(await field.inputValue(), 'Benedikt');
    await field.fill('Bo');
    await ben.page.locator('[data-key=sit]').first().click();
    await ben.page.waitForSelector('[data-key=ready]');
    assert.deepEqual(renames, ['Bo']);
    assert.equal(await called(), 'Bo');
});
test('without a server the page says so and local games continue', async () => {
    const { page } = await open();
    await page.getByText('No game server answers here').waitFor();
    await page.goto(`${still.address}#/lobby`);
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await page.goto(still.address);
    await page.click('[data-key=play-now]');
    await page.click('[data-level=easy]');
    await turn(page);
});
