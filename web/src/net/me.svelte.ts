// Who this person is to the server of this page, if there is one.
import { saveSettings, settings } from '../game/settings.svelte';
import { t } from '../text/text.svelte';
import { ask, NoServer, Refusal } from './api';
import { wireVersion, type User } from './messages';
import { wire } from './wire.svelte';

export type Presence = 'unknown' | 'here' | 'absent';

interface Me {
    user: User | null;
    server: Presence;
    /** What is written in the field for the name, until the server has it. */
    typedName: string | null;
}

export const me: Me = $state({ user: null, server: 'unknown', typedName: null });

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
export function truncateName(name: string): string {
    const letters = [...name.trim()];
    const size = () => new TextEncoder().encode(letters.join('')).length;
    while (size() > NAME_BYTES) letters.pop();
    return letters.join('').trim();
}

export function setUser(user: User | null): void {
    const changed = me.user?.id !== user?.id;
    me.user = user;
    if (!changed) return;
    me.typedName = null;
    wire.renew();
}

/** What somebody is called who says no name: hardly anybody else at the table is called the same. */
const number = 100 + (crypto.getRandomValues(new Uint16Array(1))[0]! % 900);
export const defaultName = () => t('player.number', { number });

async function rename(name: string): Promise<void> {
    const { typedName } = me;
    const { you } = await ask('rename', { name });
    setUser(you);
    settings.name = you.name;
    saveSettings();
    // What has been written meanwhile stays.
    if (me.typedName === typedName) me.typedName = null;
}

let renaming: { name: string; done: Promise<void> } | null = null;

/** A guest takes another name, from now on. Leaving the field and pressing a button ask for it once. */
export function renameGuest(text: string): Promise<void> {
    const name = truncateName(text);
    if (renaming?.name === name) return renaming.done;
    const done = rename(name).finally(() => {
        if (renaming?.done === done) renaming = null;
    });
    renaming = { name, done };
    return done;
}

/** The server, or the settings for a guest to come, get the name that is written in the field. */
export async function applyTypedName(): Promise<void> {
    const name = truncateName(me.typedName ?? '');
    if (me.user === null && me.typedName !== null) {
        settings.name = me.typedName;
        saveSettings();
    } else if (me.user?.kind === 'guest' && name !== '' && name !== me.user.name) {
        return renameGuest(name);
    }
    me.typedName = null;
}

/** Makes sure that the server knows this person; as a guest if it does not. */
export async function ensureUser(): Promise<void> {
    if (me.user === null) setUser((await ask('guest', { name: truncateName(settings.name) || defaultName() })).you);
}
