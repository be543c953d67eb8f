/* The analysis of games: every move in a decision, every card, chances that sum to one, the same
 * result every time. */

/* clang-format off */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include <string.h>

#include "../journal/players.h"
#include "analysis.h"
#include "weights.h"

enum { GAMES = 18, DECISIONS = 70, NODES = 40, TABLES = 5 };

static bot_assessor room;

/* A game of random players; every kind of journal, board, edition and number of players. */
static void play_random(jn_game *game, unsigned n)
{
    jn_setup setup;
    uint64_t random = n;
    make_setup(&setup, n, (enum kind)(n % KINDS));
    assert_int_equal(jn_start(game, &setup, NULL), EK_REASON_OK);
    decide_often(game, &random, DECISIONS);
}

/* A game of normal bots, up to so many moves. */
static void play_normal(jn_game *game, unsigned n, unsigned moves)
{
    jn_setup setup;
    bot bots[EK_SEATS];
    make_setup(&setup, n, SEED);
    assert_int_equal(jn_start(game, &setup, NULL), EK_REASON_OK);
    for (unsigned seat = 0; seat < EK_SEATS; seat++)
        bot_sit(&bots[seat], BOT_NORMAL, seat, game->now.rules, n + seat);
    for (unsigned i = 0; i < moves && ek_to_move(&game->now.state) != EK_NOBODY; i++) {
        const unsigned seat = ek_to_move(&game->now.state);
        const ek_move move = bot_move(&bots[seat], game->now.rules, &game->now.state, NULL);
        assert_int_equal(jn_play(game, seat, move, NULL), EK_REASON_OK);
    }
}

/* ---------------------------------------------------------------------------------------- lists */

typedef struct counts {
    unsigned moves, moves_from_round_1, cards;
} counts;

static counts count_game(const jn_game *game)
{
    counts found = {.moves = 0};
    jn_cursor c;
    jn_begin(&c, game);
    while (jn_next_settled(&c)) {
        found.moves += jn_is_move(c.line);
        found.moves_from_round_1 += jn_is_move(c.line) && c.before.round > 0;
        for (unsigned i = 0; i < c.events.count; i++)
            found.cards += c.events.list[i].type == EK_EVENT_PLANT_DRAWN && c.before.round > 0;
    }
    return found;
}

/* The moves of a decision are legal one after the other, and its numbers follow the last one's. */
static unsigned check_decision(const an_decision *d, unsigned last)
{
    ek_state state = d->state;
    assert_int_equal(d->seat, ek_to_move(&state));
    if (last > 0)
        assert_int_equal(d->number, last + 1);
    assert_int_equal(d->last, d->number + d->count - 1);
    for (unsigned i = 0; i < d->count; i++) {
        assert_int_equal(ek_to_move(&state), d->seat);
        assert_int_equal(ek_apply(d->rules, &state, d->played[i], NULL), EK_REASON_OK);
    }
    return d->last;
}

static void every_move_and_card_is_listed_once(void **state)
{
    (void)state;
    for (unsigned n = 0; n < GAMES; n++) {
        jn_game game;
        an_game g;
        play_random(&game, n);
        const counts expected = count_game(&game);
        unsigned moves = 0, last = 0;
        assert_true(an_list(&g, &game));
        for (unsigned i = 0; i < g.tasks; i++) {
            const an_decision *d = an_decision_of(&g, i);
            const an_card *card = an_card_of(&g, i);
            assert_true((d == NULL) != (card == NULL));
            if (d) {
                last = check_decision(d, last);
                moves += d->count;
            } else {
                assert_int_equal(card->number, last > 0 ? last : card->number);
                assert_true(ek_pending(&card->waiting) == EK_DECISION_CARD);
            }
        }
        assert_int_equal(g.moves, expected.moves);
        assert_int_equal(moves, expected.moves_from_round_1);
        assert_int_equal(g.cards, expected.cards);
        an_free(&g);
        jn_free(&game);
    }
}

/* -------------------------------------------------------------------------------------- chances */

static void assert_chances(const an_game *g, const int32_t chance[EK_SEATS])
{
    int32_t sum = 0;
    for (unsigned seat = 0; seat < EK_SEATS; seat++) {
        assert_true(chance[seat] >= 0 && (seat < g->players || chance[seat] == 0));
        sum += chance[seat];
    }
    assert_int_equal(sum, BOT_CHANCE_ONE);
}

