// Opens a game for a screen and closes it with the screen, even if the game is still loading then.
import { engine } from '../engine/load';
import { GameElsewhere } from '../game/local';
import type { ExploredGame } from '../game/explored.svelte';
import { gameUnlocked } from '../game/lock';
import { NoServer, Refusal } from '../net/api';
import { openGame } from './open';
import { Session } from '../game/session.svelte';
import type { GameSource } from '../game/source';

/** The game as it can be explored; undefined if it cannot, or if its record cannot be fetched. */
async function exploredOf(game: GameSource): Promise<ExploredGame | undefined> {
    try {
        return await (await import('../game/explored.svelte')).ExploredGame.open(game);
    } catch (error) {
        if (error instanceof NoServer || error instanceof Refusal) return undefined;
        throw error;
    }
}

export class Opening {
    session = $state.raw<Session>();
    /** There is no such game. */
    missing = $state(false);
    /** The game is open in another page. It opens here when it is closed there. */
    elsewhere = $state(false);

    /** Opens a game, to explore it where that is possible. Returns the function that closes it. */
    open(id: string, explore = false): () => void {
        const wanted = new AbortController();
        let session: Session | undefined;
        void this.#open(id, explore, wanted.signal).then(
            (opened) => {
                session = opened;
                if (wanted.signal.aborted) return opened?.close();
                this.session = opened;
                this.missing = opened === undefined;
                this.elsewhere = false;
            },
            (error: unknown) => {
                if (!wanted.signal.aborted) throw error;
            },
        );
        return () => {
            wanted.abort();
            session?.close();
        };
    }

    async #open(id: string, explore: boolean, signal: AbortSignal): Promise<Session | undefined> {
        const compiled = await engine();
        const game = await this.#openWhenFree(id, signal);
        if (game === undefined) return undefined;
        return new Session((explore ? await exploredOf(game) : undefined) ?? game, compiled);
    }

    async #openWhenFree(id: string, signal: AbortSignal): Promise<GameSource | undefined> {
        for (;;) {
            try {
                return await openGame(id, signal);
            } catch (error) {
                if (!(error instanceof GameElsewhere)) throw error;
            }
            signal.throwIfAborted();
            this.elsewhere = true;
            await gameUnlocked(id, signal);
        }
    }
}
