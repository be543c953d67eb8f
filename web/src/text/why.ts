// Reasons for a turn, and wastes, as sentences.
import { wasteFields, whyFields, type FieldType, type Fuel, type Waste, type Why } from '../engine/types';
import type { Narrator } from './feed';
import { t } from './text.svelte';

type Names = Pick<Narrator, 'board' | 'name'>;

function textOf(type: FieldType, value: string | number, { board, name }: Names): string | number {
    switch (type) {
        case 'seat':
            return name(Number(value) - 1);
        case 'city':
            return board.cities.find(({ id }) => id === value)?.name ?? value;
        case 'fuel':
            return t(`of.${value as Fuel}`);
        default:
            return value;
    }
}

type Values = Record<string, string | number>;

function textsOf(fields: readonly { name: string; type: FieldType }[], values: Values, names: Names): Values {
    return Object.fromEntries(fields.map(({ name, type }) => [name, textOf(type, values[name]!, names)]));
}

/** The sentence of a reason. */
export function whyText(why: Why, names: Names): string {
    return t(`why.${why.reason}`, textsOf(whyFields[why.reason], why as unknown as Values, names));
}

/** What a turn gives away. */
export function wasteText({ reason, values }: Waste, names: Names): string {
    return t(`waste.${reason}`, textsOf(wasteFields[reason], values, names));
}
