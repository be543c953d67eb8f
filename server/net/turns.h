/*
 * When turns of the core run (turn.h), and how they wait for the database.
 *
 * A turn runs on a fiber. When the database has no answer yet, the fiber pauses and the loop goes
 * on: pings, heartbeats, handshakes, files and the pages for operators are served, and requests go
 * to the inbox of the core. The socket of the database, or its time limit, lets the turn go on.
 *
 *      (none) ──due──▶ RUNNING ──────ends──────▶ (none)
 *                       │    ▲
 *                    waits   ready, late
 *                       ▼    │
 *                       PAUSED
 *
 * While a turn is PAUSED the network must not call the core, except for what adds to the inbox, and
 * must not free what the core may hold: conns that have ended are buried (conn.c) until the turn is
 * over. A database that never waits (SQLite) needs no fiber: its turns are over at once.
 */
#ifndef ELEKTRO_SERVER_NET_TURNS_H
#define ELEKTRO_SERVER_NET_TURNS_H

#include <uv.h>

#include "net/fiber.h"

typedef struct sv_net sv_net;

/* Why a turn is due although nothing waits in the inbox. */
enum sv_wish {
    SV_WISH_LOOK = 1,    /* the database may have news */
    SV_WISH_TICK = 2,    /* a second has passed */
    SV_WISH_COLLECT = 4, /* threads have finished jobs */
    SV_WISH_QUEUE = 8    /* bots have rested */
};

typedef struct sv_turns {
    sv_fiber fiber; /* not open: the database never waits */
    bool running;   /* also while it is paused */
    bool hurried;   /* the loop ends: turns block the thread until they are over */
    bool gave_up;   /* the last one failed: none follows at once for bots */
    bool ready;     /* for a turn that waits: the database has an answer */
    unsigned wishes;
    uv_timer_t late; /* the time limit of the database */
    uv_timer_t rest; /* until bots have rested */
    uv_timer_t retry;
    uv_poll_t *poll; /* of the database's socket; NULL: there is none */
    int events;      /* that are polled for */
} sv_turns;

/* False without memory. */
bool sv_turns_open(sv_net *net);
/* No turn may be running. */
void sv_turns_close(sv_net *net);

/* Asks for a turn. */
void sv_turns_wish(sv_net *net, enum sv_wish wish);
/* Whether a turn should begin now. */
bool sv_turns_are_due(const sv_net *net);
/* Runs a turn until it is over or waits. None may be running. */
void sv_turns_run(sv_net *net);
/* Waits until the turn is over that is running, if there is one; from now on turns block the thread
 * while they wait. */
void sv_turns_hurry(sv_net *net);

#endif
