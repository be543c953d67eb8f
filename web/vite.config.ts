import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The folder with the WebAssembly modules; ELEKTRO_WASM overrides it. */
const wasm = process.env.ELEKTRO_WASM ?? here('../build/web-engine/wasm');

/** Writes the engine's word lists and the modules to src/generated. */
function engineModules(): Plugin {
    return {
        name: 'elektro-wasm',
        buildStart() {
            mkdirSync(here('src/generated'), { recursive: true });
            execFileSync('npm', ['run', '--silent', 'words'], { cwd: here('.'), stdio: 'inherit' });
            for (const name of ['elektro.wasm', 'records.wasm']) {
                const made = `${wasm}/${name}`;
                if (!existsSync(made)) this.error(`${made} does not exist. Build the engine first: make web`);
                copyFileSync(made, here(`src/generated/${name}`));
            }
        },
    };
}

/** Writes the service worker with the list of this build's files, without fonts that few pages need and without the
 *  weights of bots, which are kept when a bot needs them. */
function serviceWorker(): Plugin {
    return {
        name: 'elektro-service-worker',
        apply: 'build',
        // Runs after Vite has removed chunks that contain only styles.
        enforce: 'post',
        generateBundle(_options, bundle) {
            const wanted = Object.keys(bundle).filter((file) => !/gallery|cyrillic|latin-ext|[.]bin$/.test(file));
            const files = ['./', './index.html', './icon.svg', './manifest.webmanifest', ...wanted];
            const version = createHash('sha256').update(files.join()).digest('hex').slice(0, 12);
            const list = [...new Set(files.map((file) => (file.startsWith('./') ? file : `./${file}`)))];
            this.emitFile({
                type: 'asset',
                fileName: 'service-worker.js',
                source:
                    `const VERSION = '${version}';\nconst FILES = ${JSON.stringify(list)};\n` +
                    readFileSync(here('tools/service-worker.js'), 'utf8'),
            });
        },
    };
}

type Glossary = Record<string, Record<string, string>>;

/** One catalog per language: terms of the glossary, messages of the engine, messages of the page. */
function catalogs(): Plugin {
    const prefix = 'virtual:catalog/';
    const read = (path: string): object =>
        existsSync(here(path)) ? (JSON.parse(readFileSync(here(path), 'utf8')) as object) : {};
    return {
        name: 'elektro-catalogs',
        resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
        load(id) {
            if (!id.startsWith(`\0${prefix}`)) return undefined;
            const language = id.slice(prefix.length + 1);
            for (const path of [`../data/messages/${language}.json`, `messages/${language}.json`]) {
                if (existsSync(here(path))) this.addWatchFile(here(path));
            }
            const terms = Object.entries(read('../data/glossary.json') as Glossary).map(
                ([key, words]) => [`term.${key}`, words[language] ?? words.en],
            );
            const catalog = {
                ...Object.fromEntries(terms),
                ...read(`../data/messages/${language}.json`),
                ...read(`messages/${language}.json`),
            };
            return `export default ${JSON.stringify(catalog)}`;
        },
    };
}

export default defineConfig({
    plugins: [engineModules(), catalogs(), svelte(), serviceWorker()],
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
