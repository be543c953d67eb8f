// The open and running tables of this person on the server, and at which of them it is their turn: for lists of tables,
// the title of the tab and the badge of the installed app.
import { ask, NoServer, Refusal } from './api';
import { me } from './me.svelte';
import type { Table } from './messages';
import { tableName } from './words';

/** A table at which it is this person's turn. */
export interface MyTurn {
    table: string;
    /** The name of the table, or its game. */
    name: string;
    /** When the time runs out, in the browser's time; null: never. */
    due: number | null;
}

const PAUSE = 60_000;

/** The turn at a table as it was told at this time; undefined if it is not this person's. */
function turnAt(info: Table, asked: number): MyTurn | undefined {
    const { turn, you } = info;
    if (!turn || turn.seat !== you) return undefined;
    return { table: info.table, name: tableName(info), due: turn.due === 0 ? null : turn.due - turn.now + asked };
}

/** Turns with a deadline come first, the next one before the others. */
const byDue = (a: MyTurn, b: MyTurn) => (a.due ?? Infinity) - (b.due ?? Infinity) || 0;

class MyTables {
    tables = $state.raw<readonly Table[]>([]);
    #turns = $state.raw<readonly MyTurn[]>([]);
    /** The number of the last question, and of the last one that was answered. */
    #asked = 0;
    #answered = 0;
    /** The game on screen, which knows its turn before the list does. */
    here = $state.raw<{ table: string; turn: MyTurn | null } | null>(null);

    /** The tables at which it is this person's turn. */
    readonly turns = $derived.by(() => {
        const { here } = this;
        if (here === null) return this.#turns;
        return [...this.#turns.filter(({ table }) => table !== here.table), ...(here.turn === null ? [] : [here.turn])].sort(byDue);
    });
    /** Those that are not on screen. */
    readonly elsewhere = $derived(this.turns.filter(({ table }) => table !== this.here?.table));

    /** The turn of this person at a table; undefined if it is not theirs. */
    turnAt(table: string): MyTurn | undefined {
        return this.turns.find((turn) => turn.table === table);
    }

    /** Takes a new list; tables at which it is this person's turn come first. */
    set(tables: readonly Table[]): void {
        const asked = Date.now();
        const turns = tables.flatMap((table) => turnAt(table, asked) ?? []).sort(byDue);
        const rank = new Map(turns.map(({ table }, at) => [table, at]));
        this.#turns = turns;
        this.tables = [...tables].sort((a, b) => (rank.get(a.table) ?? turns.length) - (rank.get(b.table) ?? turns.length));
    }

    /** Asks the server. If it does not answer, or if a later question was answered before, the list stays as it was. */
    async refresh(): Promise<void> {
        const user = me.user?.id;
        const number = ++this.#asked;
        if (user === undefined) return this.set([]);
        try {
            const { tables } = await ask('mine');
            if (me.user?.id !== user || number < this.#answered) return;
            this.#answered = number;
            this.set(tables);
        } catch (error) {
            if (!(error instanceof NoServer || error instanceof Refusal)) throw error;
        }
    }

    /** Asks now and then, and when the page is looked at again. Returns the function that ends it. */
    follow(): () => void {
        const look = () => void this.refresh();
        const timer = setInterval(look, PAUSE);
        const seen = () => document.hidden || look();
        document.addEventListener('visibilitychange', seen);
        return () => {
            clearInterval(timer);
            document.removeEventListener('visibilitychange', seen);
        };
    }
}

export const myTables = new MyTables();
