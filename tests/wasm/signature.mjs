// The WebAssembly module plays the games of the signature exactly as native code does.
//
//     signature.mjs elektro.wasm EXPECTED
import { readFileSync } from 'node:fs';
import { Elektro } from './module.mjs';
import { run } from './tap.mjs';

const [wasm, expected] = process.argv.slice(2);
const { ek } = new Elektro(wasm);

run([
    ['the signature is the one written down', (assert) => {
        const signature = BigInt.asUintN(64, ek.bn_signature()).toString(16).padStart(16, '0');
        assert.equal(signature, readFileSync(expected, 'utf8').trim());
    }],
]);
