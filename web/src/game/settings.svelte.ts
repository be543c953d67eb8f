// What this person likes; kept in the browser.
import type { Lesson } from './lessons';
import { browserLanguage, type Language } from '../text/text.svelte';

export type Theme = 'auto' | 'light' | 'dark';
export type Pace = 'slow' | 'normal' | 'fast';

export interface Settings {
    name: string;
    colour: number;
    language: Language;
    theme: Theme;
    sounds: boolean;
    hints: boolean;
    /** What a first game has still to explain. */
    lessons: Lesson[];
    pace: Pace;
    notify: boolean;
}

const KEY = 'elektro.settings';

function kept(): Partial<Settings> {
    try {
        return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>;
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
    ...kept(),
});

export function keepSettings(): void {
    try {
        localStorage.setItem(KEY, JSON.stringify(settings));
    } catch {
        // A browser that keeps nothing still plays.
    }
}

/** How long a bot's move stays on the table before the next one, in milliseconds. */
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
