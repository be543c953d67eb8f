// The coach of a first game: the decisions that cost a player most, and what would have helped.
import type { AnalysedDecision, Analysis } from '../bots/analysis';
import type { AnalysisPhase } from '../engine/types';
import type { LessonId } from './lessons';

/** Playouts for each decision of a first game: few, because the coach does not wait to be asked. */
export const COACH_NODES = 1000;
/** How many decisions the coach tells. */
const TOLD = 2;

/** The decisions of a seat that lost most, the worst first. */
export function costliest({ decisions }: Analysis, seat: number): AnalysedDecision[] {
    const mine = decisions.filter((decision) => decision.seat === seat + 1 && decision.lost > 0);
    return mine.sort((a, b) => b.lost - a.lost).slice(0, TOLD);
}

const LESSON_OF: Record<Exclude<AnalysisPhase, 'auction'>, LessonId> = { fuel: 'buy', building: 'build', powering: 'power' };

/** The lesson about a decision. In an auction the turn played or the better one says which decision it was. */
export function lessonOf({ phase, move, best }: Pick<AnalysedDecision, 'phase' | 'move' | 'best'>): LessonId {
    if (phase !== 'auction') return LESSON_OF[phase];
    const is = (word: string) => move.startsWith(word) || best.startsWith(word);
    return is('scrap') ? 'scrap' : is('bid') ? 'bid' : 'nominate';
}

/** The chapter of the rules about a phase. */
export const CHAPTER_OF: Record<AnalysisPhase, string> = { auction: 'auction', fuel: 'resources', building: 'building', powering: 'bureaucracy' };
