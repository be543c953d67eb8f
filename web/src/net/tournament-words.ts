// Texts about tournaments.
import { boardFor } from '../engine/facts';
import { boardName, editionName } from '../text/names';
import { t } from '../text/text.svelte';
import { momentText, timeOfDayText, timeText, weekdayName } from '../text/time';
import type { Fixture, Tournament, TournamentRepeat, TournamentSettings } from './messages';

/** The server's defaults. */
export const DEFAULTS = { edition: 'recharged', boards: ['germany'], people: 512 } as const;

/** The boards, and the edition. */
export function boardsText({ edition = DEFAULTS.edition, boards = [...DEFAULTS.boards] }: TournamentSettings): string {
    return `${boards.map((board) => boardName(boardFor(board, edition))).join(', ')} · ${editionName(edition)}`;
}

export function roundsText({ rounds, final = false, players }: TournamentSettings): string {
    return t(final ? 'tournament.rounds-and-final' : 'tournament.rounds-of', { rounds, players });
}

/** How many people play; of how many if it has room for fewer than the server allows. */
export function peopleText({ people, reserves, settings }: Tournament): string {
    const most = settings.max_people ?? DEFAULTS.people;
    const count = most < DEFAULTS.people ? t('tournament.people-of', { people, most }) : t('tournament.people', { people });
    return reserves > 0 ? `${count} · ${t('tournament.reserves', { reserves })}` : count;
}

/** The zone is told if it is not that of the browser. */
export function repeatText({ every, day, minute, zone }: TournamentRepeat): string {
    const here = zone === Intl.DateTimeFormat().resolvedOptions().timeZone;
    const time = here ? timeOfDayText(minute) : `${timeOfDayText(minute)} (${zone})`;
    return every === 'week' ? t('tournament.repeats-week', { day: weekdayName(day), time }) : t('tournament.repeats-month', { day, time });
}

/** What happens next, and when; empty if nothing has a time. Both times are the browser's. */
export function nextText(info: Tournament, shift: number, now: number): string {
    const { state, begins, due, round } = info;
    if (state === 'sign-up' && begins === null) return t('tournament.begins-by-hand');
    if (state !== 'sign-up' && state !== 'running') return '';
    const at = begins ?? due;
    if (at === null) return '';
    const values = { round: round + 1, time: timeText(at + shift - now), when: momentText(at + shift, now) };
    if (state === 'sign-up') return t('tournament.begins', values);
    return t(begins === null ? 'tournament.round-ends' : 'tournament.next-round', values);
}

/** The name of a round: the last one may be the final. */
export function roundName({ rounds, settings }: Tournament, round: number): string {
    return settings.final && round === rounds ? t('tournament.final') : t('tournament.round', { round });
}

/** The round that is played, of how many. */
export function progressText(info: Tournament): string {
    const { round, rounds } = info;
    if (info.ended !== null || round === 0) return '';
    return t('tournament.progress', { round, rounds });
}

export function stateText({ state, why }: Tournament): string {
    return why === '' || why === 'organiser' ? t(`tournament.state.${state}`) : t(`tournament.why.${why}`);
}

/** The name of a person; that of somebody whose account is closed is gone. */
export const personName = (name: string | null): string => name ?? t('profile.former');

export const directText = (direct: number): string => (direct > 0 ? `+${direct}` : direct < 0 ? `−${-direct}` : '0');

export const isOver = ({ state }: Fixture): boolean => state !== 'waiting' && state !== 'running';
