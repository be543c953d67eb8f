// Online games: whole games, secrets, slow and broken connections.
import assert from 'node:assert/strict';
import { searchable } from './memory.mjs';
import { begin, entriesOf, eventually, host, log, person, server, shortGame, sit } from './online-table.mjs';
import { asked, bidForMe, play, turn } from './play.mjs';
import { test } from './stage.mjs';

/** The accepted moves of a page; a move or turn that was sent several times counts once. */
function movesMade({ sent, heard }) {
    const requests = new Map(sent.filter(makesMoves).map((message) => [message.id, message]));
    const done = new Map(heard.filter(({ re, ok }) => ok && requests.has(re)).map(({ re }) => [requests.get(re).client, requests.get(re)]));
    return [...done.values()].reduce((sum, { moves = [''] }) => sum + moves.length, 0);
}

const makesMoves = (message) => message.do === 'move' || message.do === 'turn';

/** Cuts the connection right after the page has sent its nth move, before the answer arrives. */
async function cutAfterMove({ page }, nth) {
    const cuts = { moves: 0, cut: 0 };
    await page.routeWebSocket(/./, (socket) => {
        const line = socket.connectToServer();
        socket.onMessage((message) => {
            line.send(message);
            if (!makesMoves(JSON.parse(message)) || ++cuts.moves !== nth) return;
            cuts.cut++;
            // Requests arrive; the answers do not.
            line.onMessage(() => undefined);
            setTimeout(() => socket.close({ code: 4000 }), 100);
        });
    });
    return cuts;
}

/** Takes a page offline, and online again once the page shows that it is offline. */
async function goOffline({ page, context }) {
    await context.setOffline(true);
    await page.locator('.line .lost').waitFor();
    await context.setOffline(false);
}

/** A slow connection that keeps its messages in order. */
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

