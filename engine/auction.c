/* The auction of plants (rules.md 4): nominating, bidding, buying, scrapping. */
#include "game.h"

static unsigned everybody(const ek_rules *rules)
{
    return (1u << rules->config.players) - 1;
}

unsigned ek_buyers_left(const ek_rules *rules, const ek_state *state)
{
    return everybody(rules) & ~(unsigned)(state->bought | state->passed);
}

static unsigned nominator(const ek_state *state)
{
    return state->order[state->turn];
}

/* Whether only one buyer is left, who pays the minimum (4.5). */
static bool is_alone(const ek_rules *rules, const ek_state *state)
{
    const unsigned left = ek_buyers_left(rules, state);
    return (left & (left - 1)) == 0;
}

/* 10.6 */
bool ek_may_own(const ek_rules *rules, const ek_owner *owner, unsigned plant)
{
    const ek_cities needed = rules->variant->nuclear_cities;
    return needed == 0 || ek_plant_of(plant)->kind != EK_KIND_URANIUM || (owner->cities & needed);
}

/* The numbers from 0 to money. */
static ek_plants numbers_up_to(int32_t money)
{
    if (money < 0)
        return 0;
    return money < EK_PLANT_NUMBERS - 1 ? ek_bit((unsigned)money + 1) - 1 : ~UINT64_C(0);
}

ek_plants ek_buyable_plants(const ek_rules *rules, const ek_state *state, unsigned seat)
{
    const ek_owner *owner = &state->owner[seat];
    const ek_plants current = ek_current_market(rules, state);
    ek_plants buyable = current & numbers_up_to(owner->money);
    if (owner->money > 0 && state->discount)
        buyable |= current & ek_bit(state->discount);
    if (rules->variant->nuclear_cities)
        for (ek_plants rest = buyable; rest;) {
            const unsigned plant = ek_take_smallest(&rest);
            if (!ek_may_own(rules, owner, plant))
                buyable &= ~ek_bit(plant);
        }
    return buyable;
}

ek_plants ek_scrappable_plants(const ek_state *state)
{
    return state->owner[state->bidder].plants & ~ek_bit(state->auction_plant);
}

/* 4.1 */
static ek_reason why_no_plant(const ek_state *state, ek_plants buyable)
{
    return state->round == 1 && buyable ? EK_REASON_MUST_BUY : EK_REASON_OK;
}

/* --------------------------------------------------------------------------------- whose turn */

void ek_begin_auction(const ek_game *game)
{
    ek_state *s = game->state;
    s->bought = s->passed = 0;
    s->trust_acted = 0;
    ek_begin_phase(game, EK_PHASE_AUCTION, EK_STAGE_NOMINATE, 0);
    ek_place_discount(game);
}

/* The first player in order that has neither bought nor passed nominates (4.2, 4.6). */
void ek_next_nominator(const ek_game *game)
{
    ek_state *s = game->state;
    const unsigned left = ek_buyers_left(game->rules, s);
    s->auction_plant = s->bidder = s->bidding = s->in_auction = 0;
    s->bid = 0;
    s->turn = 0;
    if (left == 0) {
        ek_end_auction(game);
        return;
    }
    while (!(left >> s->order[s->turn] & 1))
        s->turn++;
    s->stage = EK_STAGE_NOMINATE;
}

/* --------------------------------------------------------------------------------- legal moves */

/* Adds one move for each amount from min to max. */
static void add_amounts(ek_choices *choices, enum ek_move_type type, unsigned a, unsigned min,
                        unsigned max)
{
    ek_add_range(choices, ek_move_of(type, a, min), max + 1 > min ? max + 1 - min : 0, 1);
}

/* Nominations of the plants with every opening bid. */
static void add_openings(ek_choices *choices, const ek_rules *rules, const ek_state *state,
                         ek_plants plants)
{
    const unsigned highest = ek_maximum_bid(&state->owner[nominator(state)]);
    const bool alone = is_alone(rules, state);
    while (plants) {
        const unsigned plant = ek_take_smallest(&plants);
        const unsigned lowest = ek_minimum_bid(state, plant);
        add_amounts(choices, EK_MOVE_NOMINATE, plant, lowest, alone ? lowest : highest);
    }
}

