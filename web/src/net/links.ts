// Links to tables.

/** The link to a table. */
export function linkTo(code: string): string {
    return `${location.origin}${location.pathname}#/table/${code}`;
}

/** Whether links work on this computer only, because the page was opened as localhost. */
export function onlyHere(): boolean {
    return /^(localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname);
}

/** The pasted link if it leads to another server, else null. */
export function linkElsewhere(text: string): string | null {
    const pasted = text.trim();
    if (!/^https?:\/\//i.test(pasted) || !URL.canParse(pasted)) return null;
    const url = new URL(pasted);
    return url.origin === location.origin ? null : url.href;
}

/** The table code in a pasted link or text. */
export function codeIn(text: string): string {
    const [last = ''] = text.trim().split('/').slice(-1);
    return last.toLowerCase().replace(/[^a-z0-9]/g, '');
}
