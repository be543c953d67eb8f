// Personal settings, stored in the browser.
import { LESSONS, type Lesson } from './lessons';
import { browserLanguage, LANGUAGES, type Language } from '../text/text.svelte';

export const THEMES = ['auto', 'light', 'dark'] as const;
export const PACES = ['slow', 'normal', 'fast'] as const;
export type Theme = (typeof THEMES)[number];
export type Pace = (typeof PACES)[number];

export interface Settings {
    name: string;
    colour: number;
    language: Language;
    theme: Theme;
    sounds: boolean;
    hints: boolean;
    /** Lessons of the first game that are still to come. */
    lessons: Lesson[];
    pace: Pace;
    notify: boolean;
}

const KEY = 'elektro.settings';

type Check = (value: unknown) => boolean;
const oneOf = (words: readonly unknown[]): Check => (value) => words.includes(value);
const isTruth: Check = (value) => typeof value === 'boolean';

/** Validates stored settings: another program may have written them. */
const GOOD: Record<keyof Settings, Check> = {
    name: (value) => typeof value === 'string',
    colour: oneOf([0, 1, 2, 3, 4, 5]),
    language: oneOf(LANGUAGES),
    theme: oneOf(THEMES),
    sounds: isTruth,
    hints: isTruth,
    lessons: (value) => Array.isArray(value) && value.every(oneOf(LESSONS)),
    pace: oneOf(PACES),
    notify: isTruth,
};

function stored(): Partial<Settings> {
    try {
        const found = Object.entries((JSON.parse(localStorage.getItem(KEY) ?? '{}') as object | null) ?? {});
        return Object.fromEntries(found.filter(([key, value]) => GOOD[key as keyof Settings]?.(value)));
    } catch {
        return {};
    }
}

export const settings: Settings = $state({
    name: '',
    colour: 0,
    language: browserLanguage(),
    theme: 'auto',
    sounds: false,
    hints: true,
    lessons: [],
    pace: 'normal',
    notify: false,
    ...stored(),
});

export function saveSettings(): void {
    try {
        localStorage.setItem(KEY, JSON.stringify(settings));
    } catch {
        // The game works without storage.
    }
}

/** The pause after a bot's move in milliseconds. */
export function paceDelay(): number {
    return { slow: 1200, normal: 450, fast: 0 }[settings.pace];
}

const night = matchMedia('(prefers-color-scheme: dark)');

export function applyTheme(): void {
    const dark = settings.theme === 'dark' || (settings.theme === 'auto' && night.matches);
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
}

export function watchTheme(): void {
    applyTheme();
    night.addEventListener('change', applyTheme);
}
