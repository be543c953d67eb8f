// The winners of a game that has ended.
import { cablesOf, type Cable } from '../../game/network';
import type { Session } from '../../game/session.svelte';
import { winnerText } from '../../text/names';

function winnersOf(session: Session): number[] {
    return session.table.ranking().filter(({ rank }) => rank === 1).map(({ seat }) => seat);
}

/** The winners in words; the only person at this screen is addressed. */
export function verdictOf(session: Session): string {
    const { mine } = session.source;
    return winnerText(winnersOf(session), mine.length === 1 ? mine[0] : undefined, (seat) => session.name(seat));
}

export interface Network {
    /** In the order in which they were connected. */
    cities: number[];
    cables: Cable[];
    colour: number;
}

/** After the end of the game: the networks of the winners. */
export function networksOf(session: Session): Network[] {
    const { source, table, view } = session;
    if (view.phase !== 'ended') return [];
    return winnersOf(session).map((seat) => ({
        cities: view.seats[seat]!.houses.map(({ city }) => city),
        cables: cablesOf(table, source.history, (index) => source.view(null, index), seat),
        colour: session.colours[seat]!,
    }));
}
