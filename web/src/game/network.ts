// The network of a seat as it grew, told by the engine.
import type { Table } from '../engine/table';
import type { HistoryEntry } from './source';

export interface Cable {
    from: number;
    to: number;
    /** The number of the house that needed it first. */
    house: number;
}

/** The connections that a seat has paid for, each once. view tells the state after history[index]; the state of the table stays. */
export function cablesOf(table: Table, history: readonly HistoryEntry[], view: (index: number) => Uint8Array, seat: number): Cable[] {
    const found = new Map<string, Cable>();
    const before = table.bytes();
    let house = 0;
    history.forEach(({ events }, index) => {
        for (const event of events) {
            if (event.type !== 'connected' || event.seat !== seat) continue;
            table.setBytes(view(index - 1));
            const { path } = table.connection(seat, event.city);
            path.slice(1).forEach((to, at) => {
                const from = path[at]!;
                const name = `${Math.min(from, to)} ${Math.max(from, to)}`;
                if (!found.has(name)) found.set(name, { from, to, house });
            });
            house++;
        }
    });
    table.setBytes(before);
    return [...found.values()];
}
