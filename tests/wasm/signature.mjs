// The WebAssembly module plays the games of the signature exactly as native code does.
//
//     signature.mjs elektro.wasm EXPECTED ELEKTRO
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Elektro } from './module.mjs';
import { run } from './tap.mjs';

const [wasm, expected, elektro] = process.argv.slice(2);
const { ek } = new Elektro(wasm);

const hex = (number) => BigInt.asUintN(64, number).toString(16).padStart(16, '0');

run([
    ['the signature is the one written down', (assert) => {
        assert.equal(hex(ek.bn_signature()), readFileSync(expected, 'utf8').trim());
    }],
    ['bots play the same games as native ones', (assert) => {
        const native = execFileSync(elektro, ['bench', '--bots-signature'], { encoding: 'utf8' });
        assert.equal(hex(ek.bn_bot_signature()), native.trim());
    }],
]);
