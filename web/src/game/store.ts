// Games kept in this browser: IndexedDB, one record a game, written after every move.
import type { TableConfig } from '../engine/types';
import type { Player } from './source';

export interface SavedGame {
    id: string;
    created: number;
    updated: number;
    config: TableConfig;
    players: Player[];
    seed: string;
    rulesVersion: number;
    /** The whole game: the same seed and moves give the same game. */
    moves: number[];
    /** The state after them, as ek_save wrote it, for when the rules have changed since. */
    state: Uint8Array;
    /** The regions in play in that state. */
    zone: number[];
    round: number;
    ended: boolean;
}

const NAME = 'elektro';
const GAMES = 'games';

function open(): Promise<IDBDatabase> {
    return new Promise((resolve, reject) => {
        const request = indexedDB.open(NAME, 1);
        request.onupgradeneeded = () => request.result.createObjectStore(GAMES, { keyPath: 'id' });
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('no database'));
    });
}

let database: Promise<IDBDatabase> | undefined;

async function inStore<T>(
    mode: IDBTransactionMode,
    act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
    database ??= open();
    const transaction = (await database).transaction(GAMES, mode);
    const request = act(transaction.objectStore(GAMES));
    return new Promise((resolve, reject) => {
        transaction.oncomplete = () => resolve(request.result);
        transaction.onerror = () => reject(transaction.error ?? new Error('not kept'));
        transaction.onabort = () => reject(transaction.error ?? new Error('not kept'));
    });
}

export async function keepGame(game: SavedGame): Promise<void> {
    await inStore('readwrite', (store) => store.put(game));
}

export function keptGame(id: string): Promise<SavedGame | undefined> {
    return inStore<SavedGame | undefined>('readonly', (store) => store.get(id));
}

/** All games, the last played first. */
export async function keptGames(): Promise<SavedGame[]> {
    const games = await inStore<SavedGame[]>('readonly', (store) => store.getAll());
    return games.sort((a, b) => b.updated - a.updated);
}

export async function forgetGame(id: string): Promise<void> {
    await inStore('readwrite', (store) => store.delete(id));
}
