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

/** Texts of the pages about people, ratings and tournaments: few visits need them. */
const moreLoaders: Record<Language, () => Promise<{ default: Catalog }>> = {
    en: () => import('virtual:more/en'),
    de: () => import('virtual:more/de'),
    sr: () => import('virtual:more/sr'),
    'pt-BR': () => import('virtual:more/pt-BR'),
    fi: () => import('virtual:more/fi'),
    cs: () => import('virtual:more/cs'),
    ru: () => import('virtual:more/ru'),
};

/** The locale for plurals and numbers: Serbian uses the Latin script. */
export const locale = (language: Language) => (language === 'sr' ? 'sr-Latn' : language);

let current = $state.raw<{ language: Language; catalog: Catalog }>({
    language: 'en',
    catalog: english,
});
/** English texts, for those that a language lacks. */
let fallback = $state.raw<Catalog>(english);
let formats = new Map<string, IntlMessageFormat>();

export function language(): Language {
    return current.language;
}

let latest: Language = 'en';
/** Whether a page needs the texts of moreLoaders. */
let more = false;

async function load(wanted: Language): Promise<Catalog> {
    const loads = more ? [loaders[wanted](), moreLoaders[wanted]()] : [loaders[wanted]()];
    return Object.assign({}, ...(await Promise.all(loads)).map(({ default: catalog }) => catalog)) as Catalog;
}

/** Switches the language. If several catalogs load at the same time, the last choice wins. */
export async function setLanguage(wanted: Language): Promise<void> {
    latest = wanted;
    const whole = more;
    const catalog = await load(wanted);
    if (latest !== wanted || more !== whole) return;
    formats = new Map();
    current = { language: wanted, catalog };
    document.documentElement.lang = locale(wanted);
}

/** Loads a page together with the texts that only such pages need. */
export async function withMoreTexts<T>(page: Promise<T>): Promise<T> {
    if (more) return page;
    more = true;
    try {
        const [loaded, { default: words }] = await Promise.all([page, moreLoaders.en(), setLanguage(latest)]);
        fallback = { ...english, ...words };
        return loaded;
    } catch (error) {
        more = false;
        throw error;
    }
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
    return key in fallback;
}

/** The message of a key in the current language. */
export function t(key: string, values?: Values): string {
    const { catalog, language } = current;
    const message = catalog[key] ?? fallback[key];
    if (message === undefined) return key;
    if (!message.includes('{')) return message;
    let format = formats.get(key);
    if (format === undefined) {
        format = new IntlMessageFormat(message, locale(language), undefined, { ignoreTag: true });
        formats.set(key, format);
    }
    return String(format.format(values));
}
