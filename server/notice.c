#include "notice.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config.h"
#include "core.h"
#include "errors.h"
#include "log.h"
#include "net/post.h"

enum {
    LEASE_MS = 20000,
    SPARE_MS = 10000, /* that a lease is longer than a post may take, at least */
    RENEW_MS = 5000,  /* after which a lease is prolonged */
    DOUBT_MS = 1000,  /* by which the clocks of two servers may differ */
    TAKEN_MAX = 64,   /* notices that are taken over at a time */
    PERMITS = 60      /* that a notice takes of once_a_minute */
};

enum stage {
    WRITTEN, /* in this turn */
    QUEUED,  /* for a thread, or with one */
    OVER     /* its row is to be deleted */
};

struct sv_notice {
    sv_job job;
    sv_core *core;
    sv_notice *next; /* in hand */
    int64_t id, user;
    sv_owner owner;
    enum stage stage;
    char table[SV_CODE_MAX]; /* it has a permit for; "": another server had it */
    bool sent;
    bool deleted;          /* by this turn */
    bool asked;            /* whether this server still has it, */
    bool kept, current;    /* it has; its webhook is the same */
    _Atomic int64_t until; /* when the lease ends, in sv_milliseconds; 0: it must not be sent */
    int64_t post_until;    /* when the post is over at the latest, in sv_milliseconds */
    int64_t renewed;       /* the next value of until, when this turn is committed; 0: none */
    sv_post post;
    char url[SV_URL_MAX], secret[SV_HEX_MAX], body[SV_NOTICE_MAX], header[SV_HEX_MAX + 32];
};

/* -------------------------------------------------------------------------------------- permits */

static const sv_rate once_a_minute = {1, PERMITS};

static bool take_permit(sv_core *core, const char *table, int64_t user)
{
    return sv_limit_take(&core->limits, &once_a_minute, SV_LIMITED_NOTICES, table, user, PERMITS,
                         core->now);
}

/* A turn that is repeated may write the notice again. The other servers are told of permits after
 * the turn, so they never hear of one that was returned in it. */
static void return_permit(sv_core *core, const char *table, int64_t user)
{
    sv_limit_return(&core->limits, &once_a_minute, SV_LIMITED_NOTICES, table, user, PERMITS,
                    core->now);
}

/* --------------------------------------------------------------------------------------- leases */

static int64_t timeout_ms(const sv_core *core)
{
    return (int64_t)core->notices.config->webhook_timeout * 1000;
}

static int64_t lease_ms(const sv_core *core)
{
    const int64_t needed = timeout_ms(core) + SPARE_MS;
    return needed > LEASE_MS ? needed : LEASE_MS;
}

/* A lease that begins with this turn: as it is in the store, and in sv_milliseconds. */
static sv_lease new_lease(const sv_core *core)
{
    return (sv_lease){core->notices.server, core->now + lease_ms(core)};
}

static int64_t new_until(const sv_core *core)
{
    return core->store.node ? core->began + lease_ms(core) : INT64_MAX;
}

/* A thread asks before each attempt: whether no other server has the notice now, and none gets it
 * because the lease runs out during the post. */
static bool may_post(const sv_post *post)
{
    sv_notice *n = post->data;
    return n->post_until <= atomic_load(&n->until) &&
           sv_milliseconds() < atomic_load(&n->core->notices.trusted);
}

/* ------------------------------------------------------------------------------------- in hand */

static void append(sv_notice *n)
{
    sv_notice **at = &n->core->notices.first;
    while (*at)
        at = &(*at)->next;
    *at = n;
    n->core->notices.changed = true;
}

static void forget(sv_notice *n)
{
    sv_notice **at = &n->core->notices.first;
    while (*at && *at != n)
        at = &(*at)->next;
    if (*at)
        *at = n->next;
    free(n);
}

static sv_notice *find(sv_core *core, int64_t id)
{
    sv_notice *n = core->notices.first;
    while (n && n->id != id)
        n = n->next;
    return n;
}

void sv_notices_cancel(sv_core *core, int64_t user)
{
    for (sv_notice *n = core->notices.first; n; n = n->next)
        if (n->user == user)
            atomic_store(&n->until, 0);
}

/* ------------------------------------------------------------------------------------ outcomes */

/* Before a user is told of a loss. A user who was deleted is told nothing. */
static bool has_user(sv_core *core, int64_t user, rec_error *error)
{
    sv_user known;
    bool found;
    if (sv_user_claim(&core->store, user, error))
        return true;
    return sv_error_of(error) == SV_ERROR_BUSY &&
           sv_user_by_id(&core->store, user, &known, NULL, &found, error) &&
           (!found || sv_fail_busy(error));
}

static const char why_paused[] = "The last notices had no answer: it is tried again later.";

