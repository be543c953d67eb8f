/*
 * Messages nobody would send: each line of the input is one, by two people in turn, at a table
 * whose code stands for every '@'. Whatever arrives, there is an answer, and what is in memory is
 * what the store has.
 */
#include <stdint.h>
#include <string.h>

#include "evening.h"

enum { MESSAGES_MAX = 24, LENGTH_MAX = 600 };

static sv_core core;

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    evening_open(&core);
    return 0;
}

static void tell(talker *t, const char *text, size_t length)
{
    json_decref(t->reply);
    t->reply = NULL;
    sv_core_begin_turn(&core);
    sv_core_receive(&core, &t->client, text, length);
    sv_core_end_turn(&core);
    must(json_is_object(t->reply), "an answer");
    must(json_is_true(json_object_get(t->reply, "ok")) || error_code(t)[0], "an answer with sense");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[LENGTH_MAX];
    evening e;
    evening_begin(&core, &e);
    for (unsigned i = 0; i < MESSAGES_MAX && size > 0; i++) {
        const uint8_t *end = memchr(data, '\n', size);
        const size_t length = end ? (size_t)(end - data) : size;
        tell(evening_guest(length > 0 && data[0] == ' '), text,
             evening_spell(&e, data, length, text, sizeof text));
        evening_check(&core, &e);
        data += length + (end != NULL);
        size -= length + (end != NULL);
    }
    evening_send_home(&core);
    sv_forget_tables(&core);
    return 0;
}
