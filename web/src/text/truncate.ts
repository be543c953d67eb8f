/** Cuts a text to a length in UTF-8, without spaces at its ends. */
export function truncate(text: string, bytes: number): string {
    const letters = [...text.trim()];
    const size = () => new TextEncoder().encode(letters.join('')).length;
    while (size() > bytes) letters.pop();
    return letters.join('').trim();
}
