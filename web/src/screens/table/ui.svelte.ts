// What is chosen and shown on the table screen before anything is done.
import { moveA, moveB, moveOf, moveType } from '../../engine/moves';
import type { Move } from '../../engine/types';
import { regionName } from '../../text/names';
import { t } from '../../text/text.svelte';
import { Advice } from '../../game/advice.svelte';
import type { Session } from '../../game/session.svelte';

export const TABS = ['map', 'plants', 'fuel', 'players', 'log'] as const;
export type Tab = (typeof TABS)[number];

/** Panels that lie over the table, one at a time. */
export type Overlay = 'help' | 'settings';

export class TableUi {
    readonly #session: Session;
    readonly advice: Advice;
    /** The part a phone shows. */
    tab = $state<Tab>('map');
    /** The plant chosen in the market, before it is nominated. */
    plant = $state<number | null>(null);
    /** The city under the pointer or the focus. */
    city = $state<number | null>(null);
    overlay = $state<Overlay | null>(null);
    logOpen = $state(false);
    /** The talk and everything else about a table on the server. */
    chatOpen = $state(false);
    /** What has appeared and is said to who cannot see it. */
    announcement = $state('');
    /** Cities are put on the list of wishes while others move. */
    planning = $state(false);

    constructor(session: Session) {
        this.#session = session;
        this.advice = new Advice(session);
    }

    /** Opening bids the chosen plant may be nominated with. */
    readonly openings = $derived.by(() => {
        const bids = this.#session.legal
            .filter((move) => moveType(move) === 'nominate' && moveA(move) === this.plant)
            .map(moveB);
        return bids.length > 0 ? { min: bids[0]!, max: bids.at(-1)! } : null;
    });

    /** Cities that may be picked on the map, with their price. */
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

    /** Regions that may be drafted; null when none are. */
    readonly regions = $derived.by(() => {
        const { decision, legal } = this.#session;
        if (decision !== 'region') return null;
        return new Set(legal.filter((move) => moveType(move) === 'region').map(moveA));
    });

    /** Everything there is to say about a city in one breath. */
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

    /** While others move, every city that could be connected may be put on the list. */
    #plannable(): Map<number, { price: number; place: number }> | null {
        const { view, routes, replayIndex, me } = this.#session;
        if (!this.planning || replayIndex !== null || me === null || view.round === 0) return null;
        return new Map(
            routes
                .filter((route) => route.reason === 'ok')
                .map(({ city, total, place }) => [city, { price: total, place }]),
        );
    }

    /** The move that picking a city makes now; null: it goes on the list of wishes. */
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

    /** The city the map tells about: that, or the one an advice speaks of. */
    readonly shown = $derived.by(() => {
        const { move } = this.advice;
        return this.city ?? (move !== null && moveType(move) === 'connect' ? moveA(move) : null);
    });

    /** The route that lights up on the map. */
    readonly route = $derived.by(() => {
        const route = this.shown === null ? undefined : this.#session.routes[this.shown];
        return route !== undefined && route.path.length > 1 ? route.path : null;
    });

    /** Goes to a tab. */
    show(tab: Tab): void {
        this.tab = tab;
        this.chatOpen = false;
    }

    toggle(panel: Overlay): void {
        this.overlay = this.overlay === panel ? null : panel;
    }

    /** Closes what was opened beside the game, the uppermost first, and names it; null: nothing was. */
    closeTopmost(): Overlay | 'chat' | 'log' | null {
        const { overlay, chatOpen, logOpen } = this;
        if (overlay !== null) this.overlay = null;
        else if (chatOpen) this.chatOpen = false;
        else this.logOpen = false;
        return overlay ?? (chatOpen ? 'chat' : logOpen ? 'log' : null);
    }

    /** The tab a phone shows for what is asked now. */
    tabForDecision(): Tab {
        const { decision } = this.#session;
        if (decision === 'nominate' || decision === 'bid' || decision === 'scrap') return 'plants';
        if (decision === 'buy') return 'fuel';
        return decision === 'power' ? 'players' : 'map';
    }
}
