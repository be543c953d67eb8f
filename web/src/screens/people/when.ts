// Moments of the past and the future, with the day.
import { dateLocale } from '../../text/text.svelte';

export const dayText = (at: number): string => new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'medium', timeStyle: 'short' }).format(at);
