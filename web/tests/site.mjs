// The page on a host of static files, in a folder of it, without a server (make site).
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { seriousFindings } from './axe.mjs';
import { log, reload, sitDown } from './local-table.mjs';
import { play, Pointer, turn } from './play.mjs';
import { folder, goTo, open, test } from './stage.mjs';
import { LANGUAGES } from './words-on-screen.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const RECORD = here('../../tests/wasm/shuffled.elektro');
const root = mkdtempSync(join(tmpdir(), 'elektro-site-'));
after(() => rmSync(root, { recursive: true }));
execFileSync(process.execPath, [here('../tools/make-site.mjs'), folder, join(root, 'games/elektro')]);

/** A server that knows nothing but files; returns the process and the address of the page. */
async function startHost() {
    const host = spawn('python3', ['-u', '-m', 'http.server', '0', '--bind', '127.0.0.1', '--directory', root], { stdio: ['ignore', 'pipe', 'ignore'] });
    after(() => host.kill());
    const [line] = await once(host.stdout, 'data');
    return { host, address: `http://127.0.0.1:${/port (\d+)/.exec(line)[1]}/games/elektro/` };
}
const { address: site } = await startHost();

/** Opens the page; wrong gets every request that fails or leaves the folder of the page. */
async function visit({ address = site, ...options } = {}) {
    const wrong = [];
    const before = (page) => {
        page.on('request', (request) => {
            if (/^https?:/.test(request.url()) && !request.url().startsWith(address)) wrong.push(`outside: ${request.url()}`);
        });
        page.on('response', (response) => response.status() >= 400 && wrong.push(`${response.status()}: ${response.url()}`));
        page.on('websocket', (socket) => wrong.push(`socket: ${socket.url()}`));
        page.on('console', (message) => ['error', 'warning'].includes(message.type()) && wrong.push(`console: ${message.text()}`));
    };
    const opened = await open({ address, before, serviceWorkers: 'allow', ...options });
    await opened.page.waitForSelector('[data-key=play-now]');
    return { ...opened, wrong };
}

/** Leaves time for what a screen asks by itself: its requests are sent before those that follow here. */
const settle = (page) => page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    await fetch('./icon.svg', { cache: 'reload' });
});

test('no screen asks for anything that the host does not have, or offers to play online', async () => {
    const { page, wrong } = await visit();
    await settle(page);
    const says = page.getByText('This page has no game server');
    await says.waitFor();
    assert.equal(await page.locator('[href="#/host"], [href="#/lobby"]').count(), 0);
    assert.equal(await page.getByText('Try again').count(), 0);
    assert.deepEqual(await seriousFindings(page), []);
    for (const screen of ['new', 'companion', 'replays', 'help', 'settings']) {
        await goTo(page, `${site}#/${screen}`);
        await settle(page);
        assert.equal(await says.count(), 0, screen);
    }
    // Links to screens of a server, from elsewhere.
    for (const screen of ['lobby', 'host', 'table/abcdefghjkmn']) {
        await goTo(page, `${site}#/${screen}`);
        await says.waitFor();
        await settle(page);
        assert.equal(await page.locator('main').getByRole('button').count(), 0, screen);
        await goTo(page, `${site}#/help`);
    }
    assert.deepEqual(wrong, []);
});
test('games, replays, records and rules work', async () => {
    const { page, wrong } = await visit();
    await sitDown(page);
    await play(page, new Pointer(page), (_action, number) => number === 8);
    const before = await log(page);
    await reload(page);
    await turn(page);
    assert.deepEqual(await log(page), before);
    const { hash } = new URL(page.url());
    await page.goto(`${site}${hash.replace('game', 'replay')}`);
    await page.locator('[data-action=replay] input[type=range]').fill('5');
    await page.goto(`${site}#/replays`);
    await page.setInputFiles('.drop input[type=file]', RECORD);
    await page.waitForSelector('[data-action=replay]');
    await page.goto(`${site}#/help/classic.france.2.`);
    await page.waitForSelector('#goal h2');
    assert.deepEqual(wrong, []);
});
test('the policy of the server holds', async () => {
    // The attempts below are reported as errors.
    const { page } = await visit({ allowed: /Content Security Policy|violates/ });
    const violated = await page.evaluate(async () => {
        const found = [];
        addEventListener('securitypolicyviolation', ({ effectiveDirective }) => found.push(effectiveDirective));
        const script = document.createElement('script');
        script.textContent = 'globalThis.injected = true';
        document.head.append(script);
        await fetch('http://127.0.0.2:9/').catch(() => undefined);
        await new Promise((resolve) => setTimeout(resolve));
        return [...found, String(globalThis.injected)];
    });
    assert.deepEqual(violated.sort(), ['connect-src', 'script-src-elem', 'undefined']);
});
test('it opens again without a network, also beside another version in another folder', async () => {
    const { host, address } = await startHost();
    // The worker looks for a new page first.
    const { page, context } = await visit({ address, allowed: /ERR_CONNECTION_REFUSED/ });
    const toWorker = async (tab) => {
        await tab.evaluate(() => navigator.serviceWorker.ready);
        await tab.reload();
        await tab.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
    };
    await toWorker(page);
    cpSync(join(root, 'games/elektro'), join(root, 'games/other'), { recursive: true });
    const worker = join(root, 'games/other/service-worker.js');
    writeFileSync(worker, readFileSync(worker, 'utf8').replace(/VERSION = '\w{12}'/, "VERSION = '0123456789ab'"));
    const other = await context.newPage();
    await other.goto(`${new URL('../other/', address)}`);
    await toWorker(other);
    await other.close();
    host.kill();
    await once(host, 'exit');
    await page.reload();
    await sitDown(page);
    await play(page, new Pointer(page), (_action, number) => number === 3);
});
test('every language says that there is no server', async () => {
    const said = new Set();
    for (const language of LANGUAGES) {
        const { page, context } = await visit({ settings: { language } });
        said.add(await page.textContent('main [role=status]'));
        await context.close();
    }
    assert.equal(said.size, LANGUAGES.length);
});
