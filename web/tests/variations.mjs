// Variations: the tree, its cards, its storage, and its comments in records. Runs in Node.
//
//     variations.mjs [WASM]      the folder with the WebAssembly modules
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from './cases.mjs';
import { compiled, GERMANY, page, people, play, seen, someMove } from './gametable.mjs';

const { ExploredGame, LocalGame, loadVariations, moveType, openGame, openRecord, readVariations, recordOf, recordsModule, Session, deleteGame, listGames, variationName, withoutVariations } = page;
const RECORD = readFileSync(new URL('../../tests/wasm/shuffled.elektro', import.meta.url), 'utf8');
const open = (id) => openGame(id, new AbortController().signal);
const bytes = (text) => new TextEncoder().encode(text);
const opened = async (text) => ExploredGame.open(await openRecord(bytes(text), (seat) => `Player ${seat + 1}`));
const modules = { engine: compiled, records: await recordsModule() };

/** The table at a place. */
function tableAt(explored, place) {
    const table = new page.Table(compiled, explored.config);
    table.setBytes(explored.variations.viewAt(place, null, true));
    return table;
}

/** A legal move at a place that nobody has made there yet. */
function otherMove({ variations }, place, table) {
    const known = variations.continuations(place).map((each) => variations.moveTo(each));
    const moves = table.moves().filter((move) => !known.includes(move));
    return moves.find((move) => moveType(move) === 'pass') ?? moves[0];
}

/** Branches off a place: another move first, then some that make progress. */
function branch(explored, place, count) {
    let at = place;
    for (let made = 0; made < count; made++) {
        const table = tableAt(explored, at);
        at = explored.variations.play(at, made === 0 ? otherMove(explored, at, table) : someMove(table));
        assert.equal(typeof at, 'object', String(at));
    }
    return at;
}

/** The comparable part of a tree. */
const shape = (list) => list.map(({ after, name, moves, children }) => ({ after, name, moves, children: shape(children) }));

