/* Adding up games: win shares with their intervals, means, and ratings. */
#ifndef ELEKTRO_TALLY_H
#define ELEKTRO_TALLY_H

#include "match.h"

/* All seats of one name together. Entrants of the same name are one bot in the result. */
typedef struct ar_line {
    const char *name;
    unsigned entrants; /* how many of the match have this name */
    uint64_t seats;    /* seats played */
    double wins;       /* shared victories split */
    double ranks, cities, powered, money;
    uint64_t decisions, nanoseconds, slowest, forfeits;
    double deal_wins; /* of the deal that is being added */
    uint64_t deals, deal_seats;
    double deal_squares[3]; /* over all deals: wins², wins × seats, seats² */
    double rating;          /* in Elo points, 0 on average; set by ar_tally_end */
} ar_line;

typedef struct ar_tally {
    const ar_match *match;
    unsigned lines;
    ar_line line[AR_ENTRANTS_MAX];
    uint8_t line_of[AR_ENTRANTS_MAX]; /* the line of each entrant */
    unsigned deal;                    /* that is being added */
    uint64_t games, rounds, moves, step2_rounds, step3_rounds, step2_games, step3_games;
    double beaten[AR_ENTRANTS_MAX][AR_ENTRANTS_MAX]; /* how often line i was ahead of line j */
} ar_tally;

/* Games are added in the order of their numbers, deal by deal. */
void ar_tally_begin(ar_tally *tally, const ar_match *match);
void ar_tally_add(ar_tally *tally, const ar_game *game);

/* After the last game: rates all lines by the Bradley–Terry model, fitted to the order of the
 * seats in each game. */
void ar_tally_end(ar_tally *tally);

/* The share of victories of a seat of this line, and the ends of its 95 % interval. */
double ar_win_share(const ar_line *line, double *low, double *high);

#endif
