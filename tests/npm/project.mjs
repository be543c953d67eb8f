// A fresh Node project with the npm package installed, without a network.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROGRAMS = fileURLToPath(new URL('programs', import.meta.url));

/** The packed package in this folder. */
export function packed(folder) {
    const [name, ...others] = readdirSync(folder).filter((file) => file.endsWith('.tgz'));
    if (name === undefined || others.length > 0) throw new Error(`${folder} should hold one package; make it with scripts/npm`);
    return resolve(folder, name);
}

/** The project: its folder with the programs of the tests, and remove(). */
export function freshProject(file) {
    const folder = mkdtempSync(join(tmpdir(), 'elektro-npm-'));
    writeFileSync(join(folder, 'package.json'), '{ "name": "fresh", "version": "1.0.0", "type": "module", "private": true }\n');
    execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', '--loglevel=error', file], {
        cwd: folder,
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, npm_config_cache: join(folder, 'cache') },
    });
    cpSync(PROGRAMS, folder, { recursive: true });
    return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
