// One page plays a game at a time: two would overwrite each other's moves.

const TRIES = 10;
const PAUSE = 60;

function request(name: string): Promise<(() => void) | null> {
    return new Promise((resolve) => {
        void navigator.locks.request(name, { ifAvailable: true }, (lock) => {
            if (lock === null) return resolve(null);
            return new Promise<void>((release) => resolve(release));
        });
    });
}

/** Takes the game for this page; answers how to give it back, or null if another page has it. */
export async function lockGame(id: string): Promise<(() => void) | null> {
    // Browsers give locks to trusted pages only; elsewhere nobody is kept from playing.
    if (!('locks' in navigator)) return () => undefined;
    for (let tries = 0; tries < TRIES; tries++) {
        const release = await request(`elektro-game-${id}`);
        if (release !== null) return release;
        // The screen before this one may be about to give it back.
        await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
    return null;
}
