// Serves the built page as the server does: same-origin only, under the strict policy.
//
//     serve.mjs FOLDER [PORT]      by hand; prints the address
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { POLICY } from '../tools/policy.mjs';

const TYPES = {
    '.html': 'text/html; charset=utf-8',
    '.js': 'text/javascript; charset=utf-8',
    '.css': 'text/css; charset=utf-8',
    '.svg': 'image/svg+xml',
    '.json': 'application/json',
    '.webmanifest': 'application/manifest+json',
    '.wasm': 'application/wasm',
    '.woff2': 'font/woff2',
};

/** Starts serving folder; returns { address, close }. */
export function serve(folder, port = 0) {
    const root = resolve(folder);
    const server = createServer((request, response) => {
        const path = normalize(decodeURIComponent(new URL(request.url, 'http://x').pathname));
        const file = join(root, path.endsWith('/') ? `${path}index.html` : path);
        if (!file.startsWith(root) || !statSync(file, { throwIfNoEntry: false })?.isFile()) {
            response.writeHead(404).end();
            return;
        }
        response.writeHead(200, {
            'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
            'Content-Security-Policy': POLICY,
            'Cache-Control': 'no-cache',
        });
        createReadStream(file).pipe(response);
    });
    return new Promise((started) => {
        server.listen(port, '127.0.0.1', () => {
            const address = `http://127.0.0.1:${server.address().port}/`;
            started({ address, close: () => server.close() });
        });
    });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    const { address } = await serve(process.argv[2], Number(process.argv[3] ?? 8080));
    console.log(address);
}
