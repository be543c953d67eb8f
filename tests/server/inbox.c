/* Unit tests of the inbox: the order in which requests are carried out, how many may wait, and
 * requests that are tried again.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "harness.h"
#include "measure.h"

/* ------------------------------------------------------------------------------------ a handler */

static uint64_t busy_client; /* whose "hello" cannot be answered now; 0: none */
static unsigned tries;

json_t *__real_sv_on_hello(sv_call *call);
json_t *__wrap_sv_on_hello(sv_call *call);

json_t *__wrap_sv_on_hello(sv_call *call)
{
    tries++;
    call->again = call->client->number == busy_client;
    return call->again ? NULL : __real_sv_on_hello(call);
}

/* -------------------------------------------------------------------------------------- clients */

/* What the clients were told, in this order: "a1 b1 a2 ". Of a refusal, its code follows. */
static char told[16384];

typedef struct guest {
    talker talker;
    char letter;
} guest;

static void note(sv_client *client, sv_frame *frame, unsigned status)
{
    json_t *reply = json_loadb(frame->text, frame->length, 0, NULL);
    const char *code = json_string_value(json_object_get(json_object_get(reply, "error"), "code"));
    (void)status;
    snprintf(told + strlen(told), sizeof told - strlen(told), "%c%d%s ", ((guest *)client)->letter,
             (int)json_integer_value(json_object_get(reply, "re")), code ? code : "");
    json_decref(reply);
}

static void note_end(sv_client *client, enum sv_told what, const rec_error *error)
{
    (void)error;
    snprintf(told + strlen(told), sizeof told - strlen(told), "%c%s ", ((guest *)client)->letter,
             what == SV_TOLD_ALL ? "." : "!");
}

typedef struct evening {
    sv_core core;
    guest anna, ben;
    const char *path;
} evening;

static void arrive(evening *e, guest *g, char letter)
{
    talker_open(&e->core, &g->talker, 0, "");
    g->letter = letter;
    g->talker.client.deliver = note;
    g->talker.client.tell = note_end;
}

static evening *begin(int32_t rate)
{
    static evening e;
    rec_error error;
    memset(&e, 0, sizeof e);
    e.path = scratch("inbox");
    remove_database(e.path);
    sv_db *db = sv_db_sqlite(e.path, NULL, &error);
    assert_non_null(db);
    assert_true(sv_core_open(&e.core, db, 0, &error));
    sv_limits_set(&e.core.limits, rate);
    arrive(&e, &e.anna, 'a');
    arrive(&e, &e.ben, 'b');
    told[0] = '\0';
    tries = 0;
    busy_client = 0;
    return &e;
}

static void end(evening *e)
{
    talker_close(&e->core, &e->anna.talker);
    talker_close(&e->core, &e->ben.talker);
    sv_core_close(&e->core);
    remove_database(e->path);
}

static void say(evening *e, guest *g, int id)
{
    char text[64];
    snprintf(text, sizeof text, "{\"do\":\"hello\",\"id\":%d}", id);
    sv_core_receive(&e->core, &g->talker.client, text, strlen(text));
}

static void take_turn(evening *e)
{
    told[0] = '\0';
    sv_core_begin_turn(&e->core);
    sv_core_run_inbox(&e->core);
    sv_core_end_turn(&e->core);
}

static bool is_due(const evening *e)
{
    return sv_inbox_is_due(&e->core.inbox);
}

/* ---------------------------------------------------------------------------------------- tests */

static void requests_are_carried_out_as_they_arrive(void **state)
{
    evening *e = begin(20000);
    (void)state;
    assert_false(is_due(e));
    say(e, &e->anna, 1);
    say(e, &e->ben, 1);
    sv_core_receive(&e->core, &e->anna.talker.client, "nonsense", 8);
    say(e, &e->anna, 2);
    assert_true(is_due(e));
    assert_int_equal(e->anna.talker.client.waiting, 3);
    assert_string_equal(told, "");
    take_turn(e);
    assert_string_equal(told, "a1 b1 a0bad-json a2 ");
    assert_int_equal(e->anna.talker.client.waiting, 0);
    assert_int_equal(e->anna.talker.client.waiting_bytes, 0);
    assert_false(is_due(e));
    end(e);
}

static void the_end_comes_after_the_answers(void **state)
{
    evening *e = begin(20000);
    (void)state;
    say(e, &e->anna, 1);
    sv_core_end(&e->core, &e->anna.talker.client);
    say(e, &e->ben, 1);
    take_turn(e);
    assert_string_equal(told, "a1 a. b1 ");
    end(e);
}

static void a_client_that_is_gone_is_not_answered(void **state)
{
    evening *e = begin(20000);
    (void)state;
    say(e, &e->anna, 1);
    say(e, &e->ben, 1);
    talker_close(&e->core, &e->anna.talker);
    take_turn(e);
    assert_string_equal(told, "b1 ");
    arrive(e, &e->anna, 'a');
    end(e);
}

