#include "rating.h"

#include <math.h>

/* In points. */
static const double BETA = 100;     /* how much a performance varies: docs/ratings.md */
static const double TAU = 10;       /* how much a strength changes from one game to the next */
static const double TAU_NUMBER = 1; /* the same for the deviation of a number of players */
static const double SPREAD_MIN = 5, MEAN_MAX = 9999;
static const double KAPPA = 0.0001; /* the least part of a variance that a game leaves */

const sv_skill sv_overall_start = {1500 * SV_POINT, 350 * SV_POINT};
const sv_skill sv_deviation_start = {0, 60 * SV_POINT};

/* A strength in points, with its variance. */
typedef struct strength {
    double mean, variance;
} strength;

/* A game while it is rated. */
typedef struct match {
    unsigned count;
    unsigned rank[SV_RATED_MAX];
    strength overall[SV_RATED_MAX], deviation[SV_RATED_MAX], team[SV_RATED_MAX];
    double c;                    /* the scale of differences */
    double weight[SV_RATED_MAX]; /* exp(mean / c), up to a common factor */
} match;

static strength open_skill(sv_skill skill, double tau)
{
    const double spread = (double)skill.spread / SV_POINT;
    return (strength){(double)skill.mean / SV_POINT, spread * spread + tau * tau};
}

static double clamp(double value, double min, double max)
{
    return value < min ? min : value > max ? max : value;
}

static sv_skill close_skill(strength s, sv_skill start)
{
    const double spread = clamp(sqrt(s.variance), SPREAD_MIN, (double)start.spread / SV_POINT);
    return (sv_skill){llround(clamp(s.mean, -MEAN_MAX, MEAN_MAX) * SV_POINT),
                      llround(spread * SV_POINT)};
}

/* The scale of a pair of average players: Weng and Lin add up the variances of all players, so that
 * a difference of points would mean less the more people play. For two both are the same. */
static double scale_of(const match *m)
{
    double sum = 0;
    for (unsigned i = 0; i < m->count; i++)
        sum += m->team[i].variance + BETA * BETA;
    return sqrt(2 * sum / m->count);
}

static void open_match(match *m, const sv_rated *player, unsigned count)
{
    double best = -INFINITY;
    m->count = count;
    for (unsigned i = 0; i < count; i++) {
        const strength o = m->overall[i] = open_skill(player[i].overall, TAU);
        const strength d = m->deviation[i] = open_skill(player[i].deviation, TAU_NUMBER);
        m->team[i] = (strength){o.mean + d.mean, o.variance + d.variance};
        m->rank[i] = player[i].rank;
        best = fmax(best, m->team[i].mean);
    }
    m->c = scale_of(m);
    for (unsigned i = 0; i < count; i++)
        m->weight[i] = exp((m->team[i].mean - best) / m->c);
}

/* The weights of all who are not before a rank. */
static double weight_from(const match *m, unsigned rank)
{
    double sum = 0;
    for (unsigned i = 0; i < m->count; i++)
        sum += m->rank[i] >= rank ? m->weight[i] : 0;
    return sum;
}

static unsigned tied(const match *m, unsigned rank)
{
    unsigned count = 0;
    for (unsigned i = 0; i < m->count; i++)
        count += m->rank[i] == rank;
    return count;
}

/* How a result speaks for a player: the derivatives of its logarithmic probability. A player is
 * compared with the choice of each place up to their own. */
static strength evidence(const match *m, unsigned player)
{
    strength e = {0, 0};
    for (unsigned q = 0; q < m->count; q++) {
        if (m->rank[q] > m->rank[player])
            continue;
        const double share = m->weight[player] / weight_from(m, m->rank[q]);
        const unsigned ties = tied(m, m->rank[q]);
        e.mean += ((q == player) - share) / ties / m->c;
        e.variance += share * (1 - share) / ties / (m->c * m->c);
    }
    return e;
}

static strength moved(strength s, strength e)
{
    const double left = fmax(1 - s.variance * e.variance, KAPPA);
    return (strength){s.mean + s.variance * e.mean, s.variance * left};
}

void sv_rate_game(sv_rated *player, unsigned count)
{
    match m;
    if (count < SV_RATED_MIN || count > SV_RATED_MAX)
        return;
    open_match(&m, player, count);
    for (unsigned i = 0; i < count; i++) {
        const strength e = evidence(&m, i);
        player[i].overall = close_skill(moved(m.overall[i], e), sv_overall_start);
        player[i].deviation = close_skill(moved(m.deviation[i], e), sv_deviation_start);
    }
}

sv_skill sv_skill_sum(sv_skill overall, sv_skill deviation)
{
    const double o = (double)overall.spread, d = (double)deviation.spread;
    return (sv_skill){overall.mean + deviation.mean, llround(sqrt(o * o + d * d))};
}

bool sv_is_provisional(int64_t spread)
{
    return spread > (int64_t)SV_PROVISIONAL_SPREAD * SV_POINT;
}

int64_t sv_points(int64_t thousandths)
{
    const int64_t half = thousandths < 0 ? -SV_POINT / 2 : SV_POINT / 2;
    return (thousandths + half) / SV_POINT;
}
