// The page's one WebSocket. It reconnects by itself. Watchers then get the entries they missed, and moves, turns,
// undos and orders without an answer are sent again.
import { refusalOf, type Answer, type Get, type Send } from './api';
import type { Push, WatchReply } from './messages';

/** A watcher of a table. */
export interface Watcher {
    readonly code: string;
    /** The number of the last entry it has; it gets the later ones. */
    readonly since: number;
    caughtUp(reply: WatchReply): void;
    receive(push: Push): void;
    failed(error: Error): void;
}

/** Requests that are safe to repeat. */
type Repeatable = 'move' | 'turn' | 'undo' | 'orders';

interface PendingRequest {
    request: object;
    resolve: (answer: unknown) => void;
    reject: (error: Error) => void;
}

const MIN_RETRY = 250;
const MAX_RETRY = 8000;
/** Milliseconds of silence before a ping, and until a missing answer closes the connection. */
const IDLE = 20000;
const PING_TIMEOUT = 8000;
/** The pause before a refused watch is repeated. */
const WATCH_RETRY = 2000;

/** The table that a push is about; undefined if it is about none. */
function tableOf(push: Push): string | undefined {
    if ('info' in push) return push.info.table;
    if ('position' in push) return push.position.table;
    return 'table' in push ? push.table : undefined;
}

class Wire {
    /** Whether the connection is open; null while it is not needed. */
    open = $state.raw<boolean | null>(null);

    readonly #watchers = new Set<Watcher>();
    /** Who gets every push, and what to call when the connection is open. */
    readonly #listeners = new Map<(push: Push) => void, () => void>();
    readonly #pending = new Map<number, PendingRequest>();
    /** Watch requests without an answer, by id. */
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

    /** Gets every push, also those about no table. The connection stays open until the returned function is called. Pushes may have
     *  been missed each time the connection is open again: then connected is called. */
    listen(listener: (push: Push) => void, connected: () => void = () => undefined): () => void {
        this.#listeners.set(listener, connected);
        if (this.#socket === undefined) this.#connect();
        return () => {
            this.#listeners.delete(listener);
            this.#closeIfUnused();
        };
    }

    get #used(): boolean {
        return this.#watchers.size > 0 || this.#listeners.size > 0 || this.#pending.size > 0;
    }

    /** Repeats a watch request that was refused. */
    watchLater(watcher: Watcher): void {
        setTimeout(() => {
            const wanted = this.#watchers.has(watcher) && this.#socket?.readyState === WebSocket.OPEN;
            if (wanted) this.#watch(watcher);
        }, WATCH_RETRY);
    }

    /** Sends a request, again after each reconnection, until it is answered. */
    ask<K extends Repeatable>(name: K, send: Send<K>): Promise<Get<K>> {
        const id = this.#next++;
        const request = { do: name, id, ...send };
        return new Promise((resolve, reject) => {
            this.#pending.set(id, { request, resolve: resolve as (answer: unknown) => void, reject });
            if (this.#socket?.readyState === WebSocket.OPEN) this.#send(request);
            else this.#connect();
        });
    }

    /** Reconnects after the user has changed. */
    renew(): void {
        if (this.#socket !== undefined) this.#reconnectLater();
        if (this.#used) this.#reconnectNow();
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
        if (!this.#used) this.#close();
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
        for (const connected of this.#listeners.values()) connected();
        this.#restartHeartbeat();
    }

    /** Sends a ping after a silence; closes the connection if there is no answer. */
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
        if (!this.#used) return this.#close();
        this.open = false;
        clearTimeout(this.#timer);
        // The pause is random, so that not all clients reconnect at the same time.
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
            // The watcher has left before the answer.
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
        for (const listener of this.#listeners.keys()) listener(push);
        const code = tableOf(push);
        for (const watcher of this.#watchers) {
            if (watcher.code === code || push.push === 'your_turn') watcher.receive(push);
        }
    }
}

export const wire = new Wire();
