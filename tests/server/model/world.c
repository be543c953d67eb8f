#include "world.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "dispatch.h"
#include "inbox.h"
#include "receive.h"

enum { QUESTION_TEXT = 256, FIRST_USER = 1, ROUNDS_MAX = 600, VACUUM_EACH = 64 };

static const char *const names[PEOPLE] = {"Anna", "Ben", "Cleo"};

/* --------------------------------------------------------------------------------------- messages
 */

void world_note(world *w, const char *format, ...)
{
    va_list rest;
    va_start(rest, format);
    const int length = vsnprintf(w->trace + w->traced, TRACE_MAX - w->traced, format, rest);
    va_end(rest);
    if (length > 0 && w->traced + (size_t)length < TRACE_MAX)
        w->traced += (size_t)length;
}

void world_break(world *w, const char *format, ...)
{
    va_list rest;
    if (w->broken)
        return;
    w->broken = true;
    va_start(rest, format);
    vsnprintf(w->law, sizeof w->law, format, rest);
    va_end(rest);
    world_note(w, "! %s\n", w->law);
}

void world_sql(world *w, const char *format, ...)
{
    char sql[1024];
    va_list rest;
    va_start(rest, format);
    vsnprintf(sql, sizeof sql, format, rest);
    va_end(rest);
    PGresult *result = PQexec(w->monitor, sql);
    const ExecStatusType status = PQresultStatus(result);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
        world_break(w, "the test's own statement failed: %s", PQerrorMessage(w->monitor));
    PQclear(result);
}

/* -------------------------------------------------------------------------------------- people */

static void hear(sv_client *client, sv_frame *frame, unsigned status)
{
    person *p = (person *)client;
    world *w = p->world;
    if (w->node[p->node].dead)
        return;
    json_t *told = json_loadb(frame->text, frame->length, 0, NULL);
    if (status == 0) {
        law_of_push(p, told);
    } else {
        const json_int_t number = json_integer_value(json_object_get(told, "re"));
        if (number > 0 && (unsigned)number <= w->asks)
            law_of_answer(w, &w->ask[number - 1], told);
    }
    json_decref(told);
}

static void hang_up(sv_client *client)
{
    person *p = (person *)client;
    if (!p->closed && !p->world->node[p->node].dead)
        world_note(p->world, "  node %u closes %s\n", p->node, names[p->name]);
    p->closed = true;
}

static void tell(sv_client *client, enum sv_told what, const rec_error *error)
{
    (void)error;
    if (what == SV_TOLD_EXPELLED)
        hang_up(client);
}

static void connect_person(world *w, unsigned node, enum person_name name)
{
    person *p = &w->person[node][name];
    *p = (person){.client = {.deliver = hear,
                             .close = hang_up,
                             .cut = hang_up,
                             .tell = tell,
                             .streaming = true},
                  .world = w,
                  .node = node,
                  .name = name,
                  .open = true};
    p->client.user = (sv_user){.id = FIRST_USER + name};
    snprintf(p->client.user.name, SV_NAME_MAX, "%s", names[name]);
    snprintf(p->client.address, SV_ADDRESS_MAX, "192.0.2.%u", name + 1);
    snprintf(p->client.session, SV_HEX_MAX, "session%u", name);
    sv_client_open(w->node[node].core, &p->client);
    p->client.seen = w->node[node].core->now;
}

static void disconnect(world *w, unsigned node)
{
    for (unsigned i = 0; i < PEOPLE; i++) {
        person *p = &w->person[node][i];
        if (p->open)
            sv_client_close(w->node[node].core, &p->client);
        p->open = false;
    }
}

static void bury(world *w, unsigned node)
{
    node_crash(&w->node[node]);
    disconnect(w, node);
    node_bury(&w->node[node]);
}

/* ------------------------------------------------------------------------------------- questions
 */

