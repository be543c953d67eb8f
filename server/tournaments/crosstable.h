/* Everybody who plays in a tournament, all its tables so far, and how they stand. */
#ifndef ELEKTRO_SERVER_TOURNAMENTS_CROSSTABLE_H
#define ELEKTRO_SERVER_TOURNAMENTS_CROSSTABLE_H

#include "tournaments/fixture.h"

typedef struct sv_crosstable {
    sv_entrant *entrant; /* in the order in which they joined */
    sv_fixture *fixture; /* by round and number */
    unsigned entrants, fixtures, places;
    unsigned *holder; /* of each place: the entrant who plays for it now */
    /* Filled in by sv_crosstable_rank. */
    sv_score_person *person; /* by place */
    sv_score_table *table;   /* of each fixture */
    sv_score_row *row;       /* of each place, best first */
    bool damaged, no_memory;
} sv_crosstable;

/* Reads it; to be freed also if that fails. */
SV_CHECKED bool sv_crosstable_read(sv_store *store, const sv_tournament *t, sv_crosstable *c,
                                   rec_error *error);
/* Looks up the ratings of everybody at the pace of the tournament. */
SV_CHECKED bool sv_crosstable_rate(sv_store *store, const sv_tournament *t, sv_crosstable *c,
                                   rec_error *error);
/* Gives the places to those who play, the strongest first. */
SV_CHECKED bool sv_crosstable_seed(sv_crosstable *c, rec_error *error);
/* Ranks the places. */
SV_CHECKED bool sv_crosstable_rank(const sv_tournament *t, sv_crosstable *c, rec_error *error);
/* Draws a round; for the tables there is room for a table of every three places, and one.
 * *count 0: too few people are left. */
SV_CHECKED bool sv_crosstable_draw(const sv_tournament *t, const sv_crosstable *c, unsigned round,
                                   sv_draw_table *tables, unsigned *count, rec_error *error);
void sv_crosstable_free(sv_crosstable *c);

/* The entrant who plays for a place. */
static inline sv_entrant *sv_holder(const sv_crosstable *c, unsigned place)
{
    return &c->entrant[c->holder[place]];
}

#endif
