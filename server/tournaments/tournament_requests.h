/* The handlers of requests about tournaments. Each answers the request of its name. */
#ifndef ELEKTRO_SERVER_TOURNAMENTS_TOURNAMENT_REQUESTS_H
#define ELEKTRO_SERVER_TOURNAMENTS_TOURNAMENT_REQUESTS_H

#include "dispatch.h"
#include "tournaments/tournament.h"

enum { SV_TOURNAMENTS_ENTERED_MAX = 30 }; /* that are not over and that a person plays in */

/* The tournament a request names, claimed if the request changes it. NULL: there is an error, or
 * the request is tried again. */
sv_tournament *sv_tournament_of_call(sv_call *call);
/* Saves it and replies with it; it is freed. */
json_t *sv_tournament_save_and_reply(sv_call *call, sv_tournament *t);

/* Adds the tournaments of the user to what export replies. */
SV_CHECKED bool sv_tournaments_export(sv_call *call, json_t *data);

sv_handler sv_on_tournaments, sv_on_tournament, sv_on_tournament_new, sv_on_tournament_change;
sv_handler sv_on_tournament_join, sv_on_tournament_leave, sv_on_tournament_manage;
sv_handler sv_on_tournament_standings, sv_on_tournament_round, sv_on_tournament_results;

#endif
