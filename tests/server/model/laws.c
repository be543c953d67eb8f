/* The laws: what must be true whatever the nodes do, in whatever order, and whichever of them
 * fails. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "errors.h"
#include "table_cache.h"
#include "world.h"

static unsigned number_of(const json_t *object, const char *key)
{
    return (unsigned)json_integer_value(json_object_get(object, key));
}

static void raise_to(unsigned *floor, unsigned value)
{
    if (value > *floor)
        *floor = value;
}

/* -------------------------------------------------------------------------------------- answers */

static const json_t *seat_in(const json_t *reply, enum person_name name)
{
    const json_t *seats = json_object_get(json_object_get(reply, "info"), "seats");
    return json_array_get(seats, name);
}

/* A person who was ready when the request was sent, or became ready in it. */
static bool was_ready(const world *w, const ask *reader, enum person_name name)
{
    bool ready = false;
    for (const ask *a = w->ask; a < w->ask + w->asks; a++) {
        if (a->q.table != reader->q.table || a->q.person != name || a == reader)
            continue;
        if (a->q.kind == ASK_NOT_READY)
            return false;
        ready = ready ||
                (a->q.kind == ASK_READY && a->state == ASK_DONE && a->answered <= reader->arrived);
    }
    return ready;
}

static void law_of_seats(world *w, const ask *a, const json_t *reply)
{
    for (unsigned name = 0; name < PEOPLE; name++) {
        const json_t *seat = seat_in(reply, (enum person_name)name);
        if (seat && was_ready(w, a, (enum person_name)name) &&
            !json_is_true(json_object_get(seat, "ready")))
            world_break(w, "node %u forgets that person %u is ready, which has been answered",
                        a->node, name);
    }
}

static void law_of_done(world *w, ask *a, const json_t *reply)
{
    const unsigned t = a->q.table;
    const json_t *said = json_object_get(reply, "said");
    a->state = ASK_DONE;
    switch (a->q.kind) {
    case ASK_MOVE:
        a->seq = number_of(reply, "seq");
        a->again = json_is_true(json_object_get(reply, "again"));
        if (!a->again && a->seq <= a->floor)
            world_break(w, "node %u makes entry %u, and %u had been answered before", a->node,
                        a->seq, a->floor);
        raise_to(&w->floor[t], a->seq);
        break;
    case ASK_POSITION:
        a->seq = number_of(json_object_get(reply, "position"), "seq");
        if (a->seq < a->floor)
            world_break(w, "node %u is at entry %u, and %u had been answered before", a->node,
                        a->seq, a->floor);
        raise_to(&w->floor[t], a->seq);
        break;
    case ASK_CHAT:
        a->seq = number_of(reply, "number");
        if (a->seq <= a->chat_floor)
            world_break(w, "node %u makes chat line %u, and %u had been answered before", a->node,
                        a->seq, a->chat_floor);
        raise_to(&w->chat_floor[t], a->seq);
        break;
    case ASK_CHAT_LIST:
        a->seq = number_of(json_array_get(said, json_array_size(said) - 1), "number");
        if (a->seq < a->chat_floor)
            world_break(w, "node %u knows chat line %u, and %u had been answered before", a->node,
                        a->seq, a->chat_floor);
        break;
    case ASK_TABLE:
    case ASK_READY:
    case ASK_NOT_READY:
        law_of_seats(w, a, reply);
        break;
    case ASK_NOTHING:
    case ASK_JOIN:
    case ASK_LEAVE:
    case ASK_COME_BACK:
    case ASK_LOG_OUT:
    case ASK_HELLO:
        break;
    }
}

/* What is wrong with the nodes, and not with the request. */
static bool is_failure(const char *code)
{
    return strcmp(code, "storage") == 0 || strcmp(code, "conflict") == 0 ||
           strcmp(code, "busy") == 0 || strcmp(code, "damaged-journal") == 0 ||
           strcmp(code, "no-such-table") == 0 || strcmp(code, "too-many") == 0 ||
           strcmp(code, "bad-request") == 0;
}

static void law_of_refused(world *w, ask *a, const json_t *error)
{
    const char *code = json_string_value(json_object_get(error, "code"));
    a->state = is_failure(code) ? ASK_FAILED : ASK_REFUSED;
    if (a->state == ASK_FAILED && !(w->node[a->node].hurt && strcmp(code, "storage") == 0))
        world_break(w, "node %u answers with %s", a->node, code);
    if (strcmp(code, "stale") == 0 && number_of(error, "seq") < a->floor)
        world_break(w, "node %u says that the game is at entry %u, and %u had been answered before",
                    a->node, number_of(error, "seq"), a->floor);
}