static void a_client_has_room_for_some_requests(void **state)
{
    static char large[SV_REQUEST_MAX];
    evening *e = begin(20000);
    (void)state;
    for (int i = 0; i <= SV_INBOX_EACH; i++)
        say(e, &e->anna, i);
    assert_string_equal(told, "a512too-many "); /* at once */
    say(e, &e->ben, 1);
    take_turn(e);
    assert_non_null(strstr(told, "a0 a1 a2 "));
    assert_non_null(strstr(told, "a511 b1 "));
    memset(large, ' ', sizeof large);
    told[0] = '\0';
    for (unsigned i = 0; i < SV_INBOX_BYTES / sizeof large; i++)
        sv_core_receive(&e->core, &e->anna.talker.client, large, sizeof large);
    assert_string_equal(told, "");
    say(e, &e->anna, 1);
    assert_string_equal(told, "a1too-many ");
    take_turn(e);
    end(e);
}

static void a_client_that_fills_the_inbox_again_and_again_is_expelled(void **state)
{
    evening *e = begin(1);
    (void)state;
    for (int i = 0; i < SV_INBOX_EACH; i++)
        say(e, &e->anna, i);
    for (int i = 0; i < 20; i++)
        say(e, &e->anna, i);
    assert_non_null(strstr(told, "a! "));
    assert_true(e->anna.talker.client.dismissed);
    take_turn(e);
    assert_string_equal(told, "");
    end(e);
}

static void a_request_is_tried_again_before_those_behind_it(void **state)
{
    evening *e = begin(20000);
    (void)state;
    busy_client = e->anna.talker.client.number;
    say(e, &e->anna, 1);
    say(e, &e->anna, 2);
    sv_core_end(&e->core, &e->anna.talker.client);
    say(e, &e->ben, 1);
    take_turn(e);
    assert_string_equal(told, "b1 ");
    assert_int_equal(tries, 2);
    assert_int_equal(e->anna.talker.client.waiting, 2);
    assert_in_range(sv_inbox_pause(&e->core.inbox), 0, 2000);
    say(e, &e->anna, 3);
    busy_client = 0;
    take_turn(e); /* perhaps too early */
    usleep(3000);
    if (e->anna.talker.client.waiting > 0) {
        assert_true(is_due(e));
        take_turn(e);
    }
    assert_string_equal(told, "a1 a2 a. a3 ");
    assert_int_equal(e->core.counts.requests, 4);
    assert_int_equal(sv_inbox_pause(&e->core.inbox), -1);
    end(e);
}

/* The limit of the address is 50: each request costs one. */
static void a_request_that_is_tried_again_pays_once(void **state)
{
    evening *e = begin(1);
    (void)state;
    busy_client = e->anna.talker.client.number;
    say(e, &e->anna, 1);
    for (int i = 0; i < 100; i++) {
        take_turn(e);
        usleep(2100);
    }
    assert_in_range(tries, 50, 101);
    busy_client = 0;
    take_turn(e);
    assert_string_equal(told, "a1 ");
    say(e, &e->ben, 1);
    take_turn(e);
    assert_string_equal(told, "b1 ");
    end(e);
}

static void patience_ends(void **state)
{
    evening *e = begin(20000);
    (void)state;
    busy_client = e->anna.talker.client.number;
    say(e, &e->anna, 1);
    say(e, &e->anna, 2);
    take_turn(e);
    e->core.inbox.first->arrived -= SV_INBOX_PATIENCE_MS * INT64_C(1000);
    usleep(3000);
    take_turn(e);
    assert_string_equal(told, "a1busy ");
    busy_client = 0;
    usleep(3000);
    take_turn(e);
    assert_string_equal(told, "a2 ");
    end(e);
}

static void take_number(void *data, int number, const json_t *request)
{
    assert_int_equal(number, SV_REQUEST_HELLO);
    assert_non_null(json_object_get(request, "id"));
    ++*(unsigned *)data;
}

static void what_waits_can_be_looked_at(void **state)
{
    evening *e = begin(20000);
    unsigned count = 0;
    size_t bytes = 0;
    (void)state;
    say(e, &e->anna, 1);
    sv_core_receive(&e->core, &e->anna.talker.client, "{}", 2);
    sv_core_request(&e->core, &e->ben.talker.client, SV_REQUEST_HELLO, json_pack("{s:i}", "id", 1),
                    8);
    sv_inbox_begin(&e->core.inbox);
    sv_inbox_each(&e->core, take_number, &count);
    assert_int_equal(count, 0); /* nothing has been read yet */
    while (sv_inbox_read_next(&e->core.inbox, &bytes)) {
    }
    sv_inbox_each(&e->core, take_number, &count);
    assert_int_equal(count, 1); /* the message has not been parsed */
    for (sv_item *item; (item = sv_inbox_next(&e->core.inbox));)
        sv_inbox_keep(&e->core.inbox, item);
    sv_inbox_finish(&e->core.inbox);
    take_turn(e);
    assert_string_equal(told, "a1 a0no-such-request b1 ");
    end(e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(requests_are_carried_out_as_they_arrive),
        cmocka_unit_test(the_end_comes_after_the_answers),
        cmocka_unit_test(a_client_that_is_gone_is_not_answered),
        cmocka_unit_test(a_client_has_room_for_some_requests),
        cmocka_unit_test(a_client_that_fills_the_inbox_again_and_again_is_expelled),
        cmocka_unit_test(a_request_is_tried_again_before_those_behind_it),
        cmocka_unit_test(a_request_that_is_tried_again_pays_once),
        cmocka_unit_test(patience_ends),
        cmocka_unit_test(what_waits_can_be_looked_at),
    };
    return cmocka_run_group_tests_name("inbox", tests, NULL, NULL);
}
