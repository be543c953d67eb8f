// An invented position to show the map with many pieces; it is not legal.
import type { Board, Fuel, GameView, House, OwnerView, SeatView } from '../engine/types';

const none = { coal: 0, oil: 0, garbage: 0, uranium: 0 };

function owner(houses: House[], supplied: number): Omit<OwnerView, 'owner'> {
    return { money: 87, plants: [], fuel: none, room: none, houses, supplied };
}

export function position(board: Board, players = 5, step = 2): GameView {
    const printed = board.regions.map((_, i) => i < Math.min(players, 5) || players === 6);
    const cities = board.cities.filter((city) => printed[city.region]);
    const taken = new Map<number, number>();
    const houses: House[] = [];
    const settle = (who: number | 'trust', city: number) => {
        const place = taken.get(city) ?? 0;
        if (place >= step || houses.some((house) => house.owner === who && house.city === city)) return;
        taken.set(city, place + 1);
        houses.push({ owner: who, city, place });
    };
    for (let seat = 0; seat < players; seat++)
        for (let i = 0; i < 6 + (seat % 3); i++) settle(seat, cities[(seat * 7 + i * (1 + (seat % 2))) % cities.length]!.index);
    for (let i = 0; i < 3; i++) settle('trust', cities[(i * 11 + 4) % cities.length]!.index);
    const of = (who: number | 'trust') => houses.filter((house) => house.owner === who);
    const seats: SeatView[] = Array.from({ length: players }, (_, seat) => ({
        ...owner(of(seat), seat === 3 ? 0 : of(seat).length - 2),
        owner: seat,
        capacity: 9,
        fuelled: 8,
        possible: 7,
        income: 82,
        bought: false,
        passed: false,
    }));
    const free = cities.filter((city) => !taken.has(city.index));
    const fuel = (tokens: number) => ({ tokens, supply: 24 - tokens, refill: 4 });
    const fuels: Record<Fuel, { tokens: number; supply: number; refill: number }> = {
        coal: fuel(17), oil: fuel(12), garbage: fuel(7), uranium: fuel(5),
    };
    return {
        config: { board: board.id, edition: 'recharged', players, options: [], zone: [] },
        players, phase: 'building', decision: 'build', step, round: 5, toMove: 0,
        order: seats.map((seat) => seat.owner), seats,
        trust: { owner: 'trust', ...owner(of('trust'), 0) },
        current: [13, 15, 18, 20], future: [22, 24, 28, 31], step3InMarket: false, discount: 13,
        deck: { count: 19, top: 'socket', known: null, unseen: [], drawable: 18, buried: [] }, removed: [],
        fuels, houses, marks: free.slice(0, 2).map((city) => city.index), regions: printed, auction: null,
    };
}
