// The positions of a game that is analysed, and the turns of its analysis played in them.
import { Journal } from '../engine/journal';
import { engine, recordsModule } from '../engine/load';
import { Notation } from '../engine/notation';
import { readRecord } from '../engine/records';
import { applyStep } from '../engine/steps';
import { Table } from '../engine/table';
import type { GameEvent, Move } from '../engine/types';
import { indexAfter } from './review.svelte';

/** A move of a turn, and what it leads to. */
export interface PlayedMove {
    move: Move;
    events: GameEvent[];
}

export class Positions {
    readonly #journal: Journal;
    readonly #table: Table;
    readonly #notation: Notation;

    private constructor(journal: Journal, table: Table, notation: Notation) {
        this.#journal = journal;
        this.#table = table;
        this.#notation = notation;
    }

    /** The positions of a record. Throws BadRecord. */
    static async of(record: string): Promise<Positions> {
        const [compiled, records] = await Promise.all([engine(), recordsModule()]);
        const { config, steps, seed, chance, setup } = readRecord(records, new TextEncoder().encode(record));
        const journal = new Journal(compiled, config, { ...setup, seed, told: chance === 'told' });
        for (const step of steps) applyStep(journal, step);
        return new Positions(journal, new Table(compiled, config), new Notation(records, config));
    }

    /** Plays a turn, as an analysis writes it, after so many moves of the game. Ends where the rules refuse a move. */
    play(moves: number, words: string): PlayedMove[] {
        const table = this.#table;
        table.setBytes(this.#journal.openAt(indexAfter(this.#journal.history, moves)));
        const played: PlayedMove[] = [];
        for (const word of words.split(', ')) {
            const move = this.#notation.read(table.bytes(), word);
            const { reason, events } = table.apply(move);
            if (reason !== 'ok') break;
            played.push({ move, events });
        }
        return played;
    }
}
