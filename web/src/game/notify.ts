// System notifications.
import { isCode } from './id';
import { settings } from './settings.svelte';

/** Notifies the person about a game, if the setting is on and the page is hidden. */
export async function notify(body: string, game: string): Promise<void> {
    if (!settings.notify || !document.hidden || !('Notification' in window)) return;
    // The permission may have been revoked.
    if (Notification.permission !== 'granted') return;
    const hash = `#/${isCode(game) ? 'table' : 'game'}/${game}`;
    const notice = { body, tag: game, data: { hash } };
    // On phones only a service worker can show notifications.
    const worker = await navigator.serviceWorker?.getRegistration();
    if (worker?.active) await worker.showNotification('Elektro', notice);
    else new Notification('Elektro', notice).onclick = () => window.focus();
}