/* The best turn can be made, as far as no card comes between. */
static void assert_legal(const an_decision *d, const bot_turn *turn)
{
    ek_state state = d->state;
    ek_ask(&state);
    assert_true(turn->count > 0);
    for (unsigned i = 0; i < turn->count && ek_pending(&state) != EK_DECISION_CARD; i++)
        assert_int_equal(ek_apply(d->rules, &state, turn->plan[i], NULL), EK_REASON_OK);
}

static void check_assessment(const an_game *g, const an_decision *d)
{
    const bot_assessment *a = &d->found;
    assert_true(d->assessed);
    assert_chances(g, a->best.chance);
    assert_chances(g, a->played.chance);
    assert_chances(g, a->usual);
    assert_legal(d, &a->best);
    assert_int_equal(a->played.count, d->count);
    assert_memory_equal(a->played.plan, d->played, d->count * sizeof *d->played);
    if (a->second.count > 0) {
        assert_chances(g, a->second.chance);
        assert_legal(d, &a->second);
    }
    assert_true(a->lost >= 0 && a->lost <= a->stake);
    if (a->lost == 0) {
        assert_int_equal(d->verdict, AN_BEST);
        assert_memory_equal(a->best.plan, d->played, d->count * sizeof *d->played);
    }
}

static void assess_all(an_game *g, const an_budget *budget)
{
    for (unsigned i = 0; i < g->tasks; i++)
        an_assess(g, i, budget, &room);
    an_summarize(g);
}

static void check_all(const an_game *g)
{
    for (unsigned i = 0; i < g->decisions; i++)
        check_assessment(g, &g->decision[i]);
    for (unsigned i = 0; i < g->cards; i++) {
        int32_t sum = 0;
        for (unsigned seat = 0; seat < EK_SEATS; seat++)
            sum += g->card[i].change[seat];
        assert_int_equal(sum, 0);
    }
}

static void chances_sum_to_one_at_every_table(void **state)
{
    const an_budget budget = {.judge = &bot_native_judge, .seed = 7, .nodes = NODES};
    (void)state;
    for (unsigned n = 0; n < GAMES; n++) {
        jn_game game;
        an_game g;
        play_random(&game, n * 31);
        assert_true(an_list(&g, &game));
        assess_all(&g, &budget);
        check_all(&g);
        an_free(&g);
        jn_free(&game);
    }
}

/* In any order of the tasks. */
static void the_same_game_has_the_same_analysis(void **state)
{
    const an_budget budget = {.judge = &bot_native_judge, .seed = 7, .nodes = NODES};
    (void)state;
    for (unsigned n = 0; n < TABLES; n++) {
        jn_game game;
        an_game first, second;
        play_normal(&game, n * 5, 60);
        assert_true(an_list(&first, &game) && an_list(&second, &game));
        assess_all(&first, &budget);
        for (unsigned i = second.tasks; i-- > 0;)
            an_assess(&second, i, &budget, &room);
        an_summarize(&second);
        for (unsigned i = 0; i < first.decisions; i++)
            assert_memory_equal(&first.decision[i].found, &second.decision[i].found,
                                sizeof first.decision[i].found);
        assert_memory_equal(first.player, second.player, sizeof first.player);
        an_free(&first);
        an_free(&second);
        jn_free(&game);
    }
}

/* ------------------------------------------------------------------------------------- verdicts */

static int32_t chance_of(double share)
{
    return (int32_t)(share * BOT_CHANCE_ONE + 0.5);
}

static void verdicts_follow_the_chance_lost(void **state)
{
    (void)state;
    assert_int_equal(an_verdict_of(0), AN_BEST);
    assert_int_equal(an_verdict_of(1), AN_GOOD);
    assert_int_equal(an_verdict_of(chance_of(0.019)), AN_GOOD);
    assert_int_equal(an_verdict_of(chance_of(0.021)), AN_INACCURACY);
    assert_int_equal(an_verdict_of(chance_of(0.049)), AN_INACCURACY);
    assert_int_equal(an_verdict_of(chance_of(0.051)), AN_MISTAKE);
    assert_int_equal(an_verdict_of(chance_of(0.099)), AN_MISTAKE);
    assert_int_equal(an_verdict_of(chance_of(0.101)), AN_BLUNDER);
    assert_int_equal(an_verdict_of(BOT_CHANCE_ONE), AN_BLUNDER);
}

