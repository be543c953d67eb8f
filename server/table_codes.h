/* A list of tables by their codes, to be gone through after the query that found them. */
#ifndef ELEKTRO_SERVER_TABLE_CODES_H
#define ELEKTRO_SERVER_TABLE_CODES_H

#include "store.h"

typedef struct sv_codes {
    char (*code)[SV_CODE_MAX]; /* to be freed */
    unsigned count, room;
    bool cut; /* there was no memory for more */
} sv_codes;

/* Adds the code of a row: a sv_game_each with the list as its data. */
void sv_codes_add(void *list, const sv_game_row *row);
/* Adds a code: a sv_code_each. */
void sv_codes_note(void *list, const char *code);

/* The open and running tables a user sits at; with ended those of the past, too. */
SV_CHECKED bool sv_codes_of(sv_store *store, int64_t user, bool ended, sv_codes *list,
                            rec_error *error);

#endif
