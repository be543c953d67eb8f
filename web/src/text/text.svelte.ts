// The texts of the page: one catalog per language, switched without a reload.
import { IntlMessageFormat } from 'intl-messageformat';
import english from 'virtual:catalog/en';

export const LANGUAGES = ['en', 'de', 'sr', 'pt-BR', 'fi', 'cs', 'ru'] as const;
export type Language = (typeof LANGUAGES)[number];
export type Values = Record<string, string | number>;

type Catalog = Record<string, string>;

/** Each language by its own name. */
export const languageNames: Record<Language, string> = {
    en: 'English',
    de: 'Deutsch',
    sr: 'Srpski',
    'pt-BR': 'Português (Brasil)',
    fi: 'Suomi',
    cs: 'Čeština',
    ru: 'Русский',
};

const loaders: Record<Language, () => Promise<{ default: Catalog }>> = {
    en: () => Promise.resolve({ default: english }),
    de: () => import('virtual:catalog/de'),
    sr: () => import('virtual:catalog/sr'),
    'pt-BR': () => import('virtual:catalog/pt-BR'),
    fi: () => import('virtual:catalog/fi'),
    cs: () => import('virtual:catalog/cs'),
    ru: () => import('virtual:catalog/ru'),
};

/** The locale for plurals and numbers: Serbian uses the Latin script. */
export const locale = (language: Language) => (language === 'sr' ? 'sr-Latn' : language);

let current = $state.raw<{ language: Language; catalog: Catalog }>({
    language: 'en',
    catalog: english,
});
let formats = new Map<string, IntlMessageFormat>();

export function language(): Language {
    return current.language;
}

let latest: Language | undefined;

/** Switches the language. If several catalogs load at the same time, the last choice wins. */
export async function setLanguage(wanted: Language): Promise<void> {
    latest = wanted;
    const { default: catalog } = await loaders[wanted]();
    if (latest !== wanted) return;
    formats = new Map();
    current = { language: wanted, catalog };
    document.documentElement.lang = locale(wanted);
}

/** The first language of the browser's list that the page has; English if it has none. */
export function browserLanguage(preferred: readonly string[] = navigator.languages): Language {
    for (const tag of preferred) {
        const found = LANGUAGES.find((each) => tag.toLowerCase().startsWith(each.slice(0, 2)));
        if (found !== undefined) return found;
    }
    return 'en';
}

/** The locale for dates and times: the browser's regional one if it matches the page's language. */
export function dateLocale(): string {
    const spoken = locale(current.language);
    return navigator.languages.find((each) => each.slice(0, 2) === spoken.slice(0, 2)) ?? spoken;
}

export function hasText(key: string): boolean {
    return key in english;
}

/** The message of a key in the current language. */
export function t(key: string, values?: Values): string {
    const { catalog, language } = current;
    const message = catalog[key] ?? english[key];
    if (message === undefined) return key;
    if (!message.includes('{')) return message;
    let format = formats.get(key);
    if (format === undefined) {
        format = new IntlMessageFormat(message, locale(language), undefined, { ignoreTag: true });
        formats.set(key, format);
    }
    return String(format.format(values));
}
