import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
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

/** The words of notices in each language: the service worker shows them while no page is open. */
function noticeWords(): Record<string, Record<string, string>> {
    const folder = here('messages/push');
    const words = (file: string) => Object.entries(JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as Record<string, string>);
    return Object.fromEntries(
        readdirSync(folder).map((file) => [file.replace('.json', ''), Object.fromEntries(words(file).filter(([key]) => key.startsWith('push.notice.')))]),
    );
}

/** Writes the service worker with the words of notices and the list of this build's files, without fonts that few pages need and
 *  without the weights of bots, which are kept when a bot needs them. */
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
                    `const VERSION = '${version}';\nconst FILES = ${JSON.stringify(list)};\nconst WORDS = ${JSON.stringify(noticeWords())};\n` +
                    readFileSync(here('tools/service-worker.js'), 'utf8'),
            });
        },
    };
}

type Glossary = Record<string, Record<string, string>>;

/** Subjects of the texts that only the pages about them need. */
const SUBJECTS = ['ratings', 'profiles', 'people', 'notices', 'push', 'pairing', 'tournaments'];

/** Two catalogs per language: terms of the glossary, messages of the engine and of the page; and the messages of the subjects. */
function catalogs(): Plugin {
    const FIRST = 'virtual:catalog/';
    const MORE = 'virtual:more/';
    const read = (path: string): Record<string, string> =>
        existsSync(here(path)) ? (JSON.parse(readFileSync(here(path), 'utf8')) as Record<string, string>) : {};
    const terms = (language: string): Record<string, string | undefined> => {
        const glossary = read('../data/glossary.json') as unknown as Glossary;
        return Object.fromEntries(Object.entries(glossary).map(([key, words]) => [`term.${key}`, words[language] ?? words.en]));
    };
    return {
        name: 'elektro-catalogs',
        resolveId: (id) => (id.startsWith(FIRST) || id.startsWith(MORE) ? `\0${id}` : undefined),
        load(id) {
            const [prefix, language] = id.slice(1).split(/(?<=\/)/);
            if (prefix !== FIRST && prefix !== MORE) return undefined;
            const paths =
                prefix === FIRST
                    ? [`../data/messages/${language}.json`, `messages/${language}.json`]
                    : SUBJECTS.map((subject) => `messages/${subject}/${language}.json`);
            for (const path of paths) {
                if (existsSync(here(path))) this.addWatchFile(here(path));
            }
            const catalog: object = Object.assign(prefix === FIRST ? terms(language ?? '') : {}, ...paths.map(read)) as object;
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
