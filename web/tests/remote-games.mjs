// Games on a server at the level of the game sources, against a fake server. Runs in Node.
//
//     remote-games.mjs [WASM]      the folder with the WebAssembly modules
import assert from 'node:assert/strict';
import { test } from './cases.mjs';
import { CODE, FakeServer } from './fakeserver.mjs';
import { CLASSIC, compiled, GERMANY, page, seen, someMove, surroundings } from './gametable.mjs';

const { moveType, moveOf, openGame, Session, Table, wire } = page;
const open = (signal = new AbortController().signal) => openGame(CODE, signal);

/** Waits until a condition holds; the case has the time limit. */
async function until(holds) {
    while (!holds()) await new Promise((resolve) => setTimeout(resolve, 2));
}
const shown = (game) => until(() => !game.behind);

/** The other players move until it is this page's turn, or up to this many moves. */
function others(server, most = 1000) {
    for (let moves = 0; moves < most && server.table.toMove() !== server.seat; moves++) {
        assert.equal(server.play(someMove(server.table)), 'ok');
    }
}

/** A server with its game, and the game in the page, at its turn. */
async function atTable(config = GERMANY) {
    const server = new FakeServer(config);
    others(server);
    const game = await open();
    return { server, game };
}

/** The page and the server have the same game; no other player's money is in the page. */
function same(server, game) {
    const [ours, theirs] = [seen(game, 0), new Table(compiled, server.config)];
    theirs.setBytes(server.table.viewBytes(0));
    assert.deepEqual(ours.view(), theirs.view());
    const moves = server.entries.reduce((made, { move, undo }) => (undo ? made.slice(0, -1) : move === undefined ? made : [...made, move]), []);
    assert.deepEqual(game.history.slice(1).map(({ move }) => moveType(move)), moves.map((words) => words.split(' ')[0]));
    assert.deepEqual(game.history.map(({ index }) => index), game.history.map((_, index) => index));
}

/** Plays until the condition holds for the server's game; this page's moves go through the page. */
async function play(server, game, wanted) {
    for (let moves = 0; moves < 400 && !wanted(server.table); moves++) {
        const before = server.seq;
        if (server.table.toMove() === server.seat) {
            await shown(game);
            assert.equal(await game.submit([someMove(server.table)]), 'ok');
        } else {
            server.play(someMove(server.table));
            server.tell(before);
        }
    }
    await shown(game);
}
/** Closes a game that may still have moves to show but cannot show them. */
function leave(game) {
    try {
        game.close();
    } catch {
        // The error was reported before.
    }
}
const myBuying = (server) => (table) => table.phase() === 'resources' && table.toMove() === server.seat && table.moves().some((move) => moveType(move) === 'buy');
const buying = (table) => table.moves().find((move) => moveType(move) === 'buy');

