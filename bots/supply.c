/* Fuel that is lacking, and fuel that the seats which buy first leave. */
#include "mind.h"

int bot_next_price(const ek_rules *rules, unsigned fuel, int stock)
{
    const int sold = ek_tables.tokens[fuel] - stock;
    const uint16_t *sum = rules->price_sum[fuel];
    if (stock == 0)
        return sum[sold] - sum[sold - 1] + 1;
    return sum[sold + 1] - sum[sold];
}

/* Adds tokens for hybrids: of the cheaper fuel as far as there is some, then of the other. */
static void add_hybrids(const ek_rules *rules, const uint8_t stock[EK_FUELS], int hybrid,
                        int lacking[EK_FUELS])
{
    const int coal = max(0, stock[EK_COAL] - lacking[EK_COAL]);
    const int oil = max(0, stock[EK_OIL] - lacking[EK_OIL]);
    const bool takes_oil =
        bot_next_price(rules, EK_OIL, oil) < bot_next_price(rules, EK_COAL, coal);
    const int cheaper = min(hybrid, takes_oil ? oil : coal);
    lacking[EK_OIL] += takes_oil ? cheaper : hybrid - cheaper;
    lacking[EK_COAL] += takes_oil ? hybrid - cheaper : cheaper;
}

static inline void find_lacking(const ek_rules *rules, const uint8_t stock[EK_FUELS],
                                const ek_owner *owner, ek_run run, int lacking[EK_FUELS])
{
    const int hybrid = (int)ek_run_part(run, EK_RUN_HYBRID);
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++)
        lacking[fuel] = max(0, (int)ek_run_part(run, fuel) - owner->fuel[fuel]);
    if (hybrid == 0) /* most often */
        return;
    const int spare = max(0, owner->fuel[EK_COAL] - (int)ek_run_part(run, EK_COAL)) +
                      max(0, owner->fuel[EK_OIL] - (int)ek_run_part(run, EK_OIL));
    if (hybrid > spare)
        add_hybrids(rules, stock, hybrid - spare, lacking);
}

void bot_find_lacking(const ek_rules *rules, const uint8_t stock[EK_FUELS], const ek_owner *owner,
                      ek_run run, int lacking[EK_FUELS])
{
    find_lacking(rules, stock, owner, run, lacking);
}

/* ---------------------------------------------------------------------------- who buys first */

/* The owner buys what it lacks for a run of all its plants, as far as there is any. */
static void supply(const ek_rules *rules, const ek_owner *owner, fuel_left *left)
{
    int lacking[EK_FUELS];
    find_lacking(rules, left->tokens, owner, ek_run_of_all(owner->plants), lacking);
    left->stored = max(0, left->stored - max(0, lacking[EK_COAL] - left->tokens[EK_COAL]));
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++)
        left->tokens[fuel] = (uint8_t)max(0, left->tokens[fuel] - lacking[fuel]);
}

/* Fuel is bought in the reverse of the player order (3.4); the Trust takes its fuel between the two
 * players (11.4). */
void bot_foresee_fuel(const mind *m, fuel_left *left)
{
    const ek_state *s = m->state;
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++)
        left->tokens[fuel] = s->fuel[fuel];
    left->stored = m->rules->variant->coal_storage_price ? (int)ek_supply(s, EK_COAL) : 0;
    for (unsigned i = m->players; i-- > 0 && s->order[i] != m->seat;) {
        supply(m->rules, &s->owner[s->order[i]], left);
        if (m->rules->trust)
            supply(m->rules, &s->owner[EK_TRUST], left);
    }
}

/* The price of tokens that a seat lacks; BOT_GONE if too few are left. */
static inline int price_of(const mind *m, const fuel_left *left, unsigned fuel, int lacking)
{
    const int tokens = left->tokens[fuel];
    const int more = lacking - tokens;
    const uint16_t *sum = m->rules->price_sum[fuel] + (ek_tables.tokens[fuel] - tokens);
    if (more <= 0)
        return sum[lacking] - sum[0];
    if (more > (fuel == EK_COAL ? left->stored : 0))
        return BOT_GONE;
    return sum[tokens] - sum[0] + more * m->rules->variant->coal_storage_price;
}

/* The same for runs with hybrids, which are rare. */
__attribute__((noinline)) static int hybrid_bill(const mind *m, const fuel_left *left, ek_run run)
{
    int lacking[EK_FUELS];
    int bill = 0;
    bot_find_lacking(m->rules, left->tokens, m->me, run, lacking);
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++) {
        const int price = price_of(m, left, fuel, lacking[fuel]);
        if (price == BOT_GONE)
            return BOT_GONE;
        bill += price;
    }
    return bill;
}

int bot_fuel_bill(const mind *m, const fuel_left *left, ek_run run)
{
    int bill = 0;
    if (ek_run_part(run, EK_RUN_HYBRID))
        return hybrid_bill(m, left, run);
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++) {
        const int lacking = (int)ek_run_part(run, fuel) - m->me->fuel[fuel];
        if (lacking <= 0)
            continue;
        const int price = price_of(m, left, fuel, lacking);
        if (price == BOT_GONE)
            return BOT_GONE;
        bill += price;
    }
    return bill;
}
