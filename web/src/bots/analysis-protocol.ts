// Messages between the page and the worker that analyses a game.
import type { Analysis, Budget } from './analysis';

export interface AnalysisRequest {
    type: 'analyse';
    record: string;
    budget: Budget;
}

export type AnalysisAnswer =
    /** So many decisions and cards have been assessed; the report tells what is known so far. */
    | { type: 'progress'; done: number; of: number; report: Analysis }
    | { type: 'done'; report: Analysis }
    /** The weights of the judge could not be fetched: there is no analysis without them. */
    | { type: 'no-weights' }
    | { type: 'failed'; message: string };
