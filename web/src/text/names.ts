// Names of fuels, plants, phases and boards in the current language.
import { plantOf } from '../engine/facts';
import type { Board, Edition, Fuel, Kind, Level, Phase, Style } from '../engine/types';
import { t } from './text.svelte';

export function fuelName(fuel: Fuel): string {
    return t(`term.${fuel}`);
}

export function kindName(kind: Kind): string {
    return t(kind === 'uranium' ? 'term.nuclear_plant' : `term.${kind}_plant`);
}

/** A plant in one sentence. */
export function plantText(number: number, key = 'plant.owned'): string {
    const { kind, need, cities } = plantOf(number);
    return t(key, { number, kind: kindName(kind), need, cities });
}

/** The level of a bot, and its style if it has one. */
export function botName(level: Level, style: Style = 'plain'): string {
    return style === 'plain' ? t(`level.${level}`) : `${t(`level.${level}`)} · ${t(`style.${style}`)}`;
}

/** How a bot of the chosen style plays; empty if there is nothing to tell. */
export function styleHint(choice: Style | 'random'): string {
    return choice === 'plain' || choice === 'random' ? '' : t(`style.what.${choice}`);
}

/** The style of a bot and how it plays. */
export function styleText(style: Style): string {
    return `${t(`style.${style}`)}: ${t(`style.what.${style}`)}`;
}

export function phaseName(phase: Phase): string {
    return t(`phase.${phase}`);
}

export function editionName(edition: Edition): string {
    return t(`edition.${edition}`);
}

/** The name of a board. Both editions of a board have the same name. */
export function boardName(board: Board): string {
    const base = board.id.replace(/-recharged$/, '').replace(/-/g, '_');
    return t(`term.map_${base}`);
}

/** The name of a board and its edition. */
export function gameName(board: Board, edition: Edition): string {
    return `${boardName(board)} · ${editionName(edition)}`;
}

export function regionName(board: Board, region: number): string {
    return t(`region.${board.regions[region]?.id ?? ''}`);
}

export function money(amount: number): string {
    return t('money', { amount });
}

/** Who has won. The only person at this screen, if there is one, is addressed. */
export function winnerText(winners: readonly number[], me: number | undefined, name: (seat: number) => string): string {
    const others = winners.filter((seat) => seat !== me);
    const seat = others.map(name).join(', ');
    if (others.length === winners.length) return t('ended.winner', { count: others.length, seat });
    return seat === '' ? t('ended.you-win') : t('ended.you-share', { seat });
}
