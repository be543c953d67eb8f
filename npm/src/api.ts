// The manual of the package: everything that a program gets from load().
//
// Seats count from 0. Cities and regions are indexes on the board (game.board.cities, game.board.regions), plants have
// their printed numbers. All views, events and histories are plain objects that JSON can hold.
import type { Board, Back, Edition, Fuel, GameEvent, GameView, HistoryEntry, Level, Move, Option, Plant, Powering, Rank, Route, Style, TableConfig } from '../../web/src/engine/types';

/** A move as the engine's number, or as words: 'nominate 4 4', 'connect berlin', 'pass'. */
export type MoveOrWords = Move | string;

/** How a new game is set up. Everything has a default: newGame() is the recharged edition on Germany for four players. */
export interface GameOptions {
    /** 'recharged' (default) or 'classic'. */
    edition?: Edition;
    /** The id of a board; 'germany' and 'usa' mean the printing of the edition. */
    board?: string;
    /** 2 to 6; by default as many as there are names, or 4. */
    players?: number;
    /** The players' names, for records. */
    names?: readonly string[];
    options?: readonly Option[];
    /** The regions in play, as ids or indexes; 'random' (default): chosen by the seed; 'draft': the players choose them. */
    zone?: 'random' | 'draft' | readonly (string | number)[];
    /** The source of all random choices; by default a new one each time. `elektro play --seed` gives the same game. */
    seed?: string;
    /** 'seed' (default), or 'entered': your program enters each card with draw(), and order and market, too. */
    cards?: 'seed' | 'entered';
    /** The first order of the seats; by default random. */
    order?: readonly number[];
    /** The plants of the opening market; by default dealt by the rules. */
    market?: readonly number[];
}

export interface BotOptions {
    /** How the bot plays: 'plain' (default), or a style of normal, hard and expert. */
    style?: Style;
    /** The source of the bot's random choices; by default made from the seed of the game and the seat. */
    seed?: bigint;
    /** Playouts for each decision of a searching bot. With it, an expert plays the same moves each time; without it, an expert
     *  thinks for about a second. */
    nodes?: number;
}

/** Why a move is refused. */
export interface Refusal {
    /** A word of the list 'reason', or bad-syntax or a similar code if the words are not a move. */
    code: string;
    /** An English sentence. */
    text: string;
}

/** A bot at one seat of a game. It sees what a player at this seat may see. */
export interface Bot {
    readonly seat: number;
    readonly level: Level;
    readonly style: Style;
    /** The move that the bot chooses; it does not make it. Throws if another seat is to move. */
    move(): Move;
    /** Makes that move in the game; returns its events. */
    play(): GameEvent[];
}

/** A game with its history. A method that throws has changed nothing. */
export interface Game {
    readonly config: TableConfig;
    readonly board: Board;
    readonly names: readonly string[];
    /** The seed of the cards; '' if they are entered. */
    readonly seed: string;

    /** The seat that decides now; null if the game is over or waits for a card. */
    readonly toMove: number | null;
    readonly ended: boolean;
    /** The setup, then one entry for each step, with the events of each. */
    readonly history: readonly HistoryEntry[];

    /** All legal moves of the seat to move, sorted; none if no seat is to move. */
    moves(): Move[];
    /** A move of the seat to move as words. */
    words(move: Move): string;
    /** The words of the move of history[index]; null if that entry is no move. */
    wordsAt(index: number): string | null;
    /** Words as a move, which need not be legal. Throws RefusedMove if they are not a move. */
    parse(words: string): Move;
    /** Why the seat to move cannot make this move; null if it is legal. */
    why(move: MoveOrWords): Refusal | null;

    /** Makes a move for the seat to move; returns its events. Throws RefusedMove. */
    play(move: MoveOrWords): GameEvent[];
    /** The plants that the card can be that the game waits for; none if it waits for none. */
    awaited(): number[];
    /** Enters the card that the game waits for, and the back of the next one if it is known. Throws RefusedMove. */
    draw(plant: number, back?: Back): GameEvent[];
    /** Enters the back of the card on top of the deck. Throws RefusedMove. */
    showBack(back: Back): void;
    /** Draws all cards from this seed from now on. Throws RefusedMove. */
    reseed(seed: string): GameEvent[];
    /** Takes back the last step. Throws if there is none. */
    undo(): void;
    /** A second game with the same history, to try moves in. */
    copy(): Game;

    /** The game as a seat may see it, now or after history[index]; null: a spectator. */
    view(seat: number | null, index?: number): GameView;
    /** The same with nothing hidden but the coming cards. */
    state(index?: number): GameView;

    /** The cost of a city for a seat, with the path to it. */
    connection(seat: number, city: number): Route;
    /** The same for all cities of the board. */
    connections(seat: number): Route[];
    /** The price of the next tokens of a fuel for a seat; null if it cannot buy so many. */
    price(seat: number, fuel: Fuel, count: number): number | null;
    /** The power move that supplies the most cities of a seat, or at least so many. */
    bestPower(seat: number, wanted?: number): Move;
    /** What a power move burns, supplies and earns. */
    powering(seat: number, move: Move): Powering;
    /** The numbers of cities that begin Step 2 (null: never) and end the game. */
    thresholds(): { step2: number | null; end: number };
    /** The seats from first to last by the rules of the end of the game. */
    ranking(): Rank[];

    /** A bot that plays one seat from now on; it has seen the game so far. */
    bot(seat: number, level: Level, options?: BotOptions): Bot;
    /** The move of a strong bot for the seat to move; always the same at the same point of a game. */
    advise(): Move;

    /** The game as the text of a record (.elektro), which `elektro replay` and elektro.readRecord read. */
    record(): string;
}

export interface Elektro {
    /** The version of Elektro, and of its rules. */
    readonly version: string;
    readonly rulesVersion: number;
    readonly boards: readonly Board[];
    readonly plants: readonly Plant[];
    /** Loads what the searching bots have learned, or takes its bytes from the caller; for bots that are seated afterwards. hard
     *  and expert also play without it, but not as well. Throws if the bytes are damaged. */
    loadWeights(bytes?: Uint8Array): Promise<void>;
    /** Starts a game. Throws RefusedTable if the rules refuse it. */
    newGame(options?: GameOptions): Game;
    /** Reads a record and replays it. Throws BadRecord with line and column. */
    readRecord(record: string | Uint8Array): Game;
    /** The signature of the rules, as `elektro bench --signature` prints it. It plays many games: this takes seconds. */
    signature(): string;
}

/** The bytes of the modules, for a program that loads them itself. */
export interface Modules {
    engine: ArrayBuffer | ArrayBufferView;
    records: ArrayBuffer | ArrayBufferView;
}
