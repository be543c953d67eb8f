// What the package needs from Node, and from runtimes like it.
import { readFile } from 'node:fs/promises';

export { webcrypto as crypto } from 'node:crypto';

/** The bytes of a file of the package. A bundler may have moved it to another kind of address. */
export async function read(address: URL): Promise<ArrayBufferView | ArrayBuffer> {
    return address.protocol === 'file:' ? readFile(address) : (await fetch(address)).arrayBuffer();
}
