// Makes the folder of the npm package: the sources as one file of JavaScript, the modules beside it, and the types.
//
//     build.mjs WASM VERSION FOLDER     WASM: the folder with the WebAssembly modules
//
// esbuild and TypeScript are those of web/.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const [wasm, version, folder] = process.argv.slice(2);
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const NPM = join(ROOT, 'npm');
const DECLARATIONS = join(ROOT, 'build/npm/declarations');
const { build } = createRequire(join(ROOT, 'web/package.json'))('esbuild');

async function bundle() {
    const common = { format: 'esm', target: 'es2022', logLevel: 'warning', external: ['#host', 'node:*'] };
    await build({
        ...common,
        entryPoints: { elektro: join(NPM, 'src/index.ts') },
        outdir: join(folder, 'dist'),
        bundle: true,
        alias: { $data: join(ROOT, 'data') },
        define: { ELEKTRO_VERSION: JSON.stringify(version) },
    });
    await build({ ...common, entryPoints: ['node', 'web'].map((host) => join(NPM, `src/host/${host}.ts`)), outdir: join(folder, 'dist'), external: undefined });
    copyFileSync(join(ROOT, 'data/weights/judge.bin'), join(folder, 'dist/judge.bin'));
    for (const name of ['elektro.wasm', 'records.wasm']) copyFileSync(join(wasm, name), join(folder, 'dist', name));
}

/** The place of a declaration in the package: the folders of web/src lie beside the package's own files. */
function placeOf(path) {
    return join(folder, 'types', relative(DECLARATIONS, path).replace(/^(npm|web)[/]src[/]/, ''));
}

/** Copies a declaration and all that it imports. Node wants full names in imports: './words' becomes './words.js'. */
function copyDeclaration(path, done = new Set()) {
    if (done.has(path)) return;
    done.add(path);
    const text = readFileSync(path, 'utf8').replace(/(from |import\()(['"])([.][^'"]*)\2/g, (_, before, quote, name) => {
        const imported = join(dirname(path), `${name}.d.ts`);
        copyDeclaration(imported, done);
        const target = relative(dirname(placeOf(path)), placeOf(imported)).replace(/[.]d[.]ts$/, '.js');
        return `${before}${quote}${target.startsWith('.') ? target : `./${target}`}${quote}`;
    });
    mkdirSync(dirname(placeOf(path)), { recursive: true });
    writeFileSync(placeOf(path), text);
}

function declare() {
    rmSync(DECLARATIONS, { recursive: true, force: true });
    execFileSync('npm', ['run', '--silent', 'words'], { cwd: join(ROOT, 'web'), stdio: 'inherit' });
    execFileSync(join(ROOT, 'web/node_modules/.bin/tsc'), ['-p', NPM, '--outDir', DECLARATIONS], { stdio: 'inherit' });
    copyDeclaration(join(DECLARATIONS, 'npm/src/index.d.ts'));
}

function describe() {
    const { name, ...rest } = JSON.parse(readFileSync(join(NPM, 'package.json'), 'utf8'));
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ name, version, ...rest }, null, 2)}\n`);
    copyFileSync(join(NPM, 'README.md'), join(folder, 'README.md'));
    copyFileSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
declare();
await bundle();
describe();
