// Personal settings, stored in the browser.
import { browserLanguage, LANGUAGES, type Language } from '../text/text.svelte';

export const THEMES = ['auto', 'light', 'dark'] as const;
export const PACES = ['slow', 'normal', 'fast'] as const;
/** How fast a replay plays. */
export const SPEEDS = [0.5, 1, 2, 4] as const;
export type Theme = (typeof THEMES)[number];
export type Pace = (typeof PACES)[number];
export type Speed = (typeof SPEEDS)[number];

export interface Settings {
    name: string;
    colour: number;
    language: Language;
    theme: Theme;
    sounds: boolean;
    hints: boolean;
    /** Ask before a turn that gives something away. */
    ask: boolean;
    pace: Pace;
    speed: Speed;
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
    ask: isTruth,
    pace: oneOf(PACES),
    speed: oneOf(SPEEDS),
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
    ask: true,
    pace: 'normal',
    speed: 1,
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
