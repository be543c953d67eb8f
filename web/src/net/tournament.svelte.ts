// A tournament that a page shows: it is read again every few seconds, its standings and its tables when they have changed.
import { ask } from './api';
import type { Fixture, Reserve, Tournament, TournamentManageRequest, TournamentStanding, TournamentStandingsReply } from './messages';

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

    /** Shows what the server has told, with the standings and the tables of the same version. */
    async take(info: Tournament): Promise<void> {
        const shift = Date.now() - info.now;
        // A page that shows the latest round goes on to the next one.
        const round = this.info === null || this.round === this.info.round ? info.round : this.round;
        if (info.version !== this.#shown) {
            const [standings, fixtures] = await Promise.all([this.#readStandings(), this.#readRound(round)]);
            // Another answer may have come meanwhile.
            if (info.version < this.#shown) return;
            this.#shown = info.version;
            this.#showStandings(standings);
            this.#showRound(round, fixtures);
        }
        [this.shift, this.info] = [shift, info];
    }

    async showRound(round: number): Promise<void> {
        this.#showRound(round, await this.#readRound(round));
    }

    async showMore(): Promise<void> {
        this.#wanted = this.standings.length + 1;
        this.#showStandings(await this.#readStandings());
    }

    /** For an organiser, who chooses among all people. */
    async showAll(): Promise<void> {
        this.#wanted = Infinity;
        this.#showStandings(await this.#readStandings());
    }

    #showStandings({ standings, reserves, more }: TournamentStandingsReply): void {
        [this.standings, this.reserves, this.more] = [standings, reserves, more];
    }

    #showRound(round: number, fixtures: readonly Fixture[]): void {
        [this.round, this.fixtures] = [round, fixtures];
    }

    /** Reads whole pages, until there are as many standings as wanted. */
    async #readStandings(): Promise<TournamentStandingsReply> {
        const all = await ask('tournament_standings', { tournament: this.code });
        while (all.more && all.standings.length < this.#wanted) {
            const page = await ask('tournament_standings', { tournament: this.code, after: all.standings.length });
            all.standings.push(...page.standings);
            all.more = page.more && page.standings.length > 0;
        }
        return all;
    }

    async #readRound(round: number): Promise<readonly Fixture[]> {
        return round === 0 ? [] : (await ask('tournament_round', { tournament: this.code, round })).fixtures;
    }
}
