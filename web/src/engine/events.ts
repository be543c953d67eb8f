// Decodes and encodes events in the module's memory. The module describes their fields.
import { membersOf } from './decode';
import type { EngineModule } from './module';
import type { FieldType, GameEvent } from './types';

type Value = number | number[] | string | boolean | null;

function decode(module: EngineModule, type: FieldType, value: number): Value {
    switch (type) {
        case 'seat-or-nobody':
            return value === module.number('limit', 'NOBODY') ? null : value;
        case 'zone':
            return membersOf(value);
        case 'fuel':
        case 'phase':
        case 'back':
        case 'removal':
            return module.word(type, value);
        case 'flag':
            return value !== 0;
        default:
            return value;
    }
}

function encode(module: EngineModule, type: FieldType, value: Value): number {
    switch (type) {
        case 'seat-or-nobody':
            return value === null ? module.number('limit', 'NOBODY') : Number(value);
        case 'zone':
            return (value as number[]).reduce((set, region) => set | (1 << region), 0);
        case 'fuel':
        case 'phase':
        case 'back':
        case 'removal':
            return module.number(type, value as never);
        default:
            return Number(value);
    }
}

/** The type of an event determines its fields. The page and the module are built from the same list. */
function decodeEvent(module: EngineModule, at: number): GameEvent {
    const type = module.word('event', module.get('ek_event', 'type', at));
    const event: Record<string, Value> = { type, seat: null };
    for (const field of module.eventFields(type)) {
        event[field.name] = decode(module, field.type, module.get('ek_event', field.member, at));
    }
    return event as unknown as GameEvent;
}

function encodeEvent(module: EngineModule, at: number, event: GameEvent): void {
    const values = event as unknown as Record<string, Value>;
    module.set('ek_event', 'type', at, module.number('event', event.type));
    module.set('ek_event', 'seat', at, module.number('limit', 'NOBODY'));
    for (const member of ['a', 'b', 'n']) module.set('ek_event', member, at, 0);
    for (const { member, name, type } of module.eventFields(event.type)) {
        module.set('ek_event', member, at, encode(module, type, values[name] ?? null));
    }
}

/** Reads the ek_events at an address. */
export function decodeEvents(module: EngineModule, address: number): GameEvent[] {
    const length = module.get('ek_events', 'count', address);
    return Array.from({ length }, (_, index) => decodeEvent(module, module.at('ek_events', 'list', address, index)));
}

/** Writes events to an ek_events at an address. */
export function encodeEvents(module: EngineModule, address: number, list: readonly GameEvent[]): void {
    module.set('ek_events', 'count', address, list.length);
    list.forEach((event, index) => encodeEvent(module, module.at('ek_events', 'list', address, index), event));
}
