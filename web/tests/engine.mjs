// The page's binding to the engine: the decoded values agree with the data the page draws.
//
//     engine.mjs elektro.wasm
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from './cases.mjs';
import { sources } from './sources.mjs';

const compiled = new WebAssembly.Module(readFileSync(process.argv[2]));

const { Table, EngineModule, Journal, Brains, boards, boardById, moveOf, moveType, placeCost, placePrices, plantOf, LANGUAGES, setLanguage, whyFields, whyText } =
    await sources('engine/types', 'text/text.svelte', 'text/why', 'engine/table', 'engine/journal', 'engine/facts', 'engine/moves', 'engine/module', 'bots/brains');

function configOf(board, edition, players = 4) {
    const config = { board: board.id, edition, players, options: [], zone: [] };
    return { ...config, zone: new Table(compiled, config).randomZone(players, 5n) };
}

/** A table at the start of a game. */
function started(config, seed) {
    const table = new Table(compiled, config);
    table.setBytes(new Journal(compiled, config, { seed }).bytes());
    return table;
}

/** Plays until a player owns a few cities: buys the first plant, builds where it can. */
function withCities(table) {
    const first = (moves, kind) => moves.find((move) => moveType(move) === kind);
    for (let moves = table.moves(); moves.length > 0; moves = table.moves()) {
        if (table.view().seats.some((seat) => seat.houses.length > 2)) return;
        const move = ['connect', 'nominate', 'done', 'power', 'pass', 'scrap', 'return'].map((kind) => first(moves, kind)).find(Boolean);
        table.apply(move ?? moves[0]);
    }
}

/** The moves of three bots. On each turn of the first one, a strong bot is asked for advice, with a judge or without. */
function movesOfBots(count, advised, weights) {
    const config = configOf(boardById('germany-recharged'), 'recharged', 3);
    const [table, journal, brains, seen, moves] = [new Table(compiled, config), new Journal(compiled, config, { seed: 3n }), new Brains(compiled), [], []];
    brains.sit(config, [0, 1, 2].map((seat) => ({ seat, level: 'easy', seed: BigInt(seat) })));
    if (weights) brains.setWeights(weights);
    const happen = ({ events }) => (seen.push(events), brains.see(events));
    happen(journal.history[0]);
    while (moves.length < count) {
        const seat = journal.toMove();
        const view = journal.viewBytes(seat);
        table.setBytes(view);
        if (seat === 0) advised?.(() => brains.advise(0, view, seen), table);
        moves.push(brains.move(seat, view));
        assert.equal(journal.play(moves.at(-1)), 'ok');
        happen(journal.history.at(-1));
    }
    return moves;
}

/** The playouts that an expert is given from move to move by a clock on which a move takes timeOf(playouts, move). */
function playoutsOfExpert(timeOf, count) {
    const config = configOf(boardById('germany-recharged'), 'recharged', 3);
    const [journal, brains, nodes] = [new Journal(compiled, config, { seed: 3n }), new Brains(compiled), []];
    const { set, call } = EngineModule.prototype;
    const { now } = performance;
    let time = 0;
    try {
        performance.now = () => time;
        EngineModule.prototype.set = function (...args) {
            if (args[1] === 'nodes') nodes.push(args[3]);
            return set.apply(this, args);
        };
        EngineModule.prototype.call = function (name, ...args) {
            if (name !== 'bot_move') return call.call(this, name, ...args);
            time += timeOf(nodes.at(-1), nodes.length);
            return 0;
        };
        brains.sit(config, [{ seat: 0, level: 'expert', seed: 1n }]);
        while (nodes.length < count) brains.move(0, journal.viewBytes(0));
    } finally {
        performance.now = now;
        Object.assign(EngineModule.prototype, { set, call });
    }
    return nodes;
}

function* tables() {
    for (const board of boards) {
        for (const edition of board.editions) {
            yield [`${board.id} ${edition}`, started(configOf(board, edition), 7n)];
        }
    }
}

/** Plays a game to its end with moves chosen by a seeded generator: first the kind of the move, then the
 *  cheapest or any move of that kind. Calls look(applied, before) after the start and after every move. */
function playThrough(config, seed, look) {
    const journal = new Journal(compiled, config, { seed: BigInt(seed) });
    const table = new Table(compiled, config);
    table.setBytes(journal.bytes());
    let random = seed;
    const below = (n) => (random = (Math.imul(random, 1103515245) + 12345) >>> 0, (random >>> 8) % n);
    look(journal, journal.history[0], null);
    for (let moves = table.moves(); moves.length > 0; moves = table.moves()) {
        const kinds = [...new Set(moves.map(moveType))];
        const kind = kinds[below(kinds.length)];
        const some = moves.filter((move) => moveType(move) === kind);
        const before = table.view();
        look(table, table.apply(below(3) === 0 ? some[below(some.length)] : some[0]), before);
    }
}

