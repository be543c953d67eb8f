/* The queries of elektro.h, which work on every player's turn. */
#include "table.h"

#define WEST "west south-west north-west"

static const char *const boards[] = {"germany", "usa",    "central-europe",
                                     "benelux", "france", "italy"};

static table *germany(void)
{
    return open_table_in(EK_CLASSIC, "germany", 3, 0, WEST);
}

/* Two players against the Trust, its six houses placed. */
static table *open_against_trust(void)
{
    table *t = open_table(EK_RECHARGED, "germany", 2, 0);
    while (t->state.round == 0) {
        list(t);
        play(t, ek_to_move(&t->state), t->moves[0]);
    }
    return t;
}

static int price(const table *t, unsigned seat, enum ek_fuel fuel, unsigned count)
{
    return ek_price(&t->rules, &t->state, seat, fuel, count);
}

/* ------------------------------------------------------------------------------------- ek_price */

static void price_is_asked_without_turn_money_or_room(void **state)
{
    (void)state;
    table *t = germany(); /* an auction; no player has a plant */
    set_money(t, 1, 0);
    assert_int_equal(price(t, 1, EK_COAL, 0), 0);
    assert_int_equal(price(t, 1, EK_COAL, 24), 3 * (1 + 2 + 3 + 4 + 5 + 6 + 7 + 8));
    assert_int_equal(price(t, 1, EK_COAL, 25), -1);
    assert_int_equal(price(t, 1, EK_GARBAGE, 6), 3 * (7 + 8));
    assert_int_equal(price(t, 1, EK_GARBAGE, 7), -1);
    assert_int_equal(price(t, 1, EK_URANIUM, 2), 14 + 16);
    set_fuel(t, EK_OIL, 0);
    assert_int_equal(price(t, 1, EK_OIL, 0), 0);
    assert_int_equal(price(t, 1, EK_OIL, 1), -1);
}

static void c10_2_price_runs_from_the_market_into_the_storage(void **state)
{
    (void)state;
    table *t = open_table(EK_RECHARGED, "usa", 3, 0);
    set_fuel(t, EK_COAL, 4); /* one on 7, three on 8; twenty in the storage */
    assert_int_equal(price(t, 0, EK_COAL, 4), 7 + 3 * 8);
    assert_int_equal(price(t, 0, EK_COAL, 6), 7 + 5 * 8);
    assert_int_equal(price(t, 0, EK_COAL, 24), 7 + 23 * 8);
    assert_int_equal(price(t, 0, EK_COAL, 25), -1);
    set_fuel(t, EK_OIL, 4);
    assert_int_equal(price(t, 0, EK_OIL, 5), -1); /* no storage for oil */
}

static void c10_6_price_of_garbage_depends_on_who_asks(void **state)
{
    (void)state;
    for (unsigned e = 0; e < EK_EDITIONS; e++) {
        table *t =
            open_table_in((enum ek_edition)e, "central-europe", 3, 0, "czechia slovakia austria");
        give_city(t, 1, "wien");
        assert_int_equal(price(t, 0, EK_GARBAGE, 4), 7 + 7 + 7 + 8);
        assert_int_equal(price(t, 1, EK_GARBAGE, 4), 6 + 6 + 6 + 7);
        assert_int_equal(price(t, 0, EK_COAL, 4), price(t, 1, EK_COAL, 4));
        set_fuel(t, EK_GARBAGE, 24);
        assert_int_equal(price(t, 1, EK_GARBAGE, 6), 1 + 1 + 1 + 1 + 1 + 1); /* never below 1 */
    }
}

/* -------------------------------------------------------------------------------------- ek_room */

static void c5_2_room_counts_what_is_held(void **state)
{
    (void)state;
    table *t = germany();
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++)
        assert_int_equal(ek_room(&t->state, 1, (enum ek_fuel)fuel), 0);
    give_plant(t, 1, 3);  /* four oil */
    give_plant(t, 1, 46); /* six of either */
    give_plant(t, 1, 19); /* four garbage */
    assert_int_equal(ek_room(&t->state, 1, EK_COAL), 6);
    assert_int_equal(ek_room(&t->state, 1, EK_OIL), 10);
    give_fuel(t, 1, EK_OIL, 5); /* one of them on the hybrid */
    assert_int_equal(ek_room(&t->state, 1, EK_COAL), 5);
    assert_int_equal(ek_room(&t->state, 1, EK_OIL), 5);
    give_fuel(t, 1, EK_COAL, 5);
    assert_int_equal(ek_room(&t->state, 1, EK_COAL), 0);
    assert_int_equal(ek_room(&t->state, 1, EK_OIL), 0);
    give_fuel(t, 1, EK_GARBAGE, 1);
    assert_int_equal(ek_room(&t->state, 1, EK_GARBAGE), 3);
    assert_int_equal(ek_room(&t->state, 0, EK_OIL), 0);
}

