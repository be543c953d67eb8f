// What a first game explains: what it is about, every decision when it is asked for the first time, and two turning points.
import type { Decision, GameView } from '../engine/types';

export const LESSONS = ['goal', 'nominate', 'bid', 'scrap', 'buy', 'build', 'power', 'step2', 'end'] as const;
export type Lesson = (typeof LESSONS)[number];

/** So many cities before its last one a game is near its end. */
const NEAR = 3;

/** The lesson that is due when this decision is asked, of those still to come; null: none. */
export function lessonFor(decision: Decision | null, view: GameView, end: number, open: readonly Lesson[]): Lesson | null {
    const most = Math.max(...view.seats.map(({ houses }) => houses.length));
    const near = most >= end - NEAR ? ['end'] : [];
    const due = ['goal', ...near, ...(view.step === 2 ? ['step2'] : []), decision] as Lesson[];
    return due.find((lesson) => open.includes(lesson)) ?? null;
}
