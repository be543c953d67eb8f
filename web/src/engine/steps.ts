// The steps of a game, as they are saved and as records contain them.
import type { Journal } from './journal';
import type { Back, Move, Reason } from './types';

/** One step of a game: a move; an entered card, perhaps with the back of the next one; a back alone; or a
 *  seed that draws all later cards. */
export type Step = Move | { draw: number; back?: Back } | { back: Back } | { seed: string };

/** How the cards of a game come about. */
export interface Beginning {
    /** The seed of the cards; '' if cards are entered. */
    seed: string;
    /** Absent in games of earlier versions, whose seed is a decimal number. */
    chance?: 'seed' | 'told';
    /** Parts of the setup that were entered. */
    setup?: { order?: number[]; market?: number[] };
}

/** Applies a step of any kind. A refused step changes nothing. */
export function applyStep(journal: Journal, step: Step): Reason {
    if (typeof step === 'number') return journal.play(step);
    if ('seed' in step) return journal.reseed(step.seed);
    if (!('draw' in step)) return journal.showBack(step.back);
    const drawn = journal.draw(step.draw);
    if (drawn !== 'ok' || step.back === undefined) return drawn;
    const shown = journal.showBack(step.back, true);
    if (shown !== 'ok') journal.undo();
    return shown;
}

/** Adds a card back to the card before it, or as a step of its own. */
export function addBack(steps: Step[], back: Back): void {
    const last = steps.at(-1);
    if (typeof last === 'object' && 'draw' in last && last.back === undefined) last.back = back;
    else steps.push({ back });
}
