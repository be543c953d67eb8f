// Games in this page at the level of the game sources: begun, stored, resumed. Runs in Node.
//
//     local-games.mjs [WASM]      the folder with the WebAssembly modules
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from './cases.mjs';
import { CLASSIC, compiled, GERMANY, page, people, play, seen, someMove, told, turn } from './gametable.mjs';

const { BadRecord, branchRecord, deleteGame, GameElsewhere, Journal, saveGame, loadGame, listGames, LocalGame, moveOf, moveType, openGame, openRecord, RefusedTable } = page;
const RECORD = readFileSync(new URL('../../tests/wasm/shuffled.elektro', import.meta.url), 'utf8');
const open = (id) => openGame(id, new AbortController().signal);
const bytes = (text) => new TextEncoder().encode(text);
const names = (seat) => `Player ${seat + 1}`;

/** A new game, as a screen opens it, with this seed. */
async function begun(seed, { config = GERMANY, persons = 1, ...beginning } = {}) {
    const { id } = await LocalGame.begin(config, people(persons, config.players), { seed, ...beginning });
    return open(id);
}

/** Closes a game and resumes it from storage. */
async function again(game) {
    game.close();
    return open(game.id);
}

/** Changes the stored form of a game. */
async function rewrite(id, change) {
    const saved = await loadGame(id);
    await saveGame({ ...saved, ...change(saved) });
}

/** The books of a printed game; the bookkeeper enters every card. */
function books(config = CLASSIC, setup = { order: [1, 0, 2], market: [3, 4, 5, 6, 7, 8, 9, 10] }) {
    return begun('', { config, persons: config.players, kind: 'companion', chance: 'told', setup });
}

