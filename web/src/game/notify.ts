// Calls a person who looks elsewhere.
import { settings } from './settings.svelte';

/** Shows a notice of the system, if the person wants that and does not see the page. */
export async function notify(body: string, tag: string): Promise<void> {
    if (!settings.notify || !document.hidden || !('Notification' in window)) return;
    // On phones only a service worker may show one.
    const worker = await navigator.serviceWorker?.getRegistration();
    if (worker !== undefined) await worker.showNotification('Elektro', { body, tag });
    else new Notification('Elektro', { body, tag });
}
