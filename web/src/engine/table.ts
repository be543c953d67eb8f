// One table: the rules of a configuration and a state, and every question the page asks about it.
import { decodeView, members, membersOf, type Addresses } from './decode';
import { decodeEvents, encodeEvents } from './events';
import { boardById } from './facts';
import { EngineModule } from './module';
import {
    FUELS,
    type Back,
    type Board,
    type ByFuel,
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

export interface Setup {
    /** For everything that is left to chance here. */
    seed?: bigint;
    /** The first order; drawn by lot if left out. */
    order?: readonly number[];
    /** The opening market; as the rules deal it if left out or empty. */
    market?: readonly number[];
    /** Cards are not drawn here: whoever knows them is asked. */
    ask?: boolean;
}

/** Bytes of a seed as text at most, its end included. */
const SEED_MAX = 128;

export interface Applied {
    reason: Reason;
    events: GameEvent[];
}

export class Table {
    readonly config: TableConfig;
    readonly board: Board;
    readonly module: EngineModule;
    readonly #at: Addresses & {
        config: number;
        setup: number;
        view: number;
        events: number;
        moves: number;
        route: number;
        ranking: number;
        powering: number;
        bytes: number;
        seed: number;
    };

    /** Compiles the rules; throws the engine's reason when they cannot be played. */
    constructor(compiled: WebAssembly.Module, config: TableConfig) {
        const module = new EngineModule(compiled);
        this.module = module;
        this.config = config;
        this.board = boardById(config.board);
        this.#at = {
            rules: module.takeStruct('ek_rules'),
            state: module.takeStruct('ek_state'),
            scratchMove: module.take(4),
            config: module.takeStruct('ek_config'),
            setup: module.takeStruct('ek_setup'),
            view: module.takeStruct('ek_state'),
            events: module.takeStruct('ek_events'),
            moves: module.take(4 * module.number('limit', 'MOVES_MAX')),
            route: module.takeStruct('ek_route'),
            ranking: module.takeStruct('ek_rank', module.number('limit', 'SEATS')),
            powering: module.takeStruct('ek_powering'),
            bytes: module.take(module.number('limit', 'SAVED_MAX')),
            seed: module.take(SEED_MAX),
        };
        const reason = this.#compile(config.zone);
        if (reason !== 'ok') throw new RefusedTable(reason);
    }

    /** Where rules, state and events lie, for those who hand them to the module themselves. */
    get addresses(): { rules: number; state: number; events: number } {
        return this.#at;
    }

    #boardAddress(): number {
        return this.module.ek.ek_boards.value + this.board.index * this.module.sizeOf('ek_board');
    }

    #compile(zone: number[]): Reason {
        const { module } = this;
        const { config: at, rules } = this.#at;
        const options = this.config.options.reduce((set, o) => set | module.number('option', o), 0);
        module.set('ek_config', 'edition', at, module.number('edition', this.config.edition));
        module.set('ek_config', 'players', at, this.config.players);
        module.set('ek_config', 'options', at, options);
        module.set('ek_config', 'zone', at, zone.reduce((set, region) => set | (1 << region), 0));
        return this.#reason(module.call('ek_rules_init', rules, this.#boardAddress(), at));
    }

    /** A game whose zone is drafted goes on under rules compiled for that zone once it is complete;
     *  earlier states of it, which a replay comes back to, want the rules of the draft. */
    #recompile(): void {
        const { config, state } = this.#at;
        if (this.config.zone.length > 0) return;
        const zone = this.phase() === 'zone' && !this.#wanted() ? 0 : this.module.get('ek_state', 'zone', state);
        if (this.module.get('ek_config', 'zone', config) === zone) return;
        const reason = this.#compile(membersOf(zone));
        if (reason !== 'ok') throw new RefusedTable(reason);
    }

    #wanted(): boolean {
        return this.module.call('ek_rules_wanted', this.#at.rules, this.#at.state) !== 0;
    }

    #reason(number: number): Reason {
        return this.module.word('reason', number);
    }

    // ------------------------------------------------------------------------------ playing

    start(setup: Setup): Applied {
        const { module } = this;
        const { rules, setup: at, state } = this.#at;
        const { seed = 0n, order = [], market = [], ask = false } = setup;
        module.set('ek_setup', 'seed', at, seed);
        module.set('ek_setup', 'market', at, market.reduce((set, plant) => set | (1n << BigInt(plant)), 0n));
        module.set('ek_setup', 'chance', at, module.number('chance', ask ? 'ask' : 'seed'));
        module.set('ek_setup', 'order_given', at, Number(order.length > 0));
        order.forEach((seat, index) => module.set('ek_setup', 'order', at, seat, index));
        return this.#happens((events) => module.call('ek_start', rules, at, state, events));
    }

    /** The outcome of something that tells its events. */
    #happens(act: (events: number) => number): Applied {
        const { events } = this.#at;
        this.module.set('ek_events', 'count', events, 0);
        const reason = this.#reason(act(events));
        return { reason, events: decodeEvents(this.module, events) };
    }

    apply(move: Move): Applied {
        const { rules, state } = this.#at;
        const applied = this.#happens((events) => this.module.call('ek_apply', rules, state, move | 0, events));
        if (applied.reason === 'ok') this.#recompile();
        return applied;
    }

    /** What a move would do; the state stays as it is. */
    foresee(move: Move): GameEvent[] {
        const before = this.bytes();
        const { events } = this.apply(move);
        this.setBytes(before);
        return events;
    }

    /** The card that was awaited: this plant was turned up. */
    draw(plant: number): Applied {
        const { rules, state } = this.#at;
        return this.#happens((events) => this.module.call('ek_draw', rules, state, plant, events));
    }

    /** What the back of the card on top of the deck shows. */
    showBack(back: Back): Reason {
        const { rules, state } = this.#at;
        return this.#reason(this.module.call('ek_show_back', rules, state, this.module.number('back', back)));
    }

    /** All legal moves of the seat to move, sorted. */
    moves(): Move[] {
        const { rules, state, moves } = this.#at;
        const count = this.module.call('ek_moves', rules, state, moves);
        const { data } = this.module;
        return Array.from({ length: count }, (_, i) => data.getUint32(moves + 4 * i, true));
    }

    why(seat: number, move: Move): Reason {
        const { rules, state } = this.#at;
        return this.#reason(this.module.call('ek_why', rules, state, seat, move | 0));
    }

    /** Why a seat may not go without a plant in this round. */
    whyNoPlant(seat: number): Reason {
        const { rules, state } = this.#at;
        return this.#reason(this.module.call('ek_why_no_plant', rules, state, seat));
    }

    toMove(): number | null {
        const seat = this.module.call('ek_to_move', this.#at.state);
        return seat < this.config.players ? seat : null;
    }

    // ------------------------------------------------------------------------------- chance

    /** The plants one of which is turned up before the game goes on; only where cards are told. */
    awaited(): number[] {
        return members(this.module.call('ek_card_awaited', this.#at.state) as unknown as bigint);
    }

    /** From now on cards are drawn from this seed; one that is awaited is drawn. */
    reseed(seed: bigint): Applied {
        const { rules, state } = this.#at;
        return this.#happens((events) => {
            this.module.call('ek_reseed', rules, state, seed, events);
            return this.module.number('reason', 'ok');
        });
    }

    /** What a seed that is written as a text means. */
    seedOf(text: string): bigint {
        const bytes = new TextEncoder().encode(text);
        if (bytes.length >= SEED_MAX) throw new Error('the seed is too long');
        this.module.bytes.set([...bytes, 0], this.#at.seed);
        return BigInt.asUintN(64, this.module.call('ek_wasm_seed', this.#at.seed) as unknown as bigint);
    }

    // --------------------------------------------------------------------------------- state

    phase(): Phase {
        return this.module.word('phase', this.module.call('ek_phase', this.#at.state));
    }

    /** The regions in play, or drafted so far. */
    zone(): number[] {
        return membersOf(this.module.get('ek_state', 'zone', this.#at.state));
    }

    ended(): boolean {
        return this.phase() === 'ended';
    }

    /** Puts events where the module finds them: the other way round than reading them. */
    writeEvents(list: GameEvent[]): void {
        encodeEvents(this.module, this.#at.events, list);
    }

    // -------------------------------------------------------------------------------- bytes

    /** The state as it lies in memory; only for this version of the engine. */
    bytes(): Uint8Array {
        const { state } = this.#at;
        return this.module.bytes.slice(state, state + this.module.sizeOf('ek_state'));
    }

    setBytes(bytes: Uint8Array): void {
        this.module.bytes.set(bytes, this.#at.state);
        this.#recompile();
    }

    /** What a seat may know of the state; null: a spectator. */
    viewBytes(seat: number | null): Uint8Array {
        const { rules, state, view } = this.#at;
        const viewer = seat ?? this.module.number('limit', 'NOBODY');
        this.module.call('ek_view', rules, state, viewer, view);
        return this.module.bytes.slice(view, view + this.module.sizeOf('ek_state'));
    }

    /** What everybody may know when nothing about money is secret. */
    openBytes(): Uint8Array {
        const { module } = this;
        const { state, view } = this.#at;
        module.bytes.copyWithin(view, state, state + module.sizeOf('ek_state'));
        module.set('ek_state', 'random', view, 0n);
        module.set('ek_state', 'chance', view, module.number('chance', 'ask'));
        return module.bytes.slice(view, view + module.sizeOf('ek_state'));
    }

    /** The state as bytes that can be kept across versions. */
    save(): Uint8Array {
        const { rules, state, bytes } = this.#at;
        const size = this.module.call('ek_save', rules, state, bytes);
        return this.module.bytes.slice(bytes, bytes + size);
    }

    /** Reads them back; zone: the regions in play when they were saved, for a drafted zone. */
    load(saved: Uint8Array, zone: number[] = this.config.zone): Reason {
        const { rules, state, bytes } = this.#at;
        if (saved.length > this.module.number('limit', 'SAVED_MAX')) return 'bad-bytes';
        const refused = this.#compile(zone);
        if (refused !== 'ok') return refused;
        this.module.bytes.set(saved, bytes);
        return this.#reason(this.module.call('ek_load', rules, bytes, saved.length, state));
    }

    // ---------------------------------------------------------------------------- questions

    view(): GameView {
        return decodeView(this.module, this.#at, this.config, this.board.regions.length);
    }

    connection(seat: number, city: number): Route {
        const { module } = this;
        const { rules, state, route } = this.#at;
        const reason = this.#reason(module.call('ek_connection', rules, state, seat, city, route));
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

    /** Puts a house into a state that is only imagined, to ask what would come after it. */
    imagine(seat: number, city: number): Reason {
        const { rules, state } = this.#at;
        return this.#reason(this.module.call('ek_imagine_house', rules, state, seat, city));
    }

    /** Cities the seat has fuel for, whatever it owns. */
    fuelled(seat: number): number {
        return this.module.call('ek_fuelled', this.#at.state, seat);
    }

    /** What the seat pays for the next count tokens; null if so many cannot be had. */
    price(seat: number, fuel: Fuel, count: number): number | null {
        const { rules, state } = this.#at;
        const price = this.module.call('ek_price', rules, state, seat, FUELS.indexOf(fuel), count);
        return price < 0 ? null : price;
    }

    /** Cities of one player that bring Step 2 (null: it never comes) and the end. */
    marks(): { step2: number | null; end: number } {
        const { rules } = this.#at;
        return { step2: this.module.call('ek_step2_cities', rules) || null, end: this.module.call('ek_end_cities', rules) };
    }

    minimumBid(plant: number): number {
        return this.module.call('ek_minimum_bid', this.#at.state, plant);
    }

    income(cities: number): number {
        return this.module.call('ek_income', cities);
    }

    /** The power move that supplies at least so many cities, or as many as can be. */
    bestPower(seat: number, wanted: number): Move {
        const { rules, state, scratchMove } = this.#at;
        this.module.call('ek_best_power', rules, state, seat, wanted, scratchMove);
        return this.module.data.getUint32(scratchMove, true);
    }

    powering(seat: number, move: Move): Powering {
        const { module } = this;
        const { state, powering } = this.#at;
        module.call('ek_power_result', powering, state, seat, move | 0);
        const burnt = module.list('ek_powering', 'burnt', powering);
        const supplied = module.get('ek_powering', 'supplied', powering);
        return {
            burnt: Object.fromEntries(FUELS.map((fuel, i) => [fuel, burnt[i] ?? 0])) as ByFuel,
            capacity: module.get('ek_powering', 'capacity', powering),
            supplied,
            income: this.income(supplied),
        };
    }

    ranking(): Rank[] {
        const { module } = this;
        const { rules, state, ranking } = this.#at;
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
        return this.module.get('ek_rules', 'trust', this.#at.rules) !== 0;
    }

    /** A zone for this board and so many players: every one of them equally likely. */
    randomZone(players: number, seed: bigint): number[] {
        const edition = this.module.number('edition', this.config.edition);
        return membersOf(
            this.module.call('ek_random_zone', this.#boardAddress(), edition, players, seed),
        );
    }
}

/** The rules refuse a table; the message is the reason's word. */
export class RefusedTable extends Error {
    constructor(readonly reason: Reason) {
        super(`the rules refuse this table: ${reason}`);
    }
}
