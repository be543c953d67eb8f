// The numbers in the rules reference, all from the tables the engine is built from.
import boardRules from '$data/board-rules.json';
import tables from '$data/tables.json';
import { FUELS, type Edition, type Fuel } from '../engine/types';
import type { Values } from '../text/text.svelte';
import type { Place, Setting } from './outline';

type Count = '2';
const thresholdsOf = (edition: Edition, players: number) => tables.thresholds[edition][String(players) as Count];
const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);

export function numbersOf({ edition, players }: Setting): Values {
    const { areas, step2_cities: step2, end_cities: end, max_plants: plants } = thresholdsOf(edition, players);
    const [place1, place2, place3] = tables.place_cost as [number, number, number];
    const [plugFirst, plugLast] = tables.plug_backs as [number, number];
    const { classic: deck, 'france-classic': france } = tables.deck;
    const classicTwo = thresholdsOf('classic', 2);
    const rechargedTwo = thresholdsOf('recharged', 2);
    return {
        areas, step2, end, plants, place1, place2, place3, plugFirst, plugLast,
        money: tables.money,
        houses: tables.houses,
        plantCount: tables.plants.length,
        cards: tables.market.cards,
        current: tables.market.current,
        cardsStep3: tables.market.cards_step3,
        minimum: tables.payments[0]!,
        firstGame: tables.first_game_cities,
        trustHouses: tables.trust.houses,
        trustRefill: tables.trust.refill_row,
        trustPlaced: sum(tables.trust.turns),
        classicFirst: deck.current[0]!,
        classicLast: deck.future.at(-1)!,
        classicTop: deck.top,
        classicTwoPlants: classicTwo.max_plants,
        classicTwoStep2: classicTwo.step2_cities,
        classicTwoEnd: classicTwo.end_cities,
        rechargedTwoStep2: rechargedTwo.step2_cities,
        rechargedTwoEnd: rechargedTwo.end_cities,
        franceOut: france.out[0]!,
        franceEarly: france.top,
        lastUranium: boardRules.germany.recharged.last_uranium_plant,
        coalStorage: boardRules.usa.recharged.coal_storage_price,
    };
}

export const payments: readonly number[] = tables.payments;

/** Tokens on the market when the game begins. */
export function startingFuel({ edition, place }: Setting): Record<Fuel, number> {
    return tables.start[place][edition];
}

/** Tokens of each refill in the three Steps. */
export function refills({ edition, place, players }: Setting): { fuel: Fuel; steps: readonly number[] }[] {
    const table = tables.refill[tables.refill_by_board[place as Place] as 'standard'];
    const againstTrust = edition === 'recharged' && players === 2;
    const row = table[String(againstTrust ? tables.trust.refill_row : players) as Count];
    return FUELS.map((fuel) => ({ fuel, steps: row[fuel] }));
}

export interface Marks {
    players: number;
    areas: number;
    step2: number;
    end: number;
    plants: number;
}

/** The thresholds for every number of players. */
export function marks(edition: Edition): Marks[] {
    return [2, 3, 4, 5, 6].map((players) => {
        const { areas, step2_cities: step2, end_cities: end, max_plants: plants } = thresholdsOf(edition, players);
        return { players, areas, step2, end, plants };
    });
}
