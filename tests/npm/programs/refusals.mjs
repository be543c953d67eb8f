// Everything that the package refuses is an Error with words, and changes nothing.
import assert from 'node:assert/strict';
import { BadRecord, load, RefusedMove, RefusedTable } from 'elektro';

const elektro = await load();
const game = elektro.newGame({ seed: 'refusals' });
const before = JSON.stringify([game.state(), game.history]);
const entered = { edition: 'classic', players: 2, cards: 'entered', zone: 'draft', order: [1, 0], market: [3, 4, 5, 6, 7, 8, 9, 10] };
const printed = elektro.newGame(entered);

const REFUSED = [
    [() => elektro.newGame({ players: 7 }), RefusedTable, 'The game is for two to six players.'],
    [() => elektro.newGame({ players: 2.5 }), RangeError, /number of players 2.5/],
    [() => elektro.newGame({ board: 'atlantis' }), RangeError, /no board 'atlantis'.*france/],
    [() => elektro.newGame({ edition: 'third' }), RangeError, /no edition 'third'.*classic/],
    [() => elektro.newGame({ options: ['cheat'] }), RangeError, /no option 'cheat'/],
    [() => elektro.newGame({ zone: ['atlantis'] }), RangeError, /no region 'atlantis'/],
    [() => elektro.newGame({ zone: ['north-west'] }), RefusedTable, /wrong number of regions/],
    [() => elektro.newGame({ names: ['Anna'], players: 3 }), RangeError, /1 names for 3 players/],
    [() => elektro.newGame({ cards: 'entered' }), Error, /zone, order and market/],
    [() => elektro.newGame({ ...entered, market: [3] }), RefusedTable, /market/],
    [() => elektro.newGame({ seed: 'x'.repeat(200) }), Error, /seed is too long/],
    [() => game.play('connect berlin'), RefusedMove, 'That move does not belong to this phase.'],
    [() => game.play('fly'), RefusedMove, "'fly' is not a move."],
    [() => game.play('x'.repeat(500)), RefusedMove, /too long/],
    [() => game.play(12345), RefusedMove, 'That is not a move.'],
    [() => game.play(-1), RangeError, /no move -1/],
    [() => game.play(undefined), TypeError, 'move: expected a number, not undefined'],
    [() => game.undo(), Error, /nothing to take back/],
    [() => game.draw(20), RefusedMove, 'No card is waiting to be turned up.'],
    [() => game.draw(64), RangeError, /no plant 64/],
    [() => game.view(4), RangeError, /no seat 4/],
    [() => game.view(0, 99), RangeError, /history 99/],
    [() => game.connection(0, 1000), RangeError, /no city 1000/],
    [() => game.price(0, 'wood', 1), RangeError, /no fuel 'wood'/],
    [() => game.bot(0, 'genius'), RangeError, /no level 'genius'.*expert/],
    [() => game.bot(0, 'easy', { style: 'rusher' }), RangeError, /easy has no styles/],
    [() => game.bot(0, 'genius', { style: 'rusher' }), RangeError, /no level 'genius'/],
    [() => game.bot(0, 'hard', { style: 'wild' }), RangeError, /no style 'wild'.*rusher/],
    [() => game.bot((game.toMove + 1) % 4, 'easy').move(), Error, /not to move/],
    [() => elektro.newGame(null), TypeError, 'options: expected an object, not null'],
    [() => elektro.newGame({ players: '4' }), TypeError, 'number of players: expected a number, not string'],
    [() => elektro.newGame({ board: 5 }), TypeError, 'board: expected a string, not number'],
    [() => elektro.newGame({ options: 'open-money' }), TypeError, 'options: expected an array, not string'],
    [() => elektro.newGame({ names: 'Anna' }), TypeError, 'names: expected an array, not string'],
    [() => elektro.newGame({ names: ['Anna', 2] }), TypeError, 'name: expected a string, not number'],
    [() => elektro.newGame({ zone: 3 }), TypeError, 'zone: expected an array, not number'],
    [() => elektro.newGame({ zone: [null] }), TypeError, 'region: expected a string, not null'],
    [() => elektro.newGame({ seed: 7 }), TypeError, 'seed: expected a string, not number'],
    [() => elektro.newGame({ ...entered, order: 1 }), TypeError, 'order: expected an array, not number'],
    [() => elektro.newGame({ ...entered, market: {} }), TypeError, 'market: expected an array, not object'],
    [() => game.parse(5), TypeError, 'words: expected a string, not number'],
    [() => game.reseed(5), TypeError, 'seed: expected a string, not number'],
    [() => game.view('0'), TypeError, 'seat: expected a number, not string'],
    [() => game.bot(0, 'easy', { seed: 5 }), TypeError, 'seed: expected a bigint, not number'],
    [() => elektro.readRecord(5), TypeError, 'record: expected a string, not number'],
    [() => elektro.readRecord('elektro 9\n'), BadRecord, 'Expected a record of version 1, not 9.'],
    [() => elektro.readRecord(new Uint8Array(5 * 1024 * 1024)), BadRecord, 'The record is too long.'],
];

for (const [act, type, message] of REFUSED) {
    assert.throws(act, (error) => {
        assert.ok(error instanceof Error && error instanceof type, `${act} throws ${error}`);
        if (message instanceof RegExp) assert.match(error.message, message);
        else assert.equal(error.message, message);
        return true;
    });
}
assert.equal(game.why('connect berlin').code, 'wrong-phase');
assert.deepEqual(game.why('fly'), { code: 'bad-syntax', text: "'fly' is not a move." });
assert.equal(JSON.stringify([game.state(), game.history]), before);
await assert.rejects(elektro.loadWeights(new Uint8Array(100)), Error);
await assert.rejects(load({ engine: new Uint8Array(8), records: new Uint8Array(8) }), Error);

// A printed game: the program enters the cards.
for (let moves = 0; moves < 60; moves++) {
    const awaited = printed.awaited();
    if (awaited.length > 0) {
        assert.throws(() => printed.play('pass'), /enter it with draw/);
        printed.draw(awaited[0]);
    } else {
        const wanted = ['region', 'connect', 'nominate', 'done', 'pass', 'power'];
        const legal = printed.moves().map((move) => printed.words(move));
        printed.play(wanted.map((word) => legal.find((each) => each.startsWith(word))).find(Boolean) ?? legal[0]);
    }
}
assert.ok(printed.history.some(({ events }) => events.some(({ type }) => type === 'plant-drawn')));
const again = elektro.readRecord(printed.record());
assert.equal(again.record(), printed.record());
again.reseed('from here on');
while (!again.ended) again.bot(again.toMove, 'easy').play();
console.log('ok');
