// What the buttons of a puzzle do; absent at other tables.
import { getContext, setContext } from 'svelte';
import type { PuzzleGame } from '../../game/puzzle-game.svelte';

export interface PuzzleContext {
    game: PuzzleGame;
    /** Begins the puzzle again. */
    again: () => void;
    /** The address of the next one; null: there is no other. */
    next: () => string | null;
}

const KEY = Symbol('puzzle');

export function providePuzzle(context: PuzzleContext): void {
    setContext(KEY, context);
}

export function usePuzzle(): PuzzleContext | undefined {
    return getContext<PuzzleContext | undefined>(KEY);
}
