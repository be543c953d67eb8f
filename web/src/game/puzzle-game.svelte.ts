// A puzzle as a game: the position, and the one turn that answers it.
import { weighInWorker } from '../bots/weigher';
import { engine, recordsModule } from '../engine/load';
import { Notation } from '../engine/notation';
import { readPosition } from '../engine/position-text';
import { Table } from '../engine/table';
import type { Decision, GameEvent, HistoryEntry, Move, Reason, TableConfig } from '../engine/types';
import { amountOf, senseOf, type Puzzle, type PuzzleTurn } from './puzzles';
import type { GameSource, Player } from './source';

/** A turn that loses at most this chance is as good as the best. */
const NEAR = 0.01;
/** Playouts for a turn that the puzzle does not know. */
const NODES = 4000;

/** weighing: the turn is being compared with the best. */
export type PuzzleState = 'open' | 'weighing' | 'solved' | 'failed';

/** A turn, and what it leads to. */
export interface ToldTurn {
    moves: Move[];
    /** Move by move. */
    events: GameEvent[][];
}

export class PuzzleGame implements GameSource {
    readonly id: string;
    readonly puzzle: Puzzle;
    readonly config: TableConfig;
    readonly players: readonly Player[];
    /** The seat that solves it, and its decision. */
    readonly seat: number;
    readonly decision: Decision;
    readonly open = true;
    readonly history: HistoryEntry[] = [{ index: 0, seat: null, move: null, events: [] }];
    state = $state.raw<PuzzleState>('open');
    /** The turn that was played. */
    answer = $state.raw<ToldTurn | null>(null);
    /** The chance after it; null if it is not known. */
    chance = $state.raw<number | null>(null);
    readonly #table: Table;
    readonly #notation: Notation;
    readonly #start: Uint8Array;
    #now: Uint8Array;
    readonly #listeners = new Set<(entry: HistoryEntry) => void>();

    private constructor(puzzle: Puzzle, table: Table, notation: Notation, start: Uint8Array, players: (seat: number) => Player[]) {
        this.id = `puzzle.${puzzle.id}`;
        this.puzzle = puzzle;
        this.config = table.config;
        this.#table = table;
        this.#notation = notation;
        this.#start = this.#now = start;
        table.setBytes(start);
        this.seat = table.toMove() ?? 0;
        this.decision = table.view().decision;
        this.players = players(this.seat);
    }

    /** Opens a puzzle. players gets the seat that solves it. */
    static async open(puzzle: Puzzle, players: (seat: number, count: number) => Player[]): Promise<PuzzleGame> {
        const [compiled, records] = await Promise.all([engine(), recordsModule()]);
        const { config, state } = readPosition(records, puzzle.position);
        return new PuzzleGame(puzzle, new Table(compiled, config), new Notation(records, config), state, (seat) => players(seat, config.players));
    }

    /** After the answer the position is only shown. */
    get mine(): readonly number[] {
        return this.answer === null ? [this.seat] : [];
    }

    view(): Uint8Array {
        return this.#now;
    }

    /** The moves of a turn of the puzzle, and their events. */
    tell({ turn }: PuzzleTurn): ToldTurn {
        const told: ToldTurn = { moves: [], events: [] };
        this.#table.setBytes(this.#start);
        for (const words of turn.split(', ')) {
            const move = this.#notation.read(this.#table.bytes(), words);
            told.events.push(this.#table.apply(move).events);
            told.moves.push(move);
        }
        return told;
    }

    #moneyAfter(turn: readonly Move[]): number {
        this.#table.setBytes(this.#start);
        for (const move of turn) this.#table.apply(move);
        return this.#table.view().seats[this.seat]?.money ?? 0;
    }

    /** Whether a turn is the same answer as one of the puzzle: it does the same, for no more money. */
    #isSame(turn: readonly Move[], known: PuzzleTurn): boolean {
        const { moves } = this.tell(known);
        if (senseOf(turn) !== senseOf(moves)) return false;
        const amount = amountOf(turn);
        if (amount > 0) return amount <= Math.max(known.limit ?? 0, amountOf(moves));
        return this.#moneyAfter(turn) >= this.#moneyAfter(moves);
    }

    /** The first turn is the answer. */
    async submit(moves: Move[]): Promise<Reason> {
        if (this.answer !== null) return 'not-your-turn';
        this.#table.setBytes(this.#start);
        const events: GameEvent[][] = [];
        for (const move of moves) {
            const applied = this.#table.apply(move);
            if (applied.reason !== 'ok') return applied.reason;
            events.push(applied.events);
        }
        this.#now = this.#table.bytes();
        this.answer = { moves: [...moves], events };
        moves.forEach((move, index) => this.#add(move, events[index]!));
        void this.#judge(moves);
        return Promise.resolve('ok');
    }

    #add(move: Move, events: GameEvent[]): void {
        const entry = { index: this.history.length, seat: this.seat, move, events };
        this.history.push(entry);
        for (const listener of this.#listeners) listener(entry);
    }

    async #judge(moves: readonly Move[]): Promise<void> {
        const { accepted, next, normal } = this.puzzle;
        const good = accepted.find((turn) => this.#isSame(moves, turn));
        const bad = [next, normal].find((turn) => this.#isSame(moves, turn));
        const known = good ?? bad;
        if (known !== undefined) return this.#end(good !== undefined, known.chance);
        this.state = 'weighing';
        const { config } = this;
        // Offline, without the weights of the judge, only the turns of the puzzle are known.
        const weight = await weighInWorker({ type: 'weigh', config, state: this.#start, turn: moves, nodes: NODES }).catch(() => null);
        // The chances of the puzzle come from longer searches.
        const best = accepted[0]!.chance;
        if (weight === null) this.#end(false, null);
        else this.#end(weight.lost <= NEAR, Math.max(0, best - weight.lost));
    }

    #end(solved: boolean, chance: number | null): void {
        this.chance = chance;
        this.state = solved ? 'solved' : 'failed';
    }

    subscribe(listener: (entry: HistoryEntry) => void): () => void {
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
    }

    hurry(): void {
        // Nobody else moves.
    }

    close(): void {
        this.#listeners.clear();
    }
}