static void print_question(const world *w, const ask *a, char text[QUESTION_TEXT])
{
    static const char *const form[] = {[ASK_POSITION] = "\"do\":\"position\",\"since\":0",
                                       [ASK_CHAT_LIST] = "\"do\":\"chat_list\"",
                                       [ASK_READY] = "\"do\":\"ready\",\"ready\":true",
                                       [ASK_TABLE] = "\"do\":\"table\"",
                                       [ASK_JOIN] = "\"do\":\"join\"",
                                       [ASK_LEAVE] = "\"do\":\"leave\"",
                                       [ASK_COME_BACK] = "\"do\":\"come_back\"",
                                       [ASK_LOG_OUT] = "\"do\":\"logout_everywhere\""};
    const unsigned id = (unsigned)(a - w->ask) + 1;
    if (a->q.kind == ASK_MOVE)
        snprintf(text, QUESTION_TEXT,
                 "{\"id\":%u,\"do\":\"move\",\"table\":\"%s\",\"seq\":%u,\"client\":\"%s\","
                 "\"move\":\"%s\"}",
                 id, w->code[a->q.table], a->q.seq, a->client, a->move);
    else if (a->q.kind == ASK_CHAT)
        snprintf(text, QUESTION_TEXT,
                 "{\"id\":%u,\"do\":\"chat\",\"table\":\"%s\",\"text\":\"%s\"}", id,
                 w->code[a->q.table], a->words);
    else if (a->q.kind == ASK_LOG_OUT)
        snprintf(text, QUESTION_TEXT, "{\"id\":%u,%s}", id, form[a->q.kind]);
    else
        snprintf(text, QUESTION_TEXT, "{\"id\":%u,%s,\"table\":\"%s\"}", id, form[a->q.kind],
                 w->code[a->q.table]);
}

void world_ask(world *w, unsigned node, const question *q)
{
    char text[QUESTION_TEXT];
    person *p = &w->person[node][q->person];
    if (w->asks == ASKS_MAX || p->closed || !p->open)
        return;
    ask *a = &w->ask[w->asks++];
    *a = (ask){.q = *q,
               .node = node,
               .floor = w->floor[q->table],
               .chat_floor = w->chat_floor[q->table],
               .arrived = w->answers};
    snprintf(a->move, sizeof a->move, "%s", q->move ? q->move : "");
    snprintf(a->client, sizeof a->client, "%s", q->client ? q->client : "");
    snprintf(a->words, sizeof a->words, "line of request %u", w->asks);
    print_question(w, a, text);
    world_note(w, "  %s to node %u: %s\n", names[q->person], node, text);
    sv_core_receive(w->node[node].core, &p->client, text, strlen(text));
}

/* ---------------------------------------------------------------------------------------- steps */

void world_begin_turn(world *w, unsigned node)
{
    world_note(w, "node %u begins a turn%s\n", node, w->node[node].ticks ? " with a tick" : "");
    node_begin_turn(&w->node[node]);
    laws_of_step(w);
}

void world_go_on(world *w, unsigned node)
{
    world_note(w, "node %u goes on\n", node);
    node_go_on(&w->node[node]);
    if (!w->node[node].fiber.paused)
        world_note(w, "node %u has ended its turn\n", node);
    laws_of_step(w);
}

void world_crash(world *w, unsigned node)
{
    world_note(w, "node %u crashes\n", node);
    w->node[node].dead = true;
    for (unsigned i = 0; i < w->asks; i++)
        if (w->ask[i].node == node && w->ask[i].state == ASK_WAITS)
            w->ask[i].state = ASK_LOST;
    const long long id = w->node[node].core->store.node;
    bury(w, node);
    world_sql(w, "UPDATE nodes SET seen = 1 WHERE id = %lld", id); /* it has been silent for long */
}

void world_end_session(world *w, unsigned node)
{
    world_note(w, "the session of node %u ends\n", node);
    node_end_session(&w->node[node]);
}

/* ----------------------------------------------------------------------------------------- tables
 */

static void ask_now(world *w, unsigned node, const question *q)
{
    world_ask(w, node, q);
    node_turn(&w->node[node]);
}

