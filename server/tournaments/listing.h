/* Tournaments for the admin tool. */
#ifndef ELEKTRO_SERVER_TOURNAMENTS_LISTING_H
#define ELEKTRO_SERVER_TOURNAMENTS_LISTING_H

#include "tournaments/tournament.h"

/* Prints those that are not over, a line each; *any: there are some. */
SV_CHECKED bool sv_tournaments_print(sv_store *store, bool *any, rec_error *error);
/* Whether one with this code is there, and not over: otherwise *why says so. */
SV_CHECKED bool sv_tournament_can_stop(sv_store *store, const char *code, const char **why,
                                       rec_error *error);

#endif
