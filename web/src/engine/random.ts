/** Random bytes as hexadecimal digits. Unlike crypto.randomUUID it also works without HTTPS. */
export function randomHex(bytes: number, source: { getRandomValues(bytes: Uint8Array): Uint8Array } = crypto): string {
    return Array.from(source.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
