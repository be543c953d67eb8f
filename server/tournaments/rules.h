/*
 * What the organiser of a tournament has set. A row has all fields of tournament_settings
 * (messages/tournaments.json), with the defaults of those that were left out; "repeat" is only
 * there for a league.
 */
#ifndef ELEKTRO_SERVER_TOURNAMENTS_RULES_H
#define ELEKTRO_SERVER_TOURNAMENTS_RULES_H

#include "tournaments/draw.h"
#include "tournaments/tournament.h"

/* Completes the settings of a request, whose fields have been checked. NULL and error if they make
 * no tournament: a table that could never start is refused. */
json_t *sv_tournament_rules(const json_t *asked, int64_t now, rec_error *error);

/* One of the numbers, or of the switches. */
static inline int64_t sv_tournament_rule(const sv_tournament *t, const char *key)
{
    const json_t *value = json_object_get(t->settings, key);
    return json_is_boolean(value) ? json_is_true(value) : json_integer_value(value);
}

/* All rounds, the final included; whether a round is the final. */
unsigned sv_tournament_rounds(const sv_tournament *t);
bool sv_tournament_is_final(const sv_tournament *t, unsigned round);

/* When the seasons of a league begin. */
void sv_tournament_schedule(const sv_tournament *t, sv_schedule *schedule);
/* The settings of the next season, which begins then. */
json_t *sv_tournament_next_rules(const sv_tournament *t, int64_t begins);

/* The settings of a table, as table_new has them. */
json_t *sv_tournament_table_rules(const sv_tournament *t, unsigned round, unsigned number,
                                  unsigned players);

#endif
