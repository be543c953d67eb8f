/* A journal replays to the same game, for every source of cards. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "games.h"
#include "players.h"

enum { GAMES = 180, STEPS = 120 };

/* The state after each step, recorded during the game. */
typedef struct trace {
    ek_state state[STEPS + 3];
    bool known[STEPS + 3];
} trace;

static void assert_same_state(const ek_state *a, const ek_state *b)
{
    assert_memory_equal(a, b, sizeof *a);
}

static void assert_same_events(const ek_events *a, const ek_events *b)
{
    assert_int_equal(a->count, b->count);
    assert_memory_equal(a->list, b->list, a->count * sizeof *a->list);
}

static void start(jn_game *game, unsigned n, enum kind kind, ek_events *events)
{
    jn_setup setup;
    make_setup(&setup, n, kind);
    assert_int_equal(jn_start(game, &setup, events), EK_REASON_OK);
}

/* Everything about a game that a caller can see. */
static void assert_same_game(const jn_game *a, const jn_game *b)
{
    assert_int_equal(a->lines, b->lines);
    assert_int_equal(a->steps, b->steps);
    assert_memory_equal(a->line, b->line, a->lines * sizeof *a->line);
    assert_true(a->sum == b->sum);
    assert_same_state(&a->now.state, &b->now.state);
    assert_same_state(&a->now.base, &b->now.base);
    assert_true(a->now.rules->fingerprint == b->now.rules->fingerprint);
    assert_int_equal(a->now.live, b->now.live);
    assert_int_equal(a->now.undone, b->now.undone);
    assert_int_equal(a->now.script_at, b->now.script_at);
    assert_int_equal(a->setup.shuffle.used, b->setup.shuffle.used);
}

/* The same lines in a fresh game. */
static void follow_all(jn_game *again, const jn_game *game)
{
    jn_setup setup = game->setup;
    if (setup.chance == JN_CHANCE_SHUFFLE)
        setup.shuffle.used = 0;
    if (!game->setup.config.zone)
        setup.zone_choice = JN_ZONE_DRAFT;
    assert_int_equal(jn_start(again, &setup, NULL), EK_REASON_OK);
    for (unsigned i = 0; i < game->lines; i++)
        assert_int_equal(jn_append_stored(again, game->line[i]), EK_REASON_OK);
}

/* ------------------------------------------------------------------------------------- playing */

/* The engine alone, without a journal, plays the same games. */
static void games_are_those_of_the_engine(void **state)
{
    static random_game g;
    (void)state;
    for (unsigned n = 0; n < 3 * GAMES; n++) {
        const enum ek_chance chance = n / 7 % 2 ? EK_CHANCE_ASK : EK_CHANCE_SEED;
        ek_events events;
        jn_game game;
        assert_true(start_game(&g, n, chance));
        start(&game, n, chance == EK_CHANCE_ASK ? TOLD_ALL : SEED, &events);
        assert_same_events(&events, &g.events);
        for (unsigned i = 0; i < 400 && ek_phase(&g.state) != EK_PHASE_ENDED; i++) {
            const unsigned card = choose_card(&g);
            if (card) {
                assert_int_equal(ek_draw(&g.rules, &g.state, card, &g.events), EK_REASON_OK);
                assert_int_equal(jn_draw(&game, card, false, &events), EK_REASON_OK);
            } else {
                list_moves(&g);
                const ek_move move = choose_move(&g);
                const unsigned seat = ek_to_move(&g.state);
                ek_play(&g.rules, &g.state, move, &g.events);
                assert_int_equal(jn_play(&game, seat, move, &events), EK_REASON_OK);
            }
            assert_true(adopt_drafted_zone(&g));
            assert_same_state(&game.now.state, &g.state);
            assert_same_events(&events, &g.events);
            assert_true(game.now.rules->fingerprint == g.rules.fingerprint);
        }
        jn_free(&game);
    }
}

/* Plays and remembers. A card or back that is joined to a step changes the state after it; a back
 * that is entered as a separate step comes with the decision before it. */
static void play_traced(jn_game *game, trace *seen, unsigned n, enum kind kind)
{
    uint64_t random = n;
    start(game, n, kind, NULL);
    memset(seen->known, 0, sizeof seen->known);
    do {
        seen->state[game->steps] = game->now.state;
        seen->known[game->steps] = true;
    } while (game->steps < STEPS && decide(game, &random, NULL));
}

