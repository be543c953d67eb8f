// A line: moves from the start of a game, each with the cards that it turned up. Cards are always named, so a line needs
// no seed to be replayed.
import { Journal } from '../engine/journal';
import { addBack, type Step } from '../engine/steps';
import type { Back, GameEvent, HistoryEntry, Move, Reason, TableConfig } from '../engine/types';

/** A card that was turned up, perhaps with the back of the next one; or a back alone. */
export type Card = { draw: number; back?: Back } | { back: Back };

/** A move with the cards that it turned up. */
export interface PlayedMove {
    readonly move: Move;
    readonly cards: readonly Card[];
}

/** How the lines of a game begin: the table, and the cards before the first move. */
export interface Start {
    config: TableConfig;
    order: readonly number[];
    market: readonly number[];
    cards: readonly Card[];
}

/** Groups the steps of a game whose cards are told. */
export function groupSteps(steps: readonly Step[]): { cards: Card[]; moves: PlayedMove[] } {
    const cards: Card[] = [];
    const moves: { move: Move; cards: Card[] }[] = [];
    for (const step of steps) {
        if (typeof step === 'number') moves.push({ move: step, cards: [] });
        else if (!('seed' in step)) (moves.at(-1)?.cards ?? cards).push(step);
    }
    return { cards, moves };
}

/** The steps of some moves. */
export function stepsOf(moves: readonly PlayedMove[]): Step[] {
    return moves.flatMap(({ move, cards }): Step[] => [move, ...cards.map((card) => ({ ...card }))]);
}

/** The plants that some moves turned up, in their order. */
export function plantsDrawn(moves: readonly PlayedMove[]): number[] {
    return moves.flatMap(({ cards }) => cards.flatMap((card) => ('draw' in card ? [card.draw] : [])));
}

/** The cards that these events turned up, as a record writes them. */
function cardsOf(events: readonly GameEvent[]): Card[] {
    const steps: Step[] = [];
    for (const event of events) {
        if (event.type === 'plant-drawn') steps.push({ draw: event.plant });
        if ((event.type === 'plant-drawn' || event.type === 'deck-shuffled') && event.top_back !== 'unknown') addBack(steps, event.top_back);
    }
    return groupSteps(steps).cards;
}

/** A journal that can be moved from line to line. */
export class Line {
    readonly journal: Journal;
    /** The moves that the journal has made. */
    readonly #made: PlayedMove[] = [];

    constructor(compiled: WebAssembly.Module, { config, order, market, cards }: Start) {
        this.journal = new Journal(compiled, config, { order, market, told: true });
        for (const card of cards) this.#tell(card);
    }

    get history(): readonly HistoryEntry[] {
        return this.journal.history;
    }

    /** Replays these moves, from where they differ from the line of before. If one is refused, the line ends before it. */
    goTo(moves: readonly PlayedMove[]): Reason {
        const differs = this.#made.findIndex((made, at) => made !== moves[at]);
        if (differs >= 0) this.#cut(differs);
        for (const made of moves.slice(this.#made.length)) {
            const reason = this.#replay(made);
            if (reason !== 'ok') return reason;
        }
        return 'ok';
    }

    /** Makes a move. Its cards are those of expected as long as they are possible; the others come from the seed. */
    play(move: Move, expected: readonly Card[], seed: string): PlayedMove | Reason {
        const cards: Card[] = [];
        const reason = this.journal.play(move);
        if (reason !== 'ok') return reason;
        for (const card of expected) {
            if (!('draw' in card) || !this.journal.awaited().includes(card.draw)) break;
            cards.push(this.#tell(card));
        }
        if (this.journal.awaited().length > 0) cards.push(...this.#drawFrom(seed));
        const made = { move, cards };
        this.#made.push(made);
        return made;
    }

    #replay(made: PlayedMove): Reason {
        const { journal } = this;
        let reason = journal.play(made.move);
        if (reason !== 'ok') return reason;
        for (const card of made.cards) {
            if ('draw' in card) reason = journal.draw(card.draw, true);
            if (reason !== 'ok') break;
            this.#showBack(card.back);
        }
        if (reason === 'ok') this.#made.push(made);
        else journal.undo();
        return reason;
    }

    #cut(length: number): void {
        this.journal.undoTo(length);
        this.#made.length = length;
    }

    /** Enters a card; returns it without a back that is impossible on this line. */
    #tell(card: Card): Card {
        if ('draw' in card) this.journal.draw(card.draw, true);
        const shown = this.#showBack(card.back);
        return 'draw' in card && !shown ? { draw: card.draw } : card;
    }

    #showBack(back: Back | undefined): boolean {
        return back !== undefined && back !== 'unknown' && this.journal.showBack(back, true) === 'ok';
    }

    /** Draws the awaited cards as the engine does, and enters them as cards that were told. */
    #drawFrom(seed: string): Card[] {
        this.journal.reseed(seed);
        const cards = cardsOf(this.journal.history.at(-1)!.events);
        this.journal.undo();
        return cards.map((card) => this.#tell(card));
    }
}
