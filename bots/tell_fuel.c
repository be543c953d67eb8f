/* Reasons about money and fuel. */
#include "tell.h"

/* ---------------------------------------------------------------------------------------- facts */

int bot_turn_money(const scene *s, const candidate *turn, const ek_state *after)
{
    return is_auction(s) ? s->m->me->money - bot_turn_price(turn) : after->owner[s->m->seat].money;
}

/* Whether a seat will still buy fuel in this round. */
static bool will_buy(const mind *m, unsigned seat)
{
    switch (ek_phase(m->state)) {
    case EK_PHASE_AUCTION:
        return true;
    case EK_PHASE_RESOURCES:
        return m->to_act >> seat & 1;
    default:
        return false;
    }
}

void bot_stock_to_come(const mind *m, uint8_t stock[EK_FUELS])
{
    const ek_state *s = m->state;
    uint8_t refill[EK_FUELS];
    int lacking[EK_FUELS];
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++)
        stock[fuel] = s->fuel[fuel];
    for (unsigned i = m->players; i-- > 0;) {
        const ek_owner *owner = &s->owner[s->order[i]];
        if (!will_buy(m, s->order[i]))
            continue;
        bot_find_lacking(m->rules, stock, owner, ek_run_of_all(owner->plants), lacking);
        for (unsigned fuel = 0; fuel < EK_FUELS; fuel++)
            stock[fuel] = (uint8_t)max(0, stock[fuel] - lacking[fuel]);
    }
    ek_refills(m->rules, s, refill);
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++)
        stock[fuel] = (uint8_t)min(stock[fuel] + refill[fuel], ek_tables.tokens[fuel]);
}

static int price_of(const ek_rules *rules, const uint8_t stock[EK_FUELS], unsigned fuel, int count)
{
    const uint16_t *sum = rules->price_sum[fuel] + (ek_tables.tokens[fuel] - stock[fuel]);
    return count <= stock[fuel] ? sum[count] - sum[0] : BOT_GONE;
}

int bot_run_price(const ek_rules *rules, const uint8_t stock[EK_FUELS], unsigned plant)
{
    const ek_plant *p = plant_of(plant);
    int best = BOT_GONE;
    if (p->need == 0)
        return 0;
    if (p->kind < EK_FUELS)
        return price_of(rules, stock, p->kind, p->need);
    for (int coal = 0; coal <= p->need; coal++) {
        const int first = price_of(rules, stock, EK_COAL, coal);
        const int second = price_of(rules, stock, EK_OIL, p->need - coal);
        if (first != BOT_GONE && second != BOT_GONE)
            best = min(best, first + second);
    }
    return best;
}

static const ek_owner *owner_after(const scene *s, const ek_state *after)
{
    return &after->owner[s->m->seat];
}

/* Whether an owner holds the fuel for a run of one plant. */
static bool can_run(const ek_owner *owner, unsigned plant)
{
    const ek_plant *p = plant_of(plant);
    if (p->kind < EK_FUELS)
        return owner->fuel[p->kind] >= p->need;
    return owner->fuel[EK_COAL] + owner->fuel[EK_OIL] >= p->need || p->need == 0;
}

/* --------------------------------------------------------------------------------------- money */

bool bot_tell_money_left(const scene *s, bot_reason *r)
{
    const contrast *c = s->c;
    const int money = bot_turn_money(s, c->better, &c->after_better);
    const int instead = bot_turn_money(s, c->other, &c->after_other);
    *r = (bot_reason){.word = BOT_WHY_MONEY_LEFT, .value = {money, instead}};
    return money > instead && s->m->pending != EK_DECISION_POWER;
}

/* The next cities of the seat that an amount pays. */
static int cities_paid(const mind *m, int money)
{
    route_plan route;
    unsigned count = 0;
    bot_plan_route(m, m->seat, money, EK_HOUSES, &route);
    while (count < route.count && route.sum[count + 1] <= money)
        count++;
    return (int)count;
}

bool bot_tell_pays_cities(const scene *s, bot_reason *r)
{
    const contrast *c = s->c;
    if (!is_auction(s) && s->m->pending != EK_DECISION_BUY)
        return false;
    const int money = bot_turn_money(s, c->better, &c->after_better);
    const int instead = bot_turn_money(s, c->other, &c->after_other);
    *r = (bot_reason){.word = BOT_WHY_PAYS_CITIES,
                      .value = {money, cities_paid(s->m, money), cities_paid(s->m, instead)}};
    return money > instead && r->value[1] > r->value[2];
}

