// The pages about playing with others, in the order of their links.
import type { User } from '../../net/messages';

export interface Place {
    screen: string;
    /** Key of its name. */
    name: string;
    /** Users who see the link; everybody without it. */
    who?: (user: User) => boolean;
    /** Other screens that belong to it. */
    also?: string[];
    /** What the address has after the screen, if that depends on the user. */
    id?: (user: User) => string;
}

export const known = (): boolean => true;
export const hasAccount = ({ kind }: User): boolean => kind !== 'guest';

export const places: Place[] = [
    { screen: 'queue', name: 'start.queue' },
    { screen: 'lobby', name: 'start.lobby' },
    { screen: 'my-games', name: 'mygames.title', who: known },
    { screen: 'tournaments', name: 'tournament.title', also: ['tournament', 'organise'] },
    { screen: 'leaders', name: 'leaders.title' },
    { screen: 'notices', name: 'notices.title', who: known },
    { screen: 'player', name: 'profile.mine', who: hasAccount, id: ({ name }) => name },
    { screen: 'people', name: 'people.title', who: known },
    { screen: 'moderation', name: 'moderation.title', who: ({ moderator }) => moderator === true },
];

/** The address of a place for a user, or for a visitor without a session. */
export function addressOf({ screen, id }: Place, user: User | null): string {
    return id && user ? `#/${screen}/${encodeURIComponent(id(user))}` : `#/${screen}`;
}

/** The places that a user sees. */
export function placesOf(user: User | null): Place[] {
    return places.filter(({ who }) => who === undefined || (user !== null && who(user)));
}
