// The account on a real server: where it is logged in, the hours of its clock, and the colour of a player.
import assert from 'node:assert/strict';
import { begin, eventually, host, person, server, sit } from './online-table.mjs';
import { test } from './stage.mjs';

test('an account sees where it is logged in, logs out there, and everywhere', async () => {
    const [desk, phone] = [await person('Fanny', { path: '#/settings' }), await person('Fanny', { path: '#/settings' })];
    const account = { name: 'Fanny', password: 'long enough' };
    assert.equal((await desk.ask('POST', 'register', account)).ok, true);
    assert.equal((await phone.ask('POST', 'login', account)).ok, true);
    for (const { page } of [phone, desk]) {
        await page.reload();
        await page.getByText('You are logged in as Fanny.').waitFor();
    }
    const devices = desk.page.locator('[data-key=devices]');
    const rows = devices.locator('li');
    await eventually(async () => (await rows.count()) === 2);
    assert.match(await rows.first().innerText(), /Chrome on Linux\s+this device/);
    assert.match(await rows.nth(1).innerText(), /Chrome on Linux\s+last used .*20\d\d/);
    await devices.getByRole('button', { name: 'Log out Chrome on Linux' }).click();
    await eventually(async () => (await rows.count()) === 1);
    assert.equal((await phone.ask('GET', 'hello')).you, null);
    assert.equal((await desk.ask('GET', 'hello')).you.name, 'Fanny');
    assert.equal((await phone.ask('POST', 'login', account)).ok, true);
    await desk.page.reload();
    await eventually(async () => (await rows.count()) === 2);
    await desk.page.getByText('Change password').first().click();
    await desk.page.getByLabel('Current password').fill(account.password);
    account.password = 'even longer';
    await desk.page.getByLabel('New password').fill(account.password);
    await desk.page.getByRole('button', { name: 'Change password' }).click();
    await eventually(async () => (await rows.count()) === 1);
    assert.equal((await phone.ask('GET', 'hello')).you, null);
    assert.equal((await phone.ask('POST', 'login', account)).ok, true);
    await devices.getByRole('button', { name: 'Log out everywhere' }).click();
    await desk.page.getByRole('button', { name: 'Log in' }).waitFor();
    for (const { ask } of [desk, phone]) assert.equal((await ask('GET', 'hello')).you, null);
});
test('a player sets the hours of the clock, and keeps them', async () => {
    const gina = await person('Gina');
    const { page } = gina;
    await host(gina, { players: 2 }); // that makes her a guest
    await page.goto(`${server.address}#/settings`);
    const window = async () => (await gina.ask('GET', 'me/clock-window')).window;
    const zone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
    const hours = page.locator('[data-key=clock-hours]');
    const certain = hours.getByLabel('My clock runs only at certain hours');
    const [from, to] = [hours.getByRole('combobox', { name: /^From\b/ }), hours.getByRole('combobox', { name: /^To\b/ })];
    await certain.check();
    await eventually(async () => (await window())?.from === 480);
    assert.deepEqual(await window(), { from: 480, to: 1320, zone });
    await hours.getByText(`Time zone: ${zone}`).waitFor();
    await from.selectOption('840');
    await eventually(async () => (await window()).from === 840);
    assert.deepEqual(await window(), { from: 840, to: 120, zone }, 'the end moves along: twelve hours at least');
    const ends = await to.locator('option').evaluateAll((all) => all.map(({ value }) => Number(value)));
    assert.equal(ends.length, 12);
    assert.ok(ends.every((end) => (end - 840 + 1440) % 1440 >= 720), `${ends}`);
    await to.selectOption('240');
    await eventually(async () => (await window()).to === 240);
    await gina.ask('POST', 'me/clock-window', { window: { from: 615, to: 30, zone: 'Pacific/Auckland' } });
    await page.reload();
    await hours.getByText('Time zone: Pacific/Auckland').waitFor();
    assert.equal(await from.inputValue(), '615');
    await hours.getByRole('button', { name: `Use the time zone of this device: ${zone}` }).click();
    await eventually(async () => (await window()).zone === zone);
    assert.equal((await window()).from, 615);
    await certain.uncheck();
    await eventually(async () => (await window()) === null);
});
test('colours hold online where they are free; the clock of a player rests outside of the hours', async () => {
    const [anna, ben] = [await person('Anna', { settings: { name: 'Anna', colour: 3 } }), await person('Ben', { settings: { name: 'Ben', colour: 3 } })];
    const chosen = await host(anna, { players: 2 });
    const { settings } = (await anna.ask('GET', `tables/${chosen}`)).info;
    assert.deepEqual((await anna.ask('GET', `tables/${chosen}`)).info.seats.map(({ colour }) => colour), [4, 2], 'that of her settings');
    const { info } = await anna.ask('POST', 'tables', { ...settings, order: 'seated', clock: { kind: 'days', days: 3 }, colour: 4 });
    const code = info.table;
    const minutes = Math.floor(Date.now() / 60_000) % 1440;
    const window = { from: (minutes + 120) % 1440, to: (minutes + 120 + 720) % 1440, zone: 'UTC' };
    assert.equal((await anna.ask('POST', 'me/clock-window', { window })).ok, true);
    await anna.page.goto(`${server.address}#/table/${code}`);
    await sit(ben, code);
    const colours = () => ben.page.locator('ol li').evaluateAll((all) => all.map((each) => each.style.getPropertyValue('--seat')));
    await eventually(async () => (await colours()).join() === 'var(--player-3),var(--player-1)');
    const choice = ben.page.locator('[data-key=colours]');
    assert.equal(await choice.getByRole('button', { name: 'green: taken by Anna' }).isDisabled(), true);
    assert.equal(await choice.getByRole('button', { pressed: true }).getAttribute('aria-label'), 'blue');
    await choice.getByRole('button', { name: 'graphite' }).click();
    await choice.getByRole('button', { name: 'graphite', pressed: true }).waitFor();
    await begin(anna, ben);
    for (const { page } of [anna, ben]) {
        const panels = await page.locator('article[data-seat]').evaluateAll((all) => Object.fromEntries(all.map((each) => [each.dataset.seat, each.style.getPropertyValue('--seat')])));
        assert.deepEqual(panels, { 0: 'var(--player-3)', 1: 'var(--player-5)' });
    }
    // Six days at twelve hours each.
    const { clock } = (await ben.ask('GET', `tables/${code}/position`)).position;
    assert.ok(Math.abs(clock.due - clock.now - (6 * 24 - 12 + 2) * 3_600_000) < 13 * 3_600_000, `${(clock.due - clock.now) / 3_600_000}`);
    assert.ok(clock.rests.from <= clock.now && clock.rests.until > clock.now, JSON.stringify(clock));
    const timer = ben.page.locator('article[data-seat="0"] [role=timer]');
    await timer.locator('svg').waitFor();
    assert.match(await timer.getAttribute('aria-label'), /left, until .*the clock is paused until /);
    await ben.page.locator('[data-deadline]').getByText('the clock is paused until').waitFor();
});
