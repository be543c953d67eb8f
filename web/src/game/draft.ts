// The draft of a turn survives a reload: it is stored in the tab until the turn is submitted.
import type { Move } from '../engine/types';

export interface Draft {
    /** Index of the last history entry when the draft was made. The moves are invalid after other entries. */
    last: number;
    moves: Move[];
    /** Planned cities. They stay valid until the player builds. */
    wishes: number[];
}

const key = (id: string) => `elektro.draft.${id}`;
/** Unsigned 32-bit integers, as moves are. */
const isNumbers = (value: unknown): value is number[] => Array.isArray(value) && value.every((each) => each >>> 0 === each);

export function saveDraft(id: string, draft: Draft): void {
    try {
        if (draft.moves.length + draft.wishes.length === 0) sessionStorage.removeItem(key(id));
        else sessionStorage.setItem(key(id), JSON.stringify(draft));
    } catch {
        // The game works without storage.
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
