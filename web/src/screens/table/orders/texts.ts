// Queued orders in words.
import type { Session } from '../../../game/session.svelte';
import type { Order, OrderResult } from '../../../net/messages';
import { endsTurn, phaseOf } from '../../../net/order-list';
import { isReason, reasonText } from '../../../text/feed';
import { t } from '../../../text/text.svelte';

/** An order as a label. after: it passes a phase after purchases. */
export function orderText(session: Session, order: Order, after = false): string {
    const { kind, plant = 0, most, count = 0, fuel = '', city: id = '' } = order;
    const city = session.board.cities.find((each) => each.id === id)?.name ?? id;
    const what = t(`of.${fuel || 'coal'}`);
    if (kind === 'bid') return t('order.bid-text', { plant, most: most ?? 0 });
    if (kind === 'buy') return most === undefined ? t('order.buy-count', { count, fuel: what }) : t('order.buy', { count, fuel: what, most });
    if (kind === 'connect') return most === undefined ? t('order.connect-city', { city }) : t('order.connect', { city, most });
    if (after) return t('order.then-end');
    const phase = phaseOf(order);
    return (order.round ?? 0) > session.view.round ? t(`order.pass-next.${phase}`) : t(`order.pass-phase.${phase}`);
}

/** The limit that a price is above. */
function limitOf({ order: { most, total = 0 }, cost }: OrderResult): number {
    return most !== undefined && (cost ?? 0) > most ? most : total;
}

function reasonOf(result: OrderResult): string {
    const { code, cost, text } = result;
    if (code === 'over-limit') return t('order.over-limit', { cost: cost ?? 0, limit: limitOf(result) });
    return code !== null && isReason(code) ? reasonText(code) : (text ?? '');
}

/** How an order went, in words. */
export function resultText(session: Session, result: OrderResult, all: readonly OrderResult[]): string {
    const { order: given, outcome, cost } = result;
    const order = orderText(session, given, endsTurn(all.map((each) => each.order), given));
    if (outcome === 'dropped') return t('order.result.dropped', { order, reason: reasonOf(result) });
    if (outcome === 'done' && cost !== null) return t('order.result.paid', { order, cost });
    return t(`order.result.${outcome}`, { order });
}
