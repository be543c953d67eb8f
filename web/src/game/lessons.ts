// The lessons of a first game: its goal, every decision when it first comes up, and two turning points.
import type { Decision, GameView } from '../engine/types';

export const LESSONS = ['goal', 'nominate', 'bid', 'scrap', 'buy', 'build', 'power', 'step2', 'end'] as const;
export type Lesson = (typeof LESSONS)[number];

/** The end is near when a player is this many cities away from it. */
const NEAR = 3;

/** The first of the open lessons that fits the pending decision; null: none. */
export function lessonFor(decision: Decision | null, view: GameView, end: number, open: readonly Lesson[]): Lesson | null {
    const most = Math.max(...view.seats.map(({ houses }) => houses.length));
    const near = most >= end - NEAR ? ['end'] : [];
    const due = ['goal', ...near, ...(view.step === 2 ? ['step2'] : []), decision] as Lesson[];
    return due.find((lesson) => open.includes(lesson)) ?? null;
}
