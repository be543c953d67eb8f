// A turn in the making outlives the page: it is kept in the tab, beside the game, until it is done.
import type { Move } from '../engine/types';

export interface Draft {
    /** How much had happened when it was made; nothing of it is any good after that. */
    last: number;
    moves: Move[];
    /** Cities wished for; they are tried when it is time to build, whatever happens until then. */
    wishes: number[];
}

const key = (id: string) => `elektro.draft.${id}`;
/** Whole numbers of 32 bits, as moves are. */
const isNumbers = (value: unknown): value is number[] => Array.isArray(value) && value.every((each) => each >>> 0 === each);

export function saveDraft(id: string, draft: Draft): void {
    try {
        if (draft.moves.length + draft.wishes.length === 0) sessionStorage.removeItem(key(id));
        else sessionStorage.setItem(key(id), JSON.stringify(draft));
    } catch {
        // A browser that keeps nothing still plays.
    }
}

export function loadDraft(id: string): Draft | null {
    try {
        const { last, moves, wishes } = JSON.parse(sessionStorage.getItem(key(id)) ?? 'null') as Draft;
        return Number.isSafeInteger(last) && isNumbers(moves) && isNumbers(wishes) ? { last, moves, wishes } : null;
    } catch {
        return null;
    }
}
