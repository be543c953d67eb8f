#include "node.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "log.h"
#include "planted.h"
#include "postgres_session.h"
#include "receive.h"

enum {
    RATE = 100000, /* requests a second: nobody is to be refused here */
    LOOK_MS = 2,   /* between two looks at a session that has not answered */
    HURT_MS = 50,
    ANSWER_MS = 5000,  /* for one that has not and waits for nobody */
    RECOVER_MS = 5000, /* for a new session */
    NODES_MAX = 8
};

static machine *known[NODES_MAX]; /* the functions of sv_db get only the database */

static machine *node_of(const sv_db *db)
{
    for (unsigned i = 0; i < NODES_MAX; i++)
        if (known[i] && known[i]->db == db)
            return known[i];
    abort();
}

/* -------------------------------------------------------------------------------------- waiting */

static bool has_answer(const machine *n, int ms)
{
    struct pollfd fd = {.fd = n->socket, .events = n->events};
    return poll(&fd, 1, ms) > 0;
}

static bool asks(PGconn *monitor, const char *format, int process)
{
    char sql[256];
    snprintf(sql, sizeof sql, format, process);
    PGresult *result = PQexec(monitor, sql);
    const bool yes = PQntuples(result) == 1 && PQgetvalue(result, 0, 0)[0] == 't';
    PQclear(result);
    return yes;
}

static bool waits_for_lock(const machine *n)
{
    return asks(n->monitor, "SELECT wait_event_type = 'Lock' FROM pg_stat_activity WHERE pid = %d",
                n->process);
}

/* Until the statement has been carried out, or it is clear that it waits for a lock. */
static void settle(machine *n)
{
    const int64_t until = sv_milliseconds() + ANSWER_MS;
    n->blocked = n->silent = false;
    if (!n->fiber.paused)
        return;
    while (!has_answer(n, LOOK_MS)) {
        /* Of a session that the node got by itself the process is not known. */
        n->blocked = n->hurt ? sv_milliseconds() > until - ANSWER_MS + HURT_MS : waits_for_lock(n);
        n->silent = sv_milliseconds() > until;
        if (n->blocked || n->silent)
            return;
    }
}

static bool wait_on_fiber(void *data, int socket, short events, int64_t deadline)
{
    machine *n = data;
    if (n->dead)
        return false;
    if (!n->fiber.running)
        return sv_pg_poll.wait(NULL, socket, events, deadline);
    const char *request = sv_log_request(NULL);
    n->socket = socket;
    n->events = events;
    sv_fiber_pause(&n->fiber);
    sv_log_request(request);
    return !n->dead;
}

static bool is_notified(sv_db *db)
{
    machine *n = node_of(db);
    const bool was = n->notified;
    n->notified = false;
    return was;
}

static bool commit(sv_db *db, rec_error *error)
{
    machine *n = node_of(db);
    planted_before_commit(n->core);
    n->commits = true;
    const bool ok = n->commit(db, error);
    n->commits = false;
    return ok;
}

static void tell(sv_db *db)
{
    machine *n = node_of(db);
    n->told = true;
    n->tell(db);
}

/* The answer to a notification would look like that to the first statement of the turn. */
static void await_told(machine *n)
{
    while (n->told && !asks(n->monitor,
                            "SELECT count(*) = 0 FROM pg_stat_activity WHERE pid = %d AND "
                            "state = 'active'",
                            n->process))
        ;
    n->told = false;
}

/* -------------------------------------------------------------------------------- open and close
 */

static void take_number(void *data, const sv_value *column)
{
    *(int64_t *)data = column[0].number;
}

/* Commits need not survive the machine that the test runs on. */
static bool begin_session(machine *n, rec_error *error)
{
    int64_t process = 0;
    if (!n->db->script(n->db, "UNLISTEN *; SET synchronous_commit = off", error) ||
        !sv_read(&n->core->store, "SELECT pg_backend_pid()", NULL, 0,
                 (sv_rows){"n", take_number, &process}, error))
        return false;
    n->process = (int)process;
    return true;
}

