// Lists of queued orders. They do not change: every change returns another list.
import type { Fuel, Phase } from '../engine/types';
import type { Order } from './messages';

export type OrderPhase = Extract<Phase, 'auction' | 'resources' | 'building'>;
export const ORDER_PHASES = ['auction', 'resources', 'building'] as const satisfies readonly OrderPhase[];

/** Orders that the server takes. */
export const MAX_ORDERS = 16;
/** Tokens of a fuel that one order can buy. */
export const MAX_TOKENS = 24;
export const MAX_TOTAL = 999;

/** Orders that share a limit and are carried out together or not at all. */
export type Bundled = 'buy' | 'connect';
const BUNDLED: Partial<Record<OrderPhase, Bundled>> = { resources: 'buy', building: 'connect' };

export function phaseOf({ kind, phase }: Order): OrderPhase {
    if (kind === 'bid') return 'auction';
    if (kind === 'buy') return 'resources';
    return kind === 'connect' ? 'building' : (phase as OrderPhase);
}

/** What the orders of a kind may cost together; null: each has its own limit. */
export function totalOf(list: readonly Order[], wanted: Bundled): number | null {
    return list.find(({ kind, total }) => kind === wanted && total !== undefined)?.total ?? null;
}

export function withTotal(list: readonly Order[], wanted: Bundled, total: number): Order[] {
    const limit = Math.min(MAX_TOTAL, Math.max(0, total));
    return list.map((order) => (order.kind === wanted && order.total !== undefined ? { ...order, total: limit } : order));
}

/** A limit for the bids for a plant; 0: none. */
export function withBid(list: readonly Order[], plant: number, most: number, otherwise?: Order['otherwise']): Order[] {
    const isBid = (order: Order) => order.kind === 'bid' && order.plant === plant;
    const id = list.find(isBid)?.id;
    const bid: Order = { kind: 'bid', plant, most, ...(otherwise === 'wait' ? { otherwise } : {}), ...(id === undefined ? {} : { id }) };
    if (most === 0) return list.filter((order) => !isBid(order));
    return list.some(isBid) ? list.map((order) => (isBid(order) ? bid : order)) : [...list, bid];
}

/** So much of a fuel, for so much more in total. */
export function withFuel(list: readonly Order[], fuel: Fuel, count: number, more: number): Order[] {
    const total = (totalOf(list, 'buy') ?? 0) + more;
    const known = list.find((order) => order.kind === 'buy' && order.fuel === fuel);
    const order: Order = known === undefined ? { kind: 'buy', fuel, count, total, otherwise: 'wait' } : { ...known, count };
    const changed = known === undefined ? [...list, order] : list.map((each) => (each === known ? order : each));
    return withTotal(changed, 'buy', total);
}

/** Cities to connect after those that are ordered already, for so much more in total. */
export function withCities(list: readonly Order[], cities: readonly string[], more: number): Order[] {
    const total = (totalOf(list, 'connect') ?? 0) + more;
    const fresh = cities.filter((city) => !list.some((order) => order.kind === 'connect' && order.city === city));
    return withTotal([...list, ...fresh.map((city): Order => ({ kind: 'connect', city, total, otherwise: 'wait' }))], 'connect', total);
}

/** Passing a phase, in place of an earlier order to pass it. */
export function withPass(list: readonly Order[], phase: OrderPhase, round: number): Order[] {
    return [...list.filter((order) => order.kind !== 'pass' || order.phase !== phase), { kind: 'pass', phase, round }];
}

export const passes = (list: readonly Order[], phase: OrderPhase) => list.some((order) => order.kind === 'pass' && order.phase === phase);

/** Cancels an order, whose price leaves the limit. Without purchases nothing is left that should end the turn. */
export function without(list: readonly Order[], order: Order, price: number): Order[] {
    const phase = phaseOf(order);
    const kind = BUNDLED[phase];
    const rest = list.filter((each) => each !== order);
    if (kind === undefined || order.kind !== kind) return rest;
    if (!rest.some((each) => each.kind === kind)) return rest.filter((each) => each.kind !== 'pass' || each.phase !== phase);
    return withTotal(rest, kind, (totalOf(rest, kind) ?? 0) - price);
}

/** Moves an order before (-1) or after (1) the next one of its kind. */
export function moved(list: readonly Order[], order: Order, by: -1 | 1): Order[] {
    const places = list.flatMap(({ kind }, at) => (kind === order.kind ? [at] : []));
    const from = list.indexOf(order);
    const to = places[places.indexOf(from) + by];
    if (from < 0 || to === undefined) return [...list];
    const changed = [...list];
    [changed[from], changed[to]] = [list[to]!, order];
    return changed;
}

/** Whether an order to pass ends a turn with purchases. */
export function endsTurn(list: readonly Order[], { kind, phase }: Order): boolean {
    const bundled = BUNDLED[phase as OrderPhase];
    return kind === 'pass' && bundled !== undefined && list.some((each) => each.kind === bundled);
}

/** A name for an order that stays when the order is changed or moved. */
export function keyOf(list: readonly Order[], at: number): string {
    const name = ({ kind, plant, fuel, city, phase }: Order) => [kind, plant, fuel, city, kind === 'pass' ? phase : ''].join(' ');
    const mine = name(list[at]!);
    return `${mine} ${list.slice(0, at).filter((order) => name(order) === mine).length}`;
}

/** Without the orders that the server had and that are not in its list any more: they have ended. */
export function known(list: readonly Order[], stored: readonly Order[]): Order[] {
    return list.filter(({ id }) => id === undefined || stored.some((order) => order.id === id));
}

/** A list that was changed while another was sent: its orders that were new have the ids now that the server gave them. */
export function withIds(list: readonly Order[], sent: readonly Order[], stored: readonly Order[]): Order[] {
    const byKey = (orders: readonly Order[]) => new Map(orders.map((order, at) => [keyOf(orders, at), order]));
    const [before, now] = [byKey(sent), byKey(stored)];
    return list.flatMap((order, at) => {
        const key = keyOf(list, at);
        if (order.id !== undefined || !before.has(key)) return [order];
        const entered = now.get(key);
        if (entered === undefined) return [];
        return [entered.id === undefined ? order : { ...order, id: entered.id }];
    });
}

/** Without orders to pass that belong to a round before this one. */
export function standing(list: readonly Order[], round: number): Order[] {
    return list.filter((order) => order.kind !== 'pass' || order.round === undefined || order.round >= round);
}
