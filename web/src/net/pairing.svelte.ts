// Quick pairing: this person waits in the queue of the server for people to play with. The entry is on the server, so a page that
// is closed, or in the background, loses nothing. While the person waits the connection stays open; App.svelte goes to the table
// that is found.
import { notify } from '../game/notify';
import { t } from '../text/text.svelte';
import { ask, NoServer, Refusal, type Get, type Send } from './api';
import type { PairOver, Push } from './messages';
import { myTables } from './my-tables.svelte';
import { noteTable, noteWaiting, waiting } from './waiting.svelte';
import { wire } from './wire.svelte';

export type Queue = Get<'pair_state'>;

/** How often a page that shows the queue reads it. */
const PAUSE = 10_000;

class Pairing {
    queue = $state.raw<Queue | null>(null);
    /** How the last entry ended. */
    over = $state.raw<PairOver | null>(null);
    /** The server's time minus the browser's. */
    #ahead = 0;
    #leave: (() => void) | undefined;

    readonly entry = $derived(this.queue?.entry ?? null);

    /** A time of the server in the browser's time. */
    local(time: number): number {
        return time - this.#ahead;
    }

    /** Asks the server. Without an answer everything stays as it was. */
    async refresh(): Promise<void> {
        try {
            this.#take(await ask('pair_state'));
        } catch (error) {
            if (!(error instanceof NoServer || error instanceof Refusal)) throw error;
        }
    }

    async enter(wish: Send<'pair'>): Promise<void> {
        this.#take(await ask('pair', wish));
    }

    async cancel(): Promise<void> {
        this.#take(await ask('pair_cancel'));
    }

    /** Follows the queue for a page that shows it. Returns the function that ends it. */
    follow(): () => void {
        void this.refresh();
        const look = () => void (document.hidden || this.refresh());
        const timer = setInterval(look, PAUSE);
        document.addEventListener('visibilitychange', look);
        return () => {
            clearInterval(timer);
            document.removeEventListener('visibilitychange', look);
        };
    }

    #hear(push: Push): void {
        if (push.push === 'pairing') this.#take(push);
        if (push.push === 'paired') void this.refresh();
    }

    #take(queue: Queue): void {
        const waited = waiting.here;
        this.#ahead = queue.now - Date.now();
        this.queue = queue;
        this.over = queue.over;
        this.#hold(queue.entry !== null);
        if (waited && queue.over?.table) this.#found(queue.over.table);
    }

    /** Hears of a table as long as the person waits. */
    #hold(waits: boolean): void {
        noteWaiting(waits);
        if (waits) this.#leave ??= wire.listen((push) => this.#hear(push), () => void this.refresh());
        else {
            this.#leave?.();
            this.#leave = undefined;
        }
    }

    #found(table: string): void {
        void notify(t('pairing.found'), table);
        void myTables.refresh();
        noteTable(table);
    }
}

export const pairing = new Pairing();
