import { randomHex } from '../engine/random';

/** A random id or seed in hexadecimal digits. */
export function newId(bytes = 16): string {
    return randomHex(bytes);
}

/** Whether an id is the code of a table on the server; ids of local games are longer. */
export function isCode(id: string): boolean {
    return /^[a-z0-9]{12}$/.test(id);
}
