// The npm package in a page: a bundler takes its modules along, and a game runs in Chromium.
//
//     browser.mjs FOLDER      where scripts/npm left the package
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { build } from '../../web/node_modules/vite/dist/node/index.js';
import { launch, openPage } from '../../web/tests/browser.mjs';
import { serve } from '../../web/tests/serve.mjs';
import { freshProject, packed } from './project.mjs';

const project = freshProject(packed(process.argv[2]));
after(() => project.remove());

async function recordOf(address) {
    const browser = await launch();
    try {
        const { page, troubles } = await openPage(browser, address);
        const record = await page.locator('#record').textContent();
        assert.deepEqual(troubles, []);
        return record;
    } finally {
        await browser.close();
    }
}

test('a page that Vite has bundled plays a game to its end', async () => {
    await build({ root: project.folder, base: './', logLevel: 'error', build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } } });
    const assets = readdirSync(join(project.folder, 'dist/assets'));
    for (const name of ['elektro', 'records']) assert.ok(assets.some((file) => file.startsWith(name) && file.endsWith('.wasm')), String(assets));
    const server = await serve(join(project.folder, 'dist'));
    try {
        assert.match(await recordOf(server.address), /^elektro 1\n.*^result: 1\. /ms);
    } finally {
        server.close();
    }
});
