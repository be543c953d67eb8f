// Advice: the turn that a strong bot would play, its reasons, and the second-best turn. It is valid until the table changes.
import type { Advised } from '../bots/protocol';
import type { GameView, Move } from '../engine/types';
import type { Session } from './session.svelte';

export class Advice {
    readonly #session: Session;
    /** What was asked about; every change of the table is another view. */
    #asked = $state.raw<GameView | null>(null);
    #answer = $state.raw<Advised | null>(null);

    constructor(session: Session) {
        this.#session = session;
    }

    /** Somebody could be asked now. */
    readonly offered = $derived.by(() => this.#session.myTurn && this.#session.source.advise !== undefined);
    /** Somebody was asked about what is on the table now, and thinks. */
    readonly awaited = $derived.by(() => this.#asked === this.#session.view && this.#answer === null);
    /** What was advised for what is on the table now. */
    readonly answer = $derived.by(() => (this.#asked === this.#session.view ? this.#answer : null));
    /** The first move of it. */
    readonly move = $derived.by((): Move | null => this.answer?.best.moves[0] ?? null);

    async ask(): Promise<void> {
        const { source, table, view, viewer } = this.#session;
        if (!this.offered || viewer === null || this.#asked === view) return;
        this.#asked = view;
        this.#answer = null;
        // What this seat may see, and the turn in the making: the session knows no more.
        try {
            const answer = (await source.advise?.(viewer, table.bytes())) ?? null;
            if (this.#asked === view) this.#answer = answer;
        } catch (error) {
            this.#asked = null;
            throw error;
        }
    }

    /** Makes the first advised move. The rest of the turn stays advised; if there is no rest, the next move is asked for. */
    async follow(): Promise<void> {
        const { answer } = this;
        const session = this.#session;
        const [move, ...rest] = answer?.best.moves ?? [];
        if (answer === null || move === undefined) return;
        const before = session.tentative.length;
        await session.follow(move);
        if (session.tentative.length <= before) return;
        if (rest.length === 0) return this.ask();
        this.#asked = session.view;
        this.#answer = { ...answer, best: { ...answer.best, moves: rest }, second: null };
    }
}
