// A game by its id, wherever it is: games in this page have long ids, tables on the server short codes.
import { NoServer, Refusal } from '../net/api';
import { OnlineTable } from '../net/online.svelte';
import { LocalGame } from './local';
import type { GameSource } from './source';

export function isCode(id: string): boolean {
    return /^[a-z0-9]{12}$/.test(id);
}

/** Undefined if there is no such game or nobody who knows it; throws as LocalGame.open does. */
export async function openGame(id: string): Promise<GameSource | undefined> {
    if (!isCode(id)) return LocalGame.open(id);
    try {
        const online = await OnlineTable.open(id);
        if (online.game === null) online.close();
        return online.game ?? undefined;
    } catch (error) {
        if (error instanceof NoServer || error instanceof Refusal) return undefined;
        throw error;
    }
}
