// The game as the page sees it: plain objects, decoded from the engine's bytes.
//
// A view is made for one viewer; values that this viewer may not know are null. Seats count from 0,
// cities and regions are indexes on the board, plants have their printed numbers.

import { words, type Back, type Decision, type Edition, type Fuel, type GameEvent, type Kind, type Level, type Option, type Phase, type Reason, type Style, type WasteWord } from '../generated/words';

export type {
    AnalysisPhase, Back, Decision, Edition, EventJson, EventType, FieldType, Fuel, GameEvent, Kind, Level, MoveType, Option, Phase, Reason, Removal, Style, Verdict, WasteWord, Why, WhyWord,
} from '../generated/words';

export const FUELS: readonly Fuel[] = words.fuel;
export const OPTIONS: readonly Option[] = words.option;
export const LEVELS: readonly Level[] = words.level;
export const STYLES: readonly Style[] = words.style;
export { optionKeys, wasteFields, whyFields } from '../generated/words';
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
    /** Index in the engine's list of boards. */
    index: number;
    id: string;
    /** The id of the board of which this is one edition's printing; otherwise its own. */
    base: string;
    name: string;
    editions: Edition[];
    regions: Region[];
    cities: City[];
    links: Link[];
}

/** The settings of a table, from which the rules are compiled. */
export interface TableConfig {
    board: string;
    edition: Edition;
    players: number;
    options: Option[];
    /** The regions in play; empty if the players draft them. */
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
    /** null: secret. */
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
    /** Cities that its plants could supply with enough fuel. */
    capacity: number;
    /** Cities that its plants can supply with the fuel on them. */
    fuelled: number;
    /** Its own cities that it can supply with that fuel, and the income from them. */
    possible: number;
    income: number;
    bought: boolean;
    passed: boolean;
}

export interface AuctionView {
    plant: number;
    bid: number;
    bidder: number;
    /** The seat that bids next; null once the plant is sold. */
    bidding: number | null;
    in: number[];
}

export interface FuelMarket {
    /** Tokens on the ladder; the cheapest places empty first. */
    tokens: number;
    supply: number;
    /** Tokens of the next refill, at the present Step and supply. */
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
    /** The pending decision. */
    decision: Decision;
    step: number;
    round: number;
    /** The seat that decides now; null if the game is over or a card is awaited. */
    toMove: number | null;
    /** Seats in player order. */
    order: number[];
    seats: SeatView[];
    trust: OwnerView | null;
    /** Plants that can be auctioned now, ascending. */
    current: number[];
    /** Plants of the future market, ascending, without the Step 3 card. */
    future: number[];
    step3InMarket: boolean;
    discount: number | null;
    deck: {
        count: number;
        top: Back;
        known: number | null;
        /** Plants that can still be drawn; some of them may have left unseen before the game. */
        unseen: number[];
        /** How many of those are in the deck. */
        drawable: number;
        /** Plants known to lie under the deck, until it is shuffled. */
        buried: number[];
    };
    /** Plants known to have left the game. */
    removed: number[];
    fuels: ByFuel<FuelMarket>;
    /** All houses on the map. */
    houses: House[];
    /** Cities that still have a starting mark. */
    marks: number[];
    /** regions[i]: region i is in play (or drafted so far). */
    regions: boolean[];
    auction: AuctionView | null;
}

// ----------------------------------------------------------------------------- queries, moves

/** The result of submitted moves: the engine's reason, a refusal of the server, or that there are too many variations. */
export type Outcome = Reason | 'stale' | 'server' | 'too-many-variations';

export interface Route {
    city: number;
    reason: Reason;
    /** Cost of place and path; valid if the engine found a path, even if the reason is not 'ok'. */
    total: number;
    place: number;
    pathCost: number;
    /** Cities from the seat's network to the new city. */
    path: number[];
}

/** A move as the engine's 32-bit number. */
export type Move = number;

/** One move and all events that followed from it. The first entry of a game has no move. */
export interface HistoryEntry {
    index: number;
    seat: number | null;
    move: Move | null;
    events: GameEvent[];
}

/** A turn that gives something away (bots/waste.h), and a better one. */
export interface Waste {
    reason: WasteWord;
    /** The fields of the reason by name; seats count from 1. */
    values: Record<string, string | number>;
    /** The better turn begins with so many moves of the turn that was asked about, */
    kept: number;
    /** and goes on with these. */
    then: Move[];
}

export interface Powering {
    burnt: ByFuel;
    capacity: number;
    supplied: number;
    income: number;
}
