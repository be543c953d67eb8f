// The analysis of a game for the page: computed on request, kept in this browser, or from the server.
import { Analyst } from '../bots/analyst';
import type { AnalysisAnswer } from '../bots/analysis-protocol';
import type { AnalysedDecision, Analysis, Budget } from '../bots/analysis';
import type { GameSource, HistoryEntry } from './source';
import { loadAnalysis, saveAnalysis } from './store';

/** none: nobody has asked for it. */
export type ReviewState = 'none' | 'working' | 'done' | 'no-weights' | 'failed';

/** Whether a game can be analysed: all of it is in a record, and it is no running game of a server. */
export function canAnalyse(game: GameSource): boolean {
    return game.record !== undefined && (game.online === undefined || game.online.over);
}

export class Review {
    readonly id: string;
    /** Moves of the game when it was opened or analysed: an analysis of fewer is out of date. */
    moves: number;
    state = $state.raw<ReviewState>('none');
    /** What is known so far. */
    report = $state.raw<Analysis | null>(null);
    /** Decisions and cards that have been assessed, and all of them. */
    done = $state.raw(0);
    of = $state.raw(0);
    #analyst: Analyst | undefined;
    #asked = 0;
    readonly #recalled: Promise<void>;

    constructor(game: GameSource) {
        this.id = game.id;
        this.moves = movesIn(game.history);
        this.#recalled = this.#recall();
    }

    /** Looks for an analysis that somebody has asked for before. */
    async #recall(): Promise<void> {
        const kept = await loadAnalysis(this.id).catch(() => undefined);
        if (kept?.moves === this.moves && this.state === 'none') [this.report, this.state] = [kept.report, 'done'];
    }

    /** Computes the analysis unless there is one already, or somebody has asked for it. */
    async startOnce(game: GameSource, budget: Budget): Promise<void> {
        await this.#recalled;
        if (this.state === 'none' && this.#asked === 0) await this.start(game, budget);
    }

    /** Takes the analysis of the server, or computes it. */
    async start(game: GameSource, budget: Budget = {}): Promise<void> {
        if (this.state === 'working') return;
        const asked = ++this.#asked;
        [this.state, this.report, this.done, this.of] = ['working', null, 0, 0];
        this.moves = movesIn(game.history);
        try {
            const [stored, record] = await Promise.all([game.analysis?.(), game.record!()]);
            if (asked !== this.#asked) return;
            if (stored !== undefined) return this.#hear({ type: 'done', report: stored });
            this.#analyst = new Analyst({ type: 'analyse', record, budget }, (answer) => this.#hear(answer));
        } catch (error) {
            this.state = 'failed';
            throw error;
        }
    }

    /** Stops, and forgets what was found. */
    cancel(): void {
        this.#asked++;
        this.#end('none');
        this.report = null;
    }

    #end(state: ReviewState): void {
        this.#analyst?.close();
        this.#analyst = undefined;
        this.state = state;
    }

    #hear(answer: AnalysisAnswer): void {
        if (answer.type === 'progress') {
            [this.done, this.of, this.report] = [answer.done, answer.of, answer.report];
        } else if (answer.type === 'done') {
            this.report = answer.report;
            this.#end('done');
            // A private window may refuse to store anything.
            void saveAnalysis(this.id, { moves: this.moves, report: answer.report }).catch(() => undefined);
        } else {
            this.report = null;
            this.#end(answer.type);
            if (answer.type === 'failed') console.warn('The game could not be analysed:', answer.message);
        }
    }
}

/** Analyses outlive their screens: the result and the replay of a game share one. */
const reviews = new Map<string, Review>();

/** The analysis of a game as it is now. */
export function reviewOf(game: GameSource): Review {
    const known = reviews.get(game.id);
    if (known !== undefined && (known.moves === movesIn(game.history) || known.state === 'working')) return known;
    for (const [id, { state }] of reviews) if (state !== 'working') reviews.delete(id);
    const review = new Review(game);
    reviews.set(game.id, review);
    return review;
}

// ----------------------------------------------------------------------------- moves of a history

function movesIn(history: readonly HistoryEntry[]): number {
    return history.filter(({ move }) => move !== null).length;
}

/** The number of moves up to history[index]. */
export function movesUpTo(history: readonly HistoryEntry[], index: number): number {
    return movesIn(history.slice(0, index + 1));
}

/** The index of the entry after so many moves, before the next one. */
export function indexAfter(history: readonly HistoryEntry[], moves: number): number {
    let left = moves;
    const next = history.findIndex(({ move }) => move !== null && left-- === 0);
    return next < 0 ? history.length - 1 : next - 1;
}

/** The decision that a move belongs to; moves count from 1. */
export function decisionOf({ decisions }: Analysis, move: number): AnalysedDecision | undefined {
    return decisions.find(({ number, last }) => number <= move && move <= last);
}
