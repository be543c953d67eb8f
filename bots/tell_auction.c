/* Reasons about plants and auctions. */
#include "tell.h"

/* ---------------------------------------------------------------------------------------- facts */

unsigned bot_turn_plant(const scene *s, const candidate *turn)
{
    switch (turn->count ? ek_move_type(turn->plan[0]) : EK_MOVE_NONE) {
    case EK_MOVE_NOMINATE:
        return ek_move_a(turn->plan[0]);
    case EK_MOVE_BID:
        return s->m->state->auction_plant;
    default:
        return 0;
    }
}

int bot_turn_price(const candidate *turn)
{
    const enum ek_move_type type = turn->count ? ek_move_type(turn->plan[0]) : EK_MOVE_NONE;
    return type == EK_MOVE_NOMINATE || type == EK_MOVE_BID ? (int)ek_move_b(turn->plan[0]) : 0;
}

static unsigned plant_of_better(const scene *s)
{
    return bot_turn_plant(s, s->c->better);
}

static unsigned plant_of_other(const scene *s)
{
    return bot_turn_plant(s, s->c->other);
}

static bool is_full(const mind *m)
{
    return ek_size(m->me->plants) >= m->rules->limit.max_plants;
}

static int cities_of(unsigned plant)
{
    return plant_of(plant)->cities;
}

/* -------------------------------------------------------------------------------------- tellers */

bool bot_tell_plant_supplies(const scene *s, bot_reason *r)
{
    const mind *m = s->m;
    const unsigned plant = plant_of_better(s);
    if (plant == 0)
        return false;
    const int before = capacity_of(m->me->plants);
    const int lost = is_full(m) ? cities_of(bot_worst_plant(m, m->me->plants)) : 0;
    const int after = before - lost + cities_of(plant);
    *r = (bot_reason){.word = BOT_WHY_PLANT_SUPPLIES,
                      .value = {(int)plant, cities_of(plant), before, after, m->me->house_count}};
    return after > before;
}

bool bot_tell_plant_larger(const scene *s, bot_reason *r)
{
    const unsigned plant = plant_of_better(s), other = plant_of_other(s);
    if (plant == 0 || other == 0 || cities_of(plant) <= cities_of(other))
        return false;
    *r = (bot_reason){.word = BOT_WHY_PLANT_LARGER,
                      .value = {(int)plant, cities_of(plant), (int)other, cities_of(other)}};
    return true;
}

bool bot_tell_plant_replaces(const scene *s, bot_reason *r)
{
    const unsigned plant = plant_of_better(s);
    if (plant == 0 || !is_full(s->m))
        return false;
    const unsigned old = bot_worst_plant(s->m, s->m->me->plants);
    *r = (bot_reason){.word = BOT_WHY_PLANT_REPLACES,
                      .value = {(int)plant, cities_of(plant), (int)old, cities_of(old)}};
    return true;
}

bool bot_tell_plant_scrapped(const scene *s, bot_reason *r)
{
    if (s->m->pending != EK_DECISION_SCRAP)
        return false;
    const unsigned plant = ek_move_a(s->c->better->plan[0]);
    const unsigned kept = ek_move_a(s->c->other->plan[0]);
    *r = (bot_reason){.word = BOT_WHY_PLANT_SCRAPPED,
                      .value = {(int)plant, cities_of(plant), (int)kept, cities_of(kept)}};
    return true;
}

bool bot_tell_plant_fuel(const scene *s, bot_reason *r)
{
    const unsigned plant = plant_of_better(s);
    uint8_t stock[EK_FUELS];
    if (plant == 0 || plant_of(plant)->need == 0)
        return false;
    bot_stock_to_come(s->m, stock);
    const int now = bot_run_price(s->m->rules, s->m->state->fuel, plant);
    const int later = bot_run_price(s->m->rules, stock, plant);
    *r = (bot_reason){.word = BOT_WHY_PLANT_FUEL, .value = {(int)plant, now, later}};
    return now != BOT_GONE && later != BOT_GONE;
}

bool bot_tell_plant_free(const scene *s, bot_reason *r)
{
    const unsigned plant = plant_of_better(s);
    *r = (bot_reason){.word = BOT_WHY_PLANT_FREE, .value = {(int)plant}};
    return plant != 0 && plant_of(plant)->need == 0;
}

