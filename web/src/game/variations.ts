// Variations of a game: a tree of branches. A variation begins after some moves of the game or of another variation and has
// moves of its own. A line is the game, or a variation with all moves that lead to it; its moves count from 1, as records
// number them.
import type { HistoryEntry, Move, Reason } from '../engine/types';
import { truncate } from '../text/truncate';
import { groupSteps, Line, plantsDrawn, type Card, type PlayedMove, type Start } from './line';
import type { RecordedGame } from '../engine/records';

/** Limits of a tree. Records and stored trees that exceed them are cut. */
export const VARIATIONS_MAX = 100;
export const VARIATION_MOVES_MAX = 3000;
export const VARIATION_DEPTH_MAX = 8;
export const VARIATION_NAME_BYTES = 63;

export interface Variation {
    readonly id: number;
    /** The variation it branches off; null: the game. */
    readonly parent: Variation | null;
    /** The number of moves before it begins. */
    readonly after: number;
    readonly name: string;
    readonly moves: readonly PlayedMove[];
    /** The history entries of its moves. */
    readonly entries: readonly HistoryEntry[];
    readonly children: readonly Variation[];
}

/** A variation as it is stored. */
export interface SavedVariation {
    after: number;
    name: string;
    moves: PlayedMove[];
    children: SavedVariation[];
}

/** A position: a line, and how many of its moves have been made. variation null: the line of the game. */
export interface Place {
    readonly variation: Variation | null;
    readonly at: number;
}

/** Why a variation is refused: by the rules, or because the tree has reached a limit. */
export type VariationRefusal = Exclude<Reason, 'ok'> | 'too-many-variations';

/** The tree changes its own nodes. */
interface Node extends Variation {
    name: string;
    moves: PlayedMove[];
    entries: HistoryEntry[];
    children: Node[];
}

/** A name without control characters and of a length that records can hold. */
export function variationName(text: string): string {
    return truncate(text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' '), VARIATION_NAME_BYTES);
}

export class Variations {
    /** The moves of the game. */
    readonly game: readonly PlayedMove[];
    readonly start: Start;
    /** Seeds the cards that the game does not know. */
    readonly #seed: string;
    readonly #line: Line;
    readonly #entries: readonly HistoryEntry[];
    readonly #roots: Node[] = [];
    #next = 1;

    /** The tree of a recorded game whose cards are told. Throws if the rules refuse the game. */
    constructor(compiled: WebAssembly.Module, { config, setup, steps }: Pick<RecordedGame, 'config' | 'setup' | 'steps'>, seed: string) {
        const { cards, moves } = groupSteps(steps);
        this.start = { config, order: setup?.order ?? [], market: setup?.market ?? [], cards };
        this.game = moves;
        this.#seed = seed;
        this.#line = new Line(compiled, this.start);
        const reason = this.#line.goTo(moves);
        if (reason !== 'ok') throw new Error(`the game is refused: ${reason}`);
        this.#entries = [...this.#line.history];
    }

    // -------------------------------------------------------------------------------- lines

    /** The variations of the game itself, in the order of their first moves. */
    get roots(): readonly Variation[] {
        return this.#roots;
    }

    /** All variations, each before its own branches. */
    all(of: readonly Variation[] = this.#roots): Variation[] {
        return of.flatMap((each) => [each, ...this.all(each.children)]);
    }

    branchesOf(variation: Variation | null): readonly Variation[] {
        return variation?.children ?? this.#roots;
    }

    /** The number of moves of a line. */
    lengthOf(variation: Variation | null): number {
        return variation === null ? this.game.length : variation.after + variation.moves.length;
    }

    movesOf(variation: Variation | null): readonly PlayedMove[] {
        return variation === null ? this.game : [...this.movesOf(variation.parent).slice(0, variation.after), ...variation.moves];
    }

    /** The history of a line; its index is the number of a move. */
    historyOf(variation: Variation | null): readonly HistoryEntry[] {
        return variation === null ? this.#entries : [...this.historyOf(variation.parent).slice(0, variation.after + 1), ...variation.entries];
    }

