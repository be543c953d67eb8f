// Words for reports and decisions.
import type { Moderation } from '../../net/messages';
import { hasText, t } from '../../text/text.svelte';
import { dayText } from './when';

/** The server may have kinds that this page does not know. */
export const kindText = (kind: string): string => (hasText(`report.kind.${kind}`) ? t(`report.kind.${kind}`) : kind);

/** A name, or words for a user who is gone. */
export const personText = (name: string | null): string => name ?? t('people.former');

export function actionText({ action, until, new_name: name }: Moderation): string {
    if (action === 'silence' && until === null) return t('moderation.did.speak');
    return hasText(`moderation.did.${action}`) ? t(`moderation.did.${action}`, { until: until === null ? '' : dayText(until), name: name ?? '' }) : action;
}
