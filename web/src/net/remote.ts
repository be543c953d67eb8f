// A game on the server. The server sends entries: moves, cards and undos. The engine replays them here, so that
// the page can show the history and answer queries. It never draws cards itself: the page knows only what the
// server has sent.
import { BotPlayers } from '../bots/players';
import type { Advised } from '../bots/protocol';
import { boardFor } from '../engine/facts';
import { Notation } from '../engine/notation';
import { Journal } from '../engine/journal';
import { RefusedTable } from '../engine/errors';
import { Table } from '../engine/table';
import {
    type EventJson,
    type Move,
    type Outcome,
    type Phase,
    type Reason,
    type TableConfig,
} from '../engine/types';
import { newId } from '../game/id';
import { JournalGame } from '../game/journal-game';
import { paceDelay } from '../game/settings.svelte';
import type { GameSource, Player } from '../game/source';
import { storedAnalysis } from './analysis';
import { Refusal, type Send } from './api';
import type { OnlineTable } from './online.svelte';
import type { Entry, Position, Settings } from './messages';
import { optionsOf } from './words';
import { wire } from './wire.svelte';

/** If more moves arrive together, only the last of them are shown one by one. */
const SHOWN_AT_ONCE = 8;

/** The compiled modules that a game needs. */
export interface Modules {
    engine: WebAssembly.Module;
    records: WebAssembly.Module;
}

/** The fields of the server's view that the page compares with its own. */
interface ServerPosition extends Position {
    view: {
        round: number;
        phase: Phase;
        to_move: number;
        market: { current: (number | string)[]; deck: number };
        resources: Record<string, number>;
        seats: { money: number | null; plants: number[]; cities: unknown[] }[];
    };
}

/** The page and the server disagree about a game. */
class OutOfSync extends Error {}

/** The events of one type. */
function eventsOf<Type extends EventJson['event']>(type: Type, setup: readonly EventJson[]): Extract<EventJson, { event: Type }>[] {
    return setup.filter((each): each is Extract<EventJson, { event: Type }> => each.event === type);
}

function configOf(settings: Settings, setup: readonly EventJson[]): TableConfig {
    const board = boardFor(settings.board, settings.edition);
    const zone = eventsOf('zone-chosen', setup)[0]?.zone ?? [];
    return {
        board: board.id,
        edition: settings.edition,
        players: settings.players,
        options: optionsOf(settings),
        zone: board.regions.filter(({ id }) => zone.includes(id)).map(({ index }) => index),
    };
}

/** The game as the server set it up. The server sends all cards. */
function startOf(compiled: WebAssembly.Module, config: TableConfig, setup: readonly EventJson[]): Journal {
    const order = eventsOf('order', setup).map(({ seat }) => seat - 1);
    const market = eventsOf('plant-drawn', setup).map(({ plant }) => plant);
    try {
        return new Journal(compiled, config, { order, market, told: true });
    } catch (error) {
        if (!(error instanceof RefusedTable)) throw error;
        throw new OutOfSync(`the game does not start: ${error.reason}`);
    }
}

/** Groups entries that are shown together: a move or an undo with the cards after it. */
function groupEntries(entries: readonly Entry[]): Entry[][] {
    const groups: Entry[][] = [];
    for (const entry of entries) {
        const chance = entry.draw !== undefined || entry.top !== undefined;
        if (chance && groups.length > 0) groups.at(-1)!.push(entry);
        else groups.push([entry]);
    }
    return groups;
}

export class RemoteGame extends JournalGame implements GameSource {
    readonly config: TableConfig;
    readonly online: OnlineTable;
    readonly advise?: (seat: number, view: Uint8Array) => Promise<Advised>;
    readonly asks = true;
    protected readonly journal: Journal;
    #adviser: BotPlayers | undefined;
    readonly #engine: WebAssembly.Module;
    readonly #notation: Notation;
    /** To print the moves of a turn. */
    #table: Table | undefined;
    readonly #waiters = new Set<() => void>();
    #queue: Entry[][] = [];
    #received = 0;
    #applied = 0;
    /** The last entry of the request in flight, once it is answered. */
    #awaited = 0;
    #position: ServerPosition;
    #timer: ReturnType<typeof setTimeout> | undefined;
    /** The screen is closed. */
    #closed = false;
    /** The server sends no more entries. */
    #disconnected = false;
    #sending: Promise<unknown> | undefined;

