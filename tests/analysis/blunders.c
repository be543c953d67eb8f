/* Planted blunders: records of games of bots in which one player makes one bad turn. The analysis
 * must call it a blunder, with the right reason. Seeds decide everything, so the records are always
 * the same. */

/* clang-format off */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis.h"
#include "record.h"
#include "weights.h"

enum {
    NODES = 1000,
    SEEDS = 60,                         /* games that are tried for one with a place for the turn */
    AT_STAKE = BOT_CHANCE_ONE * 3 / 20, /* a player with a smaller chance has little to give away */
    WHYS = 3,
    SAVING_ROUNDS = 9 /* that players who save play */
};

static bot_assessor room;

/* How a game of bots ended. */
typedef struct course {
    unsigned winner;        /* seat */
    unsigned second_powers; /* cities of the player in the second place */
    unsigned rounds;
} course;

/* A turn. */
typedef struct turn {
    ek_move move[BOT_PLAN_MAX];
    unsigned count;
} turn;

/* A moment of a game at which a seat begins a turn. */
typedef struct point {
    const ek_rules *rules;
    const ek_state *state;
    const ek_owner *me;
    const course *course;
    unsigned seat;
} point;

/* A way to play badly: writes the turn; true if this is a moment for it. */
typedef bool (*planter)(const point *p, turn *t);

/* --------------------------------------------------------------------------------------- helpers
 */

static void add(turn *t, ek_move move)
{
    assert_true(t->count < BOT_PLAN_MAX);
    t->move[t->count++] = move;
}

static ek_move done(void)
{
    return ek_move_of(EK_MOVE_DONE, 0, 0);
}

/* Cities that the seat can supply with the fuel that it has. */
static unsigned can_supply(const point *p)
{
    ek_move move;
    return ek_best_power(p->rules, p->state, p->seat, EK_HOUSES, &move);
}

/* Connects the cheapest cities until the seat owns so many; false if it cannot. */
static bool build_to(const point *p, unsigned cities, turn *t)
{
    ek_state state = *p->state;
    ek_ask(&state);
    while (state.owner[p->seat].house_count < cities) {
        ek_route route;
        unsigned best = EK_CITIES;
        int price = state.owner[p->seat].money + 1;
        for (unsigned city = 0; city < EK_CITIES; city++)
            if (ek_has(p->rules->zone_cities, city) &&
                ek_connection(p->rules, &state, p->seat, city, &route) == EK_REASON_OK &&
                route.total < price) {
                price = route.total;
                best = city;
            }
        if (best == EK_CITIES || t->count + 1 >= BOT_PLAN_MAX)
            return false;
        add(t, ek_move_of(EK_MOVE_CONNECT, best, 0));
        if (ek_apply(p->rules, &state, t->move[t->count - 1], NULL) != EK_REASON_OK ||
            ek_to_move(&state) != p->seat)
            return false;
    }
    add(t, done());
    return true;
}

static bool is_last_round(const point *p)
{
    return p->state->round == p->course->rounds;
}

static bool is_winner(const point *p)
{
    return p->seat == p->course->winner;
}

/* --------------------------------------------------------------------------------------- planters
 */

/* Everything for the smallest plant of the market. */
static bool bid_all_on_smallest(const point *p, unsigned round, turn *t)
{
    const ek_plants market = ek_buyable_plants(p->rules, p->state, p->seat);
    if (ek_pending(p->state) != EK_DECISION_NOMINATE || p->state->round != round || !market)
        return false;
    add(t, ek_move_of(EK_MOVE_NOMINATE, (unsigned)__builtin_ctzll(market), ek_maximum_bid(p->me)));
    return true;
}

static bool bids_all_on_plant_3_in_round_2(const point *p, turn *t)
{
    return ek_has(ek_current_market(p->rules, p->state), 3) && bid_all_on_smallest(p, 2, t);
}

static bool bids_all_in_round_1(const point *p, turn *t)
{
    return bid_all_on_smallest(p, 1, t);
}

/* Among players who save. */
static bool builds_to_7_with_plants_for_2(const point *p, turn *t)
{
    return ek_pending(p->state) == EK_DECISION_BUILD && p->me->house_count <= 3 &&
           capacity_of(p->me->plants) <= 2 && build_to(p, 7, t);
}

