// Error messages about records.
import { isReason, reasonText } from '../text/feed';
import { hasText, t } from '../text/text.svelte';
import type { BadRecord } from '../engine/errors';

/** The message of an error code of records. */
export function recordCode(code: string): string {
    if (hasText(`record.${code}`)) return t(`record.${code}`);
    return isReason(code) ? reasonText(code) : code;
}

export function recordError(error: BadRecord, file: string): string {
    return t('record.at', { file, line: error.line, column: error.column, what: recordCode(error.code) });
}

/** The message for a shuffle that is wrong or cannot be verified. */
export function shuffleError(error: BadRecord): string {
    return recordCode(error.code);
}
