// The analysis of games in the page, at the level of the game sources: the same as that of the command, partial reports,
// stored results. Runs in Node.
//
//     reviews.mjs WASM ELEKTRO      the folder with the WebAssembly modules, and the program to compare with
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from './cases.mjs';
import { GERMANY, page, people, play, someMove, seen, turn } from './gametable.mjs';
import { letBotsAnalyse } from './pageless.mjs';

const { analyse, canAnalyse, decisionOf, deleteGame, engine, indexAfter, loadAnalysis, LocalGame, movesUpTo, openRecord, Positions, recordsModule, Review, reviewOf } = page;
const [, , , program] = process.argv;
const WEIGHTS = new Uint8Array(readFileSync(new URL('../../data/weights/judge.bin', import.meta.url)));
const RECORD = readFileSync(new URL('../../tests/wasm/shuffled.elektro', import.meta.url), 'utf8');
const BUDGET = { nodes: 40, seed: 3 };
/** The first moves of a record; unfinished games are analysed, too. */
const shortened = (record, moves) => record.slice(0, record.indexOf(`\n${moves + 1}. `) + 1).replace(/^result:.*\n/m, '');
const SHORT = shortened(RECORD, 45);
const sum = (numbers) => numbers.reduce((all, each) => all + each, 0);

/** All answers of the worker. */
async function answers(request, { weights = async () => WEIGHTS } = {}) {
    const told = [];
    let clock = 0;
    const parts = { engine, records: recordsModule, weights, now: () => (clock += 150) };
    await analyse({ type: 'analyse', budget: BUDGET, ...request }, parts, (answer) => told.push(structuredClone(answer)));
    return told;
}

async function opened(record = SHORT) {
    const game = await openRecord(new TextEncoder().encode(record), (seat) => `Player ${seat + 1}`);
    return LocalGame.open(game.id);
}

/** Waits until the state of a review is one of these. */
async function until(review, ...states) {
    for (let i = 0; i < 600 && !states.includes(review.state); i++) await new Promise((resolve) => setTimeout(resolve, 50));
    assert.ok(states.includes(review.state), review.state);
}

