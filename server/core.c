#include "core.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "log.h"

enum {
    USUAL_FRAME = 32768,
    RATE = 40,
    LINE_MOST = 256,   /* jobs of a kind that wait for a thread */
    GAMES_MOST = 1000, /* tables of somebody, and as many of their past */
    AUTOMATIC_US = 8000,
    IDLE_MS = 120000,
    SWEEP_BUCKETS = 256
};

/* A reply or a push that waits for the end of the turn. */
struct sv_out {
    sv_out *next;
    sv_client *client; /* NULL: gone meanwhile */
    sv_frame *frame;
    unsigned status; /* 0: a push */
    bool wrote;      /* stands or falls with the turn */
    json_t *id;      /* of the request, to answer it differently */
};

/* -------------------------------------------------------------------------------------- frames */

sv_frame *sv_frame_of(const json_t *object)
{
    /* Most frames fit: they are written once, not measured first. */
    static char usual[USUAL_FRAME];
    const size_t length = json_dumpb(object, usual, sizeof usual, JSON_COMPACT);
    sv_frame *frame = malloc(sizeof *frame + SV_FRAME_PRE + length + 1);
    if (!frame)
        return NULL;
    frame->holders = 1;
    frame->length = length;
    frame->text = frame->room + SV_FRAME_PRE;
    if (length <= sizeof usual)
        memcpy(frame->text, usual, length);
    else
        json_dumpb(object, frame->text, length, JSON_COMPACT);
    frame->text[length] = '\0';
    return frame;
}

sv_frame *sv_frame_hold(sv_frame *frame)
{
    frame->holders++;
    return frame;
}

void sv_frame_drop(sv_frame *frame)
{
    if (frame && --frame->holders == 0)
        free(frame);
}

/* ----------------------------------------------------------------------------- the turn's output
 */

static void put_out(sv_core *core, sv_client *client, sv_frame *frame, unsigned status,
                    const json_t *id)
{
    sv_out *out = frame ? calloc(1, sizeof *out) : NULL;
    if (!out) {
        sv_frame_drop(frame);
        return;
    }
    out->client = client;
    out->frame = frame;
    out->status = status;
    out->wrote = sv_store_dirty(&core->store);
    out->id = id ? json_incref((json_t *)id) : NULL;
    *core->out_end = out;
    core->out_end = &out->next;
}

void sv_push_frame(sv_core *core, sv_client *client, sv_frame *frame)
{
    put_out(core, client, frame, 0, NULL);
    core->counts.pushes++;
}

void sv_push(sv_core *core, sv_client *client, json_t *push)
{
    sv_push_frame(core, client, sv_frame_of(push));
    json_decref(push);
}

static sv_frame *error_frame(const json_t *id, const rec_error *error, const json_t *details)
{
    json_t *problem = json_pack("{s:s, s:s}", "code", error->code, "text", error->text);
    json_t *whole = json_pack("{s:b, s:o}", "ok", 0, "error", problem);
    if (details)
        json_object_update(problem, (json_t *)details);
    if (id)
        json_object_set(whole, "re", (json_t *)id);
    sv_frame *frame = sv_frame_of(whole);
    json_decref(whole);
    return frame;
}

void sv_answer(sv_core *core, sv_client *client, const json_t *id, json_t *reply,
               const rec_error *error, const json_t *details)
{
    if (!reply) {
        core->counts.refused++;
        put_out(core, client, error_frame(id, error, details), sv_error_status(error->code), id);
        return;
    }
    json_object_set_new(reply, "ok", json_true());
    if (id)
        json_object_set(reply, "re", (json_t *)id);
    put_out(core, client, sv_frame_of(reply), 200, id);
    json_decref(reply);
}

static void deliver(sv_out *out, const rec_error *failure)
{
    if (out->client && failure && out->wrote && out->status) {
        sv_frame *frame = error_frame(out->id, failure, NULL);
        out->client->cookie[0] = '\0';
        if (frame)
            out->client->deliver(out->client, frame, sv_error_status(failure->code));
        else
            out->client->close(out->client); /* no memory even to say so */
        sv_frame_drop(frame);
    } else if (out->client && !(failure && out->wrote)) {
        out->client->deliver(out->client, out->frame, out->status);
    }
    sv_frame_drop(out->frame);
    json_decref(out->id);
    free(out);
}

