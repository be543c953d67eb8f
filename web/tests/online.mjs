// Games with others, in real Chromium against a real server.
//
//     online.mjs ELEKTRO FOLDER      the program, the built page
import { seriousFindings } from './axe.mjs';
import { launch, openPage } from './browser.mjs';
import { asked, bidForMe, play, Pointer, turn } from './play.mjs';
import { searchable } from './memory.mjs';
import { serve } from './serve.mjs';
import { Server } from './server.mjs';
import { run } from './tap.mjs';

const [program, folder] = process.argv.slice(2);
const server = await Server.start(program, folder);
const browser = await launch();
const VIEW = { width: 1280, height: 720 };

/** Somebody with a browser of their own; what their page says and hears on its lines is kept. */
async function person(name, { path = '', ...options } = {}) {
    const opened = await openPage(browser, `${server.address}${path}`, { viewport: VIEW, settings: { name }, ...options });
    const { page } = opened;
    const [sent, heard] = [[], []];
    page.on('websocket', (socket) => {
        socket.on('framesent', ({ payload }) => sent.push(JSON.parse(payload)));
        socket.on('framereceived', ({ payload }) => heard.push(JSON.parse(payload)));
    });
    const ask = (method, request, body) => page.evaluate(async ([way, where, what]) => {
        const headers = { 'Content-Type': 'application/json' };
        const answer = await fetch(`/api/v1/${where}`, { method: way, headers, body: what && JSON.stringify(what) });
        return answer.json();
    }, [method, request, body]);
    return { ...opened, sent, heard, ask, hand: new Pointer(page) };
}

/** Lays a table through the form; answers its code. */
async function host({ page }, { players = 3, bots = 0, shown = false, clock, options = [], edition } = {}) {
    await page.goto(`${server.address}#/host`);
    await page.waitForSelector('.begin');
    const choose = (text) => page.locator('label.choice, label.check').filter({ hasText: text }).first().click();
    if (edition) await choose(edition);
    await choose(new RegExp(`^\\s*${players}\\s*$`));
    await page.waitForSelector('label.check');
    for (const option of options) await choose(option);
    await page.locator('.bots select').first().selectOption(String(bots));
    if (bots > 0) await page.locator('.bots select').nth(1).selectOption('easy');
    if (shown) await choose('everybody, in the lobby');
    if (clock) await page.selectOption('[data-key=clock]', { label: clock });
    await page.click('.begin');
    await page.waitForSelector('[data-key=start]');
    return page.url().split('/').at(-1);
}

async function sit({ page }, code) {
    await page.goto(`${server.address}#/table/${code}`);
    await page.locator('[data-key=sit]').first().click();
    await page.click('[data-key=ready]');
}

async function begin({ page }, ...others) {
    await page.click('[data-key=start]:not(:disabled)');
    for (const each of [page, ...others.map((other) => other.page)]) await each.waitForSelector('.table[data-phase]');
}

/** Two people and a bot, a short game, begun. */
async function shortGame(settings = {}) {
    const [anna, ben] = [await person('Anna'), await person('Ben')];
    const code = await host(anna, { bots: 1, edition: 'Classic', options: ['First game'], ...settings });
    await sit(ben, code);
    await begin(anna, ben);
    return { anna, ben, code };
}

const close = (...people) => Promise.all(people.map(({ context }) => context.close()));
const entriesOf = async ({ ask }, code) => (await ask('GET', `tables/${code}/position?since=0`)).entries;
const log = (page) => page.locator('.log [role=log] li').allTextContents();
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The moves a page sent that were answered with yes, each counted once however often it was sent. */
function movesMade({ sent, heard }) {
    const names = new Map(sent.filter((message) => message.do === 'move').map(({ id, client }) => [id, client]));
    const done = heard.filter(({ re, ok }) => ok && names.has(re)).map(({ re }) => names.get(re));
    return new Set(done).size;
}

/** Cuts the line right after the page has sent its nth move, before it hears the answer. */
async function cutAfterMove({ page }, nth) {
    const cuts = { moves: 0, cut: 0 };
    await page.routeWebSocket(/./, (socket) => {
        const line = socket.connectToServer();
        socket.onMessage((message) => {
            line.send(message);
            if (JSON.parse(message).do !== 'move' || ++cuts.moves !== nth) return;
            cuts.cut++;
            // What was sent arrives; what comes back does not.
            line.onMessage(() => undefined);
            setTimeout(() => socket.close({ code: 4000 }), 100);
        });
    });
    return cuts;
}