/* A single playout of each turn tells nothing of the noise. */
static void one_playout_proves_no_loss(void **state)
{
    const an_budget budget = {.judge = &bot_native_judge, .seed = 7, .nodes = CANDIDATES / 2};
    unsigned seen = 0;
    jn_game game;
    an_game g;
    (void)state;
    play_random(&game, 0);
    assert_true(an_list(&g, &game));
    assess_all(&g, &budget);
    for (unsigned i = 0; i < g.decisions; i++)
        if (g.decision[i].found.rows == 1) {
            assert_int_equal(g.decision[i].found.lost, 0);
            seen++;
        }
    assert_true(seen > 0);
    an_free(&g);
    jn_free(&game);
}

/* Whether turns with different moves were tried; the first candidate has none. */
static bool had_a_choice(void)
{
    const search *s = &room.desk.s;
    for (unsigned i = 2; i < s->count; i++)
        if (s->list[i].count != s->list[1].count ||
            memcmp(s->list[i].plan, s->list[1].plan, s->list[1].count * sizeof(ek_move)) != 0)
            return true;
    return false;
}

/* In these games a player who cannot win any more has to bid: all turns are worth the same. */
static void a_second_turn_is_told_wherever_there_is_a_choice(void **state)
{
    static const unsigned games[] = {124, 527};
    (void)state;
    for (unsigned n = 0; n < sizeof games / sizeof *games; n++) {
        jn_game game;
        an_game g;
        play_random(&game, games[n]);
        assert_true(an_list(&g, &game));
        for (unsigned i = 0; i < g.decisions; i++) {
            const bot_question q = {.rules = g.decision[i].rules,
                                    .state = &g.decision[i].state,
                                    .judge = &bot_native_judge,
                                    .seed = i,
                                    .nodes = NODES};
            bot_assessment found;
            bot_assess(&q, &room, &found);
            assert_int_equal(found.second.count > 0, had_a_choice());
        }
        an_free(&g);
        jn_free(&game);
    }
}

static bool expired_at_once(void *data)
{
    (void)data;
    return true;
}

/* Without time nothing is assessed, and nothing is summed up. */
static void an_assessment_without_time_says_nothing(void **state)
{
    const bot_host host = {.expired = expired_at_once};
    const an_budget budget = {.judge = &bot_native_judge, .host = &host, .nodes = NODES};
    jn_game game;
    an_game g;
    (void)state;
    play_normal(&game, 3, 30);
    assert_true(an_list(&g, &game));
    assert_true(g.decisions > 0);
    assess_all(&g, &budget);
    for (unsigned i = 0; i < g.tasks; i++)
        assert_false(an_is_assessed(&g, i));
    for (unsigned seat = 0; seat < g.players; seat++)
        assert_int_equal(g.player[seat].decisions, 0);
    an_free(&g);
    jn_free(&game);
}

/* The decisions of random players lose much more than those of bots, and luck is told apart. */
static void random_players_are_less_accurate(void **state)
{
    const an_budget budget = {.judge = &bot_native_judge, .seed = 7, .nodes = 200};
    int64_t accuracy[2] = {0};
    unsigned players = 0;
    (void)state;
    for (unsigned n = 0; n < 3; n++)
        for (unsigned kind = 0; kind < 2; kind++) {
            jn_game game;
            an_game g;
            if (kind)
                play_normal(&game, n * 6, 80);
            else
                play_random(&game, n * 6);
            assert_true(an_list(&g, &game));
            assess_all(&g, &budget);
            for (unsigned seat = 0; seat < g.players; seat++)
                accuracy[kind] += g.player[seat].accuracy_of_all;
            players += kind ? 0 : g.players;
            an_free(&g);
            jn_free(&game);
        }
    assert_true(accuracy[1] > accuracy[0] + (int64_t)players * BOT_CHANCE_ONE / 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_move_and_card_is_listed_once),
        cmocka_unit_test(chances_sum_to_one_at_every_table),
        cmocka_unit_test(the_same_game_has_the_same_analysis),
        cmocka_unit_test(verdicts_follow_the_chance_lost),
        cmocka_unit_test(one_playout_proves_no_loss),
        cmocka_unit_test(a_second_turn_is_told_wherever_there_is_a_choice),
        cmocka_unit_test(an_assessment_without_time_says_nothing),
        cmocka_unit_test(random_players_are_less_accurate),
    };
    return cmocka_run_group_tests_name("analysis", tests, NULL, NULL);
}
