/*
 * Ratings: how strong people are, told from the ranks of their games. Only arithmetic; results and
 * ratings are stored by tally.h.
 *
 * The method is the Plackett-Luce model of Weng and Lin (A Bayesian Approximation Method for Online
 * Ranking, Journal of Machine Learning Research 12, 2011), in closed form, for any number of
 * players and with ties. What is known of a strength is a normal distribution: a mean and a spread.
 * docs/ratings.md explains the method and its constants.
 *
 * A person has one overall strength, and for each number of players a deviation from it. In a game
 * both are a team: the game moves each by its share of the uncertainty. So all games tell about the
 * overall strength, and many games of six about how a person plays with six.
 *
 * Means and spreads are stored as whole thousandths of a point and rounded after each game, so that
 * the same results give the same ratings when they are computed again.
 */
#ifndef ELEKTRO_SERVER_RATINGS_RATING_H
#define ELEKTRO_SERVER_RATINGS_RATING_H

#include <stdbool.h>
#include <stdint.h>

enum {
    SV_POINT = 1000, /* a point of rating, as it is stored */
    SV_RATED_MIN = 2,
    SV_RATED_MAX = 6,
    SV_PROVISIONAL_SPREAD = 110 /* points: above it a rating is provisional */
};

typedef struct sv_skill {
    int64_t mean, spread; /* in thousandths of a point */
} sv_skill;

/* A person in a game: what is known of them before it, and how it went. */
typedef struct sv_rated {
    sv_skill overall;
    sv_skill deviation; /* with this number of players */
    unsigned rank;      /* 1 is the best; who shares a place has the same number */
} sv_rated;

/* Of a person who has not played yet. */
extern const sv_skill sv_overall_start, sv_deviation_start;

/* Changes the skills of all players by the ranks of a game. A game of fewer than two, or of more
 * than SV_RATED_MAX, changes nothing. */
void sv_rate_game(sv_rated *player, unsigned count);

/* The strength with a number of players. */
sv_skill sv_skill_sum(sv_skill overall, sv_skill deviation);
bool sv_is_provisional(int64_t spread);
/* Rounded to points, as it is shown. */
int64_t sv_points(int64_t thousandths);

#endif
