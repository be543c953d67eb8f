// A position: rules and a state in an instance of the engine, with all queries of the page.
import { decodeView, members, membersOf } from './decode';
import { decodeEvents, encodeEvents } from './events';
import { boardById } from './facts';
import { EngineModule } from './module';
import {
    byFuel,
    FUELS,
    type Board,
    type Fuel,
    type GameEvent,
    type GameView,
    type Move,
    type Phase,
    type Powering,
    type Rank,
    type Reason,
    type Route,
    type TableConfig,
    type Waste,
} from './types';
import { readWaste } from './why';

/** Memory for the results of engine calls. */
function allocateScratch(module: EngineModule) {
    return {
        move: module.allocate(4),
        view: module.allocateStruct('ek_state'),
        moves: module.allocate(4 * module.number('limit', 'MOVES_MAX')),
        route: module.allocateStruct('ek_route'),
        order: module.allocate(module.number('limit', 'SEATS')),
        ranking: module.allocateStruct('ek_rank', module.number('limit', 'SEATS')),
        powering: module.allocateStruct('ek_powering'),
        bytes: module.allocate(module.number('limit', 'SAVED_MAX')),
        events: module.allocateStruct('ek_events'),
        waste: module.allocateStruct('bot_waste'),
    };
}

/** The result of an action: the reason of a refusal, or 'ok' and the events. */
export interface Applied {
    reason: Reason;
    events: GameEvent[];
}

export abstract class Position {
    readonly config: TableConfig;
    readonly board: Board;
    readonly module: EngineModule;
    protected readonly scratch: ReturnType<typeof allocateScratch>;

    constructor(compiled: WebAssembly.Module, config: TableConfig) {
        this.module = new EngineModule(compiled);
        this.config = config;
        this.board = boardById(config.board);
        this.scratch = allocateScratch(this.module);
    }

    /** Addresses of rules and state in the module's memory. */
    abstract get rules(): number;
    abstract get state(): number;

    /** Addresses of rules, state and events, for direct calls of the module. */
    get addresses(): { rules: number; state: number; events: number } {
        return { rules: this.rules, state: this.state, events: this.scratch.events };
    }

    protected boardAddress(): number {
        return this.module.ek.ek_boards.value + this.board.index * this.module.sizeOf('ek_board');
    }

    /** The options of the configuration as the engine's set. */
    protected optionSet(): number {
        return this.config.options.reduce((set, option) => set | this.module.number('option', option), 0);
    }

    protected reason(number: number): Reason {
        return this.module.word('reason', number);
    }

    /** Calls a function of the engine that writes events, and decodes them. */
    protected withEvents(act: (events: number) => number): Applied {
        const { events } = this.scratch;
        this.module.set('ek_events', 'count', events, 0);
        const reason = this.reason(act(events));
        return { reason, events: decodeEvents(this.module, events) };
    }

    /** Writes events to addresses.events. */
    writeEvents(list: readonly GameEvent[]): void {
        encodeEvents(this.module, this.scratch.events, list);
    }

    // -------------------------------------------------------------------------- decisions

    /** All legal moves of the seat to move, sorted. */
    moves(): Move[] {
        const { rules, state } = this;
        const { moves } = this.scratch;
        const count = this.module.call('ek_moves', rules, state, moves);
        const { data } = this.module;
        return Array.from({ length: count }, (_, i) => data.getUint32(moves + 4 * i, true));
    }

    why(seat: number, move: Move): Reason {
        const { rules, state } = this;
        return this.reason(this.module.call('ek_why', rules, state, seat, move | 0));
    }

    /** The reason why a seat must buy a plant in this round; 'ok' if it need not. */
    whyNoPlant(seat: number): Reason {
        const { rules, state } = this;
        return this.reason(this.module.call('ek_why_no_plant', rules, state, seat));
    }

    /** Whether a seat still decides in this phase: it can buy a plant, or has not ended its turn. */
    decidesLater(seat: number): boolean {
        const { rules, state, module } = this;
        const auction = this.view().phase === 'auction';
        const seats = auction ? module.call('ek_buyers_left', rules, state) : module.call('ek_seats_to_act', state);
        return ((seats >> seat) & 1) === 1;
    }

    /** What a turn of the seat to move gives away; null: nothing. The state is as the seat sees it before the turn. */
    waste(turn: readonly Move[]): Waste | null {
        const { rules, state, module } = this;
        const { moves, waste } = this.scratch;
        const { data } = module;
        turn.forEach((move, index) => data.setUint32(moves + 4 * index, move, true));
        return module.call('bot_find_waste', rules, state, moves, turn.length, waste) === 0 ? null : readWaste(module, this.board, waste);
    }

    toMove(): number | null {
        const seat = this.module.call('ek_to_move', this.state);
        return seat < this.config.players ? seat : null;
    }

    /** The plants that the awaited card can be; empty if no card is awaited. */
    awaited(): number[] {
        return members(this.module.call('ek_card_awaited', this.state) as unknown as bigint);
    }

    // ------------------------------------------------------------------------------ state

    phase(): Phase {
        return this.module.word('phase', this.module.call('ek_phase', this.state));
    }

    /** The regions in play, or drafted so far. */
    zone(): number[] {
        return membersOf(this.module.get('ek_state', 'zone', this.state));
    }

    round(): number {
        return this.module.get('ek_state', 'round', this.state);
    }

