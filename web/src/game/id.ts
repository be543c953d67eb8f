/** A name nobody else has, or a seed: hexadecimal digits. Works on pages that browsers do not trust, too. */
export function newId(bytes = 16): string {
    const random = crypto.getRandomValues(new Uint8Array(bytes));
    return Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Tables on the server have short codes; games in this page have long ids. */
export function isCode(id: string): boolean {
    return /^[a-z0-9]{12}$/.test(id);
}
