// Links to tables.

/** The link to a table, or to the moment of its game after so many moves. */
export function linkTo(code: string, moment?: number): string {
    const page = `${location.origin}${location.pathname}`;
    return moment === undefined ? `${page}#/table/${code}` : `${page}#/replay/${code}/${moment}`;
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
    const [, moment] = /#\/replay\/([^/]+)/.exec(text) ?? [];
    const [last = ''] = moment === undefined ? text.trim().split('/').slice(-1) : [moment];
    return last.toLowerCase().replace(/[^a-z0-9]/g, '');
}
