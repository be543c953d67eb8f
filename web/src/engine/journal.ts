// A game with its history: the C object of journal.h, in its own instance of the engine.
import { membersOf } from './decode';
import { RefusedTable } from './errors';
import { Position } from './position';
import type { Back, GameEvent, GameView, HistoryEntry, Move, Reason, TableConfig } from './types';

/** A seed as people type it, or as the number that the engine uses. */
export type Seed = string | bigint;

/** Size of a seed as text in bytes, with the terminating zero. */
const SEED_MAX = 128;

/** How a game is set up. */
export interface Setup {
    /** The source of all random choices. */
    seed?: Seed;
    /** The first order; random if left out. */
    order?: readonly number[];
    /** The opening market; dealt by the rules if left out or empty. */
    market?: readonly number[];
    /** The seed also chooses the regions in play; config.zone is not used. */
    randomZone?: boolean;
    /** Cards are not drawn from the seed: the caller enters them with draw(). */
    told?: boolean;
    /** The game begins at this state, written by save(); zone holds the regions in play at that time. */
    saved?: { state: Uint8Array; zone: readonly number[] };
}

export class Journal extends Position {
    /** One entry for each step of the C object. */
    readonly history: HistoryEntry[] = [];
    /** The view right after the setup. */
    readonly opening: GameView;
    readonly #game: number;
    readonly #cursor: number;

