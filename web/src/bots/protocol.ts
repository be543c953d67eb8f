// Messages between the page and the bots' worker.
import type { Level, GameEvent, Move, Style, TableConfig } from '../engine/types';

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

export type Answer = { type: 'move'; id: number; move: Move } | { type: 'failed'; message: string };
