// Who this person is to the server of this page, if there is one.
import { keepSettings, settings } from '../game/settings.svelte';
import { t } from '../text/text.svelte';
import { ask, NoServer, Refusal } from './api';
import { wireVersion, type User } from './messages';
import { wire } from './wire.svelte';

export type Presence = 'unknown' | 'here' | 'absent';

export const me: { user: User | null; server: Presence } = $state({ user: null, server: 'unknown' });

/** Looks for a server; without one local games go on as ever. One that refuses is one. */
export async function lookForServer(): Promise<Presence> {
    try {
        const { wire: spoken, you } = await ask('hello');
        me.server = spoken === wireVersion ? 'here' : 'absent';
        me.user = you;
    } catch (error) {
        if (error instanceof NoServer) me.server = 'absent';
        else if (error instanceof Refusal) me.server = 'here';
        else throw error;
    }
    return me.server;
}

/** Servers count the letters of a name in bytes. */
const NAME_BYTES = 40;

/** As much of a name as a server takes. */
export function fitName(name: string): string {
    const letters = [...name.trim()];
    const size = () => new TextEncoder().encode(letters.join('')).length;
    while (size() > NAME_BYTES) letters.pop();
    return letters.join('').trim();
}

export function become(user: User | null): void {
    const changed = me.user?.id !== user?.id;
    me.user = user;
    if (changed) wire.renew();
}

/** What somebody is called who says no name: hardly anybody else at the table is called the same. */
const number = 100 + (crypto.getRandomValues(new Uint16Array(1))[0]! % 900);
export const namelessName = () => t('player.number', { number });

/** A guest takes another name, from now on. */
export async function takeName(name: string): Promise<void> {
    const { you } = await ask('rename', { name: fitName(name) });
    become(you);
    settings.name = you.name;
    keepSettings();
}

/** Makes sure that the server knows this person; a guest by the name that is written in the settings. */
export async function introduce(): Promise<void> {
    const name = fitName(settings.name);
    if (me.user === null) become((await ask('guest', { name: name || namelessName() })).you);
    else if (me.user.kind === 'guest' && name !== '' && name !== me.user.name) await takeName(name);
}
