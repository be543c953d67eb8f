/* Special rules of the boards (rules.md 10); Benelux's plant market is in benelux.c. */
#include "table.h"

/* Eight large plants, of which seat 0 can buy 39. */
#define WITH_39 PLANTS(36, 37, 38, 39, 40, 42, 44, 46)

/* ------------------------------------------------------------------ 10.1: the last uranium */

/* Three players with two uranium on the market: seat 0 buys this plant, and the round continues to
 * its refill. */
static table *refill_after_buying(enum ek_edition edition, const char *board, unsigned plant)
{
    table *t = open_table(edition, board, 3, 0);
    set_market(t, WITH_39);
    set_step(t, 2);
    go_to(t, 5, EK_PHASE_AUCTION);
    buy_plant(t, 0, plant);
    const ek_event *stopped = find_event(t, EK_EVENT_URANIUM_STOPPED);
    assert_int_equal(stopped != NULL, t->state.uranium_stopped);
    if (stopped)
        assert_int_equal(stopped->seat, 0);
    skip_to(t, EK_PHASE_BUREAUCRACY);
    return t;
}

static void assert_uranium_refilled(table *t, unsigned tokens)
{
    assert_int_equal(ek_refill(&t->rules, &t->state, EK_URANIUM), tokens);
    sit_out(t);
    assert_int_equal(refilled(t, EK_URANIUM), tokens);
    assert_int_equal(t->state.fuel[EK_URANIUM], 2 + tokens);
    assert_true(refilled(t, EK_GARBAGE) > 0); /* the others go on */
}

static void c10_1_germany_recharged_39_stops_uranium(void **state)
{
    (void)state;
    assert_uranium_refilled(refill_after_buying(EK_RECHARGED, "germany", 39), 0);
}

static void c10_1_other_plants_do_not(void **state)
{
    (void)state;
    assert_uranium_refilled(refill_after_buying(EK_RECHARGED, "germany", 38), 1);
}

static void c10_1_not_in_classic_nor_elsewhere(void **state)
{
    (void)state;
    assert_uranium_refilled(refill_after_buying(EK_CLASSIC, "germany", 39), 1);
    assert_uranium_refilled(refill_after_buying(EK_RECHARGED, "usa", 39), 1);
    assert_uranium_refilled(refill_after_buying(EK_RECHARGED, "benelux", 39), 1);
}

/* "Never again": neither scrapping 39 nor a new Step brings uranium back. */
static void c10_1_never_again_even_without_39(void **state)
{
    (void)state;
    table *t = refill_after_buying(EK_RECHARGED, "germany", 39);
    t->state.owner[0].plants = 0;
    t->state.removed |= ek_bit(39);
    sit_out(t);
    draw_largest(t);
    set_step(t, 3);
    skip_to(t, EK_PHASE_BUREAUCRACY);
    sit_out(t);
    assert_int_equal(refilled(t, EK_URANIUM), 0);
    assert_int_equal(t->state.fuel[EK_URANIUM], 2);
}

/* 39 leaving the market unsold is not a purchase. */
static void c10_1_only_a_purchase_counts(void **state)
{
    (void)state;
    table *t = open_table(EK_RECHARGED, "germany", 3, 0);
    set_market(t, PLANTS(39, 40, 42, 44, 46, 50, 37, 38));
    t->state.market &= ~(ek_bit(37) | ek_bit(38)); /* 39 is the smallest in Step 3 */
    t->state.removed |= ek_bit(37) | ek_bit(38);
    set_step(t, 3);
    go_to(t, 5, EK_PHASE_AUCTION);
    skip_to(t, EK_PHASE_RESOURCES);
    assert_true(ek_has(t->state.removed, 39)); /* 4.10c */
    skip_to(t, EK_PHASE_BUREAUCRACY);
    assert_uranium_refilled(t, 1);
}

/* ----------------------------------------------------------------------- 10.2: coal storage */

/* Seat 2 of three, first to buy, owns plant 20 (room for six coal) and 100 Elektro. */
static table *coal_buyer(enum ek_edition edition, const char *board, unsigned on_market)
{
    table *t = open_table(edition, board, 3, 0);
    give_plant(t, 2, 20);
    set_money(t, 2, 100);
    set_fuel(t, EK_COAL, on_market);
    go_to(t, 5, EK_PHASE_RESOURCES);
    return t;
}

