// The interface between a game and the table screen, the same for local games and games on a server.
import type { Analysis } from '../bots/analysis';
import type { Advised } from '../bots/protocol';
import type { Guide } from './guide.svelte';
import type { Back, HistoryEntry, Level, Move, Outcome, Reason, Style, TableConfig } from '../engine/types';

export type { HistoryEntry } from '../engine/types';

export interface Player {
    name: string;
    /** 0..5: colour and shape of the houses. */
    colour: number;
    /** Level of a bot; absent for a person. */
    bot?: Level;
    /** How a bot plays; absent: plain. */
    style?: Style;
}

/** A limit for automatic bids. */
export interface BidLimit {
    plant: number;
    most: number;
}

/** The part of a table on a server that a session needs. */
export interface OnlinePart {
    /** The game is over, by its rules or by agreement, and all of it is shown. */
    readonly over: boolean;
    /** Sets the limit up to which the server bids for this person; 0: cancels it. */
    bidUpTo(limit: BidLimit): Promise<Outcome>;
}

export interface GameSource {
    readonly id: string;
    readonly config: TableConfig;
    readonly players: readonly Player[];
    /** Seats that this page plays; empty for a spectator. */
    readonly mine: readonly number[];
    /** All entries so far, as far as this page may know them. */
    readonly history: readonly HistoryEntry[];
    /** The table on the server; absent for a local game. */
    readonly online?: OnlinePart;
    /** Some received entries are not shown yet. */
    readonly behind?: boolean;
    /** The last submitted move can be undone. */
    readonly canUndo?: boolean;
    /** Nothing is hidden from the viewers of this screen. */
    readonly open?: boolean;
    /** The browser could not save the game: it is lost when the page closes. */
    readonly unsaved?: boolean;
    /** The game is a record for viewing only. */
    readonly archived?: boolean;
    /** In the books of a printed game: enters the card that was turned up, and the back of the next one if
     *  known. */
    readonly enterCard?: (plant: number, back?: Back) => Promise<Reason>;
    /** What a strong bot would do at a seat with this view; absent where there is no advice. */
    readonly advise?: (seat: number, view: Uint8Array) => Promise<Advised>;
    /** The lessons of a first game. */
    readonly guide?: Guide;
    /** The person is asked before a turn that gives something away. */
    readonly asks?: boolean;
    /** The game so far as the text of a record. */
    readonly record?: (() => Promise<string>) | undefined;
    /** The analysis of an ended game if the server has one. If not, the server makes it for those who ask later. */
    readonly analysis?: () => Promise<Analysis | undefined>;

    /** Milliseconds that each seat has used; undefined: not known. */
    readonly timeUsed?: () => Promise<readonly number[] | undefined>;

    /** The state after history[index] as a seat may see it; the latest state if index is left out. */
    view(seat: number | null, index?: number): Uint8Array;

    /** Makes the moves of a turn in order. Stops at the first refused one. */
    submit(moves: Move[]): Promise<Outcome>;

    /** Undoes the last submitted move if canUndo is true. */
    undo?(): Promise<Outcome>;

    /** Calls the listener after each new entry. Returns the function that unsubscribes it. */
    subscribe(listener: (entry: HistoryEntry) => void): () => void;

    /** Skips pauses until the next decision of a person. */
    hurry(): void;

    close(): void;
}

/** Whether nothing more will happen in a game: it has ended, was ended by agreement, or is a record. */
export function isOver({ archived, online }: GameSource, history: readonly HistoryEntry[]): boolean {
    return archived === true || online?.over === true || (history.at(-1)?.events.some(({ type }) => type === 'game-ended') ?? false);
}