test('an analysis grows while it is made, and ends with all decisions; chances sum to one, luck to nothing', async () => {
    const told = await answers({ record: SHORT });
    const done = told.pop();
    assert.equal(done.type, 'done');
    assert.ok(told.length > 10 && told.every(({ type }) => type === 'progress'));
    assert.deepEqual(told.map(({ done: count }) => count), [...told.map(({ done: count }) => count)].sort((a, b) => a - b));
    const sizes = told.map(({ report }) => report.decisions.length);
    assert.ok(sizes[0] < sizes.at(-1) && sizes.at(-1) <= done.report.decisions.length);
    const { decisions, luck, chances } = done.report;
    for (const { before, after } of decisions) for (const each of [before, after]) assert.ok(Math.abs(sum(each) - 1) < 1e-9);
    for (const { change } of luck) assert.ok(Math.abs(sum(change)) < 1e-9);
    assert.equal(chances.length, decisions.length + 1);
    assert.equal(decisions.at(-1).last, 45);
});
test('the report is that of elektro analyse --json with the same seed and playouts', async () => {
    const [{ report }] = (await answers({ record: SHORT })).slice(-1);
    const args = ['analyse', '--json', '--nodes', String(BUDGET.nodes), '--seed', String(BUDGET.seed), '-'];
    const theirs = JSON.parse(execFileSync(program, args, { input: SHORT, encoding: 'utf8' }));
    // The command also has the reasons as English sentences.
    for (const { reasons } of theirs.decisions) for (const reason of reasons) delete reason.text;
    assert.deepEqual(report, theirs);
});
test('without weights, or with a damaged record, the last answer says so', async () => {
    const offline = () => Promise.reject(new Error('offline'));
    assert.deepEqual(await answers({ record: SHORT }, { weights: offline }), [{ type: 'no-weights' }]);
    const [damaged] = await answers({ record: SHORT.replace(/^5\. .*$/m, '5. nonsense') });
    assert.equal(damaged.type, 'failed');
    const [other] = await answers({ record: SHORT }, { weights: async () => WEIGHTS.slice(0, 100) });
    assert.equal(other.type, 'failed');
});
test('a review is made on request, stored with the game, found again, and deleted with it', async () => {
    letBotsAnalyse(page, async () => WEIGHTS, BUDGET);
    const game = await opened();
    const review = reviewOf(game);
    assert.equal(reviewOf(game), review);
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.equal(review.state, 'none');
    await review.start(game);
    await until(review, 'done');
    assert.equal((await loadAnalysis(game.id)).moves, 45);
    const again = new Review(game);
    await until(again, 'done');
    assert.deepEqual(again.report, review.report);
    await deleteGame(game.id);
    assert.equal(await loadAnalysis(game.id), undefined);
    game.close();
});
test('a review that is cancelled forgets what was found, and can be made again', async () => {
    const game = await opened();
    const review = new Review(game);
    void review.start(game);
    while (review.done === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    review.cancel();
    assert.deepEqual([review.state, review.report], ['none', null]);
    await new Promise((resolve) => setTimeout(resolve, 200));
    assert.deepEqual([review.state, review.report], ['none', null]);
    assert.equal(await loadAnalysis(game.id), undefined);
    await review.start(game);
    await until(review, 'done');
    game.close();
});
test('the analysis of a game that went on since is not shown', async () => {
    const { id } = await LocalGame.begin(GERMANY, people(1), { seed: 'goes on' });
    const game = await LocalGame.open(id);
    await play(game, 4);
    const review = reviewOf(game);
    await review.start(game);
    await until(review, 'done');
    const seat = await turn(game);
    await game.submit([someMove(seen(game, seat))]);
    await turn(game);
    const later = reviewOf(game);
    assert.notEqual(later, review);
    await new Promise((resolve) => setTimeout(resolve, 100));
    assert.equal(later.state, 'none');
    game.close();
});
test('an analysis of the server is taken; a server without one does not stop it', async () => {
    const game = await opened();
    const report = { version: 1, decisions: [], chances: [], luck: [], players: [], summary: [], turning_points: [], ended: false, seed: 1 };
    const review = new Review(game);
    await review.start({ history: game.history, record: game.record, analysis: async () => report });
    assert.deepEqual([review.state, review.report], ['done', report]);
    const other = new Review(game);
    await until(other, 'done');
    await other.start({ history: game.history, record: game.record, analysis: async () => undefined });
    await until(other, 'done');
    assert.notDeepEqual(other.report, report);
    game.close();
});
test('a running game of a server is not analysed', () => {
    const record = async () => '';
    assert.equal(canAnalyse({ record, online: { over: false } }), false);
    assert.equal(canAnalyse({ record, online: { over: true } }), true);
    assert.equal(canAnalyse({ record }), true);
    assert.equal(canAnalyse({}), false);
});
test('moves and entries of a history find each other, also where cards are entries of their own', async () => {
    const game = await opened();
    const { history } = game;
    assert.ok(history.some(({ index, move }) => index > 0 && move === null));
    for (let moves = 0; moves <= 45; moves++) {
        const index = indexAfter(history, moves);
        assert.equal(movesUpTo(history, index), moves);
        assert.ok(index === history.length - 1 || history[index + 1].move !== null);
    }
    game.close();
});
test('the best turn of every decision can be played in its position', async () => {
    const [{ report }] = (await answers({ record: SHORT })).slice(-1);
    const positions = await Positions.of(SHORT);
    for (const decision of report.decisions) {
        for (const words of [decision.move, decision.best, ...(decision.second ? [decision.second] : [])]) {
            const played = positions.play(decision.number - 1, words);
            assert.equal(played.length, words.split(', ').length, `${decision.number}: ${words}`);
            assert.ok(played[0].events.some(({ seat }) => seat === decision.seat - 1));
        }
    }
    assert.equal(decisionOf(report, report.decisions[3].last), report.decisions[3]);
});