static void c10_2_one_purchase_runs_from_market_into_storage(void **state)
{
    (void)state;
    table *t = coal_buyer(EK_RECHARGED, "usa", 4);
    assert_int_equal(ek_supply(&t->state, EK_COAL), 20);
    assert_int_equal(ek_price(&t->rules, &t->state, 2, EK_COAL, 4), 7 + 8 + 8 + 8);
    assert_int_equal(ek_price(&t->rules, &t->state, 2, EK_COAL, 6), 7 + 8 + 8 + 8 + 2 * 8);
    play(t, 2, buy(EK_COAL, 6));
    assert_int_equal(t->state.owner[2].money, 100 - 47);
    assert_int_equal(t->state.owner[2].fuel[EK_COAL], 6);
    assert_int_equal(t->state.fuel[EK_COAL], 0);
    assert_int_equal(ek_supply(&t->state, EK_COAL), 18);
}

static void c10_2_market_coal_is_sold_first(void **state)
{
    (void)state;
    table *t = coal_buyer(EK_RECHARGED, "usa", 12);
    assert_int_equal(ek_price(&t->rules, &t->state, 2, EK_COAL, 6), 3 * 5 + 3 * 6);
    play(t, 2, buy(EK_COAL, 6));
    assert_int_equal(t->state.fuel[EK_COAL], 6);
    assert_int_equal(ek_supply(&t->state, EK_COAL), 12);
}

static void c10_2_storage_sells_to_the_last_token(void **state)
{
    (void)state;
    table *t = coal_buyer(EK_RECHARGED, "usa", 0);
    give_plant(t, 0, 36);
    give_plant(t, 0, 31);
    give_fuel(t, 0, EK_COAL, 12);
    give_plant(t, 1, 25);
    give_plant(t, 1, 10);
    give_fuel(t, 1, EK_COAL, 7);
    go_to(t, 5, EK_PHASE_RESOURCES);
    assert_int_equal(ek_supply(&t->state, EK_COAL), 5);
    assert_int_equal(why(t, buy(EK_COAL, 6)), EK_REASON_SOLD_OUT);
    play(t, 2, buy(EK_COAL, 5));
    assert_int_equal(t->state.owner[2].money, 100 - 40);
    assert_int_equal(why(t, buy(EK_COAL, 1)), EK_REASON_SOLD_OUT);
}

static void c10_2_storage_obeys_room_and_money(void **state)
{
    (void)state;
    table *t = coal_buyer(EK_RECHARGED, "usa", 0);
    assert_int_equal(why(t, buy(EK_COAL, 7)), EK_REASON_OVER_CAPACITY);
    set_money(t, 2, 31);
    assert_int_equal(why(t, buy(EK_COAL, 4)), EK_REASON_CANNOT_PAY);
    assert_int_equal(why(t, buy(EK_COAL, 3)), EK_REASON_OK);
}

static void c10_2_no_storage_elsewhere(void **state)
{
    (void)state;
    assert_int_equal(why(coal_buyer(EK_CLASSIC, "usa", 2), buy(EK_COAL, 3)), EK_REASON_SOLD_OUT);
    assert_int_equal(why(coal_buyer(EK_RECHARGED, "germany", 2), buy(EK_COAL, 3)),
                     EK_REASON_SOLD_OUT);
    assert_int_equal(why(coal_buyer(EK_RECHARGED, "italy", 0), buy(EK_COAL, 1)),
                     EK_REASON_SOLD_OUT);
}

static void c10_2_storage_holds_coal_only(void **state)
{
    (void)state;
    table *t = open_table(EK_RECHARGED, "usa", 3, 0);
    give_plant(t, 2, 7);
    give_plant(t, 2, 14);
    set_fuel(t, EK_COAL, 4);
    set_fuel(t, EK_OIL, 0);
    set_fuel(t, EK_GARBAGE, 0);
    go_to(t, 5, EK_PHASE_RESOURCES);
    assert_int_equal(why(t, buy(EK_OIL, 1)), EK_REASON_SOLD_OUT);
    assert_int_equal(why(t, buy(EK_GARBAGE, 1)), EK_REASON_SOLD_OUT);
}

/* The storage is the supply: the refill comes out of it. */
static void c10_2_refill_comes_out_of_the_storage(void **state)
{
    (void)state;
    table *t = coal_buyer(EK_RECHARGED, "usa", 0);
    play(t, 2, buy(EK_COAL, 6));
    skip_to(t, EK_PHASE_BUREAUCRACY);
    sit_out(t);
    assert_int_equal(refilled(t, EK_COAL), 4);
    assert_int_equal(ek_supply(&t->state, EK_COAL), 24 - 6 - 4);
}

