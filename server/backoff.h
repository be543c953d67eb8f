/*
 * How long a receiver that does not answer is left alone, by the number of its user.
 *
 * After three failures in a row it pauses for a minute, and after each further one for twice as
 * long, up to an hour. A success ends that. It is kept in memory only: after a restart of the
 * server every receiver is tried again, and each of several servers on one store counts for itself.
 * The table has a fixed size; where it is full, the user with the fewest failures is forgotten.
 */
#ifndef ELEKTRO_SERVER_BACKOFF_H
#define ELEKTRO_SERVER_BACKOFF_H

#include <stdbool.h>
#include <stdint.h>

enum { SV_BACKOFF_SETS = 1024, SV_BACKOFF_WAYS = 4 };

typedef struct sv_failing {
    int64_t user;      /* 0: the place is free */
    int64_t until;     /* when the pause ends; 0: there was none yet */
    unsigned failures; /* in a row */
} sv_failing;

typedef struct sv_backoff {
    sv_failing place[SV_BACKOFF_SETS][SV_BACKOFF_WAYS];
} sv_backoff;

/* Notes a failure. Attempts that had begun before the pause do not make it longer. */
void sv_backoff_failed(sv_backoff *backoff, int64_t user, int64_t now);
/* Notes a success, or that the user has named another receiver. */
void sv_backoff_forget(sv_backoff *backoff, int64_t user);

/* When the pause of a user ends; 0: there is none. */
int64_t sv_backoff_until(sv_backoff *backoff, int64_t user, int64_t now);

#endif
