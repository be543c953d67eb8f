// The memory of a page as text, to search it for secrets.

/** Keeps a reference to the memory of every WebAssembly instance of the page. */
async function prepare({ page }) {
    await page.addInitScript(() => {
        const Instance = WebAssembly.Instance;
        window.wasmMemories = [];
        WebAssembly.Instance = function (module, imports) {
            const instance = new Instance(module, imports);
            window.wasmMemories.push(instance.exports.memory);
            return instance;
        };
    });
    await page.reload();
}

async function modules(page) {
    const all = await page.evaluate(() => window.wasmMemories.map((memory) => {
        const bytes = new Uint8Array(memory.buffer);
        let text = '';
        for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
        return btoa(text);
    }));
    return all.map((text) => Buffer.from(text, 'base64'));
}

async function heap(page) {
    const session = await page.context().newCDPSession(page);
    const chunks = [];
    session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
    await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
    await session.detach();
    return chunks.join('');
}

/** The page's storage in the browser, as text. */
function stored(page) {
    return page.evaluate(async () => {
        const answer = (request) => new Promise((resolve, reject) => {
            request.onsuccess = () => resolve(request.result);
            request.onerror = () => reject(request.error);
        });
        const kept = [JSON.stringify(localStorage)];
        for (const { name } of await indexedDB.databases()) {
            const database = await answer(indexedDB.open(name));
            for (const store of database.objectStoreNames) {
                const all = await answer(database.transaction(store).objectStore(store).getAll());
                kept.push(JSON.stringify(all));
            }
            database.close();
        }
        return kept.join();
    });
}

async function take({ page }) {
    return { modules: await modules(page), heap: await heap(page), stored: await stored(page) };
}

function encoded(numbers, bytes) {
    const buffer = Buffer.alloc(numbers.length * bytes);
    numbers.forEach((number, index) => buffer.writeUIntLE(number, index * bytes, bytes));
    return buffer;
}

/** The forms in which the seed or the next cards are found in a memory. */
function found(memory, seed, draws) {
    const shapes = {
        'as text': Buffer.from(seed),
        'as bytes': Buffer.from(seed, 'hex'),
        '8 bits': encoded(draws, 1),
        '16 bits': encoded(draws, 2),
        '32 bits': encoded(draws, 4),
    };
    return Object.keys(shapes).filter((shape) => memory.includes(shapes[shape]));
}

export const searchable = { prepare, take, found };