/* ----------------------------------------------------------------------------- 10.3: France */

static void paris(enum ek_edition edition)
{
    table *t = open_table_in(edition, "france", 3, 0, "north-east north-west centre");
    set_market(t, PLANTS(20, 21, 22, 23, 24, 25, 26, 28));
    go_to(t, 5, EK_PHASE_BUILDING);
    play(t, 2, connect_(t, "paris-1"));
    play(t, 2, connect_(t, "paris-2"));
    assert_int_equal(count_events(t, EK_EVENT_ROUTE), 1); /* straight, not through the third */
    play(t, 2, connect_(t, "paris-3"));
    assert_int_equal(t->state.owner[2].money, 50 - 3 * 10);
    assert_int_equal(t->state.owner[2].house_count, 3);
    assert_int_equal(why(t, connect_(t, "paris-2")), EK_REASON_ALREADY_CONNECTED);
    play(t, 2, done());
    assert_int_equal(why(t, connect_(t, "paris-1")), EK_REASON_CITY_FULL);
    assert_int_equal(why(t, connect_(t, "paris-3")), EK_REASON_CITY_FULL);
}

static void c10_3_paris_is_three_cities(void **state)
{
    (void)state;
    paris(EK_CLASSIC);
    paris(EK_RECHARGED);
}

/* Each part is a city like any other: two players share Paris in Step 1. */
static void c10_3_paris_can_be_shared(void **state)
{
    (void)state;
    table *t = open_table_in(EK_CLASSIC, "france", 3, 0, "north-east north-west centre");
    go_to(t, 5, EK_PHASE_BUILDING);
    play(t, 2, connect_(t, "paris-1"));
    play(t, 2, done());
    play(t, 1, connect_(t, "paris-2"));
    play(t, 1, connect_(t, "paris-3"));
    assert_int_equal(t->state.owner[1].money, 50 - 20);
    play(t, 1, connect_(t, "amiens")); /* through the other's part: 9 + 0 + 10 */
    assert_int_equal(t->state.owner[1].money, 30 - 19);
}

static void c10_3_c2_1_paris_is_in_every_random_zone(void **state)
{
    (void)state;
    const bd_board *board = bd_find("france", EK_CLASSIC);
    const int centre = bd_region_named(board, "centre");
    for (unsigned edition = 0; edition < EK_EDITIONS; edition++)
        for (uint64_t seed = 0; seed < 100; seed++) {
            const uint8_t zone = ek_random_zone(board->ek, edition, 3, seed);
            assert_true(ek_has(zone, (unsigned)centre));
        }
}

static void c10_3_c2_6_plant_13_is_out_of_the_game(void **state)
{
    (void)state;
    table *t = open_table(EK_CLASSIC, "france", 3, 0);
    assert_true(ek_has(t->state.removed, 13));
    assert_int_equal(t->state.deck_top, 11);
    t = open_table(EK_RECHARGED, "france", 3, 0);
    assert_true(ek_has(t->state.removed, 13));
    assert_true(ek_has(t->state.market, 11));
}

/* ------------------------------------------------------------------------------ 10.4: Italy */

static void c10_4_own_starting_resources(void **state)
{
    (void)state;
    for (unsigned edition = 0; edition < EK_EDITIONS; edition++) {
        const table *t = open_table((enum ek_edition)edition, "italy", 3, 0);
        assert_int_equal(t->state.fuel[EK_COAL], 18);
        assert_int_equal(t->state.fuel[EK_OIL], 15);
        assert_int_equal(t->state.fuel[EK_GARBAGE], 12);
        assert_int_equal(t->state.fuel[EK_URANIUM], 2);
    }
}

static void c10_4_c10_1_holds_in_recharged_italy(void **state)
{
    (void)state;
    assert_uranium_refilled(refill_after_buying(EK_RECHARGED, "italy", 39), 0);
    assert_uranium_refilled(refill_after_buying(EK_RECHARGED, "italy", 38), 1);
    assert_uranium_refilled(refill_after_buying(EK_CLASSIC, "italy", 39), 1);
}

/* --------------------------------------------------------------------- 10.6: Central Europe */

