/*
 * Whether the server can do its work. It is looked at once a second, so that /readyz costs nothing
 * however often it is asked.
 *
 * A server that is not ready goes on trying: a load balancer sends new clients elsewhere meanwhile.
 */
#ifndef ELEKTRO_SERVER_HEALTH_H
#define ELEKTRO_SERVER_HEALTH_H

#include <stdbool.h>

#include "notation.h"

typedef struct sv_core sv_core;

enum sv_health {
    SV_HEALTH_READY,
    SV_HEALTH_STOPPING, /* it has been told to stop */
    SV_HEALTH_DATABASE, /* the database does not answer */
    SV_HEALTH_TABLES,   /* the database answers, but tables cannot be loaded */
    SV_HEALTH_SAVING,   /* nothing can be saved: the disk is full, for example */
    SV_HEALTHS
};

typedef struct sv_health_row {
    const char *reason, *text; /* a word for programs, a sentence for people */
} sv_health_row;
extern const sv_health_row sv_healths[SV_HEALTHS];

enum sv_health sv_health_of(const sv_core *core);

/* Looks at the database; between turns. After a commit that failed it also tries to write. */
void sv_health_check(sv_core *core);

/* Notes how a commit ended; error is NULL if it succeeded. */
void sv_health_note_commit(sv_core *core, const rec_error *error);

#endif
