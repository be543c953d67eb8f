// A game on the journal of the engine.
import { Brains } from '../../web/src/bots/brains';
import { hasStyles } from '../../web/src/bots/protocol';
import { RefusedMove, RefusedTable } from '../../web/src/engine/errors';
import { Journal } from '../../web/src/engine/journal';
import { Notation, reasonText } from '../../web/src/engine/notation';
import { writeRecord, type RecordedGame } from '../../web/src/engine/records';
import { applyStep, type Step } from '../../web/src/engine/steps';
import { Table } from '../../web/src/engine/table';
import {
    FUELS,
    LEVELS,
    STYLES,
    type Back,
    type Board,
    type Fuel,
    type GameEvent,
    type GameView,
    type HistoryEntry,
    type Level,
    type Move,
    type Powering,
    type Rank,
    type Reason,
    type Route,
    type TableConfig,
} from '../../web/src/engine/types';
import { words as lists } from '../../web/src/generated/words';
import type { Bot, BotOptions, Game, MoveOrWords, Refusal } from './api';
import { SeatedBot } from './bot';
import { below, bigInteger, member, text } from './checks';

/** The compiled modules. */
export interface Compiled {
    engine: WebAssembly.Module;
    records: WebAssembly.Module;
    /** What bots that search have learned, once it is loaded. */
    weights?: Uint8Array;
}

/** Starts a journal; a refusal gets its sentence. */
function startOf({ engine, records }: Compiled, { config, seed, chance, setup }: RecordedGame, randomZone: boolean): Journal {
    try {
        return new Journal(engine, config, { ...setup, seed, told: chance === 'told', randomZone });
    } catch (error) {
        if (!(error instanceof RefusedTable)) throw error;
        throw new RefusedTable(error.reason, reasonText(records, error.reason));
    }
}

export class JournalGame implements Game {
    readonly names: readonly string[];
    readonly seed: string;
    readonly journal: Journal;
    /** How many steps have been taken back. */
    undone = 0;
    readonly #compiled: Compiled;
    readonly #start: RecordedGame;
    readonly #steps: Step[] = [];
    #notation: Notation | undefined;
    #table: Table | undefined;

    /** A game with these steps; throws RefusedTable, or RefusedMove if a step is refused. */
    constructor(compiled: Compiled, start: RecordedGame, randomZone = false) {
        this.#compiled = compiled;
        this.journal = startOf(compiled, start, randomZone);
        this.#start = { ...start, config: this.journal.config };
        this.names = start.names;
        this.seed = start.seed;
        for (const step of start.steps) this.#take(step);
    }

    get engine(): WebAssembly.Module {
        return this.#compiled.engine;
    }

    get weights(): Uint8Array | undefined {
        return this.#compiled.weights;
    }

    get config(): TableConfig {
        return this.journal.config;
    }

    get board(): Board {
        return this.journal.board;
    }

    get toMove(): number | null {
        return this.journal.toMove();
    }

    get ended(): boolean {
        return this.journal.ended();
    }

    get history(): readonly HistoryEntry[] {
        return this.journal.history;
    }

    // ------------------------------------------------------------------------------ moves

    moves(): Move[] {
        return this.journal.moves();
    }

    words(move: Move): string {
        return this.#words.print(this.journal.bytes(), this.#mover(), below(move, 2 ** 32, 'move'));
    }

