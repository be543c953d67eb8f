// A person at a table: the view, the legal moves and the draft of the turn.
//
// A turn is a list of tentative moves, applied to a copy of the source's latest state; undo makes the
// list shorter. The source gets the moves when the turn ends, or when other players must react. There are no
// rules here: the engine has them.
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
    type Waste,
} from '../engine/types';
import { saveDraft, loadDraft, type Draft } from './draft';
import { settings } from './settings.svelte';
import type { BidLimit, GameSource, HistoryEntry } from './source';

/** Picks on the map before the first round, tentative until confirmed. */
const PICKS: readonly MoveType[] = ['region', 'trust', 'mark'];
/** Moves that stay tentative until the turn ends. */
const TENTATIVE: readonly MoveType[] = ['buy', 'connect', ...PICKS];

/** A question before a turn that gives something away. */
export interface Question {
    waste: Waste;
    /** The turn and the history it was asked about. */
    readonly tentative: readonly Move[];
    readonly at: number;
    /** Makes the turn all the same. */
    readonly insist: () => Promise<void>;
}

export class Session {
    readonly source: GameSource;
    readonly table: Table;

    /** The table as the viewer sees it, tentative moves included. */
    view = $state.raw<GameView>() as GameView;
    /** Legal moves; empty if the viewer does not decide now. */
    legal = $state.raw<Move[]>([]);
    tentative = $state.raw<Move[]>([]);
    /** The state that view was made of. */
    #seen: Uint8Array = new Uint8Array();
    /** Submitted moves that the source has not confirmed yet. */
    #sending: Move[] = [];
    /** The source can undo the last submitted move. */
    #sourceUndo = $state.raw(false);
    /** The events of the tentative moves. */
    tentativeEvents = $state.raw<GameEvent[]>([]);
    /** Cities that the player plans to connect, chosen while others move. */
    plannedCities = $state.raw<number[]>([]);
    /** The price of each planned city after the ones before it; null: it can no longer be connected. */
    planBill = $state.raw<{ city: number; price: number | null }[]>([]);
    /** Route and price to every city, as if the planned cities were built. */
    routes = $state.raw<Route[]>([]);
    /** Some received entries are not shown yet. */
    behind = $state.raw(false);
    /** The browser could not save the game. */
    unsaved = $state.raw(false);
    viewer = $state.raw<number | null>(null);
    /** On a shared screen: the seat that must take over before its view is shown; null: none. */
    curtain = $state.raw<number | null>(null);
    history = $state.raw<readonly HistoryEntry[]>([]);
    /** Index of the history entry that a replay shows; null: the present. */
    replayIndex = $state.raw<number | null>(null);
    /** The seat whose turn a replay shows on the board; null: no turn is shown. */
    turnOf = $state.raw<number | null>(null);
    limit = $state.raw<BidLimit | null>(null);
    /** The seat that the limit is for. */
    #bidder: number | null = null;
    /** The reason why the last action was refused. */
    refused = $state.raw<Outcome | null>(null);
    /** The question that waits for an answer. */
    question = $state.raw<Question | null>(null);
    /** Decisions that were asked about once. */
    readonly #asked = new Set<string>();
    /** The plants that the awaited card can be. */
    awaited = $state.raw<number[]>([]);

    /** The types of the legal moves. */
    readonly legalTypes = $derived(new Set(this.legal.map(moveType)));
    /** The pending decision, if the viewer makes it; null: not the viewer's turn. */
    readonly decision = $derived(this.legal.length > 0 ? this.view.decision : null);
    readonly cardAwaited = $derived(this.view.decision === 'card');
    /** Tentative picks. */
    readonly picked = $derived(this.tentative.filter((move) => PICKS.includes(moveType(move))));
    /** The pending decision is a pick. */
    readonly picking = $derived(PICKS.some((kind) => this.decision === kind));
    readonly myTurn = $derived.by(() => this.legal.length > 0 && this.source.online?.over !== true);
    /** Whether the viewer still decides in this phase. */
    readonly decidesLater = $derived.by(() => this.me !== null && this.viewer !== null && this.table.decidesLater(this.viewer));
    readonly me = $derived(this.viewer === null ? null : (this.view.seats[this.viewer] ?? null));

    readonly #stop: () => void;
    /** The tentative moves while a replay is shown, and the last history entry when they were made. */
    #setAside: { moves: Move[]; last: number } = { moves: [], last: -1 };
    #confirmedViewer: number | null = null;
    #onEntry = new Set<(entry: HistoryEntry) => void>();

