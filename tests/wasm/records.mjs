// records.wasm: the page reads and writes records with the code of the command line.
//
//     records.mjs records.wasm ELEKTRO SHUFFLED SEALED NOTES VECTORS      records of games of a server, of both
//                                                                        shuffles; notes of a player; test vectors
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { Elektro } from './module.mjs';

const [wasm, elektro, shuffled, sealedPath, notesPath, vectors] = process.argv.slice(2);
const SIZE_MAX = 130 * 1000;
const folder = mkdtempSync(join(tmpdir(), 'elektro-'));
after(() => rmSync(folder, { recursive: true }));

/** A text in the memory of a module. */
function put(module, text) {
    const bytes = Buffer.from(text);
    const address = module.ek.ek_wasm_take(bytes.length + 1);
    new Uint8Array(module.ek.memory.buffer).set(bytes, address);
    return [address, bytes.length];
}

/** Reads a record in a separate instance; if it is refused, game is 0 and error has the reason. */
function read(text) {
    const module = new Elektro(wasm);
    const error = module.take('rec_error');
    const [name] = put(module, 'record');
    const [at, size] = put(module, text);
    const game = module.ek.rec_read(name, at, size, error);
    const field = (part) => error + module.layout.rec_error.fields[part].offset;
    const told = { code: module.text(field('code')), text: module.text(field('text')), line: module.get('rec_error', 'line', error), column: module.get('rec_error', 'column', error) };
    return { module, game, error: told, at, errorAt: error };
}

/** The command's verdict on a record. */
function command(text, ...words) {
    const path = join(folder, 'game.elektro');
    writeFileSync(path, text);
    try {
        return JSON.parse(execFileSync(elektro, ['replay', '--json', ...words, path], { encoding: 'utf8', stdio: 'pipe' }));
    } catch (failure) {
        return JSON.parse(failure.stdout);
    }
}

/** A game that bots play at the command line. */
function played(...options) {
    const path = join(folder, 'played.elektro');
    execFileSync(elektro, ['play', '--lines', '--fast', '--save', path, ...options], { input: '', stdio: 'pipe' });
    const text = readFileSync(path, 'utf8');
    unlinkSync(path);
    return text;
}

const fair = readFileSync(shuffled, 'utf8');
const sealed = readFileSync(sealedPath, 'utf8');
const notes = readFileSync(notesPath, 'utf8');
const texts = [
    played('--seats', 'easy,easy,easy', '--names', 'Änna,"R2: D2",Seat 1', '--seed', 'five # words'),
    played('--seats', 'easy,random', '--zone', 'draft', '--starting-cities', '--seed', 'draft'),
    played('--seats', 'easy,easy,easy,easy', '--edition', 'classic', '--board', 'usa', '--seed', 'usa'),
    fair,
    sealed,
];
const [first] = texts;
const damaged = [
    ['nothing at all', ''],
    ['another kind of file', '{"format": "elektro-game"}\n'],
    ['another version', first.replace('elektro 1', 'elektro 2')],
    ['a header that is not whole', first.replace(/^zone:.*\n/m, '')],
    ['a board nobody knows', first.replace(/^board:.*$/m, 'board: atlantis')],
    ['a board of one’s own', first.replace(/^board:.*$/m, 'board: iceland\nboard-file: iceland.json')],
    ['a card that was another', first.replace(/^draw \d+/m, 'draw 3')],
    ['a move by another player', first.replace(/^1\. .*: /m, '1. nobody: ')],
    ['a move that is none', first.replace(/^(1\. .*: ).*$/m, '$1dance')],
    ['bytes that are no text', first.replace('elektro 1\n', 'elektro 1\nengine: \u0001\n')],
    ['a line that is too long', first.replace('elektro 1\n', `elektro 1\n${'x'.repeat(3000)}\n`)],
];

test('the module is small enough for a page and has no imports', () => {
    const module = new Elektro(wasm);
    assert.ok(module.bytes.length < SIZE_MAX, `${module.bytes.length} bytes`);
    assert.deepEqual(WebAssembly.Module.imports(module.module), []);
});

