/* Ratings and results as clients get them (server/messages/ratings.json). */
#ifndef ELEKTRO_SERVER_RATINGS_RATINGS_JSON_H
#define ELEKTRO_SERVER_RATINGS_RATINGS_JSON_H

#include <jansson.h>

#include "ratings/store_ratings.h"

/* The ratings of a person as a list of Rating, a pace each; NULL with error. */
json_t *sv_ratings_json(sv_store *store, int64_t person, rec_error *error);
/* Results as a list of Result, with the names of their people as they are now. Others than the
 * viewer (0: a visitor) may hide their ratings; former players have neither number nor rating. NULL
 * with error. */
json_t *sv_results_json(sv_store *store, int64_t viewer, const sv_result *result, unsigned count,
                        rec_error *error);

#endif
