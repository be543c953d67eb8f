// Statistics of a game, summed up from its events.
import { byFuel, FUELS, type ByFuel, type Fuel, type GameEvent } from '../engine/types';
import type { HistoryEntry } from './source';

export interface Purchase {
    plant: number;
    price: number;
    round: number;
}

export interface SeatStatistics {
    /** By round, beginning with round 1. */
    cities: number[];
    /** null: no income in this round. */
    income: (number | null)[];
    /** At the end of each round; null: not known. */
    money: (number | null)[];
    spent: { plants: number; fuel: number; cities: number };
    /** Tokens bought. */
    fuel: ByFuel;
    plants: Purchase[];
}

export interface Statistics {
    rounds: number;
    seats: SeatStatistics[];
    /** The price of the next token at the start of each resources phase; null: sold out. */
    prices: ByFuel<(number | null)[]>;
}

/** What the engine knows about the state after history[index]. */
export interface Past {
    price(index: number, fuel: Fuel): number | null;
    /** By seat; null: not known. */
    money(index: number): (number | null)[];
}

class Count {
    readonly seats: SeatStatistics[];
    readonly prices: Statistics['prices'] = byFuel(() => []);
    round = 0;

    constructor(players: number) {
        this.seats = Array.from({ length: players }, () => ({
            cities: [],
            income: [],
            money: [],
            fuel: byFuel(() => 0),
            spent: { plants: 0, fuel: 0, cities: 0 },
            plants: [],
        }));
    }

    begin(round: number): void {
        this.round = round;
        for (const seat of this.seats) {
            seat.cities[round - 1] = seat.cities[round - 2] ?? 0;
            seat.income[round - 1] = null;
            seat.money[round - 1] = null;
        }
    }

    /** Notes the money at the end of a round. */
    closeRound(money: (number | null)[]): void {
        if (this.round > 0) this.seats.forEach((seat, index) => (seat.money[this.round - 1] = money[index] ?? null));
    }

    add(event: GameEvent): void {
        if (event.type === 'round-begins') return this.begin(event.round);
        const seat = event.seat === null ? undefined : this.seats[event.seat];
        if (seat === undefined || this.round === 0) return;
        const now = this.round - 1;
        if (event.type === 'plant-bought') {
            seat.spent.plants += event.price;
            seat.plants.push({ plant: event.plant, price: event.price, round: this.round });
        } else if (event.type === 'fuel-bought') {
            seat.spent.fuel += event.price;
            seat.fuel[event.fuel] += event.count;
        } else if (event.type === 'connected') {
            seat.spent.cities += event.price;
            seat.cities[now] = (seat.cities[now] ?? 0) + 1;
        } else if (event.type === 'powered') seat.income[now] = event.income;
    }
}

export function statisticsOf(
    history: readonly HistoryEntry[],
    players: number,
    past: Past,
): Statistics {
    const count = new Count(players);
    for (const { index, events } of history) {
        for (const event of events) {
            if (event.type === 'round-begins' || event.type === 'game-ended') count.closeRound(past.money(index));
            count.add(event);
            if (event.type !== 'phase-begins' || event.phase !== 'resources') continue;
            for (const fuel of FUELS) count.prices[fuel][count.round - 1] = past.price(index, fuel);
        }
    }
    return { rounds: count.round, seats: count.seats, prices: count.prices };
}

/** What a city cost a player on average, with its connections; null: the player built none. */
export function costPerCity({ cities, spent }: SeatStatistics): number | null {
    const built = cities.at(-1) ?? 0;
    return built > 0 ? spent.cities / built : null;
}
