/* The names of people by their numbers, looked up all at once. */
#ifndef ELEKTRO_SERVER_TOURNAMENTS_NAMES_H
#define ELEKTRO_SERVER_TOURNAMENTS_NAMES_H

#include <jansson.h>

#include "store.h"

/* An object that the functions below understand; NULL and error. */
json_t *sv_names_look_up(sv_store *store, const int64_t *person, unsigned count, rec_error *error);
/* The name of a person; NULL: a former player, who has deleted their account. */
const char *sv_name_among(const json_t *names, int64_t person);
/* The same as JSON. */
json_t *sv_name_json(const json_t *names, int64_t person);
/* Whether the person shows their rating to others; a former player does not. */
bool sv_shows_rating(const json_t *names, int64_t person);

#endif