    /** Starts the game; throws RefusedTable if the rules refuse it. */
    constructor(compiled: WebAssembly.Module, config: TableConfig, setup: Setup) {
        super(compiled, setup.randomZone ? { ...config, zone: [] } : config);
        this.#game = this.module.allocateStruct('jn_game');
        this.#cursor = this.module.allocateStruct('jn_cursor');
        const at = this.#writeSetup(setup);
        const { reason, events } = this.withEvents((to) => this.module.call('jn_start', this.#game, at, to));
        if (reason !== 'ok') throw new RefusedTable(reason);
        if (setup.randomZone) this.config.zone = membersOf(this.module.get('jn_game', 'setup.config.zone', this.#game));
        this.#add(null, null, events);
        this.opening = this.view();
    }

    /** The address of the jn_game. */
    get address(): number {
        return this.#game;
    }

    get rules(): number {
        return this.module.pointer('jn_game', 'now.rules', this.#game);
    }

    get state(): number {
        return this.module.at('jn_game', 'now.state', this.#game);
    }

    #writeSetup({ seed = 0n, order = [], market = [], randomZone = false, told = false, saved }: Setup): number {
        const { module, config } = this;
        const at = module.allocateStruct('jn_setup');
        const set = (field: string, value: number | bigint, index = 0) => module.set('jn_setup', field, at, value, index);
        const zone = saved?.zone ?? config.zone;
        set('board', this.boardAddress());
        set('config.edition', module.number('edition', config.edition));
        set('config.players', config.players);
        set('config.options', this.optionSet());
        set('config.zone', zone.reduce((regions, region) => regions | (1 << region), 0));
        set('zone_choice', module.number('zone-choice', randomZone ? 'random' : config.zone.length > 0 ? 'given' : 'draft'));
        set('chance', module.number('source', told ? 'told-all' : 'seed'));
        set('seed', this.seedNumber(seed));
        set('order_given', Number(order.length > 0));
        order.forEach((seat, index) => set('order', seat, index));
        set('market', market.reduce((plants, plant) => plants | (1n << BigInt(plant)), 0n));
        if (saved !== undefined) {
            const bytes = module.allocate(saved.state.length);
            module.bytes.set(saved.state, bytes);
            set('saved', bytes);
            set('saved_size', saved.state.length);
        }
        return at;
    }

    /** Converts a seed to the number that the engine uses. */
    seedNumber(seed: Seed): bigint {
        const { module } = this;
        if (typeof seed === 'bigint') return seed;
        const bytes = new TextEncoder().encode(seed);
        if (bytes.length >= SEED_MAX) throw new Error('the seed is too long');
        const at = module.allocate(SEED_MAX);
        module.bytes.set([...bytes, 0], at);
        return BigInt.asUintN(64, module.call('ek_wasm_seed', at) as unknown as bigint);
    }

    // ------------------------------------------------------------------------------- steps

    /** Makes a move for the seat to move. */
    play(move: Move): Reason {
        const seat = this.toMove();
        const mover = seat ?? this.module.number('limit', 'NOBODY');
        const { reason, events } = this.withEvents((to) => this.module.call('jn_play', this.#game, mover, move | 0, to));
        if (reason === 'ok') this.#add(seat, move, events);
        return reason;
    }

    /** Enters the awaited card. If joined, its events are added to the previous entry. */
    draw(plant: number, joined = false): Reason {
        const { reason, events } = this.withEvents((to) => this.module.call('jn_draw', this.#game, plant, Number(joined), to));
        if (reason === 'ok') this.#addChance(joined, events);
        return reason;
    }

    /** Enters the back of the top card of the deck. If joined, it becomes part of the previous entry. */
    showBack(back: Back, joined = false): Reason {
        const number = this.module.number('back', back);
        const reason = this.reason(this.module.call('jn_show_back', this.#game, number, Number(joined)));
        if (reason === 'ok') this.#addChance(joined, []);
        return reason;
    }

    /** Draws cards from this seed from now on, and the awaited card at once. */
    reseed(seed: Seed): Reason {
        const number = this.seedNumber(seed);
        const { reason, events } = this.withEvents((to) => this.module.call('jn_reseed', this.#game, number, to));
        if (reason === 'ok') this.#add(null, null, events);
        return reason;
    }

    /** Removes the last entry. */
    undo(): Reason {
        const reason = this.reason(this.module.call('jn_undo', this.#game));
        if (reason === 'ok') this.history.pop();
        return reason;
    }

    /** Removes all entries after history[index]. */
    undoTo(index: number): Reason {
        const reason = this.reason(this.module.call('jn_undo_to', this.#game, index));
        if (reason === 'ok') this.history.length = Math.min(this.history.length, index + 1);
        return reason;
    }

    #add(seat: number | null, move: Move | null, events: GameEvent[]): void {
        this.history.push({ index: this.history.length, seat, move, events });
    }

    #addChance(joined: boolean, events: GameEvent[]): void {
        if (!joined) return this.#add(null, null, events);
        const last = this.history.at(-1)!;
        this.history[last.index] = { ...last, events: [...last.events, ...events] };
    }

    /** The journal also refuses games that are too long or exceed its memory. Normal play never gets there. */
    protected override reason(number: number): Reason {
        const { module } = this;
        if (number < module.words('reason').length) return super.reason(number);
        throw new Error(`the journal refuses: ${module.word('journal', number)}`);
    }

    // ---------------------------------------------------------------------------- positions

    /** The state after history[index] as a seat may see it; null: a spectator. */
    viewAt(index: number, seat: number | null): Uint8Array {
        const { rules, state } = this.#positionAt(index);
        return this.viewOf(rules, state, seat);
    }

    /** The state after history[index] with all money visible, but without the random generator. */
    openAt(index: number): Uint8Array {
        const { module } = this;
        const { view } = this.scratch;
        const { state } = this.#positionAt(index);
        module.bytes.copyWithin(view, state, state + module.sizeOf('ek_state'));
        module.set('ek_state', 'random', view, 0n);
        module.set('ek_state', 'chance', view, module.number('chance', 'ask'));
        return this.stateBytes(view);
    }

    #positionAt(index: number): { rules: number; state: number } {
        const { module } = this;
        if (index >= this.history.length - 1) return { rules: this.rules, state: this.state };
        module.call('jn_go_to_step', this.#cursor, this.#game, index);
        return {
            rules: module.pointer('jn_cursor', 'now.rules', this.#cursor),
            state: module.at('jn_cursor', 'now.state', this.#cursor),
        };
    }
}
