/* Every law of ek_check, broken in every way it can be: the check must name it. */
#include "table.h"

/* Expects law after the edit, and none without it. The edit is undone. */
#define BREAKS(t, law, edit)                                      \
    do {                                                          \
        const ek_state whole_ = (t)->state;                       \
        ek_state *s = &(t)->state;                                \
        assert_lawful(t);                                         \
        edit;                                                     \
        assert_int_equal(ek_check(&(t)->rules, s), EK_LAW_##law); \
        (t)->state = whole_;                                      \
    } while (0)

static table *three_players(enum ek_edition edition)
{
    table *t = open_table(edition, "germany", 3, 0);
    go_to(t, 2, EK_PHASE_RESOURCES);
    return t;
}

static void fields_are_within_their_ranges(void **state)
{
    (void)state;
    table *t = three_players(EK_CLASSIC);
    BREAKS(t, FIELDS, s->stage = EK_STAGES);
    BREAKS(t, FIELDS, s->step = 0);
    BREAKS(t, FIELDS, s->step = 4);
    BREAKS(t, FIELDS, s->discount_expired = 2);
    BREAKS(t, FIELDS, s->spare[3] = 1);
    BREAKS(t, FIELDS, s->step3 = 4);
    BREAKS(t, FIELDS, s->top_back = 3);
    BREAKS(t, FIELDS, s->turn = 3);
    BREAKS(t, FIELDS, s->hidden = 8);
    BREAKS(t, FIELDS, s->bought = 8);
    BREAKS(t, FIELDS, s->bidder = 3);
    BREAKS(t, FIELDS, s->bidding = 3);
    BREAKS(t, FIELDS, s->round = 0);
}

static void empty_seats_have_nothing(void **state)
{
    (void)state;
    table *t = three_players(EK_CLASSIC);
    BREAKS(t, FIELDS, s->owner[3].plants = ek_bit(40));
    BREAKS(t, FIELDS, s->owner[3].cities = 1);
    BREAKS(t, FIELDS, s->owner[3].money = 1);
    BREAKS(t, FIELDS, s->owner[4].fuel[2] = 1);
    BREAKS(t, FIELDS, s->owner[5].houses[21] = 1);
    BREAKS(t, FIELDS, s->owner[5].house_count = 1);
    BREAKS(t, FIELDS, s->owner[5].supplied = 1);
    BREAKS(t, TRUST, s->trust_acted = 1);
}

static void stages_belong_to_their_tables(void **state)
{
    (void)state;
    table *t = open_table(EK_CLASSIC, "germany", 3, 0);
    BREAKS(t, FIELDS, (s->round = 0, s->stage = EK_STAGE_REGION));
    BREAKS(t, FIELDS, (s->round = 0, s->stage = EK_STAGE_TRUST));
    BREAKS(t, FIELDS, (s->round = 0, s->stage = EK_STAGE_MARK));
    BREAKS(t, FIELDS, s->zone ^= 0x30);
    BREAKS(t, FIELDS, (s->round = 0, s->stage = EK_STAGE_DEAL, s->zone = 0));
    t = open_table(EK_RECHARGED, "germany", 3, EK_STARTING_CITIES);
    BREAKS(t, FIELDS, s->turn = 1);
}

static void a_drafted_zone_can_be_completed(void **state)
{
    (void)state;
    table *t = open_table_in(EK_CLASSIC, "italy", 3, 0, "draft");
    BREAKS(t, FIELDS, s->zone = 0x07);         /* complete already */
    BREAKS(t, FIELDS, s->zone = 1u | 1u << 5); /* north-west and south: too far for three */
}

static void the_order_names_everybody_once(void **state)
{
    (void)state;
    table *t = three_players(EK_CLASSIC);
    BREAKS(t, ORDER, s->order[0] = 3);
    BREAKS(t, ORDER, s->order[0] = s->order[1]);
    BREAKS(t, ORDER, s->order[3] = 1);
}

static void tokens_are_not_made(void **state)
{
    (void)state;
    table *t = three_players(EK_CLASSIC);
    BREAKS(t, TOKENS, s->fuel[EK_COAL] = 25);
    BREAKS(t, TOKENS, s->owner[0].fuel[EK_COAL] = 1);
    t = open_table(EK_RECHARGED, "germany", 3, EK_STARTING_CITIES);
    play(t, 0, ek_move_of(EK_MOVE_MARK, 0, 0));
    BREAKS(t, TOKENS, s->fuel[EK_URANIUM] = 12);
}

static void money_is_there_or_hidden(void **state)
{
    (void)state;
    table *t = three_players(EK_CLASSIC);
    BREAKS(t, MONEY, s->owner[1].money = -1);
    BREAKS(t, MONEY, s->owner[1].money = INT32_MAX);
    BREAKS(t, MONEY, s->hidden = 2);
}

static void every_plant_is_in_one_place(void **state)
{
    (void)state;
    table *t = three_players(EK_CLASSIC);
    BREAKS(t, PLANTS, s->owner[0].plants = ek_bit(3));
    BREAKS(t, PLANTS, s->removed |= ek_bit(3));
    BREAKS(t, PLANTS, s->unseen &= ~ek_bit(50));
    BREAKS(t, PLANTS, s->buried |= ek_bit(41));
}

/* A market that is still turned up. */
static table *dealing(void)
{
    table *t = open_table(EK_RECHARGED, "germany", 3, 0);
    const ek_setup setup = {.seed = 1, .chance = EK_CHANCE_ASK};
    assert_int_equal(ek_start(&t->rules, &setup, &t->state, NULL), EK_REASON_OK);
    assert_int_equal(t->state.stage, EK_STAGE_DEAL);
    return t;
}

static void the_opening_market_can_be_dealt(void **state)
{
    (void)state;
    table *t = dealing();
    BREAKS(t, PLANTS, s->unseen &= ~ek_bit(5));
    BREAKS(t, PLANTS, (s->removed |= ek_bit(5), s->unseen &= ~ek_bit(5)));
    BREAKS(t, DECK, s->deck_plug--);
    BREAKS(t, MARKET, s->chance = EK_CHANCE_SEED);
}

static void setting_up_is_in_step_1(void **state)
{
    (void)state;
    table *t = dealing();
    BREAKS(t, STEP, s->step = 2);
    BREAKS(t, STEP, s->step3 = EK_STEP3_GONE);
}

static void nobody_owns_anything_before_the_game(void **state)
{
    (void)state;
    table *t = open_table(EK_RECHARGED, "germany", 2, 0); /* the Trust's first house is placed */
    BREAKS(t, FIELDS, ek_add_house(s, 0, ek_smallest(t->rules.zone_cities), 0));
    BREAKS(t, FIELDS, (s->owner[0].plants = ek_bit(50), s->unseen &= ~ek_bit(50)));
    BREAKS(t, FIELDS, s->owner[EK_TRUST].house_count = 6);
    BREAKS(t, FIELDS, s->marks = 1);
}

static void what_was_under_the_deck_is_in_it_after_the_card(void **state)
{
    (void)state;
    table *t = three_players(EK_CLASSIC);
    set_step(t, 3);
    BREAKS(t, DECK, (s->buried = ek_bit(50), s->removed &= ~ek_bit(50)));
}

static void the_card_lies_in_the_market_for_the_auction_only(void **state)
{
    (void)state;
    table *t = three_players(EK_CLASSIC);
    BREAKS(t, MARKET,
           (s->step3 = EK_STEP3_IN_MARKET, s->deck_top = 0, s->removed |= s->unseen, s->unseen = 0,
            s->deck_socket = 0, s->removed |= ek_bit(10), s->market &= ~ek_bit(10),
            s->market |= EK_STEP3_CARD));
}

static void the_deck_has_cards_to_draw(void **state)
{
    (void)state;
    table *t = three_players(EK_CLASSIC);
    BREAKS(t, DECK, s->deck_socket = 63);
    BREAKS(t, DECK, s->deck_plug = 1);
    BREAKS(t, DECK, s->deck_top = 3);
    BREAKS(t, DECK, s->deck_top = 41);
    BREAKS(t, DECK, s->deck_socket = 0); /* but 13 is on top of it */
    BREAKS(t, DECK, s->top_back = EK_BACK_PLUG);
    BREAKS(t, DECK, s->top_back = EK_BACK_SOCKET);
    set_step(t, 3);
    BREAKS(t, DECK, s->deck_socket++);
}

static void the_back_on_top_is_of_a_card_that_is_left(void **state)
{
    (void)state;
    table *t = three_players(EK_RECHARGED);
    BREAKS(t, DECK, (s->deck_plug = 0, s->top_back = EK_BACK_PLUG));
    BREAKS(t, DECK, (s->deck_socket = 0, s->top_back = EK_BACK_SOCKET));
    BREAKS(t, DECK, (s->chance = EK_CHANCE_SEED, s->top_back = EK_BACK_UNKNOWN));
    BREAKS(t, DECK, (s->deck_socket = 0, s->top_back = EK_BACK_UNKNOWN));
    BREAKS(t, DECK, (s->deck_plug = 0, s->top_back = EK_BACK_UNKNOWN));
}

static void the_market_is_full(void **state)
{
    (void)state;
    table *t = three_players(EK_CLASSIC);
    BREAKS(t, MARKET, s->market |= EK_STEP3_CARD);
    BREAKS(t, MARKET,
           (s->step3 = EK_STEP3_IN_MARKET, s->deck_socket = (uint8_t)ek_size(s->unseen)));
    BREAKS(t, MARKET, (s->market &= ~ek_bit(10), s->removed |= ek_bit(10)));
    BREAKS(t, MARKET, (s->market |= ek_bit(50), s->unseen &= ~ek_bit(50)));
    BREAKS(t, MARKET, s->discount = 3);
    t = open_table(EK_RECHARGED, "germany", 3, 0);
    BREAKS(t, MARKET, s->discount = 41);
    BREAKS(t, MARKET, s->discount = 50);
    go_to(t, 2, EK_PHASE_BUILDING);
    BREAKS(t, MARKET, s->discount = 3);
}

static void a_card_is_awaited_only_where_one_is_missing(void **state)
{
    (void)state;
    table *t = open_table(EK_CLASSIC, "germany", 3, 0);
    play(t, 0, nominate(3, 3));
    play(t, 1, pass_());
    play(t, 2, pass_());
    assert_int_equal(t->state.stage, EK_STAGE_PURCHASED);
    BREAKS(t, MARKET, s->chance = EK_CHANCE_SEED);
    BREAKS(t, MARKET, (s->market |= ek_bit(50), s->unseen &= ~ek_bit(50)));
    BREAKS(t, MARKET, (s->deck_socket = 0, s->deck_top = 0));
}

static void the_step_fits_the_card(void **state)
{
    (void)state;
    table *t = three_players(EK_CLASSIC);
    BREAKS(t, STEP, s->step = 3);
    BREAKS(t, STEP, s->market_size = 6);
    BREAKS(t, STEP, (s->step3 = EK_STEP3_GONE, s->deck_socket = (uint8_t)ek_size(s->unseen)));
    t = open_table(EK_CLASSIC, "germany", 3, EK_FIRST_GAME);
    BREAKS(t, STEP, s->step = 2);
    BREAKS(t, STEP, s->market_size = 6);
    BREAKS(t, STEP, (s->step3 = EK_STEP3_DUE, s->deck_socket = (uint8_t)ek_size(s->unseen)));
}

static void nobody_owns_too_many_plants(void **state)
{
    (void)state;
    table *t = three_players(EK_CLASSIC);
    for (unsigned plant = 20; plant < 23; plant++)
        give_plant(t, 0, plant);
    BREAKS(t, OWNERSHIP, (s->owner[0].plants |= ek_bit(50), s->unseen &= ~ek_bit(50)));
}

static void who_scraps_has_one_plant_too_many(void **state)
{
    (void)state;
    table *t = open_table(EK_CLASSIC, "germany", 3, 0);
    for (unsigned plant = 20; plant < 23; plant++)
        give_plant(t, 0, plant);
    go_to(t, 2, EK_PHASE_AUCTION);
    play(t, 0, nominate(3, 3));
    play(t, 1, pass_());
    play(t, 2, pass_());
    assert_int_equal(t->state.stage, EK_STAGE_SCRAP);
    BREAKS(t, OWNERSHIP, (s->owner[0].plants &= ~ek_bit(20), s->removed |= ek_bit(20)));
    BREAKS(t, AUCTION, s->bought = 0);
    BREAKS(t, AUCTION, s->auction_plant = 41);
    BREAKS(t, AUCTION, s->auction_plant = 50);
    BREAKS(t, AUCTION, s->bidding = 1);
    BREAKS(t, MARKET, (s->market |= ek_bit(50), s->unseen &= ~ek_bit(50)));
}

static void fuel_fits_on_plants(void **state)
{
    (void)state;
    table *t = three_players(EK_CLASSIC);
    BREAKS(t, HOLDINGS, s->owner[0].fuel[EK_GARBAGE] = 1);
    BREAKS(t, HOLDINGS, s->owner[0].fuel[EK_URANIUM] = 1);
    BREAKS(t, HOLDINGS, s->owner[0].fuel[EK_OIL] = 1);
}

/* Seat 0 has hybrid 5 and buys 50 for hybrid 12: coal and oil compete for the remaining room. */
static table *returning(void)
{
    table *t = open_table(EK_CLASSIC, "germany", 3, 0);
    give_plant(t, 0, 5);
    give_plant(t, 0, 12);
    give_plant(t, 0, 13);
    set_market(t, PLANTS(3, 4, 6, 7, 8, 9, 10, 50));
    set_step(t, 3);
    set_money(t, 0, 200);
    give_fuel(t, 0, EK_OIL, 4);
    set_fuel(t, EK_COAL, 18);
    give_fuel(t, 0, EK_COAL, 4);
    go_to(t, 5, EK_PHASE_AUCTION);
    play(t, 0, nominate(50, 50));
    play(t, 1, pass_());
    play(t, 2, pass_());
    play(t, 0, scrap(12));
    assert_int_equal(t->state.stage, EK_STAGE_RETURN);
    return t;
}

static void who_returns_fuel_has_a_choice(void **state)
{
    (void)state;
    table *t = returning();
    BREAKS(t, HOLDINGS, s->owner[0].fuel[EK_COAL] = 0);
    BREAKS(t, HOLDINGS, s->owner[0].fuel[EK_GARBAGE] = 1);
    BREAKS(t, HOLDINGS, s->owner[0].fuel[EK_URANIUM] = 1);
}

static void houses_stand_in_cities_of_the_zone(void **state)
{
    (void)state;
    table *t = three_players(EK_CLASSIC);
    give_cities(t, 0, 2);
    BREAKS(t, HOUSES, s->owner[0].house_count = 23);
    BREAKS(t, HOUSES, s->owner[0].supplied = 3);
    BREAKS(t, HOUSES, s->owner[0].houses[2] = 1);
    BREAKS(t, HOUSES, s->owner[0].cities |= ek_bit(20));
    BREAKS(t, HOUSES,
           (s->owner[0].houses[1] = s->owner[0].houses[0],
            s->owner[0].cities = ek_bit(s->owner[0].houses[0])));
    BREAKS(t, HOUSES,
           (s->owner[0].houses[1] = 63,
            s->owner[0].cities = ek_bit(s->owner[0].houses[0]) | ek_bit(63)));
}

static void a_first_game_has_seven_houses(void **state)
{
    (void)state;
    table *t = open_table(EK_CLASSIC, "germany", 3, EK_FIRST_GAME);
    go_to(t, 2, EK_PHASE_BUILDING);
    give_cities(t, 0, 7);
    assert_lawful(t);
    give_cities(t, 0, 1);
    assert_int_equal(ek_check(&t->rules, &t->state), EK_LAW_HOUSES);
}

static void every_house_has_an_open_place_of_its_own(void **state)
{
    (void)state;
    table *t = three_players(EK_CLASSIC);
    give_cities(t, 0, 1);
    const uint8_t at = t->state.owner[0].houses[0];
    BREAKS(t, PLACES, s->owner[0].houses[0] = at | 1 << 6); /* Step 1 opens no 15-place */
    BREAKS(t, PLACES, s->places[0] = 0);
    BREAKS(t, PLACES, s->places[1] = 1);
    BREAKS(t, PLACES, ek_add_house(s, 1, at, 0));
}

static void marks_are_of_the_option(void **state)
{
    (void)state;
    table *t = three_players(EK_CLASSIC);
    BREAKS(t, MARKS, s->marks = t->rules.zone_cities & -t->rules.zone_cities);
    t = open_table(EK_RECHARGED, "germany", 3, EK_STARTING_CITIES);
    for (unsigned seat = 0; seat < 3; seat++) {
        list(t);
        play(t, seat, t->moves[0]);
    }
    BREAKS(t, MARKS, s->bare_marks = s->marks << 1);
    BREAKS(t, MARKS, s->marks |= ek_bit(63));
    BREAKS(t, MARKS, s->marks = s->marks << 1 | s->marks);
}

static void the_trust_has_no_money_and_is_not_everywhere(void **state)
{
    (void)state;
    table *t = three_players(EK_CLASSIC);
    BREAKS(t, TRUST, (s->owner[EK_TRUST].plants = ek_bit(50), s->unseen &= ~ek_bit(50)));
    t = open_table(EK_RECHARGED, "germany", 2, 0);
    BREAKS(t, TRUST, s->owner[EK_TRUST].money = 1);
    list(t);
    play(t, 0, t->moves[0]);
    BREAKS(t, TRUST, s->owner[EK_TRUST].supplied = 1);
    BREAKS(t, PLACES,
           (s->owner[EK_TRUST].houses[0] |= 2 << 6, s->places[2] = s->places[0], s->places[0] = 0));
}

static void an_auction_is_among_those_still_in_it(void **state)
{
    (void)state;
    table *t = open_table(EK_CLASSIC, "germany", 3, 0);
    BREAKS(t, AUCTION, s->passed = 1);
    BREAKS(t, AUCTION, s->auction_plant = 3);
    BREAKS(t, AUCTION, s->bid = 3);
    BREAKS(t, AUCTION, s->bidder = 1);
    BREAKS(t, AUCTION, s->in_auction = 1);
    BREAKS(t, AUCTION, s->bidding = 1);
    play(t, 0, nominate(3, 3));
    BREAKS(t, AUCTION, s->auction_plant = 41);
    BREAKS(t, AUCTION, s->auction_plant = 10); /* future market */
    BREAKS(t, AUCTION, s->passed = 2);
    BREAKS(t, AUCTION, s->in_auction = 6);
    BREAKS(t, AUCTION, s->in_auction = 1);
    BREAKS(t, AUCTION, s->bidding = 2);
    BREAKS(t, AUCTION, s->bid = 2); /* below the minimum */
    BREAKS(t, AUCTION, s->bid = 51);
    BREAKS(t, AUCTION, (s->bid = 1000, s->owner[0].money = 2000));
}

static void a_game_ends_when_the_end_is_reached(void **state)
{
    (void)state;
    table *t = three_players(EK_CLASSIC);
    BREAKS(t, END, (s->stage = EK_STAGE_ENDED, s->turn = 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_are_within_their_ranges),
        cmocka_unit_test(empty_seats_have_nothing),
        cmocka_unit_test(stages_belong_to_their_tables),
        cmocka_unit_test(a_drafted_zone_can_be_completed),
        cmocka_unit_test(the_order_names_everybody_once),
        cmocka_unit_test(tokens_are_not_made),
        cmocka_unit_test(money_is_there_or_hidden),
        cmocka_unit_test(every_plant_is_in_one_place),
        cmocka_unit_test(the_opening_market_can_be_dealt),
        cmocka_unit_test(setting_up_is_in_step_1),
        cmocka_unit_test(nobody_owns_anything_before_the_game),
        cmocka_unit_test(what_was_under_the_deck_is_in_it_after_the_card),
        cmocka_unit_test(the_card_lies_in_the_market_for_the_auction_only),
        cmocka_unit_test(the_deck_has_cards_to_draw),
        cmocka_unit_test(the_back_on_top_is_of_a_card_that_is_left),
        cmocka_unit_test(the_market_is_full),
        cmocka_unit_test(a_card_is_awaited_only_where_one_is_missing),
        cmocka_unit_test(the_step_fits_the_card),
        cmocka_unit_test(nobody_owns_too_many_plants),
        cmocka_unit_test(who_scraps_has_one_plant_too_many),
        cmocka_unit_test(fuel_fits_on_plants),
        cmocka_unit_test(who_returns_fuel_has_a_choice),
        cmocka_unit_test(houses_stand_in_cities_of_the_zone),
        cmocka_unit_test(a_first_game_has_seven_houses),
        cmocka_unit_test(every_house_has_an_open_place_of_its_own),
        cmocka_unit_test(marks_are_of_the_option),
        cmocka_unit_test(the_trust_has_no_money_and_is_not_everywhere),
        cmocka_unit_test(an_auction_is_among_those_still_in_it),
        cmocka_unit_test(a_game_ends_when_the_end_is_reached),
    };
    return cmocka_run_group_tests_name("broken laws", tests, NULL, NULL);
}
