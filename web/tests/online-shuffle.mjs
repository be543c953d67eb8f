// The shuffle of online games: what the page keeps, reveals, says and checks.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { begin, eventually, host, person, server, shortGame, sit } from './online-table.mjs';
import { test } from './stage.mjs';

const OTHER_SEED = '00'.repeat(32);
const otherCommitment = createHash('sha256').update(Buffer.from(OTHER_SEED, 'hex')).digest('hex');

const notesOf = ({ page }, code) => page.evaluate((table) => JSON.parse(localStorage.getItem('elektro.shuffles'))?.[table], code);

/** Ends a game early, and opens its result. */
async function endGame(code, ...people) {
    for (const { ask } of people) assert.equal((await ask('POST', `tables/${code}/agree-end`, { agree: true })).ok, true);
}

async function verdict({ page }, code) {
    await page.goto(`${server.address}#/result/${code}`);
    await page.click('[data-key=check-shuffle]');
    return page.textContent('.verdict');
}

/** Gives the page another record than the server's. */
async function exchangeRecord({ page }, change) {
    await page.route('**/record', async (route) => {
        const answer = await route.fetch();
        const json = await answer.json();
        await route.fulfill({ response: answer, json: { ...json, record: change(json.record) } });
    });
}

test('each player’s browser finds the game fair by what it kept; a spectator’s cannot tell', async () => {
    const { anna, ben, code } = await shortGame();
    const { info } = await anna.ask('GET', `tables/${code}`);
    assert.equal(info.shuffle.name, 'elektro-shuffle-2');
    for (const each of [anna, ben]) {
        const kept = await notesOf(each, code);
        assert.ok(kept.notes.includes(`commitment: ${info.shuffle.commitment}\n`));
        for (const { seat, seal } of info.seats) assert.ok(kept.notes.includes(`# shuffle-seal ${seat}: ${seal ?? 'none'}\n`));
    }
    await endGame(code, anna, ben);
    for (const each of [anna, ben]) assert.match(await verdict(each, code), /^Fair: all \d+ cards verified$/);
    await anna.page.getByText('the person who runs the server could know them').waitFor();
    const cleo = await person('Cleo');
    assert.match(await verdict(cleo, code), /^The seed matches the seal.*this browser kept nothing before the game/);
});

