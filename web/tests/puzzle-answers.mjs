// Puzzles at the level of their sources: choosing one, judging answers, remembering what is solved. Runs in Node.
//
//     puzzle-answers.mjs [WASM]      the folder with the WebAssembly modules
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from './cases.mjs';
import { letBotsWeigh, pageless } from './pageless.mjs';
import { sources } from './sources.mjs';

const wasm = process.argv[2] ?? fileURLToPath(new URL('../../build/web-engine/wasm', import.meta.url));
const data = (name) => readFileSync(new URL(`../../data/${name}`, import.meta.url));
pageless({ wasm });
const page = await sources('bots/weigh', 'engine/load', 'engine/moves', 'engine/table', 'game/coach', 'game/puzzle-game.svelte', 'game/puzzles', 'game/solved.svelte');
const { costliest, dayOf, easiestOf, fits, lessonOf, mixed, moveA, moveB, moveOf, nextPuzzle, PuzzleGame, puzzleOfDay, senseOf, solvedPuzzles } = page;
const { puzzles: listed } = JSON.parse(data('puzzles.json'));
const puzzles = mixed(listed);
const noneSolved = () => false;
const players = (me, count) => Array.from({ length: count }, (_, seat) => ({ name: `Player ${seat + 1}`, colour: seat }));
letBotsWeigh(page, () => Promise.resolve(new Uint8Array(data('weights/judge.bin'))));

/** A puzzle with this stage of its position. */
const puzzleAt = (stage, good = () => true) => puzzles.find((puzzle) => puzzle.position.includes(` stage=${stage} `) && good(puzzle));

