/* How often turns of bots are questioned: those of good bots hardly ever, those of bad ones often.
 *
 *     test_bots_waste_rates [GAMES NODES [LEVEL]]
 *
 * With arguments it plays so many games, searches with so many playouts a decision, and prints
 * every question. */

/* clang-format off */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include <stdio.h>
#include <stdlib.h>

#include "../engine/games.h"
#include "bot.h"
#include "waste.h"
#include "weights.h"

enum { TURN_MAX = 64 };

/* A turn of a seat, from its view. */
typedef struct seen_turn {
    ek_state view;
    ek_move move[TURN_MAX];
    unsigned count;
} seen_turn;

typedef struct tally {
    unsigned turns;
    unsigned questions[BOT_WASTES];
} tally;

static random_game game;
static unsigned games = 12;
static uint32_t nodes = 64;
static bool printing;

static bool ends_turn(ek_move move)
{
    const enum ek_move_type type = ek_move_type(move);
    return type != EK_MOVE_BUY && type != EK_MOVE_CONNECT;
}

static void print_question(enum bot_level level, const seen_turn *turn, const bot_waste *w)
{
    char name[GAME_WORDS_MAX];
    name_game(&game, name);
    printf("# %s: %s", bot_level_words[level], bot_waste_words[w->word]);
    for (unsigned i = 0; i < BOT_REASON_VALUES; i++)
        if (bot_waste_fields[w->word][i].name)
            printf(" %s %d", bot_waste_fields[w->word][i].name, w->value[i]);
    printf(", step %u, %s\n", turn->view.step, name);
}

/* The turn that is offered instead is legal, up to a card. */
static void check_other_turn(const seen_turn *turn, const bot_waste *w)
{
    ek_move other[TURN_MAX + BOT_PLAN_MAX];
    ek_state state = turn->view;
    unsigned count = 0;
    assert_in_range(w->kept, 0, turn->count - 1);
    for (; count < w->kept; count++)
        other[count] = turn->move[count];
    for (unsigned i = 0; i < w->count; i++)
        other[count++] = w->plan[i];
    for (unsigned i = 0; i < count && ek_pending(&state) != EK_DECISION_CARD; i++)
        assert_int_equal(ek_apply(&game.rules, &state, other[i], NULL), EK_REASON_OK);
}

static void look(enum bot_level level, const seen_turn *turn, tally *t)
{
    bot_waste w;
    t->turns++;
    if (!bot_find_waste(&game.rules, &turn->view, turn->move, turn->count, &w))
        return;
    t->questions[w.word]++;
    if (printing)
        print_question(level, turn, &w);
    check_other_turn(turn, &w);
}

static void play_game(uint64_t n, enum bot_level level, tally *t)
{
    bot bots[EK_SEATS];
    seen_turn turn = {.count = 0};
    assert_true(start_game(&game, n, EK_CHANCE_SEED));
    for (unsigned seat = 0; seat < game.rules.config.players; seat++) {
        bot_sit(&bots[seat], level, seat, &game.rules, n + seat);
        bots[seat].judge = &bot_native_judge;
        bots[seat].nodes = nodes;
        bot_see(&bots[seat], &game.events);
    }
    while (ek_phase(&game.state) != EK_PHASE_ENDED) {
        const unsigned seat = ek_to_move(&game.state);
        if (turn.count == 0)
            ek_view(&game.rules, &game.state, seat, &turn.view);
        const ek_move move = bot_move(&bots[seat], &game.rules, &game.state, NULL);
        turn.move[turn.count++] = move;
        if (ends_turn(move) && ek_phase(&game.state) >= EK_PHASE_AUCTION)
            look(level, &turn, t);
        if (ends_turn(move) || turn.count == TURN_MAX)
            turn.count = 0;
        assert_int_equal(ek_apply(&game.rules, &game.state, move, &game.events), EK_REASON_OK);
        for (unsigned i = 0; i < game.rules.config.players; i++)
            bot_see(&bots[i], &game.events);
        assert_true(adopt_drafted_zone(&game));
    }
}

/* Questions in 10,000 turns. */
static unsigned measure(enum bot_level level, unsigned from)
{
    tally t = {.turns = 0};
    unsigned sum = 0;
    for (unsigned n = from; n < from + games; n++)
        play_game(n * 7, level, &t);
    printf("# %s: %u turns;", bot_level_words[level], t.turns);
    for (unsigned i = 0; i < BOT_WASTES; i++) {
        printf(" %s %u", bot_waste_words[i], t.questions[i]);
        sum += t.questions[i];
    }
    printf("; %u in 10,000\n", sum * 10000 / t.turns);
    return sum * 10000 / t.turns;
}

/* A bot that searches has its reasons for the few turns that are questioned: two cities fewer for a
 * better place in the order or to hold back Step 2, and a plant for the rounds to come. */
static void test_good_bots(void **state)
{
    (void)state;
    assert_in_range(measure(BOT_NORMAL, 0), 0, 20);
    assert_in_range(measure(BOT_HARD, 0), 0, 60);
}

static void test_bad_bots(void **state)
{
    (void)state;
    assert_in_range(measure(BOT_RANDOM, 0), 500, 10000);
    assert_in_range(measure(BOT_EASY, 0), 150, 10000);
}

int main(int count, char **arguments)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_good_bots),
        cmocka_unit_test(test_bad_bots),
    };
    printing = count > 2;
    if (printing) {
        games = (unsigned)strtoul(arguments[1], NULL, 10);
        nodes = (uint32_t)strtoul(arguments[2], NULL, 10);
    }
    if (count == 4)
        return measure((enum bot_level)strtoul(arguments[3], NULL, 10), 0) > 200;
    return cmocka_run_group_tests_name("waste rates", tests, NULL, NULL);
}
