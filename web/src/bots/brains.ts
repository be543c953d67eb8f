// The bots of one table.
import { Table } from '../engine/table';
import type { GameEvent, Move, TableConfig } from '../engine/types';
import type { Sitting } from './protocol';

export class Brains {
    readonly #compiled: WebAssembly.Module;
    readonly #bots = new Map<number, number>();
    #table: Table | undefined;

    constructor(compiled: WebAssembly.Module) {
        this.#compiled = compiled;
    }

    sit(config: TableConfig, bots: Sitting[]): void {
        const table = new Table(this.#compiled, config);
        const { module, addresses } = table;
        this.#table = table;
        for (const { seat, level, seed } of bots) {
            const bot = module.takeStruct('bot');
            const number = module.number('level', level);
            module.call('bot_sit', bot, number, seat, addresses.rules, BigInt.asUintN(64, seed));
            this.#bots.set(seat, bot);
        }
    }

    see(events: GameEvent[]): void {
        const table = this.#sitting();
        table.writeEvents(events);
        for (const bot of this.#bots.values()) {
            table.module.call('bot_see', bot, table.addresses.events);
        }
    }

    move(seat: number, view: Uint8Array): Move {
        const table = this.#sitting();
        const bot = this.#bots.get(seat);
        if (bot === undefined) throw new Error(`no bot sits at seat ${seat}`);
        table.setBytes(view);
        const { rules, state } = table.addresses;
        return table.module.call('bot_move', bot, rules, state, 0) >>> 0;
    }

    #sitting(): Table {
        if (this.#table === undefined) throw new Error('nobody sits here');
        return this.#table;
    }
}