/* -------------------------------------------------------------------------------- ek_connection */

/* The cost of the connection between two cities; 0xffff if there is none. */
static unsigned direct_cost(const ek_board *board, unsigned a, unsigned b)
{
    for (unsigned i = 0; i < board->links; i++) {
        const ek_link l = board->link[i];
        if ((l.from == a && l.to == b) || (l.from == b && l.to == a))
            return l.cost;
    }
    return 0xffff;
}

/* The route runs over connections of the zone from a city owned to the new one, and adds up. */
static void assert_route(const table *t, unsigned seat, unsigned to, const ek_route *route)
{
    const ek_cities own = t->state.owner[seat].cities;
    unsigned sum = 0;
    unsigned cheapest = 0xffff;
    assert_true(ek_has(own, route->path[0]));
    assert_int_equal(route->path[route->length - 1], to);
    for (unsigned i = 1; i < route->length; i++) {
        assert_true(ek_has(t->rules.zone_cities & ~own, route->path[i]));
        sum += direct_cost(t->board->ek, route->path[i - 1], route->path[i]);
    }
    for (ek_cities rest = own; rest;)
        cheapest = ek_min(cheapest, t->rules.cost[ek_take_smallest(&rest)][to]);
    assert_int_equal(sum, route->path_cost);
    assert_int_equal(cheapest, route->path_cost);
    assert_int_equal(route->total, sum + 10u + 5u * route->place);
}

static void routes_add_up(enum ek_edition edition, const char *board)
{
    table *t = open_table(edition, board, 5, 0);
    ek_route route;
    for (unsigned cities = 1; cities <= 9; cities += 4) {
        give_cities(t, 3, cities);
        for (ek_cities rest = t->rules.zone_cities & ~t->state.owner[3].cities; rest;) {
            const unsigned to = ek_take_smallest(&rest);
            assert_int_equal(ek_connection(&t->rules, &t->state, 3, to, &route), EK_REASON_OK);
            assert_route(t, 3, to, &route);
        }
    }
}

static void c6_2_connection_gives_a_cheapest_route(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 6; i++) {
        routes_add_up(EK_CLASSIC, boards[i]);
        routes_add_up(EK_RECHARGED, boards[i]);
    }
}

static void c6_1_connection_of_a_first_city_has_no_path(void **state)
{
    (void)state;
    table *t = germany();
    ek_route route;
    set_money(t, 1, 0); /* neither money nor turn matter */
    assert_int_equal(ek_connection(&t->rules, &t->state, 1, city(t, "kiel"), &route), EK_REASON_OK);
    assert_int_equal(route.length, 1);
    assert_int_equal(route.path[0], city(t, "kiel"));
    assert_int_equal(route.path_cost, 0);
    assert_int_equal(route.place, 0);
    assert_int_equal(route.total, 10);
}

static void c6_3_connection_tells_the_place(void **state)
{
    (void)state;
    table *t = germany();
    ek_route route;
    set_step(t, 3);
    give_city(t, 1, "essen");
    give_city(t, 0, "koeln");
    give_city(t, 2, "koeln");
    assert_int_equal(ek_connection(&t->rules, &t->state, 1, city(t, "koeln"), &route),
                     EK_REASON_OK);
    assert_int_equal(route.place, 2);
    assert_int_equal(route.path_cost, 6);
    assert_int_equal(route.total, 26);
    assert_int_equal(route.length, 3);
}

static void connection_says_why_not(void **state)
{
    (void)state;
    table *t = germany();
    ek_route route;
    give_city(t, 0, "essen");
    give_city(t, 1, "koeln");
    assert_int_equal(ek_connection(&t->rules, &t->state, 0, 63, &route), EK_REASON_NO_SUCH_CITY);
    assert_int_equal(ek_connection(&t->rules, &t->state, 0, city(t, "berlin"), &route),
                     EK_REASON_OUT_OF_ZONE);
    assert_int_equal(ek_connection(&t->rules, &t->state, 0, city(t, "essen"), &route),
                     EK_REASON_ALREADY_CONNECTED);
    assert_int_equal(ek_connection(&t->rules, &t->state, 0, city(t, "koeln"), &route),
                     EK_REASON_CITY_FULL);
}