void ek_list_nominations(const ek_rules *rules, const ek_state *state, ek_choices *choices)
{
    const ek_plants buyable = ek_buyable_plants(rules, state, nominator(state));
    if (why_no_plant(state, buyable) == EK_REASON_OK)
        ek_add_move(choices, ek_move_of(EK_MOVE_PASS, 0, 0));
    if (buyable)
        add_openings(choices, rules, state, buyable);
}

void ek_list_bids(const ek_rules *rules, const ek_state *state, ek_choices *choices)
{
    const ek_owner *owner = &state->owner[state->bidding];
    ek_add_move(choices, ek_move_of(EK_MOVE_PASS, 0, 0));
    if (ek_may_own(rules, owner, state->auction_plant))
        add_amounts(choices, EK_MOVE_BID, 0, state->bid + 1u, ek_maximum_bid(owner));
}

void ek_list_scraps(const ek_state *state, ek_choices *choices)
{
    ek_add_set(choices, EK_MOVE_SCRAP, ek_scrappable_plants(state));
}

/* Each move returns one coal more and one oil less than the one before. */
void ek_list_returns(const ek_state *state, ek_choices *choices)
{
    const ek_surplus over = ek_surplus_of(&state->owner[state->bidder]);
    ek_add_range(choices, ek_move_of(EK_MOVE_RETURN, over.min_coal, over.tokens - over.min_coal),
                 over.max_coal + 1u - over.min_coal, ek_move_of(0, 1, 0) - 1);
}

/* ---------------------------------------------------------------------------------- refusals */

/* Ruling on 4.3: bids stop at EK_BID_MAX, far above any price ever paid, so that every list of
 * moves has a largest length. */
static ek_reason why_not_amount(const ek_owner *owner, unsigned bid)
{
    if (bid > EK_BID_MAX)
        return EK_REASON_BID_TOO_HIGH;
    return (int32_t)bid > owner->money ? EK_REASON_CANNOT_PAY : EK_REASON_OK;
}

ek_reason ek_why_nominate(const ek_rules *rules, const ek_state *state, unsigned plant,
                          unsigned bid)
{
    const ek_owner *owner = &state->owner[nominator(state)];
    if (!ek_is_plant(plant))
        return EK_REASON_NO_SUCH_PLANT;
    if (!ek_has(state->market, plant))
        return EK_REASON_NOT_IN_MARKET;
    if (!ek_has(ek_current_market(rules, state), plant))
        return EK_REASON_FUTURE_MARKET;
    if (!ek_may_own(rules, owner, plant))
        return EK_REASON_NUCLEAR_FORBIDDEN;
    const unsigned minimum = ek_minimum_bid(state, plant);
    if (bid < minimum)
        return EK_REASON_BID_TOO_LOW;
    if (bid > minimum && is_alone(rules, state))
        return EK_REASON_ALONE_PAYS_MINIMUM;
    return why_not_amount(owner, bid);
}

ek_reason ek_why_bid(const ek_rules *rules, const ek_state *state, unsigned bid)
{
    const ek_owner *owner = &state->owner[state->bidding];
    if (!ek_may_own(rules, owner, state->auction_plant))
        return EK_REASON_NUCLEAR_FORBIDDEN;
    return bid <= state->bid ? EK_REASON_BID_TOO_LOW : why_not_amount(owner, bid);
}

ek_reason ek_why_no_plant(const ek_rules *rules, const ek_state *state, unsigned seat)
{
    return why_no_plant(state, ek_buyable_plants(rules, state, seat));
}

ek_reason ek_why_pass(const ek_rules *rules, const ek_state *state)
{
    if (state->stage != EK_STAGE_NOMINATE)
        return EK_REASON_OK;
    return ek_why_no_plant(rules, state, nominator(state));
}

ek_reason ek_why_scrap(const ek_state *state, unsigned plant)
{
    if (!ek_is_plant(plant))
        return EK_REASON_NO_SUCH_PLANT;
    if (!ek_has(state->owner[state->bidder].plants, plant))
        return EK_REASON_NOT_YOUR_PLANT;
    return ek_has(ek_scrappable_plants(state), plant) ? EK_REASON_OK : EK_REASON_JUST_BOUGHT;
}

ek_reason ek_why_return(const ek_state *state, unsigned coal, unsigned oil)
{
    const ek_surplus over = ek_surplus_of(&state->owner[state->bidder]);
    if (coal + oil != over.tokens || coal < over.min_coal || coal > over.max_coal)
        return EK_REASON_RETURN_MISMATCH;
    return EK_REASON_OK;
}

