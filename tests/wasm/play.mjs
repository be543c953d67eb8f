// The WebAssembly module: its exports, its description of its structs, and random games.
//
//     play.mjs elektro.wasm HEADER…
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { Elektro } from './module.mjs';

const [wasm, ...headers] = process.argv.slice(2);
const SIZE_MAX = 196 * 1024;

const elektro = new Elektro(wasm);
const { ek, layout, words } = elektro;
const config = elektro.take('ek_config');
const setup = elektro.take('ek_setup');
const rules = elektro.take('ek_rules');
const state = elektro.take('ek_state');
const events = elektro.take('ek_events');
const moves = ek.ek_wasm_take(4 * words.limit.MOVES_MAX);
const random = ek.ek_wasm_take(8);

/** Every board × edition × number of players that can be played. */
function* tables() {
    const boards = elektro.data.getUint32(ek.ek_board_count.value, true);
    for (let index = 0; index < boards; index++) {
        const board = ek.ek_boards.value + index * layout.ek_board.size;
        for (const edition of Object.values(words.edition)) {
            for (let players = 2; players <= words.limit.SEATS; players++) {
                if (start(board, edition, players, 1n)) yield [board, edition, players];
            }
        }
    }
}

/** Compiles the rules for a random zone and sets up a game; false if that cannot be played. */
function start(board, edition, players, seed) {
    const zone = ek.ek_random_zone(board, edition, players, seed);
    elektro.set('ek_config', 'edition', config, edition);
    elektro.set('ek_config', 'players', config, players);
    elektro.set('ek_config', 'zone', config, zone);
    elektro.set('ek_setup', 'seed', setup, seed);
    return (
        zone !== 0 &&
        ek.ek_rules_init(rules, board, config) === words.reason.ok &&
        ek.ek_start(rules, setup, state, 0) === words.reason.ok
    );
}

/** Plays the game to its end with moves chosen at random; calls look(reason) after every move. */
function play(seed, look) {
    elektro.data.setBigUint64(random, seed, true);
    while (ek.ek_phase(state) !== words.phase.ended) {
        const listed = ek.ek_moves(rules, state, moves);
        const move = elektro.data.getUint32(moves + 4 * ek.ek_random_below(random, listed), true);
        elektro.set('ek_events', 'count', events, 0);
        look(ek.ek_apply(rules, state, move, events));
    }
}

/** The fields of a struct in the order they lie in memory. */
function fieldsOf(type) {
    return Object.values(layout[type].fields).sort((a, b) => a.offset - b.offset);
}

test('the module is small enough for a page', () => {
    assert.ok(elektro.bytes.length < SIZE_MAX, `${elektro.bytes.length} bytes`);
});

test('the module has no imports', () => {
    assert.deepEqual(WebAssembly.Module.imports(elektro.module), []);
});

test('every function of the public headers is exported, and no internal function', () => {
    const text = headers.map((header) => readFileSync(header, 'utf8')).join('\n').replace(/\/\*[^]*?\*\//g, '');
    const declared = [...text.matchAll(/^(?!static)\w[\w \n*]*?\b((?:ek|jn|bot|an)_\w+)\([^;{]*;/gm)].map((m) => m[1]);
    assert.ok(declared.length > 20);
    const functions = WebAssembly.Module.exports(elektro.module)
        .filter(({ kind, name }) => kind === 'function' && !/^(ek_wasm|bn)_/.test(name))
        .map(({ name }) => name);
    assert.deepEqual(functions.sort(), declared.sort());
});

test('the layout of a state has no gap', () => {
    for (const type of ['ek_state', 'ek_owner', 'ek_event', 'ek_config', 'ek_rank']) {
        let end = 0;
        for (const { offset, size, count } of fieldsOf(type)) {
            assert.equal(offset, end, type);
            end += size * count;
        }
        assert.equal(end, layout[type].size, type);
    }
});

test('a state has the size elektro.h promises', () => {
    assert.equal(layout.ek_state.size, 456);
    assert.equal(layout.ek_owner.size, 48);
});

test('a game set up in the module reads right from outside', () => {
    const [table] = tables();
    assert.ok(start(...table, 42n));
    assert.equal(elektro.get('ek_state', 'step', state), 1);
    assert.equal(elektro.get('ek_state', 'zone', state), elektro.get('ek_config', 'zone', config));
    assert.notEqual(elektro.get('ek_state', 'market', state), 0n);
});

test('random games on every board, edition and number of players end and break no law', () => {
    let games = 0;
    for (const table of tables()) {
        for (let seed = 1n; seed <= 3n; seed++, games++) {
            assert.ok(start(...table, seed));
            play(seed, (reason) => {
                assert.equal(elektro.word('reason', reason), 'ok');
                assert.equal(elektro.word('law', ek.ek_check(rules, state)), 'none');
                assert.notEqual(elektro.get('ek_events', 'count', events), 0);
            });
        }
    }
    assert.ok(games > 0);
});

test('a refused move says why and changes no byte', () => {
    for (const table of tables()) {
        const before = elektro.bytesOf('ek_state', state);
        assert.equal(elektro.word('reason', ek.ek_apply(rules, state, 0, 0)), 'not-a-move');
        assert.ok(before.equals(elektro.bytesOf('ek_state', state)), String(table));
    }
});

test('memory can be allocated until it is exhausted', () => {
    assert.notEqual(ek.ek_wasm_take(1 << 20), 0);
    assert.equal(ek.ek_wasm_take(-1), 0);
});
