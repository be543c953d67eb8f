/*
 * What is on its way to webhooks, mail servers and the push services of browsers.
 *
 * Each of it is a row of the store, written in the transaction of what caused it, and a job for the
 * threads that send it, which is queued when that transaction is committed. When the job is over, a
 * later turn settles the row.
 *
 * A server that dies leaves its rows behind. The row says which server sends it and until when
 * nobody else may: this is the lease (leases.h). A server prolongs the leases of what it has in
 * hand. Once a second every server takes over rows whose leases have run out; those of a server
 * that was given up (nodes.h) or has stopped are free at once. A store that is not shared has one
 * server, with another number after each start, so that whatever its predecessors left is free,
 * too.
 *
 * So each row is sent at least once, and twice if a server dies, or loses the database, after the
 * attempt has begun and before the row is settled. A server begins an attempt only while it knows
 * that it has the lease. What SV_SENDING_TRIES servers have had without an outcome is lost; those
 * that stopped, and left it to the next one, do not count.
 *
 * There is one queue for each table of such rows; sv_queue_kind is what differs.
 */
#ifndef ELEKTRO_SERVER_NOTICES_QUEUE_H
#define ELEKTRO_SERVER_NOTICES_QUEUE_H

#include <stdatomic.h>

#include "notices/leases.h"
#include "pool.h"

enum { SV_SENDING_TRIES = 3 };

typedef struct sv_core sv_core;
typedef struct sv_queue sv_queue;
typedef struct sv_sending sv_sending;

enum sv_sending_stage {
    SV_SENDING_WRITTEN, /* in this turn */
    SV_SENDING_QUEUED,  /* for a thread, or with one */
    SV_SENDING_OVER     /* its row is to be settled */
};

/* What one kind of queue does. Those that take an error change nothing if they fail with "busy",
 * and are called again a second later. */
typedef struct sv_queue_kind {
    const sv_leased *table;
    const char *took; /* for the log, when what other servers left is taken over; NULL: nothing */
    /* For how long a thread may try. */
    int64_t (*timeout_ms)(const sv_core *core);
    /* A thread: sends it; notes the outcome. Asks sv_sending_may before each attempt. */
    void (*send)(sv_sending *s);
    /* The job is over: counts it. */
    void (*over)(sv_sending *s);
    /* Deletes the row, or what else becomes of it, and tells the user of a loss. */
    bool (*settle)(sv_sending *s, rec_error *error);
    /* Of those that are asked, marks the ones that are still wanted as current. */
    bool (*check)(sv_queue *queue, const int64_t *user, unsigned count, rec_error *error);
    /* Sends what another server has left, with sv_queue_add, or ends it. */
    bool (*adopt)(sv_queue *queue, const sv_leased_row *row, rec_error *error);
    /* Its turn was not committed; it is freed next. May be NULL. */
    void (*undo)(sv_sending *s);
    void (*free)(sv_sending *s);
} sv_queue_kind;

/* In hand: the beginning of the struct of each kind. */
struct sv_sending {
    sv_job job;
    sv_queue *queue;
    sv_core *core;
    sv_sending *next; /* oldest first */
    int64_t id, user;
    sv_owner owner;
    enum sv_sending_stage stage;
    bool sent;
    bool forbidden;        /* sv_sending_may said no */
    bool settled;          /* by this turn */
    bool asked;            /* whether this server still has it, */
    bool kept, current;    /* it has; it is still wanted */
    _Atomic int64_t until; /* when the lease ends, in sv_milliseconds; 0: it must not be sent */
    int64_t send_until;    /* when the attempts are over at the latest, in sv_milliseconds */
    int64_t renewed;       /* the next value of until, when this turn is committed; 0: none */
};

struct sv_queue {
    const sv_queue_kind *kind;
    sv_core *core;
    sv_sending *first;       /* all that this server has in hand, oldest first */
    bool changed;            /* this turn has written some of them */
    int64_t server;          /* its number in the rows */
    int64_t seen;            /* this turn has told the others that it is there; 0: it has not */
    _Atomic int64_t trusted; /* until then (sv_milliseconds) no other can have given it up */
};

/* When the server starts, and after the database was replaced. */
SV_CHECKED bool sv_queue_open(sv_queue *queue, sv_core *core, const sv_queue_kind *kind,
                              rec_error *error);
/* After the threads have ended: notes what was sent, and leaves the others. The caller commits. */
SV_CHECKED bool sv_queue_leave(sv_queue *queue, rec_error *error);
/* Frees what is in hand. */
void sv_queue_clear(sv_queue *queue);

/* A lease that begins with this turn. */
sv_lease sv_queue_lease(const sv_queue *queue);
/* Queues what this turn has written, or taken over, for when it is committed. id, user and owner
 * are filled in; the queue owns it from now on. */
void sv_queue_add(sv_queue *queue, sv_sending *s);
/* What is in hand for a user is not sent, unless a thread has begun. Other servers find out when
 * they prolong their leases. */
void sv_queue_cancel(sv_queue *queue, int64_t user);

/* For a thread, before each attempt: whether no other server has it now, and none gets it because
 * the lease runs out meanwhile. Notes a "no". */
bool sv_sending_may(sv_sending *s);

/* Before a row is settled with a change of its user: in a shared store no other server changes the
 * user in this turn. A user who was deleted is no obstacle. Fails with "busy". */
SV_CHECKED bool sv_claim_receiver(sv_core *core, int64_t user, rec_error *error);

/* Why it is lost, after SV_SENDING_TRIES. */
extern const char sv_why_tried[];

/* Once a second. */
void sv_queue_tick(sv_queue *queue);
/* At the end of a turn: queues what was written, or forgets it if it was not committed. */
void sv_queue_end_turn(sv_queue *queue, bool committed);

#endif
