// The WebAssembly module plays the games of the signature exactly as native code does.
//
//     signature.mjs elektro.wasm EXPECTED ELEKTRO
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { Elektro } from './module.mjs';

const [wasm, expected, elektro] = process.argv.slice(2);
const { ek } = new Elektro(wasm);

const hex = (number) => BigInt.asUintN(64, number).toString(16).padStart(16, '0');

test('the signature is the expected one', () => {
    assert.equal(hex(ek.bn_signature()), readFileSync(expected, 'utf8').trim());
});

test('bots play the same games as native ones', () => {
    const native = execFileSync(elektro, ['bench', '--bots-signature'], { encoding: 'utf8' });
    assert.equal(hex(ek.bn_bot_signature()), native.trim());
});
