// Opens a game by its id: local games have long ids, tables on the server short codes.
import { NoServer, Refusal } from '../net/api';
import { isCode } from '../game/id';
import { LocalGame } from '../game/local';
import type { GameSource } from '../game/source';

/** Undefined if there is no such game or no server. Throws as LocalGame.open does, or if the signal
 *  aborts. */
export async function openGame(id: string, signal: AbortSignal): Promise<GameSource | undefined> {
    if (!isCode(id)) return LocalGame.open(id);
    try {
        const { OnlineTable } = await import('../net/online.svelte');
        const online = await OnlineTable.open(id, signal);
        if (online.game === null) online.close();
        return online.game ?? undefined;
    } catch (error) {
        if (error instanceof NoServer || error instanceof Refusal) return undefined;
        throw error;
    }
}