/** Opens a puzzle and answers it; turn gets the game and returns the moves. */
async function answered(puzzle, turn) {
    const game = await PuzzleGame.open(puzzle, players);
    assert.equal(await game.submit(turn(game)), 'ok');
    for (let left = 4000; !['solved', 'failed'].includes(game.state); left--) {
        assert.ok(left > 0, `${puzzle.id} is not judged`);
        await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return game;
}

test('every day has a puzzle, the same for everybody, and all puzzles come before one comes again', () => {
    const [morning, night] = [new Date(2026, 10, 16, 0, 1), new Date(2026, 10, 16, 23, 59)];
    assert.equal(dayOf(morning), dayOf(night));
    assert.equal(dayOf(new Date(2026, 10, 17)), dayOf(morning) + 1);
    assert.equal(dayOf(new Date(2027, 2, 28, 12)) + 1, dayOf(new Date(2027, 2, 29, 1)));
    const days = Array.from({ length: puzzles.length }, (_, day) => puzzleOfDay(puzzles, dayOf(morning) + day).id);
    assert.equal(new Set(days).size, puzzles.length);
    assert.equal(puzzleOfDay(mixed([...listed].reverse()), 20000).id, puzzleOfDay(puzzles, 20000).id);
    assert.equal(puzzleOfDay([], 1), undefined);
});
test('the next puzzle fits the choice and is not solved, as long as there is one', () => {
    const choice = { phase: 'fuel', grade: null };
    const fuel = puzzles.filter((puzzle) => fits(choice, puzzle));
    const solved = new Set();
    let at;
    for (let i = 0; i < fuel.length; i++) {
        at = nextPuzzle(puzzles, choice, (id) => solved.has(id), at)?.id;
        assert.ok(fuel.some(({ id }) => id === at) && !solved.has(at));
        solved.add(at);
    }
    assert.notEqual(nextPuzzle(puzzles, choice, (id) => solved.has(id), at).id, at);
    assert.equal(nextPuzzle(puzzles, { phase: 'fuel', grade: 9 }, noneSolved), undefined);
    assert.equal(easiestOf(puzzles, 'building', noneSolved).grade, Math.min(...puzzles.filter(({ phase }) => phase === 'building').map(({ grade }) => grade)));
});
test('every accepted turn solves its puzzle, and that of normal does not', async () => {
    for (const puzzle of puzzles) {
        const solved = await answered(puzzle, (game) => game.tell(puzzle.accepted.at(-1)).moves);
        assert.equal(solved.state, 'solved', puzzle.id);
        const failed = await answered(puzzle, (game) => game.tell(puzzle.normal).moves);
        assert.equal(failed.state, 'failed', puzzle.id);
        assert.ok(failed.chance < solved.chance);
        assert.deepEqual(failed.mine, []);
        assert.equal(await failed.submit([moveOf('pass')]), 'not-your-turn');
    }
});
test('the order and the division of moves do not count', async () => {
    const bought = puzzleAt('buy', ({ accepted }) => /buy \w+ [2-9]/.test(accepted[0].turn));
    const split = await answered(bought, (game) => {
        const [first, ...rest] = game.tell(bought.accepted[0]).moves;
        const one = moveOf('buy', moveA(first), 1);
        const more = moveB(first) > 1 ? [moveOf('buy', moveA(first), moveB(first) - 1)] : [];
        return [one, ...more, ...rest];
    });
    assert.equal(split.state, 'solved');
    const [a, b] = [moveOf('connect', 3), moveOf('connect', 7)];
    assert.equal(senseOf([a, b, moveOf('done')]), senseOf([b, a]));
    assert.notEqual(senseOf([a]), senseOf([a, b]));
    assert.notEqual(senseOf([moveOf('pass')]), senseOf([moveOf('bid', 0, 5)]));
});
test('a bid counts up to the limit', async () => {
    const puzzle = puzzleAt('bid', ({ accepted }) => accepted.length === 1 && accepted[0].limit > Number(accepted[0].turn.split(' ')[1]));
    const good = await answered(puzzle, () => [moveOf('bid', 0, puzzle.accepted[0].limit)]);
    assert.equal(good.state, 'solved');
});
test('a turn that the puzzle does not know is compared with the best; without weights it is not known', async () => {
    const puzzle = puzzleAt('buy', ({ next, normal, accepted }) => [next, normal, ...accepted].every(({ turn }) => turn !== 'done'));
    const other = () => [moveOf('done')];
    const weighed = await answered(puzzle, other);
    assert.equal(weighed.state, 'failed');
    assert.ok(weighed.chance !== null && weighed.chance < puzzle.accepted[0].chance);
    letBotsWeigh(page, () => Promise.reject(new Error('offline')));
    const unknown = await answered(puzzle, other);
    assert.deepEqual([unknown.state, unknown.chance], ['failed', null]);
});
test('a refused move changes nothing', async () => {
    const game = await PuzzleGame.open(puzzleAt('build'), players);
    assert.equal(game.asks, undefined); // about turns that give something away
    assert.notEqual(await game.submit([moveOf('bid', 0, 5)]), 'ok');
    assert.deepEqual([game.state, game.answer, game.history.length], ['open', null, 1]);
});
test('solved puzzles and days in a row are remembered, and damaged notes are ignored', () => {
    const today = 20000;
    solvedPuzzles.fail('aa');
    for (const [id, day] of [['aa', null], ['bb', today - 2], ['cc', today - 1], ['cc', null]]) solvedPuzzles.solve(id, day);
    assert.deepEqual([solvedPuzzles.count, solvedPuzzles.isSolved('aa'), solvedPuzzles.isFailed('aa'), solvedPuzzles.isSolved('dd')], [3, true, true, false]);
    assert.equal(solvedPuzzles.streak(today), 2);
    solvedPuzzles.solve('dd', today);
    assert.deepEqual([solvedPuzzles.streak(today), solvedPuzzles.streak(today + 1), solvedPuzzles.streak(today + 2)], [3, 3, 0]);
    solvedPuzzles.refresh();
    assert.equal(solvedPuzzles.count, 4);
    localStorage.setItem('elektro.puzzles', JSON.stringify({ solved: ['aa', 7], days: [1] }));
    solvedPuzzles.refresh();
    assert.deepEqual([solvedPuzzles.count, solvedPuzzles.isDaySolved(1)], [0, true]);
    localStorage.setItem('elektro.puzzles', 'nonsense');
    solvedPuzzles.refresh();
    assert.equal(solvedPuzzles.count, 0);
});
test('the coach tells the two decisions of a player that lost most, with the lesson about each', () => {
    const decision = (number, seat, lost) => ({ number, seat, lost });
    const report = { decisions: [decision(1, 1, 0.02), decision(2, 2, 0.5), decision(3, 1, 0), decision(4, 1, 0.1), decision(5, 1, 0.05)] };
    assert.deepEqual(costliest(report, 0).map(({ number }) => number), [4, 5]);
    assert.deepEqual(costliest(report, 2), []);
    const lessons = [
        ['auction', 'pass', 'nominate 4 4', 'nominate'], ['auction', 'nominate 5 5', 'pass', 'nominate'], ['auction', 'bid 7', 'pass', 'bid'], ['auction', 'pass', 'bid 7', 'bid'],
        ['auction', 'scrap 3', 'scrap 4', 'scrap'], ['fuel', 'done', 'buy coal 2, done', 'buy'], ['building', 'done', 'connect koeln, done', 'build'], ['powering', 'power', 'power 4', 'power'],
    ];
    for (const [phase, move, best, lesson] of lessons) assert.equal(lessonOf({ phase, move, best }), lesson);
});
