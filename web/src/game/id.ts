/** A random id or seed in hexadecimal digits. Unlike crypto.randomUUID it also works without HTTPS. */
export function newId(bytes = 16): string {
    const random = crypto.getRandomValues(new Uint8Array(bytes));
    return Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Whether an id is the code of a table on the server; ids of local games are longer. */
export function isCode(id: string): boolean {
    return /^[a-z0-9]{12}$/.test(id);
}
