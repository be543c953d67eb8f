// A person at a table: what is seen, what may be done, the turn in the making.
//
// A turn is a tentative list of moves, applied to a copy of the last state the source told; undo
// makes the list shorter. Only what ends the turn, or what others have to answer, goes to the
// source. Nothing here knows a rule: it asks the engine.
import { moveA, moveB, moveOf, moveType } from '../engine/moves';
import { Table } from '../engine/table';
import {
    byFuel,
    FUELS,
    type Back,
    type Fuel,
    type GameEvent,
    type GameView,
    type Move,
    type MoveType,
    type Outcome,
    type Reason,
    type Route,
} from '../engine/types';
import { saveDraft, loadDraft, type Draft } from './draft';
import type { BidLimit, GameSource, HistoryEntry } from './source';

/** Picks on the map before the first round: tentative until they are confirmed. */
const PICKS: readonly MoveType[] = ['region', 'trust', 'mark'];
/** Moves that stay tentative until the turn is ended. */
const TENTATIVE: readonly MoveType[] = ['buy', 'connect', ...PICKS];

export class Session {
    readonly source: GameSource;
    readonly table: Table;

    /** The table as the viewer sees it, tentative moves included. */
    view = $state.raw<GameView>() as GameView;
    /** Legal moves, if this page decides now. */
    legal = $state.raw<Move[]>([]);
    tentative = $state.raw<Move[]>([]);
    /** The state that view was made of. */
    #seen: Uint8Array = new Uint8Array();
    /** Moves on their way to the source, in whose place they are shown until it has them. */
    #sending: Move[] = [];
    /** The source could take back what it has of this turn. */
    #sourceUndo = $state.raw(false);
    /** What the tentative moves have done. */
    tentativeEvents = $state.raw<GameEvent[]>([]);
    /** Cities a player means to build in, chosen while others move. */
    plannedCities = $state.raw<number[]>([]);
    /** What those would cost, one after another; null: it can no longer be connected. */
    planBill = $state.raw<{ city: number; price: number | null }[]>([]);
    /** The viewer's way and price to every city of the board, as if the wishes had come true. */
    routes = $state.raw<Route[]>([]);
    /** More has happened than is shown yet. */
    behind = $state.raw(false);
    /** The browser does not keep the game. */
    unsaved = $state.raw(false);
    viewer = $state.raw<number | null>(null);
    /** Who is to take the seat at this screen before anything is shown; null: nobody. */
    curtain = $state.raw<number | null>(null);
    history = $state.raw<readonly HistoryEntry[]>([]);
    /** The moment a replay shows; null: now. */
    replayIndex = $state.raw<number | null>(null);
    limit = $state.raw<BidLimit | null>(null);
    /** Why the last thing tried was refused. */
    refused = $state.raw<Outcome | null>(null);
    /** The plants one of which has to be turned up before the game or the plan can go on. */
    awaited = $state.raw<number[]>([]);

    readonly legalTypes = $derived(new Set(this.legal.map(moveType)));
    /** The decision this page makes now; null: none. */
    readonly decision = $derived(this.legal.length > 0 ? this.view.decision : null);
    readonly cardAwaited = $derived(this.view.decision === 'card');
    /** What was picked and can still be taken back. */
    readonly picked = $derived(this.tentative.filter((move) => PICKS.includes(moveType(move))));
    /** More may be picked in this turn. */
    readonly picking = $derived(PICKS.some((kind) => this.decision === kind));
    readonly myTurn = $derived.by(() => this.legal.length > 0 && this.source.online?.over !== true);
    readonly me = $derived(this.viewer === null ? null : (this.view.seats[this.viewer] ?? null));

    readonly #stop: () => void;
    /** The tentative moves while a replay is shown, and at which moment they were made. */
    #setAside: { moves: Move[]; last: number } = { moves: [], last: -1 };
    #handed: number | null = null;
    #onEntry = new Set<(entry: HistoryEntry) => void>();

    constructor(source: GameSource, compiled: WebAssembly.Module) {
        this.source = source;
        this.table = new Table(compiled, source.config);
        this.viewer = this.#nextViewer();
        this.#stop = source.subscribe((entry) => this.#receive(entry));
        const draft = loadDraft(source.id);
        this.refresh();
        if (draft !== null) this.#restoreDraft(draft);
    }

    close(): void {
        this.#stop();
        this.source.close();
    }

    get board() {
        return this.table.board;
    }

