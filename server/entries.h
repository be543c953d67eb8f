/*
 * The entries of a game as clients get them, made once and kept as text.
 *
 * A client that comes in the middle of a game asks for all entries, and undo makes games long. So a
 * request gets a page of them at most, and the text of entries is kept in chunks with the state of
 * the game at the beginning of each: no request replays more than one chunk to find its place. The
 * texts of all games together are bounded; if they become too long, those of the other games are
 * dropped and made again when needed. Journals only grow, so a chunk that is full never changes.
 */
#ifndef ELEKTRO_SERVER_ENTRIES_H
#define ELEKTRO_SERVER_ENTRIES_H

#include <stdbool.h>
#include <stddef.h>

#include "journal.h"
#include "notation.h"

enum { SV_PAGE_ENTRIES = 2048 }; /* more than most games have */

typedef struct sv_table sv_table;
typedef struct sv_history sv_history;

/* Entries of a game, in order. */
typedef struct sv_page {
    char *text;     /* a JSON array, to be freed */
    unsigned last;  /* number of the last entry; the one that was asked for if there is none */
    bool more;      /* others follow */
    jn_point point; /* the game after the last entry */
} sv_page;

/* The entries after a number; with 0 also entry 0, the setup. False without memory. */
bool sv_history_page(sv_table *table, unsigned since, sv_page *page, rec_error *error);

void sv_history_free(sv_history *history);

#endif
