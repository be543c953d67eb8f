/* Reports and the log of moderators as text, for operators (elektro admin). */
#ifndef ELEKTRO_SERVER_PEOPLE_PRINT_H
#define ELEKTRO_SERVER_PEOPLE_PRINT_H

#include "store.h"

enum { SV_TIME_TEXT = 32 };
/* "2026-05-17 20:15", in UTC. */
void sv_print_time(int64_t at, char text[SV_TIME_TEXT]);

/* The open reports, the newest first, each with its chat lines and what the reporters say. */
SV_CHECKED bool sv_print_reports(sv_store *store, rec_error *error);
/* The log, the newest entry first. */
SV_CHECKED bool sv_print_moderations(sv_store *store, rec_error *error);

#endif
