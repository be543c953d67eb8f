// What the package needs from a browser.
export const { crypto } = globalThis;

/** The bytes of a file of the package. */
export async function read(address: URL): Promise<ArrayBuffer> {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`${address.href} could not be fetched: ${answer.status}`);
    return answer.arrayBuffer();
}
