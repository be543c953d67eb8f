// Tournaments in the browser: an organiser and a player, with others who play over the API.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Contest, logIn, Player } from './contest.mjs';
import { account, eventually, person, server } from './online-table.mjs';
import { deviceOf, sizesOf } from './sizes-of.mjs';
import { test } from './stage.mjs';

const players = [];
for (const name of ['Cleo', 'Dan', 'Eva', 'Finn', 'Gus', 'Hedy']) players.push(await Player.register(server.address, name));

/** Presses a button that asks before it acts. */
async function confirm({ page }, key) {
    await page.click(`[data-key=${key}]`);
    await page.locator('[data-key=yes]').click();
}

/** The rows of the standings: rank, name and points. */
const standings = ({ page }) => page.locator('section:has(#standings) > table > tbody > tr').evaluateAll((rows) => rows.map((row) => [row.querySelector('td').textContent, row.querySelector('th a').textContent, row.querySelector('.points').textContent]));

test('a tournament from the form to its results', async () => {
    const olga = await account('Olga', '#/organise');
    await olga.page.getByLabel('Name of the tournament').fill('First cup');
    await olga.page.getByText('By correspondence, over days').click();
    await olga.page.locator('.choices').filter({ hasText: 'People at a table' }).getByText('3', { exact: true }).click();
    await olga.page.selectOption('[data-key=rounds]', '2');
    await olga.page.getByText('USA', { exact: true }).click();
    await olga.page.click('.begin');
    await olga.page.waitForSelector('#signed-up');
    const code = olga.page.url().split('/').at(-1);
    await olga.page.getByText('Germany, USA · Recharged').waitFor();
    for (const player of players.slice(0, 4)) await player.post(`tournaments/${code}/join`);

    const anna = await account('Anna', `#/tournament/${code}`);
    await anna.page.focus('[data-key=join]');
    await anna.page.keyboard.press('Enter');
    await anna.page.getByText('You have signed up.').waitFor();
    assert.equal(await anna.page.evaluate(() => document.activeElement.getAttribute('aria-label')), 'You in this tournament', 'the focus stays near');
    await anna.page.keyboard.press('Tab');
    assert.equal(await anna.page.evaluate(() => document.activeElement.dataset.key), 'leave');
    await anna.page.click('[data-key=leave]');
    await anna.page.getByText('You have not signed up.').waitFor();
    await anna.page.click('[data-key=join]');
    await anna.page.getByText('Signed up: 5').waitFor();

    await olga.page.reload();
    await olga.page.getByText('Signed up: 5').waitFor();
    await confirm(olga, 'start');
    const contest = Object.assign(new Contest(), { organiser: players[0], code });
    await contest.begun(1);
    await anna.page.reload();
    await anna.page.getByText('Round 1 of 3').waitFor();
    await anna.page.getByRole('link', { name: 'To your table' }).first().click();
    await anna.page.waitForSelector('.table[data-phase]');
    await anna.page.goto(`${server.address}#/tournament/${code}`);
    await anna.page.getByText('You are taking part.').waitFor();
    assert.equal(await anna.page.locator('nav [aria-current=page]').innerText(), 'Tournaments');

    await olga.page.reload();
    await olga.page.waitForSelector('#rounds');
    await confirm(olga, 'end-round');
    await contest.begun(2);
    await olga.page.reload();
    await eventually(async () => (await standings(olga)).length === 5);
    assert.ok((await standings(olga)).every(([rank, , points]) => rank === '1' && points === '60'), 'nobody was ahead yet');
    await olga.page.getByText('Round 1', { exact: true }).click();
    await olga.page.getByText('ended at the deadline').waitFor();
    assert.equal(await olga.page.locator('h3', { hasText: 'Table' }).count(), 1, 'five people have one table');

    await olga.page.click('[data-key=pause]');
    await olga.page.getByText('Paused', { exact: true }).waitFor();
    await olga.page.click('[data-key=resume]');
    await olga.page.getByText('Running', { exact: true }).waitFor();

    await players[4].post(`tournaments/${code}/join`);
    await olga.page.reload();
    await olga.page.selectOption('[data-key=person]', { label: 'Cleo' });
    await confirm(olga, 'remove');
    await olga.page.locator('tr', { hasText: 'Cleo' }).getByText('(removed)').waitFor();
    await olga.page.selectOption('[data-key=person]', { label: 'Dan' });
    await confirm(olga, 'replace');
    await olga.page.locator('tr', { hasText: 'Gus' }).waitFor();

    await confirm(olga, 'end-round');
    await contest.begun(3);
    await confirm(olga, 'end-round');
    await contest.until(({ state }) => state === 'ended', 120_000);
    await olga.page.reload();
    await olga.page.getByText('Final standings').waitFor();
    assert.equal(await olga.page.locator('#organise').count(), 0);
    const rows = await standings(olga);
    assert.equal(rows.length, 5);

    const [download] = await Promise.all([olga.page.waitForEvent('download'), olga.page.click('[data-key=json]')]);
    const results = JSON.parse(readFileSync(await download.path(), 'utf8'));
    assert.deepEqual(results.standings.map(({ name }) => name), rows.map(([, name]) => name));
    await olga.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await olga.page.click('[data-key=text]');
    await olga.page.getByText('Copied').first().waitFor();
    assert.equal(await olga.page.evaluate(() => navigator.clipboard.readText()), results.text);
});

