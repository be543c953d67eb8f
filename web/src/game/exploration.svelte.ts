// A person who explores a game: walks along its lines, tries moves, keeps them as variations.
import type { Move } from '../engine/types';
import type { ExploredGame } from './explored.svelte';
import type { LocalGame } from './local';
import type { Session } from './session.svelte';
import type { GameSource } from './source';
import type { Place, Variation, VariationRefusal } from './variations';

export class Exploration {
    readonly session: Session;
    readonly explored: ExploredGame;

    constructor(session: Session, explored: ExploredGame) {
        this.session = session;
        this.explored = explored;
    }

    /** The position that the table shows. */
    readonly place = $derived.by((): Place => {
        const { variation } = this.explored;
        return { variation, at: this.session.replayIndex ?? this.session.history.length - 1 };
    });
    readonly trying = $derived.by(() => this.explored.trying);
    readonly variation = $derived.by(() => this.explored.variation);
    /** The variations of the game; a new list after each change. */
    readonly roots = $derived.by(() => {
        void this.explored.version;
        return [...this.explored.variations.roots];
    });
    /** Where the person can go from here: along the line, and into its branches. */
    readonly continuations = $derived.by(() => {
        void this.explored.version;
        return this.explored.variations.continuations(this.place);
    });
    /** A player decides in this position. */
    readonly canTry = $derived.by(() => {
        const { view } = this.session;
        return view.phase !== 'ended' && view.toMove !== null;
    });

    /** Shows a position. */
    goTo({ variation, at }: Place): void {
        this.explored.show(variation);
        this.session.showLine(at);
    }

    /** Shows a position of the game after this many moves, as its record numbers them. */
    goToMove(number: number): void {
        this.goTo({ variation: null, at: Math.max(0, Math.min(number, this.explored.variations.game.length)) });
    }

    /** Shows the position of the game where its variation begins that is shown, or one of whose branches is. */
    backToGame(): void {
        let root = this.variation;
        while (root?.parent) root = root.parent;
        if (root !== null) this.goToMove(root.after);
    }

    /** Goes along the line. */
    walk(moves: number): void {
        const { variation, at } = this.place;
        const next = at + moves;
        if (next >= 0 && next <= this.explored.variations.lengthOf(variation)) this.goTo({ variation, at: next });
    }

    /** Lets the person move in this position. */
    tryHere(): void {
        if (!this.canTry) return;
        this.explored.tryFrom(this.place);
        this.session.showLine(null);
    }

    /** Goes on with the replay of the line. */
    stopTrying(): void {
        this.goTo(this.explored.variations.owner(this.place));
    }

    async rename(variation: Variation, name: string): Promise<void> {
        await this.explored.rename(variation, name);
        this.session.refresh();
    }

    /** Removes a variation. If it was shown, shows the position before it. */
    async remove(variation: Variation): Promise<void> {
        const { place } = this;
        const shown = this.explored.variations.all([variation]).includes(place.variation as Variation);
        await this.explored.remove(variation);
        if (shown) this.goTo({ variation: variation.parent, at: variation.after });
        else this.session.refresh();
    }

    /** Adds a variation of these moves after some moves of the game and shows its end. */
    async show(after: number, moves: readonly Move[], name: string): Promise<VariationRefusal | null> {
        const added = await this.explored.add(after, moves, name);
        if (typeof added === 'string') return added;
        this.goTo(added);
        return null;
    }

    /** Starts a local game from this position; the person plays the seat me. */
    playOn(me: number): Promise<LocalGame | undefined> {
        return this.explored.playOn(this.place.at, me);
    }
}

/** Without the class, which few screens need. */
export function isExplored(source: GameSource): source is ExploredGame {
    return 'variations' in source;
}

/** The exploration of a session; undefined if its game is not explored. */
export function explorationOf(session: Session): Exploration | undefined {
    return isExplored(session.source) ? new Exploration(session, session.source) : undefined;
}
