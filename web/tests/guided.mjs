// The guided first games at the level of the game sources: their scripts, their lessons, mistakes and what is kept. Runs in Node.
//
//     guided.mjs [WASM]      the folder with the WebAssembly modules
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from './cases.mjs';
import { compiled, page, seen, someMove, told } from './gametable.mjs';

const { applies, boardById, Brains, chapters, firstGameOf, Journal, lessonsOf, loadGame, LocalGame, moveOf, moveType, openGame, settingOf, standingIn } = page;
const EDITIONS = ['recharged', 'classic'];
const PLAYERS = ['Me', 'Volta', 'Ampère'].map((name, seat) => ({ name, colour: seat, ...(seat === 0 ? {} : { bot: 'easy' }) }));
const open = (id) => openGame(id, new AbortController().signal);
const later = () => new Promise((resolve) => setTimeout(resolve, 30));

async function begun(edition) {
    const { config, beginning } = firstGameOf(edition);
    const { id } = await LocalGame.begin(config, PLAYERS, { ...beginning, first: true });
    return open(id);
}

async function until(condition) {
    for (let tries = 0; !condition(); tries++) {
        assert.ok(tries < 3000, 'nothing happens');
        await new Promise((resolve) => setTimeout(resolve, 2));
    }
}

/** Waits until the guide speaks, the learner decides, or the game is over. */
const settled = (game) => until(() => game.guide.holds || seen(game).toMove() === 0 || seen(game).ended());

/** Reads lessons and makes the moves that the script asks for, until stop(game) says so; returns the lessons that were read. */
async function follow(game, stop) {
    const read = [];
    for (;;) {
        await settled(game);
        if (stop(game, read)) return read;
        const { lesson, asked } = game.guide;
        if (lesson !== null) {
            read.push(lesson.id);
            await game.guide.understood();
        } else {
            assert.ok(asked.length > 0, 'the script asks for something');
            assert.equal(await game.submit(asked), 'ok');
        }
    }
}

/** A learner who plays sensibly. */
function sensible(game) {
    const brains = new Brains(compiled);
    brains.sit(game.config, [{ seat: 0, level: 'normal', style: 'plain', seed: 1n }]);
    let shown = 0;
    return () => {
        for (; shown < game.history.length; shown++) brains.see(game.history[shown].events);
        return brains.move(0, game.view(0));
    };
}

const before = (id) => ({ guide }) => guide.lesson?.id === id;
const asksFor = (kind, round = 1) => (game) => game.guide.lesson === null && moveType(game.guide.asked[0] ?? 0) === kind && seen(game, 0).view().round === round;
const cityOf = ({ config }, id) => boardById(config.board).cities.findIndex((city) => city.id === id);

for (const edition of EDITIONS) {
    test(`${edition}: the script keeps the rules, and ends with the second round`, () => {
        const { config, beginning, script } = firstGameOf(edition);
        const journal = new Journal(compiled, config, { seed: beginning.seed, ...beginning.setup });
        for (const { seat, move } of script) {
            assert.equal(journal.toMove(), seat);
            assert.equal(journal.play(move), 'ok', `${moveType(move)} of seat ${seat}`);
        }
        assert.deepEqual([journal.round(), journal.phase()], [3, 'auction']);
        assert.equal(standingIn(script, journal.history).state, 'over');
    });
    test(`${edition}: a learner who does what is asked is told every lesson in order, then plays freely to the end`, async () => {
        const game = await begun(edition);
        await later();
        assert.equal(game.history.length, 1, 'nothing moves before the first lesson was read');
        const read = await follow(game, before('free'));
        const all = lessonsOf(edition).map(({ id }) => id);
        assert.deepEqual(read, all.slice(0, all.indexOf('free')));
        const { script } = firstGameOf(edition);
        assert.deepEqual(game.history.slice(1, script.length + 1).map(({ seat, move }) => ({ seat, move })), script);
        const learner = sensible(game);
        while (!(seen(game).ended() && game.guide.lesson === null)) {
            await settled(game);
            if (game.guide.lesson !== null) {
                read.push(game.guide.lesson.id);
                await game.guide.understood();
            } else assert.equal(await game.submit([learner()]), 'ok');
        }
        for (const id of ['free', 'step2', 'end', 'ended']) assert.ok(read.includes(id), id);
        assert.equal(new Set(read).size, read.length);
        const texts = JSON.parse(readFileSync(new URL('../messages/en.json', import.meta.url), 'utf8'));
        const words = read.map((id) => (texts[`lesson.${id}`] ?? texts[`coach.${id}`]).split(' ').length).reduce((a, b) => a + b);
        const turns = game.history.filter(({ seat, move }) => seat === 0 && !['buy', 'connect'].includes(moveType(move))).length;
        // 150 words and six decisions a minute are the pace of a newcomer.
        assert.ok(words / 150 + turns / 6 <= 15, `${words} words, ${turns} decisions`);
        assert.ok(Math.max(...read.map((id) => (texts[`lesson.${id}`] ?? texts[`coach.${id}`]).length)) < 300);
        game.close();
    });
    test(`${edition}: every lesson links to a passage of the rules for its table`, () => {
        const setting = settingOf(firstGameOf(edition).config);
        const shown = chapters.flatMap(({ parts }) => parts.filter((part) => applies(part, setting))).map(({ key }) => key);
        for (const { id, rule } of lessonsOf(edition)) assert.ok(shown.includes(rule), `${id}: ${rule}`);
    });
}

