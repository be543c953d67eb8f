// The guided first games, one for each edition. Two rounds of each are written down, so that a lesson can say what will happen: the same
// cards come, the bots play these moves, and the person is asked for those of seat 0. Afterwards all play as they like.
import { boardById } from '../engine/facts';
import { moveOf } from '../engine/moves';
import { FUELS, type Edition, type Fuel, type Move, type TableConfig } from '../engine/types';
import type { Beginning } from '../engine/steps';

/** The seat of the person. */
export const LEARNER = 0;

export interface ScriptedMove {
    seat: number;
    move: Move;
}

export interface FirstGame {
    config: TableConfig;
    beginning: Beginning;
    script: readonly ScriptedMove[];
}

/** Regions with short connections, in which beginners are not blocked early. */
const REGIONS = ['west', 'east', 'south-west'];

interface Written extends Beginning {
    board: string;
    /** A seat with its moves; the words are those of records. */
    moves: readonly (readonly [seat: number, ...moves: string[]])[];
}

const WRITTEN: Record<Edition, Written> = {
    recharged: {
        board: 'germany-recharged',
        seed: 'b',
        setup: { order: [1, 0, 2], market: [4, 6, 7, 8, 10, 12, 13, 15] },
        moves: [
            [1, 'nominate 6 6'], [2, 'pass'], [0, 'pass', 'nominate 10 10'], [2, 'bid 11'], [0, 'bid 12'], [2, 'pass', 'nominate 11 11'],
            [1, 'buy garbage 1', 'done'], [0, 'buy coal 2', 'done'], [2, 'buy uranium 1', 'done'],
            [1, 'connect halle', 'connect leipzig', 'done'], [0, 'connect duisburg', 'connect essen', 'done'],
            [2, 'connect mainz', 'connect frankfurt-main', 'done'],
            [2, 'power 1'], [0, 'power 1'], [1, 'power 1'],
            [2, 'nominate 13 13'], [0, 'pass'], [1, 'pass'], [0, 'nominate 12 12'], [1, 'pass', 'nominate 7 1'],
            [1, 'buy oil 3', 'buy garbage 1', 'done'], [0, 'buy coal 4', 'done'], [2, 'buy uranium 1', 'done'],
            [1, 'connect erfurt', 'done'], [0, 'connect duesseldorf', 'connect koeln', 'done'], [2, 'done'],
            [2, 'power 3'], [0, 'power 3 8'], [1, 'power 3'],
        ],
    },
    classic: {
        board: 'germany',
        seed: 'c',
        setup: { order: [1, 0, 2] },
        moves: [
            [1, 'nominate 5 5'], [2, 'pass'], [0, 'pass', 'nominate 7 7'], [2, 'bid 8'], [0, 'bid 9'], [2, 'pass', 'nominate 8 8'],
            [1, 'buy coal 2', 'done'], [0, 'buy oil 3', 'done'], [2, 'buy coal 3', 'done'],
            [1, 'connect halle', 'connect leipzig', 'done'], [0, 'connect duisburg', 'connect essen', 'done'],
            [2, 'connect wiesbaden', 'connect frankfurt-main', 'done'],
            [2, 'power 1'], [0, 'power 1'], [1, 'power 1 2'],
            [2, 'nominate 9 9'], [0, 'pass'], [1, 'pass'], [0, 'nominate 10 10'], [1, 'pass', 'nominate 12 12'],
            [1, 'buy coal 4', 'done'], [0, 'buy oil 3', 'buy coal 2', 'done'], [2, 'buy coal 3', 'buy oil 1', 'done'],
            [1, 'connect dresden', 'done'], [0, 'connect duesseldorf', 'done'], [2, 'connect mannheim', 'done'],
            [2, 'power 3'], [0, 'power 3'], [1, 'power 3 10'],
        ],
    },
};

function moveFrom(text: string, board: string): Move {
    const [word, first = '0', second = '0'] = text.split(' ');
    if (word === 'buy') return moveOf('buy', FUELS.indexOf(first as Fuel), Number(second));
    if (word === 'connect') return moveOf('connect', boardById(board).cities.findIndex(({ id }) => id === first));
    if (word === 'bid') return moveOf('bid', 0, Number(first));
    return moveOf(word as 'nominate' | 'pass' | 'done' | 'power', Number(first), Number(second));
}

/** The guided game of an edition. */
export function firstGameOf(edition: Edition): FirstGame {
    const { board, seed, setup, moves } = WRITTEN[edition];
    const zone = REGIONS.map((id) => boardById(board).regions.findIndex((region) => region.id === id));
    return {
        config: { board, edition, players: 3, options: [], zone: zone.sort((a, b) => a - b) },
        beginning: { seed, chance: 'seed', setup: setup! },
        script: moves.flatMap(([seat, ...texts]) => texts.map((text) => ({ seat, move: moveFrom(text, board) }))),
    };
}
