// The bots of one table.
import { moveA, moveB, moveType } from '../engine/moves';
import { Table } from '../engine/table';
import type { GameEvent, Move, TableConfig } from '../engine/types';
import type { Sitting } from './protocol';

export class Brains {
    readonly #compiled: WebAssembly.Module;
    #table: Table | undefined;

    constructor(compiled: WebAssembly.Module) {
        this.#compiled = compiled;
    }

    sit(config: TableConfig, _bots: Sitting[]): void {
        this.#table = new Table(this.#compiled, config);
    }

    see(_events: GameEvent[]): void {}

    move(_seat: number, view: Uint8Array): Move {
        const table = this.#table;
        if (table === undefined) throw new Error('nobody sits here');
        table.setBytes(view);
        return pick(table.moves());
    }
}

/** A legal move without much thought: some kind of move, then the cheapest or any of it. */
function pick(moves: Move[]): Move {
    const kinds = [...new Set(moves.map(moveType))];
    const kind = kinds.includes('power') ? 'power' : any(kinds);
    const those = moves.filter((move) => moveType(move) === kind);
    if (kind === 'bid') return those.reduce((a, b) => (moveB(b) < moveB(a) ? b : a));
    if (kind === 'power') return those[those.length - 1]!;
    if (kind === 'nominate') {
        const plant = any([...new Set(those.map(moveA))]);
        return those.filter((move) => moveA(move) === plant)[0]!;
    }
    return any(those);
}

function any<T>(list: T[]): T {
    return list[Math.floor(Math.random() * list.length)]!;
}
