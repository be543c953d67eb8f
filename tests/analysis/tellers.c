/* The facts of reasons, one position for each: what a teller says of two turns, and when it says
 * nothing. */
#include "../engine/table.h"

#include "tell.h"
#include "weights.h"

/* A turn in a test. */
typedef struct turn {
    ek_move move[4]; /* ended by 0 */
} turn;

/* Two turns of the seat to move, compared. */
typedef struct pair {
    mind m;
    contrast c;
    candidate better, other;
    bot_desk desk;
} pair;

static scene scene_of(pair *p)
{
    return (scene){&p->m, &p->c, &p->desk};
}

/* Up to a card. */
static void follow(const table *t, const turn *moves, candidate *c, ek_state *after)
{
    *c = (candidate){.override.seat = EK_NOBODY};
    *after = t->state;
    for (; moves->move[c->count] && ek_pending(after) != EK_DECISION_CARD; c->count++) {
        c->plan[c->count] = moves->move[c->count];
        assert_int_equal(ek_apply(&t->rules, after, moves->move[c->count], NULL), EK_REASON_OK);
    }
}

static void compare(table *t, turn better, turn other, pair *p)
{
    p->c = (contrast){.better = &p->better, .other = &p->other, .rows = 1};
    bot_mind_init(&p->m, &t->rules, &t->state, &bot_defaults, ek_to_move(&t->state));
    follow(t, &better, &p->better, &p->c.after_better);
    follow(t, &other, &p->other, &p->c.after_other);
    bot_survey_map(bot_begin_search(&p->desk, &p->m, &bot_native_judge, 1, 1));
}

static void assert_reason(pair *p, teller *tell, bot_reason expected)
{
    const scene s = scene_of(p);
    bot_reason found;
    assert_true(tell(&s, &found));
    assert_int_equal(found.word, expected.word);
    for (unsigned i = 0; i < BOT_REASON_VALUES; i++)
        assert_int_equal(found.value[i], expected.value[i]);
}

/* The teller says this of the turns, and nothing if they are exchanged. */
static void assert_told(table *t, teller *tell, turn better, turn other, bot_reason expected)
{
    static pair p;
    bot_reason found;
    compare(t, better, other, &p);
    assert_reason(&p, tell, expected);
    compare(t, other, better, &p);
    const scene s = scene_of(&p);
    assert_false(tell(&s, &found));
}

static void assert_silent(table *t, teller *tell, turn better, turn other)
{
    static pair p;
    bot_reason found;
    compare(t, better, other, &p);
    const scene s = scene_of(&p);
    assert_false(tell(&s, &found));
}

/* Classic, Germany, three players: three plants each at most, Step 2 with 7 cities, 17 end it. */
static table *germany(unsigned round, enum ek_phase phase)
{
    table *t = open_table(EK_CLASSIC, "germany", 3, EK_OPEN_MONEY);
    if (phase != EK_PHASE_AUCTION || round > 1)
        go_to(t, round, phase);
    return t;
}

/* -------------------------------------------------------------------------------------- auction */

static void plants(void **unused)
{
    table *t = germany(1, EK_PHASE_AUCTION);
    (void)unused;
    set_market(t, (const uint8_t[]){10, 11, 13, 20, 21, 25, 26, 30, 0});
    give_plant(t, 0, 4);
    give_plant(t, 0, 8);
    give_cities(t, 0, 2);
    set_money(t, 0, 100);
    go_to(t, 3, EK_PHASE_AUCTION);
    const turn pass = {{pass_()}}, large = {{nominate(20, 20)}}, wind = {{nominate(13, 13)}};
    assert_told(t, bot_tell_plant_supplies, large, pass,
                (bot_reason){BOT_WHY_PLANT_SUPPLIES, 0, {20, 5, 3, 8, 2}});
    assert_told(t, bot_tell_plant_larger, large, wind,
                (bot_reason){BOT_WHY_PLANT_LARGER, 0, {20, 5, 13, 1}});
    assert_told(t, bot_tell_plant_free, wind, pass, (bot_reason){BOT_WHY_PLANT_FREE, 0, {13}});
    assert_silent(t, bot_tell_plant_free, large, pass);
    assert_silent(t, bot_tell_plant_replaces, large, pass);
    assert_told(t, bot_tell_plants_enough, pass, large,
                (bot_reason){BOT_WHY_PLANTS_ENOUGH, 0, {3, 2}});
    assert_told(t, bot_tell_plant_coming, pass, wind,
                (bot_reason){BOT_WHY_PLANT_COMING, 0, {21, 4}});
    assert_silent(t, bot_tell_plant_coming, pass, large);
    give_plant(t, 0, 3);
    assert_told(t, bot_tell_plant_replaces, large, pass,
                (bot_reason){BOT_WHY_PLANT_REPLACES, 0, {20, 5, 3, 1}});
}

