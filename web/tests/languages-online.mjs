// Every language on the screens for online play: nothing left in English, no word cut off.
import { after } from 'node:test';
import { Circle } from './circle.mjs';
import { Contest, logIn } from './contest.mjs';
import { fill, logIn as logInAs } from './filled.mjs';
import { turn } from './play.mjs';
import { server } from './online-table.mjs';
import { Server } from './server.mjs';
import { folder, goTo, open, program, test } from './stage.mjs';
import { LANGUAGES, look, SIZES } from './words-on-screen.mjs';

/** A player with two tables in the lobby: one that waits, one that is played. */
async function fillLobby() {
    let cookie = '';
    const post = async (path, fields) => {
        const headers = { 'Content-Type': 'application/json', cookie };
        const answer = await fetch(`${server.address}api/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(fields) });
        cookie ||= answer.headers.get('set-cookie').split(';')[0];
        return answer.json();
    };
    await post('guest', { name: 'Bea' });
    for (const begins of [false, true]) {
        const { info } = await post('tables', { players: 2, public: true, clock: { kind: 'days', days: 3 } });
        if (!begins) continue;
        await post(`tables/${info.table}/bots`, { level: 'hard' });
        await post(`tables/${info.table}/start`, {});
    }
}

/** The form for a table, the lobby, a table that waits, its game with the chat, and the account page. */
async function visitOnline(page, language) {
    await page.waitForSelector('label.check');
    await page.selectOption('[data-key=clock]', { index: 5 });
    await page.locator('.bots select').first().selectOption('2');
    await look(page, language, 'a new table online');
    await page.click('.begin');
    await page.waitForSelector('[data-key=start]');
    const table = page.url();
    await page.fill('.chat input', '1, 2, 3');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.chat .words');
    await page.click('summary');
    await look(page, language, 'a table that waits');
    await page.goto(`${server.address}#/queue`);
    await page.waitForSelector('.paces');
    await look(page, language, 'looking for players');
    await page.click('.begin');
    await page.waitForSelector('[data-key=stop]');
    await look(page, language, 'waiting for players');
    await page.click('[data-key=stop]');
    await page.waitForSelector('.paces');
    await page.goto(`${server.address}#/lobby`);
    await page.waitForSelector('[data-table] >> nth=2');
    await look(page, language, 'the lobby');
    await goTo(page, `${server.address}#/settings`);
    await page.waitForSelector('summary');
    for (const more of await page.locator('summary').all()) await more.click();
    await page.locator('[data-key=clock-hours] input').check();
    await page.waitForSelector('[data-key=clock-hours] select');
    await look(page, language, 'the account page');
    await page.goto(table);
    await page.locator('.people select').first().selectOption('easy');
    await page.click('[data-key=start]:not(:disabled)');
    await page.waitForSelector('.table[data-phase]');
    await turn(page);
    await page.click('[data-key=chat]');
    await page.waitForSelector('.chat .words');
    await page.click('[data-key=spectators] summary');
    await page.waitForSelector('[data-key=spectators] input');
    await look(page, language, 'a game online');
}

/** The list of tournaments, one that is played as its organiser sees it, and the form. */
async function visitTournaments(page, language) {
    await logIn(page, contest.organiser);
    await page.goto(`${server.address}#/tournaments`);
    await page.waitForSelector('[data-tournament]');
    await look(page, language, 'the tournaments');
    await page.goto(`${server.address}#/tournament/${contest.code}`);
    await page.waitForSelector('#rounds');
    for (const more of await page.locator('summary').all()) await more.click();
    await page.selectOption('[data-key=person]', { index: 1 });
    for (const key of ['end-round', 'remove', 'cancel']) await page.click(`[data-key=${key}]`);
    await look(page, language, 'a tournament');
    await page.goto(`${server.address}#/organise`);
    await page.waitForSelector('.begin');
    await page.locator('input[name=every]').nth(1).check({ force: true });
    await look(page, language, 'a new tournament');
}

/** Pages about players, as somebody with results sees them. */
async function visitPlayers(opened, language) {
    const { page } = opened;
    await logInAs(opened, tokens[0]);
    const visits = [['player/Person%201', 'figure', 'a profile'], ['player/Person%200', '[data-key=visibility]', 'the own profile'], ['leaders', 'tbody tr', 'a leader board'], ['my-games', 'li[data-game]', 'the own games']];
    for (const [path, shown, where] of visits) {
        await page.goto(`${server.address}#/${path}`);
        if (where === 'a profile') await page.reload();
        await page.waitForSelector(shown);
        await look(page, language, where);
    }
}

/** Friends, invitations and a report; a moderator with a report and the log; what they tell a player. */
async function visitPeople(page, language) {
    const visit = async (who, path, shown, where, act = async () => {}) => {
        await logIn(page, who);
        await page.goto(`${server.address}#/${path}`);
        await page.waitForSelector(shown);
        await act();
        await look(page, language, where);
    };
    await visit(circle.ada, 'people', '.lamp', 'friends');
    await visit(circle.ada, 'lobby', '[data-key=invitations]', 'an invitation');
    await visit(circle.edda, 'lobby', '[data-key=notes]', 'notes of moderators');
    await visit(circle.cleo, `table/${circle.code}`, '[data-key=person]', 'a table with friends', async () => {
        await page.click('[data-key=invite] summary');
        await page.locator('[data-key=person]').last().click();
    });
    await page.locator('[data-key=report]').last().click();
    await page.waitForSelector('dialog');
    await look(page, language, 'a report');
    for (const at of [0, 1, 2, 3]) {
        await visit(circle.mona, `moderation/${circle.report}`, '[data-key=decide]', `decision ${at}`, async () => {
            await page.locator('label.choice').nth(at + 1).click();
        });
    }
    await visit(circle.mona, 'moderation/decided', '[data-report]', 'reports');
    await visit(circle.mona, 'moderation/log', 'time', 'the log of moderators');
}

/** What an account is told and how, a link that stops mails, and a new password. */
async function visitNotices(page, language) {
    const account = { name: `Notices ${language} ${page.viewportSize().width}`, password: 'long enough' };
    const post = (request, body) => page.evaluate(([where, what]) => fetch(`/api/v1/${where}`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(what) }), [request, body]);
    await post('register', account);
    await post('me/mail', { address: `${language}.${page.viewportSize().width}@example.org`, password: account.password });
    for (const [path, shown] of [['notices', '[data-key=webhook]'], ['unsubscribe/abc', '.stop'], ['reset', '[data-key=reset]']]) {
        await page.goto(`${postServer.address}#/${path}`);
        await page.reload();
        await page.waitForSelector(shown);
        for (const more of await page.locator('summary').all()) await more.click();
        await look(page, language, path);
    }
}

/** It believes that it can send mails. */
const postServer = await Server.start(program, folder, ['--smtp', 'smtp://localhost:9', '--mail-from', 'elektro@games.example', '--site-url', 'https://games.example']);
after(() => postServer.close());
await fillLobby();
const tokens = await fill(server, 60, 300);
const contest = await Contest.played(server.address);
const circle = await Circle.create(server);
for (const [action, more] of [['warn', { text: '1?' }], ['silence', { days: 3, text: '2!' }]]) await circle.decide(action, more);
for (const language of LANGUAGES) {
    for (const viewport of SIZES) {
        test(`${language} at ${viewport.width} pixels, online: nothing in English, nothing cut off`, async () => {
            const { page } = await open({ address: `${server.address}#/host`, viewport, settings: { language } });
            await visitOnline(page, language);
        });
        test(`${language} at ${viewport.width} pixels, players: nothing in English, nothing cut off`, async () => {
            await visitPlayers(await open({ address: server.address, viewport, settings: { language } }), language);
        });
        test(`${language} at ${viewport.width} pixels, notices: nothing in English, nothing cut off`, async () => {
            const { page } = await open({ address: `${postServer.address}#/notices`, viewport, settings: { language }, allowed: /429/ });
            await visitNotices(page, language);
        });
        test(`${language} at ${viewport.width} pixels, people: nothing in English, nothing cut off`, async () => {
            const { page } = await open({ address: server.address, viewport, settings: { language } });
            await visitPeople(page, language);
        });
        test(`${language} at ${viewport.width} pixels, tournaments: nothing in English, nothing cut off`, async () => {
            const { page } = await open({ address: `${server.address}#/host`, viewport, settings: { language } });
            await visitTournaments(page, language);
        });
    }
}
