// The page's end of a worker that analyses a game. It is another instance of the bots' worker: they need the same files.
import type { AnalysisAnswer, AnalysisRequest } from './analysis-protocol';

export class Analyst {
    readonly #worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });

    constructor(request: AnalysisRequest, hear: (answer: AnalysisAnswer) => void) {
        this.#worker.onmessage = ({ data }: MessageEvent<AnalysisAnswer>) => hear(data);
        this.#worker.onerror = ({ message }) => hear({ type: 'failed', message });
        this.#worker.postMessage(request);
    }

    /** Ends the worker, whatever it is doing. */
    close(): void {
        this.#worker.terminate();
    }
}
