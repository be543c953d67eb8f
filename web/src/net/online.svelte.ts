// A table on the server as a player or spectator sees it: seats, chat, clocks, queued orders, the game.
import { engine, recordsModule } from '../engine/load';
import { isCode } from '../game/id';
import type { Level, Outcome, Style } from '../engine/types';
import { settings } from '../game/settings.svelte';
import type { BidLimit, OnlinePart } from '../game/source';
import { ask, NoServer, Refusal } from './api';
import { ensureUser, lookForServer, me, applyTypedName } from './me.svelte';
import type { Clocks, ErrorCode, Push, Said, SpectatorsReply, Table, WatchReply, YourTurnPush } from './messages';
import { withBid } from './order-list';
import { OrderQueue } from './orders.svelte';
import { playerOf } from './players';
import { RemoteGame, type Modules } from './remote';
import { sealable, Sealing } from './sealing';
import { wire, type Watcher } from './wire.svelte';

/** Refusals that may pass: the request is worth repeating. */
const TRANSIENT: readonly string[] = ['too-many', 'busy', 'storage', 'no-memory'] satisfies ErrorCode[];

export class OnlineTable implements Watcher, OnlinePart {
    readonly code: string;
    #info = $state.raw<Table>() as Table;
    /** The server asked for this person's words twice, with another seed. */
    cheated = $state.raw(false);
    /** The game; null before it starts. */
    game = $state.raw<RemoteGame | null>(null);
    /** The number of the last entry that the page shows. */
    shown = $state.raw(0);
    said = $state.raw<Said[]>([]);
    /** The number of unread chat messages from others. */
    unread = $state.raw(0);
    readonly orders: OrderQueue;
    /** Another table where it is this person's turn. */
    turnElsewhere = $state.raw<YourTurnPush | null>(null);
    clock = $state.raw<Clocks | null>(null);
    /** When a bot may be called for the player to move even if connected, in local time; null: never. */
    patienceEnds = $state.raw<number | null>(null);
    /** The seat whose clock runs. The page may still show earlier moves. */
    toMove = $state.raw<number | null>(null);
    /** When this person's time runs out; set once it is short. */
    due = $state.raw<number | null>(null);
    /** The server has another game than the page, such as one from a backup: the table must be opened anew. */
    outdated = $state.raw(false);
    /** The error that ended watching the table. */
    watchError = $state.raw<Error | null>(null);
    /** Server time minus local time. */
    clockOffset = 0;

    readonly seat = $derived(this.info.you > 0 ? this.info.you - 1 : null);
    readonly players = $derived(this.info.seats.map(playerOf));
    readonly mySeat = $derived(this.seat === null ? null : this.info.seats[this.seat]!);
    /** This person has no seat and sees the table as it is now. */
    readonly watching = $derived(this.seat === null && this.watchError === null);
    /** The game has ended, and the page shows all of it. */
    readonly over = $derived(this.info.status === 'ended' && this.shown >= this.info.seq);

    readonly #modules: Modules;
    #stop: () => void = () => undefined;
    /** Called when the table is watched over a new connection. */
    #onWatch: () => void = () => undefined;
    /** The entries so far of a long game that is being opened. */
    #entries: WatchReply['entries'] = [];
    #opening: { resolve: () => void; reject: (error: Error) => void } | undefined;
    /** Users who were muted here: a list that was requested before may still have their messages. */
    readonly #muted = new Set<number>();
    /** All chat messages up to this number are loaded. */
    #chatLoaded = 0;

    readonly #sealing: Sealing;

    private constructor(code: string, modules: Modules) {
        this.code = code;
        this.#modules = modules;
        this.orders = new OrderQueue(code);
        this.#sealing = new Sealing(modules.records, (info) => (this.info = info));
    }

    get info(): Table {
        return this.#info;
    }

