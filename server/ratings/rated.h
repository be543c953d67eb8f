/* Rated tables: who may sit there, and what their games count. docs/ratings.md has the rules. */
#ifndef ELEKTRO_SERVER_RATINGS_RATED_H
#define ELEKTRO_SERVER_RATINGS_RATED_H

#include "ratings/store_ratings.h"

/* Whether the settings allow ratings. These functions allow everything at friendly tables. */
SV_CHECKED bool sv_rated_is_fair(const sv_table *table, rec_error *error);
/* Whether a user may sit there: only people with accounts may. */
SV_CHECKED bool sv_rated_admits(const sv_table *table, const sv_user *user, rec_error *error);
SV_CHECKED bool sv_rated_takes_bots(const sv_table *table, rec_error *error);

/* The game of the table has ended: of the addresses from which its players joined, it keeps only
 * which players had the same one. */
void sv_rated_end(sv_table *table);

/* The result of a game that has ended, without a number; false: nothing can be said of it, because
 * the ranks are not known. */
bool sv_result_of(const sv_table *table, sv_result *result);

#endif