/* ----------------------------------------------------------------------------- ek_imagine_house */

static void imagined_houses_count_in_the_next_route(void **state)
{
    (void)state;
    table *t = germany(); /* an auction: it is not the time to build */
    const ek_state before = t->state;
    ek_state plan = t->state;
    ek_route route;
    assert_int_equal(ek_imagine_house(&t->rules, &plan, 1, city(t, "essen")), EK_REASON_OK);
    assert_int_equal(ek_connection(&t->rules, &plan, 1, city(t, "muenster"), &route), EK_REASON_OK);
    assert_int_equal(route.total, 10 + 6);
    assert_int_equal(ek_imagine_house(&t->rules, &plan, 1, city(t, "muenster")), EK_REASON_OK);
    assert_int_equal(ek_connection(&t->rules, &plan, 1, city(t, "osnabrueck"), &route),
                     EK_REASON_OK);
    assert_int_equal(route.total, 10 + 7);
    assert_int_equal(plan.owner[1].money, before.owner[1].money);
    assert_int_equal(plan.owner[1].house_count, 2);
    assert_memory_equal(&t->state, &before, sizeof before);
}

static void what_cannot_be_connected_cannot_be_imagined(void **state)
{
    (void)state;
    table *t = germany();
    ek_state plan = t->state;
    assert_int_equal(ek_imagine_house(&t->rules, &plan, 0, 63), EK_REASON_NO_SUCH_CITY);
    assert_int_equal(ek_imagine_house(&t->rules, &plan, 0, city(t, "berlin")),
                     EK_REASON_OUT_OF_ZONE);
    assert_int_equal(ek_imagine_house(&t->rules, &plan, 2, city(t, "essen")), EK_REASON_OK);
    const ek_state once = plan;
    assert_int_equal(ek_imagine_house(&t->rules, &plan, 2, city(t, "essen")),
                     EK_REASON_ALREADY_CONNECTED);
    assert_int_equal(ek_imagine_house(&t->rules, &plan, 0, city(t, "essen")), EK_REASON_CITY_FULL);
    assert_memory_equal(&plan, &once, sizeof once);
}

/* -------------------------------------------------------------------- ek_best_power and its kin */

/* The cost of the fuel of a powering at the next prices; a sold-out fuel costs more than any. */
static unsigned value_of(const table *t, unsigned seat, const ek_powering *p)
{
    unsigned value = 0;
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++) {
        const int next = price(t, seat, (enum ek_fuel)fuel, 1);
        value += p->burnt[fuel] * (unsigned)(next < 0 ? (fuel == EK_URANIUM ? 17 : 9) : next);
    }
    return value;
}

/* Compares the best powering with every legal one. */
static void assert_best(table *t, unsigned wanted)
{
    const unsigned seat = ek_to_move(&t->state);
    ek_move best;
    const unsigned supplied = ek_best_power(&t->rules, &t->state, seat, wanted, &best);
    const ek_powering result = ek_power_result(&t->state, seat, best);
    assert_int_equal(result.supplied, supplied);
    assert_true(is_listed(t, best));
    for (unsigned i = 0; i < t->count; i++) {
        const ek_powering other = ek_power_result(&t->state, seat, t->moves[i]);
        const unsigned reached = ek_min(other.supplied, wanted);
        assert_true(reached <= ek_min(supplied, wanted));
        if (reached == ek_min(supplied, wanted))
            assert_true(value_of(t, seat, &other) >= value_of(t, seat, &result));
    }
}

/* A random position: four plants, fuel on them, cities and market. */
static table *random_position(uint64_t *random)
{
    table *t = open_table(EK_CLASSIC, "germany", 2, 0);
    go_to(t, 2, EK_PHASE_BUREAUCRACY);
    while (ek_size(t->state.owner[0].plants) < 4) {
        const unsigned plant = ek_random_below(random, 51);
        if (ek_is_plant(plant))
            give_plant(t, 0, plant);
    }
    for (unsigned i = 0; i < EK_FUELS; i++) {
        const enum ek_fuel fuel = (enum ek_fuel)i;
        give_fuel(t, 0, fuel, ek_random_below(random, ek_room(&t->state, 0, fuel) + 1));
        const unsigned free = t->state.fuel[i] + ek_supply(&t->state, fuel);
        set_fuel(t, fuel, ek_random_below(random, free + 1));
    }
    give_cities(t, 0, ek_random_below(random, 21));
    return t;
}

