// The state of the table screen: open panels, selections and the hovered city.
import { untrack } from 'svelte';
import { moveA, moveB, moveOf, moveType } from '../../engine/moves';
import type { Move } from '../../engine/types';
import { regionName } from '../../text/names';
import { t } from '../../text/text.svelte';
import { Advice } from '../../game/advice.svelte';
import type { Review } from '../../game/review.svelte';
import type { Session } from '../../game/session.svelte';

export const TABS = ['map', 'plants', 'fuel', 'players', 'log'] as const;
export type Tab = (typeof TABS)[number];

/** Panels over the table; at most one is open. */
export type Overlay = 'help' | 'reference' | 'settings';

export class TableUi {
    readonly #session: Session;
    readonly advice: Advice;
    /** The visible part on a phone. */
    tab = $state<Tab>('map');
    /** The plant selected for nomination. */
    plant = $state<number | null>(null);
    /** The city under the pointer or the focus. */
    city = $state<number | null>(null);
    overlay = $state<Overlay | null>(null);
    logOpen = $state(false);
    /** The panel with the chat and the controls of a table on the server. */
    chatOpen = $state(false);
    /** The menu of the variations of a replay. */
    branchOpen = $state(false);
    /** The heading of the action at hand. */
    heading = $state('');
    /** The text that screen readers announce. */
    announcement = $state('');
    /** The analysis of the game, once a replay is shown. */
    review = $state.raw<Review | null>(null);
    /** The end of the game is celebrated on the map. */
    finale = $state(false);
    /** Clicks on cities change the planned cities. */
    planning = $state(false);

    constructor(session: Session) {
        this.#session = session;
        this.advice = new Advice(session);
    }

    /** Smallest and largest opening bid for the selected plant; null if it cannot be nominated. */
    readonly openings = $derived.by(() => {
        const bids = this.#session.legal
            .filter((move) => moveType(move) === 'nominate' && moveA(move) === this.plant)
            .map(moveB);
        return bids.length > 0 ? { min: bids[0]!, max: bids.at(-1)! } : null;
    });

    /** Cities that can be picked on the map, with their price. */
    readonly pickable = $derived.by(() => {
        const { legalTypes, legal, routes } = this.#session;
        const kind = (['connect', 'trust', 'mark'] as const).find((each) => legalTypes.has(each));
        if (kind === undefined) return this.#plannable();
        const picked = new Map<number, { price: number; place: number }>();
        for (const city of legal.filter((move) => moveType(move) === kind).map(moveA)) {
            const route = kind === 'connect' ? routes[city] : undefined;
            picked.set(city, { price: route?.total ?? 0, place: route?.place ?? 0 });
        }
        return picked;
    });

    /** Regions that can be drafted; null if the decision is another. */
    readonly regions = $derived.by(() => {
        const { decision, legal } = this.#session;
        if (decision !== 'region') return null;
        return new Set(legal.filter((move) => moveType(move) === 'region').map(moveA));
    });

    /** The label of a city for screen readers. */
    cityLabel(city: number): string {
        const { session } = this;
        const { name, region } = session.board.cities[city]!;
        const owners = session.view.houses
            .filter((house) => house.city === city)
            .map(({ owner }) => (owner === 'trust' ? t('term.trust') : session.name(owner)));
        const offer = this.pickable?.get(city);
        const price = offer !== undefined && offer.price > 0 ? t('money', { amount: offer.price }) : '';
        const planned = session.plan.includes(city) ? t('city.planned') : '';
        return [name, regionName(session.board, region), owners.join(' '), price, planned]
            .filter((part) => part !== '')
            .join(', ');
    }

    /** Cities that can be planned while others move; null if planning is off. */
    #plannable(): Map<number, { price: number; place: number }> | null {
        const { view, routes, replayIndex, me } = this.#session;
        if (!this.planning || replayIndex !== null || me === null || view.round === 0) return null;
        return new Map(
            routes
                .filter((route) => route.reason === 'ok')
                .map(({ city, total, place }) => [city, { price: total, place }]),
        );
    }

    /** The move that picks a city; null: the click changes the planned cities. */
    moveFor(city: number): Move | null {
        const { decision } = this.#session;
        if (decision === 'trust' || decision === 'mark') return moveOf(decision, city);
        return decision === 'build' ? moveOf('connect', city) : null;
    }

    async pick(city: number): Promise<void> {
        const { session } = this;
        const tentative = session.tentative.findIndex(
            (move) => moveType(move) === 'connect' && moveA(move) === city,
        );
        const move = this.moveFor(city);
        if (tentative >= 0) session.dropFrom(tentative);
        else if (move !== null) await session.act(move);
        else if (this.pickable?.has(city) || session.plannedCities.includes(city)) session.togglePlannedCity(city);
    }

    get session(): Session {
        return this.#session;
    }

    /** The city that the map describes: the hovered one, else that of the advice. */
    readonly shown = $derived.by(() => {
        const { move } = this.advice;
        return this.city ?? (move !== null && moveType(move) === 'connect' ? moveA(move) : null);
    });

    /** The highlighted route on the map. */
    readonly route = $derived.by(() => {
        const route = this.shown === null ? undefined : this.#session.routes[this.shown];
        return route !== undefined && route.path.length > 1 ? route.path : null;
    });

    /** When the map of a small screen moves: when the player begins to build or to plan, and when that ends. */
    readonly #occasion = $derived.by(() => {
        const { decision, view } = this.#session;
        return decision === 'build' ? `build ${view.round}` : this.planning ? 'plan' : '';
    });

    /** The cities that the map of a small screen shows: those that should be built, those in reach, the cheapest first, and the player's own. */
    readonly focus = $derived.by(() => {
        const building = this.#occasion !== '';
        return untrack(() => {
            const inReach = building ? [...(this.pickable ?? [])].sort(([, a], [, b]) => a.price - b.price).map(([city]) => city) : [];
            const sensible = this.#session.decision === 'build' ? (this.#session.wasteOf(moveOf('done'))?.then ?? []).filter((move) => moveType(move) === 'connect').map(moveA) : [];
            return [...sensible, ...inReach.filter((city) => !sensible.includes(city)), ...(this.#session.me?.houses ?? []).map(({ city }) => city)];
        });
    });

    /** Opens a tab. */
    show(tab: Tab): void {
        this.tab = tab;
        this.chatOpen = false;
    }

    toggle(panel: Overlay): void {
        this.overlay = this.overlay === panel ? null : panel;
    }

    /** Closes the topmost panel and returns its name; null: none was open. */
    closeTopmost(): Overlay | 'branch' | 'chat' | 'log' | null {
        const { overlay, branchOpen, chatOpen, logOpen } = this;
        if (overlay !== null) this.overlay = null;
        else if (branchOpen) this.branchOpen = false;
        else if (chatOpen) this.chatOpen = false;
        else this.logOpen = false;
        return overlay ?? (branchOpen ? 'branch' : chatOpen ? 'chat' : logOpen ? 'log' : null);
    }

    /** The tab for the pending decision. */
    tabForDecision(): Tab {
        const { decision } = this.#session;
        if (decision === 'nominate' || decision === 'bid' || decision === 'scrap') return 'plants';
        if (decision === 'buy') return 'fuel';
        return decision === 'power' ? 'players' : 'map';
    }
}
