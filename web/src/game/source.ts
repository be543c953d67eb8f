// Where a game comes from: this page, or a server. The table screen knows nothing else.
import type { HistoryEntry } from '../engine/journal';
import type { Back, Level, Move, Outcome, Reason, TableConfig } from '../engine/types';

export type { HistoryEntry } from '../engine/journal';

export interface Player {
    name: string;
    /** 0..5: colour and roof. */
    colour: number;
    /** A bot's level; absent: a person. */
    bot?: Level;
}

/** Bids for a player up to a limit. */
export interface BidLimit {
    plant: number;
    most: number;
}

/** What a table on a server adds to a game, as far as a turn is concerned. */
export interface OnlinePart {
    /** The players ended the game, or it came to its end. */
    readonly over: boolean;
    /** Lets the server bid for this person; null: no longer. */
    bidUpTo(limit: BidLimit | null): Promise<Outcome>;
}

export interface GameSource {
    readonly id: string;
    readonly config: TableConfig;
    readonly players: readonly Player[];
    /** Seats for which this page decides; empty for a spectator. */
    readonly mine: readonly number[];
    /** Everything that happened so far, as far as it may be known here. */
    readonly history: readonly HistoryEntry[];
    /** The table on the server; absent for a game in this page. */
    readonly online?: OnlinePart;
    /** More has happened than is shown yet. */
    readonly behind?: boolean;
    /** Something of this turn that was submitted could still be taken back. */
    readonly canUndo?: boolean;
    /** Everybody at this screen sees everything: nobody has to look away. */
    readonly open?: boolean;
    /** The browser does not keep it: it is lost with the page. */
    readonly unsaved?: boolean;
    /** The game is only looked at. */
    readonly archived?: boolean;
    /** The books of a printed game are kept: tells the card that was turned up at the real table, and
     *  the back of the next one if it was seen. */
    readonly enterCard?: (plant: number, back?: Back) => Promise<Reason>;
    /** What a strong bot would do at a seat that sees this view; absent where nobody gives advice. */
    readonly advise?: (seat: number, view: Uint8Array) => Promise<Move>;
    /** The game so far as a text in the notation of records. */
    readonly record?: (() => Promise<string>) | undefined;

    /** The state after history[index] (the newest if left out) as seat may see it. */
    view(seat: number | null, index?: number): Uint8Array;

    /** Makes the moves of a turn, in this order; stops at the first that is refused. */
    submit(moves: Move[]): Promise<Outcome>;

    /** Takes back the last move that was submitted, where canUndo says so. */
    undo?(): Promise<Outcome>;

    /** Calls listener after everything that happens; returns how to stop that. */
    subscribe(listener: (entry: HistoryEntry) => void): () => void;

    /** Lets bots go on without their pauses until the next decision of a person. */
    hurry(): void;

    close(): void;
}
