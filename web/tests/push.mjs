// Notices in the browser (Web Push): switched on and off on a real server, and shown by the service worker while the page is closed.
// This Chromium has neither a push service nor notifications, so stand-ins take their place.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { seriousFindings } from './axe.mjs';
import { eventually } from './cases.mjs';
import { Server } from './server.mjs';
import { folder, open, program, test } from './stage.mjs';
import { LANGUAGES, look, SIZES } from './words-on-screen.mjs';

const keys = mkdtempSync(join(tmpdir(), 'elektro-push-'));
const key = join(keys, 'push.pem');
execFileSync(program, ['admin', 'push-key', key]);
const server = await Server.start(program, folder, ['--push-key', key, '--push-contact', 'mailto:a@b.example', '--private-webhooks']);
after(async () => {
    await server.close();
    rmSync(keys, { recursive: true });
});

const ALL = ['en', ...LANGUAGES];
const wordsOf = (language) => JSON.parse(readFileSync(new URL(`../messages/push/${language}.json`, import.meta.url), 'utf8'));

/** Stands in for the permission and the push service of a browser. Runs in the page. */
function standIn({ permission, answer }) {
    const stored = (name) => localStorage.getItem(`stand-in.${name}`);
    const store = (name, value) => localStorage.setItem(`stand-in.${name}`, value);
    Object.defineProperty(Notification, 'permission', { get: () => stored('permission') ?? permission });
    Notification.requestPermission = async () => {
        store('permission', answer);
        return answer;
    };
    const subscription = () => {
        const endpoint = stored('endpoint');
        if (endpoint === null) return null;
        const applicationServerKey = new Uint8Array(JSON.parse(stored('key'))).buffer;
        const p256dh = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';
        return {
            endpoint,
            options: { applicationServerKey },
            toJSON: () => ({ endpoint, keys: { p256dh, auth: 'BTBZMqHH6r4Tts7J_aSIgg' } }),
            unsubscribe: async () => localStorage.removeItem('stand-in.endpoint'),
        };
    };
    PushManager.prototype.getSubscription = async () => subscription();
    PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
        store('key', JSON.stringify([...applicationServerKey]));
        store('endpoint', `https://localhost:1/${Math.random()}`);
        return subscription();
    };
}

/** A guest on the page of notices. */
async function guest(name, { permission = 'default', answer = 'granted', at = server, ...options } = {}) {
    const opened = await open({
        address: `${at.address}#/notices`, viewport: { width: 1280, height: 720 }, settings: { name }, serviceWorkers: 'allow',
        before: (page) => page.context().addInitScript(standIn, { permission, answer }), ...options,
    });
    const { page } = opened;
    const ask = (method, request, body) => page.evaluate(async ([way, where, what]) => {
        const headers = { 'Content-Type': 'application/json' };
        return (await fetch(`/api/v1/${where}`, { method: way, headers, body: what && JSON.stringify(what) })).json();
    }, [method, request, body]);
    await ask('POST', 'guest', { name });
    await page.waitForFunction(async () => (await navigator.serviceWorker.getRegistration())?.active);
    await page.reload();
    return { ...opened, ask, push: page.locator('[data-key=push]') };
}

