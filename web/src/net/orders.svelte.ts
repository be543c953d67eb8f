// The queued orders of a person at a table. The server carries them out when their turn comes.
import type { Order, OrderResult, OrdersPush } from './messages';
import { wire } from './wire.svelte';

export class OrderQueue {
    /** The orders as the person wants them; the server may not have the latest change yet. */
    list = $state.raw<Order[]>([]);
    /** How earlier orders went. */
    results = $state.raw<OrderResult[]>([]);
    /** An order could not be carried out. A server of an earlier version does not say which. */
    dropped = $state.raw(false);

    readonly #table: string;
    #confirmed: Order[] = [];
    #sending = false;

    constructor(table: string) {
        this.#table = table;
    }

    /** The server tells the list. If it has carried out an order meanwhile, its list counts. */
    receive({ orders, results = [], why }: Pick<OrdersPush, 'orders' | 'results' | 'why'>): void {
        this.list = this.#confirmed = orders;
        this.results = results;
        this.dropped = why !== null && results.length === 0;
    }

    /** Replaces the orders. Changes that are made while one is on its way are sent after it, as one. */
    async set(orders: Order[]): Promise<void> {
        this.list = orders;
        this.results = [];
        this.dropped = false;
        if (this.#sending) return;
        this.#sending = true;
        try {
            let sent: Order[];
            do {
                sent = this.list;
                this.#confirmed = (await wire.ask('orders', { table: this.#table, orders: sent })).orders;
            } while (this.list !== sent);
            this.list = this.#confirmed;
        } catch (error) {
            this.list = this.#confirmed;
            throw error;
        } finally {
            this.#sending = false;
        }
    }

    /** Forgets how earlier orders went. */
    dismiss(): Promise<void> {
        return this.set([...this.list]);
    }
}
