// The seal of a player's words for the shuffle, by records.wasm: docs/shuffle.md.
import { EngineModule } from './module';

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
    return Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
