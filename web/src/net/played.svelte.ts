// Games that have ended, page by page: of a player, or one's own.
import type { Result, ResultSeat } from './messages';

interface Page {
    games: Result[];
    next: number | null;
}

/** How many games are shown more at a time, and how many requests look for them: each looks at some hundred games only. */
const WANTED = 25;
const REQUESTS = 5;

export class PlayedGames {
    games = $state.raw<readonly Result[]>([]);
    /** There may be older ones. */
    more = $state(false);
    loaded = $state(false);
    #next: number | undefined;
    /** Counts the searches: the answers to an earlier one are not used. */
    #search = 0;

    /** Loads the latest games. */
    async load(ask: (before?: number) => Promise<Page>): Promise<void> {
        this.#search++;
        this.#next = undefined;
        await this.#look(ask, []);
    }

    async older(ask: (before?: number) => Promise<Page>): Promise<void> {
        await this.#look(ask, this.games);
    }

    async #look(ask: (before?: number) => Promise<Page>, known: readonly Result[]): Promise<void> {
        const search = this.#search;
        const found = [...known];
        for (let asked = 0; asked < REQUESTS && found.length < known.length + WANTED; asked++) {
            const { games, next } = await ask(this.#next);
            if (search !== this.#search) return;
            found.push(...games);
            this.#next = next ?? undefined;
            if (next === null) break;
        }
        this.games = found;
        this.more = this.#next !== undefined;
        this.loaded = true;
    }
}

/** The seats by their places; those of a game that was not played to its end as they sat. */
export function byRank({ seats }: Result): ResultSeat[] {
    return [...seats].sort((a, b) => a.rank - b.rank || a.seat - b.seat);
}

/** How a game has changed the rating of a seat; null: it has not, or the player hides it. */
export function ratingChange({ before, after }: ResultSeat): number | null {
    return before && after ? after.rating - before.rating : null;
}