void sv_notice_later(sv_core *core, sv_job *job)
{
    job->next = NULL;
    *core->notices_end = job;
    core->notices_end = &job->next;
}

/* Nobody is told of a move that was not saved. */
static void let_notices_go(sv_core *core, bool committed)
{
    sv_job *job = core->notices;
    core->notices = NULL;
    core->notices_end = &core->notices;
    while (job) {
        sv_job *next = job->next;
        if (!committed || !sv_pool_add(core->pool[SV_NOTICES], job))
            free(job);
        job = next;
    }
}

static void let_go(sv_core *core, const rec_error *failure)
{
    let_notices_go(core, failure == NULL && !core->stopping);
    sv_out *out = core->out;
    core->out = NULL;
    core->out_end = &core->out;
    while (out) {
        sv_out *next = out->next;
        deliver(out, failure);
        out = next;
    }
}

/* -------------------------------------------------------------------------------------- tables */

static unsigned bucket_of(const char *code)
{
    uint32_t hash = 2166136261u;
    for (; *code; code++)
        hash = (hash ^ (uint8_t)*code) * 16777619u;
    return hash % SV_BUCKETS;
}

sv_table *sv_table_find(sv_core *core, const char *code)
{
    sv_table *table = core->bucket[bucket_of(code)];
    while (table && strcmp(table->code, code) != 0)
        table = table->next_in_bucket;
    return table;
}

void sv_table_put(sv_core *core, sv_table *table)
{
    sv_table **head = &core->bucket[bucket_of(table->code)];
    table->next_in_bucket = *head;
    *head = table;
    core->tables++;
}

sv_table *sv_table_get(sv_core *core, const char *code, rec_error *error)
{
    sv_table *table = sv_table_find(core, code);
    if (table)
        return table;
    table = sv_table_load(&core->store, code, error);
    if (!table)
        return NULL;
    core->counts.tables_loaded++;
    sv_table_put(core, table);
    sv_table_enqueue(core, table);
    return table;
}

void sv_table_touch(sv_core *core, sv_table *table)
{
    table->turn = core->turn;
}

void sv_table_enqueue(sv_core *core, sv_table *table)
{
    if (table->queued || table->thinking || !sv_goes_on(table))
        return;
    if (core->queued == core->queue_room) {
        const unsigned room = core->queue_room * 2 + 64;
        sv_table **grown = realloc(core->queue, room * sizeof *grown);
        if (!grown)
            return;
        core->queue = grown;
        core->queue_room = room;
    }
    core->queue[core->queued++] = table;
    table->queued = true;
}

static void unqueue(sv_core *core, const sv_table *table)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < core->queued; i++)
        if (core->queue[i] != table)
            core->queue[kept++] = core->queue[i];
    core->queued = kept;
}

static void forget(sv_core *core, sv_table *table)
{
    sv_table **at = &core->bucket[bucket_of(table->code)];
    while (*at != table)
        at = &(*at)->next_in_bucket;
    *at = table->next_in_bucket;
    core->tables--;
    if (table->queued)
        unqueue(core, table);
    while (table->watchers) {
        sv_client *client = table->watchers->client;
        sv_unwatch(client, table);
        client->close(client);
    }
    sv_table_free(table);
}

void sv_table_forget(sv_core *core, const char *code)
{
    sv_table *table = sv_table_find(core, code);
    if (table)
        forget(core, table);
}

void sv_forget_tables(sv_core *core)
{
    for (unsigned i = 0; i < SV_BUCKETS; i++)
        while (core->bucket[i])
            forget(core, core->bucket[i]);
}

static void take_code(void *data, const sv_game_row *row)
{
    sv_codes *list = data;
    if (list->count == list->room) {
        const unsigned room = list->room * 2 + 16;
        void *grown = list->cut ? NULL : realloc(list->code, room * sizeof *list->code);
        if (!grown) {
            list->cut = true;
            return;
        }
        list->code = grown;
        list->room = room;
    }
    snprintf(list->code[list->count++], SV_CODE_MAX, "%s", row->code);
}