static void c8_2_best_power_is_never_beaten(void **state)
{
    (void)state;
    uint64_t random = 8;
    for (unsigned i = 0; i < 400; i++) {
        table *t = random_position(&random);
        assert_best(t, EK_HOUSES);
        assert_best(t, ek_random_below(&random, 12));
        assert_best(t, 0);
    }
}

static table *open_hybrid(unsigned coal_on_market, unsigned oil_on_market)
{
    table *t = germany();
    give_plant(t, 0, 46);
    give_fuel(t, 0, EK_COAL, 3);
    give_fuel(t, 0, EK_OIL, 3);
    give_cities(t, 0, 7);
    set_fuel(t, EK_COAL, coal_on_market);
    set_fuel(t, EK_OIL, oil_on_market);
    return t;
}

static unsigned coal_burnt(const table *t)
{
    ek_move move;
    assert_int_equal(ek_best_power(&t->rules, &t->state, 0, 7, &move), 7);
    return ek_power_result(&t->state, 0, move).burnt[EK_COAL];
}

static void best_power_burns_what_is_cheapest_to_replace(void **state)
{
    (void)state;
    assert_int_equal(coal_burnt(open_hybrid(21, 9)), 3);
    assert_int_equal(coal_burnt(open_hybrid(9, 21)), 0);
    assert_int_equal(coal_burnt(open_hybrid(0, 1)), 0); /* sold out costs more than 8 */
}

static void best_power_for_no_cities_burns_nothing(void **state)
{
    (void)state;
    table *t = open_hybrid(9, 9);
    ek_move move;
    assert_int_equal(ek_best_power(&t->rules, &t->state, 0, 0, &move), 0);
    assert_int_equal(move, ek_move_of(EK_MOVE_POWER, 0, 0));
    assert_int_equal(ek_best_power(&t->rules, &t->state, 1, 9, &move), 0); /* no plants */
    assert_int_equal(move, ek_move_of(EK_MOVE_POWER, 0, 0));
}

static void c7_2_power_result_adds_up_plants_and_fuel(void **state)
{
    (void)state;
    table *t = germany();
    give_plant(t, 1, 5);  /* hybrid, two for one */
    give_plant(t, 1, 25); /* two coal for five */
    give_plant(t, 1, 38); /* three garbage for seven */
    give_cities(t, 1, 10);
    const ek_powering all = ek_power_result(&t->state, 1, ek_move_of(EK_MOVE_POWER, 7, 1));
    assert_memory_equal(all.burnt, ((uint8_t[]){3, 1, 3, 0}), EK_FUELS);
    assert_int_equal(all.capacity, 13);
    assert_int_equal(all.supplied, 10);
    const ek_powering some = ek_power_result(&t->state, 1, ek_move_of(EK_MOVE_POWER, 4, 0));
    assert_memory_equal(some.burnt, ((uint8_t[]){0, 0, 3, 0}), EK_FUELS);
    assert_int_equal(some.capacity, 7);
    assert_int_equal(some.supplied, 7);
}

static void capacity_asks_for_neither_fuel_nor_cities(void **state)
{
    (void)state;
    table *t = germany();
    assert_int_equal(ek_capacity(&t->state, 1), 0);
    give_plant(t, 1, 5);
    give_plant(t, 1, 36);
    give_plant(t, 1, 50);
    assert_int_equal(ek_capacity(&t->state, 1), 1 + 7 + 6);
}

static void fuelled_asks_for_fuel_but_not_for_cities(void **state)
{
    (void)state;
    table *t = germany();
    assert_int_equal(ek_fuelled(&t->state, 1), 0);
    give_plant(t, 1, 5);  /* hybrid, two for one */
    give_plant(t, 1, 25); /* two coal for five */
    give_plant(t, 1, 38); /* three garbage for seven */
    assert_int_equal(ek_fuelled(&t->state, 1), 0);
    give_fuel(t, 1, EK_COAL, 3);
    assert_int_equal(ek_fuelled(&t->state, 1), 5); /* the third coal is too little for the hybrid */
    give_fuel(t, 1, EK_OIL, 1);
    assert_int_equal(ek_fuelled(&t->state, 1), 5 + 1);
    give_fuel(t, 1, EK_GARBAGE, 2);
    assert_int_equal(ek_fuelled(&t->state, 1), 5 + 1);
    give_fuel(t, 1, EK_GARBAGE, 3);
    assert_int_equal(ek_fuelled(&t->state, 1), 5 + 1 + 7);
    give_plant(t, 0, 50);
    assert_int_equal(ek_fuelled(&t->state, 0), 6);
}

