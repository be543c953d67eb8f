/* A core without sockets, and clients for it. */
#ifndef ELEKTRO_TESTS_SERVER_HARNESS_H
#define ELEKTRO_TESTS_SERVER_HARNESS_H

#include "core.h"
#include "dispatch.h"
#include "receive.h"
#include "turn.h"

/* A client that keeps the last reply it got. */
typedef struct talker {
    sv_client client;
    json_t *reply;
    unsigned status, pushes;
    bool closed; /* by the server */
} talker;

/* user 0: not logged in. */
void talker_open(sv_core *core, talker *t, int64_t user, const char *name);
void talker_close(sv_core *core, talker *t);

/* Makes one request in a separate turn; the reply is valid until the talker's next request. */
const json_t *ask(sv_core *core, talker *t, const char *format, ...);
/* Waits for the reply to a request that a thread works on. */
void await_reply(sv_core *core, talker *t);
/* The error code of the last reply; "" if there was no error. */
const char *error_code(const talker *t);

/* Starts a classic game of two, at a table with more settings: "" or ",\"name\":value…". False, and
 * the code is "", if it was refused. */
bool begin_game(sv_core *core, talker *host, talker *guest, const char *settings,
                char code[SV_CODE_MAX]);

/* A table that exists; it is valid until the end of the turn. */
const sv_table *table_at(sv_core *core, const char *code);

/* A path in a fresh folder, and the database there. */
const char *scratch(const char *name);
void remove_database(const char *path);

/* A database that counts its statements and fails on purpose: from the countdown-th
 * operation on, `lasts` times. */
typedef struct faults {
    int countdown, lasts; /* countdown < 0: never */
    const char *code;     /* "storage" or "storage-full" */
    int reads_too;
    unsigned statements; /* that were run */
} faults;
sv_db *fault_db(sv_db *real, faults *f);

/* Registers the VFS "forgetful", whose writes reach the file when they are synced and not before:
 * unsynced writes of a process are lost. */
void forgetful_register(void);

#endif
