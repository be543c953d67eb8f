// The page's one WebSocket. It comes back by itself; whoever follows a table is told what it missed,
// and moves, undos and orders that were not answered are sent again.
import { refusalOf, type Answer, type Get, type Send } from './api';
import type { Push, WatchReply } from './messages';

/** Somebody who follows a table. */
export interface Follower {
    readonly code: string;
    /** The number of the last entry it has; what came after is asked for. */
    readonly since: number;
    caughtUp(reply: WatchReply): void;
    hear(push: Push): void;
    failed(error: Error): void;
}

/** Requests that may be sent twice without harm. */
type Repeatable = 'move' | 'undo' | 'orders';

interface Waiting {
    request: object;
    resolve: (answer: unknown) => void;
    reject: (error: Error) => void;
}

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 8000;
/** How long a silent line is trusted, and how long it may take to answer. */
const SILENCE = 20000;
const PATIENCE = 8000;
/** How long a follower waits whose watch was refused for the moment. */
const REFUSED_PAUSE = 2000;

class Wire {
    /** Whether the line stands; null while nobody wants it. */
    open = $state.raw<boolean | null>(null);

    readonly #followers = new Set<Follower>();
    readonly #waiting = new Map<number, Waiting>();
    /** Follower of each watch that is not answered yet. */
    readonly #asking = new Map<number, Follower>();
    #socket: WebSocket | undefined;
    #next = 1;
    #pause = FIRST_PAUSE;
    #timer: ReturnType<typeof setTimeout> | undefined;
    #silence: ReturnType<typeof setTimeout> | undefined;

    constructor() {
        addEventListener('online', () => this.#hurry());
        addEventListener('offline', () => this.#drop());
        document.addEventListener('visibilitychange', () => {
            if (!document.hidden) this.#hurry();
        });
    }

    follow(follower: Follower): () => void {
        this.#followers.add(follower);
        if (this.#socket?.readyState === WebSocket.OPEN) this.#watch(follower);
        else this.#connect();
        return () => this.#leave(follower);
    }

    /** Asks anew, a little later, for a follower that was refused for the moment. */
    watchLater(follower: Follower): void {
        setTimeout(() => {
            const wanted = this.#followers.has(follower) && this.#socket?.readyState === WebSocket.OPEN;
            if (wanted) this.#watch(follower);
        }, REFUSED_PAUSE);
    }

    /** Asks until it is answered, over as many lines as it takes. */
    ask<K extends Repeatable>(name: K, send: Send<K>): Promise<Get<K>> {
        const id = this.#next++;
        const request = { do: name, id, ...send };
        return new Promise((resolve, reject) => {
            this.#waiting.set(id, { request, resolve: resolve as (answer: unknown) => void, reject });
            if (this.#socket?.readyState === WebSocket.OPEN) this.#say(request);
            else this.#connect();
        });
    }

    /** A new line, for somebody who is another one now. */
    renew(): void {
        if (this.#socket !== undefined) this.#drop();
        if (this.#followers.size > 0) this.#hurry();
    }

    #leave(follower: Follower): void {
        if (!this.#followers.delete(follower)) return;
        const others = [...this.#followers].some(({ code }) => code === follower.code);
        if (!others && this.#socket?.readyState === WebSocket.OPEN) {
            this.#say({ do: 'unwatch', id: this.#next++, table: follower.code });
        }
        this.#closeIfUnwanted();
    }

    #closeIfUnwanted(): void {
        if (this.#followers.size === 0 && this.#waiting.size === 0) this.#close();
    }

    #close(): void {
        clearTimeout(this.#timer);
        this.#timer = undefined;
        this.#forget();
        this.open = null;
    }

    #say(request: object): void {
        this.#socket?.send(JSON.stringify(request));
    }

    #watch(follower: Follower): void {
        const id = this.#next++;
        this.#asking.set(id, follower);
        this.#say({ do: 'watch', id, table: follower.code, since: follower.since });
    }

    #connect(): void {
        if (this.#socket !== undefined || this.#timer !== undefined) return;
        this.open ??= false;
        const { protocol, host } = location;
        const socket = new WebSocket(`${protocol === 'https:' ? 'wss' : 'ws'}://${host}/`, 'elektro-1');
        this.#socket = socket;
        this.#listen();
        socket.onopen = () => this.#begin();
        socket.onmessage = ({ data }) => this.#hear(String(data));
        socket.onclose = () => this.#drop();
    }

    #begin(): void {
        this.#pause = FIRST_PAUSE;
        this.open = true;
        for (const follower of this.#followers) this.#watch(follower);
        for (const { request } of this.#waiting.values()) this.#say(request);
        this.#listen();
    }

    /** A line that stays silent is asked whether it still stands. */
    #listen(): void {
        clearTimeout(this.#silence);
        this.#silence = setTimeout(() => {
            if (this.#socket?.readyState === WebSocket.OPEN) this.#say({ do: 'hello', id: 0 });
            this.#silence = setTimeout(() => this.#drop(), PATIENCE);
        }, SILENCE);
    }

    #forget(): void {
        clearTimeout(this.#silence);
        const socket = this.#socket;
        this.#socket = undefined;
        this.#asking.clear();
        if (socket === undefined) return;
        socket.onopen = socket.onmessage = socket.onclose = null;
        socket.close();
    }

    #drop(): void {
        this.#forget();
        if (this.#followers.size === 0 && this.#waiting.size === 0) return this.#close();
        this.open = false;
        clearTimeout(this.#timer);
        // Not everybody at once, when a server comes back.
        const pause = this.#pause * (0.75 + Math.random() / 2);
        this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
        this.#timer = setTimeout(() => {
            this.#timer = undefined;
            this.#connect();
        }, pause);
    }

    #hurry(): void {
        if (this.#timer === undefined) return;
        clearTimeout(this.#timer);
        this.#timer = undefined;
        this.#pause = FIRST_PAUSE;
        this.#connect();
    }

    #hear(text: string): void {
        this.#listen();
        const message = JSON.parse(text) as Push | (Answer & { re: number });
        if ('push' in message) return this.#pass(message);
        const follower = this.#asking.get(message.re);
        if (follower !== undefined) {
            this.#asking.delete(message.re);
            // Somebody who went before the answer came.
            if (!this.#followers.has(follower)) return;
            if (message.ok) follower.caughtUp(message as unknown as WatchReply);
            else follower.failed(refusalOf(message));
            return;
        }
        const waiting = this.#waiting.get(message.re);
        if (waiting === undefined) return;
        this.#waiting.delete(message.re);
        if (message.ok) waiting.resolve(message);
        else waiting.reject(refusalOf(message));
        this.#closeIfUnwanted();
    }

    #pass(push: Push): void {
        const code = 'info' in push ? push.info.table : 'position' in push ? push.position.table : push.table;
        for (const follower of this.#followers) {
            if (follower.code === code || push.push === 'your_turn') follower.hear(push);
        }
    }
}

export const wire = new Wire();
