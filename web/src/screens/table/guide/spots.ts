// What the guide points at: the elements by their selectors, and the tab of a phone that shows them.
import { moveA, moveType } from '../../../engine/moves';
import type { Move } from '../../../engine/types';
import type { LessonId } from '../../../game/lessons';
import type { Session } from '../../../game/session.svelte';
import type { Tab, TableUi } from '../ui.svelte';
import { tokensOf } from './words';

export interface Spot {
    selectors: string[];
    tab: Tab | null;
}

const button = (key: string): Spot => ({ selectors: [`.action [data-key='${key}']`], tab: null });
const part = (tab: Tab): Spot => ({ selectors: [`[data-part='${tab}']`], tab });
const card = (plant: number): Spot => ({ selectors: [`.plants [data-plant='${plant}']`], tab: 'plants' });
const TRACK: Spot = { selectors: ['.top .track > *'], tab: null };

/** The element for the next click towards the goal. */
export function goalSpot(session: Session, ui: TableUi, asked: readonly Move[]): Spot | null {
    const [move] = asked;
    if (move === undefined) return null;
    const kind = moveType(move);
    if (kind === 'nominate') return ui.plant === moveA(move) ? button('confirm') : card(moveA(move));
    if (kind === 'pass') return button('pass');
    if (kind === 'bid') return button('confirm');
    if (kind === 'buy') {
        const missing = [...tokensOf(asked)].find(([fuel, count]) => session.cart[fuel] < count);
        return { ...button(missing === undefined ? 'done' : `buy-${missing[0]}`), tab: 'fuel' };
    }
    if (kind === 'connect') {
        const open = asked.filter((each) => moveType(each) === 'connect').map(moveA).filter((city) => !session.plan.includes(city));
        return open.length === 0 ? button('done') : { selectors: open.map((city) => `.map [data-plate='${city}']`), tab: 'map' };
    }
    return button('done');
}

/** What a lesson is about; null: the goal of the turn. */
export function lessonSpot(id: LessonId, { view }: Session): Spot | null {
    const spots: Partial<Record<LessonId, Spot>> = {
        goal: TRACK,
        map: part('map'),
        plants: part('plants'),
        discount: card(view.discount ?? 0),
        bid: card(view.auction?.plant ?? 0),
        order: part('players'),
        buy: part('fuel'),
        stock: part('fuel'),
        refill: part('fuel'),
        free: button('advice'),
        scrap: { selectors: ['.action .plants'], tab: null },
        step2: part('map'),
        step3: part('plants'),
        end: TRACK,
        ended: button('result'),
    };
    return spots[id] ?? null;
}