static bool open_core(machine *n, const char *url, rec_error *error)
{
    n->db = sv_db_postgres(url, 30, error);
    if (!n->db || !sv_db_postgres_share(n->db, 0, error) || !sv_core_open(n->core, n->db, 0, error))
        return false;
    const sv_waiter waiter = {.wait = wait_on_fiber, .data = n};
    sv_limits_set(&n->core->limits, RATE);
    n->tell = n->db->tell;
    n->db->tell = tell;
    n->commit = n->db->commit;
    n->db->commit = commit;
    n->db->notified = is_notified;
    n->db->wait_with(n->db, &waiter);
    return begin_session(n, error);
}

bool node_open(machine *n, const char *url, PGconn *monitor)
{
    rec_error error = {.text = ""};
    unsigned place = 0;
    *n = (machine){.monitor = monitor, .core = calloc(1, sizeof *n->core)};
    while (place < NODES_MAX && known[place])
        place++;
    if (!n->core || place == NODES_MAX || !sv_fiber_open(&n->fiber))
        return false;
    known[place] = n;
    if (open_core(n, url, &error))
        return true;
    printf("# A node could not be opened: %s\n", error.text);
    return false;
}

static void forget(machine *n)
{
    sv_core_close(n->core);
    for (unsigned i = 0; i < NODES_MAX; i++)
        if (known[i] == n)
            known[i] = NULL;
    free(n->core);
    n->core = NULL;
    sv_fiber_close(&n->fiber);
}

void node_close(machine *n)
{
    if (n->core)
        forget(n);
}

/* ---------------------------------------------------------------------------------------- turns */

enum node_state node_state(machine *n)
{
    if (!n->core)
        return NODE_DOWN;
    if (!n->fiber.paused)
        return NODE_IDLE;
    if (n->blocked)
        settle(n);
    return n->silent ? NODE_SILENT : n->blocked ? NODE_BLOCKED : NODE_READY;
}

static void run_turn(void *data)
{
    machine *n = data;
    const bool ticks = n->ticks;
    n->ticks = false;
    if (ticks)
        sv_core_run_turn(n->core, true);
    sv_core_run_turn(n->core, false);
}

void node_begin_turn(machine *n)
{
    await_told(n);
    sv_fiber_start(&n->fiber, run_turn, n);
    settle(n);
}

void node_go_on(machine *n)
{
    sv_fiber_resume(&n->fiber);
    settle(n);
}

void node_turn(machine *n)
{
    run_turn(n);
}

/* --------------------------------------------------------------------------------------- failures
 */

static void await_end(const machine *n)
{
    while (asks(n->monitor, "SELECT count(*) > 0 FROM pg_stat_activity WHERE pid = %d", n->process))
        usleep(200);
}

void node_crash(machine *n)
{
    const int socket = n->db->socket(n->db);
    n->dead = true;
    if (socket >= 0)
        shutdown(socket, SHUT_RDWR);
    node_end_session(n);
    while (n->fiber.paused)
        sv_fiber_resume(&n->fiber);
    n->core->store.node = 0; /* it does not say goodbye */
    n->process = 0;
}

void node_bury(machine *n)
{
    forget(n);
}

void node_end_session(machine *n)
{
    n->hurt = true;
    asks(n->monitor, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = %d",
         n->process);
    await_end(n);
    n->blocked = n->silent = false;
}

bool node_recover(machine *n)
{
    rec_error error = {.text = ""};
    const int64_t until = sv_milliseconds() + RECOVER_MS;
    bool ok = false;
    /* A session that seems to be alive may turn out to be over. */
    while (!(ok = n->db->alive(n->db) && begin_session(n, &error)) && sv_milliseconds() < until)
        usleep(1000);
    return ok;
}