    ended(): boolean {
        return this.phase() === 'ended';
    }

    /** The raw state; only this version of the engine can read it. */
    bytes(): Uint8Array {
        return this.stateBytes(this.state);
    }

    protected stateBytes(address: number): Uint8Array {
        return this.module.bytes.slice(address, address + this.module.sizeOf('ek_state'));
    }

    /** The state as a seat may see it; null: a spectator. */
    viewBytes(seat: number | null): Uint8Array {
        return this.viewOf(this.rules, this.state, seat);
    }

    protected viewOf(rules: number, state: number, seat: number | null): Uint8Array {
        const { view } = this.scratch;
        this.module.call('ek_view', rules, state, seat ?? this.module.number('limit', 'NOBODY'), view);
        return this.stateBytes(view);
    }

    /** The state in a format that later versions can load. */
    save(): Uint8Array {
        const { rules, state } = this;
        const { bytes } = this.scratch;
        const size = this.module.call('ek_save', rules, state, bytes);
        return this.module.bytes.slice(bytes, bytes + size);
    }

    // ---------------------------------------------------------------------------- queries

    view(): GameView {
        return decodeView(this.module, { rules: this.rules, state: this.state, scratchMove: this.scratch.move }, this.config, this.board.regions.length);
    }

    connection(seat: number, city: number): Route {
        const { module } = this;
        const { rules, state } = this;
        const { route } = this.scratch;
        const reason = this.reason(module.call('ek_connection', rules, state, seat, city, route));
        const length = module.get('ek_route', 'length', route);
        return {
            city,
            reason,
            total: module.get('ek_route', 'total', route),
            place: module.get('ek_route', 'place', route),
            pathCost: module.get('ek_route', 'path_cost', route),
            path: reason === 'ok' ? module.list('ek_route', 'path', route).slice(0, length) : [],
        };
    }

    connections(seat: number): Route[] {
        return this.board.cities.map((city) => this.connection(seat, city.index));
    }

    /** The number of cities that the seat has fuel for, whether it owns them or not. */
    fuelled(seat: number): number {
        return this.module.call('ek_fuelled', this.state, seat);
    }

    /** The price of the next count tokens for this seat; null if it cannot buy so many. */
    price(seat: number, fuel: Fuel, count: number): number | null {
        const { rules, state } = this;
        const price = this.module.call('ek_price', rules, state, seat, FUELS.indexOf(fuel), count);
        return price < 0 ? null : price;
    }

    /** The numbers of cities that begin Step 2 (null: never) and end the game. */
    marks(): { step2: number | null; end: number } {
        const { rules } = this;
        return { step2: this.module.call('ek_step2_cities', rules) || null, end: this.module.call('ek_end_cities', rules) };
    }

    /** The seats in player order, first to last, as if it were determined now. */
    nextOrder(): number[] {
        const { rules, state } = this;
        const { order } = this.scratch;
        this.module.call('ek_next_order', rules, state, order);
        return [...this.module.bytes.slice(order, order + this.config.players)];
    }

    /** Whether Step 2 begins, or the game ends, with this building phase as it stands. */
    reached(): { step2: boolean; end: boolean } {
        const { rules, state } = this;
        return {
            step2: this.module.call('ek_step2_reached', rules, state) !== 0,
            end: this.module.call('ek_end_reached', rules, state) !== 0,
        };
    }

    minimumBid(plant: number): number {
        return this.module.call('ek_minimum_bid', this.state, plant);
    }

    income(cities: number): number {
        return this.module.call('ek_income', cities);
    }

    /** The power move that supplies at least so many cities, or as many as possible. */
    bestPower(seat: number, wanted: number): Move {
        const { rules, state } = this;
        const { move } = this.scratch;
        this.module.call('ek_best_power', rules, state, seat, wanted, move);
        return this.module.data.getUint32(move, true);
    }

    powering(seat: number, move: Move): Powering {
        const { module } = this;
        const { state } = this;
        const { powering } = this.scratch;
        module.call('ek_power_result', powering, state, seat, move | 0);
        const burnt = module.list('ek_powering', 'burnt', powering);
        const supplied = module.get('ek_powering', 'supplied', powering);
        return {
            burnt: byFuel((_, fuel) => burnt[fuel] ?? 0),
            capacity: module.get('ek_powering', 'capacity', powering),
            supplied,
            income: this.income(supplied),
        };
    }

    ranking(): Rank[] {
        const { module } = this;
        const { rules, state } = this;
        const { ranking } = this.scratch;
        module.call('ek_ranking', rules, state, ranking);
        return Array.from({ length: this.config.players }, (_, place) => {
            const at = ranking + place * module.sizeOf('ek_rank');
            const field = (name: string) => module.get('ek_rank', name, at);
            return {
                seat: field('seat'),
                rank: field('rank'),
                powered: field('powered'),
                money: field('money'),
                cities: field('cities'),
            };
        });
    }

    /** Whether the Trust takes part. */
    againstTrust(): boolean {
        return this.module.get('ek_rules', 'trust', this.rules) !== 0;
    }

    /** A random zone for this board and number of players; all zones are equally likely. */
    randomZone(players: number, seed: bigint): number[] {
        const edition = this.module.number('edition', this.config.edition);
        return membersOf(
            this.module.call('ek_random_zone', this.boardAddress(), edition, players, seed),
        );
    }
}