static void a_larger_plant_waits(void **unused)
{
    table *t = germany(1, EK_PHASE_AUCTION);
    (void)unused;
    set_market(t, (const uint8_t[]){10, 11, 13, 20, 21, 25, 26, 30, 0});
    set_money(t, 1, 100);
    go_to(t, 3, EK_PHASE_AUCTION);
    play(t, 0, nominate(13, 13));
    assert_told(t, bot_tell_plant_waits, (turn){{pass_()}}, (turn){{bid(14)}},
                (bot_reason){BOT_WHY_PLANT_WAITS, 0, {20, 5}});
}

/* The seat's chances in the playouts of a turn. */
static int64_t chances(const search *s, ek_move move, bool alone, int limit)
{
    const candidate c = {.plan = {move},
                         .count = 1,
                         .override = {.seat = alone ? (uint8_t)s->m->seat : EK_NOBODY,
                                      .alone = alone,
                                      .limit = limit}};
    int64_t sum = 0;
    for (unsigned row = 0; row < 12; row++) {
        int32_t chance[EK_SEATS];
        bot_try_candidate(s, &c, row, chance);
        sum += chance[s->m->seat];
    }
    return sum;
}

/* A plant is worth the highest price at which getting it is as good as leaving the auction. */
static void prices_of_plants(void **unused)
{
    table *t = germany(1, EK_PHASE_AUCTION);
    static pair p;
    (void)unused;
    play(t, 0, nominate(4, 4));
    const turn pass = {{pass_()}}, dear = {{bid(40)}}, cheap = {{bid(5)}};
    compare(t, pass, dear, &p);
    const search *s = &p.desk.s;
    const int worth = bot_plant_worth(&p.desk, 4, NULL);
    assert_in_range(worth, 5, 39);
    assert_true(chances(s, bid((unsigned)worth), true, worth) >= chances(s, pass_(), false, 0));
    assert_true(chances(s, bid((unsigned)worth + 1), true, worth + 1) <
                chances(s, pass_(), false, 0));
    assert_told(t, bot_tell_too_dear, pass, dear,
                (bot_reason){BOT_WHY_TOO_DEAR, 0, {4, 40, worth}});
    assert_told(t, bot_tell_money_left, cheap, dear, (bot_reason){BOT_WHY_MONEY_LEFT, 0, {45, 10}});
    assert_told(t, bot_tell_bargain, cheap, pass, (bot_reason){BOT_WHY_BARGAIN, 0, {4, 5, worth}});
    assert_silent(t, bot_tell_bargain, dear, pass);
}

static void a_rival_wants_the_plant(void **unused)
{
    table *t = germany(1, EK_PHASE_AUCTION);
    static pair p;
    (void)unused;
    set_market(t, (const uint8_t[]){10, 11, 13, 20, 21, 25, 26, 30, 0});
    for (unsigned seat = 0; seat < 3; seat++) {
        set_money(t, seat, 90);
        give_cities(t, seat, 5);
    }
    go_to(t, 4, EK_PHASE_AUCTION);
    compare(t, (turn){{nominate(20, 20)}}, (turn){{pass_()}}, &p);
    mind rival = p.m;
    bot_mind_switch(&rival, 1);
    const int limit = bot_auction_limit(&rival, 20);
    assert_true(limit > 20);
    set_money(t, 2, 10);
    compare(t, (turn){{nominate(20, 20)}}, (turn){{pass_()}}, &p);
    assert_reason(&p, bot_tell_rival_wants, (bot_reason){BOT_WHY_RIVAL_WANTS, 0, {1, 20, limit}});
    set_money(t, 1, 10);
    assert_silent(t, bot_tell_rival_wants, (turn){{nominate(20, 20)}}, (turn){{pass_()}});
}

