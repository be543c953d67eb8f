// Reasons for a turn as sentences.
import { whyFields, type FieldType, type Fuel, type Why } from '../engine/types';
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

/** The sentence of a reason. */
export function whyText(why: Why, names: Names): string {
    const values = why as unknown as Record<string, string | number>;
    const fields = whyFields[why.reason].map(({ name, type }) => [name, textOf(type, values[name]!, names)]);
    return t(`why.${why.reason}`, Object.fromEntries(fields));
}
