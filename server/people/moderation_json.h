/* Reports and decisions as JSON. */
#ifndef ELEKTRO_SERVER_PEOPLE_MODERATION_JSON_H
#define ELEKTRO_SERVER_PEOPLE_MODERATION_JSON_H

#include <jansson.h>

#include "people/store_reports.h"

/* Without names: sv_json_add_names adds them. */
json_t *sv_report_json(const sv_report *report);
json_t *sv_moderation_json(const sv_moderation *moderation, int64_t id);

/* Adds to each object of a list the name of the user whose number is under a key; null for one who
 * is gone. */
SV_CHECKED bool sv_json_add_names(sv_store *store, json_t *list, const char *key, const char *name,
                                  rec_error *error);

#endif
