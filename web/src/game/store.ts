// Saved games in IndexedDB, one object per game, written after every move.
import { boards } from '../engine/facts';
import type { Analysis } from '../bots/analysis';
import type { Beginning, Step } from '../engine/steps';
import type { TableConfig } from '../engine/types';
import type { SavedGuide } from './guide.svelte';
import type { Player } from './source';
import type { SavedVariation } from './variations';

export interface SavedGame extends Beginning {
    id: string;
    created: number;
    updated: number;
    config: TableConfig;
    players: Player[];
    /** The books of a printed game, or a record for viewing. */
    kind?: 'companion' | 'record';
    /** A first game: it has lessons, and its result has a coach. */
    first?: true;
    guide?: SavedGuide;
    /** The file a game came from. */
    record?: string;
    rulesVersion: number;
    /** The state before the first step, if that is not the setup: under newer rules the earlier steps led to
     *  another state. */
    base?: { state: Uint8Array; zone: number[] };
    /** All steps. The same seed and steps always give the same game. */
    moves: Step[];
    /** The state after them, written by ek_save, in case later rules replay the steps differently. */
    state: Uint8Array;
    /** The regions in play in that state. */
    zone: number[];
    round: number;
    ended: boolean;
    /** Milliseconds that each seat has used; absent in games that earlier versions began. */
    used?: number[];
    /** The seats that won; games that earlier versions saved do not say. */
    winners?: number[];
}

const NAME = 'elektro';
const GAMES = 'games';
/** Keys of games are hexadecimal; those of other objects come after this. */
const AFTER_GAMES = 'g';

function open(): Promise<IDBDatabase> {
    return new Promise((resolve, reject) => {
        const request = indexedDB.open(NAME, 1);
        request.onupgradeneeded = () => request.result.createObjectStore(GAMES, { keyPath: 'id' });
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('the database could not be opened'));
    });
}

let database: Promise<IDBDatabase> | undefined;

function disconnect(): void {
    database = undefined;
}

async function connection(): Promise<IDBDatabase> {
    database ??= open();
    try {
        const found = await database;
        found.onclose = disconnect;
        found.onversionchange = () => {
            found.close();
            disconnect();
        };
        return found;
    } catch (error) {
        disconnect();
        throw error;
    }
}

/** Reconnects once if the browser has closed the connection. */
async function transactionIn(mode: IDBTransactionMode): Promise<IDBTransaction> {
    try {
        return (await connection()).transaction(GAMES, mode);
    } catch {
        disconnect();
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
        transaction.onerror = () => reject(transaction.error ?? new Error('the game could not be saved'));
        transaction.onabort = () => reject(transaction.error ?? new Error('the game could not be saved'));
    });
}

export async function saveGame(game: SavedGame): Promise<void> {
    await inStore('readwrite', (store) => store.put(game));
}

/** Whether an object is a saved game. Other objects are ignored. */
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

/** All games, the most recent first. */
export async function listGames(): Promise<SavedGame[]> {
    const games = await inStore<SavedGame[]>('readonly', (store) => store.getAll(IDBKeyRange.upperBound(AFTER_GAMES)));
    return games.filter(isGame).sort((a, b) => b.updated - a.updated);
}

/** Deletes a game and its variations. */
export async function deleteGame(id: string): Promise<void> {
    await inStore('readwrite', (store) => {
        store.delete(analysisKey(id));
        store.delete(variationsKey(id));
        return store.delete(id);
    });
}

// The analysis of a game, also of one on a server, is an object of its own beside the games.

/** The analysis of a game with so many moves. */
export interface SavedAnalysis {
    moves: number;
    report: Analysis;
}

const analysisKey = (game: string) => `review/${game}`;

export async function saveAnalysis(game: string, analysis: SavedAnalysis): Promise<void> {
    await inStore('readwrite', (store) => store.put({ ...analysis, id: analysisKey(game) }));
}

export async function loadAnalysis(game: string): Promise<SavedAnalysis | undefined> {
    const found = await inStore<SavedAnalysis | undefined>('readonly', (store) => store.get(analysisKey(game)));
    const { decisions, chances, summary, turning_points: turning } = found?.report ?? {};
    return [decisions, chances, summary, turning].every(Array.isArray) ? found : undefined;
}

// Variations of a game, also of one on a server, are an object of their own beside the games.

/** The variations of a game. */
export interface SavedVariations {
    id: string;
    /** Seeds the cards that the game does not know. */
    seed: string;
    variations: SavedVariation[];
}

const variationsKey = (game: string) => `variations/${game}`;

export async function saveVariations(game: string, seed: string, variations: SavedVariation[]): Promise<void> {
    const saved: SavedVariations = { id: variationsKey(game), seed, variations };
    await inStore('readwrite', (store) => store.put(saved));
}

/** Whether an object is a stored list of variations; the moves are checked by the rules. */
function areVariations(found: unknown): found is SavedVariation[] {
    return Array.isArray(found) && found.every((each: Partial<SavedVariation> | null) =>
        typeof each?.after === 'number' && typeof each.name === 'string' && Array.isArray(each.moves) &&
        each.moves.every((made) => typeof made?.move === 'number' && Array.isArray(made.cards)) && areVariations(each.children));
}

export async function loadVariations(game: string): Promise<SavedVariations | undefined> {
    const found = await inStore<SavedVariations | undefined>('readonly', (store) => store.get(variationsKey(game)));
    return areVariations(found?.variations) ? found : undefined;
}