/* -------------------------------------------------------------------------------------- play */

/* The winner pays and takes the plant (4.4). */
static void sell(const ek_game *game)
{
    ek_state *s = game->state;
    ek_owner *owner = &s->owner[s->bidder];
    const unsigned plant = s->auction_plant;
    ek_pay(s, s->bidder, -(int)s->bid);
    owner->plants |= ek_bit(plant);
    s->market &= ~ek_bit(plant);
    s->bought |= (uint8_t)(1u << s->bidder);
    ek_emit(game, EK_EVENT_PLANT_BOUGHT, s->bidder, plant, 0, s->bid);
    if (plant == s->discount)
        ek_end_discount(game);
    /* 10.1. Ruling on 11.6: the Trust, which does not buy here, does not stop uranium. */
    if (plant == game->rules->variant->last_uranium_plant) {
        s->uranium_stopped = 1;
        ek_emit(game, EK_EVENT_URANIUM_STOPPED, s->bidder, 0, 0, 0);
    }
    s->in_auction = s->bidding = 0;
    s->stage = ek_size(owner->plants) > game->rules->limit.max_plants ? EK_STAGE_SCRAP
                                                                      : EK_STAGE_PURCHASED;
}

/* Asks the next seat clockwise that is still in this auction, or sells to the last one (4.4). */
static void ask_next_bidder(const ek_game *game, unsigned from)
{
    ek_state *s = game->state;
    if (s->in_auction == 1u << s->bidder) {
        sell(game);
        return;
    }
    s->bidding = (uint8_t)ek_next_seat(game->rules, s->in_auction, from);
    s->stage = EK_STAGE_BID;
}

void ek_play_nominate(const ek_game *game, unsigned plant, unsigned bid)
{
    ek_state *s = game->state;
    const unsigned seat = nominator(s);
    s->auction_plant = (uint8_t)plant;
    s->bid = (uint16_t)bid;
    s->bidder = (uint8_t)seat;
    s->in_auction = (uint8_t)ek_buyers_left(game->rules, s);
    ek_emit(game, EK_EVENT_NOMINATED, seat, plant, 0, (int)bid);
    ask_next_bidder(game, seat);
}

void ek_play_bid(const ek_game *game, unsigned bid)
{
    ek_state *s = game->state;
    s->bid = (uint16_t)bid;
    s->bidder = s->bidding;
    ek_emit(game, EK_EVENT_BID, s->bidder, s->auction_plant, 0, (int)bid);
    ask_next_bidder(game, s->bidder);
}

/* After the first player's pass the Trust acts, as after a purchase (11.3): EK_STAGE_PURCHASED
 * finds the market full and goes on with it. */
void ek_play_pass(const ek_game *game)
{
    ek_state *s = game->state;
    if (s->stage == EK_STAGE_BID) {
        const unsigned seat = s->bidding;
        s->in_auction &= (uint8_t) ~(1u << seat);
        ek_emit(game, EK_EVENT_LEFT_AUCTION, seat, s->auction_plant, 0, 0);
        ask_next_bidder(game, seat);
        return;
    }
    s->passed |= (uint8_t)(1u << nominator(s));
    ek_emit(game, EK_EVENT_PASSED, nominator(s), 0, 0, 0);
    s->stage = EK_STAGE_PURCHASED;
}

/* Ruling on 4.9: fuel that fits on the plants kept stays. Where coal and oil compete the owner
 * chooses. */
void ek_play_scrap(const ek_game *game, unsigned plant)
{
    ek_state *s = game->state;
    s->owner[s->bidder].plants &= ~ek_bit(plant);
    s->removed |= ek_bit(plant);
    ek_emit(game, EK_EVENT_PLANT_SCRAPPED, s->bidder, plant, 0, 0);
    ek_return_forced_surplus(game, s->bidder);
    const ek_surplus over = ek_surplus_of(&s->owner[s->bidder]);
    if (over.min_coal < over.max_coal)
        s->stage = EK_STAGE_RETURN;
    else
        ek_play_return(game, over.min_coal, over.tokens - over.min_coal);
}

void ek_play_return(const ek_game *game, unsigned coal, unsigned oil)
{
    ek_state *s = game->state;
    ek_return_fuel(game, s->bidder, EK_COAL, coal);
    ek_return_fuel(game, s->bidder, EK_OIL, oil);
    s->stage = EK_STAGE_PURCHASED;
}