static void c2_9_a_first_game_ends_early_and_without_step_2(void **state)
{
    (void)state;
    table *t = open_table(EK_CLASSIC, "germany", 3, 0);
    assert_int_equal(ek_step2_cities(&t->rules), 7);
    assert_int_equal(ek_end_cities(&t->rules), 17);
    t = open_table(EK_CLASSIC, "germany", 3, EK_FIRST_GAME);
    assert_int_equal(ek_step2_cities(&t->rules), 0);
    assert_int_equal(ek_end_cities(&t->rules), 7);
    t = open_table(EK_RECHARGED, "germany", 2, 0);
    assert_int_equal(ek_step2_cities(&t->rules), 7);
    assert_int_equal(ek_end_cities(&t->rules), 18);
}

/* ----------------------------------------------------------------------------------- ek_ranking */

static void c8_2_ranking_can_be_asked_at_any_time(void **state)
{
    (void)state;
    table *t = open_table(EK_RECHARGED, "germany", 4, 0);
    ek_rank ranking[EK_SEATS];
    give_cities(t, 3, 3);
    give_plant(t, 3, 22);
    set_money(t, 1, 60);
    ek_ranking(&t->rules, &t->state, ranking);
    static const uint8_t seat[] = {3, 1, 0, 2};
    static const uint8_t rank[] = {1, 2, 3, 3};
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(ranking[i].seat, seat[i]);
        assert_int_equal(ranking[i].rank, rank[i]);
        assert_int_equal(ranking[i].money, seat[i] == 1 ? 60 : 50);
    }
    assert_int_equal(ranking[0].powered, 2);
    assert_int_equal(ranking[0].cities, 3);
}

/* --------------------------------------------------------------------- supply, refill, income */

static void c7_3_refill_foretells_what_comes(void **state)
{
    (void)state;
    for (unsigned step = 1; step <= 3; step++) {
        table *t = germany();
        set_step(t, step);
        go_to(t, 2, EK_PHASE_BUREAUCRACY);
        set_fuel(t, EK_COAL, 23); /* one in the supply */
        for (unsigned i = 0; i < 2; i++)
            play(t, i, ek_move_of(EK_MOVE_POWER, 0, 0));
        unsigned wanted[EK_FUELS];
        for (unsigned fuel = 0; fuel < EK_FUELS; fuel++)
            wanted[fuel] =
                t->state.fuel[fuel] + ek_refill(&t->rules, &t->state, (enum ek_fuel)fuel);
        assert_int_equal(wanted[EK_COAL], 24);
        uint8_t refills[EK_FUELS];
        ek_refills(&t->rules, &t->state, refills);
        for (unsigned fuel = 0; fuel < EK_FUELS; fuel++)
            assert_int_equal(t->state.fuel[fuel] + refills[fuel], wanted[fuel]);
        play(t, 2, ek_move_of(EK_MOVE_POWER, 0, 0));
        for (unsigned fuel = 0; fuel < EK_FUELS; fuel++)
            assert_int_equal(t->state.fuel[fuel], wanted[fuel]);
    }
}

static void c10_1_refill_of_uranium_can_be_stopped(void **state)
{
    (void)state;
    table *t = open_table(EK_RECHARGED, "germany", 3, 0);
    assert_int_equal(ek_refill(&t->rules, &t->state, EK_URANIUM), 1);
    t->state.uranium_stopped = 1;
    assert_int_equal(ek_refill(&t->rules, &t->state, EK_URANIUM), 0);
    assert_int_equal(ek_refill(&t->rules, &t->state, EK_OIL), 2);
}

