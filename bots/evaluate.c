/* Evaluating a position for a seat: its probability of winning, in 1/65536. */
#include "mind.h"

enum { ONE = 1 << 16 };

/* 2 to the power of -x/256, in 1/65536; linear between whole powers, which keeps it monotone. */
static int64_t fall(int64_t x)
{
    const int64_t halvings = x / 256;
    if (halvings > 15)
        return 0;
    return (ONE - ONE / 2 * (x % 256) / 256) >> halvings;
}

/* The weight of one seat's score as a part of all weights. A score that is lower by temper points
 * weighs half as much. */
static int share(const int *score, unsigned players, unsigned seat, int temper)
{
    int highest = score[0];
    int64_t sum = 0;
    for (unsigned i = 1; i < players; i++)
        highest = max(highest, score[i]);
    for (unsigned i = 0; i < players; i++)
        sum += fall((int64_t)(highest - score[i]) * 256 / temper);
    return (int)(fall((int64_t)(highest - score[seat]) * 256 / temper) * ONE / sum);
}

/* The result counts most. The margin counts a little, so that a search in a lost position can still
 * tell moves apart. */
static int final_share(const mind *m)
{
    ek_rank ranking[EK_SEATS];
    int score[EK_SEATS] = {0};
    int winners = 0;
    bool won = false;
    ek_ranking(m->rules, m->state, ranking);
    for (unsigned i = 0; i < m->players; i++) {
        const ek_rank *r = &ranking[i];
        score[r->seat] = r->powered * m->p->end_city * 16 + (int)r->money * 4;
        winners += r->rank == 1;
        won = won || (r->rank == 1 && r->seat == m->seat);
    }
    const int margin = share(score, m->players, m->seat, m->p->temper);
    return ((won ? ONE / winners : 0) * 3 + margin) / 4;
}

static int fuel_worth(const mind *m, const ek_owner *o)
{
    int worth = 0;
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++)
        worth += o->fuel[fuel] * m->price[fuel];
    return worth / PRICE_UNIT;
}

/* Before an auction: compares the expected final results of all seats. */
static int running_share(mind *m)
{
    const unsigned seat = m->seat;
    int score[EK_SEATS];
    for (unsigned i = 0; i < m->players; i++) {
        bot_mind_switch(m, i);
        fleet plants;
        const int money = m->me->money + fuel_worth(m, m->me);
        bot_line_up(m, m->me->plants, &plants);
        score[i] = bot_economy(m, &plants, money, m->me->house_count, BEFORE_AUCTION, 0);
    }
    bot_mind_switch(m, seat);
    return share(score, m->players, seat, m->p->temper + m->rounds * m->p->temper_round);
}

int bot_evaluate(const ek_rules *rules, const ek_state *state, const bot_parameters *p,
                 unsigned seat)
{
    mind m;
    bot_mind_init(&m, rules, state, p, seat);
    return ek_phase(state) == EK_PHASE_ENDED ? final_share(&m) : running_share(&m);
}