    set info(info: Table) {
        this.#info = info;
        if (!this.#sealing.follow(info)) this.cheated = true;
    }

    /** The words that this person has sealed. */
    get words(): string {
        return this.#sealing.words(this.code);
    }

    /** Watches a table until close() or the signal. Throws Refusal if the code is unknown, NoServer if no
     *  server answers. */
    static async open(code: string, signal: AbortSignal): Promise<OnlineTable> {
        if ((await lookForServer()) === 'absent') throw new NoServer();
        if (!isCode(code)) throw new Refusal('no-such-table', '');
        const [rules, records] = await Promise.all([engine(), recordsModule()]);
        const table = new OnlineTable(code, { engine: rules, records });
        signal.throwIfAborted();
        await new Promise<void>((resolve, reject) => {
            table.#opening = { resolve, reject };
            table.#stop = wire.watch(table);
            signal.addEventListener('abort', () => {
                if (table.#opening !== undefined) table.failed(signal.reason as Error);
            });
        });
        void table.#loadChat(false);
        return table;
    }

    /** Stops watching after all submitted moves are sent. */
    close(): void {
        const sending = this.game?.sending;
        if (sending === undefined) this.#stop();
        else void sending.then(() => this.#stop());
    }

    /** Until when the running clock rests at a moment of local time; null: it runs. */
    restsUntil(now: number): number | null {
        const rest = this.clock?.rests ?? null;
        const at = now + this.clockOffset;
        return rest !== null && rest.from <= at && at < rest.until ? rest.until - this.clockOffset : null;
    }

    get since(): number {
        return this.game?.received ?? 0;
    }

    // -------------------------------------------------------------------------- receiving

    caughtUp({ info, position, entries, more, orders, order_results: results = [] }: WatchReply): void {
        const again = this.#opening === undefined;
        this.#onWatch();
        if ((position?.seq ?? 0) < this.since) return this.lose();
        this.info = info;
        this.orders.receive({ orders, results, why: null });
        if (position !== null) this.#update(position, entries, more);
        if (!more) this.#opened();
        if (again) void this.#loadChat(true);
    }

    /** What the page knows of the game is not true any more. */
    lose(): void {
        this.outdated = true;
        this.game?.disconnect();
    }

    failed(error: Error): void {
        const first = this.#opening;
        const transient = error instanceof Refusal && TRANSIENT.includes(error.code);
        if (first === undefined && transient) return wire.watchLater(this);
        this.#opening = undefined;
        this.#stop();
        if (first !== undefined) return first.reject(error);
        this.watchError = error;
        this.game?.disconnect();
    }

    receive(push: Push): void {
        if (push.push === 'news') {
            this.#update(push.position, push.entries, push.more ?? false);
            if (!push.more) this.#opened();
        } else if (push.push === 'table') this.info = push.info;
        else if (push.push === 'chat') this.#addChat([push.said], true);
        else if (push.push === 'chat_removed') this.said = this.said.filter(({ number }) => number !== push.number);
        else if (push.push === 'your_turn') this.turnElsewhere = push;
        else if (push.push === 'removed') this.failed(new Refusal('removed', ''));
        else if (push.push === 'time_runs_out') this.due = push.due;
        else if (push.push === 'orders') this.orders.receive(push);
    }

    #opened(): void {
        this.#opening?.resolve();
        this.#opening = undefined;
    }

    /** Receives entries; if more follow, a game that is being opened waits for them. */
    #update(position: NonNullable<WatchReply['position']>, entries: WatchReply['entries'], more: boolean): void {
        const toMove = (position.view as { to_move: number }).to_move;
        this.clock = position.clock;
        this.toMove = toMove > 0 ? toMove - 1 : null;
        this.due = null;
        this.patienceEnds = position.patience_left === null ? null : Date.now() + position.patience_left;
        if (position.clock !== null) this.clockOffset = position.clock.now - Date.now();
        if (this.game !== null) return this.game.receive(position, entries);
        this.#entries = entries[0]?.seq === 0 ? entries : [...this.#entries, ...entries];
        if (more || this.#entries[0]?.seq !== 0) return;
        this.game = new RemoteGame(this, this.#modules, position, this.#entries);
        this.#entries = [];
    }

    async #loadChat(news: boolean): Promise<void> {
        try {
            for (;;) {
                const { said } = await ask('chat_list', { table: this.code, after: this.#chatLoaded });
                if (said.length === 0) return;
                this.#addChat(said, news);
                this.#chatLoaded = said.at(-1)!.number;
            }
        } catch (error) {
            // The chat is loaded again with the next connection.
            if (!(error instanceof NoServer || error instanceof Refusal)) throw error;
        }
    }

    /** Adds messages. A new message can arrive before the list of older ones. */
    #addChat(said: readonly Said[], news: boolean): void {
        const known = new Set(this.said.map(({ number }) => number));
        const heard = said.filter(({ user }) => !this.#muted.has(user));
        const fresh = heard.filter(({ number, user }) => !known.has(number) && user !== me.user?.id);
        if (news) this.unread += fresh.length;
        const all = new Map([...this.said, ...heard].map((each) => [each.number, each]));
        this.said = [...all.values()].sort((a, b) => a.number - b.number);
    }

    // --------------------------------------------------------------------------- requests

    /** Creates a guest if needed, and waits until the table is watched as that user. */
    async #ensureUser(): Promise<void> {
        if (me.user !== null) return;
        const watching = new Promise<void>((resolve) => (this.#onWatch = resolve));
        await ensureUser();
        await watching;
    }

    async say(text: string): Promise<void> {
        await this.#ensureUser();
        await ask('chat', { table: this.code, text });
    }

    /** Mutes a user and removes their messages. */
    async mute(user: number): Promise<void> {
        await ask('mute', { user, mute: true });
        this.#muted.add(user);
        this.said = this.said.filter((each) => each.user !== user);
    }

    /** The people who watch; for players. */
    spectators = () => ask('spectators', { table: this.code });

    /** Removes a spectator (0: all who are not logged in) or lets them in again; for the host. */
    removeSpectator(user: number, remove: boolean): Promise<SpectatorsReply> {
        return ask('remove_spectator', { table: this.code, user, remove });
    }

    /** Switches the chat of spectators on or off; for the host. */
    letSpectatorsChat(on: boolean): Promise<SpectatorsReply> {
        return ask('spectator_chat', { table: this.code, on });
    }

    /** anyway: also if this person blocks somebody at the table. */
    async join(seat?: number, anyway = false): Promise<void> {
        await applyTypedName();
        await this.#ensureUser();
        await this.#change(ask('join', { table: this.code, colour: settings.colour + 1, ...(seat === undefined ? {} : { seat: seat + 1 }), ...(anyway ? { anyway } : {}) }));
    }

    /** Asks for another colour, 0..5, before the game begins. */
    chooseColour(colour: number): Promise<void> {
        return this.#change(ask('join', { table: this.code, colour: colour + 1 }));
    }

    /** Takes the table from the answer to a request. If the server has pushed the table in the meantime, the answer may
     *  be older; a change that is newer is pushed, too. */
    async #change(asked: Promise<{ info: Table }>): Promise<void> {
        const before = this.info;
        const { info } = await asked;
        if (this.info === before) this.info = info;
    }

    leave = () => this.#change(ask('leave', { table: this.code }));
    comeBack = () => this.#change(ask('come_back', { table: this.code }));

    async start(): Promise<void> {
        await this.#sealing.ensureMine();
        await this.#change(ask('start', { table: this.code }));
    }

    async ready(ready: boolean): Promise<void> {
        if (ready) await this.#sealing.ensureMine();
        await this.#change(ask('ready', { table: this.code, ready }));
    }

    /** Puts words of this person into the shuffle: sealed, or openly at a server that knows no seals. */
    async addWords(words: string): Promise<void> {
        if (sealable(this.info) !== null) return this.#sealing.seal(this.info, words);
        await this.#change(ask('ready', { table: this.code, ready: this.mySeat?.ready ?? false, words }));
    }

    /** Seats a bot at a free seat, or in place of another bot. */
    async addBot(seat: number, level: Level, style: Style): Promise<void> {
        await this.#change(ask('add_bot', { table: this.code, level, style, seat: seat + 1 }));
    }

    async clearSeat(seat: number): Promise<void> {
        await this.#change(ask('clear_seat', { table: this.code, seat: seat + 1 }));
    }

    async callBot(seat: number): Promise<void> {
        await this.#change(ask('call_bot', { table: this.code, seat: seat + 1 }));
    }

    async agreeToEnd(agree: boolean): Promise<void> {
        await this.#change(ask('agree_end', { table: this.code, agree }));
    }

    /** Creates the next table for the same players and returns its code. */
    async rematch(): Promise<string> {
        return (await ask('rematch', { table: this.code })).info.table;
    }

    /** Sets the limit of the automatic bids for a plant; 0: cancels it. */
    async bidUpTo({ plant, most }: BidLimit): Promise<Outcome> {
        try {
            await this.orders.set(withBid(this.orders.list, plant, most));
            return 'ok';
        } catch (error) {
            if (!(error instanceof Refusal)) throw error;
            return 'server';
        }
    }

    async record(): Promise<string> {
        return (await ask('record', { table: this.code })).record;
    }

    /** The time that each seat has used; undefined if the server does not tell: earlier versions do not. */
    async timeUsed(): Promise<readonly number[] | undefined> {
        try {
            return (await ask('times', { table: this.code })).used;
        } catch (error) {
            if (error instanceof NoServer || error instanceof Refusal) return undefined;
            throw error;
        }
    }
}
