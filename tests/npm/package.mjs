// The npm package, installed from its file in a fresh Node project: whole games, refusals, types, the example of its README.
//
//     package.mjs FOLDER EXPECTED ELEKTRO      FOLDER: where scripts/npm left the package
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import test, { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { freshProject, packed } from './project.mjs';

const [folder, expected, elektro] = process.argv.slice(2);
const TSC = fileURLToPath(new URL('../../web/node_modules/.bin/tsc', import.meta.url));

const project = freshProject(packed(folder));
after(() => project.remove());
const installed = join(project.folder, 'node_modules/elektro');

/** What a program prints in the project. */
function run(...args) {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: project.folder, encoding: 'utf8', maxBuffer: 2 ** 28 });
    assert.equal(status, 0, stderr);
    assert.equal(stderr, '');
    return stdout;
}

test('the package holds what it needs and nothing else', () => {
    const { dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    assert.equal(dependencies, undefined);
    assert.deepEqual(readdirSync(installed).sort(), ['LICENSE', 'README.md', 'dist', 'package.json', 'types']);
    assert.deepEqual(readdirSync(join(installed, 'dist')).sort(), ['elektro.js', 'elektro.wasm', 'judge.bin', 'node.js', 'records.wasm', 'web.js']);
    const others = readdirSync(join(project.folder, 'node_modules')).filter((name) => !name.startsWith('.'));
    assert.deepEqual(others, ['elektro']);
});

test('bots play whole games at all kinds of tables; the signature is that of the engine, and the command line accepts the records', () => {
    const { version, rulesVersion, signature, records } = JSON.parse(run('games.mjs'));
    assert.equal(`elektro ${version}, rules ${rulesVersion}\n`, execFileSync(elektro, ['--version'], { encoding: 'utf8' }));
    assert.equal(version, JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')).version);
    assert.equal(signature, readFileSync(expected, 'utf8').trim());
    assert.ok(records.length > 12);
    const files = records.map((record, number) => {
        const file = join(project.folder, `${number}.elektro`);
        writeFileSync(file, record);
        return file;
    });
    execFileSync(resolve(elektro), ['replay', '--verify', ...files], { stdio: ['ignore', 'ignore', 'inherit'] });
});

test('everything refused is an Error with words and changes nothing', () => {
    assert.equal(run('refusals.mjs'), 'ok\n');
});

test('the example of the README runs', () => {
    const [, example] = /```js\n(.*?)```/s.exec(readFileSync(join(installed, 'README.md'), 'utf8'));
    writeFileSync(join(project.folder, 'example.mjs'), example);
    const lines = run('example.mjs').split('\n');
    assert.match(lines[0], /does not belong to this phase/);
    assert.match(lines[1], /^1 (Anna|Volta|Ohm) \d+$/);
    assert.ok(lines.includes('elektro 1'));
});

for (const moduleResolution of ['nodenext', 'bundler']) {
    test(`a strict TypeScript program is checked with moduleResolution ${moduleResolution}`, () => {
        const compilerOptions = {
            noEmit: true,
            strict: true,
            noUncheckedIndexedAccess: true,
            target: 'es2022',
            lib: ['es2022'],
            types: [],
            module: moduleResolution === 'bundler' ? 'esnext' : moduleResolution,
            moduleResolution,
        };
        writeFileSync(join(project.folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['types.ts'] }));
        const { status, stdout } = spawnSync(TSC, { cwd: project.folder, encoding: 'utf8' });
        assert.equal(status, 0, stdout);
    });
}
