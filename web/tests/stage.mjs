// The cases of a file that runs in Chromium: one browser for the file, fresh profiles for each case. An error in
// a page fails the case. A failed case prints its seed and its games, and saves screenshots.
//
//     FILE FOLDER [ELEKTRO]      the built page, and the program for cases that need a server
//
// ELEKTRO_SEED=… plays other games than the default ones.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { launch, openPage, painted } from './browser.mjs';
import { test as plainTest } from './cases.mjs';
import { serve } from './serve.mjs';

export const [folder, program] = process.argv.slice(2);
const PICTURES = fileURLToPath(new URL('../../build/failures', import.meta.url));
const RECORD_OF = fileURLToPath(new URL('record-of.mjs', import.meta.url));
const SEED = process.env.ELEKTRO_SEED ?? 'every day';

export const browser = await launch();
after(() => browser.close());

/** The page without a server. */
export const still = await serve(folder);
after(() => still.close());

let running = '';
let opened = [];

/** Opens the page in a fresh profile until the case is over. Errors that match allowed are ignored. Nobody looks at
 *  it, so it is not painted; and it has a service worker only in cases that ask for one, because its cache takes as long
 *  to fill as a page to load. */
export async function open({ address = still.address, allowed, ...options } = {}) {
    const seed = `${SEED}, ${running}, ${opened.length}`;
    const mine = await openPage(browser, address, { seed, paints: false, serviceWorkers: 'block', ...options });
    opened.push({ ...mine, seed, allowed });
    return mine;
}

/** Goes to a screen and waits until it is shown: the title has changed. */
export async function goTo(page, address) {
    const before = await page.textContent('h1');
    await page.goto(address);
    await page.waitForFunction((title) => ![undefined, title].includes(document.querySelector('h1')?.textContent), before);
}

export function test(name, check, options = {}) {
    plainTest(name, check, { ...options, around: (run) => onStage(name, run) });
}

async function onStage(name, run) {
    [running, opened] = [name, []];
    try {
        await run();
        for (const { troubles, allowed } of opened) assert.deepEqual(troubles.filter((trouble) => !allowed?.test(trouble)), []);
    } catch (error) {
        for (const [number, each] of opened.entries()) await report(each, number).catch((why) => say(`nothing to tell of page ${number + 1}: ${why}`));
        throw error;
    } finally {
        await Promise.allSettled(opened.map(({ context }) => leave(context)));
    }
}

/** Closes a profile. Answers that a case still holds back fail silently: an error would end the whole file. */
async function leave(context) {
    await Promise.all([context, ...context.pages()].map((routed) => routed.unrouteAll({ behavior: 'ignoreErrors' })));
    await context.close();
}

// --------------------------------------------------------------------------------------- failures

/** On stderr: a script parses stdout. */
function say(text) {
    process.stderr.write(String(text).trimEnd().replace(/^/gm, '# ') + '\n');
}

async function report({ context, seed, troubles }, number) {
    say(`seed: ${seed}`);
    for (const trouble of troubles) say(`trouble: ${trouble}`);
    mkdirSync(PICTURES, { recursive: true });
    for (const [tab, page] of context.pages().entries()) {
        const path = join(PICTURES, `${running.replace(/[^\w]+/g, '-').slice(0, 60)}-${number + 1}-${tab + 1}.png`);
        say(`page ${number + 1}, tab ${tab + 1}: ${page.url()}`);
        await painted(page, () => page.screenshot({ path, timeout: 10000 }));
        say(`picture: ${path}`);
        for (const record of await recordsIn(page)) say(record);
    }
}

/** The records of the games that were played in a page: those it keeps, and the one on a server it shows. */
async function recordsIn(page) {
    const kept = await page.evaluate(() => new Promise((resolve) => {
        const opening = indexedDB.open('elektro', 1);
        opening.onerror = () => resolve('[]');
        // No games yet: the page makes the database itself.
        opening.onupgradeneeded = () => opening.transaction.abort();
        opening.onsuccess = () => {
            const asked = opening.result.transaction('games').objectStore('games').getAll();
            asked.onsuccess = () => resolve(JSON.stringify(asked.result, (_, value) => (value instanceof Uint8Array ? { bytes: [...value] } : value)));
        };
    }));
    const local = JSON.parse(kept).filter(({ players }) => players !== undefined).map((game) => {
        try {
            return execFileSync(process.execPath, [RECORD_OF], { input: JSON.stringify(game), encoding: 'utf8', stdio: ['pipe', 'pipe', 'pipe'] });
        } catch {
            return `no record can be made of ${JSON.stringify(game)}`;
        }
    });
    const [, code] = /#\/\w+\/([a-z0-9]{12})$/.exec(page.url()) ?? [];
    if (code === undefined) return local;
    const { record, error } = await page.evaluate(async (table) => (await fetch(`/api/v1/tables/${table}/record`)).json(), code);
    return [...local, record ?? `no record: ${error?.text}`];
}
