// Tables on a real server, for the tests in Chromium.
import { after } from 'node:test';
import { Pointer } from './play.mjs';
import { Server } from './server.mjs';
import { folder, open, program } from './stage.mjs';

export { eventually } from './cases.mjs';
export const server = await Server.start(program, folder);
after(() => server.close());
export const VIEW = { width: 1280, height: 720 };

/** A player with a separate browser profile; all messages of the page's connections are logged. */
export async function person(name, { path = '', ...options } = {}) {
    const opened = await open({ address: `${server.address}${path}`, viewport: VIEW, settings: { name }, ...options });
    const { page } = opened;
    const [sent, heard] = [[], []];
    page.on('websocket', (socket) => {
        socket.on('framesent', ({ payload }) => sent.push(JSON.parse(payload)));
        socket.on('framereceived', ({ payload }) => heard.push(JSON.parse(payload)));
    });
    const ask = (method, request, body) => page.evaluate(async ([way, where, what]) => {
        const headers = { 'Content-Type': 'application/json' };
        const answer = await fetch(`/api/v1/${where}`, { method: way, headers, body: what && JSON.stringify(what) });
        return answer.json();
    }, [method, request, body]);
    return { ...opened, sent, heard, ask, hand: new Pointer(page) };
}

/** A browser whose user has an account. */
export async function account(name, path, options = {}) {
    const who = await person(name, { path, ...options });
    const { ok } = await who.ask('POST', 'register', { name, password: 'long enough' });
    if (!ok) throw new Error(`there is an account ${name}`);
    await who.page.reload();
    return who;
}

/** Creates a table with the form; returns its code. */
export async function host({ page }, { players = 3, bots = 0, shown = false, clock, patience, options = [], edition, title } = {}) {
    await page.goto(`${server.address}#/host`);
    await page.waitForSelector('.begin');
    const choose = (text) => page.locator('label.choice, label.check').filter({ hasText: text }).first().click();
    if (edition) await choose(edition);
    await choose(new RegExp(`^\\s*${players}\\s*$`));
    await page.waitForSelector('label.check');
    for (const option of options) await choose(option);
    await page.locator('.bots select').first().selectOption(String(bots));
    if (bots > 0) await page.locator('.bots select').nth(1).selectOption('easy');
    // null: as the form has it.
    if (shown !== null) await choose(shown ? 'Public' : 'Link only');
    if (title) await page.getByLabel('Table name').fill(title);
    if (patience) await page.selectOption('[data-key=patience]', { label: patience });
    if (clock) await page.selectOption('[data-key=clock]', { label: clock });
    await page.click('.begin');
    await page.waitForSelector('[data-key=start]');
    return page.url().split('/').at(-1);
}

export async function sit({ page }, code) {
    await page.goto(`${server.address}#/table/${code}`);
    await page.locator('[data-key=sit]').first().click();
    await page.click('[data-key=ready]');
}

export async function begin({ page }, ...others) {
    await page.click('[data-key=start]:not(:disabled)');
    for (const each of [page, ...others.map((other) => other.page)]) await each.waitForSelector('.table[data-phase]');
}

/** Starts a short game of two people and a bot. */
export async function shortGame(settings = {}, options = {}) {
    const [anna, ben] = [await person('Anna', options), await person('Ben', options)];
    const code = await host(anna, { bots: 1, edition: 'Classic', options: ['First game'], ...settings });
    await sit(ben, code);
    await begin(anna, ben);
    return { anna, ben, code };
}

export const entriesOf = async ({ ask }, code) => (await ask('GET', `tables/${code}/position?since=0`)).entries;
export const log = (page) => page.locator('.log [role=log] li').allTextContents();
