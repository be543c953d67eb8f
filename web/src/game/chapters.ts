// The chapters of a game: where its rounds, phases and Steps begin, and where it ends. A replay jumps between them.
import type { Phase } from '../engine/types';
import type { HistoryEntry } from './source';

export interface Chapter {
    /** The entry of the history after which the chapter begins. */
    index: number;
    begins: 'game' | 'round' | 'phase' | 'step' | 'end';
    /** 0 before the first round. */
    round: number;
    step: number;
    /** null before the first phase. */
    phase: Phase | null;
}

/** The first phase of a round is where the round begins, so it is no chapter of its own; neither is the start of a game that
 *  begins with the first round. */
export function chaptersOf(history: readonly HistoryEntry[]): Chapter[] {
    const chapters: Chapter[] = [{ index: 0, begins: 'game', round: 0, step: 1, phase: null }];
    for (const { index, events } of history) {
        for (const event of events) {
            const last = chapters.at(-1)!;
            if (event.type === 'round-begins') {
                if (last.begins === 'game' && last.index === index) chapters.pop();
                chapters.push({ ...last, index, begins: 'round', round: event.round, phase: null });
            }
            else if (event.type === 'step-begins') chapters.push({ ...last, index, begins: 'step', step: event.step });
            else if (event.type === 'game-ended') chapters.push({ ...last, index, begins: 'end', phase: 'ended' });
            else if (event.type !== 'phase-begins') continue;
            else if (last.phase === null && last.index === index) last.phase = event.phase;
            else chapters.push({ ...last, index, begins: 'phase', phase: event.phase });
        }
    }
    return chapters;
}

/** The chapter that the position after history[at] belongs to. */
export function chapterAt(chapters: readonly Chapter[], at: number): Chapter {
    return chapters.findLast(({ index }) => index <= at) ?? chapters[0]!;
}

/** Where the rounds begin, and the start and the end of the game. */
export function roundsOf(chapters: readonly Chapter[]): Chapter[] {
    return chapters.filter(({ begins }) => begins === 'game' || begins === 'round' || begins === 'end');
}

/** The index of the nearest of these chapters before or after a position; null: there is none. */
export function nextOf(chapters: readonly Chapter[], at: number, direction: -1 | 1): number | null {
    const found = direction < 0 ? chapters.findLast(({ index }) => index < at) : chapters.find(({ index }) => index > at);
    return found?.index ?? null;
}
