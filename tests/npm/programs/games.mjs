// Plays whole games of bots with the installed package; prints the signature and a record of each game.
import assert from 'node:assert/strict';
import { load, moveType, words } from 'elektro';

const elektro = await load();
assert.equal(await load(), elektro, 'the modules are loaded once');

/** Games that cover all boards, both editions, two to six players, drafts and all options. */
function* tables() {
    let players = 2;
    for (const { id, editions } of elektro.boards) {
        for (const edition of editions) {
            yield elektro.newGame({ board: id, edition, players, seed: `${id} ${edition}` });
            players = players === 6 ? 2 : players + 1;
        }
    }
    yield elektro.newGame({ players: 3, zone: 'draft', seed: 'a draft' });
    for (const option of words.option) {
        for (const edition of words.edition) {
            try {
                yield elektro.newGame({ players: 2, edition, options: [option], seed: option });
            } catch (error) {
                assert.equal(error.name, 'RefusedTable');
            }
        }
    }
}

/** Checks what a program sees of a game at one decision. */
function look(game) {
    const seat = game.toMove;
    const moves = game.moves();
    assert.ok(moves.length > 0);
    for (const move of [moves[0], moves.at(-1)]) {
        assert.equal(game.why(move), null);
        assert.equal(game.parse(game.words(move)), move);
        assert.ok(game.words(move).startsWith(moveType(move)));
    }
    const view = game.view(seat);
    assert.equal(view.toMove, seat);
    assert.deepEqual(JSON.parse(JSON.stringify(view)), view);
    assert.deepEqual(game.state().order, view.order);
}

/** Plays to the end. Takes back some moves, makes them again, and gets the same events. */
function play(game) {
    const levels = ['normal', 'easy', 'random'];
    const bots = game.names.map((_, seat) => game.bot(seat, levels[seat % levels.length], { style: seat === 3 ? 'rusher' : 'plain' }));
    for (let made = 0; !game.ended; made++) {
        const events = bots[game.toMove].play();
        assert.deepEqual(events, game.history.at(-1).events);
        if (made % 20 === 0 && !game.ended) {
            look(game);
            const { move } = game.history.at(-1);
            const before = game.state();
            game.undo();
            assert.deepEqual(game.play(move), events);
            assert.deepEqual(game.state(), before);
        }
    }
    assert.equal(game.toMove, null);
    assert.deepEqual(game.moves(), []);
    assert.equal(game.ranking()[0].rank, 1);
}

/** The record is read as the same game, and replaying it gives the same views. */
function readAgain(game) {
    const record = game.record();
    const again = elektro.readRecord(record);
    assert.equal(again.record(), record);
    assert.deepEqual(again.history, game.history);
    const middle = Math.floor(game.history.length / 2);
    assert.deepEqual(again.view(0, middle), game.view(0, middle));
    assert.equal(again.wordsAt(middle), game.wordsAt(middle));
    return record;
}

const records = Array.from(tables(), (game) => {
    play(game);
    return readAgain(game);
});

// Styles play differently.
const openings = words.style.map((style) => {
    const game = elektro.newGame({ players: 3, seed: 'styles' });
    const bots = game.names.map((_, seat) => game.bot(seat, 'normal', { style }));
    while (game.history.length < 120 && !game.ended) bots[game.toMove].play();
    return JSON.stringify(game.history.map(({ move }) => move));
});
assert.equal(new Set(openings).size, words.style.length);

// What searching bots have learned changes their moves, and nobody else's.
const firstMoves = (level) => {
    const game = elektro.newGame({ players: 3, seed: 'learned' });
    const bots = game.names.map((_, seat) => game.bot(seat, level, { nodes: 24 }));
    while (game.history.length < 60) bots[game.toMove].play();
    return game.history.map(({ move }) => move);
};
const unlearned = ['normal', 'hard'].map(firstMoves);
await elektro.loadWeights();
const learned = ['normal', 'hard'].map(firstMoves);
assert.deepEqual(learned[0], unlearned[0]);
assert.notDeepEqual(learned[1], unlearned[1]);

// The same seeds give the same game, and searching bots the same moves with the same number of playouts.
const [one, two] = [0, 1].map(() => {
    const game = elektro.newGame({ players: 3, seed: 'twice' });
    const bots = ['hard', 'expert', 'normal'].map((level, seat) => game.bot(seat, level, { nodes: 24 }));
    while (game.history.length < 40) bots[game.toMove].play();
    assert.equal(game.why(game.advise()), null);
    return game.record();
});
assert.equal(one, two);

const { version, rulesVersion } = elektro;
console.log(JSON.stringify({ version, rulesVersion, signature: elektro.signature(), records: [...records, one] }));
