// Events as they lie in the module's memory, and back.
import type { EngineModule } from './module';
import type { GameEvent } from './types';

/** The events of an ek_events at an address. */
export function decodeEvents(module: EngineModule, address: number): GameEvent[] {
    const count = module.get('ek_events', 'count', address);
    const nobody = module.number('limit', 'NOBODY');
    return Array.from({ length: count }, (_, index) => {
        const at = module.at('ek_events', 'list', address, index);
        const seat = module.get('ek_event', 'seat', at);
        return {
            type: module.word('event', module.get('ek_event', 'type', at)),
            seat: seat === nobody ? null : seat,
            a: module.get('ek_event', 'a', at),
            b: module.get('ek_event', 'b', at),
            n: module.get('ek_event', 'n', at),
        };
    });
}

/** Writes events to an ek_events at an address. */
export function encodeEvents(module: EngineModule, address: number, list: readonly GameEvent[]): void {
    module.set('ek_events', 'count', address, list.length);
    list.forEach((event, index) => {
        const at = module.at('ek_events', 'list', address, index);
        module.set('ek_event', 'type', at, module.number('event', event.type));
        module.set('ek_event', 'seat', at, event.seat ?? module.number('limit', 'NOBODY'));
        module.set('ek_event', 'a', at, event.a);
        module.set('ek_event', 'b', at, event.b);
        module.set('ek_event', 'n', at, event.n);
    });
}
