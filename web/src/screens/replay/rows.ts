// The rows of the list of moves: the game, and the variations as an indented tree below the moves they replace.
import type { HistoryEntry } from '../../game/source';
import type { Place, Variation, Variations } from '../../game/variations';
import { moveText, type Narrator } from '../../text/feed';
import { t } from '../../text/text.svelte';
import { linesOf, type Line } from '../table/narrate';

export interface Row {
    key: string;
    /** The position that the row leads to. */
    place: Place;
    /** 1: the game. */
    level: number;
    kind: 'move' | 'variation';
    seat: number | null;
    lines: Pick<Line, 'key' | 'text' | 'type'>[];
    /** A variation whose moves are listed; undefined for moves. */
    open?: boolean;
}

export function keyOf({ variation, at }: Place): string {
    return variation === null ? `move-${at}` : `variation-${variation.id}-${at}`;
}

/** A variation's name; its path if it has none. */
export function titleOf(variations: Variations, variation: Variation): string {
    return variation.name || t('variation.number', { path: variations.pathOf(variation) });
}

/** Makes the rows while it follows the tree. */
class Rows {
    readonly rows: Row[] = [];
    readonly #variations: Variations;
    readonly #narrator: Narrator;
    readonly #open: ReadonlySet<Variation>;

    /** open: the variations whose moves are listed. */
    constructor(variations: Variations, narrator: Narrator, open: ReadonlySet<Variation>) {
        this.#variations = variations;
        this.#narrator = narrator;
        this.#open = open;
    }

    /** Adds the own moves of a line. Below each move are the variations that begin with another move instead of it. */
    addLine(variation: Variation | null, entries: readonly HistoryEntry[], level: number): void {
        let cards = variation === null ? 0 : this.#cardsBefore(variation);
        for (const entry of entries) {
            const place = { variation, at: entry.index };
            const lines = this.#linesOf(entry, variation, cards);
            cards += entry.events.filter(({ type }) => type === 'plant-drawn').length;
            this.rows.push({ key: keyOf(place), place, level, kind: 'move', seat: entry.seat, lines });
            this.#addBranches(variation, entry.index - 1, level);
        }
        this.#addBranches(variation, this.#variations.lengthOf(variation), level);
    }

    #addBranches(variation: Variation | null, after: number, level: number): void {
        for (const branch of this.#variations.branchesOf(variation)) if (branch.after === after) this.#addVariation(branch, level + 1);
    }

    #addVariation(variation: Variation, level: number): void {
        const open = this.#open.has(variation);
        const first = variation.entries[0]!;
        const title = { key: 'title', text: titleOf(this.#variations, variation), type: 'step-begins' } as const;
        const count = { key: 'count', text: t('variation.moves', { count: variation.moves.length }), type: 'passed' } as const;
        const lines = open ? [title] : [title, { ...this.#linesOf(first, variation, 0)[0]!, key: 'first' }, count];
        this.rows.push({ key: `variation-${variation.id}`, place: { variation, at: variation.after + 1 }, level, kind: 'variation', seat: first.seat, lines, open });
        if (open) this.addLine(variation, variation.entries, level);
    }

    /** The sentences of an entry; in a variation, those of cards say where the card comes from. */
    #linesOf(entry: HistoryEntry, variation: Variation | null, cards: number): Row['lines'] {
        const lines = linesOf([entry], this.#narrator);
        if (entry.move === null) return [{ key: 'start', text: t('variation.start'), type: 'step-begins' }, ...lines.filter(({ type }) => type === 'round-begins')];
        if (lines.length === 0) return [{ key: 'move', text: moveText(entry.events, entry.seat ?? -1, this.#narrator), type: 'passed' }];
        if (variation === null) return lines;
        const same = this.#variations.cardsAsInGame(variation);
        let turned = cards;
        return lines.map((line) => {
            if (line.type !== 'plant-drawn') return line;
            return { ...line, text: `${line.text} (${turned++ < same ? t('variation.card-game') : t('variation.card-random')})` };
        });
    }

    /** The cards that were turned up before a variation begins. */
    #cardsBefore({ parent, after }: Variation): number {
        const before = this.#variations.historyOf(parent).slice(1, after + 1);
        return before.reduce((sum, { events }) => sum + events.filter(({ type }) => type === 'plant-drawn').length, 0);
    }
}

/** All rows. The moves of a variation are listed if the shown position is in it or in one of its branches. */
export function rowsOf(variations: Variations, shown: Variation | null, narrator: Narrator): Row[] {
    const open = new Set<Variation>();
    for (let each = shown; each !== null; each = each.parent) open.add(each);
    const rows = new Rows(variations, narrator, open);
    rows.addLine(null, variations.historyOf(null), 1);
    return rows.rows;
}
