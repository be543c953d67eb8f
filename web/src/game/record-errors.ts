// What is wrong with a record, in words.
import { isReason, reasonText } from '../text/feed';
import { hasText, t } from '../text/text.svelte';
import type { BadRecord } from './records';

function what(code: string): string {
    if (hasText(`record.${code}`)) return t(`record.${code}`);
    return isReason(code) ? reasonText(code) : code;
}

export function recordError(error: BadRecord, file: string): string {
    return t('record.at', { file, line: error.line, column: error.column, what: what(error.code) });
}

/** Why a shuffle could not be checked, or is not fair. */
export function shuffleError(error: BadRecord): string {
    return what(error.code);
}
