// Texts about tables on the server.
import { boardFor } from '../engine/facts';
import { OPTIONS, optionKeys, type Option } from '../engine/types';
import { gameName } from '../text/names';
import { t } from '../text/text.svelte';
import type { Clock, Settings, Table } from './messages';

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

/** Board and edition. */
export function gameText({ settings }: Table): string {
    return gameName(boardFor(settings.board, settings.edition), settings.edition);
}

/** The name that the host gave a table, else its game. */
export function tableName(table: Table): string {
    return table.settings.title || gameText(table);
}

export function optionsOf({ options }: Settings): Option[] {
    return OPTIONS.filter((option) => options[optionKeys[option]]);
}

/** Settings that differ from the default. */
export function settingTexts({ settings }: Table): string[] {
    const { clock, patience } = settings;
    return [
        ...(clock.kind === 'none' ? [] : [clockText(clock)]),
        ...(clock.kind === 'none' && patience !== PATIENCE ? [`${t('host.patience')}: ${patienceText(patience)}`] : []),
        ...(settings.rated ? [t('online.rated')] : []),
        ...(settings.help ? [t('online.help')] : []),
        ...(settings.zone === 'draft' ? [t('new.zone.draft')] : []),
        ...optionsOf(settings).map((option) => t(`online.option.${option}`)),
    ];
}
