// Moves as numbers: type, first and second operand, packed as ek_move_of in elektro.h does.
import { words } from '../generated/words';
import type { Move, MoveType } from './types';

const TYPES: readonly MoveType[] = words.move;

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