test('notices are switched on in a browser, tested, follow the language, and end when the person logs out', async () => {
    const { page, ask, push } = await guest('Anna');
    const pushes = async () => (await ask('GET', 'me/pushes')).pushes;
    await push.getByText('This browser shows no notices.').waitFor();
    await push.getByRole('button', { name: 'Switch on in this browser' }).click();
    await push.getByText('This browser shows notices.').waitFor();
    assert.match(await push.locator('li').innerText(), /Chrome on Linux\s+this browser\s+since .*20\d\d/);
    assert.deepEqual((await pushes()).map(({ language, browser: name }) => [language, name]), [['en', 'chrome']]);
    await push.getByRole('button', { name: 'Send a test notice' }).click();
    await push.getByText('A test notice is on its way to this browser.').waitFor();
    await page.reload();
    await push.getByText('This browser shows notices.').waitFor();
    await page.goto(`${server.address}#/settings`);
    await page.getByLabel('Language').selectOption('de');
    await eventually(async () => (await pushes())[0]?.language === 'de');
    await page.goto(`${server.address}#/notices`);
    await push.getByRole('button', { name: 'In diesem Browser ausschalten' }).click();
    await push.getByText('Dieser Browser zeigt keine Nachrichten.').waitFor();
    assert.deepEqual(await pushes(), []);
    await push.getByRole('button', { name: 'In diesem Browser einschalten' }).click();
    await push.getByText('Dieser Browser zeigt Nachrichten.').waitFor();
    await ask('POST', 'logout');
    await page.reload();
    await eventually(() => page.evaluate(() => localStorage.getItem('stand-in.endpoint') === null && localStorage.getItem('elektro.push') === null));
});
test('a browser that another one is listed in can be removed there', async () => {
    const { page, ask, push } = await guest('Ben');
    const other = { endpoint: 'https://localhost:1/other', p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4', auth: 'BTBZMqHH6r4Tts7J_aSIgg' };
    assert.equal((await ask('POST', 'me/pushes', other)).ok, true);
    await page.reload();
    await push.getByText('This browser shows no notices.').waitFor();
    await push.getByRole('button', { name: 'Remove Chrome on Linux' }).click();
    await eventually(async () => (await push.locator('li').count()) === 0);
    assert.deepEqual((await ask('GET', 'me/pushes')).pushes, []);
});
test('every reason why a browser cannot show notices has words', async () => {
    for (const [answer, words] of [['denied', 'You have forbidden notifications of this page.'], ['default', 'The browser has not got your permission.']]) {
        const { push } = await guest('Carl', { answer });
        await push.getByRole('button', { name: 'Switch on in this browser' }).click();
        await push.getByText(words).waitFor();
    }
    const without = (what) => ({ before: (page) => page.context().addInitScript(what) });
    const phone = { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)', ...without(() => delete window.PushManager) };
    await (await guest('Dora', phone)).push.getByText('On iPhone and iPad only apps on the home screen show notices').waitFor();
    await (await guest('Emil', without(() => delete window.PushManager))).push.getByText('This browser cannot show notices').waitFor();
    const plain = await Server.start(program, folder);
    await (await guest('Fanny', { at: plain })).push.getByText('This server sends no notices to browsers').waitFor();
    await plain.close();
});

/** Adds a browser in which notices were lost to the list. */
async function loseNotices(page) {
    await page.route('**/api/v1/me/pushes', async (route) => {
        if (route.request().method() !== 'GET') return route.continue();
        const answer = await (await route.fetch()).json();
        const lost = { id: 7, browser: 'firefox', platform: 'android', language: 'en', created: 1.7e12, sent: 1.71e12, lost: 2, problem: '403', problem_at: 1.72e12 };
        return route.fulfill({ json: { ...answer, pushes: [...answer.pushes, lost] } });
    });
}

test('all of it is said in every language, fits on phones, and can be used with a screen reader', async () => {
    const { page, push } = await guest('Ida', { hasTouch: true });
    await loseNotices(page);
    for (const language of ALL) {
        await page.evaluate((wanted) => localStorage.setItem('elektro.settings', JSON.stringify({ ...JSON.parse(localStorage.getItem('elektro.settings')), language: wanted })), language);
        await page.reload();
        for (const on of [true, false]) {
            await push.locator('.ways button').last().click();
            await push.locator(on ? 'li.here' : 'ul:not(:has(li.here))').waitFor();
            for (const size of SIZES) {
                await page.setViewportSize(size);
                if (language !== 'en') await look(page, language, `notices, ${on}, ${size.width}`);
            }
        }
    }
    for (const colorScheme of ['light', 'dark']) {
        await page.emulateMedia({ colorScheme });
        await page.reload();
        await push.locator('li').waitFor();
        assert.deepEqual(await seriousFindings(page), [], colorScheme);
    }
});

/** The service worker, with stand-ins that note what it shows, opens and focuses. This Chromium delivers no push messages either, so
 *  events of the test do; and it ends a worker that is debugged with its last page, so one stays open. */
async function workerOf(name) {
    const { context, page } = await guest(name);
    const [worker] = context.serviceWorkers();
    await worker.evaluate(() => {
        self.shown = [];
        self.opened = [];
        registration.showNotification = async (title, options) => void shown.push({ title, ...options });
        clients.openWindow = async (url) => void opened.push(String(url));
        navigator.setAppBadge = async () => undefined; // it would crash this Chromium
        WindowClient.prototype.focus = async function () {
            opened.push('focus');
        };
        // Resolves when the work that the event waits for is done.
        self.happen = async (event) => {
            let work;
            Object.defineProperty(event, 'waitUntil', { value: (promise) => (work = promise) });
            dispatchEvent(event);
            await work;
        };
    });
    const deliver = (text) => worker.evaluate(async (data) => {
        await happen(new PushEvent('push', { data }));
        return shown.pop();
    }, text);
    const click = (data) => worker.evaluate(async (value) => {
        await happen(Object.assign(new ExtendableEvent('notificationclick'), { notification: { data: value, close() {} } }));
        return opened.pop();
    }, data);
    return { page, worker, deliver, click };
}

test('notices are shown in each language while no page of their table is open, and lead to it', async () => {
    const { page, deliver, click } = await workerOf('Gina');
    const table = 'abcdefghijkm';
    for (const language of ALL) {
        const words = wordsOf(language);
        for (const notice of ['your-turn', 'time-runs-out', 'game-begins', 'invitation']) {
            const { title, body, tag, lang, data, icon } = await deliver(JSON.stringify({ notice, table, title: 'Friday', from: 'Ben', language }));
            assert.equal(title, words[`push.notice.${notice}`].replace('{from}', 'Ben'));
            assert.deepEqual({ body, tag, lang, data }, { body: 'Friday', tag: table, lang: language, data: { hash: `#/table/${table}` } });
            assert.equal((await fetch(new URL(icon, server.address))).headers.get('content-type'), 'image/png');
        }
    }
    const round = await deliver(JSON.stringify({ notice: 'tournament-round', tournament: 'spring', title: 'Spring', round: 2, language: 'en' }));
    assert.deepEqual([round.title, round.tag, round.data.hash], ['A round of your tournament begins', 'spring', '#/tournament/spring']);
    for (const strange of ['', 'not JSON', '[]', 'null', '{"notice":"of a later release","language":"xx"}']) {
        assert.equal((await deliver(strange)).title, 'Something has happened in Elektro', strange);
    }
    const hash = `#/table/${table}`;
    assert.equal(await click({ hash }), `${server.address}${hash}`);
    await page.goto(`${server.address}${hash}`);
    await page.waitForSelector('h1');
    assert.equal(await click({ hash }), 'focus');
    await page.bringToFront();
    assert.equal(await deliver(JSON.stringify({ notice: 'your-turn', table })), undefined, 'the person looks at the table');
});
test('a browser whose push service has given it another address tells the server', async () => {
    const { worker, page } = await workerOf('Hans');
    await worker.evaluate(async (address) => {
        const keys = { p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4', auth: 'BTBZMqHH6r4Tts7J_aSIgg' };
        const newSubscription = { toJSON: () => ({ endpoint: address, keys }) };
        await happen(Object.assign(new ExtendableEvent('pushsubscriptionchange'), { newSubscription }));
    }, 'https://localhost:1/renewed');
    const pushes = await page.evaluate(async () => (await (await fetch('/api/v1/me/pushes')).json()).pushes);
    assert.deepEqual(pushes.map(({ language }) => language), ['en']);
});
