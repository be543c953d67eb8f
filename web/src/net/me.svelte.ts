// The user of this page on its server, if there is one.
import { saveSettings, settings } from '../game/settings.svelte';
import { t } from '../text/text.svelte';
import { ask, NoServer, Refusal, serverless } from './api';
import { wireVersion, type User } from './messages';
import { truncate } from './truncate';
import { wire } from './wire.svelte';

export type Presence = 'unknown' | 'here' | 'absent';

interface Me {
    user: User | null;
    server: Presence;
    /** The content of the name field until the server has it. */
    typedName: string | null;
}

export const me: Me = $state({ user: null, server: serverless ? 'absent' : 'unknown', typedName: null });

/** Checks whether there is a server. One that refuses the request counts as present. */
export async function lookForServer(): Promise<Presence> {
    try {
        const { wire: version, you } = await ask('hello');
        me.server = version === wireVersion ? 'here' : 'absent';
        me.user = you;
    } catch (error) {
        if (error instanceof NoServer) me.server = 'absent';
        else if (error instanceof Refusal) me.server = 'here';
        else throw error;
    }
    return me.server;
}

/** The server's limit for the UTF-8 length of a name. */
const NAME_BYTES = 40;

/** Cuts a name to the server's limit. */
export const truncateName = (name: string) => truncate(name, NAME_BYTES);

export function setUser(user: User | null): void {
    const changed = me.user?.id !== user?.id;
    me.user = user;
    if (!changed) return;
    me.typedName = null;
    wire.renew();
}

/** The name of guests who do not choose one, with a random number to tell them apart. */
const randomNumber = (from: number) => from + (crypto.getRandomValues(new Uint32Array(1))[0]! % (9 * from));
let number = randomNumber(100);
export const defaultName = () => t('player.number', { number });

async function rename(name: string): Promise<void> {
    const { typedName } = me;
    const { you } = await ask('rename', { name });
    setUser(you);
    settings.name = you.name;
    saveSettings();
    // Keep what was typed in the meantime.
    if (me.typedName === typedName) me.typedName = null;
}

let renaming: { name: string; done: Promise<void> } | null = null;

/** Renames a guest. Leaving the field and pressing a button at the same time sends one request. */
export function renameGuest(text: string): Promise<void> {
    const name = truncateName(text);
    if (renaming?.name === name) return renaming.done;
    const done = rename(name).finally(() => {
        if (renaming?.done === done) renaming = null;
    });
    renaming = { name, done };
    return done;
}

/** Applies the typed name: on the server for a guest, else in the settings. */
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

/** Creates a guest unless there is a user already. */
export async function ensureUser(): Promise<void> {
    if (me.user !== null) return;
    const chosen = truncateName(settings.name);
    try {
        setUser((await ask('guest', { name: chosen || defaultName() })).you);
    } catch (error) {
        // An account may have the name of a guest who has not chosen one.
        if (chosen !== '' || !(error instanceof Refusal && error.code === 'name-taken')) throw error;
        number = randomNumber(1_000_000);
        setUser((await ask('guest', { name: defaultName() })).you);
    }
}
