// A position: rules and a state in an instance of the engine, and every question the page asks about it.
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
} from './types';

/** Room for what the engine's answers are written to. */
function allocateScratch(module: EngineModule) {
    return {
        move: module.allocate(4),
        view: module.allocateStruct('ek_state'),
        moves: module.allocate(4 * module.number('limit', 'MOVES_MAX')),
        route: module.allocateStruct('ek_route'),
        ranking: module.allocateStruct('ek_rank', module.number('limit', 'SEATS')),
        powering: module.allocateStruct('ek_powering'),
        bytes: module.allocate(module.number('limit', 'SAVED_MAX')),
        events: module.allocateStruct('ek_events'),
    };
}

/** What came of an action: why it was refused, or the events. */
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

    /** Where the rules and the state lie in the module's memory. */
    abstract get rules(): number;
    abstract get state(): number;

    /** Where rules, state and events lie, for code that hands them to the module itself. */
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

    /** The outcome of a function of the engine that writes its events to an address. */
    protected withEvents(act: (events: number) => number): Applied {
        const { events } = this.scratch;
        this.module.set('ek_events', 'count', events, 0);
        const reason = this.reason(act(events));
        return { reason, events: decodeEvents(this.module, events) };
    }

    /** Writes events to where the module reads them. */
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

    /** Why a seat may not go without a plant in this round. */
    whyNoPlant(seat: number): Reason {
        const { rules, state } = this;
        return this.reason(this.module.call('ek_why_no_plant', rules, state, seat));
    }

    toMove(): number | null {
        const seat = this.module.call('ek_to_move', this.state);
        return seat < this.config.players ? seat : null;
    }

    /** The plants one of which is turned up before the game goes on; only where cards are told. */
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

    /** The state as it lies in memory; only for this version of the engine. */
    bytes(): Uint8Array {
        return this.stateBytes(this.state);
    }

    protected stateBytes(address: number): Uint8Array {
        return this.module.bytes.slice(address, address + this.module.sizeOf('ek_state'));
    }

    /** What a seat may know of the state; null: a spectator. */
    viewBytes(seat: number | null): Uint8Array {
        return this.viewOf(this.rules, this.state, seat);
    }

    protected viewOf(rules: number, state: number, seat: number | null): Uint8Array {
        const { view } = this.scratch;
        this.module.call('ek_view', rules, state, seat ?? this.module.number('limit', 'NOBODY'), view);
        return this.stateBytes(view);
    }

    /** The state as bytes that can be kept across versions. */
    save(): Uint8Array {
        const { rules, state } = this;
        const { bytes } = this.scratch;
        const size = this.module.call('ek_save', rules, state, bytes);
        return this.module.bytes.slice(bytes, bytes + size);
    }

    // -------------------------------------------------------------------------- questions

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

    /** Cities the seat has fuel for, whatever it owns. */
    fuelled(seat: number): number {
        return this.module.call('ek_fuelled', this.state, seat);
    }

    /** What the seat pays for the next count tokens; null if so many cannot be had. */
    price(seat: number, fuel: Fuel, count: number): number | null {
        const { rules, state } = this;
        const price = this.module.call('ek_price', rules, state, seat, FUELS.indexOf(fuel), count);
        return price < 0 ? null : price;
    }

    /** Cities of one player that bring Step 2 (null: it never comes) and the end. */
    marks(): { step2: number | null; end: number } {
        const { rules } = this;
        return { step2: this.module.call('ek_step2_cities', rules) || null, end: this.module.call('ek_end_cities', rules) };
    }

    minimumBid(plant: number): number {
        return this.module.call('ek_minimum_bid', this.state, plant);
    }

    income(cities: number): number {
        return this.module.call('ek_income', cities);
    }

    /** The power move that supplies at least so many cities, or as many as can be. */
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

    /** The Trust plays, too. */
    againstTrust(): boolean {
        return this.module.get('ek_rules', 'trust', this.rules) !== 0;
    }

    /** A zone for this board and so many players: every one of them equally likely. */
    randomZone(players: number, seed: bigint): number[] {
        const edition = this.module.number('edition', this.config.edition);
        return membersOf(
            this.module.call('ek_random_zone', this.boardAddress(), edition, players, seed),
        );
    }
}

/** The rules refuse a table; the message is the reason's word. */
export class RefusedTable extends Error {
    constructor(readonly reason: Reason) {
        super(`the rules refuse this table: ${reason}`);
    }
}