test('the game of a record is the line without variations, numbered as in the record', async () => {
    const explored = await opened(RECORD);
    const { variations } = explored;
    const numbers = [...RECORD.matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number));
    assert.equal(variations.game.length, numbers.at(-1));
    assert.deepEqual(explored.history.map(({ index }) => index), [0, ...numbers]);
    assert.deepEqual([variations.roots, explored.bad], [[], []]);
    assert.equal(tableAt(explored, { variation: null, at: variations.game.length }).ended(), true);
    explored.close();
});
test('a move of the game follows the game, another one begins a variation, and the next ones extend it', async () => {
    const explored = await opened(RECORD);
    const { variations } = explored;
    const start = { variation: null, at: 20 };
    assert.deepEqual(variations.play(start, variations.game[20].move), { variation: null, at: 21 });
    assert.deepEqual(variations.roots, []);
    const end = branch(explored, start, 5);
    assert.equal(end.at, 25);
    assert.equal(variations.roots.length, 1);
    assert.deepEqual([end.variation.after, end.variation.moves.length, end.variation.parent], [20, 5, null]);
    // The same moves again lead to the same place.
    let again = start;
    for (const { move } of end.variation.moves) again = variations.play(again, move);
    assert.deepEqual([again.variation, again.at, variations.all().length], [end.variation, 25, 1]);
    assert.deepEqual(variations.historyOf(end.variation).map(({ index }) => index), Array.from({ length: 26 }, (_, index) => index));
    explored.close();
});
test('variations nest, have paths, and are removed with their branches', async () => {
    const explored = await opened(RECORD);
    const { variations } = explored;
    const late = branch(explored, { variation: null, at: 40 }, 2).variation;
    const early = branch(explored, { variation: null, at: 10 }, 6).variation;
    const inner = branch(explored, { variation: early, at: 13 }, 3).variation;
    const innermost = branch(explored, { variation: inner, at: 14 }, 1).variation;
    // A place before the first move of a variation is one of the line that it branches off.
    const beside = branch(explored, { variation: inner, at: 13 }, 1).variation;
    assert.deepEqual([early, inner, innermost, beside, late].map((each) => variations.pathOf(each)), ['1', '1.1', '1.1.1', '1.2', '2']);
    assert.deepEqual(variations.all(), [early, inner, innermost, beside, late]);
    await explored.remove(inner);
    assert.deepEqual(variations.all(), [early, beside, late]);
    explored.close();
});
test('a refused move changes nothing', async () => {
    const explored = await opened(RECORD);
    const { variations } = explored;
    const nonsense = page.moveOf('connect', 0);
    assert.notEqual(tableAt(explored, { variation: null, at: 3 }).why(0, nonsense), 'ok');
    assert.equal(typeof variations.play({ variation: null, at: 3 }, nonsense), 'string');
    const good = otherMove(explored, { variation: null, at: 3 }, tableAt(explored, { variation: null, at: 3 }));
    assert.equal(typeof variations.add(3, [good, nonsense]), 'string');
    assert.deepEqual(variations.roots, []);
    explored.close();
});
test('moves can be added as a named variation at any move of the game', async () => {
    const explored = await opened(RECORD);
    const at = { variation: null, at: 12 };
    const move = otherMove(explored, at, tableAt(explored, at));
    const place = await explored.add(12, [move], 'What the expert would have done');
    assert.deepEqual([place.at, place.variation.name, place.variation.after], [13, 'What the expert would have done', 12]);
    assert.deepEqual((await loadVariations(explored.id)).variations.length, 1);
    explored.close();
});
test('cards come as in the game while the line has turned up the same, then at random from the seed of the tree', async () => {
    const explored = await opened(RECORD);
    const { variations } = explored;
    const drawn = (moves) => moves.flatMap(({ cards }) => cards.flatMap(({ draw }) => draw ?? []));
    const game = drawn(variations.game);
    const before = drawn(variations.game.slice(0, 20)).length;
    const end = branch(explored, { variation: null, at: 20 }, 40);
    const line = drawn(variations.movesOf(end.variation));
    assert.ok(line.length > before + 2);
    const same = variations.cardsAsInGame(end.variation);
    assert.ok(same > before);
    assert.deepEqual(line.slice(0, same), game.slice(0, same));
    // At the end of the game its cards are known up to there only: a game that is not over goes on with random ones.
    const half = await opened(RECORD.replace(/^result:.*\n/m, '').replace(/^60\. [\s\S]*/m, ''));
    const onward = branch(half, { variation: null, at: half.variations.game.length }, 60);
    const known = drawn(half.variations.game).length;
    const all = drawn(half.variations.movesOf(onward.variation));
    assert.ok(all.length > known);
    assert.equal(new Set(all).size, all.length);
    // The same moves after an undo turn up the same cards.
    const { move, cards } = onward.variation.moves.at(-1);
    const back = half.variations.undo(onward);
    assert.deepEqual(half.variations.play(back, move).variation.moves.at(-1).cards, cards);
    explored.close();
    half.close();
});
test('undo takes back the last move of a variation, and the variation with its last one', async () => {
    const explored = await opened(RECORD);
    const { variations } = explored;
    let place = branch(explored, { variation: null, at: 30 }, 3);
    const { variation } = place;
    for (const left of [2, 1]) {
        place = variations.undo(place);
        assert.deepEqual([place.variation, variation.moves.length], [variation, left]);
    }
    assert.deepEqual(variations.undo(place), { variation: null, at: 30 });
    assert.deepEqual(variations.roots, []);
    explored.close();
});
test('undo keeps the moves that a branch needs', async () => {
    const explored = await opened(RECORD);
    const { variations } = explored;
    const end = branch(explored, { variation: null, at: 30 }, 3);
    const inner = branch(explored, { variation: end.variation, at: 32 }, 2).variation;
    let place = variations.undo(end);
    assert.deepEqual([place, end.variation.moves.length], [{ variation: end.variation, at: 32 }, 2]);
    place = variations.undo(place);
    assert.deepEqual([place, end.variation.moves.length], [{ variation: end.variation, at: 31 }, 2]);
    assert.deepEqual(variations.all(), [end.variation, inner]);
    explored.close();
});
test('a tree has limits: of variations, of depth, of moves and of the bytes of a name', async () => {
    const explored = await opened(RECORD);
    const { variations } = explored;
    let place = { variation: null, at: 2 };
    const depths = [];
    for (let depth = 0; depth < 12; depth++) {
        const next = variations.play(place, otherMove(explored, place, tableAt(explored, place)));
        if (typeof next === 'string') {
            assert.equal(next, 'too-many-variations');
            break;
        }
        const further = variations.play(next, someMove(tableAt(explored, next)));
        depths.push(variations.pathOf(next.variation).split('.').length);
        place = { variation: further.variation, at: next.at };
    }
    assert.equal(Math.max(...depths), 8);
    for (let at = 3; variations.all().length < 100; at++) {
        const from = { variation: null, at };
        for (const move of tableAt(explored, from).moves().slice(0, 6)) variations.play(from, move);
    }
    const from = { variation: null, at: 1 };
    assert.equal(variations.play(from, otherMove(explored, from, tableAt(explored, from))), 'too-many-variations');
    assert.equal(variationName('ü'.repeat(40)), 'ü'.repeat(31));
    assert.equal(variationName(' a\nb\u2028c '), 'a b c');
    explored.close();
});
test('variations are stored with the game and go with it', async () => {
    const { id } = await openRecord(bytes(RECORD), String);
    const explored = await ExploredGame.open(await open(id));
    explored.tryFrom({ variation: null, at: 15 });
    const session = new Session(explored, compiled);
    await session.act(session.legal.find((move) => ['pass', 'done', 'power'].includes(moveType(move))) ?? session.legal[0]);
    await session.commitPlan();
    const { variation } = explored.place;
    await explored.rename(variation ?? explored.variations.roots[0], 'Later');
    const before = shape(explored.variations.save());
    session.close();
    const again = await ExploredGame.open(await open(id));
    assert.deepEqual(shape(again.variations.save()), before);
    assert.ok((await listGames()).every((game) => !game.id.startsWith('variations')));
    again.close();
    await deleteGame(id);
    assert.equal(await loadVariations(id), undefined);
});
test('a record holds its variations as comments and gives them back', async () => {
    const explored = await opened(RECORD);
    const outer = branch(explored, { variation: null, at: 17 }, 12).variation;
    const inner = branch(explored, { variation: outer, at: 20 }, 3).variation;
    branch(explored, { variation: null, at: 60 }, 1);
    await explored.rename(outer, 'Bid # seats: higher');
    await explored.rename(inner, 'Größer');
    const text = await recordOf(explored);
    assert.match(text, /\n# variation 1 after 17: Bid # seats: higher\n#   18\. .*: .*\n/);
    assert.match(text, /\n# variation 1\.1 after 20: Größer\n#   21\. /);
    assert.equal(withoutVariations(text), RECORD);
    const again = await opened(text);
    assert.deepEqual([again.bad, shape(again.variations.save())], [[], shape(explored.variations.save())]);
    assert.equal(await again.record(), text);
    // A game of this browser and the result page give the same record.
    assert.equal(await recordOf(explored.game), text);
    for (const each of [explored, again]) each.close();
});
test('the example in docs/records.md is a record with variations', async () => {
    const docs = readFileSync(new URL('../../docs/records.md', import.meta.url), 'utf8');
    const [, game] = /```elektro\n([\s\S]*?)```/.exec(docs);
    const comments = docs.match(/^    # variation 1 [\s\S]*?(?=^\S)/m)[0].replace(/^    /gm, '');
    const explored = await opened(`${game}\n${comments}`);
    assert.deepEqual(explored.bad, []);
    assert.deepEqual(explored.variations.all().map((each) => [explored.variations.pathOf(each), each.after, each.name]), [['1', 2, 'The hybrid for Anna'], ['1.1', 3, ''], ['2', 30, '']]);
    assert.equal((await explored.record()).includes(comments.trim()), true);
    explored.close();
});
test('games of every kind of cards keep their variations in records', async () => {
    for (const config of [GERMANY, { ...GERMANY, players: 2, options: ['starting-cities'] }, { ...GERMANY, zone: [] }]) {
        const { id } = await LocalGame.begin(config, people(1, config.players), { seed: 'kinds' });
        const game = await open(id);
        await play(game, 40);
        const explored = await ExploredGame.open(game);
        for (const at of [0, 7, explored.variations.game.length]) branch(explored, { variation: null, at }, 30);
        await explored.rename(explored.variations.roots[0], 'First');
        const again = await opened(await explored.record());
        assert.deepEqual([again.bad, shape(again.variations.save())], [[], shape(explored.variations.save())]);
        assert.deepEqual(again.variations.roots.map((each) => again.variations.historyOf(each)), explored.variations.roots.map((each) => explored.variations.historyOf(each)));
        for (const each of [explored, again]) each.close();
    }
});
test('damaged variations are named with their line, and the others are kept', async () => {
    const explored = await opened(RECORD);
    const outer = branch(explored, { variation: null, at: 17 }, 4).variation;
    branch(explored, { variation: outer, at: 19 }, 2);
    branch(explored, { variation: null, at: 33 }, 2);
    await explored.rename(outer, 'Outer');
    const text = await explored.record();
    const damaged = [
        [text.replace(/^(#   19\. .*: ).*$/m, '$1dance'), '33', /^bad-|^not-/],
        [text.replace('# variation 1.1 after 19', '# variation 1.1 after 17'), '17 33', /bad-variation/],
        [text.replace('# variation 2 after 33', '# variation 2 after 9999'), '17', /bad-variation/],
        [text.replace('# variation 2 after 33', '# variation 2 past 33'), '17', /bad-variation/],
        [text.replace('# variation 2 after 33', '# variation 1 after 33'), '17', /bad-variation/],
        [text.replace(/^#   34\. .*\n#   /m, '#   '), '17', /wrong-number|bad-/],
        [text.replace(/^# variation 1\.1/m, '# variation 7.1'), '17 33', /bad-variation/],
    ];
    for (const [broken, roots, code] of damaged) {
        assert.notEqual(broken, text);
        const again = await opened(broken);
        const { variations, bad } = again;
        assert.equal(variations.roots.map(({ after }) => after).join(' '), roots, code);
        assert.ok(bad.length > 0);
        assert.match(bad[0].code, code);
        const line = broken.split('\n')[bad[0].line - 1];
        assert.match(line, /^#/, line);
        again.close();
    }
    const many = `${RECORD}${Array.from({ length: 130 }, (_, at) => `\n# variation ${at + 1} after 17\n#   ${text.split('\n').find((line) => line.startsWith('#   18.')).slice(4)}\n`).join('')}`;
    const crowd = await opened(many);
    assert.equal(crowd.variations.all().length, 100);
    assert.equal(crowd.bad[0].code, 'too-many-variations');
    for (const each of [explored, crowd]) each.close();
    assert.deepEqual(readVariations(modules, RECORD, explored.variations, []), { saved: [], bad: [] });
});
test('the person plays all seats in a variation by the session, undoes, lets bots play, and plays on', async () => {
    const explored = await opened(RECORD);
    const session = new Session(explored, compiled);
    session.showLine(25);
    assert.deepEqual([session.replayIndex, session.legal], [25, []]);
    explored.tryFrom({ variation: null, at: 25 });
    session.showLine(null);
    assert.deepEqual([session.myTurn, session.viewer, session.history.length, session.canUndo], [true, session.view.toMove, 26, false]);
    await session.act(session.legal.find((move) => ['pass', 'done', 'power'].includes(moveType(move))) ?? session.legal.at(-1));
    for (let made = 0; made < 6; made++) {
        await session.act(someMove(session.table));
        await session.commitPlan();
    }
    const { variation, at } = explored.place;
    assert.ok(variation !== null && session.canUndo && session.curtain === null);
    await session.undo();
    assert.equal(explored.place.at, at - 1);
    void explored.letBotsPlay();
    const wanted = explored.place.at + 5;
    while (explored.place.at < wanted) await new Promise((resolve) => setTimeout(resolve, 5));
    explored.stopBots();
    assert.equal(explored.botsPlay, false);
    const place = explored.place;
    const local = await explored.playOn(place.at, 1);
    const game = await open(local.id);
    assert.deepEqual([game.mine, game.players.filter(({ bot }) => bot === undefined).length], [[1], 1]);
    const moves = game.history.flatMap(({ move }) => move ?? []);
    assert.deepEqual(moves.slice(0, place.at), explored.variations.movesOf(place.variation).slice(0, place.at).map(({ move }) => move));
    await play(game, 3);
    game.close();
    explored.show(null);
    session.showLine(null);
    assert.deepEqual([session.legal, session.view.phase, session.history.length], [[], 'ended', explored.variations.game.length + 1]);
    session.close();
});
test('a running game is explored only if nobody at the screen hides money, and its draft stays', async () => {
    const { id } = await LocalGame.begin(GERMANY, people(2), { seed: 'two' });
    const two = await open(id);
    assert.equal(await ExploredGame.open(two), undefined);
    two.close();
    const { id: mine } = await LocalGame.begin(GERMANY, people(1), { seed: 'one' });
    const game = await open(mine);
    await play(game, 3);
    const money = (source) => seen(source, 0, source.history.length - 1).view().seats.map((seat) => seat.money !== null);
    const explored = await ExploredGame.open(game);
    assert.deepEqual(money(explored), [true, false, false]);
    explored.close();
});