static const char *why_lost(const sv_notice *n)
{
    return n->job.dropped ? "Too many notices were waiting."
           : n->post.why  ? n->post.why
                          : "There was no answer.";
}

static void count_loss(const sv_notice *n)
{
    sv_core *core = n->core;
    if (n->job.dropped)
        core->counts.webhooks_dropped++;
    else {
        core->counts.webhooks_failed++;
        sv_backoff_failed(&core->webhooks, n->user, core->now);
    }
    sv_log("warning",
           n->job.dropped ? "too many webhooks wait: one was dropped" : "a webhook did not answer",
           "why", why_lost(n), NULL);
}

/* Deletes the row of a notice that is lost; the user sees how many were lost, and why the last one.
 * If another server has it by now, that one sends it.
 * Changes nothing and fails with "busy" while another server is changing the user. */
static bool give_up(sv_core *core, const sv_notice *n, const char *why, rec_error *error)
{
    bool mine;
    return has_user(core, n->user, error) &&
           sv_notice_give_up(&core->store, n->id, core->notices.server, &mine, error) &&
           (!mine || sv_webhook_lose(&core->store, n->user, n->secret, why, core->now, error));
}

/* Deletes the row of a notice that is over; what cannot be done now is tried again with the next
 * tick. */
static void settle(sv_notice *n)
{
    sv_core *core = n->core;
    rec_error error;
    n->deleted = n->sent ? sv_notice_drop(&core->store, n->id, &error)
                         : give_up(core, n, why_lost(n), &error);
    core->notices.changed = true;
    if (!n->deleted && sv_error_of(&error) != SV_ERROR_BUSY)
        sv_log("error", "a notice could not be deleted", "code", error.code, NULL);
}

static void settle_again(sv_core *core)
{
    for (sv_notice *n = core->notices.first; n; n = n->next)
        if (n->stage == OVER && !n->deleted)
            settle(n);
}

/* A server that stops leaves what it has not sent to others, or to its successor. */
static void notice_done(sv_job *job)
{
    sv_notice *n = (sv_notice *)job;
    sv_core *core = n->core;
    if (!n->sent && (core->stopping || n->post.forbidden)) {
        forget(n);
        return;
    }
    core->counts.webhooks += n->sent;
    if (n->sent)
        sv_backoff_forget(&core->webhooks, n->user);
    else
        count_loss(n);
    n->stage = OVER;
    settle(n);
}

/* -------------------------------------------------------------------------------------- sending */

static void post(sv_job *job)
{
    sv_notice *n = (sv_notice *)job;
    n->post_until = sv_milliseconds() + n->post.timeout_ms;
    n->sent = sv_post_send(&n->post);
}

static void sign(sv_notice *n)
{
    crypto_auth_hmacsha256_state hmac;
    uint8_t hash[crypto_auth_hmacsha256_BYTES];
    char signature[SV_HEX_MAX];
    crypto_auth_hmacsha256_init(&hmac, (const uint8_t *)n->secret, strlen(n->secret));
    crypto_auth_hmacsha256_update(&hmac, (const uint8_t *)n->body, strlen(n->body));
    crypto_auth_hmacsha256_final(&hmac, hash);
    sodium_bin2hex(signature, sizeof signature, hash, sizeof hash);
    snprintf(n->header, sizeof n->header, "X-Elektro-Signature: %s", signature);
}

static sv_notice *make_notice(sv_core *core, const sv_notice_row *row)
{
    sv_notice *n = calloc(1, sizeof *n);
    if (!n)
        return NULL;
    n->core = core;
    n->id = row->id;
    n->user = row->person;
    snprintf(n->secret, sizeof n->secret, "%s", row->secret);
    snprintf(n->body, sizeof n->body, "%s", row->body);
    return n;
}

/* Addresses a notice, which is queued when this turn is committed. */
static void address(sv_notice *n, const sv_webhook *hook)
{
    sv_core *core = n->core;
    n->job = (sv_job){.run = post, .done = notice_done};
    n->owner = (sv_owner){hook->origin ? hook->origin : n->user, n->user};
    n->post = (sv_post){.url = n->url,
                        .body = n->body,
                        .type = "application/json",
                        .header = n->header,
                        .private_too = core->notices.config->private_webhooks,
                        .timeout_ms = (int)timeout_ms(core),
                        .pool = core->pool[SV_NOTICES],
                        .may = may_post,
                        .data = n};
    snprintf(n->url, sizeof n->url, "%s", hook->url);
    sign(n);
    atomic_store(&n->until, new_until(core));
    n->stage = WRITTEN;
    append(n);
}

