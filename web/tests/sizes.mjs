// The smallest text and the smallest target of every screen, at five sizes, with two, four and six players, and the map of
// every board; nothing is cut off. docs/sizes.md has the table of what was measured: a change may not make anything smaller
// than that, and no more than the limits here.
//
//     sizes.mjs FOLDER ELEKTRO            checks
//     sizes.mjs FOLDER ELEKTRO --write    also writes docs/sizes.md anew
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { savedGames, store } from './saved-games.mjs';
import { deviceOf, SIZES, sizesOf } from './sizes-of.mjs';
import { open, program, still, test } from './stage.mjs';

const TABLE = new URL('../../docs/sizes.md', import.meta.url);
const BOARDS = ['germany', 'usa', 'france', 'italy', 'benelux', 'central-europe'];
const SCREENS = ['start', 'new', 'companion', 'replays', 'puzzles', 'settings', 'help'];
const PARTS = ['map', 'plants', 'fuel', 'players', 'log'];
/** Pixels: text a player needs; targets under a finger, and under a pointer. */
const [TEXT, TOUCH, POINTER] = [12, 44, 19];
/** The text of a map: on larger screens than a phone's it may be a little smaller. */
const mapText = (width) => (width < 800 ? 12 : 11);
/** Fonts differ by less from one machine to the next. */
const SLACK = 0.5;

const game = (name, board, players, action) => ({ name, board, edition: 'recharged', players, action });
const games = savedGames(program, [
    game('nominate 4', 'germany', 4, 'nominate'), game('bid 6', 'germany', 6, 'bid'), game('buy 2', 'germany', 2, 'buy'),
    game('build 6', 'germany', 6, 'build'), game('power 4', 'germany', 4, 'power'), game('ended 6', 'germany', 6, 'ended'),
    ...BOARDS.slice(1).map((board, at) => game(`map ${board}`, board, [4, 2, 6][at % 3], 'build')),
]);
const idOf = (wanted) => games.find(({ name }) => name === wanted).game.id;
const tables = ['nominate 4', 'bid 6', 'buy 2', 'build 6', 'power 4'];
const measured = new Map();
const sizeText = ([width, height]) => `${width}×${height}`;

/** A page that is measured at several sizes: every screen is opened once. */
class Visit {
    constructor(page, sizes) {
        Object.assign(this, { page, sizes });
    }

    async go(hash, shown) {
        await this.page.goto(`${still.address}#/${hash}`);
        await this.page.waitForSelector(shown, { state: 'attached' });
        await this.page.evaluate(() => document.fonts.ready);
    }

    /** Two frames: the page has seen its new size, and has drawn itself for it. */
    async settle() {
        await this.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    }

    /** Calls look(size) at every size. */
    async atEverySize(look) {
        for (const size of this.sizes) {
            await this.page.setViewportSize({ width: size[0], height: size[1] });
            await this.settle();
            await look(size);
        }
    }

    /** Measures what is shown, as a part of a screen. */
    async look(screen, size, root) {
        const { text, target, cut } = await sizesOf(this.page, root);
        if (root === undefined) assert.deepEqual(cut, [], `cut off, ${screen}, ${sizeText(size)}`);
        const key = `${screen}, ${sizeText(size)}`;
        const least = (one, other) => (one === null || (other !== null && other.size < one.size) ? other : one);
        const before = measured.get(key) ?? { text: null, target: null };
        measured.set(key, { text: least(before.text, text), target: root === undefined ? least(before.target, target) : null });
    }

    async table(name, size) {
        if (!(await this.page.locator('nav [data-tab]').first().isVisible())) return this.look(name, size);
        for (const part of PARTS) {
            await this.page.click(`nav [data-tab=${part}]`);
            await this.look(name, size);
        }
        return this.page.click('nav [data-tab=map]');
    }

    /** Opens all screens; also(name, size) checks more at tables. */
    async all(also) {
        for (const screen of SCREENS) {
            await this.go(screen === 'start' ? '' : screen, screen === 'start' ? '[data-key=play-now]' : 'main :is(h2, legend, label, a)');
            await this.atEverySize((size) => this.look(screen, size));
        }
        for (const { name } of games.filter((each) => !each.name.startsWith('ended'))) {
            await this.go(`game/${idOf(name)}`, '.action [data-action]:not([data-action=wait])');
            await this.page.waitForSelector('.map [data-city]', { state: 'attached' });
            await this.atEverySize(async (size) => {
                if (tables.includes(name)) await this.table(name, size);
                if (name === 'build 6' || name.startsWith('map')) await this.look(name === 'build 6' ? 'map germany' : name, size, '.map svg[role=presentation]');
                await also(name, size);
            });
        }
        await this.go(`result/${idOf('ended 6')}`, '.result figure');
        await this.atEverySize((size) => this.look('result 6', size));
        await this.go(`replay/${idOf('ended 6')}/120`, '[data-action=replay]');
        await this.atEverySize((size) => this.look('replay 6', size));
    }
}