/** Tables that cover all rules: both editions, the Trust, options, drafted zones. */
function* games() {
    for (const board of ['germany', 'germany-recharged'].map(boardById)) {
        for (const edition of board.editions) {
            const option = edition === 'recharged' ? 'starting-cities' : 'first-game';
            yield [configOf(board, edition, 2), 31];
            yield [{ ...configOf(board, edition, 5), options: [option] }, 32];
            yield [{ ...configOf(board, edition, 3), zone: [] }, 33];
        }
    }
}

test('the page and the engine have the same words', () => {
    new EngineModule(compiled).checkWords();
    assert.equal(moveType(moveOf('connect', 5)), 'connect');
});
test('every event is decoded with its fields, and encodes to the same bytes', () => {
    const seen = new Set();
    const bytesOf = ({ module, addresses: { events } }) => {
        const count = module.get('ek_events', 'count', events);
        return module.bytes.slice(events, module.at('ek_events', 'list', events, count));
    };
    for (const [config, seed] of games()) {
        playThrough(config, seed, (table, { events }) => {
            const { module } = table;
            const written = bytesOf(table);
            table.writeEvents(events);
            assert.deepEqual(bytesOf(table), written);
            for (const event of events) {
                const names = module.eventFields(event.type).map(({ name }) => name);
                assert.deepEqual(Object.keys(event).sort(), [...new Set(['type', 'seat', ...names])].sort());
                seen.add(event.type);
            }
        });
    }
    const unseen = new EngineModule(compiled).words('event').filter((type) => !seen.has(type));
    assert.deepEqual(unseen, []);
});
test('events match the change of state', () => {
    let told = 0;
    for (const [config, seed] of games()) {
        playThrough(config, seed, (table, { events }, before) => {
            const after = table.view();
            for (const event of before === null ? [] : events) {
                const was = before.seats[event.seat];
                const is = after.seats[event.seat];
                if (event.type === 'fuel-bought') {
                    assert.equal(is.fuel[event.fuel], was.fuel[event.fuel] + event.count);
                    assert.equal(is.money, was.money - event.price);
                } else if (event.type === 'connected') {
                    assert.deepEqual(is.houses.at(-1), { owner: event.seat, city: event.city, place: event.place });
                    assert.equal(is.money, was.money - event.price);
                } else if (event.type === 'phase-begins' && event === events.findLast(({ type }) => type === 'phase-begins')) {
                    assert.equal(after.phase, event.phase);
                } else continue;
                told++;
            }
        });
    }
    assert.ok(told > 100);
});
test('the legal moves belong to the pending decision', () => {
    const DECIDED = { nominate: ['nominate', 'pass'], bid: ['bid', 'pass'], buy: ['buy', 'done'], build: ['connect', 'done'] };
    const seen = new Set();
    for (const [config, seed] of games()) {
        playThrough(config, seed, (table) => {
            const { decision, phase, toMove } = table.view();
            const kinds = new Set(table.moves().map(moveType));
            assert.equal(decision === 'ended', phase === 'ended');
            assert.equal(decision === 'ended', toMove === null);
            for (const kind of kinds) assert.ok((DECIDED[decision] ?? [decision]).includes(kind), `${decision}: ${kind}`);
            seen.add(decision);
        });
    }
    const unseen = new EngineModule(compiled).words('decision').filter((decision) => !seen.has(decision));
    assert.deepEqual(unseen, ['card']);
    const asking = new Journal(compiled, configOf(boardById('germany'), 'classic', 3), { seed: 1n, told: true });
    while (asking.toMove() !== null) asking.play(asking.moves()[0]);
    assert.equal(asking.view().decision, 'card');
});
test('the boards of the page match the engine’s: routes follow its connections and have the right cost', () => {
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
test('the regions in play are the regions of the playable cities', () => {
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
test('a state survives a round trip, as bytes and as a view', () => {
    for (const [name, table] of tables()) {
        withCities(table);
        const before = table.view();
        const saved = table.save();
        table.apply(table.moves()[0]);
        const journal = new Journal(compiled, table.config, { saved: { state: saved, zone: table.config.zone } });
        assert.deepEqual(journal.view(), before, name);
        table.setBytes(table.viewBytes(1));
        const hidden = table.view().seats.filter((seat) => seat.money === null).map((seat) => seat.owner);
        assert.deepEqual(hidden, [0, 2, 3], name);
    }
});
test('a drafted game continues under the rules of its zone, and an undo restores the draft', () => {
    const table = started({ board: 'germany-recharged', edition: 'recharged', players: 3, options: [], zone: [] }, 3n);
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
test('advice is legal, the same for the same position, and leaves the game unchanged', () => {
    let asked = 0;
    const moves = movesOfBots(40, (advise, table) => {
        const before = table.bytes();
        const { best, second, reasons } = advise();
        assert.deepEqual(advise(), { best, second, reasons });
        assert.equal(table.why(0, best.moves[0]), 'ok');
        assert.ok(table.preview(best.moves[0]).length > 0);
        assert.equal(best.chance, null, 'there is no judge');
        assert.deepEqual(table.bytes(), before);
        asked++;
    });
    assert.ok(asked > 5);
    assert.deepEqual(movesOfBots(40), moves);
});
test('with a judge, advice also tells chances, reasons and the second-best turn', () => {
    const weights = readFileSync(new URL('../../data/weights/judge.bin', import.meta.url));
    const board = boardById('germany-recharged');
    const told = [];
    movesOfBots(24, (advise, table) => {
        const { best, second, reasons } = advise();
        assert.equal(table.why(0, best.moves[0]), 'ok');
        assert.equal(table.previewAll(best.moves).length > 0, true);
        assert.ok(best.chance > 0 && best.chance < 1);
        if (second !== null) {
            assert.ok(second.chance <= best.chance);
            assert.equal(table.why(0, second.moves[0]), 'ok');
            assert.notDeepEqual(second.moves, best.moves);
        }
        assert.ok(reasons.length <= 3);
        for (const why of reasons) {
            const names = whyFields[why.reason].map(({ name }) => name);
            assert.deepEqual(Object.keys(why).sort(), ['reason', 'weight', ...names].sort());
            assert.ok(why.weight >= 0);
            for (const { name, type } of whyFields[why.reason]) {
                if (type === 'city') assert.ok(board.cities.some(({ id }) => id === why[name]));
                else if (type === 'seat' || type === 'position') assert.ok(why[name] >= 1 && why[name] <= 3);
                else if (type !== 'fuel') assert.ok(Number.isInteger(why[name]));
            }
            told.push(why.reason);
        }
    }, weights);
    assert.ok(told.length > 5);
    assert.ok(new Set(told).size > 3);
});
test('a reason is a sentence in every language', async () => {
    const names = { board: boardById('germany-recharged'), name: (seat) => `Player ${seat + 1}` };
    const sample = { seat: 2, position: 2, city: 'essen', fuel: 'coal', plant: 13 };
    assert.equal(whyText({ reason: 'plant-larger', weight: 1, plant: 20, cities: 5, other: 13, instead: 1 }, names), 'Plant 20 powers 5 cities, plant 13 only 1.');
    assert.equal(whyText({ reason: 'rival-city', weight: 1, seat: 2, city: 'essen' }, names), 'Player 2 would build in Essen next.');
    globalThis.document ??= { documentElement: {} };
    for (const language of LANGUAGES) {
        await setLanguage(language);
        for (const [reason, fields] of Object.entries(whyFields)) {
            for (const count of [0, 1, 2, 5]) {
                const values = fields.map(({ name, type }) => [name, sample[type] ?? count]);
                const text = whyText({ reason, weight: 1, ...Object.fromEntries(values) }, names);
                assert.doesNotMatch(text, /[{}#]|undefined|^why\./, `${language}: ${text}`);
                assert.match(text, /^\S.*\S\.$/, `${language}: ${text}`);
            }
        }
    }
    await setLanguage('en');
});
test('an expert makes as many playouts as fit its time, at least those of hard and at most those of C', () => {
    assert.deepEqual(playoutsOfExpert((playouts) => playouts, 3), [4000, 1000, 1000]);
    assert.equal(playoutsOfExpert((playouts) => playouts * 100, 9).at(-1), 96);
    assert.equal(playoutsOfExpert(() => 6, 12).at(-1), 100000);
    const mixed = playoutsOfExpert((playouts, move) => (move % 3 === 1 ? playouts / 10 : 6), 12);
    assert.ok(Math.max(...mixed) < 13000, `decisions that end early make the next ones slow: ${mixed}`);
});