test('a game begins with its setup, and bots move until a person has to', async () => {
    const game = await begun('one');
    assert.match(game.id, /^[0-9a-f]{32}$/);
    assert.deepEqual(game.mine, [0]);
    assert.deepEqual(game.config, GERMANY);
    assert.deepEqual([game.history[0].move, game.history[0].seat], [null, null]);
    assert.ok(game.history[0].events.length > 0);
    assert.equal(await turn(game), 0);
    await play(game, 12);
    assert.deepEqual(game.history.map(({ index }) => index), game.history.map((_, index) => index));
    assert.ok(game.history.slice(1).every(({ move, seat }) => move !== null && seat !== null));
    assert.deepEqual([...new Set(game.history.slice(1).map(({ seat }) => seat))].sort(), [0, 1, 2]);
    game.close();
});
test('the same seed and the same moves give the same game, and another seed gives another game', async () => {
    const games = [];
    for (const seed of ['same', 'same', 'other']) {
        const game = await begun(seed);
        await play(game, 15);
        games.push(told(game));
        game.close();
    }
    assert.deepEqual(games[0], games[1]);
    assert.notDeepEqual(games[0], games[2]);
});
test('a table that the rules refuse is not begun, and nothing of it is stored', async () => {
    const before = (await listGames()).length;
    await assert.rejects(LocalGame.begin({ ...GERMANY, zone: [0, 1] }, people(1)), RefusedTable);
    assert.equal((await listGames()).length, before);
});
test('a seat sees its own money and no other; all players see all money once the game is over', async () => {
    const game = await begun('secret');
    await play(game, 4);
    const money = (seat) => seen(game, seat).view().seats.map(({ money: has }) => has !== null);
    assert.deepEqual(money(0), [true, false, false]);
    assert.deepEqual(money(null), [false, false, false]);
    await play(game, 600);
    assert.equal(seen(game).ended(), true);
    assert.deepEqual(money(0), [true, true, true]);
    assert.deepEqual(seen(game, 0, 5).view().seats.map(({ money: has }) => has !== null), [true, true, true]);
    assert.equal((await loadGame(game.id)).ended, true);
    game.close();
});
test('a view never reveals the next cards', async () => {
    const game = await begun('cards');
    await play(game, 3);
    const table = seen(game, 0);
    assert.equal(table.module.get64('ek_state', 'random', table.addresses.state), 0n);
    game.close();
});
test('a refused move changes nothing, and the moves after it are not tried', async () => {
    const game = await begun('refused');
    const seat = await turn(game);
    const before = told(game);
    const kept = await loadGame(game.id);
    const good = someMove(seen(game, seat));
    assert.equal(await game.submit([moveOf('done'), good]), seen(game, seat).why(seat, moveOf('done')));
    assert.notEqual(seen(game, seat).why(seat, moveOf('done')), 'ok');
    assert.deepEqual(told(game), before);
    assert.deepEqual((await loadGame(game.id)).moves, kept.moves);
    assert.equal(await game.submit([good]), 'ok');
    assert.equal(game.history[before.length].move, good);
    assert.equal(game.history[before.length].seat, seat);
    game.close();
});
test('a listener gets all events in order, and none after it is removed', async () => {
    const game = await begun('listen');
    await turn(game);
    const heard = [];
    const first = game.history.length;
    const stop = game.subscribe((entry) => heard.push(entry));
    await play(game, 3);
    stop();
    const { length } = game.history;
    assert.deepEqual(heard, told(game).slice(first));
    await play(game, 2);
    assert.ok(game.history.length > length);
    assert.equal(heard.length, length - first);
    game.close();
});
test('a closed game resumes from its position', async () => {
    const game = await begun('resume');
    await play(game, 9);
    const [history, view] = [told(game), game.view(0)];
    const taken = await again(game);
    assert.deepEqual(told(taken), history);
    assert.deepEqual(taken.view(0), view);
    for (const index of [0, 3, history.length - 1]) assert.deepEqual(taken.view(0, index), game.view(0, index));
    await play(taken, 3);
    assert.ok(taken.history.length > history.length);
    taken.close();
});
test('bots continue when their game is resumed on their turn', async () => {
    const game = await begun('bots');
    const seat = await turn(game);
    await game.submit([someMove(seen(game, seat))]);
    const taken = await again(game);
    assert.equal(await turn(taken), 0);
    taken.close();
});
test('a closed game does not change', async () => {
    const game = await begun('closed');
    const seat = await turn(game);
    const heard = [];
    game.subscribe((entry) => heard.push(entry));
    game.close();
    await game.submit([someMove(seen(game, seat))]);
    const { length } = game.history;
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(game.history.length, length);
    assert.deepEqual(heard, []);
});
test('a game is open in one place at a time', async () => {
    const game = await begun('lock');
    await assert.rejects(open(game.id), GameElsewhere);
    game.close();
    const taken = await open(game.id);
    assert.equal(taken.id, game.id);
    taken.close();
});
test('an unknown id has no game', async () => {
    assert.equal(await open('0'.repeat(32)), undefined);
});
test('a branch continues from a position of another game, which stays unchanged', async () => {
    const game = await begun('branch');
    await play(game, 8);
    const before = told(game);
    const kept = await loadGame(game.id);
    const index = 6;
    const { id } = await LocalGame.branch(game.id, index, 0);
    assert.notEqual(id, game.id);
    const branched = await open(id);
    await turn(branched);
    assert.deepEqual(told(branched).slice(0, index + 1), before.slice(0, index + 1));
    assert.deepEqual(branched.view(0, index), game.view(0, index));
    assert.deepEqual(branched.players, game.players);
    await play(branched, 3);
    assert.deepEqual(told(game), before);
    assert.deepEqual((await loadGame(game.id)).moves, kept.moves);
    assert.equal(await LocalGame.branch('0'.repeat(32), 1, 0), undefined);
    for (const each of [game, branched]) each.close();
});
test('a branch continues from a position of a finished game', async () => {
    const game = await begun('over');
    await play(game, 600);
    const { id } = await LocalGame.branch(game.id, 10, 0);
    const branched = await open(id);
    assert.equal((await loadGame(id)).ended, false);
    await turn(branched);
    assert.equal(seen(branched, 0).view().seats[1].money, null);
    for (const each of [game, branched]) each.close();
});
test('in a branch of a game without bots, bots take the other seats', async () => {
    const game = await begun('people', { persons: 3 });
    await play(game, 6);
    const { id } = await LocalGame.branch(game.id, 4, 1);
    const branched = await open(id);
    assert.deepEqual(branched.mine, [1]);
    assert.deepEqual(branched.players.map(({ bot }) => bot !== undefined), [true, false, true]);
    await turn(branched);
    for (const each of [game, branched]) each.close();
});
test('a drafted game resumes in the draft and after it, and can be replayed', async () => {
    const config = { ...GERMANY, zone: [] };
    let game = await begun('draft', { config, persons: 3 });
    await play(game, 1);
    assert.equal(seen(game).phase(), 'zone');
    game = await again(game);
    await play(game, 60, (table) => table.phase() === 'resources');
    assert.equal(seen(game).zone().length, 3);
    const history = told(game);
    game = await again(game);
    assert.deepEqual(told(game), history);
    assert.equal(seen(game, 0, 1).phase(), 'zone');
    assert.equal(seen(game).phase(), 'resources');
    await play(game, 5);
    game.close();
});
test('the bookkeeper enters every card, and an impossible card is refused', async () => {
    const game = await books();
    assert.equal(game.open, true);
    assert.equal(game.canUndo, false);
    assert.equal(game.advise, undefined);
    await play(game, 20);
    const [first] = seen(game).awaited();
    assert.ok(first > 0);
    const before = told(game);
    assert.notEqual(await game.enterCard(3), 'ok');
    assert.deepEqual(told(game), before);
    assert.equal(await game.enterCard(first), 'ok');
    assert.deepEqual(seen(game).awaited(), []);
    const { current, future } = seen(game).view();
    assert.ok([...current, ...future].includes(first));
    assert.ok(game.history.at(-1).events.some(({ type }) => type === 'plant-drawn'));
    const taken = await again(game);
    assert.deepEqual(told(taken), told(game));
    taken.close();
});
test('the bookkeeper can undo any number of steps', async () => {
    const game = await books();
    const start = game.view(0);
    await play(game, 20);
    await game.enterCard(seen(game).awaited()[0]);
    const views = game.history.map((_, index) => game.view(0, index));
    for (let index = views.length - 2; index >= 0; index--) {
        assert.equal(game.canUndo, true);
        assert.equal(await game.undo(), 'ok');
        assert.equal(game.history.length, index + 1);
        assert.deepEqual(game.view(0), views[index]);
    }
    assert.equal(game.canUndo, false);
    assert.deepEqual(game.view(0), start);
    assert.deepEqual((await loadGame(game.id)).moves, []);
    game.close();
});
test('the back of the next card is entered with a card, and a wrong back rejects both', async () => {
    const config = { ...GERMANY };
    const game = await books(config, { order: [0, 1, 2], market: [3, 4, 5, 6, 7, 8, 9, 10] });
    await play(game, 20);
    const [card] = seen(game).awaited();
    const before = game.view(0);
    const answers = [];
    for (const back of ['plug', 'socket']) {
        answers.push(await game.enterCard(card, back));
        if (answers.at(-1) === 'ok') await game.undo();
        assert.deepEqual(game.view(0), before);
    }
    assert.ok(answers.includes('ok'));
    game.close();
});
test('a branch of a printed game draws its remaining cards at random', async () => {
    const game = await books();
    await play(game, 20);
    await game.enterCard(seen(game).awaited()[0]);
    const { id } = await LocalGame.branch(game.id, game.history.length - 1, 0);
    const branched = await open(id);
    await play(branched, 10);
    assert.equal(branched.enterCard, undefined);
    assert.deepEqual(seen(branched).awaited(), []);
    const taken = await again(branched);
    assert.deepEqual(told(taken), told(branched));
    for (const each of [game, taken]) each.close();
});
test('a record is shown without a player, and is exported unchanged', async () => {
    const { id } = await openRecord(bytes(RECORD), names);
    let game = await open(id);
    for (let times = 0; times < 2; times++) {
        assert.equal(game.archived, true);
        assert.deepEqual(game.mine, []);
        assert.equal(game.open, true);
        assert.equal(seen(game).ended(), true);
        assert.equal(await game.record(), RECORD);
        assert.equal(game.advise, undefined);
        game = await again(game);
    }
    const moves = RECORD.match(/^\d+\. /gm).length;
    assert.equal(game.history.filter(({ move }) => move !== null).length, moves);
    game.close();
});
test('a file that is no record is refused, and nothing of it is stored', async () => {
    const before = (await listGames()).length;
    for (const text of ['', 'elektro 9\n', RECORD.replace(/^draw \d+/m, 'draw 3')]) await assert.rejects(openRecord(bytes(text), names), BadRecord);
    assert.equal((await listGames()).length, before);
});
test('a branch continues after some moves of a record', async () => {
    const { id } = await branchRecord(RECORD, 20, people(3), 2);
    const game = await open(id);
    assert.deepEqual(game.mine, [2]);
    const made = game.history.filter(({ move }) => move !== null).slice(0, 20).map(({ move }) => moveType(move));
    const written = [...RECORD.matchAll(/^\d+\. .*: (\w+)/gm)].slice(0, 20).map(([, word]) => word);
    assert.deepEqual(made, written);
    await play(game, 4);
    assert.equal(seen(game, 2).view().seats[0].money, null);
    game.close();
});
test('bots play in their styles, which the game and its record keep', async () => {
    const games = [];
    for (const style of ['plain', 'rusher', undefined]) {
        const players = people(1).map((player) => (player.bot ? { ...player, bot: 'normal', ...(style && { style }) } : player));
        const { id } = await LocalGame.begin(GERMANY, players, { seed: 'style' });
        const game = await open(id);
        await play(game, 40);
        games.push(game);
    }
    const [plain, rusher, old] = games.map(told);
    assert.notDeepEqual(rusher, plain);
    assert.deepEqual(old, plain, 'a game of an earlier version');
    const record = await games[1].record();
    assert.match(record, /\n# seats: me, normal:rusher, normal:rusher\n$/);
    assert.match(await games[0].record(), /\n# seats: me, normal, normal\n$/);
    const shown = await openRecord(bytes(record), names);
    assert.deepEqual(shown.players.map(({ bot, style }) => [bot, style]), [[undefined, undefined], ['normal', 'rusher'], ['normal', 'rusher']]);
    assert.deepEqual(shown.mine, []);
    const all = await openRecord(bytes(record.replace('# seats: me,', '# seats: hard@90,')), names);
    assert.ok(all.players.every(({ bot }) => bot === undefined), 'nobody could play on');
    assert.deepEqual((await again(games[1])).players[1], { name: 'Player 2', colour: 1, bot: 'normal', style: 'rusher' });
});
test('the record of a game replays to the same game, by seed and by entered cards', async () => {
    for (const game of [await begun('record'), await books()]) {
        await play(game, 14);
        const text = await game.record();
        const { id } = await openRecord(bytes(text), names);
        const copy = await open(id);
        const made = ({ history }) => history.flatMap(({ move, seat }) => (move === null ? [] : [[seat, move]]));
        assert.deepEqual(made(copy), made(game));
        assert.deepEqual(seen(copy).view().seats.map(({ plants }) => plants), seen(game).view().seats.map(({ plants }) => plants));
        for (const each of [game, copy]) each.close();
    }
});
test('a change of the rules that gives the same game keeps its whole history', async () => {
    const game = await begun('same-rules');
    await play(game, 8);
    const history = told(game);
    game.close();
    await rewrite(game.id, () => ({ rulesVersion: 0 }));
    const taken = await open(game.id);
    assert.deepEqual(told(taken), history);
    assert.notEqual(taken.record, undefined);
    taken.close();
});
test('after a change of the rules that gives another game, it continues from its position', async () => {
    const changes = [
        ({ moves }) => ({ moves: moves.slice(0, 3) }),
        ({ moves }) => ({ moves: [...moves.slice(0, 2), moveOf('done'), ...moves.slice(2)] }),
    ];
    for (const [number, change] of changes.entries()) {
        let game = await begun(`rules-${number}`);
        await play(game, 8);
        const view = game.view(0);
        game.close();
        await rewrite(game.id, (saved) => ({ rulesVersion: 0, ...change(saved) }));
        for (let times = 0; times < 2; times++) {
            game = await open(game.id);
            assert.equal(game.history.length, 1);
            assert.deepEqual(game.view(0), view);
            // Its beginning is not known any more.
            assert.equal(game.record, undefined);
            game.close();
        }
        game = await open(game.id);
        await play(game, 5);
        const history = told(game);
        const taken = await again(game);
        assert.deepEqual(told(taken), history);
        taken.close();
    }
});
test('a drafted game continues under the rules of its zone after a change of the rules', async () => {
    let game = await begun('draft-rules', { config: { ...GERMANY, zone: [] } });
    await play(game, 40, (table) => table.phase() === 'resources');
    const view = game.view(0);
    game.close();
    await rewrite(game.id, ({ moves }) => ({ rulesVersion: 0, moves: moves.slice(0, 1) }));
    game = await open(game.id);
    assert.deepEqual(game.view(0), view);
    await play(game, 5);
    game.close();
});
test('a game of an earlier version, whose seed is a number, is the same game', async () => {
    const game = await begun('77');
    game.close();
    await rewrite(game.id, ({ moves }) => {
        moves.length = 0;
        return { chance: undefined, moves };
    });
    const saved = await loadGame(game.id);
    const journal = new Journal(compiled, GERMANY, { seed: 77n });
    await saveGame({ ...saved, state: journal.save(), zone: journal.zone() });
    const old = await open(game.id);
    assert.deepEqual(old.history[0].events, journal.history[0].events);
    old.close();
});
test('foreign data among the stored games is not listed as a game', async () => {
    for (const junk of [{ id: 'junk' }, { id: 'odd', updated: 1, config: { board: 'moon' }, players: 3 }, { id: 'new', updated: 1, moves: [], players: [null], config: { board: 'germany', edition: 'classic', players: 1 } }]) {
        await saveGame(junk);
        assert.equal(await open(junk.id), undefined);
        assert.ok((await listGames()).every(({ id }) => id !== junk.id));
    }
});
test('games are listed by the time of their last move, until they are deleted', async () => {
    const [first, second] = [await begun('first'), await begun('second')];
    for (const game of [second, first]) {
        await turn(game);
        game.close();
    }
    await rewrite(first.id, () => ({ updated: 1e15 }));
    await rewrite(second.id, () => ({ updated: 1e15 - 1 }));
    const listed = async () => (await listGames()).map(({ id }) => id).slice(0, 2);
    assert.deepEqual(await listed(), [first.id, second.id]);
    await deleteGame(first.id);
    assert.equal((await listed())[0], second.id);
    await deleteGame(second.id);
});
test('if the browser cannot save, the game continues unsaved until it can', async () => {
    const game = await begun('unkept');
    await turn(game);
    assert.equal(game.unsaved, false);
    const { transaction } = IDBDatabase.prototype;
    IDBDatabase.prototype.transaction = () => {
        throw new DOMException('full', 'QuotaExceededError');
    };
    try {
        await play(game, 2);
    } finally {
        IDBDatabase.prototype.transaction = transaction;
    }
    assert.equal(game.unsaved, true);
    await play(game, 2);
    assert.equal(game.unsaved, false);
    const taken = await again(game);
    assert.deepEqual(told(taken), told(game));
    taken.close();
});
test('a database that the browser has closed is opened again', async () => {
    const game = await begun('reopened');
    const other = await new Promise((resolve, reject) => {
        // Another page opens a newer version: this page closes its connection.
        const asked = indexedDB.deleteDatabase('elektro');
        asked.onsuccess = resolve;
        asked.onerror = reject;
    });
    assert.ok(other);
    await play(game, 3);
    assert.equal(game.unsaved, false);
    const taken = await again(game);
    assert.deepEqual(told(taken), told(game));
    taken.close();
});
test('advice is legal, and leaves the game unchanged', async () => {
    const advised = await begun('advice');
    const plain = await begun('advice');
    for (const game of [advised, plain]) {
        for (let decisions = 0; decisions < 4; decisions++) {
            const seat = await turn(game);
            if (game === advised) {
                const { best } = await game.advise(seat, game.view(seat));
                assert.equal(seen(game, seat).why(seat, best.moves[0]), 'ok');
            }
            await game.submit([someMove(seen(game, seat))]);
        }
        await turn(game);
    }
    assert.deepEqual(told(advised), told(plain));
    for (const game of [advised, plain]) game.close();
});