    /** The entries must be complete, from the setup on. */
    constructor(online: OnlineTable, modules: Modules, position: Position, entries: readonly Entry[]) {
        super();
        const setup = entries[0]?.events ?? [];
        this.online = online;
        this.config = configOf(online.info.settings, setup);
        if (online.info.settings.help) this.advise = (seat, view) => this.#advise(seat, view);
        this.#engine = modules.engine;
        this.journal = startOf(modules.engine, this.config, setup);
        this.#notation = new Notation(modules.records, this.config);
        this.#position = position as ServerPosition;
        for (const entry of entries.slice(1)) this.#apply(entry);
        this.#received = this.#applied;
        this.#checkAgainstServer();
    }

    get id(): string {
        return this.online.code;
    }

    get players(): readonly Player[] {
        return this.online.players;
    }

    get mine(): readonly number[] {
        return this.online.seat === null ? [] : [this.online.seat];
    }

    /** After its end nothing in a game is secret, earlier positions included. */
    override get open(): boolean {
        return this.online.over;
    }

    /** The number of the last received entry, shown or not. */
    get received(): number {
        return this.#received;
    }

    get behind(): boolean {
        return this.#queue.length > 0;
    }

    get canUndo(): boolean {
        return this.#position.can_undo && this.#queue.length === 0;
    }

    /** The request in flight, if there is one. */
    get sending(): Promise<unknown> | undefined {
        return this.#sending;
    }

    submit(moves: Move[]): Promise<Outcome> {
        return this.#track(this.#submit(moves));
    }

    undo(): Promise<Outcome> {
        return this.#track(this.#send('undo', {}) as Promise<Outcome>);
    }

    #track(sent: Promise<Outcome>): Promise<Outcome> {
        const settled = sent.then(
            () => undefined,
            () => undefined,
        );
        this.#sending = settled;
        void settled.then(() => {
            if (this.#sending === settled) this.#sending = undefined;
        });
        return sent;
    }

