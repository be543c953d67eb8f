// The moments of a game: its chapters, the statistics of its rounds, the time it took. Runs in Node.
//
//     moments.mjs [WASM]      the folder with the WebAssembly modules
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from './cases.mjs';
import { compiled, GERMANY, page, people, seen, someMove, surroundings } from './gametable.mjs';

const { cablesOf, chapterAt, chaptersOf, costPerCity, LocalGame, nextOf, placeCost, openRecord, roundsOf, saveGame, statisticsOf } = page;
const RECORD = readFileSync(new URL('../../tests/wasm/shuffled.elektro', import.meta.url), 'utf8');
const opened = () => openRecord(new TextEncoder().encode(RECORD), (seat) => `Player ${seat + 1}`);
/** Round, Step and phase of a record's comments, and the number of the move before each. */
const told = [...RECORD.matchAll(/^# Round (\d+), Step (\d): (\w+)\n(\d+)\. /gm)].map(([, round, step, phase, move]) => ({ round: Number(round), step: Number(step), phase, after: Number(move) - 1 }));

/** The entries of the history that are moves, by their numbers. */
function numberOf(history, index) {
    return history.slice(0, index + 1).filter(({ move }) => move !== null).length;
}

test('the chapters of a game are where its record says that rounds, phases and Steps begin', async () => {
    const { history } = await opened();
    const chapters = chaptersOf(history);
    assert.ok(told.length > 20);
    for (const { after, ...where } of told) {
        const { round, step, phase } = chapterAt(chapters, history.findLastIndex(({ index }) => numberOf(history, index) === after));
        assert.deepEqual({ round, step, phase }, where);
    }
    const begun = chapters.filter(({ begins }) => begins === 'round' || begins === 'phase').map(({ index }) => numberOf(history, index));
    assert.deepEqual(told.map(({ after }) => after).filter((after) => !begun.includes(after)), []);
    assert.deepEqual(chapters.filter(({ begins }) => begins === 'step').map(({ step }) => step), [...new Set(told.map(({ step }) => step))].filter((step) => step > 1));
    assert.equal(chapters.at(-1).begins, 'end');
    assert.equal(chapters.at(-1).index, history.length - 1);
});
test('jumps by round go to the beginning of the round first, then to the round before it', async () => {
    const { history } = await opened();
    const rounds = roundsOf(chaptersOf(history));
    const [, second, third] = rounds;
    assert.equal(second.round, 2);
    assert.equal(nextOf(rounds, second.index + 3, -1), second.index);
    assert.equal(nextOf(rounds, third.index, -1), second.index);
    assert.equal(nextOf(rounds, second.index, 1), third.index);
    assert.equal(nextOf(rounds, 0, -1), null);
    assert.equal(nextOf(rounds, history.length - 1, 1), null);
});

/** The statistics as the result page makes them. */
function statistics(game) {
    const table = new page.Table(compiled, game.config);
    const at = (index) => (table.setBytes(game.view(null, index)), table);
    return statisticsOf(game.history, game.players.length, {
        price: (index, fuel) => at(index).price(0, fuel, 1),
        money: (index) => at(index).view().seats.map(({ money }) => money),
    });
}

test('the statistics of a game are those of its record, and the books balance', async () => {
    const game = await opened();
    const { rounds, seats } = statistics(game);
    assert.equal(rounds, Math.max(...told.map(({ round }) => round)));
    for (const [seat, { name }] of game.players.entries()) {
        const { cities, income, money, spent, fuel } = seats[seat];
        const moves = (kind) => [...RECORD.matchAll(new RegExp(`^\\d+\\. ${name}: ${kind} ?(.*)$`, 'gm'))].map(([, rest]) => rest);
        const [, supplied, left, owned] = new RegExp(`\\d\\. ${name} supplies (\\d+), has (\\d+), owns (\\d+)`).exec(RECORD).map(Number);
        assert.ok(supplied > 0);
        assert.equal(cities.at(-1), owned);
        assert.equal(moves('connect').length, owned);
        for (const kind of ['coal', 'oil', 'garbage', 'uranium']) {
            const bought = moves('buy').filter((what) => what.startsWith(kind)).reduce((sum, what) => sum + Number(what.split(' ')[1]), 0);
            assert.equal(fuel[kind], bought, `${name}: ${kind}`);
        }
        assert.equal(money.length, rounds);
        assert.equal(money.at(-1), left);
        const start = seen(game, null, 0).view().seats[seat].money;
        assert.equal(start + income.reduce((sum, each) => sum + (each ?? 0), 0) - spent.plants - spent.fuel - spent.cities, left);
        assert.equal(costPerCity(seats[seat]), spent.cities / owned);
    }
    assert.equal(costPerCity({ cities: [0], spent: { cities: 0 } }), null);
});
test('a local game counts the time of the seats while its page can be seen; games of before have none', async () => {
    const { document } = surroundings;
    const now = Date.now;
    let clock = 1_000_000;
    Date.now = () => clock;
    const hide = (hidden) => {
        document.hidden = hidden;
        document.dispatchEvent(new Event('visibilitychange'));
    };
    try {
        const game = await LocalGame.open((await LocalGame.begin(GERMANY, people(3))).id);
        const first = seen(game).toMove();
        clock += 5000;
        hide(true);
        clock += 3_600_000;
        hide(false);
        clock += 2000;
        await game.submit([someMove(seen(game, first))]);
        const expected = [0, 0, 0];
        expected[first] = 7000;
        assert.deepEqual(await game.timeUsed(), expected);
        game.close();
        clock += 3_600_000;
        const again = await LocalGame.open(game.id);
        const next = seen(again).toMove();
        clock += 1000;
        await again.submit([someMove(seen(again, next))]);
        expected[next] += 1000;
        assert.deepEqual(await again.timeUsed(), expected);
        again.close();
        const { used: _, ...before } = again.saved;
        await saveGame(before);
        const old = await LocalGame.open(game.id);
        await old.submit([someMove(seen(old, seen(old).toMove()))]);
        assert.equal(await old.timeUsed(), undefined);
        old.close();
        assert.equal(await (await opened()).timeUsed(), undefined);
    } finally {
        Date.now = now;
        document.hidden = false;
    }
});
test('the network of a player has the connections that were paid for', async () => {
    const game = await opened();
    const table = new page.Table(compiled, game.config);
    const { board } = table;
    const costOf = ({ from, to }) => board.links.find((link) => [link.from, link.to].includes(from) && [link.from, link.to].includes(to)).cost;
    const seats = seen(game).view().seats;
    /** The cheapest way over some cables from some cities to another. */
    const wayCost = (cables, from, to) => {
        const cost = new Map(from.map((city) => [city, 0]));
        for (let changed = true; changed;) {
            changed = false;
            for (const cable of cables) {
                for (const [a, b] of [[cable.from, cable.to], [cable.to, cable.from]]) {
                    const through = (cost.get(a) ?? Infinity) + costOf(cable);
                    if (through >= (cost.get(b) ?? Infinity)) continue;
                    cost.set(b, through);
                    changed = true;
                }
            }
        }
        return cost.get(to);
    };
    for (const [seat, { houses }] of seats.entries()) {
        const built = game.history.flatMap(({ events }) => events).filter((event) => event.type === 'connected' && event.seat === seat);
        const cities = houses.map(({ city }) => city);
        assert.deepEqual(cities, built.map(({ city }) => city));
        const cables = cablesOf(table, game.history, (index) => game.view(null, index), seat);
        for (const [house, { city, place, price }] of built.entries()) {
            if (house === 0) continue;
            const known = cables.filter((cable) => cable.house <= house);
            assert.equal(wayCost(known, cities.slice(0, house), city), price - placeCost[place], `house ${house} of seat ${seat}`);
        }
    }
});
