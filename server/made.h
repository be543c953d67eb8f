/*
 * Which decisions have been made already: a client that got no answer sends its request again, with
 * the same name, and it is answered again and not made again.
 *
 * In a shared store the names that the requests of a turn bring are looked up with one query, after
 * their tables have been claimed: until the end of the turn only this turn can add to them.
 */
#ifndef ELEKTRO_SERVER_MADE_H
#define ELEKTRO_SERVER_MADE_H

#include <stdint.h>

#include "table.h"

enum { SV_MADE_MAX = 256, SV_CLIENT_NAME_MAX = 34 };

typedef struct sv_core sv_core;

/* A name that was looked up. */
typedef struct sv_made_name {
    char code[SV_CODE_MAX];
    char client[SV_CLIENT_NAME_MAX];
    uint32_t seq[EK_SEATS]; /* of the entry that has this name, by seat; 0: there is none */
} sv_made_name;

typedef struct sv_made {
    sv_made_name list[SV_MADE_MAX];
    unsigned count;
    uint64_t turn;
} sv_made;

/* Looks up the names that the requests of this turn bring. */
void sv_made_look_up(sv_core *core);
/* The journal line of the decision that a client gave this name; 0: there is none. */
SV_CHECKED bool sv_made_find(sv_core *core, const sv_table *table, unsigned seat,
                             const char *client, uint32_t *seq, rec_error *error);
/* A decision of this name has been made in this turn: what was looked up is outdated. */
void sv_made_forget(sv_core *core, const sv_table *table, const char *client);

#endif