bool sv_codes_of(sv_core *core, int64_t user, bool ended, sv_codes *list, rec_error *error)
{
    return sv_games_of(&core->store, user, false, INT64_MAX, GAMES_MOST, take_code, list, error) &&
           (!ended ||
            sv_games_of(&core->store, user, true, INT64_MAX, GAMES_MOST, take_code, list, error)) &&
           (!list->cut || rec_fail(error, "no-memory", "There is not enough memory."));
}

/* Reads a table again in its place; those who watch it stay. */
static void reload(sv_core *core, sv_table *table)
{
    rec_error error;
    sv_table *fresh = sv_table_load(&core->store, table->code, &error);
    if (!fresh) {
        forget(core, table);
        return;
    }
    sv_table old = *table;
    *table = *fresh;
    table->next_in_bucket = old.next_in_bucket;
    table->watchers = old.watchers;
    table->queued = old.queued;
    table->thinking = old.thinking;
    *fresh = old;
    sv_table_free(fresh);
    if (table->has_game)
        sv_announce_news(core, table, json_array());
    sv_announce_table(core, table);
    sv_table_enqueue(core, table);
}

static void reload_changed(sv_core *core, uint64_t turn)
{
    for (unsigned i = 0; i < SV_BUCKETS; i++)
        for (sv_table *table = core->bucket[i], *next; table; table = next) {
            next = table->next_in_bucket;
            if (table->turn == turn)
                reload(core, table);
        }
}

/* ------------------------------------------------------------------------------------- clients */

void sv_client_open(sv_core *core, sv_client *client)
{
    client->number = ++core->client_numbers;
    client->previous = NULL;
    client->next = core->clients;
    if (core->clients)
        core->clients->previous = client;
    core->clients = client;
}

void sv_client_close(sv_core *core, sv_client *client)
{
    sv_unwatch_all(client);
    for (sv_out *out = core->out; out; out = out->next)
        if (out->client == client)
            out->client = NULL;
    if (client->previous)
        client->previous->next = client->next;
    else
        core->clients = client->next;
    if (client->next)
        client->next->previous = client->previous;
}

sv_client *sv_client_numbered(sv_core *core, uint64_t number)
{
    sv_client *client = core->clients;
    while (client && client->number != number)
        client = client->next;
    return client;
}

json_t *sv_user_json(const sv_user *user)
{
    static const char *const kinds[] = {"guest", "account", "bot"};
    return json_pack("{s:I, s:s, s:s}", "id", (json_int_t)user->id, "name", user->name, "kind",
                     kinds[user->kind]);
}

void sv_client_becomes(const sv_core *core, sv_client *client, const sv_user *user,
                       const char *session)
{
    if (client->turn != core->turn)
        memcpy(client->session_before, client->session, sizeof client->session);
    client->turn = core->turn;
    client->user = *user;
    if (session)
        snprintf(client->session, sizeof client->session, "%s", session);
}

/* Whoever has become somebody else in a turn that was not kept is who they were, by the session
 * they came with. */
static void reread_clients(sv_core *core, uint64_t turn)
{
    rec_error error;
    bool found;
    for (sv_client *c = core->clients, *next; c; c = next) {
        next = c->next;
        if (c->turn != turn)
            continue;
        memcpy(c->session, c->session_before, sizeof c->session);
        if (!sv_user_numbered(&core->store, c->user.id, &c->user, &found, &error) || !found)
            c->close(c);
    }
}

/* ------------------------------------------------------------------------------------ requests */

static bool too_many(rec_error *error)
{
    return rec_fail(error, "too-many", "Too many requests: wait a moment.");
}

static bool take_of_address(sv_core *core, const sv_client *client, int32_t permits)
{
    sv_limits *l = &core->limits;
    return sv_limit_take(l, &l->address, SV_LIMITED_ADDRESS, client->address, 0, permits,
                         core->now);
}

bool sv_core_admit(sv_core *core, const sv_client *client, rec_error *error)
{
    return take_of_address(core, client, 1) || too_many(error);
}

/* The smallest share is counted first: whoever floods uses up little of what others share with
 * them. The address has paid 1 when it was admitted. */
static bool within_limits(sv_core *core, const sv_client *client, int32_t cost, rec_error *error)
{
    sv_limits *l = &core->limits;
    const int64_t user = client->user.id;
    const bool ok =
        (user == 0 || sv_limit_take(l, &l->user, SV_LIMITED_USER, "", user, cost, core->now)) &&
        (cost == 1 || take_of_address(core, client, cost - 1)) &&
        sv_limit_take(l, &l->all, SV_LIMITED_ALL, "", 0, cost, core->now);
    return ok || too_many(error);
}

