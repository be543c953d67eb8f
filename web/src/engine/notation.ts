// Moves as words, as records and servers have them (record/notation.h tells the form). Words that
// are read here come from programs, so only the printed form is understood.
import { plantOf } from './facts';
import { moveA, moveB, moveOf, moveType } from './moves';
import { FUELS, type Board, type Fuel, type Move, type MoveType } from './types';

/** A hybrid's mix names no zero parts. */
function mixOf(coal: number, oil: number): string {
    const parts = [coal > 0 ? `coal${coal}` : '', oil > 0 ? `oil${oil}` : ''];
    return parts.filter((part) => part !== '').join('+');
}

function printPowering(plants: readonly number[], move: Move): string {
    const words = plants.flatMap((number, rank) => {
        if (!((moveA(move) >> rank) & 1)) return [];
        const { kind, need } = plantOf(number);
        const coal = (moveB(move) >> (2 * rank)) & 3;
        return [kind === 'hybrid' ? `${number}=${mixOf(coal, need - coal)}` : String(number)];
    });
    return ['power', ...words].join(' ');
}

/** A move of a player who owns these plants, ascending. */
export function printMove(board: Board, plants: readonly number[], move: Move): string {
    const [a, b] = [moveA(move), moveB(move)];
    const type = moveType(move);
    switch (type) {
        case 'region':
            return `region ${board.regions[a]!.id}`;
        case 'trust':
        case 'mark':
        case 'connect':
            return `${type} ${board.cities[a]!.id}`;
        case 'nominate':
            return `nominate ${a} ${b}`;
        case 'bid':
            return `bid ${b}`;
        case 'scrap':
            return `scrap ${a}`;
        case 'return':
            return `return coal ${a} oil ${b}`;
        case 'buy':
            return `buy ${FUELS[a]} ${b}`;
        case 'power':
            return printPowering(plants, move);
        default:
            return type;
    }
}

function readPowering(plants: readonly number[], words: string[]): Move {
    let [runs, mixes] = [0, 0];
    for (const word of words) {
        const [number, mix = ''] = word.split('=');
        const rank = plants.indexOf(Number(number));
        if (rank < 0) throw new Error(`nobody owns plant ${number}`);
        const coal = Number(/coal(\d+)/.exec(mix)?.[1] ?? 0);
        runs |= 1 << rank;
        mixes |= coal << (2 * rank);
    }
    return moveOf('power', runs, mixes);
}

function indexOf(list: readonly { id: string; index: number }[], id: string | undefined): number {
    const found = list.find((each) => each.id === id);
    if (found === undefined) throw new Error(`there is no '${id}' on this board`);
    return found.index;
}

/** Reads the printed form; the move need not be legal. */
export function readMove(board: Board, plants: readonly number[], text: string): Move {
    const [type, ...rest] = text.split(' ') as [MoveType, ...string[]];
    const number = (at: number) => Number(rest[at]);
    switch (type) {
        case 'region':
            return moveOf(type, indexOf(board.regions, rest[0]));
        case 'trust':
        case 'mark':
        case 'connect':
            return moveOf(type, indexOf(board.cities, rest[0]));
        case 'nominate':
            return moveOf(type, number(0), number(1));
        case 'bid':
            return moveOf(type, 0, number(0));
        case 'scrap':
            return moveOf(type, number(0));
        case 'return':
            return moveOf(type, number(1), number(3));
        case 'buy':
            return moveOf(type, FUELS.indexOf(rest[0] as Fuel), number(1));
        case 'power':
            return readPowering(plants, rest);
        default:
            return moveOf(type);
    }
}