test('a record that is read and written again has the same bytes', () => {
    assert.ok(texts.length > 1);
    for (const text of texts) {
        const { module, game, error } = read(text);
        assert.notEqual(game, 0, error.text);
        const written = module.text(module.ek.rec_write(game));
        const again = read(written);
        assert.equal(again.module.text(again.module.ek.rec_write(again.game)), written);
        assert.equal(command(written, '--verify').hash, command(text, '--verify').hash);
    }
});

test('a refused record has the same error as at the command line', () => {
    for (const [what, text] of damaged) {
        const { game, error } = read(text);
        assert.equal(game, 0, what);
        const said = command(text, '--verify');
        assert.equal(said.ok, false, what);
        if (said.error.code === 'bad-board-file') assert.equal(error.code, said.error.code);
        else assert.deepEqual(error, said.error, what);
    }
});

/** Checks a shuffle here and at the command line, which must agree; returns whether it follows from the record. */
function check(what, text, kept) {
    const { module, game, at, errorAt } = read(text);
    assert.notEqual(game, 0, what);
    const found = module.take('rec_fairness');
    const [keptAt] = kept === undefined ? [0] : put(module, kept);
    const ok = module.ek.rec_check_shuffle(at, game, keptAt, found, errorAt) !== 0;
    const path = join(folder, 'notes');
    if (kept !== undefined) writeFileSync(path, kept);
    const said = command(text, '--verify-shuffle', ...(kept === undefined ? [] : ['--notes', path]));
    assert.equal(said.ok, ok, what);
    const number = (field) => module.get('rec_fairness', field, found);
    if (ok) {
        assert.deepEqual(
            { cards: number('cards'), shuffle: `elektro-shuffle-${number('version')}`, noted: number('noted') === 1, attempt: number('attempt'), seals: number('seals') },
            { cards: said.cards, shuffle: said.shuffle, noted: said.noted, attempt: said.attempt, seals: said.seals },
        );
    } else assert.equal(module.text(errorAt + module.layout.rec_error.fields.code.offset), said.error.code, what);
    return ok;
}

test('a shuffle is found fair or unfair as the command finds it', () => {
    const seed = /shuffle-seed: (\w+)/.exec(fair)[1];
    const other = seed.replace(/./g, (digit) => (15 - parseInt(digit, 16)).toString(16));
    const commitment = createHash('sha256').update(Buffer.from(other, 'hex')).digest('hex');
    const cases = {
        fair,
        'another seed': fair.replace(seed, other),
        'another seed and commitment': fair.replace(seed, other).replace(/(commitment: )\w+/, `$1${commitment}`),
        'other words': fair.replace('my own luck', 'my bad luck'),
        'no seed': fair.replace('shuffle-seed', 'shuffle-need'),
        'no hexadecimal': fair.replace(seed, seed.replace(/^../, 'xy')),
        'no shuffle': first,
    };
    for (const [what, text] of Object.entries(cases)) {
        assert.equal(check(what, text), what === 'fair', what);
    }
});

test('a sealed shuffle is compared with the notes of a player', () => {
    const other = notes.replace(/(commitment: )\w+/, `$1${'0'.repeat(64)}`);
    assert.ok(check('without notes', sealed));
    assert.ok(check('with notes', sealed, notes));
    assert.ok(!check('another commitment', sealed, other));
    assert.ok(!check('no notes', sealed, ''));
    assert.ok(!check('other words', sealed.replace('Glück auf', 'Pech auf'), notes));
    assert.ok(!check('open words', sealed.replace('open words', 'ground words'), notes));
    assert.ok(!check('a seal twice', `${sealed}# shuffle-seal 1: none\n`, notes));
    assert.ok(!check('hidden refusal', sealed.replace(/^# shuffle-cancelled.*\n/m, ''), notes));
});

test('the seals of the test vectors', () => {
    const { seals } = JSON.parse(readFileSync(vectors, 'utf8'));
    assert.ok(seals.length > 3);
    for (const { table, seat, salt, words, seal } of seals) {
        const module = new Elektro(wasm);
        const [tableAt] = put(module, table);
        const [saltAt] = put(module, salt);
        const [wordsAt] = put(module, words);
        const at = module.ek.ek_wasm_take(65);
        assert.equal(module.ek.jn_seal(tableAt, seat, saltAt, wordsAt, at), 1);
        assert.equal(module.text(at), seal);
    }
});
