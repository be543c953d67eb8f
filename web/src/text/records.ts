// What is wrong with a record, in words.
import type { BadRecord } from '../game/records';
import { reasonText } from './feed';
import { hasText, t } from './text.svelte';

function what(code: string): string {
    return hasText(`record.${code}`) ? t(`record.${code}`) : reasonText(code);
}

export function recordError(error: BadRecord, file: string): string {
    return t('record.at', { file, line: error.line, column: error.column, what: what(error.code) });
}

/** Why a shuffle could not be checked, or is not fair. */
export function shuffleError(error: BadRecord): string {
    return what(error.code);
}