/* The smallest plant of the future market moves up when a plant is sold. It has to supply more
 * than the plants that the turns are about. */
bool bot_tell_plant_coming(const scene *s, bot_reason *r)
{
    const mind *m = s->m;
    const ek_plants future = ek_future_market(m->rules, m->state) & ~EK_STEP3_CARD;
    if (!is_auction(s) || !future)
        return false;
    const unsigned plant = ek_smallest(future), other = plant_of_other(s);
    *r = (bot_reason){.word = BOT_WHY_PLANT_COMING, .value = {(int)plant, cities_of(plant)}};
    return plant_of_better(s) == 0 && other != 0 && cities_of(plant) > cities_of(other) &&
           ek_may_own(m->rules, m->me, plant);
}

/* A seat that leaves an auction can still nominate a larger plant. */
bool bot_tell_plant_waits(const scene *s, bot_reason *r)
{
    const mind *m = s->m;
    const unsigned other = plant_of_other(s);
    unsigned best = 0;
    if (m->pending != EK_DECISION_BID || plant_of_better(s) != 0 || other == 0)
        return false;
    for (ek_plants rest = ek_buyable_plants(m->rules, m->state, m->seat) & ~ek_bit(other); rest;) {
        const unsigned plant = ek_take_smallest(&rest);
        if (best == 0 || cities_of(plant) > cities_of(best))
            best = plant;
    }
    *r = (bot_reason){.word = BOT_WHY_PLANT_WAITS, .value = {(int)best, cities_of(best)}};
    return best != 0 && cities_of(best) > cities_of(other);
}

/* Only the other turn is for a plant, which is not needed. */
bool bot_tell_plants_enough(const scene *s, bot_reason *r)
{
    const int capacity = capacity_of(s->m->me->plants), owned = s->m->me->house_count;
    *r = (bot_reason){.word = BOT_WHY_PLANTS_ENOUGH, .value = {capacity, owned}};
    return plant_of_better(s) == 0 && plant_of_other(s) != 0 && capacity > owned;
}

/* The rival who would go highest for the plant of the better turn, or else of the other. */
bool bot_tell_rival_wants(const scene *s, bot_reason *r)
{
    mind m = *s->m;
    const ek_state *state = m.state;
    const unsigned plant = plant_of_better(s) ? plant_of_better(s) : plant_of_other(s);
    const bool bids = m.pending == EK_DECISION_BID;
    uint64_t rivals = (bids ? state->in_auction : ek_buyers_left(m.rules, state)) & ~(1u << m.seat);
    int best = plant == 0 ? 0 : bids ? state->bid : (int)ek_minimum_bid(state, plant) - 1;
    *r = (bot_reason){.word = BOT_WHY_RIVAL_WANTS, .value = {EK_NOBODY, (int)plant}};
    while (plant && rivals) {
        const unsigned seat = ek_take_smallest(&rivals);
        bot_mind_switch(&m, seat);
        const int limit = min(bot_auction_limit(&m, plant), (int)ek_maximum_bid(m.me));
        if (limit > best) {
            best = limit;
            r->value[0] = (int)seat;
            r->value[2] = limit;
        }
    }
    return r->value[0] != EK_NOBODY;
}

bool bot_tell_too_dear(const scene *s, bot_reason *r)
{
    const unsigned plant = plant_of_other(s);
    const int price = bot_turn_price(s->c->other);
    if (plant == 0 || (s->m->pending == EK_DECISION_NOMINATE && plant == plant_of_better(s)))
        return false;
    const int worth = bot_plant_worth(s->desk, plant, s->c->better);
    *r = (bot_reason){.word = BOT_WHY_TOO_DEAR, .value = {(int)plant, price, worth}};
    return price > worth;
}

bool bot_tell_bargain(const scene *s, bot_reason *r)
{
    const unsigned plant = plant_of_better(s);
    const int price = bot_turn_price(s->c->better);
    if (plant == 0 || (s->m->pending == EK_DECISION_NOMINATE && plant == plant_of_other(s)))
        return false;
    const int worth = bot_plant_worth(s->desk, plant, s->c->other);
    *r = (bot_reason){.word = BOT_WHY_BARGAIN, .value = {(int)plant, price, worth}};
    return price < worth;
}
