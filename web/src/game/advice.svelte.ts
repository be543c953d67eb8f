// Advice: the move that a strong bot would make. It is valid until the table changes.
import type { GameView, Move } from '../engine/types';
import type { Session } from './session.svelte';

export class Advice {
    readonly #session: Session;
    /** What was asked about; every change of the table is another view. */
    #asked = $state.raw<GameView | null>(null);
    #answer = $state.raw<Move | null>(null);

    constructor(session: Session) {
        this.#session = session;
    }

    /** Somebody could be asked now. */
    readonly offered = $derived.by(() => this.#session.myTurn && this.#session.source.advise !== undefined);
    /** Somebody was asked about what is on the table now, and thinks. */
    readonly awaited = $derived.by(() => this.#asked === this.#session.view && this.#answer === null);
    /** The move that was advised for what is on the table now. */
    readonly move = $derived.by(() => (this.#asked === this.#session.view ? this.#answer : null));

    async ask(): Promise<void> {
        const { source, table, view, viewer } = this.#session;
        if (!this.offered || viewer === null || this.#asked === view) return;
        this.#asked = view;
        this.#answer = null;
        // What this seat may see, and the turn in the making: the session knows no more.
        try {
            const move = (await source.advise?.(viewer, table.bytes())) ?? null;
            if (this.#asked === view) this.#answer = move;
        } catch (error) {
            this.#asked = null;
            throw error;
        }
    }
}
