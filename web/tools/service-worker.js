// Lets Elektro start offline. The build prepends the version and the list of files.
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

/** Focuses the page of a notification, or opens it. */
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
