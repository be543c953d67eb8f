// Puzzles: positions in which one turn is clearly the best (data/puzzles.json, docs/puzzles.md).
import address from '$data/puzzles.json?url';
import { moveA, moveB, moveType } from '../engine/moves';
import { once } from '../engine/once';
import type { AnalysisPhase, Edition, Move, Why } from '../engine/types';

export const PUZZLE_PHASES = ['auction', 'fuel', 'building', 'powering'] as const satisfies readonly AnalysisPhase[];
/** How many levels of bots fail. */
export const GRADES = [1, 2, 3, 4] as const;

/** A turn in the notation of records, and the player's chance to win after it. */
export interface PuzzleTurn {
    turn: string;
    chance: number;
    /** How far to bid. */
    limit?: number;
}

export interface Puzzle {
    id: string;
    board: string;
    edition: Edition;
    players: number;
    round: number;
    phase: AnalysisPhase;
    grade: number;
    position: string;
    /** The turns that solve it, the best first. */
    accepted: PuzzleTurn[];
    /** The best turn that does not. */
    next: PuzzleTurn;
    /** The turn of the bot normal. */
    normal: PuzzleTurn;
    /** Why the best turn is better than that of normal, the strongest first. */
    reasons: Why[];
}

/** What somebody wants to practise; null: anything. */
export interface PuzzleChoice {
    phase: AnalysisPhase | null;
    grade: number | null;
}

/** All puzzles, in an order that mixes their kinds. */
export const loadPuzzles = once(async (): Promise<Puzzle[]> => {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`${address} could not be fetched: ${answer.status}`);
    const { puzzles } = (await answer.json()) as { puzzles: Puzzle[] };
    return mixed(puzzles);
});

/** Ids are made from the positions, so their order is as good as random, and the same everywhere. */
export function mixed(puzzles: readonly Puzzle[]): Puzzle[] {
    return [...puzzles].sort((a, b) => (a.id < b.id ? -1 : 1));
}

// -------------------------------------------------------------------------------- choosing

/** The number of a day by the person's calendar. */
export function dayOf(date: Date): number {
    return Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000);
}

/** The puzzle of a day: the same for everybody who has the same puzzles. */
export function puzzleOfDay(puzzles: readonly Puzzle[], day: number): Puzzle | undefined {
    return puzzles[day % puzzles.length];
}

export function fits({ phase, grade }: PuzzleChoice, puzzle: Puzzle): boolean {
    return (phase === null || puzzle.phase === phase) && (grade === null || puzzle.grade === grade);
}

/** The next puzzle of a choice that is not solved yet, after the given one; else any other of the choice. */
export function nextPuzzle(puzzles: readonly Puzzle[], choice: PuzzleChoice, isSolved: (id: string) => boolean, after?: string): Puzzle | undefined {
    const start = puzzles.findIndex(({ id }) => id === after) + 1;
    const rest = [...puzzles.slice(start), ...puzzles.slice(0, start)].filter((puzzle) => puzzle.id !== after && fits(choice, puzzle));
    return rest.find(({ id }) => !isSolved(id)) ?? rest[0];
}

/** The easiest unsolved puzzle of a phase. */
export function easiestOf(puzzles: readonly Puzzle[], phase: AnalysisPhase, isSolved: (id: string) => boolean): Puzzle | undefined {
    const byGrade = puzzles.filter((puzzle) => puzzle.phase === phase).sort((a, b) => a.grade - b.grade);
    return byGrade.find(({ id }) => !isSolved(id)) ?? byGrade[0];
}

// ------------------------------------------------------------------------------- comparing

/** What a turn does, whatever the order and the division of its moves (puzzles/puzzle_turn.h). */
export function senseOf(turn: readonly Move[]): string {
    const cities = turn.filter((move) => moveType(move) === 'connect').map(moveA);
    const fuel: Record<number, number> = {};
    const others: string[] = [];
    for (const move of turn) {
        const type = moveType(move);
        if (type === 'buy') fuel[moveA(move)] = (fuel[moveA(move)] ?? 0) + moveB(move);
        else if (type === 'nominate' || type === 'bid') others.push(`${type} ${moveA(move)}`);
        else if (type !== 'connect' && type !== 'done') others.push(String(move));
    }
    return JSON.stringify([cities.sort((a, b) => a - b), fuel, others]);
}

/** The amount of a nomination or a bid; 0 for other turns. */
export function amountOf(turn: readonly Move[]): number {
    const move = turn.find((each) => ['nominate', 'bid'].includes(moveType(each)));
    return move === undefined ? 0 : moveB(move);
}
