/*
 * The server without its sockets: requests come in, replies and pushes go out.
 *
 * Everything happens in turns. During a turn requests change tables and write to the store;
 * replies and pushes wait. sv_core_end_turn commits the turn and only then lets them go; if the
 * commit fails, whoever was answered after something was written is told so instead, pushes are
 * dropped, and every table that was touched and who has become somebody else is read from the store
 * again.
 *
 * One thread owns all of it. Work that takes long (passwords, bots that search) is done by the
 * pool; its results come back between requests.
 */
#ifndef ELEKTRO_SERVER_CORE_H
#define ELEKTRO_SERVER_CORE_H

#include <jansson.h>

#include "limit.h"
#include "pool.h"
#include "store.h"
#include "table.h"
#include "wire.h"

enum {
    SV_FRAME_PRE = 32,      /* bytes free before the text of a frame, for the transport */
    SV_REQUEST_MAX = 65536, /* bytes of a request at most */
    SV_WATCHES_MAX = 32,    /* tables a client may watch */
    SV_ADDRESS_MAX = 46,
    SV_BUCKETS = 4096
};

/* A text on its way to one or many clients. */
typedef struct sv_frame {
    unsigned holders;
    size_t length;
    char *text; /* in room after SV_FRAME_PRE free bytes; ends with 0 */
    char room[];
} sv_frame;

sv_frame *sv_frame_of(const json_t *object);
sv_frame *sv_frame_hold(sv_frame *frame);
void sv_frame_drop(sv_frame *frame);

typedef struct sv_core sv_core;

/* Somebody at the other end: a WebSocket, an event stream, or one request of plain HTTP. */
struct sv_client {
    sv_client *previous, *next;      /* among all */
    uint64_t number;                 /* never used twice */
    sv_user user;                    /* id 0: nobody yet */
    char session[SV_HEX_MAX];        /* hash of the token it came with; "" */
    uint64_t turn;                   /* in which they became somebody else */
    char session_before[SV_HEX_MAX]; /* it came with before that turn */
    char address[SV_ADDRESS_MAX];
    bool http;               /* plain HTTP: the reply may set a cookie */
    bool streaming;          /* gets pushes */
    char cookie[SV_HEX_MAX]; /* token to be set; "-": to be cleared */
    unsigned watching;
    sv_watcher *watches;
    /* Takes a frame to the other end. status is that of plain HTTP, 0 for a push. */
    void (*deliver)(sv_client *client, sv_frame *frame, unsigned status);
    void (*close)(sv_client *client);
};

/* A client at a table, in the lists of both. */
struct sv_watcher {
    sv_watcher *next_at_table, *next_of_client;
    sv_table *table;
    sv_client *client;
};

/* One request being answered. */
typedef struct sv_call {
    sv_core *core;
    sv_client *client;
    const json_t *request;
    rec_error error;
    json_t *details; /* more about the error; NULL */
    bool deferred;   /* the answer comes later, by sv_answer */
} sv_call;

typedef json_t *sv_handler(sv_call *call);

/* Counts for /metrics. */
typedef struct sv_counts {
    uint64_t requests, refused, moves, bot_moves, commits, failed_commits, pushes;
    uint64_t tables_loaded, sockets, handshakes, webhooks, commit_us;
} sv_counts;

/* How long what nobody needs is kept, in milliseconds (0: for ever), and how far tidying is. */
typedef struct sv_keep {
    int64_t guests, tables;
    int64_t next;  /* when there may be something to do */
    sv_guest seen; /* the last that was looked at */
} sv_keep;

typedef struct sv_out sv_out;

/* Threads for each kind of work, so that none waits for another: nobody's login for bots that
 * think, and neither for webhooks that do not answer. */
enum sv_work { SV_PASSWORDS, SV_THOUGHTS, SV_NOTICES, SV_POOLS };

struct sv_core {
    sv_store store;
    sv_pool *pool[SV_POOLS];
    sv_job *notices, **notices_end; /* that leave when the turn is committed */
    int64_t (*clock)(void);         /* milliseconds since 1970 */
    int64_t now;                    /* at the beginning of this turn */
    uint64_t turn;
    sv_table *bucket[SV_BUCKETS];
    unsigned tables;
    sv_client *clients;
    uint64_t client_numbers;
    sv_out *out, **out_end; /* replies and pushes of this turn */
    sv_table **queue;       /* tables where something goes on by itself */
    unsigned queued, queue_room;
    sv_limits limits;
    sv_counts counts;
    sv_keep keep;
    /* Somebody who is not here is asked to decide, or has little time left: what is "your-turn" or
     * "time-runs-out". May be NULL. */
    void (*notice)(sv_core *core, const sv_table *table, unsigned seat, const char *what);
    const char *version;
    bool stopping;
};

/* Opens for business, with so many threads for passwords and as many for bots. The database is the
 * core's from now on. */
bool sv_core_open(sv_core *core, sv_db *db, unsigned threads, rec_error *error);
void sv_core_close(sv_core *core);

void sv_client_open(sv_core *core, sv_client *client);
void sv_client_close(sv_core *core, sv_client *client);
/* Somebody has another name or an account now, and perhaps another session (its hash, or NULL),
 * unless the turn cannot be committed. */
void sv_client_becomes(const sv_core *core, sv_client *client, const sv_user *user,
                       const char *session);
