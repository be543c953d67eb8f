// The queued orders of a person at a table. The server carries them out when their turn comes.
import { newId } from '../game/id';
import type { Order, OrderResult, OrdersPush } from './messages';
import { known, withIds } from './order-list';
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
    /** Ends when the server has the last change. */
    #sending: Promise<void> | null = null;
    #changes = 0;

    constructor(table: string) {
        this.#table = table;
    }

    /** The server tells the list. A change that is still on its way counts, but for the orders that have ended. */
    receive({ orders, results = [], why }: Pick<OrdersPush, 'orders' | 'results' | 'why'>): void {
        this.#confirmed = orders;
        this.list = this.#sending === null ? orders : known(this.list, orders);
        this.results = results;
        this.dropped = why !== null && results.length === 0;
    }

    /** Replaces the orders; ends when the server has them. Changes that are made while one is on its way are sent after it, as one. */
    set(orders: Order[]): Promise<void> {
        this.list = orders;
        this.results = [];
        this.dropped = false;
        this.#changes++;
        return (this.#sending ??= this.#sendAll().finally(() => (this.#sending = null)));
    }

    async #sendAll(): Promise<void> {
        try {
            for (let sent = 0; sent !== this.#changes; ) {
                sent = this.#changes;
                const orders = this.list;
                this.#confirmed = (await wire.ask('orders', { table: this.#table, client: newId(12), orders })).orders;
                this.list = sent === this.#changes ? this.#confirmed : withIds(this.list, orders, this.#confirmed);
            }
        } catch (error) {
            this.list = this.#confirmed;
            throw error;
        }
    }

    /** Forgets how earlier orders went. */
    dismiss(): Promise<void> {
        return this.set([...this.list]);
    }
}
