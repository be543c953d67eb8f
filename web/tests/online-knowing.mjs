// What a player of games on a server knows without opening them: whose turn it is, until when, and who has won.
import assert from 'node:assert/strict';
import { begin, eventually, host, person, server, sit } from './online-table.mjs';
import { test } from './stage.mjs';

/** Keeps the badge of the installed app where a test can read it. Runs in the page. */
function keepBadge() {
    window.badge = 0;
    navigator.setAppBadge = async (count) => void (window.badge = count);
    navigator.clearAppBadge = async () => void (window.badge = 0);
}

const badge = (page) => page.evaluate(() => window.badge);

test('the start page, the title and the badge say where it is my turn and until when, in my time zone', async () => {
    const zone = { timezoneId: 'Asia/Tokyo' };
    const [anna, ben] = [await person('Anna', zone), await person('Ben', zone)];
    for (const { context, page } of [anna, ben]) {
        await context.addInitScript(keepBadge);
        await page.reload();
    }
    const code = await host(anna, { players: 2, shown: null, clock: '3 days per move', title: 'Letters' });
    assert.equal((await anna.ask('GET', `tables/${code}`)).info.settings.public, true, 'public by default');
    await sit(ben, code);
    await begin(anna, ben);
    const { position } = await anna.ask('GET', `tables/${code}/position`);
    const { to_move: seat } = position.view;
    const [mover, other] = seat === 1 ? [anna, ben] : [ben, anna];
    const when = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Tokyo', weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' }).format(position.clock.due);
    const deadline = `3 days left, until ${when}`;

    // At the table.
    await mover.page.locator('[data-deadline]').getByText(deadline).waitFor();
    await eventually(async () => (await mover.page.title()) === '● Your turn: Letters · 3 days · Elektro');
    await eventually(async () => (await badge(mover.page)) === 1);
    assert.equal(await other.page.title(), 'Elektro');
    assert.equal(await badge(other.page), 0);

    // A spectator has the reference, too, with nobody's income marked.
    const cleo = await person('Cleo', { path: `#/table/${code}` });
    await cleo.page.waitForSelector('.table[data-phase]');
    await cleo.page.keyboard.press('i');
    await cleo.page.locator('[data-panel=reference] [data-plants=possible]').waitFor();
    assert.equal(await cleo.page.locator('[data-panel=reference] [data-reference=payments] .here').count(), 0);
    assert.equal(await cleo.page.title(), 'Elektro');

    // On the start page, after a reload.
    for (const { page } of [mover, other]) {
        await page.goto(server.address);
        await page.reload();
    }
    const row = mover.page.locator(`.go-on [data-table="${code}"]`);
    await row.getByText('Your turn').waitFor();
    await row.getByText(deadline).waitFor();
    await eventually(async () => (await mover.page.title()) === '● Your turn: Letters · 3 days · Elektro');
    await eventually(async () => (await badge(mover.page)) === 1);
    await other.page.locator(`[data-table="${code}"]`).getByText(/It is \w+'s turn/).waitFor();
    assert.equal(await other.page.title(), 'Elektro');

    // At another table a link leads back to it.
    const second = await host(mover, { players: 2 });
    await sit(other, second);
    await begin(mover, other);
    await eventually(async () => /Your turn: .*Letters|^\(2\)/.test(await mover.page.title()));
    assert.equal(await mover.page.locator('a.elsewhere').getAttribute('href'), `#/table/${code}`);
    assert.equal(await mover.page.locator('a.elsewhere').getAttribute('aria-label'), 'Your turn: Letters');
    for (const { ask } of [mover, other]) await ask('POST', `tables/${second}/agree-end`, { agree: true });

    // Another page says it before its own title, and the badge goes when the turn has passed.
    await mover.page.goto(`${server.address}#/settings`);
    await eventually(async () => (await mover.page.title()) === '● Your turn: Letters · 3 days · Settings · Elektro');
    await mover.ask('POST', `tables/${code}/leave`, {});
    await mover.page.goto(`${server.address}#/lobby`);
    await eventually(async () => (await badge(mover.page)) === 0);
    await eventually(async () => (await mover.page.title()) === 'Lobby · Elektro');
});
test('replays show online games with their winner, and those that ended early', async () => {
    const anna = await person('Anna', { path: '#/replays', before: (page) => page.route('**/api/v1/me/history*', async (route) => {
        const answer = await route.fetch();
        const { tables, ...rest } = await answer.json();
        // A finished game takes long: two of these become won games.
        const winners = [[1], [2], [], [1, 2]];
        await route.fulfill({ json: { ...rest, tables: tables.map((table, at) => ({ ...table, winners: winners[at] })) } });
    }) });
    const ben = await person('Ben');
    await anna.ask('POST', 'guest', { name: 'Anna' });
    await ben.ask('POST', 'guest', { name: 'Ben' });
    for (let game = 0; game < 4; game++) {
        const { info: { table } } = await anna.ask('POST', 'tables', { players: 2 });
        await ben.ask('POST', `tables/${table}/join`, {});
        await ben.ask('POST', `tables/${table}/ready`, { ready: true });
        await anna.ask('POST', `tables/${table}/start`, {});
        for (const { ask } of [anna, ben]) assert.equal((await ask('POST', `tables/${table}/agree-end`, { agree: true })).ok, true);
    }
    await anna.page.reload();
    const outcomes = anna.page.locator('.online [data-table] .winner');
    await outcomes.nth(3).waitFor();
    assert.deepEqual(await outcomes.allTextContents(), ['You win.', 'Ben wins.', 'The players ended the game early', 'You share the victory with Ben.']);
    await anna.page.locator('.online').getByRole('link', { name: 'Replay' }).first().click();
    await anna.page.waitForSelector('[data-action=replay], [data-action=ended]');
});
