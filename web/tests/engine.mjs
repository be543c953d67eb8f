// The page's end of the engine: what it decodes agrees with the data the page draws.
//
//     engine.mjs elektro.wasm
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from './cases.mjs';
import { sources } from './sources.mjs';

const compiled = new WebAssembly.Module(readFileSync(process.argv[2]));

const { Table, EngineModule, Brains, lessonFor, LESSONS, boards, boardById, checkMoveWords, moveOf, moveType, placeCost, placePrices, plantOf } =
    await sources('engine/table', 'engine/facts', 'engine/moves', 'engine/module', 'bots/brains', 'game/lessons');

function configOf(board, edition, players = 4) {
    const config = { board: board.id, edition, players, options: [], zone: [] };
    return { ...config, zone: new Table(compiled, config).randomZone(players, 5n) };
}

/** Plays until somebody owns a few cities: buys the first plant, builds where it can. */
function withCities(table) {
    const first = (moves, kind) => moves.find((move) => moveType(move) === kind);
    for (let moves = table.moves(); moves.length > 0; moves = table.moves()) {
        if (table.view().seats.some((seat) => seat.houses.length > 2)) return;
        const move = ['connect', 'nominate', 'done', 'power', 'pass', 'scrap', 'return'].map((kind) => first(moves, kind)).find(Boolean);
        table.apply(move ?? moves[0]);
    }
}

/** The moves of three bots; what a strong one would do in the place of the first is asked on the way. */
function movesOfBots(count, advised) {
    const config = configOf(boardById('germany-recharged'), 'recharged', 3);
    const [table, brains, seen, moves] = [new Table(compiled, config), new Brains(compiled), [], []];
    brains.sit(config, [0, 1, 2].map((seat) => ({ seat, level: 'easy', seed: BigInt(seat) })));
    const happen = ({ events }) => (seen.push(events), brains.see(events));
    happen(table.start({ seed: 3n }));
    while (moves.length < count) {
        const seat = table.toMove();
        const view = table.viewBytes(seat);
        if (seat === 0) advised?.(() => brains.advise(0, view, seen), table);
        moves.push(brains.move(seat, view));
        happen(table.apply(moves.at(-1)));
    }
    return moves;
}

function* tables() {
    for (const board of boards) {
        for (const edition of board.editions) {
            const table = new Table(compiled, configOf(board, edition));
            table.start({ seed: 7n });
            yield [`${board.id} ${edition}`, table];
        }
    }
}

test('the moves have the engine’s words', () => {
    checkMoveWords(new EngineModule(compiled).words('move'));
    assert.equal(moveType(moveOf('connect', 5)), 'connect');
});
test('every board of the page is the engine’s: routes run along its connections and cost what they say', () => {
    for (const [name, table] of tables()) {
        withCities(table);
        const cost = new Map(table.board.links.flatMap(({ from, to, cost: price }) => [[`${from}-${to}`, price], [`${to}-${from}`, price]]));
        let found = 0;
        for (const { owner } of table.view().seats) {
            for (const route of table.connections(owner).filter(({ reason }) => reason === 'ok')) {
                const legs = route.path.slice(1).map((to, at) => cost.get(`${route.path[at]}-${to}`));
                assert.ok(legs.every((leg) => leg !== undefined), `${name}: ${route.path}`);
                assert.equal(legs.reduce((sum, leg) => sum + leg, 0), route.pathCost, name);
                assert.equal(route.total, route.pathCost + placeCost[route.place], name);
                found += legs.length;
            }
        }
        assert.ok(found > 20, name);
    }
});
test('regions in play are those the cities lie in', () => {
    for (const [name, table] of tables()) {
        const { regions } = table.view();
        for (const city of table.board.cities) {
            const { reason } = table.connection(0, city.index);
            assert.equal(reason === 'out-of-zone', !regions[city.region], `${name}: ${city.name}`);
        }
    }
});
test('the ladder’s prices are the engine’s', () => {
    const [[, table]] = tables();
    for (const fuel of ['coal', 'oil', 'garbage', 'uranium']) {
        const prices = placePrices(fuel);
        const { tokens } = table.view().fuels[fuel];
        assert.equal(table.price(0, fuel, 1), prices[prices.length - tokens]);
        assert.equal(table.price(0, fuel, tokens), prices.slice(-tokens).reduce((sum, price) => sum + price, 0));
    }
});
test('a state goes out and comes back, as bytes and as a view', () => {
    for (const [name, table] of tables()) {
        withCities(table);
        const before = table.view();
        const saved = table.save();
        table.apply(table.moves()[0]);
        assert.equal(table.load(saved), 'ok', name);
        assert.deepEqual(table.view(), before, name);
        table.setBytes(table.viewBytes(1));
        const hidden = table.view().seats.filter((seat) => seat.money === null).map((seat) => seat.owner);
        assert.deepEqual(hidden, [0, 2, 3], name);
    }
});
test('a drafted zone goes on under its own rules, and back again', () => {
    const table = new Table(compiled, { board: 'germany-recharged', edition: 'recharged', players: 3, options: [], zone: [] });
    table.start({ seed: 3n });
    const draft = table.bytes();
    while (table.phase() === 'zone') assert.equal(table.apply(table.moves()[0]).reason, 'ok');
    assert.equal(table.phase(), 'auction');
    assert.ok(table.moves().length > 0);
    table.setBytes(draft);
    assert.equal(table.phase(), 'zone');
    assert.ok(table.moves().every((move) => moveType(move) === 'region'));
});
test('every plant the market shows is known', () => {
    for (const [, table] of tables()) {
        const { current, future } = table.view();
        for (const plant of [...current, ...future]) assert.equal(plantOf(plant).number, plant);
    }
    assert.equal(boardById('usa').name, 'USA');
});
test('advice is legal, the same for the same question, and disturbs nobody', () => {
    let asked = 0;
    const moves = movesOfBots(40, (advise, table) => {
        const before = table.bytes();
        const move = advise();
        assert.equal(advise(), move);
        assert.equal(table.why(0, move), 'ok');
        assert.ok(table.foresee(move).length > 0);
        assert.deepEqual(table.bytes(), before);
        asked++;
    });
    assert.ok(asked > 5);
    assert.deepEqual(movesOfBots(40), moves);
});
test('a lesson comes with its decision, and before it with what changes the game', () => {
    const view = (step, cities) => ({ step, seats: [{ houses: [] }, { houses: Array(cities) }] });
    assert.equal(lessonFor('buy', view(1, 3), 17, LESSONS), 'goal');
    const later = LESSONS.filter((lesson) => lesson !== 'goal');
    assert.equal(lessonFor('buy', view(1, 3), 17, later), 'buy');
    assert.equal(lessonFor('buy', view(1, 3), 17, ['build', 'end']), null);
    assert.equal(lessonFor('wait', view(1, 3), 17, later), null);
    assert.equal(lessonFor('buy', view(2, 7), 17, later), 'step2');
    assert.equal(lessonFor('buy', view(2, 14), 17, later), 'end');
    assert.equal(lessonFor('buy', view(2, 14), 17, ['buy']), 'buy');
});
