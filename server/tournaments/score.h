/*
 * The points and the standings of a tournament: arithmetic without a store.
 *
 *   Points. A table gives 120 points to its winner and 0 to the last; the others share the steps
 *   between evenly, so that tables of every size give 60 points on average:
 *
 *                  1st   2nd   3rd   4th   5th   6th
 *     3 people     120    60     0
 *     4 people     120    80    40     0
 *     5 people     120    90    60    30     0
 *     6 people     120    96    72    48    24     0
 *
 *   People who share ranks share the points of these ranks. A person who left the game, or was
 *   removed, is behind all who stayed, and has no points.
 *
 *   Standings. The person with more points is ahead; then, one after the other,
 *
 *     1. more wins (first ranks; a shared one counts),
 *     2. stronger opponents: the mean of the points of all people met, once for each meeting,
 *     3. direct comparison: among those who are still equal, for each table at which two of them
 *        met, one up for the better rank and one down for the worse.
 *
 *   People who are equal in all of these share a rank. They are listed by rating at the begin, then
 *   by place; that also decides who gets the last seat of a final.
 *
 *   Final. The people at the final table are ranked by it alone, ahead of all others; equal ranks
 *   there are decided by the standings before it. Its points are not added.
 */
#ifndef ELEKTRO_SERVER_TOURNAMENTS_SCORE_H
#define ELEKTRO_SERVER_TOURNAMENTS_SCORE_H

#include "tournaments/draw.h"

enum { SV_SCORE_WIN = 120 };

/* What is known of a table. A table that has no result, because its game was aborted or never
 * began, counts as one whose ranks are all shared: 60 points for everybody if nobody left. */
typedef struct sv_score_table {
    uint16_t round; /* from 1; of the final, the last */
    bool final;
    bool over; /* otherwise it counts for nothing */
    bool no_result;
    bool by_rule; /* ended at the deadline; for show */
    uint8_t count;
    uint16_t people[SV_DRAW_SEATS_MAX];
    uint8_t engine_rank[SV_DRAW_SEATS_MAX]; /* of the game, from 1; ties are equal */
    bool left[SV_DRAW_SEATS_MAX];
    /* Filled in by sv_score_table_rank: ranks with the leavers last, and points. */
    uint8_t rank[SV_DRAW_SEATS_MAX];
    uint8_t points[SV_DRAW_SEATS_MAX];
} sv_score_table;

/* Points of `sharing` people who share the ranks from `rank` on, at a table of `count`. */
unsigned sv_score_points(unsigned count, unsigned rank, unsigned sharing);

/* Fills in rank and points of a table that is over; zeros for any other. */
void sv_score_table_rank(sv_score_table *table);

typedef struct sv_score_person {
    int32_t rating; /* when the tournament began */
    bool out;       /* withdrawn or removed: not in the final */
} sv_score_person;

typedef struct sv_score_row {
    uint16_t person;
    uint16_t rank;   /* from 1, shared by equals */
    uint16_t tables; /* played to the end, without the final */
    uint16_t wins;
    uint32_t points;
    uint32_t met_points, met; /* the sum of the points of all people met, and how many these are */
    int32_t direct;           /* direct comparison with those who are otherwise equal */
    int32_t rating;
    uint8_t final_rank; /* 0: not at the final table, or it is not over */
} sv_score_row;

/* The standings, best first, of tables whose ranks are filled in. Room for a row of each person.
 * False only without memory. */
SV_CHECKED bool sv_score_standings(const sv_score_person *people, unsigned people_count,
                                   const sv_score_table *tables, unsigned table_count,
                                   sv_score_row *rows);

/* The mean of the points of the people met, rounded to tenths: 613 is 61.3. */
unsigned sv_score_opponents(const sv_score_row *row);

/* The people at the final table: the best who are not out, best first, at most `seats`; fewer than
 * SV_DRAW_SEATS_MIN make no final, and the count is 0. */
void sv_score_final(const sv_score_row *rows, const sv_score_person *people, unsigned people_count,
                    unsigned seats, sv_draw_table *table);

/* The standings as text with aligned columns, for people to copy. names[i] is that of person i,
 * NULL for a former player. To be freed; NULL without memory. */
char *sv_score_text(const char *title, const sv_score_row *rows, unsigned count,
                    const char *const *names);

#endif
