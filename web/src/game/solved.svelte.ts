// Solved puzzles and days with a solved puzzle of the day, stored in the browser.

const KEY = 'elektro.puzzles';

interface Kept {
    /** Ids of solved puzzles. */
    solved: string[];
    /** Ids of puzzles that were answered wrongly at the first try. */
    failed: string[];
    /** Days on which the puzzle of the day was solved, by dayOf. */
    days: number[];
}

function isListOf<T>(value: unknown, good: (each: unknown) => each is T): value is T[] {
    return Array.isArray(value) && value.every(good);
}
const isId = (value: unknown): value is string => typeof value === 'string';
const isDay = (value: unknown): value is number => Number.isSafeInteger(value);

/** Another program may have written what is stored: only good lists count. */
function stored(): Kept {
    try {
        const { solved, failed, days } = (JSON.parse(localStorage.getItem(KEY) ?? '{}') ?? {}) as Partial<Kept>;
        return {
            solved: isListOf(solved, isId) ? solved : [],
            failed: isListOf(failed, isId) ? failed : [],
            days: isListOf(days, isDay) ? days : [],
        };
    } catch {
        return { solved: [], failed: [], days: [] };
    }
}

class SolvedPuzzles {
    #kept = $state.raw<Kept>(stored());

    get count(): number {
        return this.#kept.solved.length;
    }

    isSolved(id: string): boolean {
        return this.#kept.solved.includes(id);
    }

    /** It was answered wrongly first, and may be solved since. */
    isFailed(id: string): boolean {
        return this.#kept.failed.includes(id);
    }

    isDaySolved(day: number): boolean {
        return this.#kept.days.includes(day);
    }

    /** Days in a row with a solved puzzle of the day, up to today or yesterday. */
    streak(today: number): number {
        let [day, length] = [this.isDaySolved(today) ? today : today - 1, 0];
        for (; this.isDaySolved(day); day--) length++;
        return length;
    }

    solve(id: string, day: number | null): void {
        const { solved, failed, days } = this.#kept;
        this.#keep({ solved: adding(solved, id), failed, days: day === null ? days : adding(days, day) });
    }

    fail(id: string): void {
        if (!this.isSolved(id)) this.#keep({ ...this.#kept, failed: adding(this.#kept.failed, id) });
    }

    /** Other pages may have solved some meanwhile. */
    refresh(): void {
        this.#kept = stored();
    }

    #keep(kept: Kept): void {
        this.#kept = kept;
        try {
            localStorage.setItem(KEY, JSON.stringify(kept));
        } catch {
            // Puzzles work without storage.
        }
    }
}

function adding<T>(list: readonly T[], value: T): T[] {
    return list.includes(value) ? [...list] : [...list, value];
}

export const solvedPuzzles = new SolvedPuzzles();
