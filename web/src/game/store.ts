// Games kept in this browser: IndexedDB, one record a game, written after every move.
import { boards } from '../engine/facts';
import type { Back, Move, TableConfig } from '../engine/types';
import type { Player } from './source';

/** One step of a game: a move; a card that a person told, perhaps with the back of the next one; the
 *  back alone; or a seed that draws all cards from here on. */
export type Step = Move | { draw: number; back?: Back } | { back: Back } | { seed: string };

export interface SavedGame {
    id: string;
    created: number;
    updated: number;
    config: TableConfig;
    players: Player[];
    /** What the cards are drawn from; '' where they are told. */
    seed: string;
    /** Absent in games of earlier versions: their seed is a number written out. */
    chance?: 'seed' | 'told';
    /** What was not drawn at the start. */
    setup?: { order?: number[]; market?: number[] };
    /** The books of a printed game, or a game from a file that nobody plays. */
    kind?: 'companion' | 'record';
    /** The file a game came from. */
    record?: string;
    rulesVersion: number;
    /** Where the steps begin, if not at the setup: under rules that have changed since, those before
     *  gave another game. */
    base?: { state: Uint8Array; zone: number[] };
    /** The whole game: the same seed and steps give the same game. */
    moves: Step[];
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

function forget(): void {
    database = undefined;
}

async function connection(): Promise<IDBDatabase> {
    database ??= open();
    try {
        const found = await database;
        found.onclose = forget;
        found.onversionchange = () => {
            found.close();
            forget();
        };
        return found;
    } catch (error) {
        forget();
        throw error;
    }
}

/** A connection that the browser has closed meanwhile is made anew, once. */
async function transactionIn(mode: IDBTransactionMode): Promise<IDBTransaction> {
    try {
        return (await connection()).transaction(GAMES, mode);
    } catch {
        forget();
        return (await connection()).transaction(GAMES, mode);
    }
}

async function inStore<T>(
    mode: IDBTransactionMode,
    act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
    const transaction = await transactionIn(mode);
    const request = act(transaction.objectStore(GAMES));
    return new Promise((resolve, reject) => {
        transaction.oncomplete = () => resolve(request.result);
        transaction.onerror = () => reject(transaction.error ?? new Error('not kept'));
        transaction.onabort = () => reject(transaction.error ?? new Error('not kept'));
    });
}

export async function saveGame(game: SavedGame): Promise<void> {
    await inStore('readwrite', (store) => store.put(game));
}

/** What something else wrote there is no game; it is left alone. */
function isGame(found: Partial<SavedGame> | undefined): found is SavedGame {
    const { id, config, players, moves, updated } = found ?? {};
    return (
        typeof id === 'string' && Number.isFinite(updated) && Array.isArray(moves) &&
        boards.some((board) => board.id === config?.board && board.editions.includes(config.edition)) &&
        Array.isArray(players) && players.length === config?.players &&
        players.every((player) => typeof player?.name === 'string' && Number.isInteger(player.colour))
    );
}

export async function loadGame(id: string): Promise<SavedGame | undefined> {
    const found = await inStore<SavedGame | undefined>('readonly', (store) => store.get(id));
    return isGame(found) ? found : undefined;
}

/** All games, the last played first. */
export async function listGames(): Promise<SavedGame[]> {
    const games = await inStore<SavedGame[]>('readonly', (store) => store.getAll());
    return games.filter(isGame).sort((a, b) => b.updated - a.updated);
}

export async function deleteGame(id: string): Promise<void> {
    await inStore('readwrite', (store) => store.delete(id));
}