void law_of_answer(world *w, ask *a, const json_t *reply)
{
    char *text = json_dumps(json_object_get(reply, "error"), JSON_COMPACT | JSON_ENCODE_ANY);
    if (a->state != ASK_WAITS)
        world_break(w, "request %u is answered twice", (unsigned)(a - w->ask) + 1);
    a->answered = ++w->answers;
    if (json_is_true(json_object_get(reply, "ok")))
        law_of_done(w, a, reply);
    else
        law_of_refused(w, a, json_object_get(reply, "error"));
    world_note(w, "  node %u answers request %u: %s, %u%s\n", a->node, (unsigned)(a - w->ask) + 1,
               text ? text : "done", a->seq, a->again ? " again" : "");
    free(text);
}

/* ---------------------------------------------------------------------------------------- pushes
 */

static unsigned table_of(const world *w, const char *code)
{
    unsigned t = 0;
    while (t < w->tables && (!code || strcmp(w->code[t], code) != 0))
        t++;
    return t;
}

static void law_of_news(person *p, unsigned t, const json_t *push)
{
    const json_t *entries = json_object_get(push, "entries"), *entry;
    size_t i;
    json_array_foreach(entries, i, entry)
    {
        const unsigned seq = number_of(entry, "seq");
        if (seq != p->seq[t] + 1 && seq != 0)
            world_break(p->world, "node %u tells person %u of entry %u after entry %u", p->node,
                        p->name, seq, p->seq[t]);
        p->seq[t] = seq;
    }
    if (number_of(json_object_get(push, "position"), "seq") != p->seq[t])
        world_break(p->world, "node %u tells person %u a position other than that of entry %u",
                    p->node, p->name, p->seq[t]);
}

static void law_of_line(person *p, unsigned t, const json_t *push)
{
    const unsigned number = number_of(json_object_get(push, "said"), "number");
    if (number != p->chat[t] + 1)
        world_break(p->world, "node %u tells person %u of chat line %u after line %u", p->node,
                    p->name, number, (unsigned)p->chat[t]);
    p->chat[t] = number;
}

void law_of_push(person *p, const json_t *push)
{
    const char *what = json_string_value(json_object_get(push, "push"));
    const json_t *about = strcmp(what, "news") == 0 ? json_object_get(push, "position") : push;
    const unsigned t = table_of(p->world, json_string_value(json_object_get(about, "table")));
    if (t == p->world->tables || p->closed || !p->watches[t])
        return;
    if (strcmp(what, "news") == 0)
        law_of_news(p, t, push);
    else if (strcmp(what, "chat") == 0)
        law_of_line(p, t, push);
}

/* ---------------------------------------------------------------------------------------- steps */

static bool has_claimed(const machine *n, const char *code)
{
    const sv_core *core = n->core;
    if (!core || !n->fiber.paused || n->hurt || n->commits || !core->store.open ||
        core->store.aborted)
        return false;
    const sv_table *table = sv_table_find(n->core, code);
    const sv_claims *ahead = &core->tables.ahead;
    bool claimed = table && table->claimed == core->turn;
    for (unsigned i = 0; ahead->turn == core->turn && i < ahead->count; i++)
        claimed = claimed || strcmp(ahead->list[i].code, code) == 0;
    return claimed;
}

static void break_silent(world *w, unsigned i)
{
    char sql[160];
    snprintf(sql, sizeof sql,
             "SELECT concat_ws(', ', state, wait_event_type, wait_event, query) "
             "FROM pg_stat_activity WHERE pid = %d",
             w->node[i].process);
    PGresult *result = PQexec(w->monitor, sql);
    world_break(w, "node %u gets no answer from the database: %s", i,
                PQntuples(result) ? PQgetvalue(result, 0, 0) : "its session is gone");
    PQclear(result);
}

void laws_of_step(world *w)
{
    for (unsigned t = 0; t < w->tables; t++) {
        unsigned claims = 0;
        for (unsigned i = 0; i < w->nodes; i++)
            claims += has_claimed(&w->node[i], w->code[t]);
        if (claims > 1)
            world_break(w, "%u nodes have claimed the same table", claims);
    }
    for (unsigned i = 0; i < w->nodes; i++)
        if (node_state(&w->node[i]) == NODE_SILENT)
            break_silent(w, i);
}

/* ---------------------------------------------------------------------------------------- the end
 */

/* How many journal lines a move with this name has made, and the first of them. */
static unsigned count_lines(world *w, const ask *a, unsigned *seq)
{
    char game[24], seat[8];
    rec_error error;
    sv_table *table = sv_table_load(&w->audit, w->code[a->q.table], &error);
    snprintf(game, sizeof game, "%lld", table ? (long long)table->id : 0);
    sv_table_free(table);
    snprintf(seat, sizeof seat, "%d", a->q.person); /* Anna has the first seat, Ben the second */
    const char *const values[] = {game, a->client, seat};
    PGresult *result = PQexecParams(w->monitor,
                                    "SELECT seq FROM journal WHERE game = $1::bigint AND "
                                    "client = $2 AND seat = $3::bigint ORDER BY seq",
                                    3, NULL, values, NULL, NULL, 0);
    const unsigned count = (unsigned)PQntuples(result);
    *seq = count ? (unsigned)strtoul(PQgetvalue(result, 0, 0), NULL, 10) : 0;
    PQclear(result);
    return count;
}

