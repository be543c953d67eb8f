// Questions before a turn that gives something away. Runs in Node; bots/waste.h decides what is a waste.
//
//     questions.mjs [WASM]      the folder with the WebAssembly modules
import assert from 'node:assert/strict';
import { test } from './cases.mjs';
import { CLASSIC, compiled, GERMANY, page, people, play, turn } from './gametable.mjs';

const { ExploredGame, LocalGame, moveA, moveB, moveOf, moveType, openGame, Session, settings } = page;
const open = (id) => openGame(id, new AbortController().signal);
const DONE = moveOf('done');

settings.ask = true;

/** A person at a game of this seed, at a decision of this kind. */
async function at(wanted, { seed = 'ask', config = GERMANY, persons = 1, ...beginning } = {}) {
    const { id } = await LocalGame.begin(config, people(persons, config.players), { seed, ...beginning });
    const game = await open(id);
    await play(game, 200, (table) => table.moves().some((move) => moveType(move) === wanted));
    await turn(game);
    return { game, session: new Session(game, compiled) };
}
const typesOf = (game, from) => game.history.slice(from).filter(({ seat }) => seat === 0).map(({ move }) => moveType(move));

test('buying nothing is asked about once, with the reason; the turn can be made all the same', async () => {
    const { game, session } = await at('buy');
    const { length } = game.history;
    await session.act(DONE);
    const { waste } = session.question;
    assert.equal(waste.reason, 'plant-idle');
    assert.deepEqual(Object.keys(waste.values), ['plant', 'price', 'cities', 'instead', 'income']);
    assert.equal(waste.values.plant, session.me.plants[0]);
    assert.ok(waste.values.income > waste.values.price);
    assert.deepEqual([game.history.length, session.tentative, session.refused], [length, [], null]);
    await session.insist();
    assert.equal(session.question, null);
    assert.equal(typesOf(game, length)[0], 'done');
    session.close();
});
test('the better turn buys the fuel and leaves the rest to the player; then nothing is asked', async () => {
    const { game, session } = await at('buy');
    const { length } = game.history;
    await session.act(DONE);
    const { waste } = session.question;
    await session.takeBetter(waste);
    assert.equal(session.question, null);
    assert.deepEqual(session.tentative, waste.then.filter((move) => moveType(move) === 'buy'));
    assert.ok(session.tentative.length > 0);
    assert.equal(session.spent, waste.values.price);
    assert.equal(game.history.length, length);
    await session.act(DONE);
    assert.deepEqual(typesOf(game, length).slice(0, session.tentative.length + 2).at(-1), 'done');
    session.close();
});
test('another turn answers the question, and there is no second one', async () => {
    const { game, session } = await at('buy');
    const { length } = game.history;
    await session.act(DONE);
    const { waste } = session.question;
    await session.act(waste.then[0]);
    assert.equal(session.question, null);
    await session.undo();
    assert.equal(session.wasteOf(DONE).reason, 'plant-idle');
    await session.act(DONE);
    assert.equal(typesOf(game, length)[0], 'done');
    session.close();
});
test('building nothing: the better turn is a plan of cities', async () => {
    const { game, session } = await at('buy');
    await session.takeBetter(session.wasteOf(DONE));
    await session.act(DONE);
    await turn(game);
    assert.equal(session.decision, 'build');
    await session.act(DONE);
    const { waste } = session.question;
    assert.equal(waste.reason, 'no-city');
    assert.equal(waste.values.owned, 0);
    assert.ok(session.board.cities.some(({ id }) => id === waste.values.city));
    await session.takeBetter(waste);
    assert.deepEqual(session.plan, waste.then.filter((move) => moveType(move) === 'connect').map(moveA));
    await session.act(DONE);
    await turn(game);
    assert.equal(session.decision, 'power');
    // Powering nothing is asked about, too; the better way to power is made at once.
    const nothing = session.legal.find((move) => moveA(move) === 0);
    const { length } = game.history;
    await session.act(nothing);
    assert.equal(session.question.waste.reason, 'less-power');
    await session.takeBetter(session.question.waste);
    assert.equal(typesOf(game, length)[0], 'power');
    assert.ok(moveA(game.history[length].move) !== 0);
    session.close();
});
test('a bid and a limit that leave no money for fuel are asked about before they are sent', async () => {
    const { game, session } = await at('nominate', { persons: 3 });
    session.raiseCurtain();
    const [plant] = session.view.current;
    const { length } = game.history;
    await session.nominate(plant, session.table.minimumBid(plant), 50);
    assert.equal(session.question.waste.reason, 'fuel-unpaid');
    assert.deepEqual([game.history.length, session.limit], [length, null]);
    await session.insist();
    assert.deepEqual([game.history.length, session.limit], [length + 1, { plant, most: 50 }]);
    // The limit bids without further questions; another player is asked for themselves.
    const bid = moveOf('bid', 0, 49);
    session.raiseCurtain();
    await session.act(bid);
    assert.equal(session.question.waste.reason, 'fuel-unpaid');
    const better = session.question.waste.then[0];
    assert.equal(moveType(better), 'bid');
    assert.ok(moveB(better) < 49);
    await session.takeBetter(session.question.waste);
    assert.equal(game.history[length + 1].move, better);
    session.close();
});
test('a high opening bid is asked about; the better turn opens lower', async () => {
    const { game, session } = await at('nominate', { persons: 3 });
    session.raiseCurtain();
    const [plant] = session.view.current;
    const { length } = game.history;
    const lowest = session.table.minimumBid(plant);
    await session.nominate(plant, 50, lowest);
    assert.equal(session.question.waste.reason, 'fuel-unpaid');
    await session.takeBetter(session.question.waste);
    assert.equal(game.history[length].move, moveOf('nominate', plant, lowest));
    session.close();
});
test('whoever switched the questions off is not asked', async () => {
    settings.ask = false;
    const { game, session } = await at('buy');
    const { length } = game.history;
    assert.equal(session.wasteOf(DONE), null);
    await session.act(DONE);
    assert.deepEqual([session.question, typesOf(game, length)[0]], [null, 'done']);
    session.close();
    settings.ask = true;
});
test('the books of a printed game and variations of a replay do not ask', async () => {
    const setup = { market: [3, 4, 5, 6, 7, 8, 9, 10], order: [0, 1, 2] };
    const books = await at('nominate', { seed: '', config: CLASSIC, persons: 3, kind: 'companion', chance: 'told', setup });
    assert.equal(books.session.wasteOf(moveOf('nominate', 4, 50)), null);
    assert.equal(books.game.asks, false);
    books.session.close();
    const { game, session } = await at('buy');
    const explored = await ExploredGame.open(game);
    assert.equal(explored.asks, undefined);
    session.close();
});
test('a lost end of the game is asked about also after another question about the same decision', async () => {
    const { session } = await at('buy');
    await session.act(DONE);
    assert.equal(session.question.waste.reason, 'plant-idle');
    const { waste } = session.question;
    session.table.waste = () => ({ ...waste, reason: 'end-lost' });
    session.question = null;
    await session.act(DONE);
    assert.equal(session.question.waste.reason, 'end-lost');
    session.close();
});
test('a plan that the server could not store stands again; one that is refused does not', async () => {
    const { game, session } = await at('buy');
    await session.takeBetter(session.wasteOf(DONE));
    const planned = session.tentative;
    assert.ok(planned.length > 0);
    for (const [outcome, left] of [['server', planned], ['stale', []]]) {
        game.submit = async () => outcome;
        await session.act(DONE);
        assert.deepEqual([session.tentative, session.refused], [left, outcome]);
    }
    session.close();
});
test('nothing is asked about a move that a strong bot advises', async () => {
    const { game, session } = await at('buy');
    const { length } = game.history;
    await session.follow(DONE);
    assert.deepEqual([session.question, typesOf(game, length)[0]], [null, 'done']);
    session.close();
});
