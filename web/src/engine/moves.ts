// Moves as numbers: type, first and second operand, packed as ek_move_of in elektro.h does.
import type { Move, MoveType } from './types';

const TYPES: readonly MoveType[] = [
    'none', 'region', 'trust', 'mark', 'pass', 'nominate', 'bid',
    'scrap', 'return', 'done', 'buy', 'connect', 'power',
]; // prettier-ignore

export function moveOf(type: MoveType, a = 0, b = 0): Move {
    return ((TYPES.indexOf(type) << 28) | (a << 16) | b) >>> 0;
}

export function moveType(move: Move): MoveType {
    return TYPES[move >>> 28] ?? 'none';
}

export function moveA(move: Move): number {
    return (move >>> 16) & 0xfff;
}

export function moveB(move: Move): number {
    return move & 0xffff;
}

/** The engine's own list of move words, compared with ours when it is loaded. */
export function checkMoveWords(words: string[]): void {
    if (words.join() !== TYPES.join()) throw new Error('the engine has other moves than the page');
}
