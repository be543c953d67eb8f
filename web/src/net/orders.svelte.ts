// The queued orders of a person at a table. The server carries them out when their turn comes.
import type { Order, OrderResult, OrdersPush } from './messages';
import { sameOrders } from './order-list';
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
    /** The list that is on its way to the server. */
    #sent: Order[] | null = null;

    constructor(table: string) {
        this.#table = table;
    }

    /** The server tells the list. If it has carried out an order meanwhile, its list counts. */
    receive({ orders, results = [], why }: Pick<OrdersPush, 'orders' | 'results' | 'why'>): void {
        this.list = this.#confirmed = orders;
        this.results = results;
        this.dropped = why !== null && results.length === 0;
    }

    /** The connection is back, and the server tells the list. A change that is still on its way counts, unless an order was carried out meanwhile. */
    caughtUp(orders: Order[], results: OrderResult[]): void {
        const waits = this.#sent !== null && (sameOrders(orders, this.#confirmed) || sameOrders(orders, this.#sent));
        if (waits) this.#confirmed = orders;
        else this.receive({ orders, results, why: null });
    }

    /** Replaces the orders. Changes that are made while one is on its way are sent after it, as one. */
    async set(orders: Order[]): Promise<void> {
        this.list = orders;
        this.results = [];
        this.dropped = false;
        if (this.#sent !== null) return;
        try {
            do {
                this.#sent = this.list;
                this.#confirmed = (await wire.ask('orders', { table: this.#table, orders: this.#sent })).orders;
            } while (this.list !== this.#sent);
            this.list = this.#confirmed;
        } catch (error) {
            this.list = this.#confirmed;
            throw error;
        } finally {
            this.#sent = null;
        }
    }

    /** Forgets how earlier orders went. */
    dismiss(): Promise<void> {
        return this.set([...this.list]);
    }
}
