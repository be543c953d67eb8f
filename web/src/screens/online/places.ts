// The pages about playing with others, in the order of their links.

export interface Place {
    screen: string;
    /** Key of its name. */
    name: string;
    /** Only for people with an account, or only for moderators. */
    who?: 'account' | 'moderator';
}

export const places: Place[] = [{ screen: 'lobby', name: 'start.lobby' }];
