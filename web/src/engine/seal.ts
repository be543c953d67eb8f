// The seal of a player's words for the shuffle, by records.wasm: docs/shuffle.md.
import { EngineModule } from './module';
import { randomHex } from './random';

const HEX_BYTES = 65;

/** The seal of words and a salt at a seat, counted from 1. */
export function sealOf(compiled: WebAssembly.Module, table: string, seat: number, salt: string, words: string): string {
    const module = new EngineModule(compiled);
    const at = module.allocate(HEX_BYTES);
    const [code, saltAt, wordsAt] = [table, salt, words].map((text) => module.allocateText(text));
    if (module.call('jn_seal', code!, seat, saltAt!, wordsAt!, at) === 0) throw new Error('these words cannot be sealed');
    return module.text(at);
}

/** A salt: 256 random bits in hexadecimal. */
export function newSalt(): string {
    return randomHex(32);
}
