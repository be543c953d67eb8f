// The judge of the WebAssembly module gives the same bits as native code, and refuses damaged weights.
//
//     judge.mjs elektro.wasm JUDGE.BIN GOLDEN
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { Elektro } from './module.mjs';

const [wasm, weights, golden] = process.argv.slice(2);
const elektro = new Elektro(wasm);
const { ek } = elektro;
const judge = elektro.take('bot_judge');

/** Hands bytes over; returns what is wrong with them, '' if nothing is. */
function load(bytes) {
    const address = ek.ek_wasm_take(bytes.length);
    new Uint8Array(ek.memory.buffer).set(bytes, address);
    const wrong = ek.bot_judge_load(judge, address, bytes.length);
    return wrong === 0 ? '' : elektro.text(wrong);
}

test('judgements are those of native code', () => {
    assert.equal(load(readFileSync(weights)), '');
    const signature = BigInt.asUintN(64, ek.bn_judge_signature(judge)).toString(16).padStart(16, '0');
    const expected = readFileSync(golden, 'utf8').trim().split('\n').at(-1);
    assert.equal(`signature ${signature}`, expected);
});

test('damaged weights are refused with words', () => {
    const bytes = readFileSync(weights);
    assert.match(load(bytes.subarray(0, 1000)), /cut off/);
    bytes[20000] ^= 1;
    assert.match(load(bytes), /damaged/);
    assert.match(load(Buffer.from('<!doctype html><title>Not found</title>')), /no file of weights/);
});
