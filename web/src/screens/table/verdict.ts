// The winners of a game that has ended.
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

/** After the end of the game: the cities of the winners in the order in which they were connected, and their colours. */
export function networksOf(session: Session): { cities: number[]; colour: number }[] {
    const { seats, phase } = session.view;
    if (phase !== 'ended') return [];
    return winnersOf(session).map((seat) => ({ cities: seats[seat]!.houses.map(({ city }) => city), colour: session.colours[seat]! }));
}
