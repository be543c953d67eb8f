// A player's session with a game source: the draft of a turn, the view, the stored state. Runs in Node.
//
//     sessions.mjs [WASM]      the folder with the WebAssembly modules
import assert from 'node:assert/strict';
import { test } from './cases.mjs';
import { CLASSIC, compiled, GERMANY, page, people, play, seen, turn } from './gametable.mjs';

const { Advice, loadDraft, LocalGame, moveA, moveOf, moveType, openGame, Session } = page;
const open = (id) => openGame(id, new AbortController().signal);

/** A person at a game of this seed. */
async function atTable(seed, { config = GERMANY, persons = 1, ...beginning } = {}) {
    const { id } = await LocalGame.begin(config, people(persons, config.players), { seed, ...beginning });
    const game = await open(id);
    await turn(game);
    return { game, session: new Session(game, compiled) };
}

/** Plays until this is the person's pending decision. */
async function until(game, wanted) {
    await play(game, 200, (table) => table.moves().some((move) => moveType(move) === wanted));
    await turn(game);
}
const legal = (session, kind) => session.legal.filter((move) => moveType(move) === kind);
const money = (session) => session.view.seats[session.viewer].money;

test('a purchase is tentative: shown at once, sent at the end of the turn', async () => {
    const { game, session } = await atTable('buy');
    await until(game, 'buy');
    const [before, { length }] = [money(session), game.history];
    await session.act(legal(session, 'buy')[0]);
    assert.ok(money(session) < before);
    assert.equal(session.spent, before - money(session));
    assert.equal(game.history.length, length);
    const left = money(session);
    await session.act(moveOf('done'));
    assert.deepEqual(game.history.slice(length, length + 2).map(({ move }) => moveType(move)), ['buy', 'done']);
    assert.equal(session.view.seats[0].money, left);
    assert.deepEqual(session.tentative, []);
    session.close();
});
test('undo reverts the moves of this turn one after another, and no earlier one', async () => {
    const { game, session } = await atTable('undo');
    await until(game, 'connect');
    const views = [session.view];
    for (let i = 0; i < 2 && legal(session, 'connect').length > 0; i++) {
        await session.act(legal(session, 'connect')[0]);
        views.push(session.view);
    }
    assert.ok(views.length > 1);
    assert.equal(session.plan.length, views.length - 1);
    while (views.length > 1) {
        assert.equal(session.canUndo, true);
        views.pop();
        await session.undo();
        assert.deepEqual(session.view, views.at(-1));
    }
    assert.equal(session.canUndo, false);
    session.close();
});
test('an illegal move is refused with its reason and changes nothing', async () => {
    const { game, session } = await atTable('no');
    const before = [session.view, game.history.length];
    await session.act(moveOf('done'));
    assert.equal(session.refused, session.why(moveOf('done')));
    assert.notEqual(session.refused, 'ok');
    assert.deepEqual([session.view, game.history.length], before);
    session.close();
});
test('dropping a city from the plan drops only the cities that depend on it', async () => {
    const { game, session } = await atTable('drop');
    await until(game, 'connect');
    while (session.tentative.length < 3 && legal(session, 'connect').length > 0) await session.act(legal(session, 'connect')[0]);
    const plan = [...session.plan];
    assert.ok(plan.length >= 2);
    session.dropFrom(0);
    assert.ok(!session.plan.includes(plan[0]));
    assert.deepEqual(session.plan, plan.slice(1).filter((city) => session.plan.includes(city)));
    while (session.canUndo) await session.undo();
    assert.deepEqual(session.plan, []);
    session.close();
});
test('at one screen, a limit bids only for the player who set it', async () => {
    const { session } = await atTable('limits', { persons: 3, config: { ...GERMANY, options: ['open-money'] } });
    const { viewer, view } = session;
    const plant = view.current[0];
    const least = session.table.minimumBid(plant);
    await session.nominate(plant, least, least + 6);
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.notEqual(session.viewer, viewer);
    assert.deepEqual([session.decision, session.view.auction.bid, session.view.auction.bidder], ['bid', least, viewer]);
    session.close();
});
test('the draft of a turn stays while the player looks at earlier positions', async () => {
    const { game, session } = await atTable('back');
    await until(game, 'buy');
    await session.act(legal(session, 'buy')[0]);
    const [view, tentative] = [session.view, session.tentative];
    session.showReplay(1);
    assert.deepEqual([session.replayIndex, session.legal, session.tentative, session.canUndo], [1, [], [], false]);
    assert.equal(session.view.round, seen(game, 0, 1).view().round);
    session.showReplay(null);
    assert.deepEqual([session.replayIndex, session.tentative], [null, tentative]);
    assert.deepEqual(session.view, view);
    session.close();
});
test('the draft of a turn survives a reload; a draft for another position does not', async () => {
    const { game, session } = await atTable('draft');
    await until(game, 'buy');
    await session.act(legal(session, 'buy')[0]);
    const { view, tentative } = session;
    session.close();
    const second = new Session(await open(game.id), compiled);
    assert.deepEqual(second.tentative, tentative);
    assert.deepEqual(second.view, view);
    const kept = loadDraft(game.id);
    await second.act(moveOf('done'));
    assert.equal(loadDraft(game.id), null);
    sessionStorage.setItem(`elektro.draft.${game.id}`, JSON.stringify(kept));
    await turn(second.source);
    second.close();
    const third = new Session(await open(game.id), compiled);
    assert.deepEqual(third.tentative, []);
    third.close();
});
test('foreign data stored as a draft is ignored', async () => {
    const { game, session } = await atTable('junk');
    session.close();
    for (const junk of ['no JSON', '{}', '{"last":0,"moves":[-1],"wishes":[]}', '{"last":1e99,"moves":[],"wishes":[]}', 'null']) {
        sessionStorage.setItem(`elektro.draft.${game.id}`, junk);
        const again = new Session(await open(game.id), compiled);
        assert.deepEqual([again.tentative, again.plannedCities], [[], []]);
        again.close();
    }
});
test('planned cities are priced one after another and are ready when it is time to build', async () => {
    const { game, session } = await atTable('wish');
    await until(game, 'buy');
    const cities = session.routes.filter(({ reason }) => reason === 'ok').map(({ city }) => city).slice(0, 2);
    for (const city of cities) session.togglePlannedCity(city);
    assert.deepEqual(session.planBill.map(({ city }) => city), cities);
    assert.ok(session.planBill.every(({ price }) => price > 0));
    await session.act(moveOf('done'));
    await turn(game);
    assert.equal(session.view.phase, 'building');
    assert.deepEqual(session.plannedCities, []);
    assert.ok(session.tentative.length > 0);
    assert.ok(session.tentative.every((move) => moveType(move) === 'connect' && cities.includes(moveA(move))));
    session.close();
});
test('an auto-bid continues up to its limit, and ends there', async () => {
    const { game, session } = await atTable('bid');
    await play(game, 200, (table, seat) => {
        const { auction } = table.view();
        return auction !== null && auction.bid > 0 && seat === 0 && table.moves().some((move) => moveType(move) === 'bid');
    });
    await turn(game);
    const { plant } = session.view.auction;
    const most = session.bids.min + 1;
    const before = game.history.length;
    session.setLimit({ plant, most });
    await new Promise((resolve) => {
        const look = () => session.limit === null && resolve();
        session.onEntry(() => queueMicrotask(look));
    });
    const bids = game.history.slice(before).filter(({ seat, move }) => seat === 0 && moveType(move) === 'bid').map(({ move }) => move & 0xffff);
    assert.ok(bids.length >= 1 && bids.every((bid) => bid <= most));
    session.close();
});
test('the screen is hidden while players hand it over', async () => {
    const { game, session } = await atTable('curtain', { persons: 2 });
    const first = session.curtain;
    assert.notEqual(first, null);
    assert.deepEqual([session.legal, session.view.seats.map(({ money: has }) => has)], [[], [null, null, null]]);
    session.raiseCurtain();
    assert.equal(session.curtain, null);
    assert.ok(session.legal.length > 0);
    assert.deepEqual(session.view.seats.map(({ money: has }) => has !== null), [0, 1, 2].map((seat) => seat === first));
    await play(game, 60, (_table, seat) => seat !== first);
    await turn(game);
    assert.notEqual(session.viewer, first);
    assert.equal(session.curtain, session.viewer);
    assert.deepEqual(session.view.seats.map(({ money: has }) => has), [null, null, null]);
    session.close();
});
test('a plan that turns up a card waits for it: there is no other decision, and it can be confirmed or undone', async () => {
    // No player buys the small plants; a plant is replaced at once when a player owns as many cities as its number.
    const { game, session } = await atTable('card', {
        config: { ...CLASSIC, options: ['open-money'] }, persons: 3,
    });
    const wanted = () => ['nominate', 'pass', 'connect', 'done', 'power', 'scrap', 'return'].map((kind) => legal(session, kind)).find(({ length }) => length > 0);
    for (let moves = 0; moves < 200 && !session.cardAwaited; moves++) {
        const able = wanted();
        const price = (move) => session.routes[moveA(move)].total;
        if (moveType(able[0]) === 'connect') able.sort((one, other) => price(one) - price(other));
        if (moveType(able[0]) === 'nominate') able.sort((one, other) => moveA(other) - moveA(one) || one - other);
        await session.act(able[0]);
    }
    assert.equal(session.cardAwaited, true);
    assert.deepEqual([session.legal, session.myTurn, session.canUndo], [[], false, true]);
    const { length } = session.tentative;
    const last = session.tentative.at(-1);
    await session.undo();
    assert.equal(session.cardAwaited, false);
    assert.equal(session.myTurn, true);
    await session.act(last);
    assert.equal(session.tentative.length, length);
    const before = game.history.length;
    await session.commitPlan();
    assert.equal(game.history.length, before + length);
    assert.deepEqual([session.tentative, session.cardAwaited, session.myTurn], [[], false, true]);
    session.close();
});
test('the rest of an advised turn stays advised while it is followed, and is gone with any other move', async () => {
    const { game, session } = await atTable('follow');
    await until(game, 'buy');
    const advice = new Advice(session);
    const [first, second] = legal(session, 'buy');
    let asked = 0;
    game.advise = async () => (asked++, { best: { moves: [first, moveOf('done')], limit: null, chance: 0.4 }, second: { moves: [second], limit: null, chance: 0.3 }, reasons: [] });
    await advice.ask();
    assert.equal(advice.move, first);
    assert.equal(advice.answer.second.chance, 0.3);
    await advice.follow();
    assert.deepEqual(session.tentative, [first]);
    assert.deepEqual([advice.move, advice.answer.best.chance, advice.answer.second, asked], [moveOf('done'), 0.4, null, 1]);
    await session.undo();
    assert.equal(advice.answer, null);
    await advice.follow();
    assert.deepEqual(session.tentative, []);
    await advice.ask();
    await advice.follow();
    const { length } = game.history;
    await advice.follow();
    assert.deepEqual(game.history.slice(length, length + 2).map(({ move }) => move), [first, moveOf('done')]);
    assert.equal(advice.answer, null);
    session.close();
});
test('advice is given also when it was requested while a move was being stored', async () => {
    const { game, session } = await atTable('slow', { persons: 3, config: { ...GERMANY, options: ['open-money'] } });
    const advice = new Advice(session);
    // The game is stored only after the next person's decision is shown.
    let keep;
    const asked = new Promise((resolve) => (keep = resolve));
    const submit = game.submit.bind(game);
    game.submit = async (moves) => {
        const reason = await submit(moves);
        await asked;
        return reason;
    };
    const acted = session.act(legal(session, 'nominate')[0]);
    assert.equal(session.myTurn, true);
    const answered = advice.ask();
    keep();
    await Promise.all([acted, answered]);
    assert.notEqual(advice.move, null);
    assert.equal(session.why(advice.move), 'ok');
    // Any change of the game makes the advice obsolete.
    await session.act(moveOf('pass'));
    assert.equal(advice.move, null);
    session.close();
});
test('the books: a plant is sold in one step, and a card is entered with the possible backs of the next one', async () => {
    const setup = { order: [1, 0, 2], market: [3, 4, 5, 6, 7, 8, 9, 10] };
    const { game, session } = await atTable('', { config: CLASSIC, persons: 3, kind: 'companion', chance: 'told', setup });
    assert.equal(session.curtain, null);
    assert.ok(session.view.seats.every(({ money: has }) => has === 50));
    await session.act(moveOf('nominate', 4, 4));
    await session.enterSale(2, 9);
    assert.equal(session.refused, null);
    assert.equal(game.history.at(-1).events.find(({ type }) => type === 'plant-bought').seat, 2);
    assert.equal(session.view.seats[2].money, 41);
    assert.equal(session.cardAwaited, true);
    const [card] = session.awaited;
    assert.deepEqual(session.backsAfter(card), []);
    await session.enterCard(card);
    assert.equal(session.cardAwaited, false);
    for (let steps = game.history.length - 1; steps > 0; steps--) await session.undo();
    assert.equal(session.view.seats[2].money, 50);
    assert.equal(session.canUndo, false);
    session.close();
});
