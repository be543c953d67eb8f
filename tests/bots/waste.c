/* Wastes: every case, and what is like it but no waste. */
#include "waste.h"

#include "../engine/table.h"
#include "bot.h"

/* The waste of a turn of the seat to move, from its view. */
static bool find_in(const table *t, const ek_move *turn, unsigned count, bot_waste *w)
{
    ek_state view;
    ek_view(&t->rules, &t->state, ek_to_move(&t->state), &view);
    return bot_find_waste(&t->rules, &view, turn, count, w);
}

static bool find(const table *t, ek_move move, bot_waste *w)
{
    return find_in(t, &move, 1, w);
}

static bool is_waste(const table *t, ek_move move)
{
    bot_waste w;
    return find(t, move, &w);
}

static void assert_values(const bot_waste *w, enum bot_waste_word word, const int *values)
{
    assert_string_equal(bot_waste_words[w->word], bot_waste_words[word]);
    for (unsigned i = 0; i < BOT_REASON_VALUES; i++)
        if (bot_waste_fields[word][i].name)
            assert_int_equal(w->value[i], values[i]);
}

#define VALUES(...) ((const int[]){__VA_ARGS__})

/* ----------------------------------------------------------------------------------------- fuel */

/* Player 1 owns two cities and a plant for two cities that burns two coal. */
static table *open_at_fuel(unsigned options)
{
    table *t = open_table(EK_CLASSIC, "germany", 3, options);
    set_money(t, 0, 30);
    give_plant(t, 0, 10);
    give_plant(t, 1, 8);
    give_plant(t, 2, 7);
    give_cities(t, 0, 2);
    give_cities(t, 1, 2);
    give_cities(t, 2, 2);
    go_to(t, 2, EK_PHASE_RESOURCES);
    t->state.turn = 0;
    return t;
}

static void test_buying_nothing(void **state)
{
    (void)state;
    table *t = open_at_fuel(EK_OPEN_MONEY);
    bot_waste w;
    set_fuel(t, EK_COAL, 24);
    assert_true(find(t, done(), &w));
    assert_values(&w, BOT_WASTE_PLANT_IDLE, VALUES(10, 2, 2, 0, 23));
    assert_int_equal(w.kept, 0);
    assert_int_equal(w.count, 2);
    assert_int_equal(w.plan[0], buy(EK_COAL, 2));
    assert_int_equal(w.plan[1], done());
}

static void test_buying_too_little(void **state)
{
    (void)state;
    table *t = open_at_fuel(0);
    bot_waste w;
    set_fuel(t, EK_COAL, 24);
    assert_true(find_in(t, (const ek_move[]){buy(EK_COAL, 1), done()}, 2, &w));
    assert_values(&w, BOT_WASTE_PLANT_IDLE, VALUES(10, 1, 2, 0, 23));
    assert_int_equal(w.kept, 1);
    assert_int_equal(w.plan[0], buy(EK_COAL, 1));
    assert_false(find_in(t, (const ek_move[]){buy(EK_COAL, 2), done()}, 2, &w));
    assert_false(find_in(t, (const ek_move[]){buy(EK_COAL, 4), done()}, 2, &w));
}

static void test_buying_nothing_with_reason(void **state)
{
    (void)state;
    table *t = open_at_fuel(EK_OPEN_MONEY);
    give_fuel(t, 0, EK_COAL, 2); /* it can run */
    assert_false(is_waste(t, done()));
    t = open_at_fuel(EK_OPEN_MONEY);
    set_fuel(t, EK_COAL, 1); /* the market has too little */
    assert_false(is_waste(t, done()));
    t = open_at_fuel(EK_OPEN_MONEY);
    set_money(t, 0, 1); /* the seat has too little */
    assert_false(is_waste(t, done()));
}

/* The plant that is named is one that the better turn fuels. */
static void test_the_plant_that_is_named(void **state)
{
    (void)state;
    table *t = open_at_fuel(EK_OPEN_MONEY);
    bot_waste w;
    give_plant(t, 0, 11); /* larger, and its last uranium costs 16 */
    set_fuel(t, EK_COAL, 24);
    set_fuel(t, EK_URANIUM, 1);
    assert_true(find(t, done(), &w));
    assert_values(&w, BOT_WASTE_PLANT_IDLE, VALUES(10, 2, 2, 0, 23));
    assert_int_equal(w.plan[0], buy(EK_COAL, 2));
}

