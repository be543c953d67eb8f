// The WebAssembly module plays the games of the signature exactly as native code does.
//
//     signature.mjs elektro.wasm EXPECTED ELEKTRO JUDGE.BIN
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { Elektro } from './module.mjs';

const [wasm, expected, elektro, weights] = process.argv.slice(2);
const instance = new Elektro(wasm);
const { ek } = instance;

const hex = (number) => BigInt.asUintN(64, number).toString(16).padStart(16, '0');

test('the signature is the expected one', () => {
    assert.equal(hex(ek.bn_signature()), readFileSync(expected, 'utf8').trim());
});

test('bots play the same games as native ones, also with a judge', () => {
    const bytes = readFileSync(weights);
    const [judge, address] = [instance.take('bot_judge'), ek.ek_wasm_take(bytes.length)];
    new Uint8Array(ek.memory.buffer).set(bytes, address);
    assert.equal(ek.bot_judge_load(judge, address, bytes.length), 0);
    const native = execFileSync(elektro, ['bench', '--bots-signature'], { encoding: 'utf8' });
    assert.equal(hex(ek.bn_bot_signature(judge)), native.trim());
});
