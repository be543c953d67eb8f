// The browser APIs that games need, for tests that run in Node: storage, locks, the bots'
// worker, requests and sockets that a test answers itself.
//
//     pageless({ wasm })      before the page's sources are imported; wasm: the folder with the modules
import 'fake-indexeddb/auto';
import { webcrypto } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

class Storage {
    #kept = new Map();

    getItem(key) {
        return this.#kept.get(key) ?? null;
    }

    setItem(key, value) {
        this.#kept.set(key, String(value));
    }

    removeItem(key) {
        this.#kept.delete(key);
    }
}

/** One page at a time has a lock; it is held until the holder's promise settles. */
class Locks {
    held = new Set();

    async request(name, _options, use) {
        if (this.held.has(name)) return use(null);
        this.held.add(name);
        try {
            return await use({ name });
        } finally {
            this.held.delete(name);
        }
    }
}

/** The bots' worker, in the same thread: handles one message after another. */
class BotsWorker {
    static brains = () => Promise.resolve(null);
    static analyse;
    static weigh;
    #last = BotsWorker.brains();
    #told = Promise.resolve();
    #ended = false;

    postMessage(request) {
        // A worker gets copies.
        const message = structuredClone(request);
        if (message.type === 'analyse') return void BotsWorker.analyse(message, (answer) => this.#answerLater(structuredClone(answer)));
        if (message.type === 'weigh') return void BotsWorker.weigh(message).then((answer) => this.#answer(answer));
        this.#last = this.#last.then((brains) => this.#hear(brains, message)).catch((error) => {
            this.#answer({ type: 'failed', message: String(error) });
            return BotsWorker.brains();
        });
    }

    terminate() {
        this.#ended = true;
    }

    /** An analysis does not wait for the page; its answers arrive one by one. */
    #answerLater(data) {
        this.#told = this.#told.then(() => new Promise((resolve) => setTimeout(resolve, 5))).then(() => this.#answer(data));
    }

    #answer(data) {
        if (!this.#ended) this.onmessage?.({ data });
    }

    #hear(brains, { type, config, bots, events, id, seat, view, seen }) {
        if (this.#ended) return brains;
        if (type === 'sit') brains.sit(config, bots);
        else if (type === 'see') brains.see(events);
        else if (type === 'move') this.#answer({ type: 'move', id, move: brains.move(seat, view) });
        else this.#answer({ type: 'advice', id, advice: brains.advise(seat, view, seen) });
        return brains;
    }
}

/** The page's end of a connection; the test sets Line.server to the other end. */
export class Line {
    static OPEN = 1;
    static server;
    readyState = 0;

    constructor() {
        queueMicrotask(() => Line.server?.connect(this));
    }

    /** The server accepts the connection. */
    accept() {
        this.readyState = 1;
        this.onopen?.();
    }

    send(text) {
        if (this.readyState !== 1) throw new Error('the line is not open');
        Line.server.hear(this, JSON.parse(text));
    }

    /** Delivers a message of the server. */
    say(message) {
        if (this.readyState === 1) this.onmessage?.({ data: JSON.stringify(message) });
    }

    close() {
        if (this.readyState === 3) return;
        this.readyState = 3;
        this.onclose?.();
    }
}

/** Installs all of it; returns the parts that a test changes. */
export function pageless({ wasm }) {
    const page = new EventTarget();
    const document = Object.assign(new EventTarget(), { hidden: false, documentElement: { dataset: {} }, querySelector: () => null });
    const locks = new Locks();
    /** Answers requests that are not for a file: (method, path, body) to an object. */
    const site = { answer: () => ({ ok: false, error: { code: 'no-such-table', text: '' } }) };
    const given = {
        document,
        navigator: { languages: ['en'], locks },
        location: new URL('http://localhost/'),
        localStorage: new Storage(),
        sessionStorage: new Storage(),
        matchMedia: () => Object.assign(new EventTarget(), { matches: false }),
        addEventListener: page.addEventListener.bind(page),
        crypto: webcrypto,
        WebSocket: Line,
        Worker: BotsWorker,
        Request: class {
            constructor(address, { method = 'GET', body } = {}) {
                Object.assign(this, { address, method, body });
            }
        },
        fetch: async (request) => {
            if (typeof request === 'string') return new Response(readFileSync(join(wasm, request)));
            const { method, address, body } = request;
            const answer = await site.answer(method, address, body && JSON.parse(body));
            return new Response(JSON.stringify(answer));
        },
    };
    for (const [name, value] of Object.entries(given)) Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
    localStorage.setItem('elektro.settings', JSON.stringify({ pace: 'fast', ask: false }));
    return { page, document, locks, site };
}

/** Gives the worker its bots: the sources are imported after the page is set up. */
export function letBotsThink({ Brains, engine }) {
    BotsWorker.brains = async () => new Brains(await engine());
}

/** Lets the worker analyse games with these weights and a budget of the test. Every decision takes the time of a report. */
export function letBotsAnalyse({ analyse, engine, recordsModule }, weights, budget) {
    let clock = 0;
    const parts = { engine, records: recordsModule, weights, now: () => (clock += 1000) };
    BotsWorker.analyse = (request, tell) => analyse({ ...request, budget }, parts, tell);
}

/** Lets the worker weigh turns with these weights; without any, it fails as it does offline. */
export function letBotsWeigh({ weigh, engine }, weights) {
    BotsWorker.weigh = async (request) => {
        try {
            return { type: 'weighed', ...weigh(await engine(), await weights(), request) };
        } catch (error) {
            return { type: 'failed', message: String(error) };
        }
    };
}
