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
    spent: { plants: number; fuel: number; cities: number };
    plants: Purchase[];
}

export interface Statistics {
    rounds: number;
    seats: SeatStatistics[];
    /** The price of the next token at the start of each resources phase; null: sold out. */
    prices: ByFuel<(number | null)[]>;
}

type PriceAt = (index: number, fuel: Fuel) => number | null;

class Count {
    readonly seats: SeatStatistics[];
    readonly prices: Statistics['prices'] = byFuel(() => []);
    round = 0;

    constructor(players: number) {
        this.seats = Array.from({ length: players }, () => ({
            cities: [],
            income: [],
            spent: { plants: 0, fuel: 0, cities: 0 },
            plants: [],
        }));
    }

    begin(round: number): void {
        this.round = round;
        for (const seat of this.seats) {
            seat.cities[round - 1] = seat.cities[round - 2] ?? 0;
            seat.income[round - 1] = null;
        }
    }

    add(event: GameEvent): void {
        if (event.type === 'round-begins') return this.begin(event.round);
        const seat = event.seat === null ? undefined : this.seats[event.seat];
        if (seat === undefined || this.round === 0) return;
        const now = this.round - 1;
        if (event.type === 'plant-bought') {
            seat.spent.plants += event.price;
            seat.plants.push({ plant: event.plant, price: event.price, round: this.round });
        } else if (event.type === 'fuel-bought') seat.spent.fuel += event.price;
        else if (event.type === 'connected') {
            seat.spent.cities += event.price;
            seat.cities[now] = (seat.cities[now] ?? 0) + 1;
        } else if (event.type === 'powered') seat.income[now] = event.income;
    }
}

export function statisticsOf(
    history: readonly HistoryEntry[],
    players: number,
    priceAt: PriceAt,
): Statistics {
    const count = new Count(players);
    for (const { index, events } of history) {
        for (const event of events) {
            count.add(event);
            if (event.type !== 'phase-begins' || event.phase !== 'resources') continue;
            for (const fuel of FUELS) count.prices[fuel][count.round - 1] = priceAt(index, fuel);
        }
    }
    return { rounds: count.round, seats: count.seats, prices: count.prices };
}
