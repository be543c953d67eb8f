/*
 * Claims: in a shared store any server may change any table, one at a time.
 *
 * Before a server changes a table, it claims it: the row is locked until the end of the turn, and
 * what is in memory has the version of the row, or is read again. A claim never waits for another
 * one, so that servers cannot wait for each other in a circle: what needs a table that is taken is
 * tried again a moment later. PostgreSQL takes the claims of a server that stands still or that it
 * cannot reach (SV_CLAIM_MS).
 *
 * News tell that a table in memory is outdated (news.h); a claim does not rely on them. Every write
 * names the version it is based on all the same.
 *
 * In a store that is not shared, sv_table_claim does what sv_table_get does.
 */
#ifndef ELEKTRO_SERVER_CLAIM_H
#define ELEKTRO_SERVER_CLAIM_H

#include "table.h"

enum { SV_AHEAD_MAX = 256 };

typedef struct sv_core sv_core;

/* Claims that were made ahead in a turn: the versions of the rows; 0: another server has the row,
 * or there is none. */
typedef struct sv_claims {
    struct {
        char code[SV_CODE_MAX];
        int64_t version;
    } list[SV_AHEAD_MAX];
    unsigned count;
    uint64_t turn;
} sv_claims;

/* The table with this code, for a change. Fails with "busy" while another server has it. */
sv_table *sv_table_claim(sv_core *core, const char *code, rec_error *error);
/* Claims tables with one statement, or fails with "busy". Those that are not in memory are not
 * read. */
SV_CHECKED bool sv_claim_all(sv_core *core, const char (*codes)[SV_CODE_MAX], unsigned count,
                             rec_error *error);
/* Whether this turn has claimed a table. */
bool sv_is_claimed(sv_core *core, const char *code);
/* Claims all tables that the requests of this turn want to change, with one statement. In this turn
 * sv_table_claim fails for those that another server has, without asking again. */
void sv_claim_ahead(sv_core *core);
/* The same for tables with these codes. */
void sv_claim_these_ahead(sv_core *core, const char (*codes)[SV_CODE_MAX], unsigned count);

#endif
