import './style/fonts.css';
import './style/theme.css';
import './art/theme.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { setLanguage } from './text/text.svelte';
import { settings, watchTheme } from './game/settings.svelte';

watchTheme();
// Without its words the page speaks English, and says what goes wrong.
await setLanguage(settings.language).catch(() => undefined);
mount(App, { target: document.getElementById('app')! });

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    void navigator.serviceWorker.register('./service-worker.js');
}
