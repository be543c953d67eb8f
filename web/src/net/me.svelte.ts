// Who this person is to the server of this page, if there is one.
import { settings } from '../game/settings.svelte';
import { t } from '../text/text.svelte';
import { ask, NoServer } from './api';
import { wireVersion, type User } from './messages';
import { wire } from './wire.svelte';

export type Presence = 'unknown' | 'here' | 'absent';

export const me: { user: User | null; server: Presence } = $state({ user: null, server: 'unknown' });

/** Looks for a server; without one local games go on as ever. */
export async function lookForServer(): Promise<Presence> {
    try {
        const { wire: spoken, you } = await ask('hello');
        me.server = spoken === wireVersion ? 'here' : 'absent';
        me.user = you;
    } catch (error) {
        if (!(error instanceof NoServer)) throw error;
        me.server = 'absent';
    }
    return me.server;
}

export function become(user: User | null): void {
    const changed = me.user?.id !== user?.id || me.user?.name !== user?.name;
    me.user = user;
    if (changed) wire.renew();
}

/** Makes sure that the server knows this person by some name. */
export async function introduce(): Promise<void> {
    if (me.user !== null) return;
    const name = settings.name.trim() || t('player.number', { number: 1 });
    become((await ask('guest', { name })).you);
}
