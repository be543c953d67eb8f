// Events as sentences.
import type { EventField } from '../engine/module';
import type { Board, EventType, FieldType, Fuel, GameEvent, Outcome, Phase, Removal } from '../engine/types';
import { nuclearRegions, placeCost } from '../engine/facts';
import { phaseName, regionName } from './names';
import { hasText, t, type Values } from './text.svelte';

export interface Narrator {
    board: Board;
    name: (seat: number) => string;
    /** The fields of an event. */
    fields: (type: EventType) => readonly EventField[];
}

/** Events that other events already describe, or that only programs need. */
const SILENT: ReadonlySet<EventType> = new Set<EventType>(['order', 'route', 'turn-ended', 'plant-run', 'phase-begins']);

/** A field as text for a sentence. */
function textOf(type: FieldType, value: unknown, { board, name }: Narrator): string | number {
    switch (type) {
        case 'seat':
        case 'seat-or-nobody':
            return value === null ? '' : name(value as number);
        case 'region':
            return regionName(board, value as number);
        case 'zone':
            return (value as number[]).map((region) => regionName(board, region)).join(', ');
        case 'city':
            return board.cities[value as number]?.name ?? '';
        case 'place':
            return placeCost[value as number] ?? 0;
        case 'fuel':
            return t(`of.${value as Fuel}`);
        case 'phase':
            return phaseName(value as Phase);
        case 'removal':
            return t(`removal.${value as Removal}`);
        case 'position':
            return (value as number) + 1;
        case 'back':
            return value as string;
        default:
            return Number(value);
    }
}

function valuesOf(event: GameEvent, narrator: Narrator): Values {
    const values = event as unknown as Record<string, unknown>;
    const fields = narrator.fields(event.type);
    return Object.fromEntries(fields.map(({ name, type }) => [name, textOf(type, values[name], narrator)]));
}

/** The sentence of an event; null for silent events. */
export function eventText(event: GameEvent, narrator: Narrator): string | null {
    return SILENT.has(event.type) ? null : sentenceOf(event, narrator);
}

function sentenceOf(event: GameEvent, narrator: Narrator): string {
    return t(`event.${event.type}`, valuesOf(event, narrator));
}

/** The sentence of a move: its first event of the mover that is not silent. */
export function moveText(events: readonly GameEvent[], mover: number, narrator: Narrator): string {
    const own = events.filter(({ seat }) => seat === mover);
    const event = own.find(({ type }) => !SILENT.has(type)) ?? own[0] ?? events[0];
    return event === undefined ? '' : sentenceOf(event, narrator);
}

/** Whether a code is a reason: every reason has a sentence in the catalog. */
export function isReason(code: string): code is Outcome {
    return hasText(`reason.${code}`);
}

export function reasonText(reason: Outcome): string {
    return t(`reason.${reason}`, { regions: nuclearRegions.map((region) => t(`region.${region}`)).join(', ') });
}
