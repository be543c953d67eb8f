// What one more city of the viewer changes, if nobody else builds: the engine tells it from imagined houses.
import type { Session } from './session.svelte';

export interface Outlook {
    cities: number;
    /** The place in the next player order, from 1, with the city and without it. */
    place: number;
    placeNow: number;
    /** The city begins Step 2, or ends the game. */
    step2: boolean;
    end: boolean;
}

/** After the planned cities; null if the city cannot be connected. */
export function outlookOf(session: Session, city: number): Outlook | null {
    const { table, viewer, me, plannedCities } = session;
    if (viewer === null || me === null) return null;
    const bytes = table.bytes();
    const look = () => ({ place: table.nextOrder().indexOf(viewer) + 1, ...table.reached() });
    const planned = plannedCities.filter((each) => table.imagineHouse(viewer, each) === 'ok');
    const before = look();
    const built = table.imagineHouse(viewer, city) === 'ok';
    const after = look();
    table.setBytes(bytes);
    if (!built) return null;
    return {
        cities: me.houses.length + planned.length + 1,
        place: after.place,
        placeNow: before.place,
        step2: after.step2 && !before.step2,
        end: after.end && !before.end,
    };
}
