// Things travel from where they were to where they are: where each event begins and ends on screen.
import type { GameEvent } from '../../engine/types';

export interface Flight {
    kind: 'fuel' | 'plant' | 'house' | 'coin';
    /** The fuel, the plant's number, or nothing. */
    what: string;
    seat: number;
    from: DOMRect;
    to: DOMRect;
}

function rectOf(selector: string): DOMRect | null {
    const rect = document.querySelector(selector)?.getBoundingClientRect();
    return rect !== undefined && rect.width > 0 && rect.height > 0 ? rect : null;
}

const panel = (seat: number) => `[data-seat='${seat}']`;

/** From and to, as selectors; null for events in which nothing travels. */
function waysOf(event: GameEvent): Pick<Flight, 'kind' | 'what'> & { from: string; to: string } | null {
    switch (event.type) {
        case 'fuel-bought':
            return { kind: 'fuel', what: event.fuel, from: `.fuel [data-fuel='${event.fuel}']`, to: `${panel(event.seat)} .fuel` };
        case 'plant-bought':
            return { kind: 'plant', what: String(event.plant), from: `.plants [data-plant='${event.plant}']`, to: `${panel(event.seat)} .plants` };
        case 'connected':
            return { kind: 'house', what: '', from: panel(event.seat), to: `.map [data-city='${event.city}']` };
        case 'powered':
            return { kind: 'coin', what: '', from: '.top .now', to: `${panel(event.seat)} .money` };
        default:
            return null;
    }
}

/** The flights of what just happened, as far as both ends can be seen. */
export function flightsOf(events: readonly GameEvent[]): Flight[] {
    return events.flatMap((event) => {
        const way = waysOf(event);
        if (way === null || event.seat === null) return [];
        const [from, to] = [rectOf(way.from), rectOf(way.to)];
        if (from === null || to === null) return [];
        return [{ kind: way.kind, what: way.what, seat: event.seat, from, to }];
    });
}
