/*
 * The server without its sockets: requests come in (inbox.h, dispatch.h), replies and pushes go out
 * (outbox.h), in turns (turn.h).
 *
 * One thread owns all of it. Jobs that take long (passwords, bots that search, webhooks,
 * analyses) run in pools of threads; their results come back between requests.
 */
#ifndef ELEKTRO_SERVER_CORE_H
#define ELEKTRO_SERVER_CORE_H

#include "analyse.h"
#include "backoff.h"
#include "client.h"
#include "health.h"
#include "inbox.h"
#include "limit.h"
#include "measure.h"
#include "nodes.h"
#include "notices/channel.h"
#include "notices/queue.h"
#include "outbox.h"
#include "pairing/pairing.h"
#include "pool.h"
#include "price.h"
#include "ratings/tally.h"
#include "sessions.h"
#include "store.h"
#include "table_cache.h"
#include "wire_numbers.h"

typedef struct sv_config sv_config;

/* Why a WebSocket handshake is refused. */
enum sv_refusal {
    SV_REFUSAL_ORIGIN,
    SV_REFUSAL_TOO_MANY,
    SV_REFUSAL_STORAGE,
    SV_REFUSAL_MALFORMED,
    SV_REFUSALS
};

/* Counts and times for /metrics. */
typedef struct sv_counts {
    uint64_t requests, refused, moves, bot_moves, commits, failed_commits, pushes;
    uint64_t tables_loaded, sockets, handshakes, webhooks, commit_us;
    uint64_t refused_by[SV_ERRORS + 1];    /* last: by the rules of the game */
    sv_histogram request[SV_REQUESTS + 1]; /* from arrival to answer; last: unknown requests */
    sv_histogram commit, loop;             /* loop: one iteration, without waiting */
    sv_histogram outbox;                   /* messages of a turn */
    /* Without an answer; without an attempt: too many waited, or the last ones had no answer. */
    uint64_t webhooks_failed, webhooks_dropped, webhooks_paused;
    /* Mails and pushes: sent; attempts that failed; given up. */
    uint64_t delivered[SV_CHANNELS], undelivered[SV_CHANNELS], lost[SV_CHANNELS];
    uint64_t peers_refused, timed_out;
    uint64_t sign_ins[SV_WAYS][2]; /* that failed, and that succeeded */
    uint64_t handshakes_refused[SV_REFUSALS];
    /* Made; given out; failed or given up; decisions and cards that were assessed. */
    uint64_t analyses, analyses_served, analyses_failed, assessed;
    uint64_t analyses_refused[SV_SHARES];
} sv_counts;

/* How long unused guests and tables are kept, in milliseconds (0: for ever), how many analyses (0:
 * all), and how far tidying is. */
typedef struct sv_keep {
    int64_t guests, tables;
    unsigned analyses;
    int64_t next;  /* when there may be something to do */
    sv_guest seen; /* the last that was looked at */
} sv_keep;

/* What a user may have; 0: any number. */
typedef struct sv_quotas {
    unsigned guest_tables, account_tables; /* open and running tables that a user hosts */
    unsigned guest_games;                  /* ended games that a guest has hosted */
    unsigned tournaments;                  /* that are not over and that an account organises */
} sv_quotas;

/* Each kind of job has threads of its own, so that no login waits for a bot that thinks, and
 * neither waits for a webhook that does not answer. */
enum sv_work { SV_PASSWORDS, SV_THOUGHTS, SV_NOTICES, SV_ANALYSES, SV_POOLS };

/* The job of tournaments (tournaments/job.h). */
typedef struct sv_tournaments_job {
    int64_t look;             /* when it looks for tables whose games have ended */
    char failed[SV_CODE_MAX]; /* the tournament at which the last step failed; "" */
} sv_tournaments_job;

struct sv_core {
    sv_store store;
    sv_pool *pool[SV_POOLS];
    sv_clients clients;
    sv_tables tables;
    sv_inbox inbox;
    sv_outbox outbox;
    sv_limits limits;
    sv_backoff webhooks; /* those that do not answer */
    sv_analyses analyses;
    sv_counts counts;
    sv_writers writers;
    sv_keep keep;
    sv_seen seen;
    sv_nodes_state nodes;
    sv_queue notices;                       /* to webhooks */
    sv_queue deliveries;                    /* mails and pushes */
    const sv_channel *channel[SV_CHANNELS]; /* NULL: off, or the webhooks */
    const sv_config *config;                /* of what is sent; NULL: nothing is */
    sv_quotas quotas;
    sv_pairing pairing;
    sv_tally_state tally;
    sv_tournaments_job tournaments;
    int64_t (*clock)(void); /* milliseconds since 1970 */
    int64_t started;        /* when the core was opened */
    int64_t now, began;     /* at the beginning of this turn; began: in sv_milliseconds */
    uint64_t turn;
    int64_t elsewhere_us; /* processor time that no request has used: it waited (price.h) */
    int64_t waited_us;    /* for which turns waited for the database, and the loop went on */
    int64_t paused_from;  /* the processor time when the request at hand began to wait */
    int64_t paused_at;    /* and the moment, in sv_microseconds */
    int64_t rest;         /* after a busy turn of bots: so many times as long; 0: not at all */
    int64_t rests_until;  /* sv_microseconds */
    /* Tells a player who is not here: what is "your-turn", "game-begins" or "time-runs-out"
     * (notices/tell.h). May be NULL. */
    void (*notice)(sv_core *core, const sv_table *table, unsigned seat, const char *what);
    int64_t reveal_ms;      /* how long players may take to reveal their words when a game starts */
    struct sv_vapid *vapid; /* the key for Web Push; NULL: it is off */
    const char *version;
    enum sv_health store_health; /* as it was when it was last looked at */
    bool unsaved;                /* the last commit failed */
    bool draining;               /* it stops, and finishes the requests that have begun */
    bool stopping;               /* nobody is served any more */
    bool log_requests;           /* a line for every answer */
};

/* Opens the core on a database, which is the core's from now on, with this many threads for
 * passwords and as many for bots. */
SV_CHECKED bool sv_core_open(sv_core *core, sv_db *db, unsigned threads, rec_error *error);
void sv_core_close(sv_core *core);

/* Why the server cannot answer requests now, in a sentence; NULL: it can. */
const char *sv_core_problem(const sv_core *core);

#endif
