// The button for a better turn.
import { moveType } from '../../../engine/moves';
import type { Waste } from '../../../engine/types';
import type { Session } from '../../../game/session.svelte';
import { t } from '../../../text/text.svelte';
import { turnText } from '../../../text/turn';

/** What the button of a better turn says: the moves that it adds to the turn, or takes from it. */
export function betterText(session: Session, { kept, then }: Waste): string {
    const { board, tentative, view } = session;
    const dropped = tentative.slice(kept);
    if (dropped.length > 0) return t('ask.drop', { what: turnText('build', dropped, [], board) });
    const first = then[0]!;
    switch (moveType(first)) {
        case 'buy':
            return t('ask.buy', { what: turnText('buy', then, [], board) });
        case 'connect':
            return t('ask.connect', { what: turnText('build', then, [], board) });
        case 'power': {
            const { supplied, income } = session.table.powering(session.viewer!, first);
            return t('power.do', { supplied, income });
        }
        default:
            return turnText(view.decision, then, [], board);
    }
}
