/** Copies a text; false if the browser refuses. The clipboard is available in secure contexts only. */
export async function copyText(text: string): Promise<boolean> {
    if (!('clipboard' in navigator)) return false;
    return navigator.clipboard.writeText(text).then(
        () => true,
        () => false,
    );
}