/* Cities that a turn supplies: by the fuel that it leaves, or by a powering. */
static int supplied_by(const scene *s, const candidate *turn, const ek_state *after)
{
    const mind *m = s->m;
    if (m->pending == EK_DECISION_POWER)
        return ek_power_result(m->state, m->seat, turn->plan[0]).supplied;
    return min((int)ek_fuelled(after, m->seat), m->me->house_count);
}

bool bot_tell_supplies_more(const scene *s, bot_reason *r)
{
    const contrast *c = s->c;
    if (s->m->pending != EK_DECISION_BUY && s->m->pending != EK_DECISION_POWER)
        return false;
    const int cities = supplied_by(s, c->better, &c->after_better);
    const int instead = supplied_by(s, c->other, &c->after_other);
    *r = (bot_reason){.word = BOT_WHY_SUPPLIES_MORE, .value = {cities, instead}};
    if (cities <= instead)
        return false;
    r->value[2] = (int)ek_income((unsigned)cities) - (int)ek_income((unsigned)instead);
    return true;
}

/* ---------------------------------------------------------------------------------------- fuel */

/* The largest plant that has fuel after the better turn only. */
bool bot_tell_unfuelled(const scene *s, bot_reason *r)
{
    const ek_owner *better = owner_after(s, &s->c->after_better);
    const ek_owner *other = owner_after(s, &s->c->after_other);
    *r = (bot_reason){.word = BOT_WHY_UNFUELLED};
    if (s->m->pending != EK_DECISION_BUY)
        return false;
    for (ek_plants rest = s->m->me->plants; rest;) {
        const unsigned plant = ek_take_smallest(&rest);
        if (can_run(better, plant) && !can_run(other, plant)) {
            r->value[0] = (int)plant;
            r->value[1] = plant_of(plant)->cities;
        }
    }
    return r->value[0] != 0;
}

bool bot_tell_fuel_supplies(const scene *s, bot_reason *r)
{
    const int cities = (int)ek_fuelled(&s->c->after_better, s->m->seat);
    const int instead = (int)ek_fuelled(&s->c->after_other, s->m->seat);
    *r = (bot_reason){.word = BOT_WHY_FUEL_SUPPLIES, .value = {cities, instead}};
    return cities > instead && s->m->pending == EK_DECISION_BUY;
}

/* Whether the seat's plants, or the plant of the better turn, burn a fuel. */
static bool is_burnt(const scene *s, unsigned fuel)
{
    const unsigned plant = bot_turn_plant(s, s->c->better);
    const ek_run run = ek_run_of_all(s->m->me->plants | (plant ? ek_bit(plant) : 0));
    return ek_run_part(run, fuel) || (fuel <= EK_OIL && ek_run_part(run, EK_RUN_HYBRID));
}

static bool is_bought_more(const scene *s, unsigned fuel)
{
    return owner_after(s, &s->c->after_better)->fuel[fuel] >
           owner_after(s, &s->c->after_other)->fuel[fuel];
}

/* The fuel of a set whose next token costs most more at one stock than at another. */
static bool tell_rise(const scene *s, unsigned fuels, const uint8_t from[EK_FUELS],
                      const uint8_t to[EK_FUELS], bot_reason *r)
{
    int best = 0;
    for (uint64_t rest = fuels; rest;) {
        const unsigned fuel = ek_take_smallest(&rest);
        if (from[fuel] == 0 || to[fuel] == 0)
            continue;
        const int low = bot_next_price(s->m->rules, fuel, from[fuel]);
        const int high = bot_next_price(s->m->rules, fuel, to[fuel]);
        if (high - low > best) {
            best = high - low;
            r->value[0] = (int)fuel;
            r->value[1] = low;
            r->value[2] = high;
        }
    }
    return best > 0;
}

static unsigned fuels_for(const scene *s, bool (*matters)(const scene *s, unsigned fuel))
{
    unsigned set = 0;
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++)
        set |= (unsigned)matters(s, fuel) << fuel;
    return set;
}

/* Fuel of which the better purchase takes more. */
bool bot_tell_fuel_dearer(const scene *s, bot_reason *r)
{
    uint8_t stock[EK_FUELS];
    *r = (bot_reason){.word = BOT_WHY_FUEL_DEARER};
    bot_stock_to_come(s->m, stock);
    return s->m->pending == EK_DECISION_BUY &&
           tell_rise(s, fuels_for(s, is_bought_more), s->m->state->fuel, stock, r);
}

/* Fuel that the seat will need after an auction. */
bool bot_tell_fuel_at_turn(const scene *s, bot_reason *r)
{
    fuel_left left;
    *r = (bot_reason){.word = BOT_WHY_FUEL_AT_TURN};
    bot_foresee_fuel(s->m, &left);
    return is_auction(s) && tell_rise(s, fuels_for(s, is_burnt), s->m->state->fuel, left.tokens, r);
}

