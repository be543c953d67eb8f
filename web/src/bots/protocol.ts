// Messages between the page and the bots' worker.
import type { Level, GameEvent, Move, Style, TableConfig, Why } from '../engine/types';

/** Whether bots of a level play in styles: the others use no parameters. */
export function hasStyles(level: Level): boolean {
    return level !== 'random' && level !== 'easy';
}

export interface BotSeat {
    seat: number;
    level: Level;
    seed: bigint;
    /** How it plays, from normal on. */
    style?: Style;
    /** Playouts for each move of a searching bot; by default its level decides, or the time that they take. */
    nodes?: number;
}

export type Request =
    | { type: 'sit'; config: TableConfig; bots: BotSeat[] }
    | { type: 'see'; events: GameEvent[] }
    | { type: 'move'; id: number; seat: number; view: Uint8Array }
    | { type: 'advise'; id: number; seat: number; view: Uint8Array; seen: GameEvent[][] };

/** A turn that the adviser has tried. */
export interface AdvisedTurn {
    /** At least one. */
    moves: Move[];
    /** How far to bid after the first move; null: the turn does not say. */
    limit: number | null;
    /** The chance to win, from 0 to 1; null: the adviser has no judge that tells it. */
    chance: number | null;
}

/** What a strong bot would do, why, and the best of all other turns. */
export interface Advised {
    best: AdvisedTurn;
    second: AdvisedTurn | null;
    /** The strongest first. */
    reasons: Why[];
}

export type Answer =
    | { type: 'move'; id: number; move: Move }
    | { type: 'advice'; id: number; advice: Advised }
    | { type: 'failed'; message: string };