void sv_notice_send(sv_core *core, const char *table, int64_t user, const sv_webhook *hook,
                    const char *body)
{
    rec_error error;
    if (!take_permit(core, table, user))
        return;
    if (sv_backoff_until(&core->webhooks, user, core->now)) {
        core->counts.webhooks_paused++;
        /* If the user is busy, one is missing in their count. */
        if (!(sv_user_claim(&core->store, user, &error) &&
              sv_webhook_lose(&core->store, user, hook->secret, why_paused, core->now, &error)) &&
            sv_error_of(&error) != SV_ERROR_BUSY)
            sv_log("error", "a lost webhook could not be noted", "code", error.code, NULL);
        return;
    }
    const sv_notice_row row = {
        .id = sv_id_make(), .person = user, .secret = hook->secret, .body = body, .tries = 1};
    sv_notice *n = make_notice(core, &row);
    if (!n || !sv_notice_add(&core->store, &row, new_lease(core), core->now, &error)) {
        sv_log("error", "a notice could not be written", NULL);
        return_permit(core, table, user);
        free(n);
        return;
    }
    snprintf(n->table, sizeof n->table, "%s", table);
    address(n, hook);
}

/* A notice without room is over in a later turn: this one has been committed. */
static void queue(sv_notice *n)
{
    sv_pool *pool = n->core->pool[SV_NOTICES];
    n->stage = QUEUED;
    if (!sv_pool_add(pool, &n->job, n->owner))
        sv_pool_drop(pool, &n->job);
}

/* Its turn was not committed. */
static void unwrite(sv_notice *n)
{
    if (n->table[0])
        return_permit(n->core, n->table, n->user);
    forget(n);
}

static void renew(sv_notice *n, bool committed)
{
    if (committed && n->renewed)
        atomic_store(&n->until, n->renewed);
    n->renewed = 0;
}

void sv_notices_end_turn(sv_core *core, bool committed)
{
    sv_notices *all = &core->notices;
    if (committed && all->seen)
        atomic_store(&all->trusted, all->seen + SV_SILENT_MS - DOUBT_MS);
    all->seen = 0;
    if (!all->changed)
        return;
    all->changed = false;
    for (sv_notice *n = all->first, *next; n; n = next) {
        next = n->next;
        renew(n, committed);
        if (n->stage == WRITTEN && committed)
            queue(n);
        else if (n->stage == WRITTEN)
            unwrite(n);
        else if (n->deleted && committed)
            forget(n);
        else
            n->deleted = false;
    }
}

/* --------------------------------------------------------------------- what other servers left */

/* Whether a lease should be prolonged. A server that others may have given up asks for all. */
static bool is_to_renew(const sv_core *core, const sv_notice *n, bool doubtful)
{
    const int64_t until = atomic_load(&n->until);
    return n->stage == QUEUED && until > 0 &&
           (doubtful || until - core->began < lease_ms(core) - RENEW_MS);
}

/* The notices whose leases are prolonged: their numbers and their users, to be freed. */
typedef struct renewals {
    unsigned count;
    int64_t *number, *user; /* number NULL: there are none */
} renewals;

/* Marks the notices whose leases should be prolonged; returns how many they are. */
static unsigned mark_renewals(sv_core *core)
{
    const bool doubtful = core->began >= atomic_load(&core->notices.trusted);
    unsigned count = 0;
    for (sv_notice *n = core->notices.first; n; n = n->next) {
        n->asked = is_to_renew(core, n, doubtful);
        n->kept = n->current = false;
        count += n->asked;
    }
    return count;
}

static renewals list_renewals(const sv_core *core, unsigned count)
{
    renewals r = {.number = count > 0 ? malloc(2 * count * sizeof *r.number) : NULL};
    if (!r.number)
        return r;
    r.user = r.number + count;
    for (const sv_notice *n = core->notices.first; n; n = n->next)
        if (n->asked) {
            r.number[r.count] = n->id;
            r.user[r.count++] = n->user;
        }
    return r;
}

static void keep(void *data, int64_t id)
{
    sv_core *core = data;
    sv_notice *n = find(core, id);
    if (n)
        n->kept = true;
}

static void check_secret(void *data, int64_t user, const char *secret)
{
    sv_core *core = data;
    for (sv_notice *n = core->notices.first; n; n = n->next)
        if (n->asked && n->user == user && strcmp(n->secret, secret) == 0)
            n->current = true;
}

/* A notice that another server has by now, or that was written for a webhook that has changed, is
 * not sent. */
static void renew_asked(sv_core *core)
{
    for (sv_notice *n = core->notices.first; n; n = n->next) {
        if (n->asked && n->kept && n->current) {
            n->renewed = new_until(core);
            core->notices.changed = true;
        } else if (n->asked) {
            atomic_store(&n->until, 0);
        }
        n->asked = false;
    }
}

