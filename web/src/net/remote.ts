// A game on the server. The page has what the server told: entries, each a move, a card or a taking
// back. The engine plays them again here, asking for every card, so that the page can look back and
// answer questions; what is not told is not here.
import { boards } from '../engine/facts';
import { Notation } from '../engine/notation';
import { Journal } from '../engine/journal';
import { RefusedTable } from '../engine/position';
import {
    OPTIONS,
    optionKeys,
    type Back,
    type Edition,
    type EventJson,
    type Move,
    type Option,
    type Outcome,
    type Phase,
    type Reason,
    type TableConfig,
} from '../engine/types';
import { newId } from '../game/id';
import { JournalGame } from '../game/journal-game';
import { paceDelay } from '../game/settings.svelte';
import type { GameSource, Player } from '../game/source';
import { Refusal } from './api';
import type { OnlineTable } from './online.svelte';
import type { Entry, Position, Settings } from './messages';
import { wire } from './wire.svelte';

/** Of more moves than this that come at once only the last are shown one by one. */
const SHOWN_AT_ONCE = 8;

/** The compiled modules a game needs. */
export interface Modules {
    engine: WebAssembly.Module;
    records: WebAssembly.Module;
}

/** What of the server's view is looked at. */
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

/** What the page and the server say about a game differs. */
class OutOfSync extends Error {}

/** The board of a table: the server names it without its edition. */
export function boardOf({ board, edition }: Pick<Settings, 'board' | 'edition'>) {
    const fits = (id: string) => id === board || id === `${board}-recharged`;
    const found = boards.find((each) => fits(each.id) && each.editions.includes(edition as Edition));
    if (found === undefined) throw new Error(`there is no board '${board}' in the ${edition} edition`);
    return found;
}

export function optionsOf({ options }: Settings): Option[] {
    return OPTIONS.filter((option) => options[optionKeys[option]]);
}

/** The events of one type. */
function eventsOf<Type extends EventJson['event']>(type: Type, setup: readonly EventJson[]): Extract<EventJson, { event: Type }>[] {
    return setup.filter((each): each is Extract<EventJson, { event: Type }> => each.event === type);
}

function configOf(settings: Settings, setup: readonly EventJson[]): TableConfig {
    const board = boardOf(settings);
    const zone = eventsOf('zone-chosen', setup)[0]?.zone ?? [];
    return {
        board: board.id,
        edition: settings.edition as Edition,
        players: settings.players,
        options: optionsOf(settings),
        zone: board.regions.filter(({ id }) => zone.includes(id)).map(({ index }) => index),
    };
}

/** The game as the server set it up. The server tells every card. */
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

/** Cuts entries into what is shown at once: a move, or a taking back, with the cards it turns up. */
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
    protected readonly journal: Journal;
    readonly #notation: Notation;
    readonly #waiters = new Set<() => void>();
    #queue: Entry[][] = [];
    #received = 0;
    #applied = 0;
    #position: ServerPosition;
    #timer: ReturnType<typeof setTimeout> | undefined;
    /** Nobody looks any more. */
    #closed = false;
    /** The server tells nothing any more. */
    #disconnected = false;
    #sending: Promise<unknown> | undefined;

    /** Entries are all there are, from the setup on. */
    constructor(online: OnlineTable, modules: Modules, position: Position, entries: readonly Entry[]) {
        super();
        const setup = (entries[0]?.events ?? []) as EventJson[];
        this.online = online;
        this.config = configOf(online.info.settings, setup);
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

    /** The last entry that was received, shown already or not. */
    get received(): number {
        return this.#received;
    }

    get behind(): boolean {
        return this.#queue.length > 0;
    }

    get canUndo(): boolean {
        return this.#position.can_undo && this.#queue.length === 0;
    }

    /** What is on its way to the server, until all of it has arrived. */
    get sending(): Promise<unknown> | undefined {
        return this.#sending;
    }

    submit(moves: Move[]): Promise<Outcome> {
        return this.#track(this.#submit(moves));
    }

    undo(): Promise<Outcome> {
        return this.#track(this.#send('undo', {}));
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
        for (const move of moves) {
            const words = this.#notation.print(this.journal.bytes(), this.online.seat ?? 0, move);
            const reason = await this.#send('move', { move: words });
            if (reason !== 'ok') return reason;
        }
        return 'ok';
    }

    readonly record = () => this.online.record();

    hurry(): void {
        clearTimeout(this.#timer);
        this.#timer = undefined;
        while (this.#queue.length > 0) this.#show();
    }

    override close(): void {
        this.#closed = true;
        super.close();
        this.online.close();
        this.hurry();
    }

    /** Whoever waits for news waits no longer. */
    disconnect(): void {
        this.#disconnected = true;
        for (const look of [...this.#waiters]) look();
    }

    /** News: what happened since the last ones. */
    receive(position: Position, entries: readonly Entry[]): void {
        const fresh = entries.filter(({ seq }) => seq > this.#received);
        this.#position = position as ServerPosition;
        this.#received = Math.max(this.#received, position.seq);
        this.#queue.push(...groupEntries(fresh));
        const most = this.#canPause() ? SHOWN_AT_ONCE : 0;
        while (this.#queue.length > most) this.#show();
        if (this.#timer === undefined) this.#showNext();
    }

    /** Somebody looks, and their own time does not run while they do. */
    #canPause(): boolean {
        const { kind } = this.online.info.settings.clock;
        const clockRuns = (kind === 'move' || kind === 'game') && this.mine.includes(this.#position.view.to_move - 1);
        return !document.hidden && !this.#closed && !clockRuns;
    }

    // --------------------------------------------------------------------------- sending

    /** Sends until it is answered, and waits until its outcome is on the table. */
    async #send(name: 'move' | 'undo', what: { move?: string }): Promise<Outcome> {
        const request = { table: this.id, seq: this.#received, client: newId(12), ...what };
        try {
            const { seq } = await wire.ask(name, request as { move: string } & typeof request);
            await this.#waitFor(seq);
            return 'ok';
        } catch (error) {
            if (!(error instanceof Refusal)) throw error;
            const { code } = error;
            return code === 'stale' ? code : (this.journal.module.words('reason').find((word) => word === code) ?? 'server');
        }
    }

    #waitFor(seq: number): Promise<void> {
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

    // -------------------------------------------------------------------------- following

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
        for (const entry of group) this.#apply(entry);
        if (this.#queue.length === 0) this.#checkAgainstServer();
        const last = this.history.at(-1)!;
        const undone = group[0]!.undo === true;
        this.emit(undone ? { ...last, events: [] } : last);
        for (const look of [...this.#waiters]) look();
    }

    #apply(entry: Entry): void {
        const reason = this.#replay(entry);
        if (reason !== 'ok') throw new OutOfSync(`entry ${entry.seq} is refused: ${reason}`);
        this.#applied = entry.seq;
    }

    /** A card belongs to the move that turned it up. */
    #replay({ undo, draw, top, move }: Entry): Reason {
        const { journal } = this;
        if (undo) return journal.undo();
        if (draw !== undefined) return journal.draw(draw, true);
        if (top !== undefined) return journal.showBack(top as Back, true);
        return journal.play(this.#notation.read(journal.bytes(), move ?? ''));
    }

    /** The server's view and ours must say the same; a page that is out of step is worse than none. */
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
