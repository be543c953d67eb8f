// The game as the page sees it: plain objects, decoded from the engine's bytes.
//
// Everything here is what the engine says about a state that was made for one viewer; what the
// viewer may not know is null. A seat is a number from 0, a city or region its index on the board,
// a plant its number.

import { words, type Back, type Decision, type Edition, type Fuel, type Kind, type Level, type Option, type Phase, type Reason } from '../generated/words';

export type {
    Back, Decision, Edition, EventJson, EventType, FieldType, Fuel, GameEvent, Kind, Level, MoveType, Option, Phase, Reason, Removal,
} from '../generated/words';

export const FUELS: readonly Fuel[] = words.fuel;
export const OPTIONS: readonly Option[] = words.option;
export const LEVELS: readonly Level[] = words.level;
export { optionKeys } from '../generated/words';
export type ByFuel<T = number> = Record<Fuel, T>;

/** One value for each fuel. */
export function byFuel<T>(value: (fuel: Fuel, index: number) => T): ByFuel<T> {
    return Object.fromEntries(FUELS.map((fuel, index) => [fuel, value(fuel, index)])) as ByFuel<T>;
}

// ------------------------------------------------------------------------------------- facts

export interface Plant {
    number: number;
    kind: Kind;
    need: number;
    cities: number;
}

export interface City {
    index: number;
    id: string;
    name: string;
    region: number;
    lat: number;
    lon: number;
}

export interface Link {
    from: number;
    to: number;
    cost: number;
}

export interface Region {
    index: number;
    id: string;
    colour: string;
}

export interface Board {
    /** Its place among the engine's boards. */
    index: number;
    id: string;
    name: string;
    editions: Edition[];
    regions: Region[];
    cities: City[];
    links: Link[];
}

/** How a table is set: what the rules are compiled from. */
export interface TableConfig {
    board: string;
    edition: Edition;
    players: number;
    options: Option[];
    /** The regions in play; empty when the players draft them. */
    zone: number[];
}

// -------------------------------------------------------------------------------------- view

/** The owner of a house: a seat, or the Trust. */
export type OwnerId = number | 'trust';

export interface House {
    owner: OwnerId;
    city: number;
    /** 0, 1, 2: the 10-, 15-, 20-place. */
    place: number;
}

export interface OwnerView {
    owner: OwnerId;
    /** null: the viewer may not know. */
    money: number | null;
    plants: number[];
    fuel: ByFuel;
    /** How many more tokens of each fuel fit. */
    room: ByFuel;
    /** In the order they were built. */
    houses: House[];
    /** Cities supplied in the last bureaucracy. */
    supplied: number;
}

export interface SeatView extends OwnerView {
    owner: number;
    /** Cities its plants could supply with all the fuel in the world. */
    capacity: number;
    /** Cities there is fuel for now, whatever it owns. */
    fuelled: number;
    /** Cities of its own it could supply with that, and what it would pay. */
    possible: number;
    income: number;
    bought: boolean;
    passed: boolean;
}

export interface AuctionView {
    plant: number;
    bid: number;
    bidder: number;
    /** Who is asked; null once the plant is sold. */
    bidding: number | null;
    in: number[];
}

export interface FuelMarket {
    /** Tokens on the ladder; the cheapest places are the empty ones. */
    tokens: number;
    supply: number;
    /** Tokens that the refill at the end of this round will bring as things stand. */
    refill: number;
}

export interface Rank {
    seat: number;
    rank: number;
    powered: number;
    money: number;
    cities: number;
}

export interface GameView {
    config: TableConfig;
    players: number;
    phase: Phase;
    /** The decision that the seat to move makes now, or why there is none. */
    decision: Decision;
    step: number;
    round: number;
    /** The seat that decides now; null when the game is over or a card is awaited. */
    toMove: number | null;
    /** Seats in player order. */
    order: number[];
    seats: SeatView[];
    trust: OwnerView | null;
    /** Plants that can be auctioned now, ascending. */
    current: number[];
    /** Plants that cannot yet, ascending; the Step 3 card is told apart. */
    future: number[];
    step3InMarket: boolean;
    discount: number | null;
    deck: { count: number; top: Back; known: number | null };
    fuels: ByFuel<FuelMarket>;
    /** All houses on the map. */
    houses: House[];
    /** Cities that still carry a starting mark. */
    marks: number[];
    /** regions[i]: region i is in play (or drafted so far). */
    regions: boolean[];
    auction: AuctionView | null;
}

// --------------------------------------------------------------------------- questions, moves

/** How moves that were submitted ended: as the engine says, or refused by a server for a reason of its own. */
export type Outcome = Reason | 'stale' | 'server';

export interface Route {
    city: number;
    reason: Reason;
    /** Place and path; meaningful when the engine found a way, whatever the reason says. */
    total: number;
    place: number;
    pathCost: number;
    /** Cities from one the seat owns to the new one. */
    path: number[];
}

/** A move as 32 bits, as the engine takes it. */
export type Move = number;

export interface Powering {
    burnt: ByFuel;
    capacity: number;
    supplied: number;
    income: number;
}