/* Fuel that costs as much as it earns is no question. */
static void test_dear_fuel(void **state)
{
    (void)state;
    table *t = open_table(EK_CLASSIC, "germany", 3, EK_OPEN_MONEY);
    set_money(t, 0, 60);
    give_plant(t, 0, 11); /* one uranium, two cities */
    give_plant(t, 0, 13); /* wind, one city */
    give_cities(t, 0, 2);
    go_to(t, 5, EK_PHASE_RESOURCES);
    t->state.turn = 0;
    set_fuel(t, EK_URANIUM, 1);
    assert_false(is_waste(t, done())); /* 16 for 11 more */
    set_fuel(t, EK_URANIUM, 12);
    assert_true(is_waste(t, done())); /* 1 for 11 more */
}

/* In the last round cities count, whatever their fuel costs. */
static void test_fuel_of_the_last_round(void **state)
{
    (void)state;
    table *t = open_table(EK_CLASSIC, "germany", 3, EK_OPEN_MONEY);
    bot_waste w;
    set_step(t, 3);
    set_money(t, 0, 60);
    give_plant(t, 0, 11);
    give_plant(t, 0, 13);
    give_cities(t, 0, 2);
    set_money(t, 1, 100); /* enough to end the game */
    give_plant(t, 1, 31);
    give_plant(t, 1, 26);
    give_plant(t, 1, 36);
    give_cities(t, 1, 16);
    go_to(t, 11, EK_PHASE_RESOURCES);
    t->state.turn = 0;
    set_fuel(t, EK_URANIUM, 1);
    assert_true(find(t, done(), &w));
    assert_values(&w, BOT_WASTE_PLANT_DARK, VALUES(11, 16, 2, 1));
    assert_int_equal(w.plan[0], buy(EK_URANIUM, 1));
    set_money(t, 1, 0);
    assert_false(is_waste(t, done()));
}

/* Nobody knows whether a player whose money is hidden can end the game. */
static void test_the_last_round_is_not_guessed(void **state)
{
    (void)state;
    table *t = open_table(EK_CLASSIC, "germany", 3, 0);
    set_step(t, 3);
    set_money(t, 0, 120);
    give_plant(t, 0, 11);
    give_plant(t, 0, 13);
    give_cities(t, 0, 2);
    set_money(t, 1, 100);
    give_plant(t, 1, 31);
    give_plant(t, 1, 26);
    give_plant(t, 1, 36);
    give_cities(t, 1, 16);
    go_to(t, 11, EK_PHASE_RESOURCES);
    t->state.turn = 0;
    set_fuel(t, EK_URANIUM, 1);
    assert_false(is_waste(t, done())); /* 16 for 11 more */
}

/* Before the first city the fuel for it counts, and the city must still be paid. */
static void test_fuel_of_the_first_round(void **state)
{
    (void)state;
    table *t = open_table(EK_CLASSIC, "germany", 3, EK_OPEN_MONEY);
    bot_waste w;
    give_plant(t, 0, 4);
    set_money(t, 0, 40);
    go_to(t, 1, EK_PHASE_RESOURCES);
    t->state.turn = 0;
    assert_true(find(t, done(), &w));
    assert_values(&w, BOT_WASTE_PLANT_IDLE, VALUES(4, 2, 1, 0, 12));
    set_money(t, 0, 11);
    assert_false(is_waste(t, done()));
}

/* ---------------------------------------------------------------------------------------- cities
 */

/* Player 1 owns two cities and has fuel for four. */
static table *open_at_building(int money)
{
    table *t = open_table(EK_CLASSIC, "germany", 3, EK_OPEN_MONEY);
    set_money(t, 0, money);
    give_plant(t, 0, 10);
    give_plant(t, 0, 16);
    give_fuel(t, 0, EK_COAL, 2);
    give_fuel(t, 0, EK_OIL, 2);
    give_cities(t, 0, 2);
    give_cities(t, 1, 3);
    give_cities(t, 2, 3);
    go_to(t, 4, EK_PHASE_BUILDING);
    t->state.turn = 0;
    return t;
}

