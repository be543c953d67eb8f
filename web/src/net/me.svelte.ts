// The user of this page on its server, if there is one.
import { saveSettings, settings } from '../game/settings.svelte';
import { t } from '../text/text.svelte';
import { ask, NoServer, Refusal, serverless } from './api';
import { wireVersion, type User } from './messages';
import { truncate } from '../text/truncate';
import { wire } from './wire.svelte';

export type Presence = 'unknown' | 'here' | 'absent';

interface Me {
    user: User | null;
    server: Presence;
    /** The content of the name field until the server has it. */
    typedName: string | null;
}

export const me: Me = $state({ user: null, server: serverless ? 'absent' : 'unknown', typedName: null });

/** Who looks at a page: the number of the user, '0' for a visitor; undefined while no server is known. It changes only with the user. */
export const viewer = (): string | undefined => (me.server === 'here' ? String(me.user?.id ?? 0) : undefined);

/** Numbers the requests for the user, and the changes of the user by other requests. */
let latest = 0;
/** The number of what me.user was taken from: an answer to an earlier request is out of date. */
let known = 0;
/** The last check, until it is done, and its number. */
let looking: Promise<Presence> | null = null;
let checked = 0;

/** Checks whether there is a server. One that refuses the request counts as present. A check that is on its way serves all who
 *  ask, unless the user has changed since it began. */
export function lookForServer(): Promise<Presence> {
    if (looking !== null && checked === latest) return looking;
    checked = ++latest;
    const check = checkServer(checked).finally(() => {
        if (looking === check) looking = null;
    });
    looking = check;
    return check;
}

async function checkServer(number: number): Promise<Presence> {
    try {
        const { wire: version, you } = await ask('hello');
        me.server = version === wireVersion ? 'here' : 'absent';
        if (number > known) {
            known = number;
            become(you);
        }
    } catch (error) {
        if (error instanceof Refusal) me.server = 'here';
        else if (!(error instanceof NoServer)) throw error;
        else if (number === latest) me.server = 'absent';
    }
    return me.server;
}

/** The server's limit for the UTF-8 length of a name. */
const NAME_BYTES = 40;

/** Cuts a name to the server's limit. */
export const truncateName = (name: string) => truncate(name, NAME_BYTES);

/** Sets the user, and connects again as that user. Returns whether it is another one. */
function become(user: User | null): boolean {
    const changed = me.user?.id !== user?.id;
    me.user = user;
    if (changed) wire.renew();
    return changed;
}

export function setUser(user: User | null): void {
    known = ++latest;
    if (become(user)) me.typedName = null;
}

/** Logs out on this device, or on all of them. */
export async function logOut(way: 'logout' | 'logout_everywhere'): Promise<void> {
    try {
        await ask(way);
    } catch (error) {
        // The session may have ended on another device.
        if (!(error instanceof Refusal && error.code === 'not-logged-in')) throw error;
    }
    setUser(null);
}

/** The name of guests who do not choose one, with a random number to tell them apart. */
const randomNumber = (from: number) => from + (crypto.getRandomValues(new Uint32Array(1))[0]! % (9 * from));
let number = randomNumber(100);
export const defaultName = () => t('player.number', { number });

async function rename(name: string, typedName: string | null): Promise<void> {
    const { you } = await ask('rename', { name });
    setUser(you);
    settings.name = you.name;
    saveSettings();
    // Keep what was typed in the meantime.
    if (me.typedName === typedName) me.typedName = null;
}

let renaming: { name: string; done: Promise<void> } | null = null;

/** Renames a guest. Leaving the field and pressing a button at the same time sends one request; another name is sent
 *  after the answer to the one before. */
export function renameGuest(text: string): Promise<void> {
    const name = truncateName(text);
    if (renaming?.name === name) return renaming.done;
    const { typedName } = me;
    const earlier = renaming?.done.catch(() => undefined);
    const done = (earlier ?? Promise.resolve()).then(() => rename(name, typedName)).finally(() => {
        if (renaming?.done === done) renaming = null;
    });
    renaming = { name, done };
    return done;
}

/** Applies the typed name: on the server for a guest, else in the settings. */
export async function applyTypedName(): Promise<void> {
    await looking;
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
    await looking;
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