/** A line that takes its time, and keeps what it is given in order. */
async function slowLine({ page }) {
    const slow = { delay: 0 };
    await page.routeWebSocket(/./, (socket) => {
        const line = socket.connectToServer();
        socket.onMessage((message) => setTimeout(() => line.send(message), slow.delay));
        line.onMessage((message) => setTimeout(() => socket.send(message), slow.delay));
    });
    await page.reload();
    return slow;
}

async function eventually(holds) {
    for (let tries = 0; tries < 300; tries++) {
        if (await holds()) return;
        await pause(50);
    }
    throw new Error(`never: ${holds}`);
}

await run([
    ['a whole game between two browsers, with lines cut and the server killed', async (assert) => {
        const [anna, ben] = [await person('Anna'), await person('Ben')];
        const cuts = await cutAfterMove(ben, 3);
        await ben.page.reload();
        const code = await host(anna, { bots: 1, edition: 'Classic', options: ['First game'] });
        await sit(ben, code);
        await begin(anna, ben);
        let [dropped, killed] = [false, false];
        const disturb = async (_action, number) => {
            if (number === 6 && !dropped) {
                dropped = true;
                await anna.context.setOffline(true);
                setTimeout(() => void anna.context.setOffline(false), 1500);
            }
            if (number === 12 && !killed) {
                killed = true;
                await server.kill();
                setTimeout(() => void server.begin(), 800);
            }
            return false;
        };
        await Promise.all([play(anna.page, anna.hand, disturb), play(ben.page, ben.hand)]);
        assert.deepEqual([cuts.cut, dropped, killed], [1, true, true]);

        const entries = await entriesOf(anna, code);
        const bySeat = (seat) => entries.filter((entry) => entry.seat === seat && entry.move !== undefined).length;
        assert.equal(movesMade(anna), bySeat(1));
        // What was answered while the line was cut is answered again, and made once.
        assert.equal(movesMade(ben), bySeat(2));
        assert.ok(ben.heard.some(({ again }) => again === true));
        assert.deepEqual(await log(anna.page), await log(ben.page));

        await anna.page.click('[data-key=result]');
        await anna.page.waitForSelector('.result .charts svg');
        const winners = await anna.page.locator('.result tbody tr.first').count();
        assert.ok(winners >= 1);

        // What if: from a moment of it the game goes on in this page, against bots.
        await anna.page.locator('.result a[href^="#/replay/"]').click();
        await anna.page.locator('[data-action=replay] input[type=range]').fill('20');
        const shown = () => anna.page.locator('.players h3').allTextContents();
        const names = await shown();
        await anna.page.click('[data-key=go-on]');
        await anna.page.waitForURL(/#\/game\//);
        await turn(anna.page);
        assert.deepEqual((await shown()).sort(), names.sort());
        await play(anna.page, anna.hand, (_action, number) => number === 5);
        const broken = [...anna.troubles, ...ben.troubles].filter((trouble) => !/WebSocket|ERR_|Failed to fetch/.test(trouble));
        assert.deepEqual(broken, []);
        await close(anna, ben);
    }],
    ['a turn that was confirmed is sent whole, though the player leaves at once', async (assert) => {
        const anna = await person('Anna');
        const { page, hand } = anna;
        const slow = await slowLine(anna);
        const code = await host(anna, { bots: 2, edition: 'Classic', options: ['First game'] });
        await begin(anna);
        await play(page, hand, (action) => action === 'buy');
        await hand.buy();
        await hand.buy();
        const { length } = await entriesOf(anna, code);
        slow.delay = 200;
        await page.click('.action [data-key=done]');
        await page.evaluate(() => (location.hash = '#/'));
        const made = async () => (await entriesOf(anna, code)).slice(length).filter(({ seat }) => seat === 1).map(({ move }) => move);
        await eventually(async () => (await made()).includes('done'));
        assert.ok((await made()).indexOf('done') >= 1);
        await page.waitForSelector('[data-key=play-now]');
        assert.deepEqual(anna.troubles, []);
        await close(anna);
    }],
    ['whoever is refused for the moment follows again; a table that is gone says so', async (assert) => {
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
        lines[0].close({ code: 4000 });
        await eventually(() => refusals.length === 0);
        const ben = await person('Ben');
        await sit(ben, code);
        await anna.page.locator('.who').getByText('Ben').waitFor();
        refusals.push('no-such-table');
        lines.at(-1).close({ code: 4000 });
        await anna.page.getByRole('alert').getByText('no table').waitFor();
        assert.deepEqual(anna.troubles, []);
        await close(anna, ben);
    }],
    ['who looks again when the server is back is at the table', async (assert) => {
        const anna = await person('Anna');
        const code = await host(anna, { players: 2 });
        await anna.page.goto(`${server.address}#/`);
        await server.kill();
        await anna.page.evaluate((wanted) => (location.hash = `#/table/${wanted}`), code);
        const again = anna.page.getByRole('button', { name: 'Look again' });
        await again.waitFor();
        await server.begin();
        await again.click();
        await anna.page.waitForSelector('[data-key=start]');
        assert.equal(await anna.page.locator('[data-key=copy]').count(), 1);
        await close(anna);
    }],
    ['what is said while the talk is fetched does not hide what was said before', async (assert) => {
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
        await close(anna, ben);
    }],
    ['nothing about cards to come is in the page', async (assert) => {
        const anna = await person('Anna');
        const answers = [];
        anna.page.on('response', (response) => {
            if (response.url().includes('/api/')) answers.push(response.text().catch(() => ''));
        });
        await searchable.prepare(anna);
        const code = await host(anna, { players: 3, bots: 2 });
        await begin(anna);
        await play(anna.page, anna.hand, (_action, number) => number === 12);
        const { length } = await entriesOf(anna, code);
        const [frames, texts] = [JSON.stringify(anna.heard), (await Promise.all(answers)).join()];
        const memory = await searchable.take(anna);
        assert.ok(memory.modules.length > 0);

        await play(anna.page, anna.hand);
        const draws = (await entriesOf(anna, code)).slice(length).flatMap(({ draw }) => (draw === undefined ? [] : [draw])).slice(0, 6);
        const { info } = await anna.ask('GET', `tables/${code}`);
        const { seed } = info.shuffle;
        assert.ok(draws.length >= 4);
        assert.match(seed, /^[0-9a-f]{64}$/);

        const secrets = [seed, draws.join(), draws.join(', ')];
        for (const secret of secrets) {
            for (const heard of [frames, texts, memory.stored]) assert.ok(!heard.includes(secret));
            assert.ok(!memory.heap.includes(secret), 'in the heap');
        }
        for (const [index, bytes] of memory.modules.entries()) {
            assert.deepEqual(searchable.found(bytes, seed, draws), [], `in the memory of module ${index}`);
        }
        // The search finds what is there: the seed is told once the game is over.
        await anna.page.reload();
        await anna.page.waitForSelector('[data-action=ended]');
        assert.ok((await searchable.take(anna)).heap.includes(seed));
        assert.deepEqual(searchable.found(Buffer.from([0, ...draws, 0]), seed, draws), ['8 bits']);
        await close(anna);
    }],
    ['who has the link watches, and sees no secret money', async (assert) => {
        const { anna, ben, code } = await shortGame();
        const cleo = await person('Cleo', { path: `#/table/${code}` });
        await cleo.page.waitForSelector('.table[data-phase]');
        // Everybody must buy in the first round: whoever waits is told that it cannot go by.
        const waiting = await Promise.race([turn(anna.page).then(() => ben), turn(ben.page).then(() => anna)]);
        assert.ok(await waiting.page.locator('[data-key=pass-phase]').isDisabled());
        await waiting.page.getByText('In the first round every player must buy a plant').waitFor();
        const look = (_action, number) => number === 4;
        await Promise.race([play(anna.page, anna.hand, look), play(ben.page, ben.hand, look)]);
        await cleo.page.waitForFunction(() => document.querySelectorAll('.log [role=log] li').length > 5);
        assert.equal(await asked(cleo.page), 'wait');
        const money = await cleo.page.locator('.players .money').allTextContents();
        assert.deepEqual(money.filter((text) => /\d/.test(text)), []);
        assert.equal(await cleo.page.locator('[data-key=pass-phase]').count(), 0);
        // Whoever says something for the first time has no name yet on the server.
        await cleo.page.click('[data-key=chat]');
        await cleo.page.getByLabel('Say something').fill('May I watch?');
        await cleo.page.keyboard.press('Enter');
        await cleo.page.getByText('May I watch?').waitFor();
        assert.deepEqual(cleo.troubles, []);
        await close(anna, ben, cleo);
    }],
    ['a running table is first on the start page, one that waits is further down', async (assert) => {
        const { anna, ben, code } = await shortGame();
        const waiting = await host(anna);
        await anna.page.goto(server.address);
        await anna.page.waitForSelector(`.go-on [data-table="${code}"]`);
        const row = await anna.page.locator(`[data-table="${code}"]`).boundingBox();
        assert.ok(row.y + row.height < VIEW.height, `${row.y}`);
        assert.equal(await anna.page.locator(`.go-on [data-table="${waiting}"]`).count(), 0);
        assert.equal(await anna.page.locator(`[data-table="${waiting}"]`).count(), 1);
        await anna.page.locator(`[data-table="${code}"] a`).click();
        await anna.page.waitForSelector('.table');
        assert.deepEqual(anna.troubles, []);
        await close(anna, ben);
    }],
    ['what is said is heard, and not from those who are muted', async (assert) => {
        const { anna, ben } = await shortGame();
        const say = async ({ page }, words) => {
            await page.getByLabel('Say something').fill(words);
            await page.keyboard.press('Enter');
        };
        await ben.page.click('[data-key=chat]');
        await say(ben, 'Good luck');
        await anna.page.locator('[data-key=chat] .badge').waitFor();
        await anna.page.click('[data-key=chat]');
        await anna.page.getByText('Good luck').waitFor();
        await say(anna, 'To you too');
        await ben.page.getByText('To you too').waitFor();
        await anna.page.getByRole('button', { name: 'Hear no more of Ben' }).click();
        await anna.page.getByText('Good luck').waitFor({ state: 'detached' });
        await say(ben, 'Hello?');
        await ben.page.getByText('Hello?').waitFor();
        await say(anna, 'Quiet here');
        await ben.page.getByText('Quiet here').waitFor();
        assert.equal(await anna.page.getByText('Hello?').count(), 0);
        await ben.page.keyboard.press('Escape');
        await ben.page.locator('.chat').waitFor({ state: 'detached' });
        assert.equal(await ben.page.evaluate(() => document.activeElement.dataset.opens), 'chat');
        await close(anna, ben);
    }],
    ['a turn that was begun elsewhere can be taken back here', async (assert) => {
        const anna = await person('Anna');
        const code = await host(anna, { players: 3, bots: 2, clock: '5:00 a decision' });
        await begin(anna);
        await play(anna.page, anna.hand, (action) => action === 'buy');
        assert.match(await anna.page.textContent('[role=timer]'), /^[45]:\d\d$/);
        const { seq, moves } = await anna.ask('GET', `tables/${code}/moves`);
        const before = await anna.page.textContent('.action .sum');
        const buying = moves.find((move) => move.startsWith('buy'));
        assert.equal((await anna.ask('POST', `tables/${code}/move`, { seq, client: 'elsewhere', move: buying })).ok, true);
        await anna.page.locator('.action [data-key=undo]:not(:disabled)').click();
        await anna.page.waitForFunction((text) => document.querySelector('.action .sum')?.textContent === text, before);
        const entries = await entriesOf(anna, code);
        assert.equal(entries.at(-1).undo, true);
        await play(anna.page, anna.hand, (_action, number) => number === 3);
        assert.deepEqual(anna.troubles, []);
        await close(anna);
    }],
    ['the server bids for who said how much, and lets phases go by', async (assert) => {
        const anna = await person('Anna');
        const code = await host(anna, { players: 4, bots: 3 });
        await begin(anna);
        await play(anna.page, anna.hand, (action) => action === 'bid');
        await bidForMe(anna.page);
        const orders = anna.sent.filter((message) => message.do === 'orders');
        assert.equal(orders[0].orders[0].kind, 'bid');
        assert.ok((await entriesOf(anna, code)).some(({ seat, move }) => seat === 1 && /^(bid|pass)/.test(move)));
        assert.deepEqual(anna.troubles, []);
        await close(anna);

        // Of two people the one who buys later says that buying may go by.
        const { anna: one, ben: other, code: table } = await shortGame();
        const buying = ({ page, hand }) => play(page, hand, (action) => action === 'buy' || action === 'build');
        const first = await Promise.race([buying(one).then(() => one), buying(other).then(() => other)]);
        const later = first === one ? other : one;
        await later.page.click('[data-key=pass-phase]:not(:disabled)');
        await later.page.getByText('You let this phase go by').waitFor();
        const sent = movesMade(later);
        await first.page.click('.action [data-key=done]');
        await later.page.waitForSelector('.table[data-phase=building]');
        assert.equal(movesMade(later), sent);
        assert.ok((await entriesOf(one, table)).some(({ seat, move }) => seat === (later === one ? 1 : 2) && move === 'done'));
        assert.deepEqual([...one.troubles, ...other.troubles], []);
        await close(one, other);
    }],
    ['a bot plays for who leaves, until they come back; all agree to end; the same people play again', async (assert) => {
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
        await anna.page.getByText('Would end the game here: Ben').waitFor();
        await anna.page.getByRole('button', { name: 'Agree to end the game' }).click();
        await anna.page.click('[data-key=end-yes]');
        await anna.page.waitForSelector('[data-action=ended]');
        await ben.page.waitForSelector('[data-action=ended]');
        await anna.page.click('[data-key=rematch]');
        await anna.page.waitForSelector('[data-key=start]');
        await ben.page.getByRole('button', { name: 'To the next game' }).click();
        await ben.page.waitForSelector('[data-key=ready]');
        assert.equal(ben.page.url(), anna.page.url());
        assert.deepEqual([...anna.troubles, ...ben.troubles], []);
        await close(anna, ben);
    }],
    ['the lobby leads to tables, games and what was played', async (assert) => {
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
        await anna.page.locator(`[data-table="${code}"]`).getByText('Play on').click();
        await anna.page.waitForSelector('.table[data-phase]');
        for (const { ask } of [anna, ben]) assert.equal((await ask('POST', `tables/${code}/agree-end`, { agree: true })).ok, true);
        await ben.page.goto(`${server.address}#/lobby`);
        const row = ben.page.locator(`[data-table="${code}"]`);
        const [download] = await Promise.all([ben.page.waitForEvent('download'), row.getByText('Record').click()]);
        assert.equal(download.suggestedFilename(), `${code}.elektro`);
        await row.getByText('Replay').click();
        await ben.page.waitForSelector('[data-action]');
        assert.deepEqual([...anna.troubles, ...ben.troubles, ...cleo.troubles], []);
        await close(anna, ben, cleo);
    }],
    ['an account keeps a guest\'s games, and can be left, exported and deleted', async (assert) => {
        const anna = await person('Anna');
        const { page } = anna;
        const code = await host(anna, { players: 2 });
        const enter = async (button) => {
            await page.goto(`${server.address}#/settings`);
            await page.getByLabel('Name of the account').fill('Annika');
            await page.getByLabel('Password').fill('long enough');
            await page.getByRole('button', { name: button }).click();
            await page.getByText('You are logged in as Annika.').waitFor();
        };
        await enter('Make an account');
        await page.getByRole('button', { name: 'Log out', exact: true }).click();
        await page.getByLabel('Password').waitFor();
        await enter('Log in');
        await page.goto(`${server.address}#/lobby`);
        await page.locator(`[data-table="${code}"]`).waitFor();
        await page.goto(`${server.address}#/settings`);
        const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download what' }).click()]);
        assert.equal(download.suggestedFilename(), 'elektro.json');
        await page.getByText('Delete me').first().click();
        await page.getByLabel('To be sure').fill('Annika');
        await page.getByRole('button', { name: 'Delete me' }).click();
        await page.getByLabel('Password').waitFor();
        assert.equal((await anna.ask('GET', 'hello')).you, null);
        assert.deepEqual(anna.troubles, []);
        await close(anna);
    }],
    ['a guest who takes another name is seen under it, at tables and in the talk', async (assert) => {
        const { anna, ben, code } = await shortGame();
        const names = async ({ page }) => (await page.locator('.players h3').allTextContents()).map((text) => text.trim());
        await ben.page.click('[data-key=chat]');
        await ben.page.getByLabel('Say something').fill('Good luck');
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
        await ben.page.getByText('by the name of Benedikt').waitFor();
        await eventually(async () => (await names(anna)).includes('Benedikt'));
        assert.deepEqual(await speaker.allTextContents(), ['Benedikt']);

        // What is written as the name before sitting down counts, too.
        const next = await host(anna, { players: 2 });
        await ben.page.goto(`${server.address}#/table/${next}`);
        await ben.page.getByLabel('Your name').fill('Bo');
        await ben.page.locator('[data-key=sit]').first().click();
        await anna.page.getByText('Bo', { exact: true }).waitFor();
        assert.deepEqual((await ben.ask('GET', `tables/${code}`)).info.seats.map(({ name }) => name).slice(0, 2), ['Anna', 'Bo']);
        assert.equal(await ben.page.evaluate(() => JSON.parse(localStorage.getItem('elektro.settings')).name), 'Bo');
        const refusal = /status of 400/;
        assert.deepEqual([...anna.troubles, ...ben.troubles].filter((trouble) => !refusal.test(trouble)), []);
        await close(anna, ben);
    }],
    ['a name changes where it is written, not by talking', async (assert) => {
        const { anna, ben, code } = await shortGame();
        const called = async () => (await ben.ask('GET', `tables/${code}`)).info.seats[1].name;
        const say = async (page, words) => {
            await page.click('[data-key=chat]');
            await page.getByLabel('Say something').fill(words);
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
        await ben.page.getByText('by the name of Benedikt').waitFor();
        await say(tab, 'From the other tab');
        assert.equal(await called(), 'Benedikt');
        // The name for games in this page is another thing, and may be one that the server does not take.
        await ben.page.getByLabel('Your name', { exact: true }).fill('Ben\u200b');
        await ben.page.goto(`${server.address}#/table/${code}`);
        await say(ben.page, 'Under the same name');
        assert.equal(await called(), 'Benedikt');

        // The field before sitting down shows the name of the guest, and what is written there is sent once.
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
        assert.deepEqual([...anna.troubles, ...ben.troubles], []);
        await close(anna, ben);
    }],
    ['what is written while a name is on its way stays', async (assert) => {
        const anna = await person('Anna');
        await host(anna, { players: 2 });
        const { page } = anna;
        await page.goto(`${server.address}#/lobby`);
        const field = page.getByLabel('Your name');
        let answer;
        await page.route('**/me/name', async (route) => {
            await new Promise((resolve) => (answer = resolve));
            await route.continue();
        });
        await field.fill('Annika');
        await field.press('Enter');
        await eventually(async () => answer !== undefined);
        await field.pressSequentially(' the Bold');
        const [reply] = await Promise.all([page.waitForResponse('**/me/name'), answer()]);
        await reply.finished();
        await eventually(async () => (await anna.ask('GET', 'hello')).you.name === 'Annika');
        assert.equal(await field.inputValue(), 'Annika the Bold');
        await page.unroute('**/me/name');
        await field.press('Enter');
        await eventually(async () => (await anna.ask('GET', 'hello')).you.name === 'Annika the Bold');
        assert.deepEqual(anna.troubles, []);
        await close(anna);
    }],
    ['where no server answers the page says so and plays on', async (assert) => {
        const still = await serve(folder);
        const { page, context, troubles } = await openPage(browser, still.address);
        await page.getByText('No server answers here').waitFor();
        await page.goto(`${still.address}#/lobby`);
        await page.getByRole('button', { name: 'Look again' }).waitFor();
        await page.goto(still.address);
        await page.click('[data-key=play-now]');
        await page.click('[data-level=easy]');
        await turn(page);
        assert.deepEqual(troubles, []);
        await context.close();
        still.close();
    }],
    ['every screen stands before axe', async (assert) => {
        for (const colorScheme of ['light', 'dark']) {
            const anna = await person('Anna', { colorScheme });
            const check = async (page, name) => assert.deepEqual(await seriousFindings(page), [], `${name}, ${colorScheme}`);
            await anna.page.goto(`${server.address}#/host`);
            await anna.page.waitForSelector('label.check');
            await check(anna.page, 'host');
            const code = await host(anna, { players: 3, bots: 1, shown: true, clock: '5:00 a decision' });
            await check(anna.page, 'table');
            const ben = await person('Ben', { colorScheme, path: '#/lobby' });
            await ben.page.waitForSelector('[data-table]');
            await check(ben.page, 'lobby');
            await sit(ben, code);
            await begin(anna, ben);
            await ben.page.click('[data-key=chat]');
            await ben.page.getByLabel('Say something').fill('Hello');
            await ben.page.keyboard.press('Enter');
            await ben.page.locator('.chat .words').waitFor();
            await check(ben.page, 'game');
            await ben.page.goto(`${server.address}#/settings`);
            await ben.page.getByLabel('Password').waitFor();
            await check(ben.page, 'account');
            await close(anna, ben);
        }
    }],
]);

await browser.close();
await server.close();
