// A bot at one seat of a game, by the same code as the bots of the browser client.
import { Brains } from '../../web/src/bots/brains';
import type { BotSeat } from '../../web/src/bots/protocol';
import type { Journal } from '../../web/src/engine/journal';
import type { GameEvent, Level, Move, Style } from '../../web/src/engine/types';
import type { Bot, Game } from './api';

/** The game of a bot. */
export interface BotTable {
    readonly engine: WebAssembly.Module;
    readonly journal: Journal;
    /** How many steps have been taken back: a bot that has seen them must forget them. */
    readonly undone: number;
    /** What bots that search have learned; undefined if it is not loaded. */
    readonly weights: Uint8Array | undefined;
    play: Game['play'];
}

export class SeatedBot implements Bot {
    readonly #table: BotTable;
    readonly #sitting: BotSeat;
    readonly #weights: Uint8Array | undefined;
    #brains: Brains | undefined;
    #seen = 0;
    #undone = 0;

    constructor(table: BotTable, sitting: BotSeat) {
        this.#table = table;
        this.#sitting = sitting;
        this.#weights = table.weights;
        this.#catchUp();
    }

    get seat(): number {
        return this.#sitting.seat;
    }

    get level(): Level {
        return this.#sitting.level;
    }

    get style(): Style {
        return this.#sitting.style ?? 'plain';
    }

    move(): Move {
        const { journal } = this.#table;
        if (journal.toMove() !== this.seat) throw new Error(`seat ${this.seat} is not to move`);
        return this.#catchUp().move(this.seat, journal.viewBytes(this.seat));
    }

    play(): GameEvent[] {
        return this.#table.play(this.move());
    }

    /** Shows the bot all events that it has not seen. */
    #catchUp(): Brains {
        const { engine, journal, undone } = this.#table;
        if (this.#undone !== undone) this.#brains = undefined;
        if (this.#brains === undefined) {
            this.#brains = new Brains(engine);
            this.#brains.sit(journal.config, [this.#sitting]);
            if (this.#weights !== undefined) this.#brains.setWeights(this.#weights);
            this.#seen = 0;
            this.#undone = undone;
        }
        for (; this.#seen < journal.history.length; this.#seen++) this.#brains.see(journal.history[this.#seen]!.events);
        return this.#brains;
    }
}