/** What is smaller than it may be. */
function tooSmall() {
    return [...measured].flatMap(([key, { text, target }]) => {
        const width = Number(/(\d+)×/.exec(key)[1]);
        const words = key.startsWith('map') ? mapText(width) : TEXT;
        const finger = width < 1000 ? TOUCH : POINTER;
        return [
            ...(text.size < words - 0.05 ? [`${key}: "${text.name}" is ${text.size} px high`] : []),
            ...(target !== null && target.size < finger - 0.05 ? [`${key}: the target "${target.name}" is ${target.size} px`] : []),
        ];
    });
}

/** The city track, with the marks of Step 2 and of the end. */
async function seesTrack(page, size) {
    const track = page.getByRole('img', { name: /Step 2 begins at 6, the game ends at 14/ });
    const marks = await track.locator('text.mark').evaluateAll((found) => found.map((mark) => [mark.textContent, mark.getBoundingClientRect().right <= innerWidth && mark.checkVisibility()]));
    assert.deepEqual(marks, [['6', true], ['14', true]], `the city track, ${sizeText(size)}`);
}

async function seesMoney(page) {
    const tab = page.getByRole('button', { name: /^Players \d+ Elektro$/ });
    assert.equal(await tab.locator('.coin').count(), 1, 'the tab of the players shows money as money');
}

async function seesLog(page) {
    const lines = await page.evaluate(() => {
        const box = document.querySelector('.log .lines').getBoundingClientRect();
        return [...document.querySelectorAll('.log li')].map((line) => line.getBoundingClientRect()).filter(({ top, bottom }) => top >= box.top - 1 && bottom <= box.bottom + 1).length;
    });
    assert.ok(lines >= 5, `with six players the log shows ${lines} lines`);
    assert.ok(await page.locator('.players').evaluate((box) => box.scrollHeight - box.clientHeight <= 1), 'all six players are in sight');
}

for (const [kind, sizes] of [['phones and tablets', SIZES.filter(([width]) => width < 1000)], ['laptops and desktops', SIZES.filter(([width]) => width > 1000)]]) {
    test(`${kind}: every screen can be read and pressed, and nothing is cut off`, async () => {
        const { page } = await open(deviceOf(...sizes[0]));
        await store(page, games);
        await new Visit(page, sizes).all(async (name, size) => {
            if (name !== 'build 6') return;
            await seesTrack(page, size);
            if (size[0] === 360) await seesMoney(page);
            if (size[0] > 1000) await seesLog(page);
        });
        assert.deepEqual(tooSmall(), []);
    });
}

// --------------------------------------------------------------------------------------- docs/sizes.md

const COLUMNS = SIZES.map(sizeText);

function cell(screen, size) {
    const { text, target } = measured.get(`${screen}, ${size}`);
    return target === null ? `${text.size}` : `${text.size} / ${target.size}`;
}

function tableText() {
    const screens = [...new Set([...measured.keys()].map((key) => key.split(', ')[0]))];
    const rows = [['screen', ...COLUMNS], ['---', ...COLUMNS.map(() => '---')], ...screens.map((screen) => [screen, ...COLUMNS.map((size) => cell(screen, size))])];
    return `# Sizes

The smallest text and the smallest target (the shorter side of what can be pressed) of every screen in CSS pixels, as
\`web/tests/sizes.mjs\` measures them: text / target, for maps the text alone at the first zoom. A number beside a table is its players. A table counts with
all its parts. Targets are at least ${TOUCH} px on phones and tablets; links within a sentence and the cities of the map, which can be zoomed, are not counted. Text is
at least ${TEXT} px, on the map of a screen larger than a phone's at least ${mapText(1280)} px. \`node web/tests/sizes.mjs build/web build/gcc/cli/elektro --write\` writes this file.

${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}
`;
}

/** The numbers in the checked-in table, by screen and size. */
function tableNumbers(text) {
    const rows = text.split('\n').filter((line) => /^\| (?!screen|---)/.test(line)).map((line) => line.slice(2, -2).split(' | '));
    return new Map(rows.flatMap(([screen, ...cells]) => cells.map((each, at) => [`${screen}, ${COLUMNS[at]}`, each.split(' / ').map(Number)])));
}

test('nothing is smaller than docs/sizes.md says', () => {
    if (process.argv.includes('--write')) writeFileSync(TABLE, tableText());
    const noted = tableNumbers(readFileSync(TABLE, 'utf8'));
    assert.deepEqual([...measured.keys()].filter((key) => !noted.has(key)), [], 'not in docs/sizes.md: write it anew');
    const smaller = [...measured].flatMap(([key, { text, target }]) => {
        const [words, aim] = noted.get(key);
        return [...(text.size < words - SLACK ? [`${key}: text "${text.name}" ${text.size}, was ${words}`] : []), ...(target !== null && target.size < aim - SLACK ? [`${key}: target "${target.name}" ${target.size}, was ${aim}`] : [])];
    });
    assert.deepEqual(smaller, [], 'smaller than before; if that is meant, write docs/sizes.md anew');
});

