// Whether this browser waits for people to play with, and the table that was found for it. The start page and the title of the
// tab know it without loading the rest (pairing.svelte.ts). It is remembered, so that a page that opens later goes on waiting.

const KEY = 'elektro.waiting';

function stored(): boolean {
    try {
        return localStorage.getItem(KEY) !== null;
    } catch {
        return false;
    }
}

interface Waiting {
    here: boolean;
    /** The table to go to; null: none. */
    table: string | null;
    /** It was found while nobody looked at the page. */
    unseen: boolean;
}

export const waiting: Waiting = $state({ here: stored(), table: null, unseen: false });

export function noteWaiting(here: boolean): void {
    if (waiting.here === here) return;
    waiting.here = here;
    try {
        if (here) localStorage.setItem(KEY, '1');
        else localStorage.removeItem(KEY);
    } catch {
        // Without storage only this page knows.
    }
}

export function noteTable(table: string): void {
    waiting.table = table;
    waiting.unseen = document.hidden;
}

document.addEventListener('visibilitychange', () => {
    if (!document.hidden) waiting.unseen = false;
});