static void going_to_a_step_gives_what_was_there(void **state)
{
    static jn_cursor walk, go;
    static trace seen;
    unsigned compared = 0;
    (void)state;
    for (unsigned n = 0; n < GAMES; n++) {
        jn_game game;
        play_traced(&game, &seen, n, (enum kind)(n % KINDS));
        jn_first_step(&walk, &game);
        do {
            jn_go_to_step(&go, &game, walk.step);
            assert_int_equal(go.step, walk.step);
            assert_same_state(&go.now.state, &walk.now.state);
            assert_same_state(&go.before, &walk.before);
            assert_same_events(&go.events, &walk.events);
            assert_int_equal(go.line, walk.line);
            assert_int_equal(go.seat, walk.seat);
            if (walk.step < STEPS && seen.known[walk.step]) {
                assert_same_state(&walk.now.state, &seen.state[walk.step]);
                compared++;
            }
        } while (jn_next_step(&walk));
        assert_int_equal(walk.step, game.steps);
        assert_same_state(&walk.now.state, &game.now.state);
        jn_go_to_step(&go, &game, game.steps + 9);
        assert_int_equal(go.step, game.steps);
        jn_free(&game);
    }
    assert_true(compared > GAMES * STEPS / 4);
}

static void lines_give_the_game_again(void **state)
{
    (void)state;
    for (unsigned n = 0; n < GAMES; n++) {
        uint64_t random = n;
        jn_game game, again;
        start(&game, n, (enum kind)(n % KINDS), NULL);
        decide_often(&game, &random, 300);
        follow_all(&again, &game);
        assert_same_game(&game, &again);
        jn_free(&game);
        jn_free(&again);
    }
}

/* A cursor taken before a move sees its lines and nothing else, with all events of the move. */
static void a_cursor_sees_what_is_added(void **state)
{
    static jn_cursor c;
    (void)state;
    for (unsigned n = 0; n < GAMES; n++) {
        uint64_t random = n;
        ek_events events, all;
        jn_game game;
        start(&game, n, SHUFFLE, NULL);
        for (unsigned i = 0; i < 200; i++) {
            const unsigned lines = game.lines;
            jn_begin_at_end(&c, &game);
            if (!decide(&game, &random, &events))
                break;
            all.count = 0;
            while (jn_next(&c))
                for (unsigned k = 0; k < c.events.count; k++)
                    all.list[all.count++] = c.events.list[k];
            assert_true(game.lines > lines);
            assert_int_equal(c.at, game.lines);
            assert_same_state(&c.now.state, &game.now.state);
            assert_same_events(&all, &events);
        }
        jn_free(&game);
    }
}

/* ---------------------------------------------------------------------------------------- undo */

/* After an undo to a step, the game equals its earlier self, and continues in the same way. */
static void undoing_leaves_no_trace(void **state)
{
    (void)state;
    for (unsigned n = 0; n < GAMES; n++) {
        const enum kind kind = (enum kind)(n % KINDS);
        uint64_t random = n, other;
        jn_game game, fresh;
        start(&game, n, kind, NULL);
        start(&fresh, n, kind, NULL);
        decide_often(&game, &random, n % 50);
        random = n;
        decide_often(&fresh, &random, n % 50);
        const unsigned steps = game.steps, lines = game.lines;
        other = random;
        decide_often(&game, &other, 100);
        if (game.steps > steps) /* a back that is joined to this step came later */
            assert_int_equal(jn_undo_to(&game, steps), EK_REASON_OK);
        assert_int_equal(game.steps, steps);
        if (game.lines == lines) {
            assert_same_game(&game, &fresh);
            other = random;
            decide_often(&game, &other, 60);
            decide_often(&fresh, &random, 60);
            assert_same_game(&game, &fresh);
        }
        while (jn_undo(&game) == EK_REASON_OK) {
        }
        assert_int_equal(game.steps, 0);
        assert_int_equal(jn_undo(&game), JN_NOTHING_TO_UNDO);
        jn_free(&game);
        jn_free(&fresh);
    }
}

/* Plays with undos, as people do on a server. */
static void dither(jn_game *game, uint64_t *random, unsigned times)
{
    while (times--) {
        const unsigned seat = ek_to_move(&game->now.state);
        if (seat != EK_NOBODY && jn_can_take_back(game, seat) && ek_random_below(random, 3) == 0)
            assert_int_equal(jn_take_back(game, seat), EK_REASON_OK);
        else if (!decide(game, random, NULL))
            return;
    }
}