    constructor(source: GameSource, compiled: WebAssembly.Module) {
        this.source = source;
        this.table = new Table(compiled, source.config);
        this.viewer = this.#nextViewer();
        this.#stop = source.subscribe((entry) => this.#receive(entry));
        const draft = source.archived ? null : loadDraft(source.id);
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

    // -------------------------------------------------------------------------------- view

    #nextViewer(): number | null {
        const { mine } = this.source;
        if (mine.length === 0) return null;
        this.table.setBytes(this.source.view(null));
        const toMove = this.table.toMove();
        return toMove !== null && mine.includes(toMove) ? toMove : (this.viewer ?? mine[0]!);
    }

    /** On a shared screen with secret money the view stays hidden until the next player confirms the
     *  handover. */
    #awaitsHandover(): boolean {
        const { mine, config, open } = this.source;
        const secret = open !== true && mine.length > 1 && !config.options.includes('open-money');
        return secret && this.viewer !== null && this.viewer !== this.#confirmedViewer;
    }

    /** The next player confirms the handover of the screen. */
    raiseCurtain(): void {
        this.#confirmedViewer = this.viewer;
        this.refresh();
    }

    /** Reads the source again and applies the tentative moves. */
    refresh(): void {
        this.viewer = this.#nextViewer();
        const awaitsHandover = this.#awaitsHandover();
        // A replay is shown without the curtain, as a spectator sees it.
        const shown = this.replayIndex !== null || this.source.archived === true;
        this.curtain = awaitsHandover && !shown ? this.viewer : null;
        this.history = [...this.source.history];
        this.behind = this.source.behind ?? false;
        this.unsaved = this.source.unsaved ?? false;
        const seen = awaitsHandover ? null : this.viewer;
        this.table.setBytes(this.source.view(seen, this.replayIndex ?? undefined));
        this.#sourceUndo = this.#sending.length === 0 && this.replayIndex === null && (this.source.canUndo ?? false);
        for (const move of this.#sending) this.table.apply(move);
        this.tentativeEvents = this.tentative.flatMap((move) => this.table.apply(move).events);
        this.awaited = this.table.awaited();
        const toMove = this.table.toMove();
        const free = !shown && this.curtain === null && this.#sending.length === 0;
        const deciding = free && toMove === this.viewer;
        this.legal = deciding && toMove !== null ? this.table.moves() : [];
        this.#dropQuestion();
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

    /** Prices the planned cities, and all routes as if they were built. */
    #pricePlan(): void {
        const { table, viewer, plannedCities } = this;
        const bytes = table.bytes();
        const prices = this.#imagine(plannedCities);
        this.planBill = viewer === null ? [] : plannedCities.map((city, at) => ({ city, price: prices[at] ?? null }));
        this.routes = viewer === null ? [] : table.connections(viewer);
        if (plannedCities.length > 0) table.setBytes(bytes);
    }

    /** Adds houses one after another, and returns their prices; null: the city cannot be connected. */
    #imagine(cities: readonly number[]): (number | null)[] {
        const { table, viewer } = this;
        return cities.map((city) => {
            if (viewer === null || !(city in this.board.cities)) return null;
            const { reason, total } = table.connection(viewer, city);
            return reason === 'ok' && table.imagineHouse(viewer, city) === 'ok' ? total : null;
        });
    }

    /** The price of each of these cities after the ones before it; null: it cannot be connected. */
    priceCities(cities: readonly number[]): (number | null)[] {
        const bytes = this.table.bytes();
        const prices = this.#imagine(cities);
        this.table.setBytes(bytes);
        return prices;
    }

    /** Restores the draft of the turn after a reload. Not on a shared screen, where another person may
     *  sit down. */
    #restoreDraft(draft: Draft): void {
        if (this.source.mine.length !== 1) return;
        this.plannedCities = [...new Set(draft.wishes)].filter((city) => city in this.board.cities);
        if (draft.last === this.source.history.length - 1) this.#tryAll(draft.moves);
        this.#addPlannedCities();
    }

    #saveDraft(): void {
        if (this.source.mine.length !== 1 || this.replayIndex !== null || this.source.archived) return;
        // Submitted moves may not have arrived: they stay in the draft until they are confirmed.
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

    // ------------------------------------------------------------------------------- moves

    why(move: Move): Reason {
        return this.viewer === null ? 'not-your-turn' : this.table.why(this.viewer, move);
    }

    /** The reason why the viewer must buy a plant in this round; 'ok' if not. */
    whyNoPlant(): Reason {
        return this.viewer === null ? 'not-your-turn' : this.table.whyNoPlant(this.viewer);
    }

    /** Makes a move, or asks first if the turn would give something away. */
    async act(move: Move): Promise<void> {
        if (!this.#ask(move, () => this.#make(move))) await this.#make(move);
    }

    /** Makes a move that a strong bot advises: nothing is asked about it. */
    async follow(move: Move): Promise<void> {
        await this.#make(move);
    }

    /** Makes a move: tentatively if it can be undone, else at once. */
    async #make(move: Move): Promise<void> {
        const reason = this.why(move);
        this.refused = reason === 'ok' ? null : reason;
        if (reason !== 'ok') return;
        if (TENTATIVE.includes(moveType(move))) {
            this.tentative = [...this.tentative, move];
            this.refresh();
        } else await this.#commit([...this.tentative, move]);
    }

    /** Submits the tentative moves without ending the turn, for a card or a confirmed pick. */
    async commitPlan(): Promise<void> {
        await this.#commit(this.tentative);
    }

    async #commit(moves: Move[]): Promise<void> {
        this.tentative = [];
        this.#sending = [...moves];
        this.refresh();
        try {
            this.#take(await this.source.submit(moves), moves);
        } finally {
            this.#sending = [];
            this.refresh();
        }
    }

    /** A server that could not store a turn has made none of its moves: the plan is as it was before. */
    #take(outcome: Outcome, moves: Move[]): void {
        this.#sending = [];
        this.refresh();
        if (outcome === 'server') this.#tryAll(moves);
        this.refused = outcome === 'ok' ? null : outcome;
    }

    // --------------------------------------------------------------------------- questions

    /** What the turn would give away with this as its last move; null: nothing, or the person does not want to know. */
    wasteOf(move: Move): Waste | null {
        const { table, viewer, tentative, legal } = this;
        if (!settings.ask || this.source.asks !== true || legal.length === 0 || TENTATIVE.includes(moveType(move))) return null;
        const bytes = table.bytes();
        table.setBytes(this.source.view(viewer));
        const waste = table.waste([...tentative, move]);
        table.setBytes(bytes);
        return waste;
    }

    /** Asks about a wasteful turn, but only once about each decision; all bids for a plant are one. A lost end of the game is asked about anyhow. */
    #ask(move: Move, insist: () => Promise<void>): boolean {
        const waste = this.wasteOf(move);
        if (waste === null) return false;
        const { round, decision, auction } = this.view;
        const lot = moveType(move) === 'nominate' ? moveA(move) : auction?.plant;
        const end = waste.reason === 'end-lost' ? ' end' : '';
        const key = `${this.viewer} ${round} ${lot ?? decision}${end}`;
        if (this.#asked.has(key)) return false;
        this.#asked.add(key);
        this.refused = null;
        this.question = { waste, tentative: this.tentative, at: this.source.history.length, insist };
        return true;
    }

    /** A question about another turn than this one has no meaning any more. */
    #dropQuestion(): void {
        const { question } = this;
        if (question?.tentative !== this.tentative || question.at !== this.source.history.length) this.question = null;
    }

    /** Answers the question: the turn is made all the same. */
    async insist(): Promise<void> {
        const { question } = this;
        this.question = null;
        await question?.insist();
    }

    /** Takes the better turn. Fuel and cities can still be changed before the turn ends; other moves are made. */
    async takeBetter({ kept, then }: Waste): Promise<void> {
        this.question = null;
        const last = then.at(-1)!;
        if (moveType(last) !== 'done') return this.#make(last);
        const moves = [...this.tentative.slice(0, kept), ...then];
        this.tentative = [];
        this.refused = null;
        this.refresh();
        this.#tryAll(moves);
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

    /** Removes a tentative move and tries the later ones again; some may no longer be legal. */
    dropFrom(index: number): void {
        const rest = this.tentative.slice(index + 1);
        this.tentative = this.tentative.slice(0, index);
        this.refused = null;
        this.refresh();
        this.#tryAll(rest);
    }

    /** Adds the moves to the turn one by one and skips illegal ones. */
    #tryAll(moves: Move[]): void {
        for (const move of moves) {
            if (!TENTATIVE.includes(moveType(move)) || this.why(move) !== 'ok') continue;
            this.tentative = [...this.tentative, move];
            this.refresh();
        }
    }

    // ------------------------------------------------------------- books of a printed game

    /** The possible backs of the next card after this plant. */
    backsAfter(plant: number): Back[] {
        const backs = (['plug', 'socket'] as const).filter((back) => {
            this.table.setBytes(this.source.view(null));
            return this.table.draw(plant).reason === 'ok' && this.table.showBack(back) === 'ok';
        });
        this.refresh();
        return backs;
    }

    /** Enters the card that was turned up at the real table. */
    async enterCard(plant: number, back?: Back): Promise<void> {
        const reason = (await this.source.enterCard?.(plant, back)) ?? 'ok';
        this.refused = reason === 'ok' ? null : reason;
        this.refresh();
    }

    /** Enters the result of an auction at the real table: the buyer bids the price, all others pass. */
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

    /** The largest legal purchase of each fuel; null if the decision is not to buy. */
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

    /** The tokens of one fuel that raise the number of supplied cities as far as this fuel can; 0: it cannot. */
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

    /** Tentative connections and planned cities. */
    readonly plan = $derived([
        ...this.tentative.filter((move) => moveType(move) === 'connect').map(moveA),
        ...this.plannedCities,
    ]);

    /** The total price of the tentative moves. */
    readonly spent = $derived(this.tentativeEvents.reduce((sum, event) => {
        return event.type === 'fuel-bought' || event.type === 'connected' ? sum + event.price : sum;
    }, 0));

    /** Adds a city to the planned cities, or removes it. */
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

    /** When the player can build, the planned cities become tentative moves, as far as they are legal. */
    #addPlannedCities(): void {
        if (this.plannedCities.length === 0 || !this.legalTypes.has('connect')) return;
        const planned = this.plannedCities;
        this.plannedCities = [];
        this.#tryAll(planned.map((city) => moveOf('connect', city)));
        this.refresh();
    }

    // ------------------------------------------------------------------------------ bidding

    /** Smallest and largest legal bid; null if there is none. */
    readonly bids = $derived.by(() => {
        const amounts = this.legal.filter((move) => moveType(move) === 'bid').map(moveB);
        return amounts.length > 0 ? { min: amounts[0]!, max: amounts.at(-1)! } : null;
    });

    /** Nominates a plant and sets the limit for further bids. */
    async nominate(plant: number, opening: number, most: number): Promise<void> {
        const nominates = () => this.#nominate(plant, opening, most);
        if (!this.#ask(moveOf('nominate', plant, Math.max(opening, most)), nominates)) await nominates();
    }

    async #nominate(plant: number, opening: number, most: number): Promise<void> {
        const { online } = this.source;
        const limit = most > opening ? { plant, most } : null;
        const bidder = this.viewer;
        // The server must have the limit before the others answer: they may all move at once.
        if (limit !== null && online !== undefined && !(await this.#order(online.bidUpTo(limit)))) return;
        await this.#make(moveOf('nominate', plant, opening));
        if (limit === null) return;
        if (online === undefined && this.refused === null) this.#bidUpTo(limit, bidder);
        else if (this.refused !== null) await online?.bidUpTo({ plant, most: 0 });
    }

    setLimit(limit: BidLimit | null): void {
        const sets = async () => this.#setLimit(limit);
        if (limit === null || !this.#ask(moveOf('bid', 0, limit.most), sets)) this.#setLimit(limit);
    }

    #setLimit(limit: BidLimit | null): void {
        const { online } = this.source;
        if (online !== undefined && limit !== null) return void this.#order(online.bidUpTo(limit));
        this.#bidUpTo(limit, this.viewer);
    }

    #bidUpTo(limit: BidLimit | null, bidder: number | null): void {
        this.limit = limit;
        this.#bidder = bidder;
        void this.#bidByLimit();
    }

    /** Whether the server takes an order. */
    async #order(given: Promise<Outcome>): Promise<boolean> {
        const reason = await given;
        if (reason !== 'ok') this.refused = reason;
        return reason === 'ok';
    }

    /** Bids one more than the standing bid, and passes above the limit. */
    async #bidByLimit(): Promise<void> {
        const { limit } = this;
        // A replay shows another decision than the pending one.
        if (limit === null || this.replayIndex !== null) return;
        const running = this.view.auction?.plant === limit.plant && this.view.auction.in.length > 0;
        if (!running) this.limit = null;
        else if (this.viewer !== this.#bidder) return;
        else if (this.bids !== null && this.bids.min <= limit.most) {
            await this.#make(moveOf('bid', 0, this.bids.min));
        } else if (this.decision === 'bid') {
            this.limit = null;
            await this.#make(moveOf('pass'));
        }
    }

    // ------------------------------------------------------------------------------- replay

    /** The source shows another line: shows an entry of it, and drops the turn and the plans of before. */
    showLine(index: number | null): void {
        this.tentative = [];
        this.plannedCities = [];
        [this.limit, this.refused] = [null, null];
        this.replayIndex = null;
        this.showReplay(index);
    }

    showReplay(index: number | null): void {
        const last = this.source.history.length - 1;
        if (this.replayIndex === null) this.#setAside = { moves: this.tentative, last };
        this.tentative = [];
        this.turnOf = null;
        this.replayIndex = index === null || index >= last ? null : Math.max(0, index);
        // The tentative moves are still valid if nothing happened during the replay.
        if (this.replayIndex === null && this.#setAside.last === last) this.tentative = this.#setAside.moves;
        this.refresh();
        void this.#bidByLimit();
    }

    /** Shows a turn of a seat on the board of a replay, as if it were played there. Another moment of the replay ends it. */
    showTurn(seat: number, moves: readonly Move[]): void {
        if (this.replayIndex === null) return;
        this.tentative = [...moves];
        this.turnOf = moves.length > 0 ? seat : null;
        this.refresh();
    }
}