    /** Colours by seat. */
    get colours(): number[] {
        return this.source.players.map((player) => player.colour);
    }

    name(seat: number): string {
        return this.source.players[seat]?.name ?? '';
    }

    onEntry(listener: (entry: HistoryEntry) => void): () => void {
        this.#onEntry.add(listener);
        return () => this.#onEntry.delete(listener);
    }

    // ------------------------------------------------------------------------------ seeing

    #nextViewer(): number | null {
        const { mine } = this.source;
        if (mine.length === 0) return null;
        this.table.setBytes(this.source.view(null));
        const toMove = this.table.toMove();
        return toMove !== null && mine.includes(toMove) ? toMove : (this.viewer ?? mine[0]!);
    }

    /** People who share a screen and keep their money secret hand it over face down: whoever it is
     *  handed to has not taken it yet. */
    #faceDown(): boolean {
        const { mine, config, open } = this.source;
        const secret = open !== true && mine.length > 1 && !config.options.includes('open-money');
        return secret && this.viewer !== null && this.viewer !== this.#handed;
    }

    /** The person the screen was handed to has taken it. */
    raiseCurtain(): void {
        this.#handed = this.viewer;
        this.refresh();
    }

    /** Reads everything anew from the source and applies the tentative moves. */
    refresh(): void {
        this.viewer = this.#nextViewer();
        const faceDown = this.#faceDown();
        // Whoever looks back looks past the curtain, but not at what the next one has.
        this.curtain = faceDown && this.replayIndex === null ? this.viewer : null;
        this.history = [...this.source.history];
        this.behind = this.source.behind ?? false;
        this.unsaved = this.source.unsaved ?? false;
        const seen = faceDown ? null : this.viewer;
        this.table.setBytes(this.source.view(seen, this.replayIndex ?? undefined));
        this.#sourceUndo = this.#sending.length === 0 && this.replayIndex === null && (this.source.canUndo ?? false);
        for (const move of this.#sending) this.table.apply(move);
        this.tentativeEvents = this.tentative.flatMap((move) => this.table.apply(move).events);
        this.awaited = this.table.awaited();
        const toMove = this.table.toMove();
        const free = this.replayIndex === null && this.curtain === null && this.#sending.length === 0;
        const deciding = free && toMove === this.viewer;
        this.legal = deciding && toMove !== null ? this.table.moves() : [];
        this.#look();
        this.#pricePlan();
        this.#saveDraft();
    }

    /** What is as it was stays the same view: whoever was asked about it still answers. */
    #look(): void {
        const bytes = this.table.bytes();
        if (this.view !== undefined && bytes.every((byte, at) => byte === this.#seen[at])) return;
        this.#seen = bytes;
        this.view = this.table.view();
    }

    /** Asks what building would cost once everything wished for stands there. */
    #pricePlan(): void {
        const { table, viewer, plannedCities } = this;
        const bytes = table.bytes();
        this.planBill = viewer === null ? [] : plannedCities.map((city) => {
            const { reason, total } = table.connection(viewer, city);
            return { city, price: reason === 'ok' && table.imagineHouse(viewer, city) === 'ok' ? total : null };
        });
        this.routes = viewer === null ? [] : table.connections(viewer);
        if (plannedCities.length > 0) table.setBytes(bytes);
    }

    /** Goes on with the turn that was in the making when the page was left. People who share a screen
     *  begin anew: it may be another one who sits down. */
    #restoreDraft(draft: Draft): void {
        if (this.source.mine.length !== 1) return;
        this.plannedCities = [...new Set(draft.wishes)].filter((city) => city in this.board.cities);
        if (draft.last === this.source.history.length - 1) this.#tryAll(draft.moves);
        this.#addPlannedCities();
    }

    #saveDraft(): void {
        if (this.source.mine.length !== 1 || this.replayIndex !== null) return;
        // What is on its way is lost with the page, unless it has arrived.
        const moves = [...this.#sending, ...this.tentative];
        saveDraft(this.source.id, { last: this.source.history.length - 1, moves, wishes: this.plannedCities });
    }

    #receive(entry: HistoryEntry): void {
        if (entry.move !== null && entry.move === this.#sending[0]) this.#sending.shift();
        if (this.replayIndex === null) this.refresh();
        else this.history = [...this.source.history];
        for (const listener of this.#onEntry) listener(entry);
        if (this.limit !== null) queueMicrotask(() => void this.#bidByLimit());
        this.#addPlannedCities();
    }

    // ------------------------------------------------------------------------------- doing

    why(move: Move): Reason {
        return this.viewer === null ? 'not-your-turn' : this.table.why(this.viewer, move);
    }

    /** Why the viewer may not go without a plant in this round. */
    whyNoPlant(): Reason {
        return this.viewer === null ? 'not-your-turn' : this.table.whyNoPlant(this.viewer);
    }

    /** Does a move: tentatively if it can be taken back, for good if it cannot. */
    async act(move: Move): Promise<void> {
        const reason = this.why(move);
        this.refused = reason === 'ok' ? null : reason;
        if (reason !== 'ok') return;
        if (TENTATIVE.includes(moveType(move))) {
            this.tentative = [...this.tentative, move];
            this.refresh();
        } else await this.#commit([...this.tentative, move]);
    }

    /** Makes the plan so far final, where a card it turns up is needed to go on. */
    async commitPlan(): Promise<void> {
        await this.#commit(this.tentative);
    }

    async #commit(moves: Move[]): Promise<void> {
        this.tentative = [];
        this.#sending = [...moves];
        this.refresh();
        try {
            const reason = await this.source.submit(moves);
            this.refused = reason === 'ok' ? null : reason;
        } finally {
            this.#sending = [];
            this.refresh();
        }
    }

    get canUndo(): boolean {
        return this.tentative.length > 0 || this.#sourceUndo;
    }

    async undo(): Promise<void> {
        let reason: Outcome = 'ok';
        if (this.tentative.length > 0) this.tentative = this.tentative.slice(0, -1);
        else reason = (await this.source.undo?.()) ?? 'ok';
        this.refused = reason === 'ok' ? null : reason;
        this.refresh();
    }

    /** Takes back a tentative move and tries those after it again, which may no longer be possible. */
    dropFrom(index: number): void {
        const rest = this.tentative.slice(index + 1);
        this.tentative = this.tentative.slice(0, index);
        this.refused = null;
        this.refresh();
        this.#tryAll(rest);
    }

    /** Adds those of some moves to the turn that are possible one after another. */
    #tryAll(moves: Move[]): void {
        for (const move of moves) {
            if (!TENTATIVE.includes(moveType(move)) || this.why(move) !== 'ok') continue;
            this.tentative = [...this.tentative, move];
            this.refresh();
        }
    }

    // -------------------------------------------------------------------------------- books

    /** The backs the next card may show once this plant was turned up. */
    backsAfter(plant: number): Back[] {
        const backs = (['plug', 'socket'] as const).filter((back) => {
            this.table.setBytes(this.source.view(null));
            return this.table.draw(plant).reason === 'ok' && this.table.showBack(back) === 'ok';
        });
        this.refresh();
        return backs;
    }

    /** Tells the card that was turned up at the real table. */
    async enterCard(plant: number, back?: Back): Promise<void> {
        const reason = (await this.source.enterCard?.(plant, back)) ?? 'ok';
        this.refused = reason === 'ok' ? null : reason;
        this.refresh();
    }

    /** An auction that people held among themselves: whoever is asked passes, but the buyer, who
     *  bids the price. */
    async enterSale(buyer: number, price: number): Promise<void> {
        const plant = this.view.auction?.plant;
        for (;;) {
            const { auction } = this.view;
            if (auction === null || auction.plant !== plant || auction.in.length === 0) return;
            const bids = auction.bidding === buyer && auction.bid < price;
            await this.act(bids ? moveOf('bid', 0, price) : moveOf('pass'));
            if (this.refused !== null) return;
        }
    }

    // ---------------------------------------------------------------------- resources, plan

    /** Tokens bought in the turn so far. */
    readonly cart = $derived(
        byFuel((_, fuel) =>
            this.tentative
                .filter((move) => moveType(move) === 'buy' && moveA(move) === fuel)
                .reduce((sum, move) => sum + moveB(move), 0),
        ),
    );

    /** Most tokens of each fuel that one purchase may take now; null when nothing is bought. */
    readonly buyable = $derived.by(() => {
        if (this.decision !== 'buy') return null;
        const most = byFuel(() => 0);
        for (const move of this.legal) {
            const fuel = FUELS[moveA(move)];
            if (moveType(move) !== 'buy' || fuel === undefined) continue;
            most[fuel] = Math.max(most[fuel], moveB(move));
        }
        return most;
    });

    /** How much of a fuel it takes to supply as many cities more as that fuel alone can; 0: it can none. */
    enoughOf(fuel: Fuel): number {
        const { table, viewer } = this;
        const most = this.buyable?.[fuel] ?? 0;
        if (viewer === null || most === 0) return 0;
        const bytes = table.bytes();
        let [enough, cities] = [0, table.fuelled(viewer)];
        for (let count = 1; count <= most; count++) {
            table.apply(moveOf('buy', FUELS.indexOf(fuel), count));
            const supplied = table.fuelled(viewer);
            if (supplied > cities) [enough, cities] = [count, supplied];
            table.setBytes(bytes);
        }
        return enough;
    }

    buy(fuel: Fuel, count: number): Promise<void> {
        return this.act(moveOf('buy', FUELS.indexOf(fuel), count));
    }

    /** Cities of the tentative plan, or those wished for. */
    readonly plan = $derived([
        ...this.tentative.filter((move) => moveType(move) === 'connect').map(moveA),
        ...this.plannedCities,
    ]);

    /** What the tentative moves cost. */
    readonly spent = $derived(this.tentativeEvents.reduce((sum, event) => {
        return event.type === 'fuel-bought' || event.type === 'connected' ? sum + event.price : sum;
    }, 0));

    /** Puts a city on the list of wishes while others move, or takes it off. */
    togglePlannedCity(city: number): void {
        this.plannedCities = this.plannedCities.includes(city)
            ? this.plannedCities.filter((each) => each !== city)
            : [...this.plannedCities, city];
        this.refresh();
    }

    clearPlannedCities(): void {
        this.plannedCities = [];
        this.refresh();
    }

    /** Once it is time to build, what was wished for becomes the plan, as far as it still can. */
    #addPlannedCities(): void {
        if (this.plannedCities.length === 0 || !this.legalTypes.has('connect')) return;
        const planned = this.plannedCities;
        this.plannedCities = [];
        this.#tryAll(planned.map((city) => moveOf('connect', city)));
        this.refresh();
    }

    // ------------------------------------------------------------------------------ bidding

    /** Smallest and largest legal bid; null when no bid is asked for or possible. */
    readonly bids = $derived.by(() => {
        const amounts = this.legal.filter((move) => moveType(move) === 'bid').map(moveB);
        return amounts.length > 0 ? { min: amounts[0]!, max: amounts.at(-1)! } : null;
    });

    /** Offers a plant, and says up to how much to bid for it. */
    async nominate(plant: number, opening: number, most: number): Promise<void> {
        const { online } = this.source;
        const limit = most > opening ? { plant, most } : null;
        // The server has the order before anybody answers: all others may pass at once.
        if (limit !== null && online !== undefined) await this.#order(online.bidUpTo(limit));
        await this.act(moveOf('nominate', plant, opening));
        if (limit === null) return;
        if (online === undefined && this.refused === null) this.setLimit(limit);
        else if (this.refused !== null) await online?.bidUpTo(null);
    }

    setLimit(limit: BidLimit | null): void {
        const { online } = this.source;
        if (online !== undefined) return void this.#order(online.bidUpTo(limit));
        this.limit = limit;
        void this.#bidByLimit();
    }

    async #order(given: Promise<Outcome>): Promise<void> {
        const reason = await given;
        if (reason !== 'ok') this.refused = reason;
    }

    /** Bids for who has said how much, one more than the standing bid, and passes beyond that. */
    async #bidByLimit(): Promise<void> {
        const { limit } = this;
        // What a replay shows is not what is asked.
        if (limit === null || this.replayIndex !== null) return;
        const running = this.view.auction?.plant === limit.plant && this.view.auction.in.length > 0;
        if (!running) this.limit = null;
        else if (this.bids !== null && this.bids.min <= limit.most) {
            await this.act(moveOf('bid', 0, this.bids.min));
        } else if (this.decision === 'bid') {
            this.limit = null;
            await this.act(moveOf('pass'));
        }
    }

    // ------------------------------------------------------------------------------- replay

    showReplay(index: number | null): void {
        const last = this.source.history.length - 1;
        if (this.replayIndex === null) this.#setAside = { moves: this.tentative, last };
        this.tentative = [];
        this.replayIndex = index === null || index >= last ? null : Math.max(0, index);
        // The turn in the making is still there for who comes back in time.
        if (this.replayIndex === null && this.#setAside.last === last) this.tentative = this.#setAside.moves;
        this.refresh();
        void this.#bidByLimit();
    }
}