/* A request of the preparation, whose answer is not judged; the reply of the last one. */
static void prepare(world *w, unsigned node, enum person_name name, const char *format, ...)
{
    char text[QUESTION_TEXT];
    va_list rest;
    va_start(rest, format);
    const int length = vsnprintf(text, sizeof text, format, rest);
    va_end(rest);
    sv_core_receive(w->node[node].core, &w->person[node][name].client, text, (size_t)length);
    node_turn(&w->node[node]);
}

static void find_code(world *w, char code[SV_CODE_MAX])
{
    PGresult *result = PQexec(w->monitor, "SELECT code FROM games ORDER BY created DESC, id");
    for (int i = 0; i < PQntuples(result); i++) {
        bool known = false;
        for (unsigned t = 0; t < w->tables; t++)
            known = known || strcmp(w->code[t], PQgetvalue(result, i, 0)) == 0;
        if (!known)
            snprintf(code, SV_CODE_MAX, "%s", PQgetvalue(result, i, 0));
    }
    PQclear(result);
}

void world_add_table(world *w, enum table_kind kind)
{
    char *code = w->code[w->tables];
    code[0] = '\0';
    prepare(w, 0, ANNA,
            "{\"do\":\"table_new\",\"players\":2,\"edition\":\"classic\",\"order\":\"seated\"}");
    find_code(w, code);
    w->kind[w->tables++] = kind;
    if (kind == TABLE_WITH_BOT) {
        prepare(w, 0, ANNA, "{\"do\":\"add_bot\",\"table\":\"%s\",\"level\":\"easy\"}", code);
    } else if (kind != TABLE_FREE) {
        prepare(w, 0, BEN, "{\"do\":\"join\",\"table\":\"%s\"}", code);
    }
    if (kind == TABLE_OF_TWO)
        prepare(w, 0, BEN, "{\"do\":\"ready\",\"table\":\"%s\",\"ready\":true}", code);
    if (kind >= TABLE_OF_TWO)
        prepare(w, 0, ANNA, "{\"do\":\"start\",\"table\":\"%s\"}", code);
}

void world_watch(world *w, unsigned node, enum person_name name, unsigned table)
{
    person *p = &w->person[node][name];
    p->watches[table] = true;
    w->node[node].notified = true;
    prepare(w, node, name, "{\"do\":\"watch\",\"table\":\"%s\"}", w->code[table]);
}

void world_warm(world *w, unsigned node, unsigned table)
{
    ask_now(w, node, &(question){.kind = ASK_TABLE, .person = CLEO, .table = table});
}

/* ------------------------------------------------------------------------------- calming down */

static bool has_more(const machine *n)
{
    return sv_inbox_pause(&n->core->inbox) >= 0 || n->core->inbox.fresh > 0 ||
           sv_core_has_work(n->core);
}

/* Returns whether it has done something that may be news to others. */
static bool calm_node(world *w, unsigned node)
{
    machine *n = &w->node[node];
    if (n->hurt || n->core->store.lost || !n->db->alive(n->db)) {
        if (!node_recover(n)) {
            world_break(w, "node %u does not get a new session", node);
            return false;
        }
        world_note(w, "node %u has a new session\n", node);
        n->hurt = false;
        n->lost = true;
    }
    n->notified = true;
    n->ticks = w->ticks;
    const uint64_t commits = n->core->counts.commits;
    node_turn(n);
    for (unsigned i = 0; i < ROUNDS_MAX && has_more(n); i++) {
        const int64_t pause = sv_inbox_pause(&n->core->inbox);
        if (pause > 0)
            usleep((useconds_t)pause + 100);
        n->ticks = i % 10 == 9;
        node_turn(n);
    }
    if (has_more(n))
        world_break(w, "node %u does not come to an end", node);
    return n->core->counts.commits != commits;
}

