// Jumps in a replay from chapter to chapter.
import { chaptersOf, nextOf, roundsOf } from '../../game/chapters';
import type { Session } from '../../game/session.svelte';

/** The index of the entry that a replay shows. */
export function shownIndex(session: Session): number {
    return session.replayIndex ?? session.history.length - 1;
}

/** Goes to the beginning of the next or previous round or phase, or to an end of the game. */
export function jump(session: Session, by: 'round' | 'phase' | 'game', direction: -1 | 1): void {
    const last = session.history.length - 1;
    const chapters = chaptersOf(session.history);
    const found = by === 'game' ? null : nextOf(by === 'round' ? roundsOf(chapters) : chapters, shownIndex(session), direction);
    session.showReplay(found ?? (direction < 0 ? 0 : last));
}
