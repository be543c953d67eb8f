// Lets Elektro open without a network. The build puts the version and the list of files in front.
const CACHE = `elektro-${VERSION}`;

// A new version waits until no page of the old one is open: the server has its files no longer.
addEventListener('install', (event) => {
    event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
});

addEventListener('activate', (event) => {
    const old = (name) => name.startsWith('elektro-') && name !== CACHE;
    const forget = (names) => Promise.all(names.filter(old).map((name) => caches.delete(name)));
    event.waitUntil(caches.keys().then(forget));
});

/** Shows the page that has called, or opens it. */
async function show(hash) {
    const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
    const page = pages.find(({ url }) => url.endsWith(hash));
    if (page !== undefined) await page.focus();
    else await clients.openWindow(new URL(`./${hash}`, registration.scope));
}

addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(show(event.notification.data.hash));
});

/** The page itself comes fresh when it can; what has a hash in its name never changes. */
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