/* Prolongs the leases of what is in hand. */
static bool prolong(sv_core *core, rec_error *error)
{
    sv_store *store = &core->store;
    const renewals r = list_renewals(core, store->node ? mark_renewals(core) : 0);
    if (!r.number)
        return true;
    const bool ok = sv_notices_keep(store, r.number, r.count, new_lease(core), keep, core, error) &&
                    sv_webhook_secrets(store, r.user, r.count, check_secret, core, error);
    if (ok)
        renew_asked(core);
    free(r.number);
    return ok;
}

typedef struct taken {
    sv_core *core;
    struct {
        sv_notice *notice;
        int64_t tries;
    } list[TAKEN_MAX];
    unsigned count;
} taken;

/* Without memory its lease runs out again. */
static void take(void *data, const sv_notice_row *row)
{
    taken *t = data;
    sv_notice *known = find(t->core, row->id);
    sv_notice *n = known ? NULL : make_notice(t->core, row);
    if (known && atomic_load(&known->until)) {
        known->renewed = new_until(t->core);
        t->core->notices.changed = true;
    }
    if (n && t->count < TAKEN_MAX) {
        t->list[t->count].notice = n;
        t->list[t->count++].tries = row->tries;
    }
}

/* Ends a notice of another server that is not sent. One that cannot be ended now is taken over
 * again when its lease has run out. */
static bool end_adopted(sv_core *core, const sv_notice *n, bool wanted, int64_t tries,
                        rec_error *error)
{
    if (!wanted)
        return sv_notice_drop(&core->store, n->id, error);
    const bool tried = tries > SV_NOTICE_TRIES;
    if (!give_up(core, n,
                 tried ? "The server stopped again and again while it was sent." : why_paused,
                 error))
        return sv_error_of(error) == SV_ERROR_BUSY;
    core->counts.webhooks_failed += tried;
    core->counts.webhooks_paused += !tried;
    if (tried)
        sv_log("warning", "a notice is given up: several servers ended while they sent it", NULL);
    return true;
}

/* Sends what another server has left, to the webhook as it is now; takes n over. */
static bool adopt(sv_core *core, sv_notice *n, int64_t tries, rec_error *error)
{
    sv_webhook hook;
    if (!sv_webhook_get(&core->store, n->user, &hook, error))
        return free(n), false;
    const bool wanted = hook.url[0] && strcmp(hook.secret, n->secret) == 0;
    if (wanted && tries <= SV_NOTICE_TRIES &&
        !sv_backoff_until(&core->webhooks, n->user, core->now)) {
        address(n, &hook);
        return true;
    }
    const bool ok = end_adopted(core, n, wanted, tries, error);
    free(n);
    return ok;
}

static bool take_over(sv_core *core, rec_error *error)
{
    taken t = {.core = core};
    char count[16];
    bool any;
    if (!sv_notices_due(&core->store, core->now, &any, error))
        return false;
    if (!any)
        return true;
    bool ok = sv_notices_take(&core->store, core->now, new_lease(core), TAKEN_MAX, take, &t, error);
    for (unsigned i = 0; i < t.count; i++) {
        if (ok)
            ok = adopt(core, t.list[i].notice, t.list[i].tries, error);
        else
            free(t.list[i].notice);
    }
    snprintf(count, sizeof count, "%u", t.count);
    if (ok && t.count > 0)
        sv_log("info", "notices that a server left are taken over", "count", count, NULL);
    return ok;
}

void sv_notices_tick(sv_core *core)
{
    rec_error error;
    if (!core->notices.config)
        return;
    if (core->store.node && core->nodes.seen >= core->began)
        core->notices.seen = core->began;
    settle_again(core);
    if (!prolong(core, &error) || !take_over(core, &error))
        sv_log("error", "notices could not be taken over", "code", error.code, NULL);
}

/* ------------------------------------------------------------------------------- start and end */

bool sv_notices_open(sv_core *core, rec_error *error)
{
    sv_notices *all = &core->notices;
    if (core->store.node && all->server)
        return true;
    all->server = core->store.node ? core->store.node : sv_id_make();
    atomic_store(&all->trusted,
                 core->store.node ? core->began + SV_SILENT_MS - DOUBT_MS : INT64_MAX);
    return core->store.node || sv_notices_free(&core->store, all->server, error);
}

void sv_notices_close(sv_core *core)
{
    rec_error error;
    settle_again(core);
    const bool left =
        !core->notices.config || sv_notices_leave(&core->store, core->notices.server, &error);
    if (!sv_store_commit(&core->store, &error) || !left)
        sv_log("warning", "notices could not be left to other servers", "code", error.code, NULL);
    while (core->notices.first)
        forget(core->notices.first);
}