/* Fuel that the other turn makes dearer. */
bool bot_tell_fuel_cheaper(const scene *s, bot_reason *r)
{
    *r = (bot_reason){.word = BOT_WHY_FUEL_CHEAPER};
    return tell_rise(s, fuels_for(s, is_burnt), s->c->stock, s->c->other_stock, r);
}

/* There will be too little fuel for the plant of the other turn. */
bool bot_tell_fuel_scarce(const scene *s, bot_reason *r)
{
    const unsigned plant = bot_turn_plant(s, s->c->other);
    fuel_left left;
    if (plant == 0 || plant_of(plant)->kind >= EK_FUELS)
        return false;
    const unsigned fuel = plant_of(plant)->kind;
    const int need = plant_of(plant)->need;
    bot_foresee_fuel(s->m, &left);
    *r = (bot_reason){.word = BOT_WHY_FUEL_SCARCE,
                      .value = {(int)plant, (int)fuel, left.tokens[fuel], need}};
    return left.tokens[fuel] + (fuel == EK_COAL ? left.stored : 0) + s->m->me->fuel[fuel] < need;
}

/* The fuel of which the better purchase leaves most more. */
bool bot_tell_fuel_stored(const scene *s, bot_reason *r)
{
    const ek_owner *better = owner_after(s, &s->c->after_better);
    const ek_owner *other = owner_after(s, &s->c->after_other);
    *r = (bot_reason){.word = BOT_WHY_FUEL_STORED};
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++)
        if (better->fuel[fuel] - other->fuel[fuel] > r->value[1]) {
            r->value[0] = (int)fuel;
            r->value[1] = better->fuel[fuel] - other->fuel[fuel];
        }
    return r->value[1] > 0 && s->m->pending == EK_DECISION_BUY;
}

/* The fuel of which a powering keeps most, and its price on the market. */
bool bot_tell_fuel_kept(const scene *s, bot_reason *r)
{
    const mind *m = s->m;
    *r = (bot_reason){.word = BOT_WHY_FUEL_KEPT};
    if (m->pending != EK_DECISION_POWER)
        return false;
    const ek_powering better = ek_power_result(m->state, m->seat, s->c->better->plan[0]);
    const ek_powering other = ek_power_result(m->state, m->seat, s->c->other->plan[0]);
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++) {
        const int count = other.burnt[fuel] - better.burnt[fuel];
        const int price = count > 0 ? price_of(m->rules, m->state->fuel, fuel, count) : 0;
        if (count > r->value[1] && price != BOT_GONE) {
            r->value[0] = (int)fuel;
            r->value[1] = count;
            r->value[2] = price;
        }
    }
    return r->value[1] > 0;
}

/* The tokens that later buyers will lack, one after the other. */
static void find_shortage(const mind *m, const ek_state *after, int short_of[EK_SEATS][EK_FUELS])
{
    uint8_t stock[EK_FUELS];
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++)
        stock[fuel] = after->fuel[fuel];
    for (unsigned i = m->players; i-- > 0;) {
        const unsigned seat = m->state->order[i];
        const ek_owner *owner = &m->state->owner[seat];
        int lacking[EK_FUELS] = {0};
        if (seat != m->seat && m->to_act >> seat & 1)
            bot_find_lacking(m->rules, stock, owner, ek_run_of_all(owner->plants), lacking);
        for (unsigned fuel = 0; fuel < EK_FUELS; fuel++) {
            short_of[seat][fuel] = max(0, lacking[fuel] - stock[fuel]);
            stock[fuel] = (uint8_t)max(0, stock[fuel] - lacking[fuel]);
        }
    }
}

/* A later buyer will lack tokens after the better turn, and fewer after the other. Where coal can
 * also be bought from storage nobody lacks any. */
bool bot_tell_rival_short(const scene *s, bot_reason *r)
{
    const mind *m = s->m;
    int better[EK_SEATS][EK_FUELS], other[EK_SEATS][EK_FUELS];
    *r = (bot_reason){.word = BOT_WHY_RIVAL_SHORT};
    if (m->pending != EK_DECISION_BUY)
        return false;
    find_shortage(m, &s->c->after_better, better);
    find_shortage(m, &s->c->after_other, other);
    for (unsigned seat = 0; seat < m->players; seat++)
        for (unsigned fuel = m->rules->variant->coal_storage_price ? EK_OIL : EK_COAL;
             fuel < EK_FUELS; fuel++)
            if (better[seat][fuel] > other[seat][fuel] && better[seat][fuel] > r->value[2]) {
                r->value[0] = (int)seat;
                r->value[1] = (int)fuel;
                r->value[2] = better[seat][fuel];
            }
    return r->value[2] > 0;
}
