#include "observation.h"

#include <string.h>

#define MEMBER(name, count) int16_t name[count];
typedef union decision {
    struct {
        ENV_DECISION_FIELDS(MEMBER)
    } of;
    int16_t all[ENV_DECISION_INPUTS];
} decision;
#undef MEMBER

_Static_assert(sizeof(decision) == ENV_DECISION_INPUTS * sizeof(int16_t), "no room");

static void describe_plant(const ek_state *state, unsigned seat, decision *d)
{
    const ek_plant *plant = &ek_tables.plant[state->auction_plant];
    d->of.bid[0] = (int16_t)state->bid;
    d->of.is_bidder[0] = state->bidder == seat;
    d->of.bidders[0] = (int16_t)ek_size(state->in_auction);
    d->of.plant[0] = state->auction_plant;
    d->of.plant_cities[0] = plant->cities;
    d->of.plant_need[0] = plant->need;
    d->of.plant_kind[plant->kind] = 1;
}

static void describe_decision(const ek_rules *rules, const ek_state *state, unsigned seat,
                              decision *d)
{
    const enum ek_decision pending = ek_pending(state);
    if (pending < EK_DECISION_ENDED)
        d->of.pending[pending] = 1;
    d->of.is_mine[0] = ek_to_move(state) == seat;
    if (ek_phase(state) == EK_PHASE_AUCTION && state->auction_plant)
        describe_plant(state, seat, d);
    if (ek_phase(state) == EK_PHASE_AUCTION)
        d->of.buyers_left[0] = (int16_t)ek_size(ek_buyers_left(rules, state));
    d->of.has_bought[0] = state->bought >> seat & 1;
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++)
        d->of.room[fuel] = (int16_t)ek_room(state, seat, (enum ek_fuel)fuel);
}

void env_observation(const ek_rules *rules, const ek_state *state, unsigned seat,
                     int16_t out[ENV_OBSERVATION])
{
    const unsigned players = rules->config.players;
    decision d = {.all = {0}};
    bot_features_t features;
    memset(out, 0, ENV_OBSERVATION * sizeof *out);
    describe_decision(rules, state, seat, &d);
    memcpy(out, d.all, sizeof d.all);
    if (rules->config.zone == 0) /* of a draft: nobody knows the cities */
        return;
    bot_features(rules, state, &features);
    out += ENV_DECISION_INPUTS;
    for (unsigned i = 0; i < players; i++)
        memcpy(out + i * BOT_SEAT_INPUTS, features.seat[(seat + i) % players].all,
               sizeof features.seat[0].all);
    memcpy(out + EK_SEATS * BOT_SEAT_INPUTS, features.shared.all, sizeof features.shared.all);
}
