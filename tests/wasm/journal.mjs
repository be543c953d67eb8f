// A game in a page is a journal in the module's memory: it plays, undoes, and replays its steps.
//
//     journal.mjs elektro.wasm
import assert from 'node:assert/strict';
import test from 'node:test';
import { Elektro } from './module.mjs';

const [wasm] = process.argv.slice(2);
const PLAYERS = 3;
const OK = 0;

/** A game in a separate instance. */
class Game {
    constructor(given = {}) {
        this.elektro = new Elektro(wasm);
        const { elektro } = this;
        this.ek = elektro.ek;
        this.words = elektro.words;
        this.game = elektro.take('jn_game');
        this.cursor = elektro.take('jn_cursor');
        this.events = elektro.take('ek_events');
        this.moves = this.ek.ek_wasm_take(4 * this.words.limit.MOVES_MAX);
        this.random = this.ek.ek_wasm_take(8);
        elektro.data.setBigUint64(this.random, 7n, true);
        this.setup = elektro.take('jn_setup');
        const fields = {
            board: this.ek.ek_boards.value,
            'config.edition': this.words.edition.classic,
            'config.players': PLAYERS,
            zone_choice: this.words['zone-choice'].random,
            chance: this.words.source.seed,
            seed: 42n,
            ...given,
        };
        for (const [field, value] of Object.entries(fields)) elektro.set('jn_setup', field, this.setup, value);
        this.started = this.ek.jn_start(this.game, this.setup, this.events);
    }

    get(field) {
        return this.elektro.get('jn_game', field, this.game);
    }

    at(type, field, address) {
        return address + this.elektro.layout[type].fields[field].offset;
    }

    get state() {
        return this.at('jn_game', 'now.state', this.game);
    }

    bytes(address = this.state) {
        return this.elektro.bytesOf('ek_state', address).toString('hex');
    }

    eventBytes(address = this.events) {
        const count = this.elektro.get('ek_events', 'count', address);
        const first = this.at('ek_events', 'list', address);
        const end = first + count * this.elektro.layout.ek_event.size;
        return Buffer.from(this.ek.memory.buffer.slice(first, end)).toString('hex');
    }

    below(n) {
        return this.ek.ek_random_below(this.random, n);
    }

    awaited() {
        const set = BigInt.asUintN(64, this.ek.ek_card_awaited(this.state));
        return Array.from({ length: 64 }, (_, plant) => plant).filter((plant) => (set >> BigInt(plant)) & 1n);
    }

    /** A card if one is awaited, otherwise a move. */
    decide() {
        const cards = this.awaited();
        if (cards.length > 0) return this.ek.jn_draw(this.game, cards[this.below(cards.length)], 0, this.events);
        const listed = this.ek.ek_moves(this.get('now.rules'), this.state, this.moves);
        const move = this.elektro.data.getUint32(this.moves + 4 * this.below(listed), true);
        return this.ek.jn_play(this.game, this.ek.ek_to_move(this.state), move, this.events);
    }

    ended() {
        return this.ek.ek_phase(this.state) === this.words.phase.ended;
    }

    /** Plays; returns the result of each step, from the setup on. */
    play(steps = Infinity) {
        const seen = [{ state: this.bytes(), events: this.eventBytes() }];
        while (seen.length <= steps && !this.ended()) {
            if (this.decide() !== OK) throw new Error('a listed move is refused');
            seen.push({ state: this.bytes(), events: this.eventBytes() });
        }
        return seen;
    }

    go(step) {
        this.ek.jn_go_to_step(this.cursor, this.game, step);
        return {
            state: this.bytes(this.at('jn_cursor', 'now.state', this.cursor)),
            events: this.eventBytes(this.at('jn_cursor', 'events', this.cursor)),
        };
    }
}

/** Every way a page starts a game. */
const ways = (words) => ({
    'cards of a seed': {},
    'a drafted zone': { zone_choice: words['zone-choice'].draft },
    'cards told': { chance: words.source.told },
    'all cards told': { chance: words.source['told-all'], 'config.edition': words.edition.recharged,
                        zone_choice: words['zone-choice'].draft },
});

function each(check) {
    for (const [name, given] of Object.entries(ways(new Elektro(wasm).words))) check(new Game(given), name, given);
}

test('every step can be gone back to', () => {
    each((game, name) => {
        assert.equal(game.started, OK, name);
        const seen = game.play();
        assert.equal(game.get('steps'), seen.length - 1);
        for (let step = 0; step < seen.length; step += 1 + (step >> 3)) assert.deepEqual(game.go(step), seen[step], name);
        assert.deepEqual(game.go(seen.length - 1), seen.at(-1));
    });
});

test('steps are undone one by one or all at once', () => {
    each((game, name) => {
        const seen = game.play(60);
        for (let step = seen.length - 2; step > 40; step--) {
            assert.equal(game.ek.jn_undo(game.game), OK);
            assert.equal(game.bytes(), seen[step].state, `${name}, step ${step}`);
        }
        assert.equal(game.ek.jn_undo_to(game.game, 0), OK);
        assert.equal(game.bytes(), seen[0].state, name);
        assert.equal(game.elektro.word('journal', game.ek.jn_undo(game.game)), 'nothing-to-undo');
        assert.ok(game.play(30).length > 30, name);
    });
});

test('a refused move has a reason and changes nothing', () => {
    each((game, name) => {
        const before = game.bytes();
        const seat = game.ek.ek_to_move(game.state);
        const reason = game.elektro.word('reason', game.ek.jn_play(game.game, seat, 0, game.events));
        assert.equal(reason, game.awaited().length > 0 ? 'card-awaited' : 'not-a-move', name);
        assert.notEqual(game.ek.jn_draw(game.game, 1, 0, game.events), OK);
        assert.equal(game.bytes(), before);
        assert.equal(game.get('steps'), 0);
    });
    const refused = new Game({ 'config.players': 9 });
    assert.equal(refused.elektro.word('reason', refused.started), 'bad-players');
});

test('a game continues from stored bytes', () => {
    each((game, name, given) => {
        game.play(50);
        const { ek, elektro } = game;
        const bytes = ek.ek_wasm_take(game.words.limit.SAVED_MAX);
        const size = ek.ek_save(game.get('now.rules'), game.state, bytes);
        const saved = Buffer.from(ek.memory.buffer.slice(bytes, bytes + size));
        const zone = elektro.get('ek_state', 'zone', game.state);
        const again = new Game(given);
        const copy = again.ek.ek_wasm_take(size);
        new Uint8Array(again.ek.memory.buffer).set(saved, copy);
        again.elektro.set('jn_setup', 'saved', again.setup, copy);
        again.elektro.set('jn_setup', 'saved_size', again.setup, size);
        again.elektro.set('jn_setup', 'config.zone', again.setup, zone);
        assert.equal(again.ek.jn_start(again.game, again.setup, again.events), OK, name);
        assert.equal(again.bytes(), game.bytes(), name);
        assert.ok(again.play(20).length > 20, name);
    });
});

test('a seed replaces entered cards', () => {
    const game = new Game({ chance: new Elektro(wasm).words.source.told });
    game.play(80);
    assert.equal(game.ek.jn_reseed(game.game, 99n, game.events), OK);
    const seen = game.play();
    assert.ok(game.ended());
    assert.deepEqual(game.go(game.get('steps')), seen.at(-1));
});
