// Makes the page for a host of static files, without a server: a copy of the built page that knows there is none and
// brings the server's policy itself. All addresses in it are relative, so it works in any folder of the host.
//
//     make-site.mjs BUILT SITE
import assert from 'node:assert/strict';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { POLICY } from './policy.mjs';

const [built, site] = process.argv.slice(2);

/** Browsers refuse frame-ancestors in a page. */
const policy = POLICY.split(/; */).filter((part) => !part.startsWith('frame-ancestors')).join('; ');
const metas = [
    `<meta http-equiv="Content-Security-Policy" content="${policy}" />`,
    '<meta name="elektro-server" content="none" />',
];

rmSync(site, { recursive: true, force: true });
// Compressed files are for the server.
cpSync(built, site, { recursive: true, filter: (path) => !path.endsWith('.gz') });

const page = join(site, 'index.html');
const before = readFileSync(page, 'utf8');
// First, so that the policy holds for everything after it.
const after = before.replace(/^( *)<meta charset="utf-8" *\/?>\n/m, (line, indent) => line + metas.map((meta) => `${indent}${meta}\n`).join(''));
assert.notEqual(after, before, `${page} has no <meta charset="utf-8">`);
writeFileSync(page, after);
// GitHub Pages would leave out files with an underscore in front.
writeFileSync(join(site, '.nojekyll'), '');
