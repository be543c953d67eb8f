// Lets Elektro start offline, and shows notices that the server sends while the page is closed. The build prepends the version, the
// list of files, and the words of notices in each language.
// Copies of the page in other folders of the host have caches of their own.
const OURS = `elektro ${registration.scope} `;
const CACHE = OURS + VERSION;

// A new version waits until all pages of the old one are closed: the server no longer has the old files.
addEventListener('install', (event) => {
    event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
});

addEventListener('activate', (event) => {
    // Earlier versions named them without the folder.
    const old = (name) => /^elektro-[0-9a-f]{12}$/.test(name) || (name.startsWith(OURS) && name !== CACHE);
    const forget = (names) => Promise.all(names.filter(old).map((name) => caches.delete(name)));
    event.waitUntil(caches.keys().then(forget));
});

/** The part of a page's address after '#'. The browser does not say how the page has changed it, so the page is asked; one that stands
 *  still does not answer. */
function hashOf(page) {
    return new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => resolve(data);
        setTimeout(() => resolve(new URL(page.url).hash), 500);
        page.postMessage('hash', [port2]);
    });
}

/** The pages that show what an address leads to. */
async function pagesAt(hash) {
    const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
    const hashes = await Promise.all(pages.map(hashOf));
    return pages.filter((_, index) => hashes[index] === hash);
}

/** Focuses the page of a notification, or opens it. */
async function show(hash) {
    const [page] = await pagesAt(hash);
    if (page !== undefined) await page.focus();
    else await clients.openWindow(new URL(`./${hash}`, registration.scope));
}

addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(show(event.notification.data.hash));
});

/** A text of a notice, with values in place of their names in braces. */
function t(key, language, values = {}) {
    const text = WORDS[language]?.[key] ?? WORDS.en[key];
    return text?.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '');
}

/** What the server has sent: the fields of a notice and their language. Another version of the server may send more. */
function read(data) {
    try {
        return data.json() ?? {};
    } catch {
        return {};
    }
}

/** The page that a notice is about. */
function pageOf({ notice, table, tournament }) {
    if (tournament !== undefined) return `#/tournament/${tournament}`;
    if (table !== undefined) return `#/table/${table}`;
    return notice === 'test' ? '#/notices' : '';
}

/** Whether the person looks at a page. */
async function isLookedAt(hash) {
    return (await pagesAt(hash)).some(({ focused, visibilityState }) => focused && visibilityState === 'visible');
}

/** Shows a notice. A later one about the same game takes its place, and so does the one of a page (notify.ts). */
async function tell(message) {
    const { notice, language, title, table, tournament } = message;
    const hash = pageOf(message);
    if (notice !== 'test' && (await isLookedAt(hash))) return;
    await registration.showNotification(t(`push.notice.${notice}`, language, message) ?? t('push.notice.other', language), {
        body: title ?? '',
        tag: table ?? tournament ?? notice ?? '',
        renotify: Boolean(table ?? tournament ?? notice),
        icon: './icon-192.png',
        badge: './badge.png',
        lang: language,
        data: { hash },
    });
    if (notice === 'your-turn') await navigator.setAppBadge?.().catch(() => undefined);
}

addEventListener('push', (event) => {
    event.waitUntil(tell(read(event.data)));
});

/** The language of notices until the page says another one. */
function guessLanguage() {
    return Object.keys(WORDS).find((each) => navigator.language.toLowerCase().startsWith(each.slice(0, 2))) ?? 'en';
}

/** The push service has given this browser another address. The server drops the old one when it cannot send there. */
async function renew({ oldSubscription, newSubscription }) {
    const fresh = newSubscription ?? (oldSubscription && (await registration.pushManager.subscribe(oldSubscription.options)));
    if (!fresh) return;
    const { endpoint, keys } = fresh.toJSON();
    await fetch('./api/v1/me/pushes', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ endpoint, ...keys, language: guessLanguage() }),
    });
}

addEventListener('pushsubscriptionchange', (event) => {
    event.waitUntil(renew(event));
});

/** The page itself is fetched from the network if possible; files with a hash in their name never change. */
async function answer(request) {
    const cache = await caches.open(CACHE);
    if (request.mode === 'navigate') {
        try {
            return await fetch(request);
        } catch {
            return (await cache.match('./index.html')) ?? Response.error();
        }
    }
    const kept = await cache.match(request);
    if (kept !== undefined) return kept;
    const fetched = await fetch(request);
    if (fetched.ok && request.url.includes('/assets/')) await cache.put(request, fetched.clone());
    return fetched;
}

addEventListener('fetch', (event) => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url);
    const ours = request.method === 'GET' && origin === location.origin && !pathname.includes('/api/');
    if (ours) event.respondWith(answer(request));
});
