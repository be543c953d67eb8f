// Keys on a map: activation, and arrows from city to city.
import type { MapSheet } from '../maps';

/** Whether a key activates an element that is not a button. */
export function pressed(event: KeyboardEvent): boolean {
    if (event.key !== 'Enter' && event.key !== ' ') return false;
    event.preventDefault();
    return true;
}

export const ARROWS: Record<string, readonly [number, number]> = {
    ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
};

/** The next city in a direction, preferring near cities close to the line; null if there is none. */
export function neighbour(
    cities: MapSheet['cities'],
    isGoal: (city: number) => boolean,
    from: number,
    [dx, dy]: readonly [number, number],
): number | null {
    const [fromX, fromY] = cities[from]!;
    let best: number | null = null;
    let least = Infinity;
    cities.forEach(([x, y], city) => {
        if (city === from || !isGoal(city)) return;
        const along = (x - fromX) * dx + (y - fromY) * dy;
        const across = Math.abs((x - fromX) * dy - (y - fromY) * dx);
        if (along <= 0 || across > along * 2.5) return;
        const cost = along + across * 2;
        if (cost < least) [best, least] = [city, cost];
    });
    return best;
}