static void what_was_taken_back_does_not_count(void **state)
{
    static jn_cursor c;
    unsigned undos = 0;
    (void)state;
    for (unsigned n = 0; n < GAMES; n++) {
        uint64_t random = n;
        jn_game game, plain;
        start(&game, n, SHUFFLE, NULL);
        start(&plain, n, SHUFFLE, NULL);
        dither(&game, &random, 400);
        undos += game.undos;
        jn_begin(&c, &game);
        while (jn_next_settled(&c)) {
            assert_int_equal(jn_append_stored(&plain, c.line), EK_REASON_OK);
            assert_same_state(&c.now.state, &plain.now.state);
        }
        assert_int_equal(plain.undos, 0);
        assert_same_state(&plain.now.state, &game.now.state);
        assert_int_equal(plain.steps, game.steps);
        jn_begin(&c, &game);
        while (jn_next(&c)) {
        }
        assert_same_state(&c.now.state, &game.now.state);
        jn_free(&plain);
        follow_all(&plain, &game);
        assert_same_game(&plain, &game);
        jn_free(&game);
        jn_free(&plain);
    }
    assert_true(undos > 500);
}

static void a_turn_of_somebody_else_stays(void **state)
{
    uint64_t random = 5;
    jn_game game;
    (void)state;
    start(&game, 1, SHUFFLE, NULL);
    while (!game.now.live)
        assert_true(decide(&game, &random, NULL));
    const unsigned seat = ek_to_move(&game.now.state);
    const ek_state before = game.now.state;
    assert_int_equal(jn_take_back(&game, !seat), JN_NOTHING_TO_UNDO);
    assert_same_state(&game.now.state, &before);
    while (game.now.live)
        assert_int_equal(jn_take_back(&game, seat), EK_REASON_OK);
    assert_int_equal(jn_take_back(&game, seat), JN_NOTHING_TO_UNDO);
    jn_free(&game);
}

/* --------------------------------------------------------------------------------------- limits */

/* Invalid lines are refused and change nothing. */
static void damaged_lines_are_refused(void **state)
{
    (void)state;
    for (unsigned n = 0; n < GAMES; n++) {
        static const uint32_t bad[] = {
            0xf0020000, /* a missing seed */
            0xf0020007, 0xd0000000, 0xd000ffff, 0xe0000000, 0xe0000009, 0xe000ffff, 0, 0xcfffffff,
        };
        uint64_t random = n;
        jn_game game, again;
        start(&game, n, SHUFFLE, NULL);
        decide_often(&game, &random, n);
        follow_all(&again, &game);
        for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++)
            assert_int_not_equal(jn_append_stored(&game, bad[i]), EK_REASON_OK);
        if (!game.now.live)
            assert_int_equal(jn_append_stored(&game, (uint32_t)JN_UNDO << 28), JN_DAMAGED);
        for (unsigned i = 0; i < 200; i++) {
            const uint32_t line = (uint32_t)ek_random(&random);
            const unsigned reason = jn_append_stored(&again, line);
            if (reason == EK_REASON_OK)
                assert_int_equal(jn_append_stored(&game, line), EK_REASON_OK);
        }
        assert_same_game(&game, &again);
        jn_free(&game);
        jn_free(&again);
    }
}

static void a_game_that_is_too_long_stands_still(void **state)
{
    uint64_t random = 1;
    jn_setup setup;
    jn_game game;
    (void)state;
    make_setup(&setup, 1, SHUFFLE);
    setup.lines_max = JN_CHANCE_MAX + 20;
    assert_int_equal(jn_start(&game, &setup, NULL), EK_REASON_OK);
    decide_often(&game, &random, 1000);
    assert_in_range(game.lines, 20, JN_CHANCE_MAX + 20);
    const ek_state before = game.now.state;
    const unsigned lines = game.lines;
    assert_int_equal(decide(&game, &random, NULL), false);
    assert_int_equal(game.lines, lines);
    assert_same_state(&game.now.state, &before);
    jn_free(&game);
    make_setup(&setup, 1, SEED);
    setup.lines_max = 3;
    assert_int_equal(jn_start(&game, &setup, NULL), EK_REASON_OK);
    decide_often(&game, &random, 3);
    ek_move moves[EK_MOVES_MAX];
    ek_moves(game.now.rules, &game.now.state, moves);
    assert_int_equal(jn_play(&game, ek_to_move(&game.now.state), moves[0], NULL), JN_TOO_LONG);
    jn_free(&game);
}