static void fuel_of_a_plant(void **unused)
{
    table *t = germany(1, EK_PHASE_AUCTION);
    static pair p;
    (void)unused;
    set_market(t, (const uint8_t[]){10, 11, 13, 20, 21, 25, 26, 30, 0});
    set_money(t, 0, 100);
    set_fuel(t, EK_COAL, 6);
    go_to(t, 3, EK_PHASE_AUCTION);
    /* Six tokens at 7 and 8 are left; the refill brings four, at 5 and 6. */
    assert_int_equal(ek_refill(&t->rules, &t->state, EK_COAL), 4);
    compare(t, (turn){{nominate(20, 20)}}, (turn){{pass_()}}, &p);
    assert_reason(&p, bot_tell_plant_fuel, (bot_reason){BOT_WHY_PLANT_FUEL, 0, {20, 21, 17}});
    assert_silent(t, bot_tell_fuel_scarce, (turn){{pass_()}}, (turn){{nominate(20, 20)}});
    set_fuel(t, EK_COAL, 2);
    assert_told(t, bot_tell_fuel_scarce, (turn){{pass_()}}, (turn){{nominate(20, 20)}},
                (bot_reason){BOT_WHY_FUEL_SCARCE, 0, {20, EK_COAL, 2, 3}});
}

static void a_plant_is_scrapped(void **unused)
{
    table *t = germany(1, EK_PHASE_AUCTION);
    (void)unused;
    set_market(t, (const uint8_t[]){11, 13, 16, 20, 21, 25, 26, 30, 0});
    give_plant(t, 0, 3);
    give_plant(t, 0, 4);
    give_plant(t, 0, 10);
    set_money(t, 0, 100);
    go_to(t, 4, EK_PHASE_AUCTION);
    play(t, 0, nominate(20, 20));
    play(t, 1, pass_());
    play(t, 2, pass_());
    static pair p;
    compare(t, (turn){{scrap(3)}}, (turn){{scrap(10)}}, &p);
    assert_reason(&p, bot_tell_plant_scrapped,
                  (bot_reason){BOT_WHY_PLANT_SCRAPPED, 0, {3, 1, 10, 2}});
}

/* ----------------------------------------------------------------------------------------- fuel */

static table *at_the_fuel_market(void)
{
    table *t = germany(1, EK_PHASE_AUCTION);
    give_plant(t, 2, 10); /* 2 coal for 2 cities */
    give_plant(t, 2, 7);  /* 3 oil for 2 */
    give_plant(t, 1, 20);
    give_city(t, 2, "essen");
    give_city(t, 2, "duisburg");
    give_city(t, 2, "duesseldorf");
    set_money(t, 2, 60);
    go_to(t, 2, EK_PHASE_RESOURCES);
    return t;
}

static void a_plant_without_fuel(void **unused)
{
    table *t = at_the_fuel_market();
    const turn both = {{buy(EK_COAL, 2), buy(EK_OIL, 3), done()}};
    const turn coal = {{buy(EK_COAL, 2), done()}}, none = {{done()}};
    (void)unused;
    assert_told(t, bot_tell_unfuelled, both, coal, (bot_reason){BOT_WHY_UNFUELLED, 0, {7, 2}});
    assert_told(t, bot_tell_fuel_supplies, both, coal,
                (bot_reason){BOT_WHY_FUEL_SUPPLIES, 0, {4, 2}});
    assert_told(t, bot_tell_fuel_stored, both, coal,
                (bot_reason){BOT_WHY_FUEL_STORED, 0, {EK_OIL, 3}});
    assert_told(t, bot_tell_supplies_more, both, none,
                (bot_reason){BOT_WHY_SUPPLIES_MORE, 0, {3, 0, 44 - 10}});
    assert_told(t, bot_tell_supplies_more, both, coal,
                (bot_reason){BOT_WHY_SUPPLIES_MORE, 0, {3, 2, 44 - 33}});
}

static void prices_of_fuel(void **unused)
{
    table *t = at_the_fuel_market();
    static pair p;
    (void)unused;
    give_plant(t, 1, 25);
    set_fuel(t, EK_COAL, 12);
    /* The seat buys 2 and the next 5, the refill brings 4: 9 are left. */
    compare(t, (turn){{buy(EK_COAL, 4), done()}}, (turn){{buy(EK_COAL, 2), done()}}, &p);
    assert_reason(&p, bot_tell_fuel_dearer, (bot_reason){BOT_WHY_FUEL_DEARER, 0, {EK_COAL, 5, 6}});
}

