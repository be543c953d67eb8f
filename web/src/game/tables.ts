// New local games: their players, zones and options.
import { boards } from '../engine/facts';
import { Journal } from '../engine/journal';
import { engine } from '../engine/load';
import { RefusedTable } from '../engine/errors';
import { Table } from '../engine/table';
import { LEVELS as ALL_LEVELS, OPTIONS, STYLES, type Board, type Edition, type Level, type Option, type Style, type TableConfig } from '../engine/types';
import { hasStyles } from '../bots/protocol';
import { t } from '../text/text.svelte';
import { firstGameOf } from './first-games';
import { LocalGame, type NewGame } from './local';
import { saveSettings, settings } from './settings.svelte';
import type { Player } from './source';
import type { SavedGame } from './store';

/** Names of bots: pioneers of electricity. */
export const BOT_NAMES = ['Volta', 'Ampère', 'Ohm', 'Faraday', 'Hertz', 'Tesla'];
/** Levels that people choose from; bots that play at random are for tests. */
export const LEVELS = ALL_LEVELS.filter((level) => level !== 'random');

/** A style that a person chooses for a bot. */
export type StyleChoice = Style | 'random';

/** The style of a bot of this level by a person's choice. */
export function styleOf(level: Level, choice: StyleChoice): Style {
    if (!hasStyles(level)) return 'plain';
    return choice === 'random' ? STYLES[Math.floor(Math.random() * STYLES.length)]! : choice;
}

export function boardsOf(edition: Edition): Board[] {
    return boards.filter((board) => board.editions.includes(edition));
}

/** A random zone for this table. */
export async function randomZone(config: TableConfig): Promise<number[]> {
    const table = new Table(await engine(), { ...config, zone: [] });
    const seed = crypto.getRandomValues(new BigUint64Array(1))[0]!;
    return table.randomZone(config.players, seed);
}

/** The options that the rules allow at this table. */
export async function optionsFor(edition: Edition, board: string, players: number): Promise<Option[]> {
    const compiled = await engine();
    return OPTIONS.filter((option) => {
        try {
            return new Table(compiled, { edition, board, players, options: [option], zone: [] });
        } catch (error) {
            if (error instanceof RefusedTable) return false;
            throw error;
        }
    });
}

/** Whether the Trust takes part at this table. */
export async function againstTrust(edition: Edition, board: string, players: number): Promise<boolean> {
    return new Table(await engine(), { edition, board, players, options: [], zone: [] }).againstTrust();
}

/** The opening market of this table if it is always the same; empty if it is random. */
export async function fixedMarket(config: TableConfig): Promise<number[]> {
    const compiled = await engine();
    const markets = [1n, 2n, 3n].map((seed) => {
        const { current, future } = new Journal(compiled, config, { seed }).opening;
        return [...current, ...future];
    });
    const alike = markets.every((market) => market.join() === markets[0]!.join());
    return alike ? markets[0]! : [];
}

/** Colours of all seats: the given one for the first seat, then the others in order. */
export function coloursFor(first: number, players: number): number[] {
    const others = [0, 1, 2, 3, 4, 5].filter((colour) => colour !== first);
    return [first, ...others].slice(0, players);
}

/** A table without options on the default board. */
function plainTable(players: number, zone: number[] = []): TableConfig {
    return { board: 'germany-recharged', edition: 'recharged', players, options: [], zone };
}

/** One person against bots of one level. */
function beginAgainst(level: Level, config: TableConfig, beginning: NewGame = {}): Promise<LocalGame> {
    const colours = coloursFor(settings.colour, config.players);
    const players: Player[] = colours.map((colour, seat) =>
        seat === 0
            ? { name: settings.name || t('player.number', { number: 1 }), colour }
            : { name: BOT_NAMES[seat - 1]!, colour, bot: level },
    );
    return LocalGame.begin(config, players, beginning);
}

/** Starts a game against three bots with default settings. */
export async function playNow(level: Level): Promise<LocalGame> {
    return beginAgainst(level, plainTable(4, await randomZone(plainTable(4))));
}

/** Starts the guided first game of an edition, against two easy bots. */
export async function firstGame(edition: Edition): Promise<LocalGame> {
    settings.hints = true;
    saveSettings();
    const { config, beginning } = firstGameOf(edition);
    return beginAgainst('easy', config, { ...beginning, first: true });
}

/** Starts a game with the same players and settings. A drafted zone is drafted again, any other is
 *  random. */
export async function playAgain({ config, players }: Pick<SavedGame, 'config' | 'players'>): Promise<LocalGame> {
    const zone = config.zone.length === 0 ? [] : await randomZone(config);
    return LocalGame.begin({ ...config, zone }, players);
}