static void c11_6_refill_counts_on_the_fuel_of_the_trust(void **state)
{
    (void)state;
    table *t = open_against_trust();
    give_plant(t, EK_TRUST, 10);
    go_to(t, 2, EK_PHASE_BUREAUCRACY);
    give_fuel(t, EK_TRUST, EK_COAL, 2);
    assert_int_equal(ek_supply(&t->state, EK_COAL), 0);
    assert_int_equal(ek_refill(&t->rules, &t->state, EK_COAL), 2); /* it returns before */
    play(t, 0, ek_move_of(EK_MOVE_POWER, 0, 0));
    play(t, 1, ek_move_of(EK_MOVE_POWER, 0, 0));
    assert_int_equal(t->state.fuel[EK_COAL], 24);
}

static void supply_is_what_nobody_holds(void **state)
{
    (void)state;
    table *t = open_against_trust();
    assert_int_equal(ek_supply(&t->state, EK_COAL), 0);
    assert_int_equal(ek_supply(&t->state, EK_OIL), 24 - 18);
    assert_int_equal(ek_supply(&t->state, EK_URANIUM), 12 - 2);
    give_plant(t, 0, 3);
    give_plant(t, EK_TRUST, 7);
    go_to(t, 2, EK_PHASE_BUILDING);
    give_fuel(t, 0, EK_OIL, 1);
    give_fuel(t, EK_TRUST, EK_OIL, 3);
    assert_int_equal(ek_supply(&t->state, EK_OIL), 24 - 18 - 1 - 3);
}

static void c2_7_supply_is_without_the_tokens_on_marks(void **state)
{
    (void)state;
    table *t = open_table(EK_RECHARGED, "germany", 3, EK_STARTING_CITIES);
    for (unsigned i = 0; i < 3; i++) {
        list(t);
        play(t, i, t->moves[0]);
        assert_int_equal(ek_supply(&t->state, EK_URANIUM), 12 - 2 - (i + 1));
    }
}

static void c1_6_income_grows_up_to_20_cities(void **state)
{
    (void)state;
    assert_int_equal(ek_income(0), 10);
    assert_int_equal(ek_income(1), 22);
    assert_int_equal(ek_income(18), 145);
    assert_int_equal(ek_income(19), 148);
    for (unsigned cities = 20; cities <= 30; cities++)
        assert_int_equal(ek_income(cities), 150);
}

/* ----------------------------------------------------------------------- ek_minimum_bid, the deck
 */

static void c4_3_minimum_bid_is_the_number_or_1(void **state)
{
    (void)state;
    table *t = open_table(EK_RECHARGED, "germany", 3, 0);
    assert_int_equal(ek_minimum_bid(&t->state, 3), 1);
    for (unsigned plant = 4; plant <= 10; plant++)
        assert_int_equal(ek_minimum_bid(&t->state, plant), plant);
    t = germany();
    assert_int_equal(ek_minimum_bid(&t->state, 3), 3);
}

static void assert_deck_counts(enum ek_edition edition, const uint8_t cards[EK_COUNTS])
{
    for (unsigned players = 2; players <= 6; players++) {
        const table *t = open_table(edition, "germany", players, 0);
        assert_int_equal(ek_deck_count(&t->state), cards[players - 2]);
    }
}

static void c2_4_deck_count_in_classic(void **state)
{
    (void)state;
    assert_deck_counts(EK_CLASSIC, (uint8_t[]){27, 27, 31, 35, 35});
}

static void c2_5_deck_count_in_recharged(void **state)
{
    (void)state;
    assert_deck_counts(EK_RECHARGED, (uint8_t[]){29, 27, 31, 35, 35});
}

static void c2_6_deck_count_without_13(void **state)
{
    (void)state;
    assert_int_equal(ek_deck_count(&open_table(EK_CLASSIC, "france", 3, 0)->state), 26);
    assert_int_equal(ek_deck_count(&open_table(EK_RECHARGED, "france", 3, 0)->state), 27);
}

static void deck_count_includes_the_card_and_what_lies_under_it(void **state)
{
    (void)state;
    table *t = germany();
    set_deck(t, 1);
    assert_int_equal(ek_deck_count(&t->state), 2);
    go_to(t, 2, EK_PHASE_BUREAUCRACY);
    for (unsigned seat = 0; seat < 3; seat++)
        play(t, seat, ek_move_of(EK_MOVE_POWER, 0, 0));
    assert_int_equal(ek_deck_count(&t->state), 3); /* one buried, none drawn yet */
    draw_largest(t);
    assert_int_equal(ek_deck_count(&t->state), 2);
    set_step(t, 3);
    assert_int_equal(ek_deck_count(&t->state), 1); /* the card is gone */
}