    async #submit(moves: Move[]): Promise<Outcome> {
        this.hurry();
        if (moves.length > 1) {
            const reason = await this.#send('turn', { moves: this.#printTurn(moves) });
            if (reason !== 'no-turns') return reason;
        }
        for (const move of moves) {
            const reason = await this.#send('move', { move: this.#print(this.journal.bytes(), move) });
            if (reason !== 'ok') return reason === 'no-turns' ? 'server' : reason;
        }
        return 'ok';
    }

    #print(state: Uint8Array, move: Move): string {
        return this.#notation.print(state, this.online.seat ?? 0, move);
    }

    /** Prints each move in the position after the ones before it. */
    #printTurn(moves: readonly Move[]): string[] {
        const table = (this.#table ??= new Table(this.#engine, this.config));
        table.setBytes(this.journal.bytes());
        return moves.map((move) => {
            const words = this.#print(table.bytes(), move);
            table.apply(move);
            return words;
        });
    }

    readonly record = () => this.online.record();
    readonly analysis = () => storedAnalysis(this.id);
    readonly timeUsed = () => this.online.timeUsed();

    hurry(): void {
        clearTimeout(this.#timer);
        this.#timer = undefined;
        while (this.#queue.length > 0) this.#show();
    }

    /** A bot in this browser advises. It gets the person's view and public events, like any bot. */
    #advise(seat: number, view: Uint8Array): Promise<Advised> {
        this.#adviser ??= new BotPlayers(this.config, []);
        return this.#adviser.advise(seat, view, this.history.map(({ events }) => events));
    }

    override close(): void {
        this.#closed = true;
        this.#adviser?.close();
        super.close();
        this.online.close();
        this.hurry();
    }

    /** The server sends no more entries: ends all waits for them. */
    disconnect(): void {
        this.#disconnected = true;
        for (const look of [...this.#waiters]) look();
    }

    /** Receives new entries. */
    receive(position: Position, entries: readonly Entry[]): void {
        const fresh = entries.filter(({ seq }) => seq > this.#received);
        this.#position = position as ServerPosition;
        // After the first entries of many, the position is that after the last ones.
        this.#received = Math.max(this.#received, entries.at(-1)?.seq ?? position.seq);
        this.#queue.push(...groupEntries(fresh));
        const most = this.#canPause() ? SHOWN_AT_ONCE : 0;
        while (this.#queue.length > most) this.#show();
        this.#showAwaited();
        if (this.#timer === undefined) this.#showNext();
    }

    /** Whether moves may be shown one by one: the page is visible and the person's clock does not run. */
    #canPause(): boolean {
        const { kind } = this.online.info.settings.clock;
        const clockRuns = (kind === 'move' || kind === 'game') && this.mine.includes(this.#position.view.to_move - 1);
        return !document.hidden && !this.#closed && !clockRuns;
    }

    // --------------------------------------------------------------------------- sending

    /** Sends a request until it is answered, and waits until its entries are shown. */
    async #send<K extends 'move' | 'turn' | 'undo'>(name: K, what: Omit<Send<K>, 'table' | 'seq' | 'client'>): Promise<Outcome | 'no-turns'> {
        const request = { table: this.id, seq: this.#received, client: newId(12), ...what };
        try {
            const { seq } = await wire.ask(name, request as unknown as Send<K>);
            await this.#waitFor(seq);
            return 'ok';
        } catch (error) {
            if (!(error instanceof Refusal)) throw error;
            const { code } = error;
            // A server of an earlier version takes moves one by one.
            if (name === 'turn' && code === 'no-such-request') return 'no-turns';
            return code === 'stale' ? code : (this.journal.module.words('reason').find((word) => word === code) ?? 'server');
        }
    }

    #waitFor(seq: number): Promise<void> {
        this.#awaited = seq;
        this.#showAwaited();
        const known = () => this.#applied >= seq || this.#disconnected;
        if (known()) return Promise.resolve();
        return new Promise((resolve) => {
            const look = () => {
                if (!known()) return;
                this.#waiters.delete(look);
                resolve();
            };
            this.#waiters.add(look);
        });
    }

    // --------------------------------------------------------------------------- entries

    /** The moves of this person are not shown one by one. */
    #showAwaited(): void {
        while (this.#applied < this.#awaited && this.#queue.length > 0) this.#show();
    }

    #showNext(): void {
        if (this.#queue.length === 0) return;
        this.#show();
        if (this.#queue.length === 0) return;
        this.#timer = setTimeout(() => {
            this.#timer = undefined;
            this.#showNext();
        }, paceDelay());
    }

    #show(): void {
        const group = this.#queue.shift();
        if (group === undefined) return;
        try {
            for (const entry of group) this.#apply(entry);
            if (this.#queue.length === 0) this.#checkAgainstServer();
        } catch (error) {
            if (!(error instanceof OutOfSync)) throw error;
            console.warn(error.message);
            this.#queue = [];
            return this.online.lose();
        }
        const last = this.history.at(-1)!;
        const undone = group[0]!.undo === true;
        this.emit(undone ? { ...last, events: [] } : last);
        for (const look of [...this.#waiters]) look();
    }

    #apply(entry: Entry): void {
        const reason = this.#replay(entry);
        if (reason !== 'ok') throw new OutOfSync(`entry ${entry.seq} is refused: ${reason}`);
        this.#applied = entry.seq;
        this.online.shown = entry.seq;
    }

    /** Applies an entry to the journal. A card becomes part of the move before it. */
    #replay({ undo, draw, top, move }: Entry): Reason {
        const { journal } = this;
        if (undo) return journal.undo();
        if (draw !== undefined) return journal.draw(draw, true);
        if (top !== undefined) return journal.showBack(top, true);
        return journal.play(this.#notation.read(journal.bytes(), move ?? ''));
    }

    /** Throws OutOfSync if the server's view differs from the page's: a wrong view is worse than none. */
    #checkAgainstServer(): void {
        const theirs = this.#position.view;
        if (this.#position.seq !== this.#applied) return;
        const ours = this.journal.view();
        const summary = {
            round: ours.round,
            phase: ours.phase,
            toMove: (ours.toMove ?? -1) + 1,
            current: ours.current,
            deck: ours.deck.count,
            fuel: Object.values(ours.fuels).map(({ tokens }) => tokens),
            seats: ours.seats.map(({ money, plants, houses }, seat) => [
                theirs.seats[seat]?.money === null ? null : money, plants, houses.length,
            ]),
        };
        const told = {
            round: theirs.round,
            phase: theirs.phase,
            toMove: theirs.to_move,
            current: theirs.market.current.filter((plant) => plant !== 'step3'),
            deck: theirs.market.deck,
            fuel: Object.values(theirs.resources),
            seats: theirs.seats.map(({ money, plants, cities }) => [money, plants, cities.length]),
        };
        const [mine, other] = [JSON.stringify(summary), JSON.stringify(told)];
        if (mine !== other) throw new OutOfSync(`the server sees ${other}, the page ${mine}`);
    }
}