test('a whole game between two browsers, with connections cut and the server killed', async () => {
    const allowed = /WebSocket|ERR_|Failed to fetch/;
    const [anna, ben] = [await person('Anna', { allowed, serviceWorkers: 'allow' }), await person('Ben', { allowed, serviceWorkers: 'allow' })];
    const cuts = await cutAfterMove(ben, 3);
    await ben.page.reload();
    const code = await host(anna, { bots: 1, edition: 'Classic', options: ['First game'] });
    await sit(ben, code);
    await begin(anna, ben);
    const mended = [];
    const disturb = (_action, number) => {
        if (number === 6 && mended.length === 0) mended.push(goOffline(anna));
        if (number === 12 && mended.length === 1) mended.push(server.kill().then(() => server.begin()));
        return false;
    };
    await Promise.all([play(anna.page, anna.hand, disturb), play(ben.page, ben.hand)]);
    await Promise.all(mended);
    assert.deepEqual([cuts.cut, mended.length], [1, 2]);

    const entries = await entriesOf(anna, code);
    const bySeat = (seat) => entries.filter((entry) => entry.seat === seat && entry.move !== undefined).length;
    assert.equal(movesMade(anna), bySeat(1));
    // A move whose answer was lost is answered again, and made once.
    assert.equal(movesMade(ben), bySeat(2));
    assert.ok(ben.heard.some(({ again }) => again === true));
    assert.deepEqual(await log(anna.page), await log(ben.page));

    await anna.page.click('[data-key=result]');
    await anna.page.waitForSelector('.result .charts svg');
    await anna.page.waitForSelector('.result [data-of=time]');
    const winners = await anna.page.locator('.result tbody tr.first').count();
    assert.ok(winners >= 1);

    // A branch: from this position the game continues in this page, against bots.
    await anna.page.locator('.result a[href^="#/replay/"]').click();
    await anna.page.locator('[data-action=replay] input[type=range]').fill('20');
    const shown = () => anna.page.locator('.players h3').allTextContents();
    const names = await shown();
    await anna.page.click('[data-key=go-on]');
    await anna.page.waitForURL(/#\/game\//);
    await turn(anna.page);
    assert.deepEqual((await shown()).sort(), names.sort());
    await play(anna.page, anna.hand, (_action, number) => number === 5);
});
test('a confirmed turn is sent completely, even if the player leaves at once', async () => {
    // The slow line passes messages on later than the closing of the socket.
    const anna = await person('Anna', { allowed: /already in CLOSING or CLOSED state/ });
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
});
test('the page contains nothing about the next cards', async () => {
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
    // The search works: it finds the seed, which is revealed once the game is over.
    await anna.page.reload();
    await anna.page.waitForSelector('[data-action=ended]');
    assert.ok((await searchable.take(anna)).heap.includes(seed));
    assert.deepEqual(searchable.found(Buffer.from([0, ...draws, 0]), seed, draws), ['8 bits']);
});
test('a visitor with the link watches, and sees no secret money', async () => {
    const { anna, ben, code } = await shortGame();
    const cleo = await person('Cleo', { path: `#/table/${code}` });
    await cleo.page.waitForSelector('.table[data-phase]');
    // All players must buy in the first round: nobody can order to skip the auction.
    const waiting = await Promise.race([turn(anna.page).then(() => ben), turn(ben.page).then(() => anna)]);
    assert.equal(await waiting.page.locator('[data-key=pass-phase]').count(), 0);
    await waiting.page.click('[data-new=auction]');
    assert.ok(await waiting.page.locator('[data-key=pass-later]').isDisabled());
    await waiting.page.getByText('In the first round every player must buy a plant').waitFor();
    const look = (_action, number) => number === 4;
    await Promise.race([play(anna.page, anna.hand, look), play(ben.page, ben.hand, look)]);
    await cleo.page.waitForFunction(() => document.querySelectorAll('.log [role=log] li').length > 5);
    assert.equal(await asked(cleo.page), 'wait');
    const money = await cleo.page.locator('.players .money').allTextContents();
    assert.deepEqual(money.filter((text) => /\d/.test(text)), []);
    assert.equal(await cleo.page.locator('[data-orders=list]').count(), 0);
    // A spectator who chats for the first time has no name yet on the server.
    await cleo.page.click('[data-key=chat]');
    await cleo.page.getByLabel('Write a message').fill('May I watch?');
    await cleo.page.keyboard.press('Enter');
    await cleo.page.getByText('May I watch?').waitFor();
});
test('a turn begun through another client can be undone here', async () => {
    const anna = await person('Anna');
    const code = await host(anna, { players: 3, bots: 2, clock: '5:00 per move' });
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
});
test('the server executes queued orders: auto-bid and auto-pass', async () => {
    const anna = await person('Anna');
    const code = await host(anna, { players: 4, bots: 3 });
    await begin(anna);
    await play(anna.page, anna.hand, (action) => action === 'bid');
    await bidForMe(anna.page);
    const orders = anna.sent.filter((message) => message.do === 'orders');
    assert.equal(orders[0].orders[0].kind, 'bid');
    assert.ok((await entriesOf(anna, code)).some(({ seat, move }) => seat === 1 && /^(bid|pass)/.test(move)));

    // The player who buys later queues an auto-pass for buying.
    const { anna: one, ben: other, code: table } = await shortGame();
    const buying = ({ page, hand }) => play(page, hand, (action) => action === 'buy' || action === 'build');
    const first = await Promise.race([buying(one).then(() => one), buying(other).then(() => other)]);
    const later = first === one ? other : one;
    await later.page.click('[data-key=pass-phase]:not(:disabled)');
    await later.page.getByText('Skip buying fuel').waitFor();
    const sent = movesMade(later);
    await first.page.click('.action [data-key=done]');
    await later.page.waitForSelector('.table[data-phase=building]');
    assert.equal(movesMade(later), sent);
    assert.ok((await entriesOf(one, table)).some(({ seat, move }) => seat === (later === one ? 1 : 2) && move === 'done'));
});
