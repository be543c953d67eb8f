// Writes and reads .elektro files with records.wasm, which has the code of the command line. The module is
// loaded on demand; each record has an instance of its own.
import { boards } from '../engine/facts';
import { members } from '../engine/decode';
import { recordsModule } from '../engine/load';
import { EngineModule } from '../engine/module';
import { writeOptions } from '../engine/notation';
import type { Back, TableConfig } from '../engine/types';
import { newId } from './id';
import { LocalGame, seatsAgainstBots, type NewGame } from './local';
import type { HistoryEntry, Player } from './source';
import type { SavedGame, Step } from './store';

/** A game to write as a record. */
export interface RecordSource {
    saved: Readonly<SavedGame>;
    history: readonly HistoryEntry[];
    /** The state after the setup. */
    start: { order: number[]; market: number[]; top: Back };
}

/** What was found out about a shuffle (rec_fairness). */
export interface Fairness {
    version: number;
    cards: number;
    attempt: number;
    seals: number;
    /** Compared with the notes of this browser. */
    noted: boolean;
}

/** A record is refused. The code is an error code of record/ or a reason of the engine. */
export class BadRecord extends Error {
    constructor(
        readonly code: string,
        readonly line: number,
        readonly column: number,
        text: string,
    ) {
        super(text);
    }
}

/** One record in an instance of the module. */
class RecordModule {
    readonly #module: EngineModule;
    readonly #error: number;
    #game = 0;
    #text = 0;

    private constructor(module: WebAssembly.Module) {
        this.#module = new EngineModule(module);
        this.#error = this.#module.allocateStruct('rec_error');
    }

    static async make(): Promise<RecordModule> {
        return new RecordModule(await recordsModule());
    }

