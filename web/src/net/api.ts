// HTTP requests to the server, typed by messages.ts.
import type { Reason } from '../engine/types';
import { http, type ErrorCode, type Requests } from './messages';

export type Name = keyof Requests;
export type Send<K extends Name> = Requests[K]['send'];
export type Get<K extends Name> = Requests[K]['get'];

/** The server refused a request. */
export class Refusal extends Error {
    constructor(
        readonly code: ErrorCode | Reason,
        text: string,
    ) {
        super(text);
    }
}

/** No server answers, or it does not speak this protocol. */
export class NoServer extends Error {}

/** This copy of the page is for a host of static files and has no server: tools/make-site.mjs. */
export const serverless = document.querySelector('meta[name=elektro-server][content=none]') !== null;

/** An answer over HTTP or the WebSocket. */
export interface Answer {
    ok: boolean;
    error?: { code: ErrorCode | Reason; text: string };
}

export function refusalOf(answer: Answer): Refusal {
    const { code = 'busy', text = '' } = answer.error ?? {};
    return new Refusal(code, text);
}

const TIMEOUT = 15000;

function requestFor<K extends Name>(name: K, send: Send<K>): Request {
    const [method = 'GET', path = ''] = (http[name] ?? '').split(' ');
    const fields = new Map(Object.entries(send as Record<string, unknown>));
    const filled = path.replace(/\{(\w+)\}/g, (_, key: string) => {
        const value = String(fields.get(key) ?? '');
        fields.delete(key);
        return encodeURIComponent(value);
    });
    const signal = AbortSignal.timeout(TIMEOUT);
    if (method === 'GET') {
        const query = new URLSearchParams([...fields].map(([key, value]) => [key, String(value)])).toString();
        return new Request(query === '' ? filled : `${filled}?${query}`, { signal });
    }
    const headers = { 'Content-Type': 'application/json' };
    return new Request(filled, { method, headers, signal, body: JSON.stringify(Object.fromEntries(fields)) });
}

/** Sends a request. Throws Refusal or NoServer. */
export async function ask<K extends Name>(name: K, ...[send]: Record<string, never> extends Send<K> ? [Send<K>?] : [Send<K>]): Promise<Get<K>> {
    if (serverless) throw new NoServer();
    let answer: Answer;
    try {
        const response = await fetch(requestFor(name, (send ?? {}) as Send<K>));
        answer = (await response.json()) as Answer;
    } catch {
        throw new NoServer();
    }
    if (typeof answer.ok !== 'boolean') throw new NoServer();
    if (!answer.ok) throw refusalOf(answer);
    return answer as unknown as Get<K>;
}