static void room_is_none_while_fuel_has_to_go_back(void **state)
{
    (void)state;
    table *t = open_table(EK_CLASSIC, "germany", 3, 0);
    give_plant(t, 0, 5);
    give_plant(t, 0, 12);
    give_plant(t, 0, 13);
    set_fuel(t, EK_COAL, 18);
    give_fuel(t, 0, EK_COAL, 4);
    give_fuel(t, 0, EK_OIL, 4);
    set_money(t, 0, 200);
    go_to(t, 2, EK_PHASE_AUCTION);
    play(t, 0, nominate(6, 6));
    play(t, 1, pass_());
    play(t, 2, pass_());
    play(t, 0, scrap(12));
    assert_int_equal(t->state.stage, EK_STAGE_RETURN);
    assert_int_equal(ek_room(&t->state, 0, EK_COAL), 0);
    assert_int_equal(ek_room(&t->state, 0, EK_OIL), 0);
}

static void power_result_knows_only_plants_that_are_there(void **state)
{
    (void)state;
    table *t = open_table(EK_CLASSIC, "germany", 3, 0);
    give_plant(t, 0, 5);
    const ek_powering result =
        ek_power_result(&t->state, 0, ek_move_of(EK_MOVE_POWER, 0xfff, 0xffff));
    assert_int_equal(result.capacity, 1);
    assert_int_equal(result.burnt[EK_COAL], 2);
    assert_int_equal(result.burnt[EK_OIL], 0);
}

static void a_plant_to_be_scrapped_still_counts(void **state)
{
    (void)state;
    table *t = open_table(EK_CLASSIC, "germany", 2, 0);
    static const uint8_t wind[] = {13, 18, 22, 27};
    for (unsigned i = 0; i < 4; i++)
        give_plant(t, 0, wind[i]);
    set_market(t, PLANTS(3, 4, 6, 33, 36, 37, 38, 39));
    set_money(t, 0, 100);
    give_cities(t, 0, 15);
    go_to(t, 5, EK_PHASE_AUCTION);
    play(t, 0, nominate(33, 33));
    play(t, 1, pass_());
    assert_int_equal(t->state.stage, EK_STAGE_SCRAP);
    ek_move move;
    assert_int_equal(ek_capacity(&t->state, 0), 1 + 2 + 2 + 3 + 4);
    assert_int_equal(ek_best_power(&t->rules, &t->state, 0, 22, &move), 12);
}

static void refill_is_foretold_for_the_step_it_is_made_in(void **state)
{
    (void)state;
    table *t = open_table(EK_CLASSIC, "germany", 4, 0);
    set_fuel(t, EK_GARBAGE, 6);
    go_to(t, 3, EK_PHASE_BUILDING);
    assert_int_equal(ek_refill(&t->rules, &t->state, EK_GARBAGE), 2);
    give_cities(t, 0, 7); /* Step 2 is due */
    assert_int_equal(ek_refill(&t->rules, &t->state, EK_GARBAGE), 3);
    t->state.step3 = EK_STEP3_DUE; /* Step 3 starts with bureaucracy (9.3b) */
    assert_int_equal(ek_refill(&t->rules, &t->state, EK_GARBAGE), 4);
    t = open_table(EK_CLASSIC, "germany", 4, EK_FIRST_GAME);
    go_to(t, 3, EK_PHASE_BUILDING);
    give_cities(t, 0, 7);
    assert_int_equal(ek_refill(&t->rules, &t->state, EK_GARBAGE), 2);
}

static void a_random_zone_wants_a_table_there_is(void **state)
{
    (void)state;
    const ek_board *germany = bd_find("germany", EK_CLASSIC)->ek;
    assert_int_equal(ek_random_zone(germany, 2, 4, 1), 0);
    assert_int_equal(ek_random_zone(germany, EK_CLASSIC, 1, 1), 0);
    assert_int_equal(ek_random_zone(germany, EK_CLASSIC, 7, 1), 0);
}

static void a_game_asks_or_draws_and_nothing_else(void **state)
{
    (void)state;
    table *t = open_table(EK_CLASSIC, "germany", 3, 0);
    ek_state other;
    assert_int_equal(ek_start(&t->rules, &(ek_setup){.chance = 2}, &other, NULL),
                     EK_REASON_BAD_OPTION);
}

/* ---------------------------------------------------------- ek_next_order, ek_step2_reached */