/* Who is blocked may know that, and go. */
static bool is_for_blocked(int number)
{
    return number == SV_REQUEST_HELLO || number == SV_REQUEST_LOGOUT;
}

static bool may_ask(const sv_client *client, int number, rec_error *error)
{
    const enum sv_who who = sv_requests[number].who;
    if (who != SV_WHO_ANYBODY && client->user.id == 0)
        return rec_fail(error, "not-logged-in", "Say who you are first: guest, register or login.");
    if (client->user.blocked && !is_for_blocked(number))
        return rec_fail(error, "blocked", "This account is blocked.");
    if (who == SV_WHO_ACCOUNT && client->user.kind == SV_GUEST)
        return rec_fail(error, "not-an-account", "This needs an account.");
    return true;
}

static bool good_id(const json_t *id, rec_error *error)
{
    return !id || json_is_integer(id) || (json_is_string(id) && json_string_length(id) <= 64) ||
           rec_fail(error, "bad-request", "\"id\": expected a whole number or a short text.");
}

/* Takes the request over. */
void sv_core_request(sv_core *core, sv_client *client, int number, json_t *request)
{
    sv_call call = {.core = core, .client = client, .request = request};
    const sv_request_row *row = &sv_requests[number];
    const json_t *id = json_object_get(request, "id");
    json_t *reply = NULL;
    core->counts.requests++;
    if (!good_id(id, &call.error))
        id = NULL;
    else if (within_limits(core, client, row->cost, &call.error) &&
             sv_check_request(row->fields, request, &call.error) &&
             may_ask(client, number, &call.error))
        reply = sv_handlers[number](&call);
    if (!call.deferred)
        sv_answer(core, client, id, reply, &call.error, call.details);
    json_decref(call.details);
    json_decref(request);
}

static void not_understood(const json_t *request, const char *name, rec_error *error)
{
    if (!json_is_object(request))
        rec_fail(error, "bad-json", "Expected a JSON object.");
    else
        rec_fail(error, "no-such-request", "There is no request \"%.40s\".", name ? name : "");
}

static void refuse(sv_core *core, sv_client *client, const json_t *id, const rec_error *error)
{
    rec_error ignored;
    sv_answer(core, client, good_id(id, &ignored) ? id : NULL, NULL, error, NULL);
}

void sv_core_receive(sv_core *core, sv_client *client, const char *text, size_t length)
{
    json_error_t bad;
    rec_error error;
    json_t *request = json_loadb(text, length, JSON_REJECT_DUPLICATES, &bad);
    const char *name = json_string_value(json_object_get(request, "do"));
    const int number = name ? sv_request_named(name) : -1;
    const bool admitted = sv_core_admit(core, client, &error);
    if (admitted && number >= 0) {
        sv_core_request(core, client, number, request);
        return;
    }
    if (admitted && within_limits(core, client, 1, &error))
        not_understood(request, name, &error);
    refuse(core, client, json_object_get(request, "id"), &error);
    json_decref(request);
}

/* --------------------------------------------------------------------------------------- turns */

static int64_t microseconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

void sv_core_begin_turn(sv_core *core)
{
    core->now = core->clock();
    core->turn++;
}

void sv_core_collect(sv_core *core)
{
    for (unsigned i = 0; i < SV_POOLS; i++)
        sv_pool_collect(core->pool[i]);
}

void sv_core_on_wake(sv_core *core, void (*wake)(void *data), void *data)
{
    for (unsigned i = 0; i < SV_POOLS; i++)
        sv_pool_on_wake(core->pool[i], wake, data);
}

/* Lets every queued table take one step, as long as there is time. */
static void run_queue(sv_core *core)
{
    const int64_t until = microseconds() + AUTOMATIC_US;
    unsigned count = core->queued;
    while (count-- && core->queued && !core->store.spoilt && microseconds() < until) {
        sv_table *table = core->queue[0];
        memmove(core->queue, core->queue + 1, --core->queued * sizeof *core->queue);
        table->queued = false;
        sv_run_automatic(core, table);
        sv_table_enqueue(core, table);
    }
}

