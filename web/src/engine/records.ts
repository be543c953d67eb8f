// Records, by records.wasm, which has the code of the command line. Each record has an instance of its own.
import { members } from './decode';
import { BadRecord } from './errors';
import { boards } from './facts';
import type { Journal } from './journal';
import { EngineModule } from './module';
import { writeOptions } from './notation';
import { addBack, type Beginning, type Step } from './steps';
import type { Back, HistoryEntry, TableConfig } from './types';

/** A game to write as a record: its journal, and what the journal does not know. */
export interface RecordSource extends Beginning {
    journal: Journal;
    names: readonly string[];
    steps: readonly Step[];
}

/** A game read from a record. Names that the record does not give are ''. */
export interface RecordedGame extends Beginning {
    config: TableConfig;
    names: string[];
    steps: Step[];
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

/** One record in an instance of the module. */
class RecordModule {
    readonly #module: EngineModule;
    readonly #error: number;
    #game = 0;
    #text = 0;

    constructor(compiled: WebAssembly.Module) {
        this.#module = new EngineModule(compiled);
        this.#error = this.#module.allocateStruct('rec_error');
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
        if (bytes.length > this.#module.number('limit', 'RECORD_MAX')) throw new BadRecord('record-too-long', 1, 1, 'The record is too long.');
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
    beginning(): Beginning {
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

    begin({ journal, names, seed, setup }: RecordSource, drawn: boolean): void {
        const module = this.#module;
        const at = writeOptions(module, journal.config);
        const set = (field: string, value: number | bigint, index = 0) => module.set('rec_options', field, at, value, index);
        const { opening } = journal;
        const order = drawn ? setup?.order : opening.order;
        const market = drawn ? setup?.market : [...opening.current, ...opening.future];
        set('order_given', order === undefined ? 0 : 1);
        order?.forEach((seat, place) => set('order', seat, place));
        set('market', (market ?? []).reduce((all, plant) => all | (1n << BigInt(plant)), 0n));
        if (drawn) set('chance', module.number('chance', 'seed'));
        const { count } = module.field('rec_options', 'seed');
        this.#write(drawn ? seed : '', module.at('rec_options', 'seed', at), count);
        const { size } = module.field('rec_options', 'name');
        names.forEach((name, seat) => this.#write(name, module.at('rec_options', 'name', at, seat), size));
        this.#game = this.#must(module.call('rec_new', at, this.#error));
        if (!drawn) this.#back(opening.deck.top);
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

/** The record of a game. */
export function writeRecord(compiled: WebAssembly.Module, source: RecordSource): string {
    const { journal, steps, chance } = source;
    const module = new RecordModule(compiled);
    const drawn = chance === 'seed' && steps.every((step) => typeof step === 'number');
    module.begin(source, drawn);
    steps.forEach((step, index) => {
        if (drawn) module.play(step as number);
        else module.addStep(step, journal.history[index + 1]!);
    });
    return module.text();
}

/** Reads a record; with told, all its cards become steps even if it has their seed. Throws BadRecord. */
export function readRecord(compiled: WebAssembly.Module, bytes: Uint8Array, told = false): RecordedGame {
    const module = new RecordModule(compiled);
    module.read(bytes);
    const beginning: Beginning = told ? { chance: 'told', seed: '', setup: module.start() } : module.beginning();
    return { ...beginning, config: module.config(), names: module.names(), steps: module.steps(beginning.chance === 'told') };
}

/** Verifies the cards of a server's game against its published seed, and against the notes that a browser
 *  kept before the game. Throws BadRecord if anything differs or the record has no seed. */
export function checkShuffle(compiled: WebAssembly.Module, record: string, notes?: string): Fairness {
    const module = new RecordModule(compiled);
    module.read(new TextEncoder().encode(record));
    return module.checkShuffle(notes);
}
