// The page's own sources in Node: bundled as for the page, runes compiled, nothing rendered.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, transform } from 'esbuild';
import { compileModule } from 'svelte/compiler';

const WEB = fileURLToPath(new URL('..', import.meta.url));

/** Svelte's runes outside components, compiled as for a browser. */
const runes = {
    name: 'runes',
    setup({ onLoad }) {
        onLoad({ filter: /\.svelte\.ts$/ }, async ({ path }) => {
            const { code } = await transform(readFileSync(path, 'utf8'), { loader: 'ts', target: 'esnext' });
            return { contents: compileModule(code, { filename: path, generate: 'client' }).js.code, loader: 'js' };
        });
    },
};

const merged = (folders, language) => Object.assign({}, ...folders.map((folder) => JSON.parse(readFileSync(join(WEB, folder, `${language}.json`), 'utf8'))));
/** The messages of a language: the page's own, and the sentences that it shares with the command line; those of pages about one subject. */
const catalogOf = (language) => merged(['messages', '../data/messages'], language);
const SUBJECTS = readdirSync(join(WEB, 'messages'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
const moreOf = (language) => merged(SUBJECTS.map(({ name }) => join('messages', name)), language);

/** The virtual modules of vite.config.ts: message catalogs and the addresses of the modules. */
const madeByVite = {
    name: 'made-by-vite',
    setup({ onResolve, onLoad }) {
        onResolve({ filter: /^virtual:catalog\// }, ({ path }) => ({ path: path.split('/').at(-1), namespace: 'catalog' }));
        onLoad({ filter: /./, namespace: 'catalog' }, ({ path }) => ({ contents: JSON.stringify(catalogOf(path)), loader: 'json' }));
        onResolve({ filter: /^virtual:more\// }, ({ path }) => ({ path: path.split('/').at(-1), namespace: 'more' }));
        onLoad({ filter: /./, namespace: 'more' }, ({ path }) => ({ contents: JSON.stringify(moreOf(path)), loader: 'json' }));
        onResolve({ filter: /\.(wasm|bin|json)\?url$/ }, ({ path }) => ({ path: path.split('/').at(-1).replace('?url', ''), namespace: 'address' }));
        onLoad({ filter: /./, namespace: 'address' }, ({ path }) => ({ contents: `export default '/${path}';`, loader: 'js' }));
    },
};

/** Everything that the modules of src/ with these names export. */
export async function sources(...names) {
    const folder = mkdtempSync(join(tmpdir(), 'elektro-sources-'));
    const outfile = join(folder, 'sources.mjs');
    execFileSync('npm', ['run', '--silent', 'words'], { cwd: WEB, stdio: 'inherit' });
    await build({
        stdin: { contents: names.map((name) => `export * from './src/${name}';`).join('\n'), resolveDir: WEB },
        bundle: true,
        format: 'esm',
        target: 'es2022',
        conditions: ['svelte', 'browser'],
        alias: { $data: join(WEB, '../data') },
        plugins: [runes, madeByVite],
        outfile,
        logLevel: 'error',
    });
    try {
        return await import(pathToFileURL(outfile));
    } finally {
        rmSync(folder, { recursive: true });
    }
}
