/*
 * The sockets, on a libuv loop, whose cost follows the sockets that are ready.
 *
 * Requests go to the inbox of the core as they arrive. When the loop has looked at every ready
 * socket, a turn of the core carries them out, commits and answers; if it must wait for the
 * database, the loop goes on meanwhile (turns.h). What is to be written is written before the loop
 * waits (conn.h).
 */
#ifndef ELEKTRO_SERVER_NET_NET_H
#define ELEKTRO_SERVER_NET_NET_H

#include <uv.h>

#include "account.h"
#include "config.h"
#include "core.h"
#include "dispatch.h"
#include "net/peer.h"
#include "net/turns.h"
#include "net/web.h"
#include "receive.h"
#include "turn.h"

enum { SV_TOKEN_HASH = 32 };

/* The listening socket. While it is paused, connections wait in the queue of the system. */
typedef struct sv_listener {
    uv_poll_t poll;
    int fd;
    bool inherited; /* from the parent process: fd is set before it is open */
    bool open, paused;
} sv_listener;

struct sv_net {
    sv_core core;
    sv_config config;
    sv_web web;
    uv_loop_t loop;
    uv_prepare_t prepare;
    uv_check_t check;
    uv_idle_t idle;
    uv_timer_t tick, look, drain;
    uv_async_t wake;
    uv_signal_t interrupt, terminate, hangup;
    int argc; /* the command line, to read the settings again */
    char **argv;
    bool at_terminal; /* it was started in a terminal */
    SSL_CTX *tls;     /* NULL: no https */
    sv_listener listener;
    sv_peers peers;
    sv_turns turns;
    sv_conn *buried;      /* linked by peer_next (conn.c) */
    uint64_t drain_until; /* drain.c */
    void (*stopped)(sv_net *net);
    bool has_metrics_token;
    uint8_t metrics_token[SV_TOKEN_HASH]; /* hash of the token that lets others see /metrics */
    uint64_t loops;                       /* iterations of the loop */
    /* When the iteration before ended, and how long the loop had waited by then; nanoseconds. */
    uint64_t ended, waited;
};

/* listen.c: reads the certificate, and listens; false after an error message. */
bool sv_listen(sv_net *net);
/* Frees the certificate, when no connection is left. */
void sv_listen_end(sv_net *net);

/* accept.c: takes the listening socket that the parent process has left (LISTEN_FDS), if there is
 * one, and its address into the settings; false after an error message. */
bool sv_listener_inherit(sv_net *net);
/* Begins to listen; false after an error message. */
bool sv_listener_open(sv_net *net);
/* Accepts again if there is room. */
void sv_listener_resume(sv_net *net);
/* From now on no client can connect. */
void sv_listener_close(sv_net *net);

/* loop.c: starts the handles that run the turns of the core (false without memory); ends them after
 * a last turn, and all sockets with them. */
bool sv_loop_open(sv_net *net);
void sv_loop_close(sv_net *net);

/* drain.c: stops: ends all connections in order, calls stopped and closes the loop. A second call
 * ends what is left at once. */
void sv_drain(sv_net *net, void (*stopped)(sv_net *net));

/* reload.c: gives the core the settings that a running server can change. */
void sv_apply_settings(sv_net *net);
/* Reads settings and certificates again. */
void sv_reload(sv_net *net);

/* heartbeat.c: once a second: closes connections whose client is gone or late,
 * and pings those that have been silent. */
void sv_check_connections(sv_net *net);

/* metrics.c: the text of /metrics, which the caller frees. */
char *sv_metrics_text(const sv_net *net);

#endif
