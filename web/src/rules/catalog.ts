// The texts of the rules reference, one catalog per language, loaded on demand.
import { IntlMessageFormat } from 'intl-messageformat';
import { locale, type Language, type Values } from '../text/text.svelte';

type Catalog = Record<string, string>;

const loaders = import.meta.glob<{ default: Catalog }>('../../rules/*.json');
const loaded = new Map<Language, Promise<Words>>();

/** Returns a passage with the numbers of a table. */
export type Words = (key: string, values?: Values) => string;

async function load(language: Language): Promise<Words> {
    const { default: catalog } = await loaders[`../../rules/${language}.json`]!();
    return (key, values) => {
        const format = new IntlMessageFormat(catalog[key] ?? key, locale(language), undefined, { ignoreTag: true });
        return String(format.format(values));
    };
}

export function rulesIn(language: Language): Promise<Words> {
    const found = loaded.get(language) ?? load(language);
    loaded.set(language, found);
    return found;
}

/** Text as the search compares it: lower case, without accents. */
export function plain(text: string): string {
    return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