    #refuse(): never {
        const { data } = this.#module;
        const at = (field: string) => this.#module.at('rec_error', field, this.#error);
        const text = (field: string) => this.#module.text(at(field));
        const number = (field: string) => data.getUint32(at(field), true);
        throw new BadRecord(text('code'), number('line'), number('column'), text('text'));
    }

    #must(done: number): number {
        return done === 0 ? this.#refuse() : done;
    }

    /** Writes a text to an address, cut to room bytes with the terminating zero. */
    #write(text: string, at: number, room: number): void {
        const { written } = new TextEncoder().encodeInto(text, this.#module.bytes.subarray(at, at + room - 1));
        this.#module.bytes[at + (written ?? 0)] = 0;
    }

    // ------------------------------------------------------------------------------ reading

    /** Parses a record. Files that are too long are refused before memory is allocated. */
    read(bytes: Uint8Array): void {
        if (bytes.length > this.#module.number('limit', 'RECORD_MAX')) throw new BadRecord('record-too-long', 1, 1, '');
        const name = this.#module.allocate(1);
        this.#text = this.#module.allocate(bytes.length + 1);
        this.#module.bytes.set(bytes, this.#text);
        this.#game = this.#must(this.#module.call('rec_read', name, this.#text, bytes.length, this.#error));
    }

    #options(): number {
        return this.#module.call('rec_options_of', this.#game);
    }

    config(): TableConfig {
        const module = this.#module;
        const at = this.#options();
        const get = (field: string) => module.get('rec_options', field, at);
        const table = module.ek.bd_boards.value;
        const index = (module.data.getUint32(module.at('rec_options', 'board', at), true) - table) / module.sizeOf('bd_board');
        const set = get('options');
        return {
            board: boards[index]!.id,
            edition: module.word('edition', get('edition')),
            players: get('players'),
            options: module.words('option').filter((word) => set & module.number('option', word)),
            zone: get('zone_choice') === module.number('zone-choice', 'draft') ? [] : members(BigInt(get('zone'))),
        };
    }

    names(): string[] {
        const at = this.#options();
        const players = this.#module.get('rec_options', 'players', at);
        return Array.from({ length: players }, (_, seat) => this.#module.text(this.#module.at('rec_options', 'name', at, seat)));
    }

    /** The source of the cards: the seed of the record, or the cards listed in it. */
    chance(): Pick<SavedGame, 'chance' | 'seed' | 'setup'> {
        const module = this.#module;
        const at = this.#options();
        const players = module.get('rec_options', 'players', at);
        const drawn = module.get('rec_options', 'chance', at) === module.number('chance', 'seed');
        const given = module.get('rec_options', 'order_given', at) !== 0;
        const market = members(module.get64('rec_options', 'market', at));
        const setup = {
            ...(given ? { order: module.list('rec_options', 'order', at).slice(0, players) } : {}),
            ...(market.length > 0 ? { market } : {}),
        };
        const seeded = drawn && module.get('rec_options', 'script_count', at) === 0;
        return seeded
            ? { chance: 'seed', seed: module.text(module.at('rec_options', 'seed', at)), setup }
            : { chance: 'told', seed: '', setup: this.start() };
    }

    start(): { order: number[]; market: number[] } {
        const module = this.#module;
        const at = module.allocateStruct('ek_state');
        module.call('rec_state_at', this.#game, 0, at);
        const players = module.get('rec_options', 'players', this.#options());
        return {
            order: module.list('ek_state', 'order', at).slice(0, players),
            market: members(module.get64('ek_state', 'market', at)),
        };
    }

    /** All steps of the game; cards only if they are not drawn from a seed. */
    steps(told: boolean): Step[] {
        const module = this.#module;
        const entries = module.allocateStruct('rec_entries');
        if (!module.call('rec_list_entries', entries, module.call('rec_journal', this.#game))) throw new Error('there is not enough memory');
        const first = module.pointer('rec_entries', 'list', entries);
        const count = module.get('rec_entries', 'count', entries);
        const steps: Step[] = [];
        for (let i = 0; i < count; i++) {
            const at = first + i * module.sizeOf('rec_entry');
            const kind = module.word('entry', module.get('rec_entry', 'kind', at));
            const value = module.data.getUint32(module.at('rec_entry', 'value', at), true);
            if (kind === 'move') steps.push(value);
            else if (told && kind === 'draw') steps.push({ draw: value });
            else if (told) addBack(steps, module.word('back', value));
        }
        return steps;
    }

    /** Verifies the cards of a server's game. */
    checkShuffle(notes: string | undefined): Fairness {
        const found = this.#module.allocateStruct('rec_fairness');
        const kept = notes === undefined ? 0 : this.#module.allocateText(notes);
        this.#must(this.#module.call('rec_check_shuffle', this.#text, this.#game, kept, found, this.#error));
        const get = (field: string) => this.#module.get('rec_fairness', field, found);
        return { version: get('version'), cards: get('cards'), attempt: get('attempt'), seals: get('seals'), noted: get('noted') !== 0 };
    }

    // ------------------------------------------------------------------------------ writing

    begin({ saved, start }: RecordSource, drawn: boolean): void {
        const module = this.#module;
        const { config, players, seed, setup } = saved;
        const at = writeOptions(module, config);
        const set = (field: string, value: number | bigint, index = 0) => module.set('rec_options', field, at, value, index);
        const order = drawn ? setup?.order : start.order;
        const market = drawn ? setup?.market : start.market;
        set('order_given', order === undefined ? 0 : 1);
        order?.forEach((seat, place) => set('order', seat, place));
        set('market', (market ?? []).reduce((all, plant) => all | (1n << BigInt(plant)), 0n));
        if (drawn) set('chance', module.number('chance', 'seed'));
        const { count } = module.field('rec_options', 'seed');
        this.#write(drawn ? seed : '', module.at('rec_options', 'seed', at), count);
        const { size } = module.field('rec_options', 'name');
        players.forEach(({ name }, seat) => this.#write(name, module.at('rec_options', 'name', at, seat), size));
        this.#game = this.#must(module.call('rec_new', at, this.#error));
        if (!drawn) this.#back(start.top);
    }

    #back(back: Back | undefined): void {
        if (back === undefined || back === 'unknown') return;
        this.#must(this.#module.call('rec_show_back', this.#game, this.#module.number('back', back), this.#error));
    }

    play(move: number): void {
        this.#must(this.#module.call('rec_play', this.#game, move | 0, this.#error));
    }

    /** Writes a step with all cards that it turned up. */
    addStep(step: Step, { events }: HistoryEntry): void {
        if (typeof step === 'number') this.play(step);
        for (const event of events) {
            if (event.type === 'plant-drawn') this.#must(this.#module.call('rec_draw', this.#game, event.plant, this.#error));
            if (event.type === 'plant-drawn' || event.type === 'deck-shuffled') this.#back(event.top_back);
        }
        if (typeof step !== 'number' && 'back' in step) this.#back(step.back);
    }

    text(): string {
        return this.#module.text(this.#must(this.#module.call('rec_write', this.#game)));
    }
}

/** Adds a card back to the card before it, or as a step of its own. */
function addBack(steps: Step[], back: Back): void {
    const last = steps.at(-1);
    if (typeof last === 'object' && 'draw' in last && last.back === undefined) last.back = back;
    else steps.push({ back });
}

/** The record of a game. A game that was opened from a file keeps that file. */
export async function writeRecord(source: RecordSource): Promise<string> {
    const { saved, history } = source;
    if (saved.record !== undefined) return saved.record;
    const module = await RecordModule.make();
    const drawn = saved.chance === 'seed' && saved.moves.every((step) => typeof step === 'number');
    module.begin(source, drawn);
    saved.moves.forEach((step, index) => {
        if (drawn) module.play(step as number);
        else module.addStep(step, history[index + 1]!);
    });
    return module.text();
}

/** Reads a record; names that it does not give are ''. Throws BadRecord. */
async function readRecord(bytes: Uint8Array): Promise<{ config: TableConfig; names: string[]; beginning: NewGame & { moves: Step[] } }> {
    const module = await RecordModule.make();
    module.read(bytes);
    const chance = module.chance();
    const moves = module.steps(chance.chance === 'told');
    return { config: module.config(), names: module.names(), beginning: { ...chance, moves } };
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

/** Verifies the cards of a server's game against its published seed, and against the notes that this
 *  browser kept before the game. Throws BadRecord if anything differs or the record has no seed. */
export async function checkShuffle(record: string, notes?: string): Promise<Fairness> {
    const module = await RecordModule.make();
    module.read(new TextEncoder().encode(record));
    return module.checkShuffle(notes);
}
