// What a turn is worth, compared with the best one that a search finds (bots/assess.h).
import { loadJudge } from '../engine/judge';
import { Table } from '../engine/table';
import type { Move, TableConfig } from '../engine/types';

export interface WeighRequest {
    type: 'weigh';
    config: TableConfig;
    /** A seat is to move, and the money of all players is known. */
    state: Uint8Array;
    turn: readonly Move[];
    /** Playouts at most. */
    nodes: number;
}

export interface Weight {
    /** The seat's chance to win after the turn. */
    chance: number;
    /** The chance that it gave away; 0 if that is within the noise of the search. */
    lost: number;
}

export type WeighAnswer = ({ type: 'weighed' } & Weight) | { type: 'failed'; message: string };

/** Throws if the weights are damaged. */
export function weigh(compiled: WebAssembly.Module, weights: Uint8Array, { config, state, turn, nodes }: WeighRequest): Weight {
    const table = new Table(compiled, config);
    const { module } = table;
    table.setBytes(state);
    const seat = table.toMove();
    if (seat === null || turn.length === 0) throw new Error('there is no turn to weigh');
    const [question, room, found] = [module.allocateStruct('bot_question'), module.allocateStruct('bot_assessor'), module.allocateStruct('bot_assessment')];
    const played = module.allocate(4 * turn.length);
    turn.forEach((move, index) => module.data.setUint32(played + 4 * index, move, true));
    const values = { rules: table.rules, state: table.state, judge: loadJudge(module, weights), nodes, played, played_count: turn.length };
    for (const [field, value] of Object.entries(values)) module.set('bot_question', field, question, value);
    module.set('bot_question', 'seed', question, 1n);
    module.call('bot_assess', question, room, found);
    const share = (chance: number) => chance / module.number('limit', 'CHANCE_ONE');
    return {
        chance: share(module.get('bot_turn', 'chance', module.at('bot_assessment', 'played', found), seat)),
        lost: share(module.get('bot_assessment', 'lost', found)),
    };
}