    wordsAt(index: number): string | null {
        const { seat, move } = this.journal.history[this.#index(index)]!;
        return seat === null || move === null ? null : this.#words.print(this.journal.openAt(index - 1), seat, move);
    }

    parse(words: string): Move {
        return this.#words.read(this.journal.bytes(), text(words, 'words'));
    }

    why(move: MoveOrWords): Refusal | null {
        try {
            const reason = this.journal.why(this.#mover(), this.#move(move));
            return reason === 'ok' ? null : { code: reason, text: this.#words.why(reason) };
        } catch (error) {
            if (!(error instanceof RefusedMove)) throw error;
            return { code: error.code, text: error.message };
        }
    }

    /** Notation is loaded when the first words are needed. */
    get #words(): Notation {
        return (this.#notation ??= new Notation(this.#compiled.records, this.config));
    }

    #move(move: MoveOrWords): Move {
        return typeof move === 'string' ? this.parse(move) : below(move, 2 ** 32, 'move');
    }

    #mover(): number {
        const seat = this.toMove;
        if (seat !== null) return seat;
        throw new Error(this.ended ? 'the game is over' : 'the game waits for a card: enter it with draw()');
    }

    // ------------------------------------------------------------------------------ steps

    play(move: MoveOrWords): GameEvent[] {
        this.#mover();
        return this.#take(this.#move(move));
    }

    awaited(): number[] {
        return this.journal.awaited();
    }

    draw(plant: number, back?: Back): GameEvent[] {
        const draw = below(plant, 64, 'plant');
        return this.#take(back === undefined ? { draw } : { draw, back: member(back, lists.back, 'back') });
    }

    showBack(back: Back): void {
        this.#take({ back: member(back, lists.back, 'back') });
    }

    reseed(seed: string): GameEvent[] {
        return this.#take({ seed: text(seed, 'seed') });
    }

    undo(): void {
        if (this.#steps.length === 0) throw new Error('there is nothing to take back');
        this.journal.undo();
        this.#steps.pop();
        this.undone++;
    }

    copy(): Game {
        return new JournalGame(this.#compiled, { ...this.#start, steps: this.#steps });
    }

    /** Makes a step; returns its events. */
    #take(step: Step): GameEvent[] {
        const reason: Reason = applyStep(this.journal, step);
        if (reason !== 'ok') throw new RefusedMove(reason, this.#words.why(reason));
        this.#steps.push(step);
        return this.history.at(-1)!.events;
    }

    // ---------------------------------------------------------------------------- queries

    view(seat: number | null, index = this.history.length - 1): GameView {
        return this.#decode(this.journal.viewAt(this.#index(index), seat === null ? null : this.#seat(seat)));
    }

    state(index = this.history.length - 1): GameView {
        return this.#decode(this.journal.openAt(this.#index(index)));
    }

    #decode(bytes: Uint8Array): GameView {
        const table = (this.#table ??= new Table(this.engine, this.config));
        table.setBytes(bytes);
        return table.view();
    }

    connection(seat: number, city: number): Route {
        return this.journal.connection(this.#seat(seat), below(city, this.board.cities.length, 'city'));
    }

    connections(seat: number): Route[] {
        return this.journal.connections(this.#seat(seat));
    }

    price(seat: number, fuel: Fuel, count: number): number | null {
        return this.journal.price(this.#seat(seat), member(fuel, FUELS, 'fuel'), below(count, 256, 'count'));
    }

    bestPower(seat: number, wanted = 255): Move {
        return this.journal.bestPower(this.#seat(seat), below(wanted, 256, 'number of cities'));
    }

    powering(seat: number, move: Move): Powering {
        return this.journal.powering(this.#seat(seat), below(move, 2 ** 32, 'move'));
    }

    thresholds(): { step2: number | null; end: number } {
        return this.journal.marks();
    }

    ranking(): Rank[] {
        return this.journal.ranking();
    }

    #seat(seat: number): number {
        return below(seat, this.config.players, 'seat');
    }

    #index(index: number): number {
        return below(index, this.history.length, 'entry of the history');
    }

    // ------------------------------------------------------------------------ bots, record

    bot(seat: number, level: Level, { style = 'plain', seed, nodes }: BotOptions = {}): Bot {
        member(level, LEVELS, 'level');
        if (style !== 'plain' && !hasStyles(level)) throw new RangeError(`${level} has no styles; normal, hard and expert do`);
        return new SeatedBot(this, {
            seat: this.#seat(seat),
            level,
            style: member(style, STYLES, 'style'),
            seed: bigInteger(seed ?? this.journal.seedNumber(this.seed) + BigInt(seat), 'seed'),
            ...(nodes === undefined ? {} : { nodes: below(nodes, 2 ** 31, 'number of playouts') }),
        });
    }

    advise(): Move {
        const seat = this.#mover();
        const brains = new Brains(this.engine);
        brains.sit(this.config, []);
        if (this.weights !== undefined) brains.setWeights(this.weights);
        return brains.advise(seat, this.journal.viewBytes(seat), this.history.map(({ events }) => events)).best.moves[0]!;
    }

    record(): string {
        return writeRecord(this.#compiled.records, { ...this.#start, journal: this.journal, steps: this.#steps });
    }
}
