#include "tally.h"

#include <math.h>
#include <string.h>

void ar_tally_begin(ar_tally *tally, const ar_match *match)
{
    memset(tally, 0, sizeof *tally);
    tally->match = match;
    for (unsigned i = 0; i < match->entrants; i++) {
        unsigned at = 0;
        while (at < tally->lines && strcmp(tally->line[at].name, match->entrant[i].name) != 0)
            at++;
        if (at == tally->lines)
            tally->line[tally->lines++].name = match->entrant[i].name;
        tally->line[at].entrants++;
        tally->line_of[i] = (uint8_t)at;
    }
}

/* ------------------------------------------------------------------------------------- adding */

/* A deal is one observation: its games share the cards, and its seats the victories. */
static void close_deal(ar_tally *tally)
{
    for (unsigned i = 0; i < tally->lines; i++) {
        ar_line *line = &tally->line[i];
        const double seats = (double)line->deal_seats;
        line->deals += line->deal_seats > 0;
        line->deal_squares[0] += line->deal_wins * line->deal_wins;
        line->deal_squares[1] += line->deal_wins * seats;
        line->deal_squares[2] += seats * seats;
        line->deal_wins = 0;
        line->deal_seats = 0;
    }
}

static void add_seat(ar_line *line, const ar_seat *seat, double win)
{
    line->seats++;
    line->deal_seats++;
    line->wins += win;
    line->deal_wins += win;
    line->ranks += seat->rank;
    line->cities += seat->cities;
    line->powered += seat->powered;
    line->money += seat->money;
    line->decisions += seat->decisions;
    line->nanoseconds += seat->nanoseconds;
    line->forfeits += seat->forfeit;
    if (seat->slowest > line->slowest)
        line->slowest = seat->slowest;
}

static void compare_seats(ar_tally *tally, const ar_seat *a, const ar_seat *b)
{
    const unsigned i = tally->line_of[a->entrant];
    const unsigned j = tally->line_of[b->entrant];
    if (i != j)
        tally->beaten[i][j] += a->rank < b->rank ? 1 : a->rank == b->rank ? 0.5 : 0;
}

void ar_tally_add(ar_tally *tally, const ar_game *game)
{
    const unsigned players = tally->match->table.players;
    const unsigned deal = ar_deal_of(tally->match, game->number);
    unsigned winners = 0;
    if (deal != tally->deal)
        close_deal(tally);
    tally->deal = deal;
    for (unsigned i = 0; i < players; i++)
        winners += game->seat[i].rank == 1;
    for (unsigned i = 0; i < players; i++) {
        const ar_seat *seat = &game->seat[i];
        const double win = seat->rank == 1 ? 1.0 / winners : 0;
        add_seat(&tally->line[tally->line_of[seat->entrant]], seat, win);
        for (unsigned j = 0; j < players; j++)
            compare_seats(tally, seat, &game->seat[j]);
    }
    tally->games++;
    tally->rounds += game->rounds;
    tally->moves += game->moves;
    tally->step2_rounds += game->step2_round;
    tally->step2_games += game->step2_round != 0;
    tally->step3_rounds += game->step3_round;
    tally->step3_games += game->step3_round != 0;
}

/* ---------------------------------------------------------------------------------- intervals */

/* How much wider the results of deals are spread than those of as many independent seats with this
 * share: above 1 where seats win together, below where they take victories from each other. While
 * there are few deals, the estimate is pulled towards 1. */
static double spread_of(const ar_line *line, double share)
{
    const double few = 4;
    const double *s = line->deal_squares;
    const double independent = share * (1 - share) * (double)line->seats;
    if (line->deals < 2 || independent <= 0)
        return 1;
    const double free = (double)line->deals - 1;
    const double apart = s[0] - 2 * share * s[1] + share * share * s[2];
    const double spread = fmax(apart, 0) * (free + 1) / free / independent;
    return (free * spread + few) / (free + few);
}

/* Wilson's interval for a share, for as many independent seats as the deals are worth; a shared
 * victory is part of one. */
double ar_win_share(const ar_line *line, double *low, double *high)
{
    const double z = 1.959964;
    if (line->seats == 0) {
        *low = 0;
        *high = 1;
        return 0;
    }
    const double p = line->wins / (double)line->seats;
    const double n = (double)line->seats / spread_of(line, p);
    const double middle = (p + z * z / (2 * n)) / (1 + z * z / n);
    const double half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n);
    *low = middle - half > 0 ? middle - half : 0;
    *high = middle + half < 1 ? middle + half : 1;
    return p;
}

/* ------------------------------------------------------------------------------------- ratings */

/* Strengths so that i is ahead of j with probability s[i] / (s[i] + s[j]), by the usual fixed-point
 * iteration. Half a game against every other line keeps lines without a win or a loss within
 * bounds. */
static void rate(ar_tally *tally)
{
    enum { ROUNDS = 500 };
    const double prior = 0.5;
    const unsigned n = tally->lines;
    double strength[AR_ENTRANTS_MAX];
    double mean = 0;
    for (unsigned i = 0; i < n; i++)
        strength[i] = 1;
    for (unsigned round = 0; round < ROUNDS; round++) {
        for (unsigned i = 0; i < n; i++) {
            double ahead = 0;
            double weight = 0;
            for (unsigned j = 0; j < n; j++) {
                if (i == j)
                    continue;
                const double games = tally->beaten[i][j] + tally->beaten[j][i] + 2 * prior;
                ahead += tally->beaten[i][j] + prior;
                weight += games / (strength[i] + strength[j]);
            }
            if (weight > 0)
                strength[i] = ahead / weight;
        }
    }
    for (unsigned i = 0; i < n; i++)
        mean += log10(strength[i]) / n;
    for (unsigned i = 0; i < n; i++)
        tally->line[i].rating = 400 * (log10(strength[i]) - mean);
}

void ar_tally_end(ar_tally *tally)
{
    close_deal(tally);
    rate(tally);
}
