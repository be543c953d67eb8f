// A tournament that a page shows: it is read again every few seconds, its standings and its tables when they have changed.
import { ask } from './api';
import type { Fixture, Reserve, Tournament, TournamentManageRequest, TournamentStanding } from './messages';

/** What the organiser asks for. */
export type Management = Omit<TournamentManageRequest, 'tournament'>;

export class ShownTournament {
    info = $state.raw<Tournament | null>(null);
    standings = $state.raw<readonly TournamentStanding[]>([]);
    reserves = $state.raw<readonly Reserve[]>([]);
    /** Others follow in the standings. */
    more = $state(false);
    /** The round whose tables are shown; 0 before the first. */
    round = $state(0);
    fixtures = $state.raw<readonly Fixture[]>([]);
    /** The browser's time minus that of the server. */
    shift = $state(0);
    /** The version whose standings and tables are shown. */
    #shown = -1;
    /** How many standings are shown at most. */
    #wanted = 0;

    constructor(readonly code: string) {}

    async refresh(): Promise<void> {
        await this.take((await ask('tournament', { tournament: this.code })).tournament);
    }

    async join(): Promise<void> {
        await this.take((await ask('tournament_join', { tournament: this.code })).tournament);
    }

    async leave(): Promise<void> {
        await this.take((await ask('tournament_leave', { tournament: this.code })).tournament);
    }

    async manage(management: Management): Promise<void> {
        await this.take((await ask('tournament_manage', { tournament: this.code, ...management })).tournament);
    }

    /** Shows what the server has told. */
    async take(info: Tournament): Promise<void> {
        // A page that shows the latest round goes on to the next one.
        const latest = this.info === null || this.round === this.info.round;
        this.shift = Date.now() - info.now;
        this.info = info;
        if (latest) this.round = info.round;
        if (info.version === this.#shown) return;
        await Promise.all([this.#readStandings(this.standings.length), this.#readRound()]);
        this.#shown = info.version;
    }

    async showRound(round: number): Promise<void> {
        this.round = round;
        await this.#readRound();
    }

    async showMore(): Promise<void> {
        await this.#readStandings(this.standings.length + 1);
    }

    /** For an organiser, who chooses among all people. */
    async showAll(): Promise<void> {
        await this.#readStandings(Infinity);
    }

    /** Reads whole pages, until there are so many standings. */
    async #readStandings(count: number): Promise<void> {
        this.#wanted = Math.max(this.#wanted, count);
        const standings: TournamentStanding[] = [];
        let reserves: Reserve[] = [];
        for (let more = true; more; ) {
            const page = await ask('tournament_standings', { tournament: this.code, after: standings.length });
            if (standings.length === 0) reserves = page.reserves;
            standings.push(...page.standings);
            this.more = page.more;
            more = page.more && standings.length < this.#wanted;
        }
        [this.standings, this.reserves] = [standings, reserves];
    }

    async #readRound(): Promise<void> {
        const { round } = this;
        const fixtures = round === 0 ? [] : (await ask('tournament_round', { tournament: this.code, round })).fixtures;
        if (round === this.round) this.fixtures = fixtures;
    }
}