    /** The state at a place as a seat may see it, with all money if open. */
    viewAt({ variation, at }: Place, seat: number | null, open: boolean): Uint8Array {
        this.#line.goTo(this.movesOf(variation));
        return open ? this.#line.journal.openAt(at) : this.#line.journal.viewAt(at, seat);
    }

    /** The seat that decides at a place; null: nobody does. */
    toMove({ variation, at }: Place): number | null {
        this.#line.goTo(this.movesOf(variation).slice(0, at));
        return this.#line.journal.toMove();
    }

    /** The line on which a place lies with its own moves: at its first position a variation is still the line it branches off. */
    owner({ variation, at }: Place): Place {
        return variation !== null && at <= variation.after ? this.owner({ variation: variation.parent, at }) : { variation, at };
    }

    /** The places after each move that is known at a place: that of the line first, then those of its branches. */
    continuations(place: Place): Place[] {
        const { variation, at } = this.owner(place);
        const onward = at < this.lengthOf(variation) ? [{ variation, at: at + 1 }] : [];
        const branches = this.branchesOf(variation).filter(({ after }) => after === at);
        return [...onward, ...branches.map((branch) => ({ variation: branch, at: at + 1 }))];
    }

    /** The move that leads to a place. */
    moveTo({ variation, at }: Place): Move | undefined {
        return this.movesOf(variation)[at - 1]?.move;
    }

    /** 1.2: the second branch of the first variation. */
    pathOf(variation: Variation): string {
        const number = this.branchesOf(variation.parent).indexOf(variation) + 1;
        return variation.parent === null ? String(number) : `${this.pathOf(variation.parent)}.${number}`;
    }

    /** How many of the first cards of a line are those that the game turned up. */
    cardsAsInGame(variation: Variation | null): number {
        const [line, game] = [plantsDrawn(this.movesOf(variation)), plantsDrawn(this.game)];
        const other = line.findIndex((plant, at) => plant !== game[at]);
        return other < 0 ? line.length : other;
    }

    // ----------------------------------------------------------------------------- changing

