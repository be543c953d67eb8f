// What a person is told and how, with a real server and a real mail server.
import assert from 'node:assert/strict';
import { after } from 'node:test';
import { seriousFindings } from './axe.mjs';
import { eventually } from './online-table.mjs';
import { Mailbox } from './mailbox.mjs';
import { Server } from './server.mjs';
import { folder, open, program, test } from './stage.mjs';

const mailbox = await Mailbox.open();
const server = await Server.start(program, folder, mailbox.options);
after(async () => {
    await server.close();
    mailbox.close();
});
const PASSWORD = 'long enough';

/** Somebody with an account, on the page of notices. */
async function account(name, options = {}) {
    const opened = await open({ address: `${server.address}#/notices`, viewport: { width: 1280, height: 720 }, settings: { name }, ...options });
    const ask = (method, request, body) => opened.page.evaluate(async ([way, where, what]) => {
        const answer = await fetch(`/api/v1/${where}`, { method: way, headers: { 'Content-Type': 'application/json' }, body: what && JSON.stringify(what) });
        return answer.json();
    }, [method, request, body]);
    await opened.page.getByText('Notices are for people with a name here').waitFor();
    assert.equal((await ask('POST', 'register', { name, password: PASSWORD })).ok, true);
    await opened.page.reload();
    await opened.page.locator('table').first().waitFor();
    return { ...opened, ask };
}

const mails = (count) => eventually(() => mailbox.texts.length >= count);

test('a user enters an address, confirms it by the link of a mail, chooses what is told, and stops the mails by a link', async () => {
    const { page, ask } = await account('Nora', { allowed: /401|429/, colorScheme: 'light', paints: true });
    assert.deepEqual(await seriousFindings(page), []);
    const mail = page.locator('[data-key=mail]');
    await mail.getByLabel('Mail address').fill('nora@example.org');
    await mail.getByLabel('Your password').fill('wrong password');
    await mail.getByRole('button', { name: 'Send a code' }).click();
    await mail.getByRole('alert').waitFor();
    await mail.getByLabel('Your password').fill(PASSWORD);
    await mail.getByRole('button', { name: 'Send a code' }).click();
    await mail.getByText('nora@example.org is not confirmed yet').waitFor();
    await mails(1);
    await page.goto(`${server.address}${mailbox.link('notices')}`);
    await page.getByRole('button', { name: 'Confirm address' }).first().click();
    await page.getByText('The address is confirmed.').waitFor();
    await mail.getByText('Mails go to nora@example.org.').waitFor();

    const choices = async (kind, pace) => (await ask('GET', 'me/notices')).choices.find((each) => each.kind === kind && each.pace === pace);
    await page.getByLabel('Your game begins, Live games: Mail').check();
    await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor();
    assert.deepEqual(await choices('game-begins', 'live'), { kind: 'game-begins', pace: 'live', webhook: false, mail: true, push: true });
    await page.getByLabel('It is your turn, Games over days: Mail').uncheck();
    await eventually(async () => !(await choices('your-turn', 'days')).mail);
    await mail.getByLabel('When mails are sent').selectOption({ index: 9 });
    await eventually(async () => (await ask('GET', 'me/notices')).mail.digest?.hour === 8);
    await mail.getByLabel('Language of the mails').selectOption('de');
    await eventually(async () => (await ask('GET', 'me/notices')).mail.language === 'de');
    await mail.getByRole('button', { name: 'Send a test: Mail' }).click();
    await mail.getByText('A test is on its way.').waitFor();
    await mails(2);
    assert.match(mailbox.texts[1], /Du wolltest einen Test/);
    assert.deepEqual(await seriousFindings(page), []);
    await page.reload();
    assert.equal(await page.getByLabel('It is your turn, Games over days: Mail').isChecked(), false);

    const stranger = await open({ address: `${server.address}${mailbox.link('unsubscribe')}`, viewport: { width: 360, height: 740 } });
    await stranger.page.getByRole('button', { name: 'Stop mails' }).waitFor();
    assert.deepEqual(await seriousFindings(stranger.page), []);
    assert.equal((await ask('GET', 'me/notices')).mail.stopped, false);
    await stranger.page.getByRole('button', { name: 'Stop mails' }).click();
    await stranger.page.getByText('No more mails go to n…@example.org.').waitFor();
    await stranger.page.getByRole('button', { name: 'Take it back' }).waitFor();
    await page.reload();
    await mail.getByText('You have stopped all mails.').waitFor();
    await mail.getByRole('button', { name: 'Send mails again' }).click();
    await mail.getByText('Mails go to nora@example.org.').waitFor();
    await mail.getByRole('button', { name: 'Remove address' }).click();
    await mail.getByText('No address yet.').waitFor();
});

test('a forgotten password is replaced with the code of a mail', async () => {
    const { page, ask } = await account('Otto', { allowed: /401/ });
    const before = mailbox.texts.length;
    assert.equal((await ask('POST', 'me/mail', { address: 'otto@example.org', password: PASSWORD })).ok, true);
    await mails(before + 1);
    const code = mailbox.link('notices').split('/').at(-1);
    assert.equal((await ask('POST', 'me/mail/verify', { code })).ok, true);
    assert.equal((await ask('POST', 'logout', {})).ok, true);
    await page.goto(`${server.address}#/settings`);
    await page.getByRole('link', { name: 'Forgotten password' }).click();
    const form = page.locator('[data-key=reset]');
    await form.getByLabel('Account name').fill('otto');
    await form.getByRole('button', { name: 'Send a code' }).click();
    await form.getByText('a mail with a code is on its way').waitFor();
    await mails(before + 2);
    await page.goto(`${server.address}${mailbox.link('reset')}`);
    await page.reload();
    await form.getByLabel('Account name').fill('otto');
    await form.getByLabel('New password').fill('even longer');
    await form.getByRole('button', { name: 'Set new password' }).click();
    await page.getByText('You are logged in as Otto.').waitFor();
    assert.equal((await ask('POST', 'login', { name: 'otto', password: PASSWORD })).error.code, 'wrong-password');
});
