/*
 * Hidden information (1.8): the view of a seat or a spectator does not depend on secrets, and
 * contains all public information.
 *
 * Over many games every position gets a twin that differs only in the generator and, unless money
 * is open, in the money of others; the views of both must be the same bytes.
 */
#include "games.h"
#include "judge.h"
#include "table.h"

#include <string.h>

#ifdef NDEBUG
enum { ROUNDS_OF_TABLES = 6 };
#else
enum { ROUNDS_OF_TABLES = 1 };
#endif

static random_game game;

static bool is_open(void)
{
    return ek_phase(&game.state) == EK_PHASE_ENDED || game.rules.config.options & EK_OPEN_MONEY;
}

static void fail_game(const char *wrong)
{
    char words[GAME_WORDS_MAX];
    name_game(&game, words);
    fail_msg("%s: %s", words, wrong);
}

/* The same position with other secrets, as seen from `seat`. */
static ek_state twin_for(unsigned seat, uint64_t *dice)
{
    ek_state twin = game.state;
    twin.random = ek_random(dice);
    for (unsigned i = 0; i < game.rules.config.players && !is_open(); i++)
        if (i != seat)
            twin.owner[i].money = (int32_t)ek_random_below(dice, 500);
    return twin;
}

static void check_twins(unsigned seat, uint64_t *dice)
{
    const ek_state twin = twin_for(seat, dice);
    ek_state seen;
    ek_state seen_twin;
    /* Bytes that a view does not write must not leak either. */
    memset(&seen, 0xaa, sizeof seen);
    memset(&seen_twin, 0x55, sizeof seen_twin);
    ek_view(&game.rules, &game.state, seat, &seen);
    ek_view(&game.rules, &twin, seat, &seen_twin);
    if (memcmp(&seen, &seen_twin, sizeof seen) != 0)
        fail_game("a view leaks a secret");
}

/* Only the secrets differ: they are blank and marked as hidden. */
static void check_shown(unsigned seat)
{
    ek_state wanted = game.state;
    ek_state seen;
    wanted.random = 0;
    wanted.chance = EK_CHANCE_ASK;
    for (unsigned i = 0; i < game.rules.config.players; i++) {
        if (i == seat || is_open())
            continue;
        wanted.owner[i].money = 0;
        wanted.hidden |= (uint8_t)(1u << i);
    }
    ek_view(&game.rules, &game.state, seat, &seen);
    if (memcmp(&seen, &wanted, sizeof seen) != 0)
        fail_game("a view is not the state without its secrets");
    if (ek_check(&game.rules, &seen) != EK_LAW_NONE)
        fail_game("a view breaks a law");
    ek_view(&game.rules, &seen, seat, &wanted);
    if (memcmp(&seen, &wanted, sizeof seen) != 0)
        fail_game("a view of a view differs");
}

/* The player to move can decide from their view: it lists the same moves. */
static void check_moves_from_view(void)
{
    static ek_move moves[EK_MOVES_MAX];
    const unsigned seat = ek_to_move(&game.state);
    ek_state seen;
    ek_view(&game.rules, &game.state, seat, &seen);
    const unsigned count = ek_moves(&game.rules, &seen, moves);
    if (count != game.count || memcmp(moves, game.moves, count * sizeof *moves) != 0)
        fail_game("the view of the player to move lists other moves");
}

static void check_views(uint64_t *dice)
{
    for (unsigned seat = 0; seat < game.rules.config.players; seat++) {
        check_twins(seat, dice);
        check_shown(seat);
    }
    check_twins(EK_NOBODY, dice);
    check_shown(EK_NOBODY);
    check_moves_from_view();
}

static void test_views_hide_secrets_and_nothing_else(void **unused)
{
    (void)unused;
    uint64_t dice = 1;
    const unsigned games = ROUNDS_OF_TABLES * game_tables();
    for (unsigned i = 0; i < games; i++) {
        assert_true(start_game(&game, i, EK_CHANCE_SEED));
        while (list_moves(&game)) {
            check_views(&dice);
            ek_play(&game.rules, &game.state, choose_move(&game), NULL);
            assert_true(adopt_drafted_zone(&game));
        }
        check_views(&dice);
    }
    print_message("# %u games\n", games);
}

/* The possible top cards according to public information. */
static ek_plants possible_tops(void)
{
    if (game.state.deck_top)
        return ek_bit(game.state.deck_top);
    if (game.state.top_back == EK_BACK_UNKNOWN)
        return game.state.unseen;
    return game.state.unseen &
           (game.state.top_back == EK_BACK_PLUG ? ek_tables.plug : ~ek_tables.plug);
}

/* Makes a move in the game and in the mover's view of it. Where the game turns up a card, the view
 * can only await any of those that are possible. True if that was so. */
static bool card_came_from_nowhere(ek_move move)
{
    ek_state seen;
    const ek_plants possible = possible_tops();
    ek_view(&game.rules, &game.state, ek_to_move(&game.state), &seen);
    assert_int_equal(ek_apply(&game.rules, &seen, move, NULL), EK_REASON_OK);
    if (!ek_rules_wanted(&game.rules, &seen))
        assert_int_equal(ek_check(&game.rules, &seen), EK_LAW_NONE);
    assert_int_equal(ek_apply(&game.rules, &game.state, move, &game.events), EK_REASON_OK);
    if (ek_card_awaited(&seen) == 0)
        return false;
    for (unsigned i = 0; i < game.events.count; i++) {
        const ek_event *e = &game.events.list[i];
        if (e->type == EK_EVENT_DECK_SHUFFLED)
            return false;
        if (e->type == EK_EVENT_PLANT_DRAWN) {
            assert_true(ek_has(possible, e->a));
            break;
        }
    }
    assert_int_equal(ek_card_awaited(&seen), possible);
    return true;
}

static void test_the_next_card_is_not_in_a_view(void **unused)
{
    (void)unused;
    unsigned cards = 0;
    for (unsigned i = 0; i < game_tables(); i++) {
        assert_true(start_game(&game, i, EK_CHANCE_SEED));
        while (list_moves(&game)) {
            cards += card_came_from_nowhere(choose_move(&game));
            assert_true(adopt_drafted_zone(&game));
        }
    }
    assert_true(cards > 10 * game_tables());
}

static void test_money_of_others_is_seen_only_when_open(void **unused)
{
    (void)unused;
    for (unsigned open = 0; open <= 1; open++) {
        table *t = open_table(EK_RECHARGED, "germany", 4, open ? EK_OPEN_MONEY : 0);
        ek_state seen;
        for (unsigned seat = 0; seat < 4; seat++)
            set_money(t, seat, 100 + (int)seat);
        ek_view(&t->rules, &t->state, 2, &seen);
        for (unsigned seat = 0; seat < 4; seat++)
            assert_int_equal(seen.owner[seat].money, open || seat == 2 ? 100 + (int)seat : 0);
        assert_int_equal(seen.hidden, open ? 0 : 0x0b);
        ek_view(&t->rules, &t->state, EK_NOBODY, &seen);
        assert_int_equal(seen.hidden, open ? 0 : 0x0f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_views_hide_secrets_and_nothing_else),
        cmocka_unit_test(test_the_next_card_is_not_in_a_view),
        cmocka_unit_test(test_money_of_others_is_seen_only_when_open),
    };
    return cmocka_run_group_tests_name("view", tests, NULL, NULL);
}
