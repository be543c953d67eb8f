#include "notices/queue.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core.h"
#include "errors.h"
#include "log.h"

enum {
    LEASE_MS = 20000,
    SPARE_MS = 10000, /* that a lease is longer than sending may take, at least */
    RENEW_MS = 5000,  /* after which a lease is prolonged */
    DOUBT_MS = 1000,  /* by which the clocks of two servers may differ */
    TAKEN_MAX = 64,   /* rows that are taken over at a time */
    LEFT_MS = 86400000
};

/* --------------------------------------------------------------------------------------- leases */

static int64_t lease_ms(const sv_queue *queue)
{
    const int64_t needed = queue->kind->timeout_ms(queue->core) + SPARE_MS;
    return needed > LEASE_MS ? needed : LEASE_MS;
}

/* As it is in the store, */
sv_lease sv_queue_lease(const sv_queue *queue)
{
    return (sv_lease){queue->server, queue->core->now + lease_ms(queue)};
}

/* and in sv_milliseconds. */
static int64_t new_until(const sv_queue *queue)
{
    return queue->core->store.node ? queue->core->began + lease_ms(queue) : INT64_MAX;
}

bool sv_sending_may(sv_sending *s)
{
    s->forbidden = s->send_until > atomic_load(&s->until) ||
                   sv_milliseconds() >= atomic_load(&s->queue->trusted);
    return !s->forbidden;
}

/* ------------------------------------------------------------------------------------- in hand */

static void append(sv_sending *s)
{
    sv_sending **at = &s->queue->first;
    while (*at)
        at = &(*at)->next;
    *at = s;
    s->queue->changed = true;
}

static void forget(sv_sending *s)
{
    sv_sending **at = &s->queue->first;
    while (*at && *at != s)
        at = &(*at)->next;
    if (*at)
        *at = s->next;
    s->queue->kind->free(s);
}

static sv_sending *find(sv_queue *queue, int64_t id)
{
    sv_sending *s = queue->first;
    while (s && s->id != id)
        s = s->next;
    return s;
}

void sv_queue_cancel(sv_queue *queue, int64_t user)
{
    for (sv_sending *s = queue->first; s; s = s->next)
        if (s->user == user)
            atomic_store(&s->until, 0);
}

/* ------------------------------------------------------------------------------------ outcomes */

bool sv_claim_receiver(sv_core *core, int64_t user, rec_error *error)
{
    sv_user known;
    bool found;
    if (sv_user_claim(&core->store, user, error))
        return true;
    return sv_error_of(error) == SV_ERROR_BUSY &&
           sv_user_by_id(&core->store, user, &known, NULL, &found, error) &&
           (!found || sv_fail_busy(error));
}

const char sv_why_tried[] = "The server stopped again and again while it was sent.";

/* What cannot be done now is tried again with the next tick. */
static void settle(sv_sending *s)
{
    rec_error error;
    s->settled = s->queue->kind->settle(s, &error);
    s->queue->changed = true;
    if (!s->settled && sv_error_of(&error) != SV_ERROR_BUSY)
        sv_log("error", "it could not be noted what became of a notice", "code", error.code, NULL);
}

static void settle_again(sv_queue *queue)
{
    for (sv_sending *s = queue->first; s; s = s->next)
        if (s->stage == SV_SENDING_OVER && !s->settled)
            settle(s);
}

/* A server that stops leaves what it has not sent to others, or to its successor. */
static void job_done(sv_job *job)
{
    sv_sending *s = (sv_sending *)job;
    if (!s->sent && (s->core->stopping || s->forbidden)) {
        forget(s);
        return;
    }
    s->queue->kind->over(s);
    s->stage = SV_SENDING_OVER;
    settle(s);
}

/* -------------------------------------------------------------------------------------- sending */

static void run_job(sv_job *job)
{
    sv_sending *s = (sv_sending *)job;
    s->send_until = sv_milliseconds() + s->queue->kind->timeout_ms(s->core);
    s->queue->kind->send(s);
}