test('bots wait for every lesson that is due on their turn', async () => {
    const game = await begun('recharged');
    await follow(game, before('order'));
    const { length } = game.history;
    await later();
    assert.equal(game.history.length, length);
    assert.notEqual(seen(game).toMove(), 0);
    await game.guide.understood();
    await settled(game);
    assert.ok(game.history.length > length);
    game.close();
});
test('purchases and connections may come in any order and in parts', async () => {
    const game = await begun('recharged');
    await follow(game, asksFor('buy'));
    assert.equal(await game.submit([moveOf('buy', 0, 1), moveOf('buy', 0, 1), moveOf('done')]), 'ok');
    assert.equal(game.guide.mistake, null);
    await follow(game, asksFor('connect'));
    const [duisburg, essen, done] = game.guide.asked;
    assert.equal(await game.submit([essen, duisburg, done]), 'ok');
    assert.equal(game.guide.mistake, null);
    assert.ok(game.guide.scripted);
    game.close();
});
test('acting is an answer to a lesson, too', async () => {
    const game = await begun('recharged');
    await follow(game, before('bid'));
    await game.submit([moveOf('pass')]);
    await settled(game);
    assert.equal(game.guide.lesson.id, 'nominate');
    game.close();
});
test('a move against the rules is refused with its reason, and the lesson stays', async () => {
    const game = await begun('recharged');
    await follow(game, asksFor('nominate'));
    const { length } = game.history;
    assert.equal(await game.submit([moveOf('pass')]), 'must-buy');
    assert.equal(game.history.length, length);
    assert.deepEqual(game.guide.asked, [moveOf('nominate', 10, 10)]);
    game.close();
});
test('a mistake stops the bots, survives a reload, and is taken back without a trace', async () => {
    let game = await begun('recharged');
    await follow(game, asksFor('buy'));
    const [moves, state] = [told(game), seen(game, 0).bytes()];
    await game.submit([moveOf('done')]);
    assert.deepEqual(game.guide.mistake.made, [moveOf('done')]);
    assert.deepEqual(game.guide.mistake.asked, [moveOf('buy', 0, 2), moveOf('done')]);
    const { length } = game.history;
    await later();
    assert.equal(game.history.length, length);
    game.close();
    game = await open(game.id);
    assert.deepEqual(game.guide.mistake.made, [moveOf('done')]);
    await game.guide.takeBack();
    assert.equal(game.guide.mistake, null);
    assert.deepEqual([told(game), seen(game, 0).bytes()], [moves, state]);
    assert.equal((await loadGame(game.id)).moves.length, game.history.length - 1);
    const read = await follow(game, before('refill'));
    assert.deepEqual(read, ['build', 'power']);
    game.close();
});
test('a learner may play on after a mistake: then the bots decide, and lessons still come', async () => {
    const game = await begun('classic');
    await follow(game, asksFor('connect'));
    await game.submit([moveOf('connect', cityOf(game, 'koeln')), moveOf('done')]);
    assert.notEqual(game.guide.mistake, null);
    await game.guide.playOn();
    await settled(game);
    assert.deepEqual([game.guide.mistake, game.guide.scripted, game.guide.asked], [null, false, []]);
    assert.equal(game.guide.lesson.id, 'power');
    await game.submit([someMove(seen(game, 0))]);
    await settled(game);
    assert.equal(game.guide.mistake, null);
    assert.equal(game.guide.lesson.id, 'refill');
    game.close();
});
test('the last turn can be taken back over the moves of bots, also where no script asks for anything', async () => {
    const game = await begun('recharged');
    await follow(game, asksFor('bid'));
    const asked = [...game.guide.asked];
    await game.submit(asked);
    await settled(game);
    assert.equal(game.guide.lesson.id, 'order');
    await game.guide.takeBack();
    assert.deepEqual([game.guide.asked, seen(game).toMove()], [asked, 0]);
    await game.submit(asked);
    await settled(game);
    assert.equal(game.guide.lesson.id, 'order');
    game.close();
});
test('a game that was left goes on at the same lesson, in the same script', async () => {
    let game = await begun('classic');
    await follow(game, before('stock'));
    const moves = told(game);
    game.close();
    game = await open(game.id);
    assert.deepEqual([game.guide.lesson.id, told(game)], ['stock', moves]);
    assert.ok(game.guide.scripted);
    assert.deepEqual(await follow(game, before('free')), ['stock', 'grow']);
    game.close();
});
test('the lessons can be ended: no lesson comes, and the bots play', async () => {
    const game = await begun('recharged');
    await game.guide.stop();
    await settled(game);
    assert.deepEqual([game.guide.lesson, game.guide.mistake, game.guide.stopped], [null, null, true]);
    assert.equal(seen(game).toMove(), 0);
    await game.submit([someMove(seen(game, 0))]);
    assert.equal(game.guide.mistake, null);
    game.close();
});
test('lessons go on in a game from a moment of the first one, but not at the seat of a bot', async () => {
    const game = await begun('recharged');
    await follow(game, asksFor('nominate'));
    const at = game.history.length - 1;
    game.close();
    const mine = await LocalGame.branch(game.id, at, 0);
    assert.deepEqual([mine.guide?.asked, mine.mine], [[moveOf('nominate', 10, 10)], [0]]);
    mine.close();
    const theirs = await LocalGame.branch(game.id, at, 1);
    assert.deepEqual([theirs.guide, theirs.saved.first, theirs.mine], [undefined, undefined, [1]]);
    theirs.close();
});
test('a first game of an earlier version goes on without its script', async () => {
    const { config } = firstGameOf('recharged');
    const { id } = await LocalGame.begin(config, PLAYERS, { seed: 'earlier', setup: { order: [0, 1, 2] }, first: true });
    const game = await open(id);
    for (let turns = 0; turns < 6; turns++) {
        await settled(game);
        if (game.guide.mistake !== null) await game.guide.playOn();
        else if (game.guide.lesson !== null) await game.guide.understood();
        else await game.submit([someMove(seen(game, 0))]);
    }
    game.close();
});