test('a server that exchanges its seed, or a player’s words, is called unfair', async () => {
    const { anna, ben, code } = await shortGame();
    await endGame(code, anna, ben);
    await exchangeRecord(anna, (record) => record.replace(/(# shuffle-seed: )\w+/, `$1${OTHER_SEED}`).replace(/(commitment: )\w+/, `$1${otherCommitment}`));
    assert.match(await verdict(anna, code), /^Unfair: before the game the server showed this browser something else/);
    await exchangeRecord(ben, (record) => record.replace('# shuffle-words 1: ', '# shuffle-words 1: ground'));
    assert.match(await verdict(ben, code), /^Unfair/);
});

test('a browser that is asked twice with different seals reveals nothing more, and says so', async () => {
    const anna = await person('Anna', { allowed: /ERR_FAILED|Failed to load/ });
    let asked = 0;
    await anna.page.route('**/reveal', (route) => {
        asked++;
        return route.abort();
    });
    // The server commits to one seed, and at once to another.
    await anna.page.routeWebSocket(/./, (socket) => {
        const line = socket.connectToServer();
        socket.onMessage((message) => line.send(message));
        line.onMessage((message) => {
            socket.send(message);
            const { push, info } = JSON.parse(message);
            if (push !== 'table' || !info.shuffle.due) return;
            socket.send(JSON.stringify({ push, info: { ...info, shuffle: { ...info.shuffle, commitment: otherCommitment } } }));
        });
    });
    await anna.page.reload();
    const code = await host(anna, { players: 2, bots: 1 });
    await anna.page.click('[data-key=start]:not(:disabled)');
    await anna.page.getByRole('alert').filter({ hasText: 'Do not trust this server' }).waitFor();
    assert.ok(!(await notesOf(anna, code)).notes.includes(otherCommitment));
    await eventually(() => asked >= 1);
});

test('a start that a player cancels is shown to all, and the next one begins with new secrets', async () => {
    const [anna, ben] = [await person('Anna'), await person('Ben', { allowed: /ERR_FAILED|Failed to load/ })];
    const code = await host(anna, { bots: 1, edition: 'Classic', options: ['First game'] });
    await sit(ben, code);
    await ben.page.route('**/reveal', (route) => route.abort());
    await anna.page.click('[data-key=start]:not(:disabled)');
    await anna.page.getByText('The game is starting').waitFor();
    const before = (await notesOf(anna, code)).notes;
    await ben.page.click('[data-key=ready]');
    for (const { page } of [anna, ben]) await page.getByText('A start was cancelled because a secret was not revealed (seat 2)').waitFor();
    await ben.page.unroute('**/reveal');
    await ben.page.click('[data-key=ready]');
    await begin(anna, ben);
    const { notes } = await notesOf(anna, code);
    assert.match(notes, /# shuffle-attempt: 2\n/);
    assert.match(notes, /# shuffle-cancelled 1: 2\n/);
    const seals = (text) => text.match(/# shuffle-seal 1: \w+/)[0];
    assert.notEqual(seals(notes), seals(before));
    await endGame(code, anna, ben);
    assert.match(await verdict(anna, code), /^Fair/);
    await anna.page.getByText('The start was cancelled once before').waitFor();
});

test('a table without any seal says that it proves less', async () => {
    const cleo = await person('Cleo');
    const anna = await person('Anna');
    // An older program as the host: it seals nothing.
    await anna.ask('POST', 'guest', { name: 'Otto' });
    const { info } = await anna.ask('POST', 'tables', { players: 2 });
    await cleo.page.goto(`${server.address}#/table/${info.table}`);
    await cleo.page.getByText('Fair shuffle').click();
    await cleo.page.getByText('the older shuffle, which proves less').waitFor();
    await cleo.page.getByText('The cards are not hidden from the server').waitFor();
    // A player with a browser of today is protected all the same, and told about the other.
    await cleo.page.locator('[data-key=sit]').first().click();
    await cleo.page.getByText('Otto has not sealed a secret').waitFor();
    await eventually(async () => (await anna.ask('GET', `tables/${info.table}`)).info.shuffle.name === 'elektro-shuffle-2');
});

test('an answer to joining that comes after the seal hides no seal', async () => {
    const cleo = await person('Cleo');
    const anna = await person('Anna');
    await anna.ask('POST', 'guest', { name: 'Otto' });
    const { info } = await anna.ask('POST', 'tables', { players: 2 });
    const sealed = async () => typeof (await anna.ask('GET', `tables/${info.table}`)).info.seats[1].seal === 'string';
    await cleo.page.route('**/join', async (route) => {
        const answer = await route.fetch();
        await eventually(sealed);
        await route.fulfill({ response: answer });
    });
    await cleo.page.goto(`${server.address}#/table/${info.table}`);
    await cleo.page.getByText('Fair shuffle').click();
    await cleo.page.locator('[data-key=sit]').first().click();
    await cleo.page.getByText('Otto has not sealed a secret').waitFor();
});

test('words of a person are sealed with their secret, and a reload keeps them', async () => {
    const anna = await person('Anna');
    const code = await host(anna, { players: 2, bots: 1 });
    await anna.page.getByText('Fair shuffle').click();
    await anna.page.getByLabel('Your words').fill('Glück '.repeat(5));
    await anna.page.keyboard.press('Enter');
    const shown = async () => (await anna.ask('GET', `tables/${code}`)).info.seats[0];
    const kept = async () => Object.entries((await notesOf(anna, code))?.secrets ?? {}).at(-1);
    await eventually(async () => (await kept())?.[1].words.startsWith('Glück') && (await shown()).seal === (await kept())[0]);
    assert.equal((await shown()).words, '');
    await anna.page.reload();
    await begin(anna);
    assert.equal((await shown()).words, 'Glück '.repeat(5).trim());
});