static void fuel_that_gets_dearer(void **unused)
{
    table *t = germany(1, EK_PHASE_AUCTION);
    static pair p;
    bot_reason found;
    (void)unused;
    give_plant(t, 0, 10);
    give_plant(t, 1, 20);
    give_plant(t, 2, 25);
    set_fuel(t, EK_COAL, 12);
    go_to(t, 3, EK_PHASE_AUCTION);
    /* The last in order buys first: 2 and 3 tokens are gone when it is the first's turn. */
    compare(t, (turn){{pass_()}}, (turn){{pass_()}}, &p);
    assert_reason(&p, bot_tell_fuel_at_turn,
                  (bot_reason){BOT_WHY_FUEL_AT_TURN, 0, {EK_COAL, 5, 6}});
    const scene s = scene_of(&p);
    assert_false(bot_tell_fuel_dearer(&s, &found));
    assert_false(bot_tell_fuel_cheaper(&s, &found));
    p.c.stock[EK_COAL] = 12;
    p.c.other_stock[EK_COAL] = 6;
    assert_reason(&p, bot_tell_fuel_cheaper,
                  (bot_reason){BOT_WHY_FUEL_CHEAPER, 0, {EK_COAL, 5, 7}});
}

static void a_rival_lacks_fuel(void **unused)
{
    table *t = at_the_fuel_market();
    (void)unused;
    set_fuel(t, EK_COAL, 6);
    assert_told(t, bot_tell_rival_short, (turn){{buy(EK_COAL, 4), done()}},
                (turn){{buy(EK_COAL, 2), done()}},
                (bot_reason){BOT_WHY_RIVAL_SHORT, 0, {1, EK_COAL, 1}});
}

static void money_for_cities(void **unused)
{
    table *t = at_the_fuel_market();
    (void)unused;
    set_money(t, 2, 24);
    /* Köln costs 14; with oil for 9 and coal for 2 there would be 13. */
    assert_told(t, bot_tell_pays_cities, (turn){{buy(EK_COAL, 2), done()}},
                (turn){{buy(EK_COAL, 2), buy(EK_OIL, 3), done()}},
                (bot_reason){BOT_WHY_PAYS_CITIES, 0, {22, 1, 0}});
}

static void fuel_is_kept(void **unused)
{
    table *t = germany(1, EK_PHASE_AUCTION);
    (void)unused;
    give_plant(t, 0, 10);
    give_plant(t, 0, 13);
    give_fuel(t, 0, EK_COAL, 2);
    give_city(t, 0, "essen");
    set_fuel(t, EK_COAL, 12);
    go_to(t, 4, EK_PHASE_BUREAUCRACY);
    const turn wind = {{power(t, (const uint8_t[]){13, 0}, 0)}};
    const turn coal = {{power(t, (const uint8_t[]){10, 0}, 0)}};
    assert_told(t, bot_tell_fuel_kept, wind, coal,
                (bot_reason){BOT_WHY_FUEL_KEPT, 0, {EK_COAL, 2, 10}});
    assert_silent(t, bot_tell_supplies_more, wind, coal);
}

/* ------------------------------------------------------------------------------------- building */

static table *at_building(unsigned cities)
{
    table *t = germany(1, EK_PHASE_AUCTION);
    set_market(t, (const uint8_t[]){11, 13, 16, 20, 21, 25, 26, 30, 0});
    give_plant(t, 2, 10);
    give_fuel(t, 2, EK_COAL, 2);
    give_city(t, 2, "essen");
    give_cities(t, 2, cities - 1);
    set_money(t, 2, 90);
    go_to(t, 3, EK_PHASE_BUILDING);
    return t;
}

static void cities(void **unused)
{
    table *t = at_building(1);
    const turn one = {{connect_(t, "duisburg"), done()}}, none = {{done()}};
    const turn two = {{connect_(t, "duisburg"), connect_(t, "duesseldorf"), done()}};
    (void)unused;
    assert_told(t, bot_tell_more_cities, one, none, (bot_reason){BOT_WHY_MORE_CITIES, 0, {2, 1}});
    assert_told(t, bot_tell_dark_cities, one, two, (bot_reason){BOT_WHY_DARK_CITIES, 0, {3, 2}});
    assert_silent(t, bot_tell_dark_cities, none, one);
    const int duisburg = (int)city(t, "duisburg");
    assert_told(t, bot_tell_city_later, one, none,
                (bot_reason){BOT_WHY_CITY_NEXT_STEP, 0, {duisburg, 10, 15}});
    set_step(t, 2);
    assert_told(t, bot_tell_city_later, one, none,
                (bot_reason){BOT_WHY_CITY_LATER, 0, {duisburg, 10, 15}});
}

static void the_city_of_a_rival(void **unused)
{
    table *t = at_building(1);
    (void)unused;
    give_city(t, 0, "duesseldorf");
    set_money(t, 0, 60);
    static pair p;
    mind rival;
    bot_mind_init(&rival, &t->rules, &t->state, &bot_defaults, 2);
    route_plan route;
    bot_plan_route(&rival, 0, 60, 1, &route);
    assert_int_equal(route.count, 1);
    compare(t, (turn){{ek_move_of(EK_MOVE_CONNECT, route.city[0], 0), done()}}, (turn){{done()}},
            &p);
    assert_reason(&p, bot_tell_rival_city, (bot_reason){BOT_WHY_RIVAL_CITY, 0, {0, route.city[0]}});
    assert_silent(t, bot_tell_rival_city, (turn){{connect_(t, "flensburg"), done()}},
                  (turn){{done()}});
}

