// Local games from records and records of local games. records.wasm is loaded on demand.
import type { Journal } from '../engine/journal';
import { recordsModule } from '../engine/load';
import * as records from '../engine/records';
import type { Step } from '../engine/steps';
import { LEVELS, STYLES, type TableConfig } from '../engine/types';
import { newId } from './id';
import { LocalGame, seatsAgainstBots, type NewGame } from './local';
import type { Player } from './source';
import type { SavedGame } from './store';

/** A comment of elektro play at the end of a record: who plays each seat, me or a bot such as hard:rusher. */
const SEATS = '# seats:';

function seatsComment(players: readonly Player[]): string {
    if (players.every(({ bot }) => bot === undefined)) return '';
    const words = players.map(({ bot = 'me', style = 'plain' }) => (style === 'plain' ? bot : `${bot}:${style}`));
    return `${SEATS} ${words.join(', ')}\n`;
}

/** The bots that a record names, by seat; none if it names no person, who could play on. */
export function botsIn(record: string): Pick<Player, 'bot' | 'style'>[] {
    const words = record.split('\n').find((line) => line.startsWith(SEATS))?.slice(SEATS.length).split(',') ?? [];
    const bots = words.map((word) => {
        const [name, style] = word.trim().replace(/@.*/, '').split(':');
        const bot = LEVELS.find((each) => each === name);
        return bot === undefined ? {} : { bot, style: STYLES.find((each) => each === style) ?? 'plain' };
    });
    return bots.every(({ bot }) => bot !== undefined) ? [] : bots;
}

/** The record of a game. A game that was opened from a file keeps that file. */
export async function writeRecord(saved: Readonly<SavedGame>, journal: Journal): Promise<string> {
    if (saved.record !== undefined) return saved.record;
    const names = saved.players.map(({ name }) => name);
    const record = records.writeRecord(await recordsModule(), { ...saved, journal, names, steps: saved.moves });
    return record + seatsComment(saved.players);
}

/** Reads a record; names that it does not give are ''. Throws BadRecord. */
async function readRecord(bytes: Uint8Array): Promise<{ config: TableConfig; names: string[]; beginning: NewGame & { moves: Step[] } }> {
    const { config, names, steps, ...beginning } = records.readRecord(await recordsModule(), bytes);
    return { config, names, beginning: { ...beginning, moves: steps } };
}

/** Opens a record for viewing. Throws BadRecord. */
export async function openRecord(bytes: Uint8Array, nameless: (seat: number) => string): Promise<LocalGame> {
    const { config, names, beginning } = await readRecord(bytes);
    const record = new TextDecoder().decode(bytes);
    const bots = botsIn(record);
    const players: Player[] = names.map((name, seat) => ({ name: name || nameless(seat), colour: seat, ...bots[seat] }));
    return LocalGame.begin(config, players, { ...beginning, kind: 'record', record });
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
