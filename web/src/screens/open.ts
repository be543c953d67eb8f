// A game by its id, wherever it is: games in this page have long ids, tables on the server short codes.
import { NoServer, Refusal } from '../net/api';
import { OnlineTable } from '../net/online.svelte';
import { isCode } from '../game/id';
import { LocalGame } from '../game/local';
import type { GameSource } from '../game/source';

/** Undefined if there is no such game or nobody who knows it; throws as LocalGame.open does, and once
 *  the signal says that nobody wants it any more. */
export async function openGame(id: string, signal: AbortSignal): Promise<GameSource | undefined> {
    if (!isCode(id)) return LocalGame.open(id);
    try {
        const online = await OnlineTable.open(id, signal);
        if (online.game === null) online.close();
        return online.game ?? undefined;
    } catch (error) {
        if (error instanceof NoServer || error instanceof Refusal) return undefined;
        throw error;
    }
}