test('a game has its whole history from the setup on', async () => {
    for (const config of [GERMANY, CLASSIC]) {
        const { server, game } = await atTable(config);
        assert.equal(game.id, CODE);
        assert.deepEqual(game.config, config);
        assert.deepEqual(game.mine, [0]);
        assert.deepEqual(game.players.map(({ name }) => name), ['Player 1', 'Player 2', 'Player 3']);
        same(server, game);
        game.close();
    }
});
test('there is no game without a server, at a table that does not exist, or with a wrong code', async () => {
    const server = new FakeServer(GERMANY);
    server.refusals.push('no-such-table');
    assert.equal(await open(), undefined);
    assert.equal(await openGame('11111111111', new AbortController().signal), undefined);
});
test('a caller that cancels gets no game', async () => {
    const server = new FakeServer(GERMANY);
    server.answers = false;
    const wanted = new AbortController();
    const opening = open(wanted.signal);
    await until(() => server.heard.some(({ do: what }) => what === 'watch'));
    wanted.abort(new Error('gone'));
    await assert.rejects(opening, /gone/);
});
test('other players’ moves are shown in order, one by one, each with its cards', async () => {
    const { server, game } = await atTable();
    const heard = [];
    game.subscribe((entry) => heard.push(entry));
    const first = game.history.length;
    await play(server, game, (table) => table.view().round === 2);
    same(server, game);
    assert.deepEqual(heard, game.history.slice(first));
    const drawn = (entry) => entry.events.filter(({ type }) => type === 'plant-drawn').length;
    assert.equal(game.history.slice(1).reduce((sum, each) => sum + drawn(each), 0), server.entries.filter(({ draw }) => draw !== undefined).length);
    game.close();
});
test('many moves at once are all shown in the end', async () => {
    const { server, game } = await atTable();
    const before = server.seq;
    for (let moves = 0; moves < 25; moves++) server.play(someMove(server.table));
    server.tell(before);
    assert.equal(game.behind, true);
    game.hurry();
    assert.equal(game.behind, false);
    same(server, game);
    game.close();
});
test('a game is over when its last moves are shown, not when the server says so before', async () => {
    const { server, game } = await atTable();
    const before = server.seq;
    while (!server.table.ended()) assert.equal(server.play(someMove(server.table)), 'ok');
    for (const line of server.lines) line.say({ push: 'table', info: server.info() });
    assert.equal(game.online.info.status, 'ended');
    assert.equal(game.online.over, false);
    server.tell(before);
    game.hurry();
    assert.equal(game.online.over, true);
    game.close();
});
test('known entries are not shown again', async () => {
    const { server, game } = await atTable();
    const heard = [];
    game.subscribe((entry) => heard.push(entry));
    const start = game.history.length;
    const before = server.seq;
    server.play(someMove(server.table));
    for (const since of [before, before, 0]) server.tell(since);
    await shown(game);
    server.play(someMove(server.table));
    server.tell(before);
    await shown(game);
    same(server, game);
    assert.deepEqual(heard, game.history.slice(start));
    game.close();
});
test('a page that is out of sync shows nothing wrong, and has to be opened anew', async () => {
    const wrong = {
        'an entry is missing': (server) => {
            const before = server.seq + 1;
            for (let moves = 0; moves < 3; moves++) server.play(someMove(server.table));
            return () => server.tell(before);
        },
        'the server sees other money': (server) => {
            const before = server.seq;
            server.play(someMove(server.table));
            const position = server.position();
            position.view.seats[0].money += 1;
            return () => server.tell(before, position);
        },
        'a move that cannot be': (server) => {
            const before = server.seq;
            server.play(someMove(server.table));
            server.entries.at(-1).move = 'power';
            for (const entry of server.entries.slice(before + 1)) if (entry.draw !== undefined) delete entry.draw;
            return () => server.tell(before);
        },
        'a card that cannot come': (server) => {
            while (!server.entries.at(-1).draw && !server.entries.at(-1).top) server.play(someMove(server.table));
            const card = server.entries.findLast(({ draw }) => draw !== undefined);
            card.draw = 3;
            return () => server.tell(0);
        },
    };
    for (const [what, prepare] of Object.entries(wrong)) {
        const { server, game } = await atTable();
        const heard = [];
        game.subscribe(({ move }) => heard.push(moveType(move)));
        const before = server.seq;
        const tell = prepare(server);
        const moves = server.entries.slice(before + 1).flatMap(({ move }) => (move === undefined ? [] : [move.split(' ')[0]]));
        assert.equal(game.online.outdated, false, what);
        tell();
        game.hurry();
        assert.equal(game.online.outdated, true, what);
        // Entries before the bad one may be shown.
        assert.ok(heard.length < moves.length, what);
        assert.deepEqual(heard, moves.slice(0, heard.length), what);
        leave(game);
    }
});
test('a move is sent as text with the last known seq, and is done when its entry arrives', async () => {
    for (const newsFirst of [true, false]) {
        const { server, game } = await atTable();
        server.newsFirst = newsFirst;
        const move = someMove(server.table);
        const { seq } = server;
        const { length } = game.history;
        assert.equal(await game.submit([move]), 'ok');
        const request = server.heard.findLast(({ do: what }) => what === 'move');
        assert.equal(request.seq, seq);
        assert.equal(request.table, CODE);
        assert.deepEqual([game.history[length].seat, game.history[length].move], [0, move]);
        same(server, game);
        game.close();
    }
});
test('a turn of several moves is one request and is done when its last entry arrives', async () => {
    for (const newsFirst of [true, false]) {
        const { server, game } = await atTable();
        await play(server, game, myBuying(server));
        server.newsFirst = newsFirst;
        const [first, { seq }, sent] = [buying(server.table), server, server.heard.length];
        assert.equal(await game.submit([first, moveOf('done')]), 'ok');
        const requests = server.heard.slice(sent).filter(({ client }) => client !== undefined);
        assert.deepEqual(requests.map(({ do: what, seq, moves }) => [what, seq, moves.map((move) => move.split(' ')[0])]), [['turn', seq, ['buy', 'done']]]);
        assert.deepEqual(game.history.slice(-2).map(({ move }) => moveType(move)), ['buy', 'done']);
        same(server, game);
        game.close();
    }
});
test('a server that knows no turns gets the moves one after another, each with its own client id', async () => {
    const { server, game } = await atTable();
    await play(server, game, myBuying(server));
    server.turns = false;
    const sent = server.heard.length;
    assert.equal(await game.submit([buying(server.table), moveOf('done')]), 'ok');
    const moves = server.heard.slice(sent).filter(({ do: what }) => what === 'move');
    assert.deepEqual(moves.map(({ move }) => move.split(' ')[0]), ['buy', 'done']);
    assert.equal(new Set(moves.map(({ client }) => client)).size, 2);
    same(server, game);
    game.close();
});
test('a turn with a move that the server refuses fails with its reason, and nothing of it is done', async () => {
    const { server, game } = await atTable();
    await play(server, game, myBuying(server));
    const before = [server.seq, game.history.length];
    const sent = server.heard.length;
    const buy = buying(server.table);
    assert.equal(await game.submit([buy, moveOf('pass')]), 'wrong-phase');
    assert.deepEqual([server.seq, game.history.length], before);
    assert.equal(server.heard.slice(sent).filter(({ client }) => client !== undefined).length, 1);
    assert.equal(await game.submit([buy, moveOf('done')]), 'ok');
    same(server, game);
    game.close();
});
test('a move that comes too late is stale; a server error is no reason of the rules', async () => {
    const { server, game } = await atTable();
    const move = someMove(server.table);
    const before = server.seq;
    // Made elsewhere by the same person; the news are still on their way.
    server.play(move);
    assert.equal(await game.submit([move]), 'stale');
    server.tell(before);
    await shown(game);
    same(server, game);
    others(server);
    server.tell(before);
    await shown(game);
    server.play = () => 'storage';
    assert.equal(await game.submit([someMove(server.table)]), 'server');
    game.close();
});
test('a move that was not answered is sent again over the next connection, and made once', async () => {
    const { server, game } = await atTable();
    const { length } = game.history;
    server.answers = false;
    const submitted = game.submit([someMove(server.table)]);
    await until(() => server.heard.some(({ do: what }) => what === 'move'));
    const request = server.heard.findLast(({ do: what }) => what === 'move');
    // The server makes the move; the answer is lost with the connection.
    server.answers = true;
    const [line] = server.lines;
    server.lines.clear();
    server.hear({ say: () => undefined }, request);
    await until(() => server.seq > request.seq);
    line.close();
    assert.equal(wire.open, false);
    assert.equal(await submitted, 'ok');
    const again = server.heard.filter(({ client }) => client === request.client);
    assert.ok(again.length >= 2);
    await shown(game);
    assert.equal(game.history.filter(({ index, seat }) => index >= length && seat === 0).length, 1);
    same(server, game);
    game.close();
});
test('a client that reconnects gets the missed entries, and none twice', async () => {
    const { server, game } = await atTable();
    const heard = [];
    game.subscribe((entry) => heard.push(entry));
    const start = game.history.length;
    for (let times = 0; times < 3; times++) {
        const known = server.seq;
        server.cut();
        assert.equal(wire.open, false);
        for (let moves = 0; moves < 3; moves++) server.play(someMove(server.table));
        await until(() => wire.open === true);
        await until(() => game.history.length > start + 3 * times && !game.behind);
        const watch = server.heard.findLast(({ do: what }) => what === 'watch');
        assert.equal(watch.since, known);
    }
    same(server, game);
    assert.deepEqual(heard, game.history.slice(start));
    game.close();
});
test('a long game that comes in pages is opened when it is complete, and after a reconnection', async () => {
    const server = new FakeServer(GERMANY);
    for (let moves = 0; moves < 40; moves++) server.play(someMove(server.table));
    server.page = 7;
    const game = await open();
    assert.equal(game.received, server.seq);
    same(server, game);
    server.cut();
    for (let moves = 0; moves < 30; moves++) server.play(someMove(server.table));
    await until(() => wire.open === true);
    await until(() => game.received === server.seq && !game.behind);
    same(server, game);
    game.close();
});
test('a page that hears of another user connects again as that user', async () => {
    const { server, game } = await atTable();
    await page.lookForServer();
    assert.equal(server.lines.size, 1);
    server.user = 9;
    await page.lookForServer();
    await until(() => server.lines.size === 2 && wire.open === true);
    game.close();
});
test('the client reconnects until an unreachable server is back', async () => {
    const { server, game } = await atTable();
    server.takes = false;
    server.cut();
    await until(() => server.turnedAway === 2);
    assert.equal(wire.open, false);
    server.takes = true;
    server.play(someMove(server.table));
    await until(() => wire.open === true && !game.behind);
    await until(() => game.history.at(-1).move !== null && server.lines.size === 1);
    await shown(game);
    same(server, game);
    game.close();
});
test('a client that is refused for the moment watches again; a missing table is reported, and the client stops waiting', async () => {
    const { server, game } = await atTable();
    server.refusals.push('too-many');
    server.cut();
    await until(() => server.refusals.length === 0);
    const known = server.heard.length;
    server.play(someMove(server.table));
    await until(() => server.heard.slice(known).some(({ do: what }) => what === 'watch'));
    await until(() => game.history.length > 1 && !game.behind);
    await shown(game);
    same(server, game);
    server.answers = false;
    void game.submit([someMove(server.table)]).catch(() => undefined);
    server.answers = true;
    server.refusals.push('no-such-table');
    server.cut();
    await until(() => game.online.watchError !== null);
    assert.equal(game.online.watchError.code, 'no-such-table');
    server.cut();
    game.close();
});
test('a player’s own move is undone through the server, moves of others are not', async () => {
    const { server, game } = await atTable();
    assert.equal(game.canUndo, false);
    await play(server, game, myBuying(server));
    assert.equal(game.canUndo, false);
    const [view, { length }] = [game.view(0), game.history];
    assert.equal(await game.submit([buying(server.table)]), 'ok');
    assert.equal(game.canUndo, true);
    assert.equal(await game.undo(), 'ok');
    assert.deepEqual(game.view(0), view);
    assert.equal(game.history.length, length);
    assert.equal(game.canUndo, false);
    same(server, game);
    assert.equal(await game.undo(), 'server');
    same(server, game);
    // The game continues.
    await play(server, game, (table) => table.phase() === 'building');
    same(server, game);
    game.close();
});
test('an undo from elsewhere is shown without events, also to a client that connects later', async () => {
    const { server, game } = await atTable();
    await play(server, game, myBuying(server));
    const heard = [];
    game.subscribe((entry) => heard.push(entry));
    const { length } = game.history;
    const before = server.seq;
    server.play(buying(server.table));
    server.undo();
    server.tell(before);
    await shown(game);
    assert.deepEqual(heard.map(({ index, events }) => [index, events.length > 0]), [[length, true], [length - 1, false]]);
    same(server, game);
    game.close();
    const late = await open();
    same(server, late);
    late.close();
});
test('earlier positions are shown as the seat saw them', async () => {
    const { server, game } = await atTable();
    const views = [];
    game.subscribe(() => views.push(game.view(0)));
    const { length } = game.history;
    await play(server, game, (table) => table.phase() === 'building');
    views.forEach((view, at) => assert.deepEqual(game.view(0, length + at), view));
    game.close();
});
test('a confirmed turn is sent completely after the game was closed; then the connection is closed', async () => {
    const { server, game } = await atTable();
    await play(server, game, myBuying(server));
    const submitted = game.submit([buying(server.table), moveOf('done')]);
    game.close();
    assert.equal(await submitted, 'ok');
    assert.deepEqual(server.entries.filter(({ seat }) => seat === 1).slice(-2).map(({ move }) => move.split(' ')[0]), ['buy', 'done']);
    await until(() => wire.open === null);
});
test('lists of orders: limits, amounts, cities, passes; changed, moved and cancelled', () => {
    const { withBid, withFuel, withCities, withPass, withTotal, without, moved, standing, totalOf } = page;
    let list = withBid(withBid([], 13, 20), 15, 18, 'wait');
    assert.deepEqual(list, [{ kind: 'bid', plant: 13, most: 20 }, { kind: 'bid', plant: 15, most: 18, otherwise: 'wait' }]);
    assert.deepEqual(withBid(list, 13, 21)[0], { kind: 'bid', plant: 13, most: 21 });
    assert.deepEqual(withBid(list, 13, 0), list.slice(1));
    assert.equal(withBid([{ ...list[0], id: 7 }], 13, 22)[0].id, 7, 'it is the same order');

    // Amounts and cities raise the limit by what they cost; all orders of a kind have the same one.
    list = withPass(withFuel(withFuel([], 'coal', 1, 1), 'oil', 2, 7), 'resources', 3);
    assert.deepEqual(list.map(({ kind, fuel, count, total, otherwise }) => [kind, fuel, count, total, otherwise]), [
        ['buy', 'coal', 1, 8, 'wait'], ['buy', 'oil', 2, 8, 'wait'], ['pass', undefined, undefined, undefined, undefined],
    ]);
    assert.equal(totalOf(withFuel(list, 'coal', 3, 2), 'buy'), 10);
    assert.equal(totalOf(withTotal(list, 'buy', 5), 'buy'), 5);
    list = withPass(withCities(list, ['essen', 'koeln'], 30), 'building', 3);
    list = withCities(list, ['essen', 'trier'], 12);
    assert.deepEqual(list.filter(({ kind }) => kind === 'connect').map(({ city, total }) => [city, total]), [['essen', 42], ['koeln', 42], ['trier', 42]]);

    const cities = (orders) => orders.filter(({ kind }) => kind === 'connect').map(({ city }) => city);
    const koeln = list.find(({ city }) => city === 'koeln');
    assert.deepEqual(cities(moved(list, koeln, -1)), ['koeln', 'essen', 'trier']);
    assert.deepEqual(cities(moved(list, koeln, 1)), ['essen', 'trier', 'koeln']);
    assert.deepEqual(moved(list, list[0], -1), list, 'the first one stays the first');
    assert.deepEqual(cities(without(list, koeln, 20)), ['essen', 'trier']);
    assert.equal(totalOf(without(list, koeln, 20), 'connect'), 22, 'the money for a cancelled city may be spent on others');
    assert.equal(totalOf(without(list, koeln, 99), 'connect'), 0);
    // Nothing is left that should end the turn.
    const fuel = withPass(withFuel([], 'coal', 1, 1), 'resources', 3);
    assert.deepEqual(without(fuel, fuel[0], 1), []);
    assert.deepEqual(standing(list, 4).filter(({ kind }) => kind === 'pass'), [], 'passes of a round that is over');
    assert.equal(standing(list, 3).length, list.length);
});
test('one token more raises the limit by what it costs, and does not change it where so many cannot be bought now', async () => {
    const { server, game } = await atTable();
    await play(server, game, myBuying(server));
    const [table, viewer] = [seen(game, 0), 0];
    const fuel = 'uranium';
    const most = Array.from({ length: 24 }, (_, count) => count).findLast((count) => table.price(viewer, fuel, count) !== null);
    assert.ok(most >= 2);
    const extra = (from, to) => page.extraCost({ table, viewer }, fuel, from, to);
    assert.deepEqual([extra(0, 1), extra(1, 2)], [table.price(viewer, fuel, 1), table.price(viewer, fuel, 2) - table.price(viewer, fuel, 1)]);
    assert.deepEqual([extra(most, most + 1), extra(most + 1, most), extra(0, most + 1)], [0, 0, 0]);
    game.close();
});
test('orders are sent one change after another; the list of the server counts, and what became of orders is told', async () => {
    const { server, game } = await atTable();
    const { orders } = game.online;
    const plain = (list) => list.map(({ id, ...order }) => order);
    const sent = () => server.heard.filter(({ do: what }) => what === 'orders').map(({ orders: list }) => list.map(({ plant }) => plant));
    const [first, second, third] = [3, 4, 5].map((plant) => ({ kind: 'bid', plant, most: 9 }));
    const sending = orders.set([first]);
    void orders.set([first, second]);
    void orders.set([first, third]);
    assert.deepEqual(orders.list, [first, third], 'shown at once');
    await sending;
    assert.deepEqual(sent(), [[3], [3, 5]]);
    assert.deepEqual(plain(server.orders), [first, third]);
    assert.deepEqual(orders.list, server.orders, 'with the ids of the server');

    // The server carries one out while a change is on its way: that one does not come back, and the change counts.
    const [mine, other] = orders.list;
    server.answers = false;
    const late = orders.set([mine, second]);
    await until(() => sent().length === 3);
    server.tellOrders([other], [{ order: mine, outcome: 'done', cost: null, code: null, text: null }]);
    assert.deepEqual(plain(orders.list), [second]);
    server.answers = true;
    server.hear([...server.lines][0], server.heard.findLast(({ do: what }) => what === 'orders'));
    await late;
    assert.deepEqual(plain(server.orders), [second]);
    assert.deepEqual(orders.list, server.orders);
    assert.equal(sent().length, 4, 'more than the one request, and its repetition by the test, was sent');

    const dropped = { order: third, outcome: 'dropped', cost: 10, code: 'over-limit', text: 'It costs 10.' };
    server.tellOrders([], [dropped], 'It costs 10.');
    assert.deepEqual([orders.list, orders.results], [[], [dropped]]);
    await orders.dismiss();
    assert.deepEqual([orders.results, server.results], [[], []]);
    // A player who comes back is told, too; a server of an earlier version tells only that something was dropped.
    server.results = [dropped];
    server.cut();
    await until(() => orders.results.length === 1);
    server.tellOrders([], undefined, 'It costs 10.');
    assert.deepEqual([orders.results, orders.dropped], [[], true]);
    game.close();
});
test('a change of orders that is made while the connection is gone counts, but for those that were carried out meanwhile', async () => {
    const { server, game } = await atTable();
    const { orders } = game.online;
    const [first, second, third] = [3, 4, 5].map((plant) => ({ kind: 'bid', plant, most: 9 }));
    const plain = (list) => list.map(({ id, ...order }) => order);
    const stand = (expected, words) => {
        assert.deepEqual(plain(server.orders), expected, words);
        assert.deepEqual(orders.list, server.orders, words);
    };
    await orders.set([first, second]);
    const cutWhile = async (act) => {
        server.takes = false;
        server.cut();
        const changed = act();
        server.takes = true;
        await changed;
    };
    await cutWhile(() => orders.set(orders.list.slice(1)));
    stand([second], 'a cancelled order is back');
    // The server has the change, but its answer is lost; the next change is made before the connection is back.
    server.answers = false;
    const lost = orders.set([...orders.list, third]);
    await until(() => server.heard.at(-1).do === 'orders');
    server.answers = true;
    server.hear({ say: () => {} }, server.heard.at(-1));
    await until(() => server.orders.length === 2);
    await cutWhile(() => {
        void orders.set(orders.list.slice(1));
        return lost;
    });
    stand([third], 'the last change is lost');
    assert.equal(server.orders[0].id, 3, 'an order that was sent twice became another one');
    // The server carries an order out before it hears of the change.
    await cutWhile(() => {
        const changed = orders.set([...orders.list, first]);
        [server.orders, server.results] = [[], [{ order: third, outcome: 'done', cost: null, code: null, text: null }]];
        return changed;
    });
    stand([first], 'an order that was carried out is sent again');
    game.close();
});
test('a limit is with the server before its promise is kept, also behind another change', async () => {
    const { server, game } = await atTable();
    const { orders } = game.online;
    void orders.set([{ kind: 'pass', phase: 'building', round: 1 }]);
    assert.equal(await game.online.bidUpTo({ plant: 5, most: 9 }), 'ok');
    assert.deepEqual(server.orders.map(({ kind }) => kind), ['pass', 'bid']);
    game.close();
});
test('a drafted zone is followed from the draft into the game', async () => {
    const server = new FakeServer({ ...GERMANY, zone: [] });
    const game = await open();
    await play(server, game, (table) => table.phase() === 'resources');
    same(server, game);
    assert.equal(seen(game, 0, 1).phase(), 'zone');
    game.close();
});
test('a person at a table sees their moves at once, and once', async () => {
    const { server, game } = await atTable();
    await play(server, game, myBuying(server));
    const session = new Session(game, compiled);
    const money = () => session.view.seats[0].money;
    const [before, move] = [money(), buying(server.table)];
    // Without settings of the tests it would be asked about turns that give something away.
    assert.equal(game.asks, true);
    await session.act(move);
    const after = money();
    assert.ok(after < before);
    assert.deepEqual(session.tentative, [move]);
    assert.equal(server.heard.filter(({ move, moves = [move] }) => moves.some((words) => words?.startsWith('buy'))).length, 0);
    const done = session.act(moveOf('done'));
    // A move in flight is shown as if it had arrived.
    assert.deepEqual([money(), session.legal], [after, []]);
    await done;
    assert.deepEqual([money(), session.tentative, session.refused], [after, [], null]);
    same(server, game);
    session.close();
});
test('the analysis of a game is awaited, even if the server restarts meanwhile; a refusal ends the wait', async () => {
    const asked = [];
    const [far, near] = [[0, 0, 2], [3, 9, 0]].map(([done, of, ahead]) => ({ ok: true, state: of > 0 ? 'running' : 'waiting', done, of, ahead, outdated: false, analysis: null }));
    const refused = (code) => ({ ok: false, error: { code, text: '' } });
    const made = { ok: true, state: 'done', done: 0, of: 0, ahead: 0, outdated: true, analysis: { version: 1 } };
    const answer = (...answers) => {
        surroundings.site.answer = (method, path, body) => {
            asked.push([method, path, body]);
            return answers.length > 1 ? answers.shift() : answers[0];
        };
    };
    const told = [];
    const wanted = { pause: 1, onProgress: ({ state, done, of, ahead }) => told.push([state, done, of, ahead]) };
    answer(far, near, refused('busy'), {}, far, made);
    assert.deepEqual(await page.analysis(CODE, { ...wanted, again: true }), { analysis: { version: 1 }, outdated: true });
    assert.deepEqual(asked[0], ['POST', `/api/v1/tables/${CODE}/analyse`, { again: true }]);
    assert.equal(asked.length, 6);
    assert.deepEqual(told, [['waiting', 0, 0, 2], ['running', 3, 9, 0], ['waiting', 0, 0, 2]]);
    for (const answers of [[refused('busy')], [far, refused('still-running')]]) {
        answer(...answers);
        await assert.rejects(page.analysis(CODE, wanted), ({ code }) => code === answers.at(-1).error.code);
    }
    answer(far);
    const leaving = new AbortController();
    const waiting = page.analysis(CODE, { pause: 60000, signal: leaving.signal, onProgress: () => leaving.abort(new Error('left')) });
    await assert.rejects(waiting, /left/);
});
