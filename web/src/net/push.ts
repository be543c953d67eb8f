// Web Push in this browser: the browser subscribes at its push service, and the server sends notices there.
import { language } from '../text/text.svelte';
import { ask } from './api';
import { me } from './me.svelte';
import { remember, remembered } from './push-memory';

/** Why this browser cannot show notices: the end of a key of the messages. */
export type Obstacle = 'unsupported' | 'insecure' | 'home-screen' | 'denied' | 'dismissed' | 'no-worker';

export class Hindered extends Error {
    constructor(readonly obstacle: Obstacle) {
        super(obstacle);
    }
}

/** The browser's own reason for not subscribing. */
export class Unsubscribable extends Error {}

/** iPads call themselves Macs. */
const isApplePhone = () => /iP(hone|ad|od)/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

/** Why notices cannot be switched on here, as far as can be known without asking the person. */
export function obstacle(): Obstacle | null {
    if (!isSecureContext) return 'insecure';
    if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) {
        return isApplePhone() && !matchMedia('(display-mode: standalone)').matches ? 'home-screen' : 'unsupported';
    }
    return Notification.permission === 'denied' ? 'denied' : null;
}

async function worker(): Promise<ServiceWorkerRegistration | undefined> {
    return navigator.serviceWorker?.getRegistration();
}

/** The service worker, for which a first visit has to wait; a browser that refuses it says nothing. */
function readyWorker(): Promise<ServiceWorkerRegistration | undefined> {
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, 20_000));
    return Promise.race([navigator.serviceWorker.ready, late]);
}

async function subscription(): Promise<PushSubscription | null> {
    return (await (await worker())?.pushManager?.getSubscription()) ?? null;
}

/** The bytes of base64url. */
function decode(text: string): Uint8Array<ArrayBuffer> {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
}

function isFor(found: PushSubscription, key: string): boolean {
    const bytes = found.options.applicationServerKey;
    return bytes === null || decode(key).every((byte, index) => new Uint8Array(bytes)[index] === byte);
}

/** Tells the server where this browser gets its notices; returns the number of the browser. */
async function tell(found: PushSubscription, user: number): Promise<number> {
    const { endpoint, keys } = found.toJSON() as { endpoint: string; keys: { p256dh: string; auth: string } };
    const { id } = await ask('push_add', { endpoint, p256dh: keys.p256dh, auth: keys.auth, language: language() });
    remember({ id, user, language: language(), endpoint });
    return id;
}

/** The number of this browser at the server, if notices are on here for this user and this key of the server. */
export async function numberHere(key: string): Promise<number | null> {
    const told = remembered();
    if (told === null || told.user !== me.user?.id || obstacle() !== null) return null;
    const found = await subscription();
    return found !== null && found.endpoint === told.endpoint && isFor(found, key) ? told.id : null;
}

/** Switches notices on in this browser, which asks the person. Throws Hindered or Unsubscribable. */
export async function switchOn(key: string): Promise<void> {
    const before = obstacle();
    if (before !== null) throw new Hindered(before);
    const permission = await Notification.requestPermission();
    if (permission !== 'granted') throw new Hindered(permission === 'denied' ? 'denied' : 'dismissed');
    const registration = await readyWorker();
    if (registration === undefined) throw new Hindered('no-worker');
    const old = await registration.pushManager.getSubscription();
    if (old !== null && !isFor(old, key)) await old.unsubscribe();
    let found: PushSubscription;
    try {
        found = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: decode(key) });
    } catch (error) {
        throw new Unsubscribable(error instanceof Error ? error.message : String(error));
    }
    await tell(found, me.user!.id);
}

/** This browser shows no notices any more; the server finds out by itself. */
export async function switchOff(): Promise<void> {
    remember(null);
    await (await subscription())?.unsubscribe();
}

/** Keeps what the server knows true: after a change of user, language or address; and ends notices after logging out. */
export async function keepPush(): Promise<void> {
    const told = remembered();
    if (told === null || me.server !== 'here') return;
    const found = await subscription();
    // A server that refuses to answer has logged nobody out.
    const user = me.user?.id ?? (await ask('hello')).you?.id;
    if (user === undefined || found === null || obstacle() !== null) return switchOff();
    if (told.user !== user || told.language !== language() || told.endpoint !== found.endpoint) await tell(found, user);
}
