/*
 * Hostile messages: each line of the input is one, from two players in turn, at a table
 * whose code replaces every '@'. Every message has an answer, and the table in memory equals the
 * stored one.
 */
#include <stdint.h>
#include <string.h>

#include "game_server.h"

enum { MESSAGES_MAX = 24, LENGTH_MAX = 600 };

static sv_core core;

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    game_server_open(&core);
    return 0;
}

static void tell(talker *t, const char *text, size_t length)
{
    json_decref(t->reply);
    t->reply = NULL;
    sv_core_begin_turn(&core);
    sv_core_receive(&core, &t->client, text, length);
    sv_core_run_inbox(&core);
    sv_core_end_turn(&core);
    must(json_is_object(t->reply), "there is no answer");
    must(json_is_true(json_object_get(t->reply, "ok")) || error_code(t)[0],
         "the answer has neither ok nor an error");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[LENGTH_MAX];
    server_game g;
    game_server_start(&core, &g);
    for (unsigned i = 0; i < MESSAGES_MAX && size > 0; i++) {
        const uint8_t *end = memchr(data, '\n', size);
        const size_t length = end ? (size_t)(end - data) : size;
        tell(game_server_player(length > 0 && data[0] == ' '), text,
             game_server_expand(&g, data, length, text, sizeof text));
        game_server_check(&core, &g);
        data += length + (end != NULL);
        size -= length + (end != NULL);
    }
    game_server_disconnect(&core);
    sv_forget_tables(&core);
    return 0;
}
