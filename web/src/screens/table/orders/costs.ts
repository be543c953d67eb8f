// What queued orders would cost now, by the engine.
import type { Fuel } from '../../../engine/types';
import type { Session } from '../../../game/session.svelte';
import type { Order } from '../../../net/messages';
import type { Bundled } from '../../../net/order-list';

/** What the orders of a kind would cost together; null: they are not possible now. */
export function costOf(session: Session, list: readonly Order[], kind: Bundled): number | null {
    const { viewer, table, view, board } = session;
    if (viewer === null || view.round === 0) return null;
    const orders = list.filter((order) => order.kind === kind);
    const prices = kind === 'connect'
        ? session.priceCities(orders.map(({ city }) => board.cities.findIndex(({ id }) => id === city)))
        : orders.map(({ fuel, count }) => table.price(viewer, fuel as Fuel, count ?? 0));
    return prices.reduce((all, price) => (all === null || price === null ? null : all + price), 0);
}

/** What an order adds to the price of those of its kind now; 0 if they are not possible now. */
export function shareOf(session: Session, list: readonly Order[], order: Order): number {
    if (order.kind !== 'buy' && order.kind !== 'connect') return 0;
    const [all, rest] = [list, list.filter((each) => each !== order)].map((orders) => costOf(session, orders, order.kind as Bundled));
    return all == null || rest == null ? 0 : Math.max(0, all - rest);
}

/** How much more so many tokens cost than so many; 0 if one of them cannot be bought now. */
export function extraCost({ viewer, table }: Session, fuel: Fuel, from: number, to: number): number {
    if (viewer === null) return 0;
    const [before, after] = [from, to].map((count) => (count === 0 ? 0 : table.price(viewer, fuel, count)));
    return before == null || after == null ? 0 : after - before;
}