void sv_queue_add(sv_queue *queue, sv_sending *s)
{
    s->job = (sv_job){.run = run_job, .done = job_done};
    s->queue = queue;
    s->core = queue->core;
    s->stage = SV_SENDING_WRITTEN;
    atomic_store(&s->until, new_until(queue));
    append(s);
}

/* What finds no room is over in a later turn: this one has been committed. */
static void start(sv_sending *s)
{
    sv_pool *pool = s->core->pool[SV_NOTICES];
    s->stage = SV_SENDING_QUEUED;
    if (!sv_pool_add(pool, &s->job, s->owner))
        sv_pool_drop(pool, &s->job);
}

/* Its turn was not committed. */
static void unwrite(sv_sending *s)
{
    if (s->queue->kind->undo)
        s->queue->kind->undo(s);
    forget(s);
}

static void renew(sv_sending *s, bool committed)
{
    if (committed && s->renewed)
        atomic_store(&s->until, s->renewed);
    s->renewed = 0;
}

void sv_queue_end_turn(sv_queue *queue, bool committed)
{
    if (committed && queue->seen)
        atomic_store(&queue->trusted, queue->seen + SV_SILENT_MS - DOUBT_MS);
    queue->seen = 0;
    if (!queue->changed)
        return;
    queue->changed = false;
    for (sv_sending *s = queue->first, *next; s; s = next) {
        next = s->next;
        renew(s, committed);
        if (s->stage == SV_SENDING_WRITTEN && committed)
            start(s);
        else if (s->stage == SV_SENDING_WRITTEN)
            unwrite(s);
        else if (s->settled && committed)
            forget(s);
        else
            s->settled = false;
    }
}

/* --------------------------------------------------------------------- what other servers left */

/* Whether a lease should be prolonged. A server that others may have given up asks for all. */
static bool is_to_renew(const sv_queue *queue, const sv_sending *s, bool doubtful)
{
    const int64_t until = atomic_load(&s->until);
    return s->stage == SV_SENDING_QUEUED && until > 0 &&
           (doubtful || until - queue->core->began < lease_ms(queue) - RENEW_MS);
}

/* Those whose leases are prolonged: their numbers and their users, to be freed. */
typedef struct renewals {
    unsigned count;
    int64_t *number, *user; /* number NULL: there are none */
} renewals;

/* Marks those whose leases should be prolonged; returns how many they are. */
static unsigned mark_renewals(sv_queue *queue)
{
    const bool doubtful = queue->core->began >= atomic_load(&queue->trusted);
    unsigned count = 0;
    for (sv_sending *s = queue->first; s; s = s->next) {
        s->asked = is_to_renew(queue, s, doubtful);
        s->kept = s->current = false;
        count += s->asked;
    }
    return count;
}

static renewals list_renewals(const sv_queue *queue, unsigned count)
{
    renewals r = {.number = count > 0 ? malloc(2 * count * sizeof *r.number) : NULL};
    if (!r.number)
        return r;
    r.user = r.number + count;
    for (const sv_sending *s = queue->first; s; s = s->next)
        if (s->asked) {
            r.number[r.count] = s->id;
            r.user[r.count++] = s->user;
        }
    return r;
}

static void keep(void *data, int64_t id)
{
    sv_sending *s = find(data, id);
    if (s)
        s->kept = true;
}

/* What another server has by now, or what is not wanted any more, is not sent. */
static void renew_asked(sv_queue *queue)
{
    for (sv_sending *s = queue->first; s; s = s->next) {
        if (s->asked && s->kept && s->current) {
            s->renewed = new_until(queue);
            queue->changed = true;
        } else if (s->asked) {
            atomic_store(&s->until, 0);
        }
        s->asked = false;
    }
}

/* Prolongs the leases of what is in hand. */
static bool prolong(sv_queue *queue, rec_error *error)
{
    sv_store *store = &queue->core->store;
    const renewals r = list_renewals(queue, store->node ? mark_renewals(queue) : 0);
    if (!r.number)
        return true;
    const bool ok = sv_leased_keep(store, queue->kind->table, r.number, r.count,
                                   sv_queue_lease(queue), keep, queue, error) &&
                    queue->kind->check(queue, r.user, r.count, error);
    if (ok)
        renew_asked(queue);
    free(r.number);
    return ok;
}