/* 11 and 17 are nuclear; seat 0 nominates. */
static table *nuclear_market(enum ek_edition edition, const char *zone)
{
    table *t = open_table_in(edition, "central-europe", 3, 0, zone);
    set_market(t, PLANTS(10, 11, 15, 17, 20, 21, 22, 25));
    go_to(t, 5, EK_PHASE_AUCTION);
    return t;
}

static void assert_nuclear_with(const char *zone, const char *name, ek_reason reason)
{
    for (unsigned edition = 0; edition < EK_EDITIONS; edition++) {
        table *t = nuclear_market((enum ek_edition)edition, zone);
        assert_int_equal(why(t, nominate(11, 11)), EK_REASON_NUCLEAR_FORBIDDEN);
        give_city(t, 0, name);
        assert_int_equal(why(t, nominate(11, 11)), reason);
        assert_int_equal(why(t, nominate(17, 20)), reason);
        assert_int_equal(why(t, nominate(15, 15)), EK_REASON_OK);
    }
}

static void c10_6_czechia_slovakia_and_hungary_allow_nuclear(void **state)
{
    (void)state;
    assert_nuclear_with("poland-east czechia austria", "brno", EK_REASON_OK);
    assert_nuclear_with("slovakia austria hungary", "kosice", EK_REASON_OK);
    assert_nuclear_with("slovakia austria hungary", "szeged", EK_REASON_OK);
}

static void c10_6_poland_and_austria_do_not(void **state)
{
    (void)state;
    assert_nuclear_with("poland-east czechia austria", "krakow", EK_REASON_NUCLEAR_FORBIDDEN);
    assert_nuclear_with("poland-east czechia austria", "wien", EK_REASON_NUCLEAR_FORBIDDEN);
    assert_nuclear_with("poland-west poland-east czechia", "gdansk", EK_REASON_NUCLEAR_FORBIDDEN);
}

static void c10_6_c4_5_bidders_need_a_city_too(void **state)
{
    (void)state;
    table *t = nuclear_market(EK_RECHARGED, "poland-east czechia austria");
    give_city(t, 0, "brno");
    give_city(t, 1, "krakow");
    give_city(t, 2, "praha");
    play(t, 0, nominate(11, 11));
    assert_int_equal(why(t, bid(12)), EK_REASON_NUCLEAR_FORBIDDEN);
    assert_int_equal(list(t), 1); /* still a decision, though only passing is possible */
    play(t, 1, pass_());
    play(t, 2, bid(12));
    play(t, 0, pass_());
    assert_true(ek_has(t->state.owner[2].plants, 11));
}

static void c10_6_nuclear_is_free_to_all_elsewhere(void **state)
{
    (void)state;
    table *t = open_table(EK_CLASSIC, "germany", 3, 0);
    set_market(t, PLANTS(10, 11, 15, 17, 20, 21, 22, 25));
    go_to(t, 5, EK_PHASE_AUCTION);
    assert_int_equal(why(t, nominate(11, 11)), EK_REASON_OK);
}

/* In round 1 no player owns a city: a player with only nuclear plants on offer may pass (4.13). */
static void c10_6_c4_13_nothing_but_nuclear_in_round_1(void **state)
{
    (void)state;
    table *t = open_table_in(EK_CLASSIC, "central-europe", 3, 0, "poland-east czechia austria");
    set_market(t, PLANTS(11, 17, 23, 28, 34, 39, 40, 42));
    go_to(t, 1, EK_PHASE_AUCTION);
    assert_int_equal(list(t), 1);
    play(t, 0, pass_());
    set_market(t, PLANTS(11, 15, 23, 28, 34, 39, 40, 42));
    assert_int_equal(why(t, pass_()), EK_REASON_MUST_BUY);
}

/* Seat 2 owns plant 14 (room for four garbage); this many tokens are on the market. */
static table *garbage_buyer(enum ek_edition edition, unsigned tokens, const char *name)
{
    table *t = open_table_in(edition, "central-europe", 3, 0, "poland-east czechia austria");
    give_plant(t, 2, 14);
    give_city(t, 2, name);
    set_fuel(t, EK_GARBAGE, tokens);
    go_to(t, 5, EK_PHASE_RESOURCES);
    return t;
}

