// A game is open in one page at a time: two pages would overwrite each other's moves.

const TRIES = 10;
const PAUSE = 60;

const nameOf = (id: string) => `elektro-game-${id}`;

function request(name: string): Promise<(() => void) | null> {
    return new Promise((resolve) => {
        void navigator.locks.request(name, { ifAvailable: true }, (lock) => {
            if (lock === null) return resolve(null);
            return new Promise<void>((release) => resolve(release));
        });
    });
}

/** Locks a game for this page. Returns the function that releases it, or null if another page has it. */
export async function lockGame(id: string): Promise<(() => void) | null> {
    // Browsers offer locks in secure contexts only. Elsewhere games are not locked.
    if (!('locks' in navigator)) return () => undefined;
    for (let tries = 0; tries < TRIES; tries++) {
        const release = await request(nameOf(id));
        if (release !== null) return release;
        // The previous screen may be about to release it.
        await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
    return null;
}

/** Waits until no page has locked a game. Rejects if the signal aborts. */
export async function gameUnlocked(id: string, signal: AbortSignal): Promise<void> {
    await navigator.locks.request(nameOf(id), { signal }, () => undefined);
}
