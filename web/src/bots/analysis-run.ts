// Analyses a game task by task and tells how far it is.
import { readRecord } from '../engine/records';
import { GameAnalysis, type AnalysedGame } from './analysis';
import type { AnalysisAnswer, AnalysisRequest } from './analysis-protocol';

/** Time between two reports, in milliseconds. */
const REPORT_EVERY = 200;

/** What an analysis needs. */
export interface AnalysisParts {
    engine: () => Promise<WebAssembly.Module>;
    records: () => Promise<WebAssembly.Module>;
    weights: () => Promise<Uint8Array>;
    now: () => number;
}

/** The game of a record. Throws BadRecord. */
function gameOf(records: WebAssembly.Module, record: string): AnalysedGame {
    const { config, names, steps, seed, chance, setup } = readRecord(records, new TextEncoder().encode(record));
    return { config, names, steps, setup: { ...setup, seed, told: chance === 'told' } };
}

async function assess({ record, budget }: AnalysisRequest, parts: AnalysisParts, weights: Uint8Array, tell: (answer: AnalysisAnswer) => void): Promise<void> {
    const [engine, records] = await Promise.all([parts.engine(), parts.records()]);
    const analysis = new GameAnalysis({ engine, records }, weights, gameOf(records, record), budget);
    let told = parts.now();
    for (let task = 0; task < analysis.tasks; task++) {
        analysis.assess(task);
        if (parts.now() - told < REPORT_EVERY) continue;
        tell({ type: 'progress', done: task + 1, of: analysis.tasks, report: analysis.report() });
        told = parts.now();
    }
    tell({ type: 'done', report: analysis.report() });
}

/** Analyses a game. The last answer says how it ended. */
export async function analyse(request: AnalysisRequest, parts: AnalysisParts, tell: (answer: AnalysisAnswer) => void): Promise<void> {
    let weights: Uint8Array;
    try {
        weights = await parts.weights();
    } catch {
        return tell({ type: 'no-weights' });
    }
    try {
        await assess(request, parts, weights, tell);
    } catch (error) {
        tell({ type: 'failed', message: String(error) });
    }
}
