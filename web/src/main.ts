import './style/fonts.css';
import './style/theme.css';
import './art/theme.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { setLanguage } from './text/text.svelte';
import { settings, watchTheme } from './game/settings.svelte';

watchTheme();
// If the catalog does not load, the page stays in English and can still report errors.
await setLanguage(settings.language).catch(() => undefined);
mount(App, { target: document.getElementById('app')! });

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    // A browser refuses it under a self-signed certificate: then the page works, but not offline.
    navigator.serviceWorker.register('./service-worker.js').catch(() => undefined);
    // It asks what the page shows, to find the page of a notice.
    navigator.serviceWorker.addEventListener('message', ({ ports: [port] }) => port?.postMessage(location.hash));
}
