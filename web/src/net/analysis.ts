// The analysis of a game on the server. The server makes it once, in the background, for everybody who asks.
import type { Analysis } from '../bots/analysis';
import { ask, NoServer, Refusal } from './api';
import type { AnalyseReply, ErrorCode } from './messages';

/** How far the server is. */
export type AnalysisProgress = Pick<AnalyseReply, 'state' | 'done' | 'of' | 'ahead'>;

export interface AnalysisAnswer {
    analysis: Analysis;
    /** An earlier version of the program or of the bots made it; it can be made again. */
    outdated: boolean;
}

export interface AnalysisWanted {
    /** Have it made again if it is outdated. */
    again?: boolean;
    signal?: AbortSignal;
    onProgress?: (progress: AnalysisProgress) => void;
    /** Milliseconds between two requests. */
    pause?: number;
}

const PAUSE = 1500;
/** Failures in a row that do not end the wait: the server may be restarting. It then begins anew. */
const FAILURES = 20;
const TRANSIENT: readonly string[] = ['too-many', 'busy', 'storage', 'no-memory'] satisfies ErrorCode[];

function mayPass(error: unknown): boolean {
    return error instanceof NoServer || (error instanceof Refusal && TRANSIENT.includes(error.code));
}

function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
        const left = () => {
            clearTimeout(timer);
            reject(signal!.reason as Error);
        };
        const timer = setTimeout(() => {
            signal?.removeEventListener('abort', left);
            resolve();
        }, milliseconds);
        // A signal that was given before is not given again.
        if (signal?.aborted) left();
        else signal?.addEventListener('abort', left, { once: true });
    });
}

/** The analysis of the ended game at a table, by its code. Asks until it is done. Throws Refusal or NoServer, or the reason of
 *  the signal. The server goes on with it if the page stops waiting. */
export async function analysis(table: string, { again = false, signal, onProgress, pause = PAUSE }: AnalysisWanted = {}): Promise<AnalysisAnswer> {
    let failures = FAILURES;
    for (;;) {
        signal?.throwIfAborted();
        try {
            const reply = await ask('analyse', again ? { table, again } : { table });
            if (reply.state === 'done') return { analysis: reply.analysis as Analysis, outdated: reply.outdated };
            onProgress?.(reply);
            failures = 0;
        } catch (error) {
            // The first request tells at once what is wrong.
            if (!mayPass(error) || ++failures > FAILURES) throw error;
        }
        await wait(pause, signal);
    }
}

/** The analysis that the server has of an ended game; undefined if it has none yet, or gives none. It then makes one in the
 *  background for those who ask later, as far as its limits allow. */
export async function storedAnalysis(table: string): Promise<Analysis | undefined> {
    const waiting = new AbortController();
    try {
        return (await analysis(table, { signal: waiting.signal, onProgress: () => waiting.abort(), pause: 0 })).analysis;
    } catch {
        return undefined;
    }
}
