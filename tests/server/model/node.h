/*
 * A node: a core with a session of its own, whose turns run on a fiber. Wherever a turn waits for
 * the database it pauses, and whoever drives the node decides when it goes on. A statement is
 * carried out when it is sent: a turn that pauses has sent one, and its answer has arrived.
 *
 * Nodes do not hear notifications by themselves: node->notified says that there is one.
 */
#ifndef ELEKTRO_TESTS_SERVER_MODEL_NODE_H
#define ELEKTRO_TESTS_SERVER_MODEL_NODE_H

#include <libpq-fe.h>

#include "core.h"
#include "net/fiber.h"
#include "turn.h"

enum node_state {
    NODE_DOWN,
    NODE_IDLE,    /* between two turns */
    NODE_READY,   /* in a turn: an answer has arrived */
    NODE_BLOCKED, /* in a turn: the statement waits for a lock of another transaction */
    NODE_SILENT   /* in a turn: the database does not answer at all */
};

typedef struct machine {
    sv_core *core; /* NULL: it is down */
    sv_fiber fiber;
    PGconn *monitor; /* another session, which looks at those of the nodes */
    int process;     /* that serves its session; 0: not known */
    int socket;      /* for which it waits */
    short events;
    bool blocked;
    bool silent;
    bool dead;     /* its machine is gone: it gets no answer any more */
    bool hurt;     /* its session was ended, so requests may fail */
    bool lost;     /* it had another session before */
    bool ticks;    /* the next turn is one with a tick */
    bool notified; /* for sv_db.notified */
    bool told;     /* the last turn has sent a notification, whose answer is still to come */
    bool commits;  /* it has sent a commit: what it had claimed is free */
    void (*tell)(sv_db *db);
    bool (*commit)(sv_db *db, rec_error *error);
    sv_db *db;
} machine;

/* Opens a node on the database; false after a message. */
bool node_open(machine *n, const char *url, PGconn *monitor);
/* An orderly stop. */
void node_close(machine *n);

enum node_state node_state(machine *n);
/* Begins a turn; goes on with one that is ready. Both return when the turn pauses or has ended. */
void node_begin_turn(machine *n);
void node_go_on(machine *n);
/* A whole turn at once. */
void node_turn(machine *n);

/* The machine is gone: its session ends, and nothing it does from now on is seen. Its memory can be
 * looked at until it is buried. */
void node_crash(machine *n);
void node_bury(machine *n);
/* PostgreSQL ends the session, in the middle of whatever it does, but not the node. */
void node_end_session(machine *n);
/* Waits until a node has a session; false: it gets none. */
bool node_recover(machine *n);

#endif