static void c3_2_the_next_order_is_foretold(void **state)
{
    (void)state;
    uint8_t order[EK_SEATS];
    table *t = germany();
    give_cities(t, 0, 2);
    give_cities(t, 1, 1);
    give_cities(t, 2, 3);
    ek_next_order(&t->rules, &t->state, order);
    assert_memory_equal(order, ((const uint8_t[]){2, 0, 1}), 3);
    go_to(t, 2, EK_PHASE_BUREAUCRACY);
    sit_out(t);
    draw_largest(t);
    assert_int_equal(t->state.round, 3);
    assert_memory_equal(t->state.order, order, 3);
}

static void c9_1_step_2_is_foretold(void **state)
{
    (void)state;
    table *t = germany();
    const unsigned enough = ek_step2_cities(&t->rules);
    give_cities(t, 1, enough - 1);
    go_to(t, 3, EK_PHASE_BUILDING);
    assert_false(ek_step2_reached(&t->rules, &t->state));
    give_cities(t, 1, 1);
    assert_true(ek_step2_reached(&t->rules, &t->state));
    sit_out(t);
    assert_int_equal(t->state.step, 2);
    assert_false(ek_step2_reached(&t->rules, &t->state)); /* it has begun */

    t = open_table(EK_CLASSIC, "germany", 3, EK_FIRST_GAME);
    give_cities(t, 1, enough);
    assert_false(ek_step2_reached(&t->rules, &t->state)); /* 2.9 */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c3_2_the_next_order_is_foretold),
        cmocka_unit_test(c9_1_step_2_is_foretold),
        cmocka_unit_test(room_is_none_while_fuel_has_to_go_back),
        cmocka_unit_test(power_result_knows_only_plants_that_are_there),
        cmocka_unit_test(a_plant_to_be_scrapped_still_counts),
        cmocka_unit_test(refill_is_foretold_for_the_step_it_is_made_in),
        cmocka_unit_test(a_random_zone_wants_a_table_there_is),
        cmocka_unit_test(a_game_asks_or_draws_and_nothing_else),
        cmocka_unit_test(price_is_asked_without_turn_money_or_room),
        cmocka_unit_test(c10_2_price_runs_from_the_market_into_the_storage),
        cmocka_unit_test(c10_6_price_of_garbage_depends_on_who_asks),
        cmocka_unit_test(c5_2_room_counts_what_is_held),
        cmocka_unit_test(c6_2_connection_gives_a_cheapest_route),
        cmocka_unit_test(c6_1_connection_of_a_first_city_has_no_path),
        cmocka_unit_test(c6_3_connection_tells_the_place),
        cmocka_unit_test(connection_says_why_not),
        cmocka_unit_test(imagined_houses_count_in_the_next_route),
        cmocka_unit_test(what_cannot_be_connected_cannot_be_imagined),
        cmocka_unit_test(c8_2_best_power_is_never_beaten),
        cmocka_unit_test(best_power_burns_what_is_cheapest_to_replace),
        cmocka_unit_test(best_power_for_no_cities_burns_nothing),
        cmocka_unit_test(c7_2_power_result_adds_up_plants_and_fuel),
        cmocka_unit_test(capacity_asks_for_neither_fuel_nor_cities),
        cmocka_unit_test(fuelled_asks_for_fuel_but_not_for_cities),
        cmocka_unit_test(c2_9_a_first_game_ends_early_and_without_step_2),
        cmocka_unit_test(c8_2_ranking_can_be_asked_at_any_time),
        cmocka_unit_test(c7_3_refill_foretells_what_comes),
        cmocka_unit_test(c10_1_refill_of_uranium_can_be_stopped),
        cmocka_unit_test(c11_6_refill_counts_on_the_fuel_of_the_trust),
        cmocka_unit_test(supply_is_what_nobody_holds),
        cmocka_unit_test(c2_7_supply_is_without_the_tokens_on_marks),
        cmocka_unit_test(c1_6_income_grows_up_to_20_cities),
        cmocka_unit_test(c4_3_minimum_bid_is_the_number_or_1),
        cmocka_unit_test(c2_4_deck_count_in_classic),
        cmocka_unit_test(c2_5_deck_count_in_recharged),
        cmocka_unit_test(c2_6_deck_count_without_13),
        cmocka_unit_test(deck_count_includes_the_card_and_what_lies_under_it),
    };
    return cmocka_run_group_tests_name("queries", tests, NULL, NULL);
}
