// Calls a person who looks elsewhere.
import { isCode } from './id';
import { settings } from './settings.svelte';

/** Shows a notice of the system about a game, if the person wants that and does not see the page. */
export async function notify(body: string, game: string): Promise<void> {
    if (!settings.notify || !document.hidden || !('Notification' in window)) return;
    // It may have been withdrawn since it was given.
    if (Notification.permission !== 'granted') return;
    const hash = `#/${isCode(game) ? 'table' : 'game'}/${game}`;
    const notice = { body, tag: game, data: { hash } };
    // On phones only a service worker may show one.
    const worker = await navigator.serviceWorker?.getRegistration();
    if (worker?.active) await worker.showNotification('Elektro', notice);
    else new Notification('Elektro', notice).onclick = () => window.focus();
}