/* Until nobody has done anything: a tick always writes. */
void world_calm(world *w)
{
    bool more = true;
    world_note(w, "all calm down\n");
    for (unsigned round = 0; more && round < 3; round++) {
        more = false;
        for (unsigned i = 0; i < w->nodes && !w->broken; i++)
            if (w->node[i].core && calm_node(w, i))
                more = true;
        w->ticks = false;
    }
}

/* ------------------------------------------------------------------------------- open and close
 */

static bool open_audit(world *w)
{
    rec_error error = {.text = ""};
    sv_db *db = sv_db_postgres(w->url, 30, &error);
    if (db && sv_store_visit(&w->audit, db, &error))
        return true;
    printf("# The database could not be opened: %s\n", error.text);
    return false;
}

bool world_open(world *w, const char *url, unsigned nodes)
{
    memset(w, 0, sizeof *w);
    w->url = url;
    w->nodes = nodes;
    w->monitor = PQconnectdb(url);
    if (PQstatus(w->monitor) != CONNECTION_OK)
        return false;
    world_sql(w, "SET client_min_messages = warning; SET synchronous_commit = off;"
                 "DROP SCHEMA public CASCADE; CREATE SCHEMA public");
    for (unsigned i = 0; i < nodes; i++)
        if (!node_open(&w->node[i], url, w->monitor))
            return false;
    for (unsigned i = 0; i < PEOPLE; i++)
        world_sql(w, "INSERT INTO users (id, kind, name, created) VALUES (%u, 0, '%s', 1)",
                  FIRST_USER + i, names[i]);
    return open_audit(w);
}

void world_close(world *w)
{
    for (unsigned i = 0; i < w->nodes; i++)
        node_close(&w->node[i]);
    sv_store_close(&w->audit);
    PQfinish(w->monitor);
}

bool world_begin(world *w)
{
    w->asks = w->answers = w->tables = 0;
    w->broken = false;
    w->traced = 0;
    w->trace[0] = w->law[0] = '\0';
    memset(w->floor, 0, sizeof w->floor);
    memset(w->chat_floor, 0, sizeof w->chat_floor);
    world_sql(w,
              "INSERT INTO sessions (hash, id, person, created, expires) SELECT "
              "'session' || i, i + 1, %u + i, 1, 9000000000000000 FROM generate_series(0, %u) i "
              "ON CONFLICT DO NOTHING",
              FIRST_USER, PEOPLE - 1);
    if (w->schedules++ % VACUUM_EACH == 0)
        world_sql(w, "DELETE FROM news");
    if (w->schedules % VACUUM_EACH == 1)
        world_sql(w, "VACUUM games, journal, chat, players, presence, news, generation, nodes");
    for (unsigned i = 0; i < w->nodes; i++) {
        if (!w->node[i].core && !node_open(&w->node[i], w->url, w->monitor))
            return false;
        w->node[i].hurt = false;
        for (unsigned name = 0; name < PEOPLE; name++)
            connect_person(w, i, (enum person_name)name);
    }
    return true;
}

void world_end(world *w)
{
    for (unsigned i = 0; i < w->nodes; i++) {
        machine *n = &w->node[i];
        if (!n->core)
            continue;
        /* After a broken law a turn may still be open. A node tries to get a session once a second:
         * one that has lost its session once makes room for a new one. */
        if (n->fiber.paused || n->core->store.lost || n->lost) {
            bury(w, i);
            continue;
        }
        disconnect(w, i);
        sv_forget_tables(n->core);
    }
    world_sql(w,
              "DELETE FROM journal; DELETE FROM games; DELETE FROM chat; DELETE FROM players;"
              "DELETE FROM presence; DELETE FROM removals; DELETE FROM errands;"
              "DELETE FROM nodes WHERE id NOT IN (%lld, %lld, %lld)",
              (long long)(w->node[0].core ? w->node[0].core->store.node : 0),
              (long long)(w->node[1].core ? w->node[1].core->store.node : 0),
              (long long)(w->node[2].core ? w->node[2].core->store.node : 0));
}
