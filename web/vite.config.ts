import { copyFileSync, existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Where the meson build left the engine; ELEKTRO_WASM names another place. */
const wasm = process.env.ELEKTRO_WASM ?? here('../build/web-engine/engine/wasm/elektro.wasm');

/** Puts elektro.wasm into src/generated, from where the sources import its address. */
function engineModule(): Plugin {
    return {
        name: 'elektro-wasm',
        buildStart() {
            if (!existsSync(wasm)) this.error(`${wasm} is not there: build the engine first (make web)`);
            copyFileSync(wasm, here('src/generated/elektro.wasm'));
        },
    };
}

export default defineConfig({
    plugins: [engineModule(), svelte()],
    base: './',
    resolve: { alias: { $data: here('../data') } },
    server: { fs: { allow: [here('..')] } },
    worker: { format: 'es' },
    build: {
        outDir: process.env.ELEKTRO_WEB_OUT ?? here('../build/web'),
        emptyOutDir: true,
        target: 'es2022',
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
    },
});
