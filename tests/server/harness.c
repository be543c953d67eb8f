#include "harness.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void deliver(sv_client *client, sv_frame *frame, unsigned status)
{
    talker *t = (talker *)client;
    if (status == 0) {
        t->pushes++;
        return;
    }
    json_decref(t->reply);
    t->reply = json_loadb(frame->text, frame->length, 0, NULL);
    t->status = status;
}

static void hang_up(sv_client *client)
{
    ((talker *)client)->closed = true;
}

static void tell(sv_client *client, enum sv_told what, const rec_error *error)
{
    (void)error;
    ((talker *)client)->closed |= what == SV_TOLD_EXPELLED;
}

void talker_open(sv_core *core, talker *t, int64_t user, const char *name)
{
    rec_error error;
    *t = (talker){
        .client = {
            .deliver = deliver, .close = hang_up, .cut = hang_up, .tell = tell, .streaming = true}};
    t->client.user = (sv_user){.id = user};
    snprintf(t->client.user.name, SV_NAME_MAX, "%s", name);
    snprintf(t->client.address, SV_ADDRESS_MAX, "192.0.2.1");
    sv_client_open(core, &t->client);
    /* After a restart the user is there already. */
    const bool added = user && sv_user_add(&core->store, &t->client.user, NULL, NULL, 1, &error);
    (void)added;
    if (!sv_store_commit(&core->store, &error))
        abort();
}

void talker_close(sv_core *core, talker *t)
{
    sv_client_close(core, &t->client);
    json_decref(t->reply);
}

const json_t *ask(sv_core *core, talker *t, const char *format, ...)
{
    char text[2048];
    va_list rest;
    va_start(rest, format);
    const int length = vsnprintf(text, sizeof text, format, rest);
    va_end(rest);
    json_decref(t->reply);
    t->reply = NULL;
    sv_core_begin_turn(core);
    sv_core_receive(core, &t->client, text, (size_t)length);
    sv_core_run_inbox(core);
    sv_core_end_turn(core);
    return t->reply;
}

void await_reply(sv_core *core, talker *t)
{
    while (!t->reply) {
        usleep(1000);
        sv_core_begin_turn(core);
        sv_core_collect(core);
        sv_core_end_turn(core);
    }
}

const char *error_code(const talker *t)
{
    const char *code =
        json_string_value(json_object_get(json_object_get(t->reply, "error"), "code"));
    return code ? code : "";
}

bool begin_game(sv_core *core, talker *host, talker *guest, const char *settings,
                char code[SV_CODE_MAX])
{
    const json_t *r =
        ask(core, host, "{\"do\":\"table_new\",\"players\":2,\"edition\":\"classic\"%s}", settings);
    const char *text = json_string_value(json_object_get(json_object_get(r, "info"), "table"));
    snprintf(code, SV_CODE_MAX, "%s", text ? text : "");
    ask(core, guest, "{\"do\":\"join\",\"table\":\"%s\"}", code);
    ask(core, guest, "{\"do\":\"ready\",\"table\":\"%s\",\"ready\":true}", code);
    ask(core, host, "{\"do\":\"start\",\"table\":\"%s\"}", code);
    return error_code(host)[0] == '\0';
}

const sv_table *table_at(sv_core *core, const char *code)
{
    rec_error error;
    const sv_table *table = sv_table_get(core, code, &error);
    if (!table)
        abort();
    return table;
}

const char *scratch(const char *name)
{
    static char path[4][256];
    static unsigned next;
    char *mine = path[next++ % 4];
    const char *folder = getenv("TMPDIR");
    snprintf(mine, sizeof path[0], "%s/elektro-%d-%s.db", folder ? folder : "/tmp", (int)getpid(),
             name);
    return mine;
}

void remove_database(const char *path)
{
    static const char *const endings[] = {"", "-wal", "-shm", "-journal"};
    char whole[300];
    for (unsigned i = 0; i < 4; i++) {
        snprintf(whole, sizeof whole, "%s%s", path, endings[i]);
        unlink(whole);
    }
}