static bool leaves_out_the_fuel_of_the_last_round(const point *p, turn *t)
{
    add(t, done());
    return ek_pending(p->state) == EK_DECISION_BUY && is_last_round(p) && is_winner(p) &&
           can_supply(p) + 3 < p->me->house_count;
}

static bool builds_nothing_in_the_last_round(const point *p, turn *t)
{
    turn more = {.count = 0};
    add(t, done());
    return ek_pending(p->state) == EK_DECISION_BUILD && is_last_round(p) && is_winner(p) &&
           can_supply(p) == p->me->house_count &&
           capacity_of(p->me->plants) >= p->me->house_count + 2 &&
           build_to(p, p->me->house_count + 2u, &more);
}

/* Fuel for a round that will not come, and no money left to build. */
static bool hoards_fuel_in_the_last_round(const point *p, turn *t)
{
    ek_state state = *p->state;
    ek_ask(&state);
    if (ek_pending(p->state) != EK_DECISION_BUY || !is_last_round(p) || !is_winner(p))
        return false;
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++) {
        unsigned count = ek_room(&state, p->seat, (enum ek_fuel)fuel);
        while (count > 0 && (ek_price(p->rules, &state, p->seat, (enum ek_fuel)fuel, count) < 0 ||
                             ek_price(p->rules, &state, p->seat, (enum ek_fuel)fuel, count) >
                                 state.owner[p->seat].money))
            count--;
        if (count == 0)
            continue;
        add(t, ek_move_of(EK_MOVE_BUY, fuel, count));
        assert_int_equal(ek_apply(p->rules, &state, t->move[t->count - 1], NULL), EK_REASON_OK);
    }
    add(t, done());
    return p->me->money - state.owner[p->seat].money > 50 && state.owner[p->seat].money < 10;
}

static bool powers_nothing(const point *p, turn *t)
{
    add(t, ek_move_of(EK_MOVE_POWER, 0, 0));
    return ek_pending(p->state) == EK_DECISION_POWER && is_winner(p) && can_supply(p) >= 7;
}

static bool scraps_the_best_plant(const point *p, turn *t)
{
    if (ek_pending(p->state) != EK_DECISION_SCRAP || !is_winner(p))
        return false;
    ek_plants rest = ek_scrappable_plants(p->state);
    unsigned best = ek_take_smallest(&rest);
    const unsigned smallest = best;
    while (rest) {
        const unsigned plant = ek_take_smallest(&rest);
        if (ek_tables.plant[plant].cities >= ek_tables.plant[best].cities)
            best = plant;
    }
    add(t, ek_move_of(EK_MOVE_SCRAP, best, 0));
    return ek_tables.plant[best].cities >= ek_tables.plant[smallest].cities + 3;
}

/* With the plants of the player nobody can win. */
static bool passes_the_auction_that_decides(const point *p, turn *t)
{
    add(t, ek_move_of(EK_MOVE_PASS, 0, 0));
    return ek_pending(p->state) == EK_DECISION_NOMINATE && is_last_round(p) && is_winner(p) &&
           capacity_of(p->me->plants) < (int)p->course->second_powers;
}

/* The winner could end the game a round too early, without fuel for its cities. */
static bool ends_the_game_while_losing(const point *p, turn *t)
{
    const unsigned end = ek_end_cities(p->rules);
    return ek_pending(p->state) == EK_DECISION_BUILD && p->state->round + 1u == p->course->rounds &&
           is_winner(p) && can_supply(p) + 3 < end && build_to(p, end, t);
}

static bool overbids(const point *p, turn *t)
{
    add(t, ek_move_of(EK_MOVE_BID, 0, ek_maximum_bid(p->me)));
    return ek_pending(p->state) == EK_DECISION_BID && p->state->round >= 3 && is_winner(p) &&
           ek_maximum_bid(p->me) > p->state->bid + 40u;
}

/* ----------------------------------------------------------------------------------------- games
 */