    /** Makes a move: follows the line or a branch that has it, adds it to the end of a variation, or begins a variation. */
    play(place: Place, move: Move): Place | VariationRefusal {
        const known = this.continuations(place).find((each) => this.moveTo(each) === move);
        if (known !== undefined) return known;
        const { variation, at } = this.owner(place);
        const node = variation as Node | null;
        const atEnd = node !== null && at === this.lengthOf(node);
        if (this.#full(atEnd ? null : { parent: node })) return 'too-many-variations';
        const made = this.#make(place, move);
        if (typeof made === 'string') return made;
        const grown = atEnd ? node : this.#begin(node, at, '');
        grown.moves.push(made.played);
        grown.entries.push(made.entry);
        return { variation: grown, at: at + 1 };
    }

    /** Adds a variation of these moves after some moves of the game, and names it if it is new. Refused moves change nothing. */
    add(after: number, moves: readonly Move[], name = ''): Place | VariationRefusal {
        let place: Place = { variation: null, at: after };
        const before = this.#movesInAll();
        for (const move of moves) {
            const next = this.play(place, move);
            if (typeof next === 'string') {
                while (this.#movesInAll() > before) place = this.undo(place);
                return next;
            }
            place = next;
        }
        if (place.variation !== null && this.#movesInAll() > before && place.variation.name === '') this.rename(place.variation, name);
        return place;
    }

    /** Takes back the move before a place if it is the last of its variation, otherwise goes back only. */
    undo(place: Place): Place {
        const { variation, at } = this.owner(place);
        const node = variation as Node | null;
        if (node === null || at !== this.lengthOf(node) || node.children.some(({ after }) => after >= at)) return this.owner({ variation, at: at - 1 });
        node.moves.pop();
        node.entries.pop();
        if (node.moves.length === 0) this.remove(node);
        return this.owner({ variation: node, at: at - 1 });
    }

    rename(variation: Variation, name: string): void {
        (variation as Node).name = variationName(name);
    }

    /** Removes a variation and its branches. */
    remove(variation: Variation): void {
        const siblings = this.branchesOf(variation.parent) as Node[];
        const at = siblings.indexOf(variation as Node);
        if (at >= 0) siblings.splice(at, 1);
    }

    #full(begins: { parent: Variation | null } | null): boolean {
        if (this.#movesInAll() >= VARIATION_MOVES_MAX) return true;
        return begins !== null && (this.all().length >= VARIATIONS_MAX || this.#depth(begins.parent) >= VARIATION_DEPTH_MAX);
    }

    #movesInAll(): number {
        return this.all().reduce((sum, { moves }) => sum + moves.length, 0);
    }

    #depth(variation: Variation | null): number {
        return variation === null ? 0 : 1 + this.#depth(variation.parent);
    }

    #begin(parent: Node | null, after: number, name: string): Node {
        const node: Node = { id: this.#next++, parent, after, name, moves: [], entries: [], children: [] };
        const siblings = parent?.children ?? this.#roots;
        const later = siblings.findIndex((each) => each.after > after);
        siblings.splice(later < 0 ? siblings.length : later, 0, node);
        return node;
    }

    /** Makes a move on the line of a place. Cards come as in the game while the line has turned up the same ones so far. */
    #make({ variation, at }: Place, move: Move): { played: PlayedMove; entry: HistoryEntry } | Exclude<Reason, 'ok'> {
        const line = this.movesOf(variation).slice(0, at);
        this.#line.goTo(line);
        const played = this.#line.play(move, this.#cardsAfter(line), `${this.#seed} ${at} ${move}`);
        if (typeof played === 'string') return played as Exclude<Reason, 'ok'>;
        return { played, entry: this.#line.history.at(-1)! };
    }

    /** The next cards of the game; none if the line has turned up others. */
    #cardsAfter(line: readonly PlayedMove[]): Card[] {
        const turned = plantsDrawn(line);
        const cards = this.game.flatMap((made) => made.cards).filter((card) => 'draw' in card);
        return turned.every((plant, at) => plant === cards[at]?.draw) ? cards.slice(turned.length) : [];
    }

    // ------------------------------------------------------------------------------ storing

    save(of: readonly Variation[] = this.#roots): SavedVariation[] {
        return of.map(({ after, name, moves, children }) => ({ after, name, moves: [...moves], children: this.save(children) }));
    }

    /** Replaces the tree by a stored one. Returns how many variations were left out because they do not fit the game or
     *  exceed a limit; variations end before a move that is refused. */
    restore(saved: readonly SavedVariation[]): number {
        this.#roots.length = 0;
        return this.#restoreUnder(null, saved);
    }

    #restoreUnder(parent: Node | null, saved: readonly SavedVariation[]): number {
        return saved.reduce((lost, each) => lost + this.#restoreOne(parent, each), 0);
    }

    #restoreOne(parent: Node | null, { after, name, moves, children }: SavedVariation): number {
        const fits = Number.isInteger(after) && after >= (parent === null ? 0 : parent.after + 1) && after <= this.lengthOf(parent);
        if (!fits || moves.length === 0 || this.#full({ parent })) return 1 + count(children);
        const allowed = moves.slice(0, VARIATION_MOVES_MAX - this.#movesInAll());
        this.#line.goTo([...this.movesOf(parent).slice(0, after), ...allowed]);
        const entries = this.#line.history.slice(after + 1);
        if (entries.length === 0) return 1 + count(children);
        const node = this.#begin(parent, after, variationName(name));
        node.moves = moves.slice(0, entries.length);
        node.entries = entries;
        return (node.moves.length === moves.length ? 0 : 1) + this.#restoreUnder(node, children);
    }
}

function count(saved: readonly SavedVariation[]): number {
    return saved.reduce((sum, { children }) => sum + 1 + count(children), 0);
}
