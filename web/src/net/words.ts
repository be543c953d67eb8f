// Texts about tables on the server.
import { boardFor } from '../engine/facts';
import { gameName } from '../text/names';
import { t } from '../text/text.svelte';
import type { Clock, Table } from './messages';
import { optionsOf } from './remote';

export function clockText({ kind, seconds = 0, increment = 0, days = 0 }: Clock): string {
    switch (kind) {
        case 'move':
            return t('clock.move', { time: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}` });
        case 'game':
            return t('clock.game', { minutes: Math.round(seconds / 60), increment });
        case 'days':
            return t('clock.days', { days });
        default:
            return t('clock.none');
    }
}

/** What happens if a connected player of a table without a clock does not move. */
export function patienceText(seconds: number): string {
    return seconds === 0 ? t('patience.never') : t('patience.after', { minutes: Math.ceil(seconds / 60) });
}

/** The server's default, in seconds. */
export const PATIENCE = 600;

/** The time that is left, in days or as on a clock. */
export function timeText(milliseconds: number): string {
    const two = (number: number) => String(number).padStart(2, '0');
    const seconds = Math.ceil(Math.max(0, milliseconds) / 1000);
    const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
    if (hours >= 48) return t('clock.days-left', { days: Math.floor(hours / 24) });
    return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** Board and edition. */
export function gameText({ settings }: Table): string {
    return gameName(boardFor(settings.board, settings.edition), settings.edition);
}

/** Settings that differ from the default. */
export function settingTexts({ settings }: Table): string[] {
    const { clock, patience } = settings;
    return [
        ...(clock.kind === 'none' ? [] : [clockText(clock)]),
        ...(clock.kind === 'none' && patience !== PATIENCE ? [`${t('host.patience')}: ${patienceText(patience)}`] : []),
        ...(settings.help ? [t('online.help')] : []),
        ...(settings.zone === 'draft' ? [t('new.zone.draft')] : []),
        ...optionsOf(settings).map((option) => t(`online.option.${option}`)),
    ];
}
