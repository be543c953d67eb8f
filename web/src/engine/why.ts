// Reasons for a turn (bots/reasons.h) and wastes (bots/waste.h), as they lie in the memory of the engine.
import { wasteFields, whyFields, type FieldType, type Why } from '../generated/words';
import type { EngineModule } from './module';
import type { Board, Waste } from './types';

/** Weights are told in this many parts. */
const PARTS = 10_000;

function valueOf(module: EngineModule, board: Board, type: FieldType, value: number): string | number {
    switch (type) {
        case 'seat':
        case 'position':
            return value + 1;
        case 'city':
            return board.cities[value]?.id ?? '';
        case 'fuel':
            return module.word('fuel', value);
        default:
            return value;
    }
}

type Fields = readonly { name: string; type: FieldType }[];

/** Fields by name, from their values in the engine. */
function named(module: EngineModule, board: Board, fields: Fields, values: readonly number[]): Record<string, string | number> {
    return Object.fromEntries(fields.map(({ name, type }, index) => [name, valueOf(module, board, type, values[index]!)]));
}

function readWhy(module: EngineModule, board: Board, at: number): Why {
    const reason = module.word('why', module.get('bot_reason', 'word', at));
    const weight = Math.floor((module.get('bot_reason', 'weight', at) * PARTS) / module.number('limit', 'CHANCE_ONE') + 0.5) / PARTS;
    const values = module.list('bot_reason', 'value', at);
    return { reason, weight, ...named(module, board, whyFields[reason], values) } as Why;
}

/** So many reasons from an address on, the strongest first. */
export function readWhys(module: EngineModule, board: Board, first: number, count: number): Why[] {
    return Array.from({ length: count }, (_, index) => readWhy(module, board, first + index * module.sizeOf('bot_reason')));
}

/** The waste at an address. */
export function readWaste(module: EngineModule, board: Board, at: number): Waste {
    const reason = module.word('waste', module.get('bot_waste', 'word', at));
    const plan = module.list('bot_waste', 'plan', at).slice(0, module.get('bot_waste', 'count', at));
    return {
        reason,
        values: named(module, board, wasteFields[reason], module.list('bot_waste', 'value', at)),
        kept: module.get('bot_waste', 'kept', at),
        then: plan.map((move) => move >>> 0),
    };
}
