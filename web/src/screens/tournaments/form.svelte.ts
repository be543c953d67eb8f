// What an organiser chooses for a tournament, in the fields of a form.
import { boardFor } from '../../engine/facts';
import type { Edition } from '../../engine/types';
import { boardsOf } from '../../game/tables';
import type { Clock, Tournament, TournamentSettings } from '../../net/messages';
import { DEFAULTS } from '../../net/tournament-words';
import { dateTimeField } from './when';

export type Pace = 'live' | 'days';
export type Begin = 'by-hand' | 'at';
export type Every = '' | 'week' | 'month';

const [HOUR, DAY] = [60, 24 * 60];

export const CLOCKS: Record<Pace, Clock[]> = {
    live: [
        { kind: 'move', seconds: 60 }, { kind: 'move', seconds: 120 }, { kind: 'move', seconds: 300 },
        { kind: 'game', seconds: 1200, increment: 10 }, { kind: 'game', seconds: 2400, increment: 20 },
    ],
    days: [{ kind: 'days', days: 1 }, { kind: 'days', days: 2 }, { kind: 'days', days: 3 }, { kind: 'days', days: 7 }],
};
/** In minutes. */
export const LENGTHS: Record<Pace, number[]> = {
    live: [60, 90, 120, 180, 240, 360],
    days: [7, 14, 21, 30, 45, 60, 90].map((days) => days * DAY),
};
export const BREAKS: Record<Pace, number[]> = {
    live: [0, 5, 10, 15, 30, HOUR, DAY, 7 * DAY],
    days: [0, DAY, 2 * DAY, 3 * DAY, 7 * DAY],
};
/** What is chosen first. */
const FIRST: Record<Pace, { clock: number; length: number }> = { live: { clock: 1, length: 180 }, days: { clock: 0, length: 30 * DAY } };
export const PEOPLE = [4, 6, 8, 9, 12, 16, 20, 24, 32, 48, 64, 96, 128, 256, DEFAULTS.people];
export const LEAST = [3, 4, 6, 8, 12, 16, 24, 32];
export const ROUNDS_MAX = 12;
export const NAME_MIN = 3;

/** The choices with one that is stored. */
export const withStored = (choices: readonly number[], stored: number): number[] => [...new Set([...choices, stored])].sort((a, b) => a - b);

export class TournamentForm {
    name = $state('');
    pace = $state<Pace>('live');
    clock = $state.raw<Clock>(CLOCKS.live[FIRST.live.clock]!);
    players = $state(4);
    rounds = $state(4);
    final = $state(true);
    length = $state(FIRST.live.length);
    pause = $state(10);
    begin = $state<Begin>('by-hand');
    /** As in the field. */
    at = $state(dateTimeField(Date.now() + 7 * DAY * 60_000));
    every = $state<Every>('');
    weekday = $state(7);
    monthday = $state(1);
    minute = $state(20 * HOUR);
    least = $state(3);
    most = $state<number>(DEFAULTS.people);
    edition = $state<Edition>(DEFAULTS.edition);
    /** Names of boards, without their edition. */
    boards = $state<string[]>([...DEFAULTS.boards]);
    rated = $state(true);
    shown = $state(true);
    /** Where a league is: the organiser's browser. */
    #zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    /** What is stored and has no field here. */
    #kept: Pick<TournamentSettings, 'options'> = {};

    setPace(pace: Pace): void {
        this.pace = pace;
        this.clock = CLOCKS[pace][FIRST[pace].clock]!;
        this.length = FIRST[pace].length;
        this.pause = pace === 'live' ? 10 : 0;
    }

    /** The names of the boards of the edition. */
    get offered(): string[] {
        return boardsOf(this.edition).map(({ base }) => base);
    }

    setEdition(edition: Edition): void {
        this.edition = edition;
        this.boards = this.boards.filter((board) => this.offered.includes(board));
        if (this.boards.length === 0) this.boards = [...DEFAULTS.boards];
    }

    /** Takes a board in, or leaves it out; one is always left. */
    toggleBoard(board: string): void {
        const others = this.boards.filter((each) => each !== board);
        if (others.length === this.boards.length) this.boards = this.offered.filter((each) => each === board || others.includes(each));
        else if (others.length > 0) this.boards = others;
    }

    /** Fills in a tournament that is changed. */
    fill({ name, settings, begins }: Tournament): void {
        const { clock, repeat, edition = DEFAULTS.edition, boards = [...DEFAULTS.boards], options } = settings;
        this.name = name;
        this.pace = clock.kind === 'days' ? 'days' : 'live';
        this.clock = clock;
        this.players = settings.players;
        this.rounds = settings.rounds;
        this.final = settings.final ?? false;
        this.length = settings.round_minutes;
        this.pause = settings.break_minutes ?? 0;
        this.begin = begins === null ? 'by-hand' : 'at';
        if (begins !== null) this.at = dateTimeField(begins);
        this.least = settings.min_people ?? LEAST[0]!;
        this.most = settings.max_people ?? DEFAULTS.people;
        this.edition = edition;
        this.boards = boards.map((board) => boardFor(board, edition).base);
        this.rated = settings.rated ?? false;
        this.shown = settings.public ?? true;
        if (options) this.#kept = { options };
        if (!repeat) return;
        this.every = repeat.every;
        if (repeat.every === 'week') this.weekday = repeat.day;
        else this.monthday = repeat.day;
        this.minute = repeat.minute;
        this.#zone = repeat.zone;
    }

    /** As the server wants them. */
    settings(): TournamentSettings {
        const { every } = this;
        return {
            ...this.#kept,
            players: this.players,
            rounds: this.rounds,
            final: this.final,
            clock: this.clock,
            round_minutes: this.length,
            break_minutes: this.pause,
            ...(every === '' && this.begin === 'at' ? { begins: new Date(this.at).getTime() } : {}),
            min_people: this.least,
            max_people: this.most,
            edition: this.edition,
            boards: [...this.boards],
            rated: this.rated,
            public: this.shown,
            ...(every === '' ? {} : { repeat: { every, day: every === 'week' ? this.weekday : this.monthday, minute: this.minute, zone: this.#zone } }),
        };
    }
}
