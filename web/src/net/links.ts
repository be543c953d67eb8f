// Links to tables: for friends, and from them.

/** The address of a table, for friends. */
export function linkTo(code: string): string {
    return `${location.origin}${location.pathname}#/table/${code}`;
}

/** The links work on this computer alone: no other finds this server by such a name. */
export function onlyHere(): boolean {
    return /^(localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname);
}

/** The link in what somebody pasted, if it leads to another server; null if it does not. */
export function linkElsewhere(text: string): string | null {
    const pasted = text.trim();
    if (!/^https?:\/\//i.test(pasted) || !URL.canParse(pasted)) return null;
    const url = new URL(pasted);
    return url.origin === location.origin ? null : url.href;
}

/** The code in what somebody pasted: a link, or the code itself. */
export function codeIn(text: string): string {
    const [last = ''] = text.trim().split('/').slice(-1);
    return last.toLowerCase().replace(/[^a-z0-9]/g, '');
}
