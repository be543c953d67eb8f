/*
 * Messages nobody would send: each line of the input is one, by two people in turn, at a table
 * whose code stands for every '@'. Whatever arrives, there is an answer, and what is in memory is
 * what the store has.
 */
#include <sodium.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../server/harness.h"
#include "log.h"

enum { MESSAGES_MAX = 24, LENGTH_MAX = 600 };

static sv_core core;
static talker people[2];

static void must(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "broken: %s\n", what);
    abort();
}

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    rec_error error;
    (void)argc;
    (void)argv;
    sv_log_quietly();
    must(sodium_init() >= 0 &&
             sv_core_open(&core, sv_db_sqlite(":memory:", NULL, &error), 1, &error),
         "a core that opens");
    sv_limits_set(&core.limits, 60000);
    talker_open(&core, &people[0], 1, "Anna");
    talker_open(&core, &people[1], 2, "Ben");
    return 0;
}

static void begin_game(char code[SV_CODE_MAX])
{
    const json_t *r = ask(&core, &people[0],
                          "{\"do\":\"table_new\",\"players\":2,\"edition\":\"classic\","
                          "\"order\":\"seated\"}");
    const char *text = json_string_value(json_object_get(json_object_get(r, "info"), "table"));
    must(text != NULL, "a table");
    snprintf(code, SV_CODE_MAX, "%s", text);
    ask(&core, &people[1], "{\"do\":\"join\",\"table\":\"%s\"}", code);
    ask(&core, &people[1], "{\"do\":\"ready\",\"table\":\"%s\",\"ready\":true}", code);
    ask(&core, &people[0], "{\"do\":\"start\",\"table\":\"%s\"}", code);
    must(error_code(&people[0])[0] == '\0', "a game that begins");
}

/* Writes a line with the code for every '@'; returns its length. */
static size_t spell(const uint8_t *line, size_t length, const char *code, char *text)
{
    size_t written = 0;
    for (size_t i = 0; i < length && written + SV_CODE_MAX < LENGTH_MAX; i++) {
        if (line[i] == '@')
            written += (size_t)snprintf(text + written, LENGTH_MAX - written, "%s", code);
        else
            text[written++] = (char)line[i];
    }
    return written;
}

static void send(talker *t, const char *text, size_t length)
{
    json_decref(t->reply);
    t->reply = NULL;
    sv_core_begin_turn(&core);
    sv_core_receive(&core, &t->client, text, length);
    sv_core_end_turn(&core);
    must(json_is_object(t->reply), "an answer");
    must(json_is_true(json_object_get(t->reply, "ok")) || error_code(t)[0], "an answer with sense");
}

static void check(const char *code)
{
    rec_error error;
    const sv_table *memory = sv_table_find(&core, code);
    sv_table *stored = sv_table_load(&core.store, code, &error);
    must(memory && stored, "a table in memory and in the store");
    must(memory->version == stored->version && memory->status == stored->status, "one version");
    must(memory->game.lines == stored->game.lines, "as many entries");
    must(memcmp(&memory->game.state, &stored->game.state, sizeof(ek_state)) == 0, "one state");
    must(ek_check(memory->game.rules, &memory->game.state) == EK_LAW_NONE, "a lawful state");
    sv_table_free(stored);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char code[SV_CODE_MAX], text[LENGTH_MAX];
    begin_game(code);
    for (unsigned i = 0; i < MESSAGES_MAX && size > 0; i++) {
        const uint8_t *end = memchr(data, '\n', size);
        const size_t length = end ? (size_t)(end - data) : size;
        send(&people[length > 0 && data[0] == ' '], text, spell(data, length, code, text));
        check(code);
        data += length + (end != NULL);
        size -= length + (end != NULL);
    }
    sv_unwatch_all(&people[0].client);
    sv_unwatch_all(&people[1].client);
    people[0].client.user.id = 1; /* whoever logged out or was deleted comes back */
    people[1].client.user.id = 2;
    sv_forget_tables(&core);
    return 0;
}
