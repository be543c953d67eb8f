// Tells the list of this person's tables whether it is their turn at the one on screen.
import type { Session } from '../../game/session.svelte';
import { myTables } from '../../net/my-tables.svelte';
import type { OnlineTable } from '../../net/online.svelte';
import { tableName } from '../../net/words';

/** Runs in an effect; returns the function that ends it. */
export function tellTurn(session: Session, online: OnlineTable | undefined): (() => void) | undefined {
    if (online === undefined) return undefined;
    const { code: table, info, clock, clockOffset, seat } = online;
    // Looking back in the game is no move: the session has another position then.
    const toMove = session.replayIndex === null ? session.myTurn : online.toMove === seat;
    const mine = seat !== null && toMove && !online.over && online.mySeat?.away === false;
    const due = clock !== null && clock.due > 0 ? clock.due - clockOffset : null;
    myTables.here = { table, turn: mine ? { table, name: tableName(info), due } : null };
    return () => (myTables.here = null);
}
