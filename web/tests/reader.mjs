// A game is played and followed as with a screen reader: every control is found by its role and its name, and every
// sentence about the game is announced, once and in order.
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { log, ownTable } from './local-table.mjs';
import { play } from './play.mjs';
import { open, still, test } from './stage.mjs';

const RECORD = fileURLToPath(new URL('../../tests/wasm/shuffled.elektro', import.meta.url));

/** Collects all that live regions of the page say from now on: the log by paragraphs, the others as they change. */
function listen(page) {
    return page.evaluate(() => {
        window.heard = { news: [], statuses: [] };
        const news = document.querySelector('[role=log][aria-live=polite]');
        const tell = (nodes) => nodes.forEach((node) => node.nodeName === 'P' && window.heard.news.push(node.textContent));
        tell([...news.children]);
        new MutationObserver((changes) => changes.forEach(({ addedNodes }) => tell(addedNodes))).observe(news, { childList: true });
        for (const region of document.querySelectorAll('.visually-hidden[role=status]')) {
            const add = () => region.textContent && window.heard.statuses.push(region.textContent);
            add();
            new MutationObserver(add).observe(region, { childList: true, characterData: true, subtree: true });
        }
    });
}

/** Finds everything by role and name and presses Enter on it. */
class Reader {
    constructor(page) {
        this.page = page;
    }

    async enter(role, name, within = this.page) {
        const target = within.getByRole(role, { name, disabled: false }).first();
        await target.focus();
        await this.page.keyboard.press('Enter');
    }

    group(name) {
        return this.page.getByRole('group', { name });
    }

    async nominate() {
        await this.enter('button', /^Plant \d+, .* minimum bid \d+$/, this.group('current market'));
        await this.enter('button', /^Plant \d+ for \d+$/);
    }

    async scrap() {
        await this.enter('button', /^Plant \d+/, this.page.getByRole('region', { name: 'Your decision' }));
        await this.enter('button', /^Scrap plant \d+$/);
    }

    async buy() {
        await this.enter('button', /^Buy \d+ \w+ for [1-9]\d*$/, this.page.getByRole('region', { name: 'resource market' }));
    }

    async connect() {
        const cities = await this.page.getByRole('button', { name: /, \d+ Elektro$/, disabled: false }).evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')));
        const price = (name) => Number(/(\d+) Elektro$/.exec(name)[1]);
        await this.enter('button', cities.sort((a, b) => price(a) - price(b))[0]);
    }

    async key(name) {
        await this.enter('button', { pass: /^(Pass|Buy no plant this round)$/, done: /^(Done, pay|Buy nothing|Build|Power) ?/, confirm: /^(Bid|Return) / }[name], this.page.getByRole('region', { name: 'Your decision' }));
    }
}

/** What a screen reader could not tell: controls and pictures without a name, purchases that cost nothing, things that look like a
 *  control but are none. */
async function untold(page) {
    const tree = await page.locator('main').ariaSnapshot();
    return tree.split('\n').map((line) => line.trim()).filter((line) => {
        const [, role, name] = /^- '?([a-z]+)(?: "((?:[^"\\]|\\.)*)")?/.exec(line) ?? [];
        if (!['button', 'link', 'img', 'slider', 'spinbutton', 'combobox', 'textbox', 'checkbox'].includes(role)) return false;
        return name === undefined || /\bfor 0\b/.test(name) || (role === 'button' && /^[\d\W]+$/.test(name) && !/^[+−]\d+$/.test(name));
    });
}

test('a whole game by role and name: every control has a true name, every event is announced once', async () => {
    const { page } = await open({ viewport: { width: 1280, height: 720 } });
    await ownTable(page, { players: 3, edition: 'Classic', options: ['First game'] });
    await page.waitForSelector('.visually-hidden[role=log]', { state: 'attached' });
    await listen(page);
    const before = await log(page);
    const decisions = [];
    const seen = new Set();
    await play(page, new Reader(page), async (action) => {
        decisions.push(await page.textContent('.action h2'));
        if (!seen.has(action)) assert.deepEqual(await untold(page), [], action);
        seen.add(action);
        return false;
    });
    const heard = await page.evaluate(() => window.heard);
    const lines = await log(page);
    // The table is set up before the page can tell: the first lines of the log may be older.
    const missed = lines.length - heard.news.length;
    assert.ok(missed >= 0 && missed <= before.length, `${lines.length} lines, ${heard.news.length} announced`);
    assert.deepEqual(heard.news, lines.slice(missed));
    const turns = heard.statuses.filter((text) => text.startsWith('Your turn: ')).map((text) => text.slice('Your turn: '.length));
    for (const [at, title] of decisions.entries()) if (decisions[at - 1] !== title) assert.ok(turns.includes(title), `"${title}" was not announced`);
    assert.ok(seen.has('buy') && seen.has('build') && seen.has('power') && seen.has('bid'), [...seen].join());
    assert.deepEqual(await untold(page), [], 'ended');
});

test('a replay tells each moment, and offers nothing that cannot be done', async () => {
    const { page } = await open({ viewport: { width: 1280, height: 720 } });
    await page.goto(`${still.address}#/replays`);
    await page.setInputFiles('.drop input[type=file]', RECORD);
    await page.waitForSelector('[data-action=replay]');
    await listen(page);
    await page.getByRole('treeitem', { name: /^61\. / }).click();
    assert.deepEqual(await untold(page), []);
    assert.equal(await page.getByRole('button', { name: /^Buy \d/ }).count(), 0);
    assert.equal(await page.getByRole('group', { name: 'Benelux' }).getByRole('button', { disabled: true }).count(), 0);
    assert.match(await page.getByRole('region', { name: 'resource market' }).innerText(), /coal: \d+ for sale, the next for \d+ Elektro/i);
    await page.getByRole('button', { name: 'One move forward' }).click();
    const heard = await page.evaluate(() => window.heard.statuses);
    assert.deepEqual(heard.slice(-2), ['Bot 3 buys 3 coal for 10.', 'Bot 3 buys 1 uranium for 10.']);
});
