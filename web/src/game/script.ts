// A game compared with the script of a guided one.
//
// The learner may buy and connect in any order within a turn: such moves form one step. Every other move is a step of its own.
import { moveA, moveB, moveType } from '../engine/moves';
import type { HistoryEntry, Move } from '../engine/types';
import { LEARNER, type ScriptedMove } from './first-games';

interface ScriptStep {
    seat: number;
    moves: Move[];
    /** The index of its first move. */
    at: number;
}

/** Whether a move belongs to a turn of several moves of the learner. */
export const gathers = ({ seat, move }: Pick<HistoryEntry, 'seat' | 'move'>) => seat === LEARNER && move !== null && ['buy', 'connect'].includes(moveType(move));

function stepsOf(moves: readonly (ScriptedMove & { at: number })[]): ScriptStep[] {
    const steps: ScriptStep[] = [];
    let gathering = false;
    for (const made of moves) {
        const more = gathers(made);
        if (gathering && more) steps.at(-1)!.moves.push(made.move);
        else steps.push({ seat: made.seat, moves: [made.move], at: made.at });
        gathering = more;
    }
    return steps;
}

/** Equal for steps that come to the same. */
function keyOf({ seat, moves }: ScriptStep): string {
    const sums = new Map<string, number>();
    for (const move of moves) {
        const what = `${moveType(move)} ${moveA(move)}`;
        sums.set(what, (sums.get(what) ?? 0) + moveB(move));
    }
    return `${seat} ${[...sums].map(([what, sum]) => `${what} ${sum}`).sort().join()}`;
}

/** Where a game stands in its script. */
export interface Standing {
    /** on: the script goes on from here; over: it has been played to its end; off: the game has left it. */
    state: 'on' | 'over' | 'off';
    /** The next move of a bot by the script; null: there is none. */
    botMove: Move | null;
    /** The moves that the script asks of the learner now, until the end of the turn; empty: it asks for none. */
    asked: Move[];
    /** If the game has left the script with the latest turn of the learner: the history entry before that turn; otherwise null. */
    before: number | null;
}

/** The moves of a turn, from this step on. */
function turnFrom(steps: readonly ScriptStep[], at: number): Move[] {
    const turn: Move[] = [];
    for (const step of steps.slice(at)) {
        turn.push(...step.moves);
        if (!gathers({ seat: step.seat, move: step.moves[0]! })) break;
    }
    return turn;
}

/** Compares a game with the script. */
export function standingIn(script: readonly ScriptedMove[], history: readonly HistoryEntry[]): Standing {
    const wanted = stepsOf(script.map((made, at) => ({ ...made, at })));
    const made = stepsOf(history.flatMap(({ seat, move, index }) => (seat === null || move === null ? [] : [{ seat, move, at: index }])));
    const differs = made.findIndex((step, at) => at < wanted.length && keyOf(step) !== keyOf(wanted[at]!));
    if (differs >= 0) {
        const mine = made.slice(differs).every(({ seat }) => seat === LEARNER);
        return { state: 'off', botMove: null, asked: [], before: mine ? made[differs]!.at - 1 : null };
    }
    const next = wanted[made.length];
    if (next === undefined) return { state: 'over', botMove: null, asked: [], before: null };
    const mine = next.seat === LEARNER;
    return { state: 'on', botMove: mine ? null : next.moves[0]!, asked: mine ? turnFrom(wanted, made.length) : [], before: null };
}
