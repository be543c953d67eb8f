// Friends, invitations, blocking, reports and moderators in the browser.
import assert from 'node:assert/strict';
import { Circle } from './circle.mjs';
import { logIn, Player } from './contest.mjs';
import { account, eventually, host, person, server, sit } from './online-table.mjs';
import { deviceOf, sizesOf } from './sizes-of.mjs';
import { test } from './stage.mjs';

/** The browser logs requests that the server refuses. */
const REFUSED = { allowed: /40[349]/ };
const register = (name) => Player.register(server.address, name);

test('two players become friends; one invites the other, who finds the table in the lobby', async () => {
    const [anna, ben] = [await account('Anna', '#/people', REFUSED), await account('Ben', '#/people')];
    await anna.page.getByLabel('Name of a player').fill('nobody');
    await anna.page.getByRole('button', { name: 'Add as friend' }).click();
    await anna.page.getByRole('alert').getByText('no account with this name').waitFor();
    await anna.page.getByLabel('Name of a player').fill('BEN');
    await anna.page.getByRole('button', { name: 'Add as friend' }).click();
    await anna.page.getByRole('status').getByText('Ben has been asked.').waitFor();
    // Both pages change by themselves.
    await ben.page.getByRole('button', { name: 'Accept the request of Anna' }).click();
    await anna.page.getByText('here', { exact: true }).waitFor();
    await ben.page.goto(`${server.address}#/lobby`);
    const code = await host(anna, { players: 3, title: 'Tonight' });
    await anna.page.getByText('Invite players').click();
    await anna.page.getByRole('button', { name: 'Invite Ben' }).click();
    await anna.page.getByText('Ben has been invited.').waitFor();
    await ben.page.getByText('Anna invites you').waitFor();
    await ben.page.getByText('Tonight').first().waitFor();
    await ben.page.getByRole('link', { name: 'Open the table to which Anna invites you' }).click();
    await ben.page.locator('[data-key=sit]').first().click();
    await anna.page.locator('.who').getByText('Ben').waitFor();
    await ben.page.goto(`${server.address}#/people`);
    await ben.page.getByRole('button', { name: 'Remove Anna from your friends' }).click();
    await ben.page.getByText('You have no friends here yet.').waitFor();
    assert.equal((await anna.ask('GET', 'me/people')).friends.length, 0);
    assert.match(code, /^[a-z0-9]{12}$/);
});

test('an invitation is declined; a guest is told what friends need', async () => {
    const [cleo, host] = [await account('Cleo', '#/lobby'), await register('Hera')];
    const { info } = await host.post('tables', { players: 3, title: 'Later' });
    await host.post(`tables/${info.table}/invite`, { name: 'Cleo' });
    await cleo.page.getByRole('button', { name: 'Decline the invitation of Hera' }).click();
    await eventually(async () => (await cleo.page.locator('[data-key=invitations]').count()) === 0);
    const guest = await person('Guest', { path: '#/people' });
    await guest.page.getByText('Friends need an account.').waitFor();
});

test('a player blocks another one at a table, and sits down beside them all the same; a blocked one cannot', async () => {
    const dan = await account('Dan', '', REFUSED);
    const eva = await register('Eva');
    const { info: first } = await eva.post('tables', { players: 3 });
    await dan.page.goto(`${server.address}#/table/${first.table}`);
    await dan.page.getByRole('button', { name: 'More about Eva' }).click();
    await dan.page.getByRole('button', { name: 'Block', exact: true }).click();
    await dan.page.getByRole('button', { name: 'Unblock' }).waitFor();
    await dan.page.locator('[data-key=sit]').first().click();
    await dan.page.getByRole('alert').getByText('You block this player').waitFor();
    await dan.page.getByRole('button', { name: 'Take the seat all the same' }).click();
    await dan.page.locator('li.mine').getByText('Dan').waitFor();
    await dan.page.goto(`${server.address}#/people`);
    await dan.page.getByRole('button', { name: 'Unblock Eva' }).click();
    await dan.page.getByText('You block nobody.').waitFor();
    await eva.post('me/block', { user: (await dan.ask('GET', 'hello')).you.id, block: true });
    const { info: second } = await eva.post('tables', { players: 3 });
    await dan.page.goto(`${server.address}#/table/${second.table}`);
    await dan.page.locator('[data-key=sit]').first().click();
    await dan.page.getByRole('alert').getByText('not possible for you here').waitFor();
});