/* A way to play badly. */
typedef struct way {
    const char *name;
    planter plant;
    bool saving;            /* everybody saves money until then */
    enum bot_why why[WHYS]; /* one of these must be among the reasons; a later 0 is none */
} way;

/* The same at a table. */
typedef struct blunder {
    const way *way;
    const char *board;
    uint8_t edition, players;
} blunder;

static void start(jn_game *game, const blunder *b, unsigned seed)
{
    const jn_setup setup = {.board = bd_find(b->board, b->edition)->ek,
                            .config = {.edition = b->edition, .players = b->players},
                            .zone_choice = JN_ZONE_RANDOM,
                            .chance = JN_CHANCE_SEED,
                            .seed = seed};
    assert_int_equal(jn_start(game, &setup, NULL), EK_REASON_OK);
}

/* Players who save have one plant and two cities. */
static bool save(const jn_game *game, ek_move *move)
{
    const ek_state *s = &game->now.state;
    const unsigned seat = ek_to_move(s);
    const enum ek_decision pending = ek_pending(s);
    const bool in_auction = pending == EK_DECISION_NOMINATE || pending == EK_DECISION_BID;
    const bool is_content = in_auction
                                ? s->owner[seat].plants != 0
                                : pending == EK_DECISION_BUILD && s->owner[seat].house_count >= 2;
    *move = in_auction ? ek_move_of(EK_MOVE_PASS, 0, 0) : done();
    return is_content && ek_why(game->now.rules, s, seat, *move) == EK_REASON_OK;
}

static void play(jn_game *game, ek_move move)
{
    assert_int_equal(jn_play(game, ek_to_move(&game->now.state), move, NULL), EK_REASON_OK);
}

/* Bots play to the end, or to the end of the saving. */
static void play_on(jn_game *game, unsigned seed, bool saving)
{
    bot bots[EK_SEATS];
    const ek_state *now = &game->now.state;
    for (unsigned seat = 0; seat < EK_SEATS; seat++)
        bot_sit(&bots[seat], BOT_NORMAL, seat, game->now.rules, seed + seat);
    while (ek_to_move(now) != EK_NOBODY && !(saving && now->round > SAVING_ROUNDS)) {
        ek_move move;
        if (!saving || !save(game, &move))
            move = bot_move(&bots[ek_to_move(now)], game->now.rules, now, NULL);
        play(game, move);
    }
}

static course course_of(const jn_game *game)
{
    ek_rank ranking[EK_SEATS];
    ek_ranking(game->now.rules, &game->now.state, ranking);
    return (course){.winner = ranking[0].seat,
                    .second_powers = ranking[1].powered,
                    .rounds = game->now.state.round};
}

/* -------------------------------------------------------------------------------------- planting
 */

/* Whether a turn begins after the line that the cursor has just made. */
static bool begins_turn(const jn_cursor *c)
{
    const ek_state *now = &c->now.state;
    return now->round > 0 && ek_to_move(now) != EK_NOBODY &&
           (ek_to_move(now) != c->seat || ek_pending(now) != ek_pending(&c->before) ||
            now->round != c->before.round);
}

/* The turn, and the number of moves before it; false if the game has no place for it. */
static bool find_place(const jn_game *game, planter plant, unsigned *moves, turn *t)
{
    const course end = course_of(game);
    jn_cursor c;
    jn_begin(&c, game);
    for (*moves = 0; jn_next_settled(&c);) {
        *moves += jn_is_move(c.line);
        const ek_state *now = &c.now.state;
        const unsigned seat = ek_to_move(now);
        if (!begins_turn(&c))
            continue;
        const point p = {c.now.rules, now, &now->owner[seat], &end, seat};
        t->count = 0;
        if (plant(&p, t) && ek_why(p.rules, now, seat, t->move[0]) == EK_REASON_OK)
            return true;
    }
    return false;
}

/* The game up to the place, the turn, and bots that go on. */
static void plant_turn(const jn_game *game, unsigned moves, const turn *t, const blunder *b,
                       unsigned seed, jn_game *planted)
{
    jn_cursor c;
    start(planted, b, seed);
    jn_begin(&c, game);
    for (unsigned i = 0; i < moves && jn_next_settled(&c); i++)
        play(planted, c.line);
    for (unsigned i = 0; i < t->count; i++)
        play(planted, t->move[i]);
    play_on(planted, seed, false);
}

