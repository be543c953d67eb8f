// Lets Elektro open without a network. The build puts the version and the list of files in front.
const CACHE = `elektro-${VERSION}`;

addEventListener('install', (event) => {
    event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)).then(() => skipWaiting()));
});

addEventListener('activate', (event) => {
    const old = (name) => name.startsWith('elektro-') && name !== CACHE;
    const forget = (names) => Promise.all(names.filter(old).map((name) => caches.delete(name)));
    event.waitUntil(caches.keys().then(forget).then(() => clients.claim()));
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