static void test_building_nothing(void **state)
{
    (void)state;
    table *t = open_at_building(80);
    bot_waste w;
    assert_true(find(t, done(), &w));
    assert_string_equal(bot_waste_words[w.word], "no-city");
    assert_int_equal(w.value[1], 2);
    assert_int_equal(w.value[4], 80);
    assert_int_equal(w.count, 1 + w.value[0] - w.value[1]); /* all that have fuel */
    assert_int_equal(w.plan[0], ek_move_of(EK_MOVE_CONNECT, (unsigned)w.value[2], 0));
    assert_int_equal(w.plan[w.count - 1], done());
    play(t, 0, w.plan[0]);
}

static void test_building_nothing_with_reason(void **state)
{
    (void)state;
    bot_waste w;
    table *t = open_at_building(80);
    assert_true(find(t, done(), &w));
    assert_false(find_in(t, (const ek_move[]){w.plan[0], done()}, 2, &w)); /* one was built */
    assert_false(is_waste(open_at_building(12), done()));                  /* no money for two */
    t = open_at_building(80);
    t->state.owner[0].fuel[EK_COAL] = t->state.owner[0].fuel[EK_OIL] = 0; /* nor fuel */
    assert_false(is_waste(t, done()));
}

static void test_first_city(void **state)
{
    (void)state;
    table *t = open_table(EK_RECHARGED, "germany-recharged", 3, 0);
    bot_waste w;
    give_plant(t, 0, 4);
    give_fuel(t, 0, EK_COAL, 2);
    set_money(t, 0, 30);
    go_to(t, 1, EK_PHASE_BUILDING);
    t->state.turn = 0;
    assert_true(find(t, done(), &w));
    assert_string_equal(bot_waste_words[w.word], "no-city");
    set_money(t, 0, 9);
    assert_false(is_waste(t, done()));
}

/* --------------------------------------------------------------------------------------- the end
 */

/* Player 1 has 16 cities and fuel for fewer; another player supplies all of 16. */
static table *open_before_end(unsigned options)
{
    table *t = open_table(EK_CLASSIC, "germany", 3, options);
    set_step(t, 3);
    set_market(t, PLANTS(27, 28, 29, 30, 32, 33));
    give_plant(t, 0, 20);
    give_plant(t, 0, 21);
    give_plant(t, 0, 23);
    give_fuel(t, 0, EK_COAL, 5);
    give_fuel(t, 0, EK_URANIUM, 1);
    give_plant(t, 1, 31);
    give_plant(t, 1, 26);
    give_plant(t, 1, 36);
    give_fuel(t, 1, EK_COAL, 6);
    give_fuel(t, 1, EK_OIL, 2);
    give_cities(t, 0, 16);
    give_cities(t, 1, 16);
    set_money(t, 0, 60);
    set_money(t, 1, 5);
    go_to(t, 11, EK_PHASE_BUILDING);
    t->state.turn = 0;
    return t;
}

static void test_ending_a_lost_game(void **state)
{
    (void)state;
    table *t = open_before_end(0);
    bot_waste w;
    list(t);
    const ek_move turn[] = {t->moves[t->count - 1], done()};
    assert_int_equal(ek_move_type(turn[0]), EK_MOVE_CONNECT);
    assert_true(find_in(t, turn, 2, &w));
    const int theirs = (int)ek_fuelled(&t->state, 1);
    assert_values(&w, BOT_WASTE_END_LOST,
                  VALUES(1, theirs < 16 ? theirs : 16, (int)ek_fuelled(&t->state, 0)));
    assert_int_equal(w.kept, 0);
    assert_int_equal(w.count, 1);
    assert_int_equal(w.plan[0], done());
    assert_false(is_waste(t, done()));
}