typedef struct taken {
    sv_queue *queue;
    sv_leased_row row[TAKEN_MAX]; /* with texts of their own */
    unsigned count;
} taken;

static char *copy(const char *text, bool *ok)
{
    char *copied = text ? strdup(text) : NULL;
    *ok = *ok && (copied || !text);
    return copied;
}

static void free_texts(const sv_leased_row *row)
{
    free((char *)row->body);
    free((char *)row->stamp);
    free((char *)row->channel);
    free((char *)row->code);
}

/* Without memory its lease runs out again. */
static void take(void *data, const sv_leased_row *row)
{
    taken *t = data;
    sv_sending *known = find(t->queue, row->id);
    if (known && atomic_load(&known->until)) {
        known->renewed = new_until(t->queue);
        t->queue->changed = true;
    }
    if (known || t->count == TAKEN_MAX)
        return;
    bool ok = true;
    sv_leased_row *mine = &t->row[t->count];
    *mine = *row;
    mine->body = copy(row->body, &ok);
    mine->stamp = copy(row->stamp, &ok);
    mine->channel = copy(row->channel, &ok);
    mine->code = copy(row->code, &ok);
    if (ok)
        t->count++;
    else
        free_texts(mine);
}

/* In a shared store other servers may have a channel that this one does not have. If none of them
 * sends a row in LEFT_MS, it is dropped. */
static int64_t lease_ends(const sv_core *core, enum sv_channel_number channel)
{
    return core->now - (core->store.node && !core->channel[channel] ? LEFT_MS : 0);
}

static bool take_over(sv_queue *queue, rec_error *error)
{
    sv_core *core = queue->core;
    const sv_lease_ends ends = {core->now, lease_ends(core, SV_CHANNEL_MAIL),
                                lease_ends(core, SV_CHANNEL_PUSH)};
    taken t = {.queue = queue};
    char count[16];
    bool any;
    if (!sv_leased_due(&core->store, queue->kind->table, ends, &any, error))
        return false;
    if (!any)
        return true;
    bool ok = sv_leased_take(&core->store, queue->kind->table, ends, sv_queue_lease(queue),
                             TAKEN_MAX, take, &t, error);
    for (unsigned i = 0; i < t.count; i++) {
        ok = ok && queue->kind->adopt(queue, &t.row[i], error);
        free_texts(&t.row[i]);
    }
    snprintf(count, sizeof count, "%u", t.count);
    if (ok && t.count > 0 && queue->kind->took)
        sv_log("info", queue->kind->took, "count", count, NULL);
    return ok;
}

void sv_queue_tick(sv_queue *queue)
{
    const sv_core *core = queue->core;
    rec_error error;
    if (core->store.node && core->nodes.seen >= core->began)
        queue->seen = core->began;
    settle_again(queue);
    if (!prolong(queue, &error) || !take_over(queue, &error))
        sv_log("error", "notices could not be taken over", "code", error.code, NULL);
}

/* ------------------------------------------------------------------------------- start and end */

bool sv_queue_open(sv_queue *queue, sv_core *core, const sv_queue_kind *kind, rec_error *error)
{
    queue->kind = kind;
    queue->core = core;
    if (core->store.node && queue->server)
        return true;
    queue->server = core->store.node ? core->store.node : sv_id_make();
    atomic_store(&queue->trusted,
                 core->store.node ? core->began + SV_SILENT_MS - DOUBT_MS : INT64_MAX);
    return core->store.node || sv_leased_free(&core->store, kind->table, queue->server, error);
}

bool sv_queue_leave(sv_queue *queue, rec_error *error)
{
    settle_again(queue);
    return sv_leased_leave(&queue->core->store, queue->kind->table, queue->server, error);
}

void sv_queue_clear(sv_queue *queue)
{
    while (queue->first)
        forget(queue->first);
}