/* The planted game as a record, written and read again. */
static rec_game *record_of(const jn_game *planted, const blunder *b)
{
    rec_options options;
    rec_error error;
    rec_options_default(&options);
    options.board = bd_find(b->board, b->edition);
    options.edition = b->edition;
    options.players = b->players;
    options.chance = EK_CHANCE_ASK;
    char *text = rec_write_journal(&options, planted);
    assert_non_null(text);
    rec_game *record = rec_read("planted.elektro", text, strlen(text), &error);
    if (!record)
        fail_msg("%u:%u: %s", error.line, error.column, error.text);
    free(text);
    return record;
}

/* Assesses the decision that begins with a move. */
static an_decision assess(an_game *g, unsigned number)
{
    const an_budget budget = {.judge = &bot_native_judge, .seed = 1, .nodes = NODES};
    for (unsigned i = 0; i < g->tasks; i++) {
        const an_decision *d = an_decision_of(g, i);
        if (d && d->number == number) {
            an_assess(g, i, &budget, &room);
            return *d;
        }
    }
    fail_msg("no decision begins with move %u", number);
    return (an_decision){.number = 0};
}

static bool has_reason(const an_decision *d, const blunder *b)
{
    for (unsigned i = 0; i < d->reasons; i++)
        for (unsigned k = 0; k < WHYS; k++)
            if (d->reason[i].word == b->way->why[k] && (k == 0 || b->way->why[k] != 0))
                return true;
    return false;
}

static void check_decision(const an_decision *d, const blunder *b, unsigned seed)
{
    if (d->verdict != AN_BLUNDER)
        fail_msg("seed %u, move %u: %s, %d of %d lost", seed, d->number,
                 an_verdict_words[d->verdict], (int)d->found.lost,
                 (int)d->found.best.chance[d->seat]);
    if (!has_reason(d, b))
        fail_msg("seed %u, move %u: wrong reasons, the first of %u is %s", seed, d->number,
                 d->reasons, d->reasons ? bot_why_words[d->reason[0].word] : "none");
}

/* Plants the turn in the game of a seed. False if it has no place, or the player has little to
 * lose there. */
static bool try_game(const blunder *b, unsigned seed)
{
    jn_game game, planted;
    unsigned moves;
    turn t;
    start(&game, b, seed);
    play_on(&game, seed, b->way->saving);
    const bool found = find_place(&game, b->way->plant, &moves, &t);
    bool tried = false;
    if (found) {
        an_game g;
        plant_turn(&game, moves, &t, b, seed, &planted);
        rec_game *record = record_of(&planted, b);
        assert_true(an_list(&g, rec_journal(record)));
        const an_decision d = assess(&g, moves + 1);
        tried = d.found.best.chance[d.seat] >= AT_STAKE;
        if (tried)
            check_decision(&d, b, seed);
        an_free(&g);
        rec_free(record);
        jn_free(&planted);
    }
    jn_free(&game);
    return tried;
}

static void is_called_a_blunder(void **state)
{
    const blunder *b = *state;
    for (unsigned seed = 0; seed < SEEDS; seed++)
        if (try_game(b, seed))
            return;
    fail_msg("no game has a place for it");
}

/* ----------------------------------------------------------------------------------- the list */

