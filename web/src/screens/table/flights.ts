// Animated pieces: the start and end of each event on the screen.
import type { GameEvent } from '../../engine/types';

export interface Flight {
    kind: 'fuel' | 'plant' | 'house' | 'coin';
    /** The fuel, the plant's number, or ''. */
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

/** Start and end as selectors; null for events without a moving piece. */
function pathOf(event: GameEvent): Pick<Flight, 'kind' | 'what'> & { from: string; to: string } | null {
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

/** The flights of some events, if both ends are visible. */
export function flightsOf(events: readonly GameEvent[]): Flight[] {
    return events.flatMap((event) => {
        const path = pathOf(event);
        if (path === null || event.seat === null) return [];
        const [from, to] = [rectOf(path.from), rectOf(path.to)];
        if (from === null || to === null) return [];
        return [{ kind: path.kind, what: path.what, seat: event.seat, from, to }];
    });
}
