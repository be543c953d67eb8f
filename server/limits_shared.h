/*
 * Limits for several servers on one store together. A balancer may spread the requests of a client
 * over all servers, and each of them takes permits from a bucket of its own. So each server tells
 * the others how many permits it has taken, and takes as many from its own bucket as they tell.
 *
 * A server tells the others about a bucket when a sixteenth of it was taken. Every request takes
 * permits from the bucket of its user and of its address: those are told every SV_LIMITS_TOLD_MS,
 * and at the end of the turn if a quarter of one was taken. All other buckets (logins, passwords,
 * chat and so on) are told at the end of the turn. A message is a text of the database (sv_db.say).
 * Its first line is the moment at which it is sent, by the clock of the database (sv_nodes_time).
 * Then there is a line for each bucket: the key in 16 hexadecimal digits, the permits that the
 * bucket gains in a second, how many it can hold, and the thousandths of permits that were taken.
 * The last number is negative if more were returned than taken.
 *
 *      1767225600000
 *      90e1f3a2b4c5d607 3 21 2000
 *
 * The messages are not stored, and no server waits for them. If one is lost, a client gets a little
 * more, once. A server that starts has full buckets. Until a message arrives, each server may give
 * as much as its own bucket holds; a surplus becomes a debt, which may be as many full buckets as
 * there are servers. Servers do not tell the bucket for all clients (SV_LIMITED_ALL), which
 * protects the server itself.
 *
 * A server that stood still hears everything at one moment, when its buckets are full again.
 * Permits count as if they had been taken when the message was sent, so that a client who kept to
 * the rate owes nothing. A moment in the future counts as the present.
 */
#ifndef ELEKTRO_SERVER_LIMITS_SHARED_H
#define ELEKTRO_SERVER_LIMITS_SHARED_H

#include "limit.h"

enum { SV_LIMITS_TOLD_MS = 250, SV_LIMITS_TEXT = 7900 };

typedef struct sv_core sv_core;

/* Prints the buckets that are due, and counts them from 0 again; "" if there is nothing to tell. */
void sv_limits_print(sv_limits *limits, char text[SV_LIMITS_TEXT], int64_t now);
/* Takes the permits that such a text names. False, and none are taken, if it is malformed. */
__attribute__((warn_unused_result)) bool sv_limits_take_text(sv_limits *limits, const char *text,
                                                             int64_t now);

/* At the beginning of a turn: reads the messages of the other servers. */
void sv_limits_hear(sv_core *core);
/* At the end of a turn, after its commit: sends a message if one is due. */
void sv_limits_tell(sv_core *core);

#endif