static void assert_garbage_price(unsigned tokens, const char *name, int price)
{
    for (unsigned edition = 0; edition < EK_EDITIONS; edition++) {
        table *t = garbage_buyer((enum ek_edition)edition, tokens, name);
        assert_int_equal(ek_price(&t->rules, &t->state, 2, EK_GARBAGE, 4), price);
        play(t, 2, buy(EK_GARBAGE, 4));
        assert_int_equal(t->state.owner[2].money, 50 - price);
        assert_int_equal(find_event(t, EK_EVENT_FUEL_BOUGHT)->n, price);
    }
}

static void c10_6_wien_buys_each_garbage_one_cheaper(void **state)
{
    (void)state;
    assert_garbage_price(6, "wien", 6 + 6 + 6 + 7);
    assert_garbage_price(6, "linz", 7 + 7 + 7 + 8);
}

static void c10_6_wien_never_pays_less_than_one(void **state)
{
    (void)state;
    assert_garbage_price(24, "wien", 1 + 1 + 1 + 1);
    assert_garbage_price(24, "linz", 1 + 1 + 1 + 2);
    assert_garbage_price(19, "wien", 1 + 2 + 2 + 2);
}

static void c10_6_wien_s_money_decides_at_the_lower_price(void **state)
{
    (void)state;
    table *t = garbage_buyer(EK_CLASSIC, 6, "wien");
    set_money(t, 2, 6);
    assert_int_equal(why(t, buy(EK_GARBAGE, 1)), EK_REASON_OK);
    assert_int_equal(why(t, buy(EK_GARBAGE, 2)), EK_REASON_CANNOT_PAY);
}

static void c10_6_wien_helps_its_owner_and_garbage_only(void **state)
{
    (void)state;
    table *t = garbage_buyer(EK_RECHARGED, 6, "wien");
    give_plant(t, 2, 10);
    give_plant(t, 2, 7);
    give_plant(t, 1, 19);
    go_to(t, 5, EK_PHASE_RESOURCES);
    assert_int_equal(ek_price(&t->rules, &t->state, 2, EK_COAL, 4), 1 + 1 + 1 + 2);
    assert_int_equal(ek_price(&t->rules, &t->state, 2, EK_OIL, 1), 3);
    assert_int_equal(ek_price(&t->rules, &t->state, 1, EK_GARBAGE, 1), 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c10_1_germany_recharged_39_stops_uranium),
        cmocka_unit_test(c10_1_other_plants_do_not),
        cmocka_unit_test(c10_1_not_in_classic_nor_elsewhere),
        cmocka_unit_test(c10_1_never_again_even_without_39),
        cmocka_unit_test(c10_1_only_a_purchase_counts),
        cmocka_unit_test(c10_2_one_purchase_runs_from_market_into_storage),
        cmocka_unit_test(c10_2_market_coal_is_sold_first),
        cmocka_unit_test(c10_2_storage_sells_to_the_last_token),
        cmocka_unit_test(c10_2_storage_obeys_room_and_money),
        cmocka_unit_test(c10_2_no_storage_elsewhere),
        cmocka_unit_test(c10_2_storage_holds_coal_only),
        cmocka_unit_test(c10_2_refill_comes_out_of_the_storage),
        cmocka_unit_test(c10_3_paris_is_three_cities),
        cmocka_unit_test(c10_3_paris_can_be_shared),
        cmocka_unit_test(c10_3_c2_1_paris_is_in_every_random_zone),
        cmocka_unit_test(c10_3_c2_6_plant_13_is_out_of_the_game),
        cmocka_unit_test(c10_4_own_starting_resources),
        cmocka_unit_test(c10_4_c10_1_holds_in_recharged_italy),
        cmocka_unit_test(c10_6_czechia_slovakia_and_hungary_allow_nuclear),
        cmocka_unit_test(c10_6_poland_and_austria_do_not),
        cmocka_unit_test(c10_6_c4_5_bidders_need_a_city_too),
        cmocka_unit_test(c10_6_nuclear_is_free_to_all_elsewhere),
        cmocka_unit_test(c10_6_c4_13_nothing_but_nuclear_in_round_1),
        cmocka_unit_test(c10_6_wien_buys_each_garbage_one_cheaper),
        cmocka_unit_test(c10_6_wien_never_pays_less_than_one),
        cmocka_unit_test(c10_6_wien_s_money_decides_at_the_lower_price),
        cmocka_unit_test(c10_6_wien_helps_its_owner_and_garbage_only),
    };
    return cmocka_run_group_tests_name("boards", tests, NULL, NULL);
}
