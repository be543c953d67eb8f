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
            world_break(w, "node %u makes entry %u, and %u had been seen before", a->node, a->seq,
                        a->floor);
        raise_to(&w->floor[t], a->seq);
        break;
    case ASK_POSITION:
        a->seq = number_of(json_object_get(reply, "position"), "seq");
        if (a->seq < a->floor)
            world_break(w, "node %u is at entry %u, and %u had been seen before", a->node, a->seq,
                        a->floor);
        raise_to(&w->floor[t], a->seq);
        break;
    case ASK_CHAT:
        a->seq = number_of(reply, "number");
        if (a->seq <= a->chat_floor)
            world_break(w, "node %u makes chat line %u, and %u had been seen before", a->node,
                        a->seq, a->chat_floor);
        raise_to(&w->chat_floor[t], a->seq);
        break;
    case ASK_CHAT_LIST:
        a->seq = number_of(json_array_get(said, json_array_size(said) - 1), "number");
        if (a->seq < a->chat_floor)
            world_break(w, "node %u knows chat line %u, and %u had been seen before", a->node,
                        a->seq, a->chat_floor);
        raise_to(&w->chat_floor[t], a->seq);
        break;
    case ASK_TABLE:
    case ASK_READY:
        law_of_seats(w, a, reply);
        break;
    case ASK_NOTHING:
    case ASK_JOIN:
    case ASK_LEAVE:
    case ASK_COME_BACK:
    case ASK_LOG_OUT:
        break;
    }
}

