/* The queue of those who wait for people to play with, in the store: the table "waiting". A person
 * has one entry at most. One that is over stays for a day, to tell the person what became of it. */
#ifndef ELEKTRO_SERVER_STORE_WAITING_H
#define ELEKTRO_SERVER_STORE_WAITING_H

#include "pairing/match.h"
#include "store.h"

/* How an entry ended. They are stored: new ones come last. */
enum sv_over {
    SV_OVER_NOT,     /* the person waits */
    SV_OVER_PAIRED,  /* there is a table */
    SV_OVER_EXPIRED, /* nobody came */
    SV_OVER_AWAY,    /* the person was not there and could not be called */
    SV_OVER_PLAYING, /* the person plays at another table with a clock */
    SV_OVERS
};

typedef struct sv_waiting_row {
    sv_seeker seeker;
    int64_t ends;           /* when it ends without a table; when it ended */
    int64_t seen;           /* when the person was last known to be there */
    unsigned over;          /* enum sv_over */
    char code[SV_CODE_MAX]; /* of the table; "" */
} sv_waiting_row;

/* The entry of a person, waiting or over. */
SV_CHECKED bool sv_waiting_find(sv_store *store, int64_t person, sv_waiting_row *row, bool *found,
                                rec_error *error);
/* Replaces the one before. */
SV_CHECKED bool sv_waiting_put(sv_store *store, const sv_waiting_row *row, rec_error *error);
SV_CHECKED bool sv_waiting_drop(sv_store *store, int64_t person, rec_error *error);
/* Those who wait, by pace, the oldest first. */
typedef void sv_waiting_each(void *data, const sv_waiting_row *row);
SV_CHECKED bool sv_waiting_list(sv_store *store, unsigned max, sv_waiting_each *each, void *data,
                                rec_error *error);
/* How many others wait who came from an address. */
SV_CHECKED bool sv_waiting_from(sv_store *store, int64_t origin, int64_t person, unsigned *count,
                                rec_error *error);
/* Notes that people are there. */
SV_CHECKED bool sv_waiting_seen(sv_store *store, const int64_t *person, unsigned count, int64_t now,
                                rec_error *error);
/* Ends an entry; code may be NULL. If it does not wait any more, the turn fails with "conflict". */
SV_CHECKED bool sv_waiting_end(sv_store *store, int64_t person, enum sv_over over, const char *code,
                               int64_t now, rec_error *error);
/* Deletes up to max entries that were over before a moment; *gone is how many. */
SV_CHECKED bool sv_waiting_trim(sv_store *store, int64_t before, unsigned max, unsigned *gone,
                                rec_error *error);

#endif
