// Times in the page's language: how long is left, and dates in the time zone of the browser.
import { dateLocale, language, locale, t } from './text.svelte';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

function counted(count: number, unit: 'day' | 'hour' | 'minute', unitDisplay: 'long' | 'short'): string {
    return new Intl.NumberFormat(locale(language()), { style: 'unit', unit, unitDisplay }).format(count);
}

/** A round span of time in its largest unit. */
export function spanText(milliseconds: number): string {
    if (milliseconds < HOUR) return counted(Math.round(milliseconds / MINUTE), 'minute', 'long');
    const hours = Math.round(milliseconds / HOUR);
    return hours < 24 ? counted(hours, 'hour', 'long') : counted(Math.round(hours / 24), 'day', 'long');
}

/** Whole days by their name, others with their hours. */
function daysText(hours: number): string {
    const [days, rest] = [Math.floor(hours / 24), hours % 24];
    if (rest === 0) return counted(days, 'day', 'long');
    return `${counted(days, 'day', 'short')} ${counted(rest, 'hour', 'short')}`;
}

/** The time that is left: in whole days and hours, on the last day as on a clock. For their first minute three days are
 *  three days. */
export function timeText(milliseconds: number): string {
    const hours = Math.floor((milliseconds + MINUTE) / HOUR);
    if (hours >= 24) return daysText(hours);
    const two = (number: number) => String(number).padStart(2, '0');
    const seconds = Math.ceil(Math.max(0, milliseconds) / 1000);
    const [full, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
    return full > 0 ? `${full}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** A moment of the near future: the time of day, with the date unless that is today. */
export function momentText(at: number, now = Date.now()): string {
    const today = new Date(at).toDateString() === new Date(now).toDateString();
    const day = today ? {} : ({ weekday: 'short', day: 'numeric', month: 'short' } as const);
    return new Intl.DateTimeFormat(dateLocale(), { ...day, hour: 'numeric', minute: '2-digit' }).format(at);
}

/** How long a player has, and until when; both times are the browser's. */
export function deadlineText(due: number, now = Date.now()): string {
    return t('clock.until', { time: timeText(due - now), when: momentText(due, now) });
}

/** A length in the largest unit that it is a whole number of. */
export function lengthText(minutes: number): string {
    if (minutes % (24 * 60) === 0) return counted(minutes / (24 * 60), 'day', 'long');
    return minutes % 60 === 0 ? counted(minutes / 60, 'hour', 'long') : counted(minutes, 'minute', 'long');
}

/** The name of a day of the week; 1 is Monday. */
export function weekdayName(day: number): string {
    // The first of January 2024 was a Monday.
    return new Intl.DateTimeFormat(locale(language()), { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, 0, day));
}

/** A minute of the day as a time. */
export function timeOfDayText(minute: number): string {
    return new Intl.DateTimeFormat(dateLocale(), { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }).format(minute * MINUTE);
}