test('a chat message is reported; a moderator removes it and silences its author, who reads why', async () => {
    const [finn, mona] = [await account('Finn'), await account('Mona')];
    const rude = await account('Rude', '', REFUSED);
    await server.admin('moderator', 'Mona');
    const code = await host(finn, { players: 3 });
    await sit(rude, code);
    for (const text of ['Hello.', 'Something rude.']) {
        await rude.page.getByLabel('Write a message').fill(text);
        await rude.page.keyboard.press('Enter');
        await finn.page.locator('.words').getByText(text).waitFor();
    }
    await finn.page.getByRole('button', { name: 'Report this message of Rude' }).last().click();
    const dialog = finn.page.getByRole('dialog');
    await dialog.getByText('Something rude.').waitFor();
    await dialog.getByLabel('What is wrong?').fill('Look at this.');
    await dialog.getByRole('button', { name: 'Send report' }).click();
    await dialog.getByText('Thank you.').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await eventually(async () => (await dialog.count()) === 0);

    await mona.page.goto(`${server.address}#/moderation`);
    await mona.page.reload();
    await mona.page.getByRole('link', { name: /Chat message Rude/ }).click();
    await mona.page.locator('.reported').getByText('Something rude.').waitFor();
    await mona.page.getByText('Look at this.').waitFor();
    const decide = async (action) => {
        await mona.page.locator('label.choice').getByText(action, { exact: true }).click();
        await mona.page.click('[data-key=decide]');
        await mona.page.click('[data-key=yes]');
        await mona.page.getByRole('status').getByText('It is done').waitFor();
    };
    await decide('Remove the message');
    await eventually(async () => (await finn.page.locator('.words').allTextContents()).join() === 'Hello.');
    await mona.page.locator('label.choice').getByText('Silence', { exact: true }).click();
    await mona.page.getByLabel('Why, for the player').fill('Be kind.');
    await decide('Silence');
    await mona.page.getByText('silenced until').first().waitFor();
    await rude.page.getByLabel('Write a message').fill('Why?');
    await rude.page.keyboard.press('Enter');
    await rude.page.getByRole('alert').getByText('A moderator has silenced you').waitFor();
    await rude.page.goto(`${server.address}#/lobby`);
    await rude.page.getByText('Be kind.').waitFor();
    await rude.page.getByRole('button', { name: 'I have read this' }).click();
    await eventually(async () => (await rude.page.locator('[data-key=notes]').count()) === 0);
    await mona.page.getByRole('link', { name: 'Log', exact: true }).click();
    await mona.page.getByText('removed a message').first().waitFor();
    await mona.page.getByRole('link', { name: 'Decided reports' }).click();
    await mona.page.getByRole('link', { name: /Chat message Rude/ }).waitFor();
    await finn.page.goto(`${server.address}#/moderation`);
    await finn.page.getByText('Only moderators can do this').waitFor();
});

test('on a phone every target fits a finger, and nothing is cut off', async () => {
    const circle = await Circle.create(server);
    await circle.decide('warn', { text: 'Please be kind.' });
    const { page } = await person('Gus', deviceOf(360, 740));
    for (const [who, path, shown] of [[circle.ada, 'people', '.lamp'], [circle.edda, 'people', '[data-key=notes]'], [circle.mona, `moderation/${circle.report}`, '[data-key=decide]'], [circle.mona, 'moderation/decided', '[data-report]']]) {
        await logIn(page, who);
        await page.goto(`${server.address}#/${path}`);
        await page.waitForSelector(shown);
        const { text, target, cut } = await sizesOf(page);
        assert.deepEqual(cut, [], path);
        assert.ok(text.size >= 12, `${path}: ${JSON.stringify(text)}`);
        assert.ok(target.size >= 43.5, `${path}: ${JSON.stringify(target)}`);
    }
});
