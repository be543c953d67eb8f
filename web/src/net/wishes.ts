// What this person wanted when they last looked for people to play with, stored in the browser.
import { LEVELS } from '../game/tables';
import type { Level } from '../engine/types';
import type { Send } from './api';

export const PACES = ['fast', 'live', 'days'] as const;
export const RATED = ['any', 'yes', 'no'] as const;
/** 0: any number. */
export const NUMBERS = [0, 2, 3, 4, 5, 6] as const;

type Pace = (typeof PACES)[number];

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Seconds until bots take the empty seats; null: no bots. */
export const BOTS: Record<Pace, readonly (number | null)[]> = {
    fast: [MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, null],
    live: [MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, null],
    days: [HOUR, DAY, 3 * DAY, null],
};

export interface Wishes {
    pace: Pace;
    players: number;
    /** Which of the times in BOTS. */
    bots: number;
    level: Level;
    rated: (typeof RATED)[number];
}

const KEY = 'elektro.wishes';
const USUAL: Wishes = { pace: 'live', players: 0, bots: 1, level: 'normal', rated: 'any' };

type Check = (value: unknown) => boolean;
const oneOf = (words: readonly unknown[]): Check => (value) => words.includes(value);

/** Validates what is stored: another program may have written it. */
const GOOD: Record<keyof Wishes, Check> = {
    pace: oneOf(PACES),
    players: oneOf(NUMBERS),
    bots: oneOf([0, 1, 2, 3, 4]),
    level: oneOf(LEVELS),
    rated: oneOf(RATED),
};

export function storedWishes(): Wishes {
    try {
        const found = Object.entries((JSON.parse(localStorage.getItem(KEY) ?? '{}') as object | null) ?? {});
        return { ...USUAL, ...Object.fromEntries(found.filter(([key, value]) => GOOD[key as keyof Wishes]?.(value))) };
    } catch {
        return USUAL;
    }
}

export function storeWishes(wishes: Wishes): void {
    try {
        localStorage.setItem(KEY, JSON.stringify(wishes));
    } catch {
        // They are chosen again next time.
    }
}

/** The seconds until bots come; null: never. There are no bots in rated games. */
export function botsAfter({ pace, bots, rated }: Wishes): number | null {
    if (rated === 'yes') return null;
    const times = BOTS[pace];
    return times[Math.min(bots, times.length - 1)]!;
}

/** The request for them. Guests have no ratings. */
export function requestFor(wishes: Wishes, account: boolean, colour: number): Send<'pair'> {
    const { pace, players, level } = wishes;
    const rated = account ? wishes.rated : 'no';
    const seconds = botsAfter({ ...wishes, rated });
    return { pace, players, rated, colour, ...(seconds === null ? {} : { bots_after: seconds, level }) };
}
