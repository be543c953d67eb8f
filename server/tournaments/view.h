/* Tournaments as clients get them: the shapes of messages/tournaments.json. */
#ifndef ELEKTRO_SERVER_TOURNAMENTS_VIEW_H
#define ELEKTRO_SERVER_TOURNAMENTS_VIEW_H

#include "dispatch.h"
#include "tournaments/crosstable.h"

/* A list of Tournament, for the user of a call; NULL and an error of the call. */
json_t *sv_tournaments_json(sv_call *call, sv_tournament *const *list, unsigned count);
/* The reply with one tournament, which is freed. */
json_t *sv_tournament_reply(sv_call *call, sv_tournament *t);

/* Lists of TournamentStanding, of Fixture and of Reserve; the crosstable is ranked. names: those of
 * all its entrants. */
json_t *sv_standing_rows_json(const sv_tournament *t, const sv_crosstable *c, const json_t *names,
                              unsigned from, unsigned max);
json_t *sv_fixtures_json(const sv_tournament *t, const sv_crosstable *c, const json_t *names,
                         unsigned round);
json_t *sv_reserves_json(const sv_crosstable *c, const json_t *names);
/* How many rows there are for sv_standing_rows_json. */
unsigned sv_standing_rows(const sv_tournament *t, const sv_crosstable *c);
/* The standings as text, to be freed. */
char *sv_standing_text(const sv_tournament *t, const sv_crosstable *c, const json_t *names);

#endif