static void the_second_step(void **unused)
{
    table *t = at_building(6);
    ek_state *s = &t->state;
    static pair p;
    (void)unused;
    const unsigned next = ek_smallest(ek_sites(&t->rules, s, s->owner[2].cities));
    const turn build = {{ek_move_of(EK_MOVE_CONNECT, next, 0), done()}}, none = {{done()}};
    compare(t, build, none, &p);
    assert_reason(&p, bot_tell_step2, (bot_reason){BOT_WHY_BEGINS_STEP2, 0, {7}});
    compare(t, none, build, &p);
    assert_reason(&p, bot_tell_step2, (bot_reason){BOT_WHY_HOLDS_STEP2, 0, {7}});
    set_step(t, 2);
    assert_silent(t, bot_tell_step2, build, none);
}

/* ---------------------------------------------------------------------------------- order and end
 */

static void order_and_end_come_from_playouts(void **unused)
{
    table *t = at_building(1);
    static pair p;
    bot_reason found;
    (void)unused;
    compare(t, (turn){{done()}}, (turn){{connect_(t, "duisburg"), done()}}, &p);
    const scene s = scene_of(&p);
    assert_false(bot_tell_order(&s, &found));
    assert_false(bot_tell_end(&s, &found));
    p.c.place = 2;
    assert_reason(&p, bot_tell_order, (bot_reason){BOT_WHY_ORDER_PLACE, 0, {2, 0}});
    p.c.ended = 1;
    assert_reason(&p, bot_tell_end, (bot_reason){BOT_WHY_ENDS_GAME, 0, {17}});
    p.c.ended = 0;
    p.c.other_ended = 1;
    assert_reason(&p, bot_tell_end, (bot_reason){BOT_WHY_GOES_ON, 0, {17}});
}

static void who_can_end_the_game(void **unused)
{
    table *t = germany(1, EK_PHASE_AUCTION);
    static pair p;
    bot_reason found;
    (void)unused;
    set_step(t, 3);
    give_cities(t, 0, 15);
    give_cities(t, 1, 11);
    give_cities(t, 2, 10);
    set_money(t, 0, 200);
    set_money(t, 1, 20);
    set_money(t, 2, 20);
    go_to(t, 12, EK_PHASE_BUILDING);
    compare(t, (turn){{done()}}, (turn){{done()}}, &p);
    const scene s = scene_of(&p);
    assert_true(bot_tell_can_end(&s, &found));
    assert_int_equal(found.word, BOT_WHY_CAN_END);
    assert_int_equal(found.value[0], 0);
    assert_int_equal(found.value[1], 2);
    assert_in_range(found.value[2], 20, 200);
    assert_false(bot_tell_last_round(&s, &found));
    set_money(t, 0, 20);
    compare(t, (turn){{done()}}, (turn){{done()}}, &p);
    assert_false(bot_tell_can_end(&s, &found));
    give_cities(t, 0, 2);
    compare(t, (turn){{done()}}, (turn){{done()}}, &p);
    assert_reason(&p, bot_tell_last_round, (bot_reason){BOT_WHY_LAST_ROUND, 0, {0, 17}});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plants),
        cmocka_unit_test(a_larger_plant_waits),
        cmocka_unit_test(prices_of_plants),
        cmocka_unit_test(a_rival_wants_the_plant),
        cmocka_unit_test(fuel_of_a_plant),
        cmocka_unit_test(a_plant_is_scrapped),
        cmocka_unit_test(a_plant_without_fuel),
        cmocka_unit_test(prices_of_fuel),
        cmocka_unit_test(fuel_that_gets_dearer),
        cmocka_unit_test(a_rival_lacks_fuel),
        cmocka_unit_test(money_for_cities),
        cmocka_unit_test(fuel_is_kept),
        cmocka_unit_test(cities),
        cmocka_unit_test(the_city_of_a_rival),
        cmocka_unit_test(the_second_step),
        cmocka_unit_test(order_and_end_come_from_playouts),
        cmocka_unit_test(who_can_end_the_game),
    };
    return cmocka_run_group_tests_name("analysis: tellers", tests, NULL, NULL);
}