static bool commit(sv_core *core, rec_error *error)
{
    const int64_t from = microseconds();
    const bool ok = sv_store_commit(&core->store, error);
    core->counts.commits++;
    core->counts.commit_us += (uint64_t)(microseconds() - from);
    if (ok)
        return true;
    core->counts.failed_commits++;
    sv_log("error", "commit failed", "code", error->code, "text", error->text, NULL);
    return false;
}

bool sv_core_end_turn(sv_core *core)
{
    rec_error error;
    run_queue(core);
    if (!sv_store_dirty(&core->store) || commit(core, &error)) {
        let_go(core, NULL);
        return core->queued > 0;
    }
    const uint64_t turn = core->turn++;
    let_go(core, &error);
    reread_clients(core, turn);
    reload_changed(core, turn);
    let_go(core, NULL);
    /* Whatever goes on by itself tries again with the next tick, not at once. */
    return false;
}

/* ---------------------------------------------------------------------------------------- ticks */

/* Forgets tables that nobody looks at; a part of them at a time. */
static void sweep(sv_core *core)
{
    static unsigned from;
    for (unsigned i = 0; i < SWEEP_BUCKETS; i++, from = (from + 1) % SV_BUCKETS)
        for (sv_table *table = core->bucket[from], *next; table; table = next) {
            next = table->next_in_bucket;
            if (!table->watchers && !table->queued && !table->thinking &&
                table->touched < core->now - IDLE_MS)
                forget(core, table);
        }
}

/* A table that something is to happen at by itself. One that cannot be read would be found again
 * every second, before others. */
static sv_table *get_due(sv_core *core, const char *code)
{
    rec_error error;
    sv_table *table = sv_table_get(core, code, &error);
    if (table || strcmp(error.code, "damaged-journal") != 0)
        return table;
    sv_log("error", "a game cannot be read", "code", error.code, "text", error.text, NULL);
    sv_game_shelve(&core->store, code, &error);
    return NULL;
}

static void run_clocks(sv_core *core)
{
    sv_codes list = {.count = 0};
    rec_error error;
    const bool ok =
        sv_games_due(&core->store, core->now, EK_RULES_VERSION, take_code, &list, &error);
    for (unsigned i = 0; ok && i < list.count; i++) {
        sv_table *table = get_due(core, list.code[i]);
        if (table)
            sv_time_is_up(core, table);
    }
    free(list.code);
}

/* Games where a bot is to move go on after a restart, those first that wait longest; the rest is
 * read when somebody comes. */
static bool wake_tables(sv_core *core, rec_error *error)
{
    sv_codes list = {.count = 0};
    const bool ok = sv_games_automatic(&core->store, EK_RULES_VERSION, take_code, &list, error);
    for (unsigned i = 0; ok && i < list.count; i++) {
        sv_table *table = get_due(core, list.code[i]);
        if (!table)
            continue;
        table->waits = false;
        sv_table_enqueue(core, table);
    }
    free(list.code);
    return ok;
}

void sv_core_tick(sv_core *core)
{
    rec_error error;
    run_clocks(core);
    wake_tables(core, &error);
    sv_run_errands(core);
    sv_tidy(core);
    sweep(core);
}

/* ---------------------------------------------------------------------------- open and close */

static int64_t system_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

bool sv_core_open(sv_core *core, sv_db *db, unsigned threads, rec_error *error)
{
    core->out_end = &core->out;
    core->notices_end = &core->notices;
    core->clock = system_clock;
    core->now = system_clock();
    sv_limits_set(&core->limits, RATE);
    if (!sv_store_open(&core->store, db, error))
        return false;
    for (unsigned i = 0; i < SV_POOLS; i++)
        if (!(core->pool[i] =
                  sv_pool_open(i == SV_NOTICES && threads > 1 ? 1 : threads, LINE_MOST)))
            return rec_fail(error, "no-memory", "No thread could be started.");
    return wake_tables(core, error) && sv_store_commit(&core->store, error);
}

void sv_core_close(sv_core *core)
{
    core->stopping = true;
    for (unsigned i = 0; i < SV_POOLS; i++)
        sv_pool_close(core->pool[i]);
    let_go(core, NULL);
    sv_forget_tables(core);
    free(core->queue);
    sv_store_close(&core->store);
}
