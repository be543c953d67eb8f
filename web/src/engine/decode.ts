// Turns the engine's state into a GameView.
import type { EngineModule } from './module';
import {
    byFuel,
    type AuctionView,
    type GameView,
    type House,
    type OwnerId,
    type OwnerView,
    type SeatView,
    type TableConfig,
} from './types';

export interface Addresses {
    rules: number;
    state: number;
    scratchMove: number;
}

const STEP3_BIT = 63n;

/** The members of a set of 64 bits, ascending. */
export function members(set: bigint): number[] {
    const list: number[] = [];
    for (let bits = BigInt.asUintN(64, set), at = 0; bits !== 0n; bits >>= 1n, at++) {
        if (bits & 1n) list.push(at);
    }
    return list;
}

export function membersOf(set: number): number[] {
    return members(BigInt(set));
}

class Decoder {
    constructor(
        readonly module: EngineModule,
        readonly at: Addresses,
        readonly config: TableConfig,
    ) {}

    field(name: string, index = 0): number {
        return this.module.get('ek_state', name, this.at.state, index);
    }

    set(name: string, index = 0): bigint {
        return this.module.get64('ek_state', name, this.at.state, index);
    }

    houses(owner: OwnerId, address: number): House[] {
        const count = this.module.get('ek_owner', 'house_count', address);
        return this.module
            .list('ek_owner', 'houses', address)
            .slice(0, count)
            .map((byte) => ({ owner, city: byte & 63, place: byte >> 6 }));
    }

    owner(owner: OwnerId): OwnerView {
        const { module, at } = this;
        const seat = owner === 'trust' ? module.number('limit', 'TRUST') : owner;
        const address = module.at('ek_state', 'owner', at.state, seat);
        const hidden = owner !== 'trust' && (this.field('hidden') >> owner) & 1;
        return {
            owner,
            money: hidden || owner === 'trust' ? null : module.get('ek_owner', 'money', address),
            plants: members(module.get64('ek_owner', 'plants', address)),
            fuel: byFuel((_, fuel) => module.get('ek_owner', 'fuel', address, fuel)),
            room: byFuel((_, fuel) => module.call('ek_room', at.state, seat, fuel)),
            houses: this.houses(owner, address),
            supplied: module.get('ek_owner', 'supplied', address),
        };
    }

    seat(seat: number): SeatView {
        const { module, at } = this;
        const { rules, state, scratchMove } = at;
        const possible = module.call('ek_best_power', rules, state, seat, 255, scratchMove);
        return {
            ...this.owner(seat),
            owner: seat,
            capacity: module.call('ek_capacity', state, seat),
            fuelled: module.call('ek_fuelled', state, seat),
            possible,
            income: module.call('ek_income', possible),
            bought: Boolean((this.field('bought') >> seat) & 1),
            passed: Boolean((this.field('passed') >> seat) & 1),
        };
    }

    trust(): OwnerView | null {
        const trust = this.owner('trust');
        return trust.houses.length > 0 || trust.plants.length > 0 ? trust : null;
    }

    auction(): AuctionView | null {
        const plant = this.field('auction_plant');
        if (plant === 0) return null;
        const still = membersOf(this.field('in_auction'));
        return {
            plant,
            bid: this.field('bid'),
            bidder: this.field('bidder'),
            bidding: still.length > 0 ? this.field('bidding') : null,
            in: still,
        };
    }

    market(name: string): number[] {
        const set = this.module.call(name, this.at.rules, this.at.state) as unknown as bigint;
        return members(set & ~(1n << STEP3_BIT));
    }

    fuels(): GameView['fuels'] {
        const { rules, state } = this.at;
        return byFuel((_, fuel) => ({
            tokens: this.field('fuel', fuel),
            supply: this.module.call('ek_supply', state, fuel),
            refill: this.module.call('ek_refill', rules, state, fuel),
        }));
    }

    view(regions: number): GameView {
        const { module, at } = this;
        const { players } = this.config;
        const seats = Array.from({ length: players }, (_, seat) => this.seat(seat));
        const trust = this.trust();
        const toMove = module.call('ek_to_move', at.state);
        const zone = this.field('zone');
        return {
            config: this.config,
            players,
            phase: module.word('phase', module.call('ek_phase', at.state)),
            decision: module.word('decision', module.call('ek_pending', at.state)),
            step: this.field('step'),
            round: this.field('round'),
            toMove: toMove < players ? toMove : null,
            order: module.list('ek_state', 'order', at.state).slice(0, players),
            seats,
            trust,
            current: this.market('ek_current_market'),
            future: this.market('ek_future_market'),
            step3InMarket: Boolean((this.set('market') >> STEP3_BIT) & 1n),
            discount: this.field('discount') || null,
            deck: {
                count: module.call('ek_deck_count', at.state),
                top: module.word('back', this.field('top_back')),
                known: this.field('deck_top') || null,
                unseen: members(this.set('unseen')),
                drawable: this.field('deck_plug') + this.field('deck_socket'),
                buried: members(this.set('buried')),
            },
            removed: members(this.set('removed')),
            fuels: this.fuels(),
            houses: [...seats.flatMap((seat) => seat.houses), ...(trust?.houses ?? [])],
            marks: members(this.set('marks')),
            regions: Array.from({ length: regions }, (_, region) => Boolean((zone >> region) & 1)),
            auction: this.auction(),
        };
    }
}

export function decodeView(
    module: EngineModule,
    at: Addresses,
    config: TableConfig,
    regions: number,
): GameView {
    return new Decoder(module, at, config).view(regions);
}
