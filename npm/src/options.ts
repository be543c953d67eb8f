// The options of a new game, checked and completed.
import { boardFor, boards } from '../../web/src/engine/facts';
import { randomHex } from '../../web/src/engine/random';
import type { RecordedGame } from '../../web/src/engine/records';
import { OPTIONS, type Board } from '../../web/src/engine/types';
import { words as lists } from '../../web/src/generated/words';
import { crypto } from '#host';
import type { GameOptions } from './api';
import { below, list, member, object, text } from './checks';

/** The engine refuses a number of players that the rules do not allow; it takes one byte. */
const BYTE = 256;
const SEED_BYTES = 16;

function regionOf({ regions, id }: Board, region: string | number): number {
    if (typeof region === 'number') return below(region, regions.length, 'region');
    const found = regions.findIndex(({ id: each }) => each === text(region, 'region'));
    if (found >= 0) return found;
    throw new RangeError(`there is no region '${region}' on ${id}: it is one of ${regions.map(({ id: each }) => each).join(', ')}`);
}

function boardOf({ edition = 'recharged', board = 'germany' }: GameOptions): Board {
    member(edition, lists.edition, 'edition');
    member(board, [...new Set(boards.flatMap(({ id, base }) => [base, id]))], 'board');
    return boardFor(board, edition);
}

/** What a new game starts with. */
export function startOf(options: GameOptions): RecordedGame {
    const { edition = 'recharged', names = [], zone = 'random', cards = 'seed', seed, order, market } = object(options, 'options');
    list(names, 'names').forEach((name) => text(name, 'name'));
    const players = below(options.players ?? (names.length || 4), BYTE, 'number of players');
    const board = boardOf(options);
    if (names.length > 0 && names.length !== players) throw new RangeError(`there are ${names.length} names for ${players} players`);
    if (cards === 'entered' && (zone === 'random' || order === undefined || market === undefined)) {
        throw new Error('with entered cards, the options also give zone, order and market');
    }
    return {
        config: {
            board: board.id,
            edition,
            players,
            options: list(options.options ?? [], 'options').map((option) => member(option, OPTIONS, 'option')),
            zone: typeof zone === 'string' ? [] : list(zone, 'zone').map((region) => regionOf(board, region)),
        },
        names: Array.from({ length: players }, (_, seat) => names[seat] ?? ''),
        chance: member(cards, ['seed', 'entered'], 'source of cards') === 'seed' ? 'seed' : 'told',
        seed: cards === 'seed' ? text(seed ?? randomHex(SEED_BYTES, crypto), 'seed') : '',
        setup: {
            ...(order === undefined ? {} : { order: list(order, 'order').map((seat) => below(seat, players, 'seat')) }),
            ...(market === undefined ? {} : { market: list(market, 'market').map((plant) => below(plant, 64, 'plant')) }),
        },
        steps: [],
    };
}
