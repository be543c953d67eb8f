// The page's one WebSocket. It comes back by itself; whoever follows a table is told what it missed,
// and moves, undos and orders that were not answered are sent again.
import { refusalOf, type Answer, type Get, type Send } from './api';
import type { Push, WatchReply } from './messages';

/** Somebody who follows a table. */
export interface Watcher {
    readonly code: string;
    /** The number of the last entry it has; what came after is asked for. */
    readonly since: number;
    caughtUp(reply: WatchReply): void;
    receive(push: Push): void;
    failed(error: Error): void;
}

/** Requests that may be sent twice without harm. */
type Repeatable = 'move' | 'undo' | 'orders';

interface PendingRequest {
    request: object;
    resolve: (answer: unknown) => void;
    reject: (error: Error) => void;
}

const MIN_RETRY = 250;
const MAX_RETRY = 8000;
/** How long a silent line is trusted, and how long it may take to answer. */
const IDLE = 20000;
const PING_TIMEOUT = 8000;
/** How long a watcher waits whose watch was refused for the moment. */
const WATCH_RETRY = 2000;

class Wire {
    /** Whether the line stands; null while nobody wants it. */
    open = $state.raw<boolean | null>(null);

    readonly #watchers = new Set<Watcher>();
    readonly #pending = new Map<number, PendingRequest>();
    /** Watcher of each watch that is not answered yet. */
    readonly #watches = new Map<number, Watcher>();
    #socket: WebSocket | undefined;
    #next = 1;
    #retry = MIN_RETRY;
    #timer: ReturnType<typeof setTimeout> | undefined;
    #heartbeat: ReturnType<typeof setTimeout> | undefined;

    constructor() {
        addEventListener('online', () => this.#reconnectNow());
        addEventListener('offline', () => this.#reconnectLater());
        document.addEventListener('visibilitychange', () => {
            if (!document.hidden) this.#reconnectNow();
        });
    }

    watch(watcher: Watcher): () => void {
        this.#watchers.add(watcher);
        if (this.#socket?.readyState === WebSocket.OPEN) this.#watch(watcher);
        else this.#connect();
        return () => this.#unwatch(watcher);
    }

    /** Asks anew, a little later, for a watcher that was refused for the moment. */
    watchLater(watcher: Watcher): void {
        setTimeout(() => {
            const wanted = this.#watchers.has(watcher) && this.#socket?.readyState === WebSocket.OPEN;
            if (wanted) this.#watch(watcher);
        }, WATCH_RETRY);
    }

    /** Asks until it is answered, over as many lines as it takes. */
    ask<K extends Repeatable>(name: K, send: Send<K>): Promise<Get<K>> {
        const id = this.#next++;
        const request = { do: name, id, ...send };
        return new Promise((resolve, reject) => {
            this.#pending.set(id, { request, resolve: resolve as (answer: unknown) => void, reject });
            if (this.#socket?.readyState === WebSocket.OPEN) this.#send(request);
            else this.#connect();
        });
    }

    /** A new line, for somebody who is another one now. */
    renew(): void {
        if (this.#socket !== undefined) this.#reconnectLater();
        if (this.#watchers.size > 0) this.#reconnectNow();
    }

    #unwatch(watcher: Watcher): void {
        if (!this.#watchers.delete(watcher)) return;
        const others = [...this.#watchers].some(({ code }) => code === watcher.code);
        if (!others && this.#socket?.readyState === WebSocket.OPEN) {
            this.#send({ do: 'unwatch', id: this.#next++, table: watcher.code });
        }
        this.#closeIfUnused();
    }

    #closeIfUnused(): void {
        if (this.#watchers.size === 0 && this.#pending.size === 0) this.#close();
    }

    #close(): void {
        clearTimeout(this.#timer);
        this.#timer = undefined;
        this.#discardSocket();
        this.open = null;
    }

    #send(request: object): void {
        this.#socket?.send(JSON.stringify(request));
    }

    #watch(watcher: Watcher): void {
        const id = this.#next++;
        this.#watches.set(id, watcher);
        this.#send({ do: 'watch', id, table: watcher.code, since: watcher.since });
    }

    #connect(): void {
        if (this.#socket !== undefined || this.#timer !== undefined) return;
        this.open ??= false;
        const { protocol, host } = location;
        const socket = new WebSocket(`${protocol === 'https:' ? 'wss' : 'ws'}://${host}/`, 'elektro-1');
        this.#socket = socket;
        this.#restartHeartbeat();
        socket.onopen = () => this.#opened();
        socket.onmessage = ({ data }) => this.#receive(String(data));
        socket.onclose = () => this.#reconnectLater();
    }

    #opened(): void {
        this.#retry = MIN_RETRY;
        this.open = true;
        for (const watcher of this.#watchers) this.#watch(watcher);
        for (const { request } of this.#pending.values()) this.#send(request);
        this.#restartHeartbeat();
    }

    /** A line that stays silent is asked whether it still stands. */
    #restartHeartbeat(): void {
        clearTimeout(this.#heartbeat);
        this.#heartbeat = setTimeout(() => {
            if (this.#socket?.readyState === WebSocket.OPEN) this.#send({ do: 'hello', id: 0 });
            this.#heartbeat = setTimeout(() => this.#reconnectLater(), PING_TIMEOUT);
        }, IDLE);
    }

    #discardSocket(): void {
        clearTimeout(this.#heartbeat);
        const socket = this.#socket;
        this.#socket = undefined;
        this.#watches.clear();
        if (socket === undefined) return;
        socket.onopen = socket.onmessage = socket.onclose = null;
        socket.close();
    }

    #reconnectLater(): void {
        this.#discardSocket();
        if (this.#watchers.size === 0 && this.#pending.size === 0) return this.#close();
        this.open = false;
        clearTimeout(this.#timer);
        // Not everybody at once, when a server comes back.
        const pause = this.#retry * (0.75 + Math.random() / 2);
        this.#retry = Math.min(this.#retry * 2, MAX_RETRY);
        this.#timer = setTimeout(() => {
            this.#timer = undefined;
            this.#connect();
        }, pause);
    }

    #reconnectNow(): void {
        if (this.#timer === undefined) return;
        clearTimeout(this.#timer);
        this.#timer = undefined;
        this.#retry = MIN_RETRY;
        this.#connect();
    }

    #receive(text: string): void {
        this.#restartHeartbeat();
        const message = JSON.parse(text) as Push | (Answer & { re: number });
        if ('push' in message) return this.#dispatch(message);
        const watcher = this.#watches.get(message.re);
        if (watcher !== undefined) {
            this.#watches.delete(message.re);
            // Somebody who went before the answer came.
            if (!this.#watchers.has(watcher)) return;
            if (message.ok) watcher.caughtUp(message as unknown as WatchReply);
            else watcher.failed(refusalOf(message));
            return;
        }
        const pending = this.#pending.get(message.re);
        if (pending === undefined) return;
        this.#pending.delete(message.re);
        if (message.ok) pending.resolve(message);
        else pending.reject(refusalOf(message));
        this.#closeIfUnused();
    }

    #dispatch(push: Push): void {
        const code = 'info' in push ? push.info.table : 'position' in push ? push.position.table : push.table;
        for (const watcher of this.#watchers) {
            if (watcher.code === code || push.push === 'your_turn') watcher.receive(push);
        }
    }
}

export const wire = new Wire();
