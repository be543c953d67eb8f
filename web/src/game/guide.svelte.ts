// The guide of a first game: the lesson that is due, what it asks for, and a turn that went another way. Bots wait while it speaks.
import type { Journal } from '../engine/journal';
import type { Edition, Move } from '../engine/types';
import { firstGameOf, LEARNER, type ScriptedMove } from './first-games';
import { lessonFor, lessonsOf, type Lesson } from './lessons';
import { gathers, standingIn, type Standing } from './script';

/** What a game keeps of its lessons. */
export interface SavedGuide {
    /** The lessons that were read. */
    learned: string[];
    /** The learner left the script on purpose. */
    strayed?: true;
}

/** A turn of the learner that the script does not ask for. */
export interface Mistake {
    made: Move[];
    asked: Move[];
    /** The history entry before the turn. */
    before: number;
}

/** What a guide does to its game. */
export interface GuidedGame {
    save(guide: SavedGuide): Promise<void>;
    /** Removes all entries after history[index]. */
    takeBack(index: number): Promise<void>;
}

/** All decide for themselves. */
const OFF: Standing = { state: 'off', botMove: null, asked: [], before: null };

export class Guide {
    readonly #game: GuidedGame;
    readonly #journal: Journal;
    readonly #script: readonly ScriptedMove[];
    readonly #edition: Edition;
    #saved = $state.raw<SavedGuide>({ learned: [] });
    #standing = $state.raw<Standing>(OFF);
    #wake: () => void = () => undefined;

    /** The lesson to read now; null: none is due. */
    lesson = $state.raw<Lesson | null>(null);
    /** The lesson that was read last, if it is about what happens now. */
    latest = $state.raw<Lesson | null>(null);
    /** The latest turn, if the script asks for another one and the learner has not chosen to play on. */
    mistake = $state.raw<Mistake | null>(null);
    /** The history entry before the latest turn of the learner; null: there is none. */
    lastTurn = $state.raw<number | null>(null);

    constructor(game: GuidedGame, journal: Journal, saved: SavedGuide | undefined) {
        this.#game = game;
        this.#journal = journal;
        this.#edition = journal.config.edition;
        this.#script = firstGameOf(this.#edition).script;
        this.#saved = saved ?? this.#saved;
        this.look();
    }

    /** The game follows the script, as the lessons promise. */
    readonly scripted = $derived(this.#standing.state === 'on');
    /** The moves that the script asks of the learner now; empty: the learner decides. */
    readonly asked = $derived(this.mistake === null ? this.#standing.asked : []);
    /** The lesson's number and how many there are. */
    readonly progress = $derived.by(() => {
        const all = lessonsOf(this.#edition);
        return { number: 1 + all.findIndex(({ id }) => id === this.lesson?.id), count: all.length };
    });

    /** Bots wait. */
    get holds(): boolean {
        return this.lesson !== null || this.mistake !== null;
    }

    /** All lessons are over. */
    get stopped(): boolean {
        return lessonsOf(this.#edition).every(({ id }) => this.#saved.learned.includes(id));
    }

    /** The move of the bot to move by the script; null: the bot decides itself. */
    get botMove(): Move | null {
        const { botMove } = this.#standing;
        const seat = this.#journal.toMove();
        return botMove !== null && seat !== null && this.#journal.why(seat, botMove) === 'ok' ? botMove : null;
    }

    /** Looks at the game again, after every step. */
    look(): void {
        const { history } = this.#journal;
        this.#standing = this.#saved.strayed ? OFF : standingIn(this.#script, history);
        const { state: script, asked, before } = this.#standing;
        const view = this.#journal.view();
        const decision = view.toMove === LEARNER ? view.decision : null;
        this.mistake = before === null ? null : this.#mistakeAfter(before);
        const moment = { view, decision, script, asked, end: this.#journal.marks().end };
        this.lesson = lessonFor(moment, this.#saved.learned);
        this.latest = lessonsOf(this.#edition).find(({ id, due }) => id === this.#saved.learned.at(-1) && due(moment)) ?? null;
        this.lastTurn = this.#lastTurn();
        if (!this.holds) this.#wake();
    }

    /** The latest turn compared with the script; null if that asks for none, as in the games of earlier versions. */
    #mistakeAfter(before: number): Mistake | null {
        const { history } = this.#journal;
        const made = history.slice(before + 1).flatMap(({ move }) => (move === null ? [] : [move]));
        const { asked } = standingIn(this.#script, history.slice(0, before + 1));
        return asked.length === 0 ? null : { made, asked, before };
    }

    /** The entry before the latest turn of the learner. */
    #lastTurn(): number | null {
        const { history } = this.#journal;
        let first = history.findLastIndex(({ seat }) => seat === LEARNER);
        while (first > 1 && gathers(history[first - 1]!)) first--;
        return first < 0 ? null : first - 1;
    }

    /** Resolves when bots may move. */
    async clear(): Promise<void> {
        while (this.holds) await new Promise<void>((resolve) => (this.#wake = resolve));
    }

    /** The lesson was read. */
    async understood(): Promise<void> {
        const { lesson } = this;
        if (lesson !== null) await this.#keep({ ...this.#saved, learned: [...this.#saved.learned, lesson.id] });
    }

    /** Shows the latest lesson again. */
    async again(): Promise<void> {
        await this.#keep({ ...this.#saved, learned: this.#saved.learned.filter((id) => id !== this.latest?.id) });
    }

    /** The learner acted: a lesson about the decision needs no other answer. */
    acted(): void {
        const { lesson } = this;
        if (lesson !== null) this.#saved = { ...this.#saved, learned: [...this.#saved.learned, lesson.id] };
    }

    /** Takes the latest turn of the learner back. */
    async takeBack(): Promise<void> {
        const index = this.mistake?.before ?? this.lastTurn;
        if (index === null) return;
        await this.#game.takeBack(index);
        this.look();
    }

    /** Goes on with a turn that the script does not ask for. */
    async playOn(): Promise<void> {
        await this.#keep({ ...this.#saved, strayed: true });
    }

    /** Ends the lessons; the game goes on. */
    async stop(): Promise<void> {
        await this.#keep({ learned: lessonsOf(this.#edition).map(({ id }) => id), strayed: true });
    }

    get saved(): SavedGuide {
        return this.#saved;
    }

    async #keep(saved: SavedGuide): Promise<void> {
        this.#saved = saved;
        this.look();
        await this.#game.save(saved);
    }
}