static const way
    everything_on_plant_3 = {"bids everything on plant 3 in round 2",
                             bids_all_on_plant_3_in_round_2,
                             false,
                             {BOT_WHY_TOO_DEAR, BOT_WHY_PAYS_CITIES, BOT_WHY_MONEY_LEFT}},
    everything_at_once = {"bids everything in round 1",
                          bids_all_in_round_1,
                          false,
                          {BOT_WHY_TOO_DEAR, BOT_WHY_PAYS_CITIES, BOT_WHY_MONEY_LEFT}},
    everything_later = {"bids everything in a running auction",
                        overbids,
                        false,
                        {BOT_WHY_TOO_DEAR, BOT_WHY_PAYS_CITIES, BOT_WHY_MONEY_LEFT}},
    no_fuel = {"leaves out the fuel of the last round",
               leaves_out_the_fuel_of_the_last_round,
               false,
               {BOT_WHY_UNFUELLED, BOT_WHY_FUEL_SUPPLIES}},
    no_building = {"builds nothing in the last round",
                   builds_nothing_in_the_last_round,
                   false,
                   {BOT_WHY_MORE_CITIES, BOT_WHY_ENDS_GAME}},
    hoard = {"buys fuel for a round that does not come",
             hoards_fuel_in_the_last_round,
             false,
             {BOT_WHY_PAYS_CITIES, BOT_WHY_MONEY_LEFT}},
    darkness = {"powers nothing with fuel for all", powers_nothing, false, {BOT_WHY_SUPPLIES_MORE}},
    wrong_scrap = {"scraps its best plant", scraps_the_best_plant, false, {BOT_WHY_PLANT_SCRAPPED}},
    no_plant = {"passes the auction that decides",
                passes_the_auction_that_decides,
                false,
                {BOT_WHY_PLANT_SUPPLIES}},
    early_end = {"ends the game while losing",
                 ends_the_game_while_losing,
                 false,
                 {BOT_WHY_GOES_ON}},
    seven_cities = {"builds to 7 cities with plants for 2",
                    builds_to_7_with_plants_for_2,
                    true,
                    {BOT_WHY_DARK_CITIES, BOT_WHY_MONEY_LEFT}};

static blunder blunders[] = {
    {&everything_on_plant_3, "germany", EK_CLASSIC, 4},
    {&everything_on_plant_3, "france", EK_RECHARGED, 5},
    {&everything_on_plant_3, "usa", EK_CLASSIC, 3},
    {&everything_at_once, "italy", EK_RECHARGED, 3},
    {&everything_at_once, "benelux", EK_CLASSIC, 6},
    {&everything_later, "benelux", EK_RECHARGED, 4},
    {&everything_later, "italy", EK_CLASSIC, 5},
    {&no_fuel, "usa", EK_RECHARGED, 4},
    {&no_fuel, "benelux", EK_CLASSIC, 4},
    {&no_fuel, "france", EK_CLASSIC, 5},
    {&no_fuel, "italy", EK_RECHARGED, 3},
    {&no_building, "germany", EK_RECHARGED, 4},
    {&no_building, "usa", EK_CLASSIC, 5},
    {&hoard, "germany", EK_CLASSIC, 4},
    {&hoard, "france", EK_RECHARGED, 4},
    {&darkness, "germany", EK_RECHARGED, 4},
    {&darkness, "central-europe", EK_CLASSIC, 3},
    {&darkness, "benelux", EK_RECHARGED, 5},
    {&wrong_scrap, "usa", EK_CLASSIC, 4},
    {&wrong_scrap, "italy", EK_RECHARGED, 4},
    {&no_plant, "central-europe", EK_RECHARGED, 4},
    {&no_plant, "germany", EK_CLASSIC, 3},
    {&early_end, "usa", EK_RECHARGED, 3},
    {&early_end, "central-europe", EK_CLASSIC, 4},
    {&seven_cities, "benelux", EK_CLASSIC, 4},
    {&seven_cities, "italy", EK_CLASSIC, 3},
    {&seven_cities, "usa", EK_RECHARGED, 3},
    {&seven_cities, "germany", EK_RECHARGED, 4},
};

int main(void)
{
    enum { BLUNDERS = sizeof blunders / sizeof *blunders };
    static char name[BLUNDERS][128];
    struct CMUnitTest tests[BLUNDERS];
    for (unsigned i = 0; i < BLUNDERS; i++) {
        const blunder *b = &blunders[i];
        snprintf(name[i], sizeof name[i], "%s: %s, %s, %u players", b->way->name, b->board,
                 b->edition == EK_CLASSIC ? "classic" : "recharged", b->players);
        tests[i] = (struct CMUnitTest){
            .name = name[i], .test_func = is_called_a_blunder, .initial_state = &blunders[i]};
    }
    return cmocka_run_group_tests_name("blunders", tests, NULL, NULL);
}