static void bad_setups_are_refused(void **state)
{
    jn_setup setup;
    jn_game game;
    (void)state;
    make_setup(&setup, 0, SEED);
    setup.config.players = 7;
    assert_int_equal(jn_start(&game, &setup, NULL), EK_REASON_BAD_PLAYERS);
    make_setup(&setup, 0, SEED);
    setup.config.edition = EK_EDITIONS;
    assert_int_equal(jn_start(&game, &setup, NULL), EK_REASON_BAD_EDITION);
    make_setup(&setup, 0, SEED);
    setup.zone_choice = JN_ZONE_GIVEN;
    setup.config.zone = 0;
    assert_int_equal(jn_start(&game, &setup, NULL), EK_REASON_NO_ZONE);
    make_setup(&setup, 0, SEED);
    setup.order_given = 1;
    assert_int_equal(jn_start(&game, &setup, NULL), EK_REASON_BAD_ORDER);
}

/* ------------------------------------------------------------------------------ other beginnings
 */

static void a_saved_state_goes_on(void **state)
{
    (void)state;
    for (unsigned n = 0; n < GAMES; n++) {
        uint8_t bytes[EK_SAVED_MAX];
        uint64_t random = n;
        jn_game game, loaded;
        start(&game, n, n % 2 ? SEED : TOLD, NULL);
        decide_often(&game, &random, n % 90);
        jn_setup setup = game.setup;
        setup.config.zone = game.now.state.zone; /* as a page stores it, possibly half drafted */
        setup.saved = bytes;
        setup.saved_size = (uint32_t)ek_save(game.now.rules, &game.now.state, bytes);
        assert_int_equal(jn_start(&loaded, &setup, NULL), EK_REASON_OK);
        memset(bytes, 0, sizeof bytes);
        assert_same_state(&loaded.now.state, &game.now.state);
        const unsigned before = game.steps;
        uint64_t other = random;
        decide_often(&game, &random, 80);
        decide_often(&loaded, &other, 80);
        assert_same_state(&loaded.now.state, &game.now.state);
        assert_int_equal(loaded.steps, game.steps - before);
        while (jn_undo(&loaded) == EK_REASON_OK) {
        }
        jn_undo_to(&game, before);
        if (loaded.lines == 0)
            assert_same_state(&loaded.now.state, &game.now.state);
        setup.saved_size--;
        jn_free(&loaded);
        assert_int_equal(jn_start(&loaded, &setup, NULL), EK_REASON_BAD_BYTES);
        jn_free(&game);
    }
}

/* From some step on, entered cards are replaced by cards of a seed, perhaps more than once. */
static void a_seed_takes_over(void **state)
{
    (void)state;
    for (unsigned n = 0; n < GAMES; n++) {
        uint64_t random = n;
        static jn_cursor c;
        jn_game game;
        start(&game, n, n % 2 ? TOLD : TOLD_ALL, NULL);
        decide_often(&game, &random, n % 60);
        const ek_state told = game.now.state;
        const unsigned lines = game.lines;
        assert_int_equal(jn_reseed(&game, 99, NULL), EK_REASON_OK);
        const ek_state once = game.now.state;
        assert_int_equal(once.chance, EK_CHANCE_SEED);
        assert_true(ek_phase(&once) == EK_PHASE_ENDED || ek_to_move(&once) != EK_NOBODY);
        decide_often(&game, &random, 40);
        assert_int_equal(jn_reseed(&game, 100, NULL), EK_REASON_OK);
        decide_often(&game, &random, 40);
        jn_first_step(&c, &game);
        while (jn_next_step(&c)) {
        }
        assert_same_state(&c.now.state, &game.now.state);
        while (game.lines > lines + 1)
            assert_int_equal(jn_undo(&game), EK_REASON_OK);
        assert_same_state(&game.now.state, &once);
        assert_int_equal(jn_undo(&game), EK_REASON_OK);
        assert_same_state(&game.now.state, &told);
        assert_int_equal(game.seeds, 0);
        jn_free(&game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_are_those_of_the_engine),
        cmocka_unit_test(going_to_a_step_gives_what_was_there),
        cmocka_unit_test(lines_give_the_game_again),
        cmocka_unit_test(a_cursor_sees_what_is_added),
        cmocka_unit_test(undoing_leaves_no_trace),
        cmocka_unit_test(what_was_taken_back_does_not_count),
        cmocka_unit_test(a_turn_of_somebody_else_stays),
        cmocka_unit_test(damaged_lines_are_refused),
        cmocka_unit_test(a_game_that_is_too_long_stands_still),
        cmocka_unit_test(bad_setups_are_refused),
        cmocka_unit_test(a_saved_state_goes_on),
        cmocka_unit_test(a_seed_takes_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
