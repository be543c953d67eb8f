/*
 * Ratings and results in the store. They belong to the database of accounts.
 *
 * The results of a deleted account stay, with the strengths before and after, under a number that
 * leads to nobody: the ratings of others follow from them. Nobody is shown the number or the
 * strengths. All else is deleted.
 */
#ifndef ELEKTRO_SERVER_RATINGS_STORE_RATINGS_H
#define ELEKTRO_SERVER_RATINGS_STORE_RATINGS_H

#include "game_pace.h"
#include "ratings/rating.h"
#include "store.h"
#include "table.h"

/* ------------------------------------------------------------------------------------- ratings */

typedef struct sv_rating {
    int64_t person, games;
    uint8_t pace;    /* enum sv_pace */
    uint8_t players; /* 0: the overall strength; otherwise the deviation with so many players */
    sv_skill skill;
} sv_rating;

typedef void sv_rating_each(void *data, const sv_rating *rating);
/* The ratings of these people, in the order of person, pace and players. A person who has not
 * played rated games has none. */
SV_CHECKED bool sv_ratings_of(sv_store *store, const int64_t *person, unsigned count,
                              sv_rating_each *each, void *data, rec_error *error);
/* The overall strengths of these people at a pace, in the order in which they are named; the start
 * for those who have none. */
SV_CHECKED bool sv_overall_of(sv_store *store, const int64_t *person, unsigned count,
                              enum sv_pace pace, sv_skill *skill, rec_error *error);
SV_CHECKED bool sv_rating_save(sv_store *store, const sv_rating *rating, rec_error *error);

/* ------------------------------------------------------------------------------------- results */

enum { SV_BOARD_MAX = 32 };

typedef struct sv_result_seat {
    int64_t person;         /* 0: a bot, or somebody whose account was deleted during the game */
    uint8_t level;          /* of a bot, from 1; 0: no bot */
    uint8_t rank;           /* 0: none, the game was not played to its end */
    bool absent;            /* at the end a bot played for the person */
    bool rated;             /* before and after are known */
    sv_skill before, after; /* the overall strength */
} sv_result_seat;

/* How a game has ended. */
typedef struct sv_result {
    int64_t number; /* in the order in which results were entered, from 1 */
    int64_t game, ended;
    uint8_t edition, players, pace;
    bool rated;
    bool complete; /* it was played to its end */
    char code[SV_CODE_MAX], board[SV_BOARD_MAX], title[SV_TITLE_MAX];
    sv_result_seat seat[EK_SEATS];
} sv_result;

/* The result of a game; *found: there is one. */
SV_CHECKED bool sv_result_find(sv_store *store, int64_t game, sv_result *result, bool *found,
                               rec_error *error);
/* Those with the next numbers after one, in their order; *count is how many, up to max. */
SV_CHECKED bool sv_results_after(sv_store *store, int64_t number, unsigned max, sv_result *result,
                                 unsigned *count, rec_error *error);
/* Those with these numbers, the latest first. */
SV_CHECKED bool sv_results_of(sv_store *store, const int64_t *number, unsigned max,
                              sv_result *result, unsigned *count, rec_error *error);
/* The highest number; 0: there is no result. */
SV_CHECKED bool sv_results_last(sv_store *store, int64_t *number, rec_error *error);
SV_CHECKED bool sv_result_add(sv_store *store, const sv_result *result, rec_error *error);
/* Writes the strengths before and after a game. */
SV_CHECKED bool sv_result_rate(sv_store *store, const sv_result *result, rec_error *error);

/* ------------------------------------------------------------------------------------ tallying */

/* Games that have ended and have no mark, the newest first. */
SV_CHECKED bool sv_games_untallied(sv_store *store, unsigned max, sv_code_each *each, void *data,
                                   rec_error *error);
/* Marks a game as looked at; how is not 0. */
SV_CHECKED bool sv_game_mark_tallied(sv_store *store, const char *code, unsigned how,
                                     rec_error *error);
/* The mark of a game; 0: it has none. */
SV_CHECKED bool sv_game_tallied(sv_store *store, const char *code, unsigned *marked,
                                rec_error *error);
/* In a shared store: keeps other servers from changing the people of a result until the end of the
 * turn; *claimed is false if one of them is being changed just now. */
SV_CHECKED bool sv_result_claim(sv_store *store, const sv_result *result, bool *claimed,
                                rec_error *error);

/* --------------------------------------------------------------------------------------- sums */

/* Counts a result of a person among those on their board. */
SV_CHECKED bool sv_tally_add(sv_store *store, const sv_result *result, unsigned seat,
                             rec_error *error);
/* The same for a list of leaders: of a year (2026), of a month (202611), or of all times (0). */
SV_CHECKED bool sv_leader_add(sv_store *store, const sv_result *result, unsigned seat,
                              int64_t period, rec_error *error);
/* Deletes ratings, leaders and tallies, and the strengths before and after each game. */
SV_CHECKED bool sv_ratings_clear(sv_store *store, rec_error *error);
/* Deletes the ratings of people who are gone. */
SV_CHECKED bool sv_ratings_forget_gone(sv_store *store, rec_error *error);

#endif
