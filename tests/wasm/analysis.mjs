// The analysis of a game in the WebAssembly module.
//
//     analysis.mjs elektro.wasm JUDGE.BIN
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { Elektro } from './module.mjs';

const [wasm, weights] = process.argv.slice(2);
const MOVES = 40;
const NODES = 60;

/** A game of a random board in an instance of its own, with its first moves, and the list of its decisions. */
function listed() {
    const elektro = new Elektro(wasm);
    const { ek, words, layout } = elektro;
    const setup = elektro.take('jn_setup');
    const game = elektro.take('jn_game');
    const set = (field, value) => elektro.set('jn_setup', field, setup, value);
    set('board', ek.ek_boards.value);
    set('config.edition', words.edition.recharged);
    set('config.players', 3);
    set('zone_choice', words['zone-choice'].random);
    set('chance', words.source.seed);
    set('seed', 7n);
    assert.equal(ek.jn_start(game, setup, 0), words.reason.ok);
    play(elektro, game);
    const analysis = elektro.take('an_game');
    assert.equal(ek.an_list(analysis, game), 1);
    return { elektro, ek, layout, analysis };
}

/** Bots without a search make the moves. */
function play(elektro, game) {
    const { ek, words } = elektro;
    const rules = () => elektro.get('jn_game', 'now.rules', game);
    const state = game + elektro.layout.jn_game.fields['now.state'].offset;
    const bot = elektro.take('bot');
    for (let move = 0; move < MOVES; move++) {
        const seat = ek.ek_to_move(state);
        ek.bot_sit(bot, words.level.normal, seat, rules(), 1n);
        ek.bot_catch_up(bot, game);
        assert.equal(ek.jn_play(game, seat, ek.bot_move(bot, rules(), state, 0), 0), words.reason.ok);
    }
}

/** Assesses everything; returns what was found. */
function assessed() {
    const { elektro, ek, layout, analysis } = listed();
    const [budget, judge, room] = ['an_budget', 'bot_judge', 'bot_assessor'].map((type) => elektro.take(type));
    const bytes = readFileSync(weights);
    const at = ek.ek_wasm_take(bytes.length);
    new Uint8Array(ek.memory.buffer).set(bytes, at);
    assert.equal(ek.bot_judge_load(judge, at, bytes.length), 0);
    elektro.set('an_budget', 'judge', budget, judge);
    elektro.set('an_budget', 'nodes', budget, NODES);
    elektro.set('an_budget', 'seed', budget, 1n);
    const tasks = elektro.get('an_game', 'tasks', analysis);
    for (let task = 0; task < tasks; task++) {
        ek.an_assess(analysis, task, budget, room);
        assert.equal(ek.an_is_assessed(analysis, task), 1);
    }
    ek.an_summarize(analysis);
    return { elektro, ek, layout, analysis, tasks };
}

const sum = (numbers) => numbers.reduce((all, each) => all + each, 0);
const seats = (elektro, type, field, at) => [0, 1, 2].map((seat) => elektro.get(type, field, at, seat));

test('every decision and card is assessed; chances sum to one, luck to nothing', () => {
    const { elektro, ek, layout, analysis, tasks } = assessed();
    const one = elektro.words.limit.CHANCE_ONE;
    let [decisions, cards] = [0, 0];
    for (let task = 0; task < tasks; task++) {
        const decision = ek.an_decision_of(analysis, task);
        const card = ek.an_card_of(analysis, task);
        assert.notEqual(decision === 0, card === 0);
        if (decision === 0) {
            cards++;
            assert.equal(sum(seats(elektro, 'an_card', 'change', card)), 0);
            continue;
        }
        decisions++;
        const best = decision + layout.an_decision.fields.found.offset + layout.bot_assessment.fields.best.offset;
        assert.equal(sum(seats(elektro, 'bot_turn', 'chance', best)), one);
        assert.ok(elektro.word('verdict', elektro.get('an_decision', 'verdict', decision)) !== undefined);
    }
    assert.ok(decisions > 20 && cards > 2, `${decisions} decisions, ${cards} cards`);
    assert.equal(elektro.get('an_game', 'moves', analysis), MOVES);
});

test('the same game has the same analysis', () => {
    const found = [assessed(), assessed()].map(({ elektro, analysis }) => elektro.bytesOf('an_game', analysis).toString('hex'));
    assert.equal(found[0], found[1]);
});
