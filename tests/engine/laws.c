/*
 * The laws of the game, checked after every move of many random games at every kind of table.
 *
 * Three ways to play: with the generator in the state; with every card chosen by the test at
 * random; and with a recorded game replayed card by card, which must give the same views.
 *
 *     laws FOLDER FIRST END       rounds of all tables, from FIRST to before END; others are other
 * games
 */
#include "books.h"
#include "games.h"
#include "judge.h"
#include "table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ASKED_EVERY = 7,         /* rounds: one of this many is also played card by card */
    TRIED_MOVES = 3,         /* listed moves tried on a copy after every move */
    TRIED_REFUSALS = 4,      /* random and nearly legal moves tried after every move */
    MOVES_OF_A_GAME = 20000, /* no random game is nearly as long */
};

static random_game game;
static books ledger;
static uint64_t dice; /* chooses the tried moves; the games do not depend on it */
static unsigned first_round;
static unsigned end_round;

static void hold(const char *wrong)
{
    char words[GAME_WORDS_MAX];
    if (!wrong)
        return;
    name_game(&game, words);
    fail_msg("%s: %s", words, wrong);
}

/* All laws of the position and of the events that led to it. */
static void check_position(void)
{
    enter_events(&ledger, &game.rules, &game.events);
    hold(judge_events(&game.rules, &game.events));
    hold(audit(&ledger, &game.state));
    hold(judge_state(&game.rules, &game.state));
    list_moves(&game);
    hold(judge_moves(&game.rules, &game.state, game.moves, game.count, TRIED_MOVES, &dice));
    hold(judge_refusals(&game.rules, &game.state, game.moves, game.count, TRIED_REFUSALS, &dice));
}

static void open(uint64_t number, enum ek_chance chance)
{
    assert_true(start_game(&game, number, chance));
    open_books(&ledger, &game.rules);
}

/* A drafted zone stops the game until its rules are compiled. */
static void adopt_zone_if_drafted(void)
{
    if (!ek_rules_wanted(&game.rules, &game.state))
        return;
    assert_int_equal(list_moves(&game), 0);
    assert_int_equal(ek_apply(&game.rules, &game.state, done(), NULL), EK_REASON_WRONG_RULES);
    assert_true(adopt_drafted_zone(&game));
}

/* One decision, or one awaited card; false when the game is over. */
static bool go_on(void)
{
    const unsigned card = choose_card(&game);
    if (ek_phase(&game.state) == EK_PHASE_ENDED)
        return false;
    if (card)
        hold(ek_draw(&game.rules, &game.state, card, &game.events) ? "a card is refused" : NULL);
    else
        hold(ek_apply(&game.rules, &game.state, choose_move(&game), &game.events)
                 ? "a listed move is refused"
                 : NULL);
    adopt_zone_if_drafted();
    return true;
}

/* The end: a player has enough cities, all players are ranked, and no move is left. */
static void check_end(void)
{
    unsigned ranked = 0;
    assert_int_equal(ek_to_move(&game.state), EK_NOBODY);
    assert_int_equal(ek_apply(&game.rules, &game.state, done(), NULL), EK_REASON_GAME_OVER);
    for (unsigned i = 0; i < game.events.count; i++)
        if (game.events.list[i].type == EK_EVENT_RANKED)
            ranked |= 1u << game.events.list[i].seat;
    assert_int_equal(ranked, (1u << game.rules.config.players) - 1);
}

/* Plays a whole game under the laws; returns its moves and draws. */
static unsigned play_game(uint64_t number, enum ek_chance chance)
{
    unsigned moves = 0;
    open(number, chance);
    for (check_position(); go_on(); check_position())
        if (++moves == MOVES_OF_A_GAME)
            hold("the game does not end");
    check_end();
    return moves;
}

