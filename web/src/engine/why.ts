// Reasons for a turn (bots/reasons.h), as they lie in the memory of the engine.
import { whyFields, type FieldType, type Why } from '../generated/words';
import type { EngineModule } from './module';
import type { Board } from './types';

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

function readWhy(module: EngineModule, board: Board, at: number): Why {
    const reason = module.word('why', module.get('bot_reason', 'word', at));
    const weight = Math.floor((module.get('bot_reason', 'weight', at) * PARTS) / module.number('limit', 'CHANCE_ONE') + 0.5) / PARTS;
    const values = module.list('bot_reason', 'value', at);
    const fields = whyFields[reason].map(({ name, type }, index) => [name, valueOf(module, board, type, values[index]!)]);
    return { reason, weight, ...Object.fromEntries(fields) } as Why;
}

/** So many reasons from an address on, the strongest first. */
export function readWhys(module: EngineModule, board: Board, first: number, count: number): Why[] {
    return Array.from({ length: count }, (_, index) => readWhy(module, board, first + index * module.sizeOf('bot_reason')));
}