/* A request with the same name as another one may have been made by that. */
static bool is_made_by_another(const world *w, const ask *a)
{
    for (const ask *b = w->ask; b < w->ask + w->asks; b++)
        if (b != a && b->q.kind == ASK_MOVE && b->q.table == a->q.table &&
            b->q.person == a->q.person && strcmp(a->client, b->client) == 0 &&
            b->state != ASK_REFUSED)
            return true;
    return false;
}

static void law_of_journal(world *w, const ask *a)
{
    unsigned seq;
    const unsigned lines = count_lines(w, a, &seq);
    const unsigned number = (unsigned)(a - w->ask) + 1;
    if (lines > 1)
        world_break(w, "the move of request %u is %u times in the journal", number, lines);
    if (a->state == ASK_DONE && (lines != 1 || seq != a->seq))
        world_break(w, "request %u was answered with entry %u, and the journal has it as %u",
                    number, a->seq, seq);
    if (a->state == ASK_REFUSED && lines > 0 && !is_made_by_another(w, a))
        world_break(w, "request %u was refused, and is entry %u of the journal", number, seq);
}

static void law_of_requests(world *w)
{
    for (const ask *a = w->ask; a < w->ask + w->asks; a++) {
        if (a->state == ASK_WAITS && !w->person[a->node][a->q.person].closed)
            world_break(w, "request %u gets no answer", (unsigned)(a - w->ask) + 1);
        if (a->q.kind == ASK_MOVE)
            law_of_journal(w, a);
    }
}

static void law_of_memory(world *w, unsigned node, unsigned t, const sv_table *stored)
{
    const sv_table *table = sv_table_find(w->node[node].core, w->code[t]);
    if (!table || table->stale)
        return;
    json_t *here = sv_table_json(table, EK_NOBODY), *there = sv_table_json(stored, EK_NOBODY);
    if (table->version != stored->version || table->game.lines != stored->game.lines ||
        table->game.sum != stored->game.sum || !json_equal(here, there))
        world_break(w, "node %u has version %lld with %u entries in memory; stored are %lld and %u",
                    node, (long long)table->version, table->game.lines, (long long)stored->version,
                    stored->game.lines);
    json_decref(here);
    json_decref(there);
}

static unsigned count_chat(world *w, const sv_table *stored)
{
    char sql[160];
    snprintf(sql, sizeof sql,
             "SELECT count(*), COALESCE(max(number), 0) FROM chat WHERE game = %lld",
             (long long)stored->id);
    PGresult *result = PQexec(w->monitor, sql);
    const unsigned count = (unsigned)strtoul(PQgetvalue(result, 0, 0), NULL, 10);
    const unsigned last = (unsigned)strtoul(PQgetvalue(result, 0, 1), NULL, 10);
    PQclear(result);
    if (count != last)
        world_break(w, "there are %u chat lines, and the last is number %u", count, last);
    return last;
}

static void law_of_watcher(const person *p, unsigned t, const sv_table *stored, unsigned lines)
{
    if (!p->open || p->closed || !p->watches[t])
        return;
    if (p->seq[t] != stored->game.lines)
        world_break(p->world, "person %u at node %u was told of %u of %u entries", p->name, p->node,
                    p->seq[t], stored->game.lines);
    if (p->chat[t] != lines)
        world_break(p->world, "person %u at node %u was told of %u of %u chat lines", p->name,
                    p->node, (unsigned)p->chat[t], lines);
}

/* Loading a table replays its game and compares it with the row. */
static void laws_of_table(world *w, unsigned t)
{
    rec_error error = {.text = ""};
    sv_table *stored = sv_table_load(&w->audit, w->code[t], &error);
    if (!stored) {
        world_break(w, "table %u cannot be read: %s", t, error.text);
        return;
    }
    const unsigned lines = count_chat(w, stored);
    if (stored->game.lines < w->floor[t] || lines < w->chat_floor[t])
        world_break(w, "what was answered is not stored: %u of %u entries, %u of %u chat lines",
                    stored->game.lines, w->floor[t], lines, w->chat_floor[t]);
    if (stored->has_game && stored->status == SV_RUNNING &&
        sv_seat_is_automatic(stored, sv_table_to_move(stored)))
        world_break(w, "a bot is to move, and no node lets it");
    for (unsigned i = 0; i < w->nodes; i++) {
        if (w->node[i].core)
            law_of_memory(w, i, t, stored);
        for (unsigned p = 0; p < PEOPLE; p++)
            law_of_watcher(&w->person[i][p], t, stored, lines);
    }
    sv_table_free(stored);
}

void laws_of_end(world *w)
{
    law_of_requests(w);
    for (unsigned t = 0; t < w->tables && !w->broken; t++)
        laws_of_table(w, t);
}
