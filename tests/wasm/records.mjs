// records.wasm: the page reads and writes records with the code of the command line.
//
//     records.mjs records.wasm ELEKTRO SHUFFLED      a record of a server's game
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { Elektro } from './module.mjs';

const [wasm, elektro, shuffled] = process.argv.slice(2);
const SIZE_MAX = 120 * 1000;
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
const texts = [
    played('--seats', 'easy,easy,easy', '--names', 'Änna,"R2: D2",Seat 1', '--seed', 'five # words'),
    played('--seats', 'easy,random', '--zone', 'draft', '--starting-cities', '--seed', 'draft'),
    played('--seats', 'easy,easy,easy,easy', '--edition', 'classic', '--board', 'usa', '--seed', 'usa'),
    fair,
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
        const { module, game, at, errorAt } = read(text);
        assert.notEqual(game, 0, what);
        const cards = module.ek.ek_wasm_take(4);
        const ok = module.ek.rec_check_shuffle(at, game, cards, errorAt) !== 0;
        const said = command(text, '--verify-shuffle');
        assert.equal(ok, what === 'fair', what);
        assert.equal(said.ok, ok, what);
        if (ok) assert.equal(module.data.getUint32(cards, true), said.cards);
        else assert.equal(module.text(errorAt + module.layout.rec_error.fields.code.offset), said.error.code, what);
    }
});