/* If the others supply as many, money decides; a seat that does not know it is not asked. */
static void test_ending_a_tie(void **state)
{
    (void)state;
    for (unsigned options = 0; options <= EK_OPEN_MONEY; options += EK_OPEN_MONEY) {
        table *t = open_before_end(options);
        bot_waste w;
        t->state.owner[1].plants = t->state.owner[0].plants;
        for (unsigned fuel = 0; fuel < EK_FUELS; fuel++)
            t->state.owner[1].fuel[fuel] = t->state.owner[0].fuel[fuel];
        t->state.owner[1].money = 200;
        list(t);
        const ek_move turn[] = {t->moves[t->count - 1], done()};
        assert_int_equal(find_in(t, turn, 2, &w), options == EK_OPEN_MONEY);
        t->state.owner[1].money = 0;
        assert_false(find_in(t, turn, 2, &w));
    }
}

/* ------------------------------------------------------------------------------------- powering */

static void test_powering_less(void **state)
{
    (void)state;
    table *t = open_at_fuel(EK_OPEN_MONEY);
    bot_waste w;
    give_fuel(t, 0, EK_COAL, 2);
    go_to(t, 2, EK_PHASE_BUREAUCRACY);
    t->state.turn = 0;
    assert_true(find(t, power(t, PLANTS(0), 0), &w));
    assert_string_equal(bot_waste_words[w.word], "less-power");
    assert_int_equal(w.value[0], 2);
    assert_int_equal(w.value[1], 0);
    assert_int_equal(w.value[2], 23);
    assert_int_equal(w.plan[0], power(t, PLANTS(10), 0));
    assert_false(is_waste(t, w.plan[0]));
}

/* One city more that takes much fuel. */
static void test_powering_less_with_reason(void **state)
{
    (void)state;
    table *t = open_table(EK_CLASSIC, "germany", 3, EK_OPEN_MONEY);
    give_plant(t, 0, 24); /* two garbage, four cities */
    give_plant(t, 0, 28); /* one uranium, four cities */
    give_fuel(t, 0, EK_GARBAGE, 2);
    give_fuel(t, 0, EK_URANIUM, 1);
    give_cities(t, 0, 5);
    set_fuel(t, EK_GARBAGE, 0);
    set_fuel(t, EK_URANIUM, 0);
    go_to(t, 6, EK_PHASE_BUREAUCRACY);
    t->state.turn = 0;
    assert_false(is_waste(t, power(t, PLANTS(24), 0)));
    assert_true(is_waste(t, power(t, PLANTS(0), 0)));
}

/* -------------------------------------------------------------------------------------- auctions
 */

static void test_bids_without_money_for_fuel(void **state)
{
    (void)state;
    table *t = open_table(EK_CLASSIC, "germany", 3, 0);
    bot_waste w;
    assert_true(find(t, nominate(4, 50), &w));
    assert_values(&w, BOT_WASTE_FUEL_UNPAID, VALUES(4, 0, 2));
    assert_int_equal(w.plan[0], nominate(4, 4));
    assert_true(find(t, nominate(4, 40), &w));
    assert_values(&w, BOT_WASTE_CITY_UNPAID, VALUES(4, 10, 2, 10));
    assert_false(is_waste(t, nominate(4, 38)));
    assert_false(is_waste(t, nominate(4, 4)));
    play(t, 0, nominate(4, 36));
    assert_true(find(t, bid(45), &w));
    assert_int_equal(w.plan[0], bid(37)); /* a lower one is enough */
    assert_false(is_waste(t, bid(37)));
    assert_false(is_waste(t, pass_()));
    play(t, 1, bid(44));
    assert_true(find(t, bid(45), &w));
    assert_int_equal(w.plan[0], pass_());
}

/* A seat that can run its other plants for all of its cities may spend the rest. */
static void test_bids_of_the_rich(void **state)
{
    (void)state;
    table *t = open_table(EK_CLASSIC, "germany", 3, 0);
    give_plant(t, 0, 22); /* wind, two cities */
    give_plant(t, 0, 18); /* the same */
    give_cities(t, 0, 4);
    set_market(t, PLANTS(5, 7, 8, 9, 12, 14, 15, 16));
    set_money(t, 0, 30);
    go_to(t, 5, EK_PHASE_AUCTION);
    assert_false(is_waste(t, nominate(9, 30)));
}