static bool is(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

/* Whether a person has asked for something. */
static bool has_asked(const world *w, enum person_name name, enum ask_kind kind)
{
    for (const ask *a = w->ask; a < w->ask + w->asks; a++)
        if (a->q.kind == kind && a->q.person == name)
            return true;
    return false;
}

/* Whether a person, or somebody (PEOPLE), has asked for something at a table. */
static bool has_asked_at(const world *w, unsigned t, unsigned name, enum ask_kind kind)
{
    for (const ask *a = w->ask; a < w->ask + w->asks; a++)
        if (a->q.kind == kind && a->q.table == t && (name == PEOPLE || a->q.person == name))
            return true;
    return false;
}

/* Ben has no seat at a table with a bot; one who leaves gives up the seat. */
static bool sits(const world *w, const ask *a)
{
    const bool seated =
        a->q.person == ANNA || (a->q.person == BEN && w->kind[a->q.table] != TABLE_WITH_BOT);
    return seated && !has_asked_at(w, a->q.table, a->q.person, ASK_LEAVE);
}

static bool is_reason_of_engine(const char *code)
{
    rec_error error;
    snprintf(error.code, sizeof error.code, "%s", code);
    return sv_error_of(&error) == SV_ERRORS;
}

/* A move may be based on an entry that is not the last one, have the name of another move, or be
 * against the rules. A game may end if a player leaves it. */
static bool may_refuse_move(const world *w, const ask *a, const char *code)
{
    if (is("not-running", code))
        return has_asked_at(w, a->q.table, PEOPLE, ASK_LEAVE);
    return is("stale", code) || is("client-used", code) || is_reason_of_engine(code) ||
           (is("not-seated", code) && !sits(w, a));
}

/* Whether the plans give a node a reason to refuse a question. Whatever else it says is wrong with
 * the node. */
static bool may_refuse(const world *w, const ask *a, const char *code)
{
    if (is("not-logged-in", code))
        return has_asked(w, a->q.person, ASK_LOG_OUT);
    switch (a->q.kind) {
    case ASK_MOVE:
        return may_refuse_move(w, a, code);
    case ASK_LEAVE:
    case ASK_COME_BACK:
        return is("not-seated", code) && !sits(w, a);
    case ASK_JOIN:
        return is("table-full", code);
    default:
        return false;
    }
}

static void law_of_refused(world *w, ask *a, const json_t *error)
{
    const char *code = json_string_value(json_object_get(error, "code"));
    const bool failed = is("storage", code);
    a->state = failed ? ASK_FAILED : ASK_REFUSED;
    if (failed ? !w->node[a->node].hurt : !may_refuse(w, a, code))
        world_break(w, "node %u answers with %s", a->node, code);
    if (!is("stale", code))
        return;
    if (number_of(error, "seq") < a->floor)
        world_break(w, "node %u says that the game is at entry %u, and %u had been seen before",
                    a->node, number_of(error, "seq"), a->floor);
    raise_to(&w->floor[a->q.table], number_of(error, "seq"));
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
        raise_to(&p->world->floor[t], seq);
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
    raise_to(&p->world->chat_floor[t], number);
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
        claimed = claimed || (ahead->list[i].version && strcmp(ahead->list[i].code, code) == 0);
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

/* How many rows a query finds, and the number in the first of them. */
static unsigned count_rows(const world *w, const char *sql, const char *const *values, int count,
                           unsigned *number)
{
    PGresult *result = PQexecParams(w->monitor, sql, count, NULL, values, NULL, NULL, 0);
    const unsigned rows = (unsigned)PQntuples(result);
    *number = rows ? (unsigned)strtoul(PQgetvalue(result, 0, 0), NULL, 10) : 0;
    PQclear(result);
    return rows;
}

/* How many journal lines a move with this name has made, and the first of them. */
static unsigned count_lines(const world *w, const ask *a, unsigned *seq)
{
    char seat[8];
    snprintf(seat, sizeof seat, "%d", a->q.person); /* Anna has the first seat, Ben the second */
    return count_rows(w,
                      "SELECT seq FROM journal WHERE game = (SELECT id FROM games WHERE code = $1) "
                      "AND client = $2 AND seat = $3::bigint ORDER BY seq",
                      (const char *const[]){w->code[a->q.table], a->client, seat}, 3, seq);
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

/* Each chat line has words of its own. */
static void law_of_chat(world *w, const ask *a)
{
    unsigned line;
    const unsigned request = (unsigned)(a - w->ask) + 1;
    const unsigned lines =
        count_rows(w,
                   "SELECT number FROM chat WHERE game = (SELECT id FROM games WHERE code = $1) "
                   "AND words = $2 ORDER BY number",
                   (const char *const[]){w->code[a->q.table], a->words}, 2, &line);
    if (lines > 1)
        world_break(w, "the chat line of request %u is stored %u times", request, lines);
    if (a->state == ASK_DONE && (lines != 1 || line != a->seq))
        world_break(w, "request %u was answered with chat line %u, and is stored as %u", request,
                    a->seq, line);
    if (a->state == ASK_REFUSED && lines > 0)
        world_break(w, "request %u was refused, and is chat line %u", request, line);
}

static void law_of_requests(world *w)
{
    for (const ask *a = w->ask; a < w->ask + w->asks; a++) {
        if (a->state == ASK_WAITS && !w->person[a->node][a->q.person].closed)
            world_break(w, "request %u gets no answer", (unsigned)(a - w->ask) + 1);
        if (a->q.kind == ASK_MOVE)
            law_of_journal(w, a);
        if (a->q.kind == ASK_CHAT)
            law_of_chat(w, a);
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

static bool has_free_seat(const sv_table *table)
{
    for (unsigned i = 0; i < table->setting.players; i++)
        if (table->seat[i].kind == SV_SEAT_EMPTY)
            return true;
    return false;
}

/* A person who was told so has a seat; one who was refused has none, and found none free. */
static void law_of_join(world *w, const ask *a, const sv_table *stored)
{
    const int64_t user = w->person[a->node][a->q.person].client.user.id;
    const bool seated = sv_seat_of(stored, user) != EK_NOBODY;
    const unsigned request = (unsigned)(a - w->ask) + 1;
    if (a->state == ASK_DONE && !seated)
        world_break(w, "request %u was answered, and person %u has no seat", request, a->q.person);
    if (a->state == ASK_REFUSED && (seated || has_free_seat(stored)))
        world_break(w, "request %u was refused, and person %u %s", request, a->q.person,
                    seated ? "has a seat" : "could have the free one");
}

static void laws_of_joins(world *w, unsigned t, const sv_table *stored)
{
    for (const ask *a = w->ask; a < w->ask + w->asks; a++)
        if (a->q.kind == ASK_JOIN && a->q.table == t)
            law_of_join(w, a, stored);
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
    laws_of_joins(w, t, stored);
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