/* Says who a client is by the token it came with; nobody if the token is not known. */
bool sv_client_identify(sv_core *core, sv_client *client, const char *token, rec_error *error);

/* Whether the address of a client may ask anything at all just now; to be called once for every
 * request that arrives, before anything is done for it. */
bool sv_core_admit(sv_core *core, const sv_client *client, rec_error *error);

/* Takes a request of a client: text as JSON over a WebSocket, or one that is already known by its
 * number. */
void sv_core_receive(sv_core *core, sv_client *client, const char *text, size_t length);
void sv_core_request(sv_core *core, sv_client *client, int number, json_t *request);

/* Begins and ends a turn; sv_core_end_turn returns whether something goes on by itself, so that
 * another turn should follow at once. */
void sv_core_begin_turn(sv_core *core);
bool sv_core_end_turn(sv_core *core);
/* Takes what the threads have finished. wake is called from one of them when there is something. */
void sv_core_collect(sv_core *core);
void sv_core_on_wake(sv_core *core, void (*wake)(void *data), void *data);
/* Once a second: clocks, errands, tables nobody looks at. */
void sv_core_tick(sv_core *core);

/* ----------------------------------------------------------------- for the files of the core */

/* Queues a frame; whoever is gone when the turn ends does not get it. */
void sv_push(sv_core *core, sv_client *client, json_t *push);
void sv_push_frame(sv_core *core, sv_client *client, sv_frame *frame);
/* Answers a call, at once or when its work is done. */
void sv_answer(sv_core *core, sv_client *client, const json_t *id, json_t *reply,
               const rec_error *error, const json_t *details);
/* Gives a job that malloc made to the threads for notices if the turn is committed. */
void sv_notice_later(sv_core *core, sv_job *job);
sv_client *sv_client_numbered(sv_core *core, uint64_t number);
json_t *sv_user_json(const sv_user *user);

/* The table with this code, from memory or the store. */
sv_table *sv_table_get(sv_core *core, const char *code, rec_error *error);
/* Puts a new one among those in memory. */
void sv_table_put(sv_core *core, sv_table *table);
sv_table *sv_table_find(sv_core *core, const char *code);
/* Takes one that is in memory out of it; those who watch are cut off. */
void sv_table_forget(sv_core *core, const char *code);
/* Forgets every table; those who watch are cut off and come back to what the store has. */
void sv_forget_tables(sv_core *core);
/* Notes that the turn changed it. */
void sv_table_touch(sv_core *core, sv_table *table);
/* Lets it go on by itself if it does. */
void sv_table_enqueue(sv_core *core, sv_table *table);

/* Codes of tables; code is to be freed. */
typedef struct sv_codes {
    char (*code)[SV_CODE_MAX];
    unsigned count, room;
    bool cut; /* there was no memory for more */
} sv_codes;
/* The tables somebody sits at that wait or are played; with ended those of their past, too. */
bool sv_codes_of(sv_core *core, int64_t user, bool ended, sv_codes *list, rec_error *error);

/* watch.c */
bool sv_watch(sv_core *core, sv_client *client, sv_table *table, rec_error *error);
void sv_unwatch(sv_client *client, sv_table *table);
void sv_unwatch_all(sv_client *client);
bool sv_is_watching(const sv_table *table, int64_t user);
/* Tells everybody at a table how it is now. */
void sv_announce_table(sv_core *core, sv_table *table);
json_t *sv_info_for(const sv_table *table, const sv_client *client);
json_t *sv_position_json(sv_core *core, const sv_table *table, unsigned seat);
json_t *sv_entries_since(const sv_table *table, unsigned since, rec_error *error);
/* Entries collected while something happens, to be told. */
json_t *sv_entry_json(const sv_happening *h);
void sv_announce_news(sv_core *core, sv_table *table, json_t *entries);

/* play.c */
typedef struct sv_doing {
    ek_move move;
    bool undo;
    const char *client; /* what the client calls it, or NULL */
} sv_doing;
/* Makes a move or takes one back for a seat, writes it down, tells everybody. */
bool sv_do(sv_core *core, sv_table *table, unsigned seat, const sv_doing *doing, rec_error *error);
/* Asks whoever is to move, if that is not the seat before and they do not watch. */
void sv_ask_next(sv_core *core, const sv_table *table, unsigned before);
/* Ends a game before its end. */
bool sv_end_game(sv_core *core, sv_table *table, rec_error *error);

/* auto.c */
/* The clock of the seat to move has run out, or is about to. */
void sv_time_is_up(sv_core *core, sv_table *table);
/* What the admin tool asked for. */
void sv_run_errands(sv_core *core);
void sv_run_automatic(sv_core *core, sv_table *table);
bool sv_goes_on(const sv_table *table);
void sv_bots_see(sv_table *table, const ek_events *events);

/* orders.c: the next move that standing orders ask for. False if there is none; orders that cannot
 * be carried out are dropped and *why says so. */
bool sv_orders_move(sv_table *table, unsigned seat, ek_move *move, bool *changed, rec_error *why);
json_t *sv_orders_json(const sv_table *table, unsigned seat);
/* Whether each of these orders can still be carried out some time. */
bool sv_orders_check(const sv_table *table, unsigned seat, const json_t *orders, rec_error *error);

/* tidy.c: throws a little of what is too old away, if it is time to. */
void sv_tidy(sv_core *core);

extern sv_handler *const sv_handlers[SV_REQUESTS];

#endif