/* A seat without a plant leaves the last auction that it can pay. */
static void test_passing_the_only_chance(void **state)
{
    (void)state;
    table *t = open_table(EK_CLASSIC, "germany", 3, 0);
    bot_waste w;
    set_money(t, 1, 4);
    play(t, 0, nominate(3, 3));
    assert_false(is_waste(t, pass_())); /* plant 4 is left */
    t = open_table(EK_CLASSIC, "germany", 3, 0);
    set_money(t, 1, 5);
    set_market(t, PLANTS(4, 7, 8, 9, 10, 12, 14, 15));
    play(t, 0, nominate(4, 4));
    assert_true(find(t, pass_(), &w));
    assert_values(&w, BOT_WASTE_NO_PLANT, VALUES(4, 5));
    assert_int_equal(w.plan[0], bid(5));
    give_plant(t, 1, 20);
    assert_false(is_waste(t, pass_()));
}

static void test_passing_the_phase_without_a_plant(void **state)
{
    (void)state;
    table *t = open_table(EK_CLASSIC, "germany", 3, 0);
    bot_waste w;
    go_to(t, 2, EK_PHASE_AUCTION); /* in round 1 it would be refused */
    set_money(t, 0, 50);
    assert_true(find(t, pass_(), &w));
    assert_string_equal(bot_waste_words[w.word], "no-plant");
    assert_int_equal(ek_move_type(w.plan[0]), EK_MOVE_NOMINATE);
    assert_int_equal(why(t, w.plan[0]), EK_REASON_OK);
    give_plant(t, 0, 10);
    assert_false(is_waste(t, pass_()));
}

/* ----------------------------------------------------------------------------------- other turns
 */

static void test_turns_that_are_not_legal(void **state)
{
    (void)state;
    table *t = open_at_fuel(0);
    bot_waste w;
    assert_false(find_in(t, NULL, 0, &w));
    assert_false(find(t, power(t, PLANTS(0), 0), &w));
    assert_false(find_in(t, (const ek_move[]){done(), done()}, 2, &w));
    assert_false(find_in(t, (const ek_move[]){buy(EK_URANIUM, 1), done()}, 2, &w));
}

/* A person buys token by token. */
static void test_long_turns(void **state)
{
    (void)state;
    table *t = open_table(EK_CLASSIC, "germany", 3, 0);
    ek_move turn[40];
    unsigned count = 0;
    bot_waste w;
    set_money(t, 0, 200);
    give_plant(t, 0, 20); /* three coal, five cities */
    give_plant(t, 0, 25); /* two coal, five cities */
    give_plant(t, 0, 36); /* three coal, seven cities */
    give_cities(t, 0, 14);
    set_fuel(t, EK_COAL, 24);
    set_fuel(t, EK_OIL, 20);
    go_to(t, 6, EK_PHASE_RESOURCES);
    t->state.turn = 0;
    while (count < 4)
        turn[count++] = buy(EK_COAL, 1);
    turn[count++] = done();
    assert_true(find_in(t, turn, count, &w));
    assert_int_equal(w.kept, 4);
    assert_int_equal(w.plan[0], buy(EK_COAL, 4));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_buying_nothing),
        cmocka_unit_test(test_buying_too_little),
        cmocka_unit_test(test_buying_nothing_with_reason),
        cmocka_unit_test(test_the_plant_that_is_named),
        cmocka_unit_test(test_dear_fuel),
        cmocka_unit_test(test_fuel_of_the_last_round),
        cmocka_unit_test(test_the_last_round_is_not_guessed),
        cmocka_unit_test(test_fuel_of_the_first_round),
        cmocka_unit_test(test_building_nothing),
        cmocka_unit_test(test_building_nothing_with_reason),
        cmocka_unit_test(test_first_city),
        cmocka_unit_test(test_ending_a_lost_game),
        cmocka_unit_test(test_ending_a_tie),
        cmocka_unit_test(test_powering_less),
        cmocka_unit_test(test_powering_less_with_reason),
        cmocka_unit_test(test_bids_without_money_for_fuel),
        cmocka_unit_test(test_bids_of_the_rich),
        cmocka_unit_test(test_passing_the_only_chance),
        cmocka_unit_test(test_passing_the_phase_without_a_plant),
        cmocka_unit_test(test_turns_that_are_not_legal),
        cmocka_unit_test(test_long_turns),
    };
    return cmocka_run_group_tests_name("waste", tests, NULL, NULL);
}
