// Events as sentences.
import type { Board, Fuel, GameEvent, Phase } from '../engine/types';
import { FUELS } from '../engine/types';
import { nuclearRegions, placeCost } from '../engine/facts';
import { membersOf } from '../engine/decode';
import { phaseName, regionName } from './names';
import { t, type Values } from './text.svelte';

export interface Narrator {
    board: Board;
    name: (seat: number) => string;
    phases: readonly Phase[];
    removals: readonly string[];
}

/** Events that are told by others, or that only matter to machines. */
const SILENT = new Set(['order', 'route', 'turn-ended', 'plant-run', 'phase-begins']);

/** A fuel as it is named after a number of tokens. */
function fuelOf(index: number): string {
    return t(`of.${FUELS[index] as Fuel}`);
}

function valuesOf(event: GameEvent, narrator: Narrator): Values {
    const { a, b, n, type } = event;
    const seat = event.seat === null ? '' : narrator.name(event.seat);
    const city = (index: number) => narrator.board.cities[index]?.name ?? '';
    switch (type) {
        case 'region-chosen':
            return { seat, region: regionName(narrator.board, a) };
        case 'zone-chosen':
            return { zone: membersOf(n).map((region) => regionName(narrator.board, region)).join(', ') };
        case 'trust-house':
            return { city: city(a), place: placeCost[b] ?? 0 };
        case 'city-marked':
        case 'mark-removed':
            return { seat, city: city(a) };
        case 'round-begins':
            return { round: n };
        case 'step-begins':
            return { step: a };
        case 'phase-begins':
            return { phase: phaseName(narrator.phases[a] ?? 'ended') };
        case 'nominated':
        case 'bid':
            return { seat, plant: a, bid: n };
        case 'plant-bought':
            return { seat, plant: a, price: n };
        case 'plant-removed':
            return { plant: a, why: t(`removal.${narrator.removals[b] ?? 'obsolete'}`) };
        case 'fuel-returned':
        case 'trust-fuel':
        case 'trust-fuel-returned':
        case 'refilled':
            return { seat, fuel: fuelOf(a), count: n };
        case 'deck-shuffled':
            return { count: n };
        case 'fuel-bought':
            return { seat, fuel: fuelOf(a), count: b, price: n };
        case 'connected':
            return { seat, city: city(a), place: placeCost[b] ?? 0, price: n };
        case 'route':
            return { from: city(a), to: city(b), cost: n };
        case 'order':
            return { seat, position: a + 1 };
        case 'powered':
            return { seat, cities: a, income: n };
        case 'ranked':
            return { seat, rank: a, cities: b, money: n };
        default:
            return { seat, plant: a };
    }
}

/** The sentence of an event; null for those nobody needs to read. */
export function tell(event: GameEvent, narrator: Narrator): string | null {
    return SILENT.has(event.type) ? null : sentenceOf(event, narrator);
}

function sentenceOf(event: GameEvent, narrator: Narrator): string {
    return t(`event.${event.type}`, valuesOf(event, narrator));
}

/** The sentence of a move, by what it would do: what is most worth telling of the mover's events. */
export function tellMove(events: readonly GameEvent[], mover: number, narrator: Narrator): string {
    const own = events.filter(({ seat }) => seat === mover);
    const event = own.find(({ type }) => !SILENT.has(type)) ?? own[0] ?? events[0];
    return event === undefined ? '' : sentenceOf(event, narrator);
}

export function reasonText(reason: string): string {
    return t(`reason.${reason}`, { regions: nuclearRegions.map((region) => t(`region.${region}`)).join(', ') });
}
