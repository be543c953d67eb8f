/* Shared by the files of `elektro engine`: reading requests and answering them. */
#ifndef ELEKTRO_CLI_ENGINE_H
#define ELEKTRO_CLI_ENGINE_H

#include <jansson.h>

#include "history.h"

/* The reply to one line, a whole object in any case; an "id" of the request comes back with it.
 * *game is the game so far, NULL before the first. */
json_t *engine_reply(rec_game **game, const char *line, size_t length);

/* Reads the request "new"; NULL and error if it is not one. */
rec_game *engine_new(const json_t *request, rec_error *error);

/* Answers the request "query" with an object to be merged into the reply; NULL and error. */
json_t *engine_query(const rec_game *game, const json_t *request, rec_error *error);

/* Refuses a request with a key that is not listed (NULL ends the list); "do" and "id" always
 * are. */
bool engine_keys(const json_t *request, const char *const *known, rec_error *error);

/* A whole number of a request within bounds; false and error if it is something else. A missing
 * key leaves *number alone. */
bool engine_number(const json_t *request, const char *key, int min, int max, int *number,
                   rec_error *error);

/* The keys "edition" and "options" of a table, if they are there. */
bool engine_edition(const json_t *table, rec_options *options, rec_error *error);
bool engine_options(const json_t *table, rec_options *options, rec_error *error);

/* A seat of a request, counted from 1 there and from 0 here; as it is if missing. */
bool engine_seat(const rec_game *game, const json_t *request, unsigned *seat, rec_error *error);

#endif