test('a league in the list; a guest cannot sign up; a missing tournament is reported', async () => {
    const league = await Contest.create(players[0], 'Sunday league', { repeat: { every: 'week', day: 7, minute: 1200, zone: 'Europe/Prague' } });
    await Contest.create(players[0], 'Only once');
    const ben = await person('Ben', { path: '#/tournaments', allowed: /404/ });
    await ben.page.getByText('Only once').waitFor();
    await ben.page.getByLabel('Only leagues').check();
    await ben.page.getByText('Only once').waitFor({ state: 'detached' });
    await ben.page.getByRole('link', { name: 'Sunday league' }).click();
    await ben.page.getByText('weekly: Sunday').waitFor();
    await ben.page.locator('#seasons').waitFor();
    assert.equal(await ben.page.locator('[data-key=join]').count(), 0);
    await ben.page.getByText('Tournaments need an account.').waitFor();
    assert.equal(ben.page.url().split('/').at(-1), league.code);
    await ben.page.goto(`${server.address}#/tournament/nowhere`);
    await ben.page.getByText('There is no tournament with this code.').waitFor();
});

test('an organiser changes a tournament before it begins, and cancels it', async () => {
    const pia = await account('Pia', '#/organise');
    await pia.page.click('.begin');
    await pia.page.getByRole('alert').getByText('three letters').waitFor();
    await pia.page.getByLabel('Name of the tournament').fill('Second cup');
    await pia.page.getByText('At a set time').click();
    await pia.page.click('.begin');
    await pia.page.waitForSelector('#signed-up');
    await pia.page.getByText(/^Begins in 7 days/).waitFor();
    await pia.page.getByRole('link', { name: 'Change the settings' }).click();
    await pia.page.waitForSelector('[data-key=rounds]');
    assert.equal(await pia.page.inputValue('[data-key=rounds]'), '4');
    await pia.page.getByText('A league: every month').click();
    await pia.page.getByLabel('Day of the month').selectOption('31');
    await pia.page.click('.begin');
    await pia.page.getByText('monthly: day 31').waitFor();
    await confirm(pia, 'cancel');
    await pia.page.locator('.mark').getByText('Cancelled').waitFor();
    await pia.page.locator('[data-key=join]').waitFor({ state: 'detached' });
});

test('on a phone all can be read and touched', async () => {
    const contest = await Contest.create(players[0], 'Phone cup');
    await contest.join(...players.slice(1));
    await contest.manage('start');
    await contest.end(1);
    await contest.begun(2);
    const gus = await person('Gus', deviceOf(360, 740));
    await logIn(gus.page, players[0]);
    for (const [path, shown] of [['tournaments', '[data-tournament]'], [`tournament/${contest.code}`, '#rounds'], ['organise', '.begin']]) {
        await gus.page.goto(`${server.address}#/${path}`);
        await gus.page.waitForSelector(shown);
        for (const more of await gus.page.locator('summary').all()) await more.click();
        if (path.startsWith('tournament/')) await gus.page.click('[data-key=end-round]');
        const { text, target, cut } = await sizesOf(gus.page);
        assert.deepEqual(cut, [], path);
        assert.ok(text.size >= 12, `${path}: ${JSON.stringify(text)}`);
        assert.ok(target.size >= 43.5, `${path}: ${JSON.stringify(target)}`);
    }
});
