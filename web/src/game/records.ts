// Local games from records and records of local games. records.wasm is loaded on demand.
import type { Journal } from '../engine/journal';
import { recordsModule } from '../engine/load';
import * as records from '../engine/records';
import type { Step } from '../engine/steps';
import type { TableConfig } from '../engine/types';
import { newId } from './id';
import { LocalGame, seatsAgainstBots, type NewGame } from './local';
import type { Player } from './source';
import type { SavedGame } from './store';

/** The record of a game. A game that was opened from a file keeps that file. */
export async function writeRecord(saved: Readonly<SavedGame>, journal: Journal): Promise<string> {
    if (saved.record !== undefined) return saved.record;
    const names = saved.players.map(({ name }) => name);
    return records.writeRecord(await recordsModule(), { ...saved, journal, names, steps: saved.moves });
}

/** Reads a record; names that it does not give are ''. Throws BadRecord. */
async function readRecord(bytes: Uint8Array): Promise<{ config: TableConfig; names: string[]; beginning: NewGame & { moves: Step[] } }> {
    const { config, names, steps, ...beginning } = records.readRecord(await recordsModule(), bytes);
    return { config, names, beginning: { ...beginning, moves: steps } };
}

/** Opens a record for viewing. Throws BadRecord. */
export async function openRecord(bytes: Uint8Array, nameless: (seat: number) => string): Promise<LocalGame> {
    const { config, names, beginning } = await readRecord(bytes);
    const players: Player[] = names.map((name, seat) => ({ name: name || nameless(seat), colour: seat }));
    return LocalGame.begin(config, players, { ...beginning, kind: 'record', record: new TextDecoder().decode(bytes) });
}

/** The steps of the first moves, with all cards that they turned up. */
function stepsOf(steps: readonly Step[], moves: number): Step[] {
    let left = moves;
    const end = steps.findIndex((step) => typeof step === 'number' && left-- === 0);
    return end < 0 ? [...steps] : steps.slice(0, end);
}

/** Starts a local game after the first moves of a record. The person plays the seat me, bots play the
 *  others. Throws BadRecord. */
export async function branchRecord(record: string, moves: number, players: readonly Player[], me: number): Promise<LocalGame> {
    const { config, beginning } = await readRecord(new TextEncoder().encode(record));
    const steps = stepsOf(beginning.moves, moves);
    return LocalGame.begin(config, seatsAgainstBots(players, me), {
        ...beginning,
        moves: beginning.chance === 'told' ? [...steps, { seed: newId() }] : steps,
    });
}

/** Verifies the cards of a server's game, also against the notes that this browser kept before the game. Throws BadRecord. */
export async function checkShuffle(record: string, notes?: string): Promise<records.Fairness> {
    return records.checkShuffle(await recordsModule(), record, notes);
}
