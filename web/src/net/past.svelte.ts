// The games of this person on the server that have ended, a page at a time, with their winners.
import { ask } from './api';
import type { Table } from './messages';

/** The server's length of a page. */
const PAGE = 50;
/** How many winners are looked up at a time of games that ended before the server kept them. */
const LOOKUPS = 12;

/** The table with its winners, from its last position. */
async function withWinners(table: Table): Promise<Table> {
    const { position } = await ask('position', { table: table.table });
    const { ranking = [] } = position.view as { ranking?: { seat: number; rank: number }[] };
    return { ...table, winners: ranking.filter(({ rank }) => rank === 1).map(({ seat }) => seat) };
}

export class PastGames {
    tables = $state.raw<readonly Table[]>([]);
    /** The server may have older ones. */
    more = $state(false);
    #loaded = false;
    /** Tables whose winners were looked up, by code. */
    readonly #found = new Map<string, Table>();

    /** Loads the latest games, and keeps older ones that are known. */
    async load(): Promise<void> {
        const { tables } = await ask('history');
        const latest = new Set(tables.map(({ table }) => table));
        if (!this.#loaded) this.more = tables.length === PAGE;
        this.#loaded = true;
        this.tables = this.#complete([...tables, ...this.tables.filter(({ table }) => !latest.has(table))]);
        void this.#lookUp();
    }

    /** Loads the page after the oldest game. */
    async older(): Promise<void> {
        const { tables } = await ask('history', { before: this.tables.at(-1)?.ended ?? 0 });
        const known = new Set(this.tables.map(({ table }) => table));
        this.tables = this.#complete([...this.tables, ...tables.filter(({ table }) => !known.has(table))]);
        this.more = tables.length === PAGE;
        void this.#lookUp();
    }

    async #lookUp(): Promise<void> {
        const unknown = this.tables.filter(({ winners }) => winners === null).slice(0, LOOKUPS);
        const found = await Promise.allSettled(unknown.map(withWinners));
        for (const each of found) if (each.status === 'fulfilled') this.#found.set(each.value.table, each.value);
        this.tables = this.#complete(this.tables);
    }

    #complete(tables: readonly Table[]): Table[] {
        return tables.map((table) => this.#found.get(table.table) ?? table);
    }
}