/* Plays at every table in one of this many rounds; the games are numbered from `first` on. */
static void play_many(enum ek_chance chance, unsigned every, uint64_t first)
{
    unsigned long long games = 0;
    unsigned long long moves = 0;
    for (unsigned round = first_round; round < end_round; round++)
        for (unsigned i = 0; i < game_tables() && round % every == 0; i++, games++)
            moves += play_game(first + (uint64_t)(round / every) * game_tables() + i, chance);
    print_message("# %llu games, %llu moves\n", games, moves);
}

/* ------------------------------------------------------------------------------ the three ways */

static void test_games_by_the_generator(void **unused)
{
    (void)unused;
    play_many(EK_CHANCE_SEED, 1, 0);
}

static void test_games_by_asking(void **unused)
{
    (void)unused;
    play_many(EK_CHANCE_ASK, ASKED_EVERY, 1000000);
}

/* Enters the back that was visible at this point of the game, if any. */
static void show(ek_state *asked, unsigned back)
{
    if (back != EK_BACK_UNKNOWN)
        if (ek_show_back(&game.rules, asked, (enum ek_back)back) != EK_REASON_OK)
            hold("the back of the top card is refused");
}

/* Turns up the recorded cards in the other game, and enters the backs in between. */
static void answer(ek_state *asked, const ek_events *recorded)
{
    unsigned back = EK_BACK_UNKNOWN;
    for (unsigned i = 0; i < recorded->count; i++) {
        const ek_event *e = &recorded->list[i];
        if (e->type == EK_EVENT_PLANT_DRAWN) {
            show(asked, back);
            if (ek_draw(&game.rules, asked, e->a, NULL) != EK_REASON_OK)
                hold("a card that was turned up before is refused");
        }
        if (e->type == EK_EVENT_PLANT_DRAWN || e->type == EK_EVENT_DECK_SHUFFLED)
            back = e->b;
    }
    show(asked, back);
    if (ek_card_awaited(asked))
        hold("a card is awaited that was not turned up before");
}

/* The same for every seat and for spectators. */
static void compare_tables(const ek_state *asked)
{
    for (unsigned seat = 0; seat <= game.rules.config.players; seat++) {
        const unsigned who = seat < game.rules.config.players ? seat : EK_NOBODY;
        ek_state one;
        ek_state other;
        ek_view(&game.rules, &game.state, who, &one);
        ek_view(&game.rules, asked, who, &other);
        if (memcmp(&one, &other, sizeof one) != 0)
            hold("a game replayed card by card has another view");
    }
}

static void replay_game(uint64_t number)
{
    ek_state asked;
    assert_true(start_game(&game, number, EK_CHANCE_SEED));
    ek_setup setup = game.setup;
    setup.chance = EK_CHANCE_ASK;
    assert_int_equal(ek_start(&game.rules, &setup, &asked, NULL), EK_REASON_OK);
    answer(&asked, &game.events);
    compare_tables(&asked);
    while (list_moves(&game)) {
        const ek_move move = choose_move(&game);
        assert_int_equal(ek_apply(&game.rules, &game.state, move, &game.events), EK_REASON_OK);
        assert_int_equal(ek_apply(&game.rules, &asked, move, NULL), EK_REASON_OK);
        answer(&asked, &game.events);
        assert_true(adopt_drafted_zone(&game));
        compare_tables(&asked);
    }
    assert_int_equal(ek_phase(&game.state), EK_PHASE_ENDED);
}

static void test_games_played_again_by_asking(void **unused)
{
    (void)unused;
    const unsigned first = (first_round * game_tables() + ASKED_EVERY - 1) / ASKED_EVERY;
    const unsigned end = (end_round * game_tables() + ASKED_EVERY - 1) / ASKED_EVERY;
    for (unsigned i = first; i < end; i++)
        replay_game(2000000 + i);
}

int main(int argc, char **argv)
{
    first_round = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 0;
    end_round = argc > 3 ? (unsigned)strtoul(argv[3], NULL, 10) : 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games_by_the_generator),
        cmocka_unit_test(test_games_by_asking),
        cmocka_unit_test(test_games_played_again_by_asking),
    };
    return cmocka_run_group_tests_name("laws", tests, NULL, NULL);
}
