/* Losses that the server notes: notices without room, requests whose client has hung up, memory
 * that is missing. */
#include <netinet/in.h>
#include <setjmp.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "config.h"
#include "harness.h"
#include "webhook.h"
#include "wire_numbers.h"

static sv_core *open_core(unsigned threads)
{
    rec_error error;
    sv_core *core = calloc(1, sizeof *core);
    assert_non_null(core);
    assert_true(sv_core_open(core, sv_db_sqlite(":memory:", NULL, &error), threads, &error));
    sv_limits_set(&core->limits, 10000);
    return core;
}

static void close_core(sv_core *core)
{
    sv_core_close(core);
    free(core);
}

static void collect(sv_core *core)
{
    sv_core_begin_turn(core);
    sv_core_collect(core);
    sv_core_end_turn(core);
}

/* ------------------------------------------------------------------------------------- notices */

static int64_t time_now = 1000000;

static int64_t wound_clock(void)
{
    return time_now;
}

static void wake(void *data)
{
    ++*(unsigned *)data;
}

/* A notice every minute, as many as a table may send. */
static void notify(sv_core *core, const char *code)
{
    rec_error error;
    time_now += 60000;
    sv_core_begin_turn(core);
    const sv_table *table = sv_table_get(core, code, &error);
    assert_non_null(table);
    core->notice(core, table, 0, "your-turn");
    assert_true(sv_store_try_write(&core->store, &error)); /* so that there is a commit */
    sv_core_end_turn(core);
}

/* The loss is written in the next turn: between two turns no transaction may be open. */
static void a_notice_without_room_is_noted_in_a_turn(void **state)
{
    enum { ROOM = 32 };
    static const sv_config config = {.private_webhooks = true, .webhook_timeout = 1};
    sv_webhook hook = {.url = "http://127.0.0.1:9/", .secret = "secret"};
    talker anna, ben;
    char code[SV_CODE_MAX];
    unsigned woken = 0;
    rec_error error;
    (void)state;
    sv_core *core = open_core(0); /* without threads: every notice waits */
    core->clock = wound_clock;
    talker_open(core, &anna, 1, "Anna");
    talker_open(core, &ben, 2, "Ben");
    assert_true(begin_game(core, &anna, &ben, "", code));
    sv_webhook_open(core, &config);
    sv_core_on_wake(core, wake, &woken);
    assert_true(sv_webhook_set(&core->store, 1, &hook, &error));
    assert_true(sv_store_commit(&core->store, &error));
    for (unsigned i = 0; i < ROOM; i++)
        notify(core, code);
    assert_int_equal(sv_pool_measure(core->pool[SV_NOTICES]).waiting, ROOM);
    assert_int_equal(woken, 0);
    notify(core, code);
    assert_false(sv_store_dirty(&core->store));
    assert_int_equal(woken, 1);
    collect(core);
    assert_int_equal(core->counts.webhooks_dropped, 1);
    assert_true(sv_webhook_get(&core->store, 1, &hook, &error));
    assert_int_equal(hook.lost, 1);
    assert_false(anna.closed);
    talker_close(core, &anna);
    talker_close(core, &ben);
    close_core(core);
    sv_webhook_close();
}

static void await_jobs(sv_core *core, enum sv_work kind)
{
    sv_pool_load load;
    do {
        usleep(1000);
        load = sv_pool_measure(core->pool[kind]);
    } while (load.waiting + load.running > 0);
    collect(core);
}

/* A socket at a port of its own, which refuses connections until it listens. */
static int bound_socket(char url[SV_URL_MAX])
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t length = sizeof address;
    const int bound = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_true(bound >= 0);
    assert_int_equal(bind(bound, (struct sockaddr *)&address, length), 0);
    assert_int_equal(getsockname(bound, (struct sockaddr *)&address, &length), 0);
    snprintf(url, SV_URL_MAX, "http://127.0.0.1:%u/", ntohs(address.sin_port));
    return bound;
}

static void answer_one(int listener)
{
    static const char answer[] = "HTTP/1.1 204 No Content\r\n\r\n";
    char request[4096];
    const int peer = accept(listener, NULL, NULL);
    assert_true(peer >= 0);
    assert_true(read(peer, request, sizeof request) > 0);
    assert_int_equal(write(peer, answer, sizeof answer - 1), sizeof answer - 1);
    close(peer);
}

/* Notices in a row to a receiver that refuses them: how many were lost, and how many of those were
 * sent. */
static void lose(sv_core *core, const char *code, unsigned notices, unsigned sent)
{
    const uint64_t failed = core->counts.webhooks_failed, paused = core->counts.webhooks_paused;
    for (unsigned i = 0; i < notices; i++) {
        notify(core, code);
        await_jobs(core, SV_NOTICES);
    }
    assert_int_equal(core->counts.webhooks_failed, failed + sent);
    assert_int_equal(core->counts.webhooks_paused, paused + notices - sent);
}

/* The third failure in a row pauses for a minute, until the next notice of this test comes; the
 * fourth for two minutes. */
static void a_receiver_that_fails_is_left_alone(void **state)
{
    static const sv_config config = {.private_webhooks = true, .webhook_timeout = 60};
    sv_webhook hook = {.secret = "secret"};
    talker anna, ben;
    char code[SV_CODE_MAX];
    rec_error error;
    (void)state;
    sv_core *core = open_core(1);
    const int receiver = bound_socket(hook.url);
    core->clock = wound_clock;
    talker_open(core, &anna, 1, "Anna");
    talker_open(core, &ben, 2, "Ben");
    assert_true(begin_game(core, &anna, &ben, "", code));
    sv_webhook_open(core, &config);
    assert_true(sv_webhook_set(&core->store, 1, &hook, &error));
    assert_true(sv_store_commit(&core->store, &error));
    lose(core, code, 2, 2);
    assert_int_equal(sv_backoff_until(&core->webhooks, 1, time_now), 0);
    lose(core, code, 1, 1);
    assert_int_equal(sv_backoff_until(&core->webhooks, 1, time_now), time_now + 60000);
    lose(core, code, 2, 1);
    assert_true(sv_webhook_get(&core->store, 1, &hook, &error));
    assert_int_equal(hook.lost, 5);
    assert_non_null(strstr(hook.problem, "tried again later"));

    assert_int_equal(listen(receiver, 1), 0);
    notify(core, code);
    answer_one(receiver);
    await_jobs(core, SV_NOTICES);
    assert_int_equal(core->counts.webhooks, 1);
    close(receiver);
    lose(core, code, 2, 2); /* the failures before count no more */
    assert_int_equal(sv_backoff_until(&core->webhooks, 1, time_now), 0);
    talker_close(core, &anna);
    talker_close(core, &ben);
    close_core(core);
    sv_webhook_close();
}

static void pauses_double_up_to_an_hour(void **state)
{
    enum { USERS = 10000 };
    static const int64_t minutes[] = {0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60};
    static sv_backoff b;
    int64_t now = 1000000;
    (void)state;
    for (unsigned i = 0; i < sizeof minutes / sizeof *minutes; i++) {
        sv_backoff_failed(&b, 7, now);
        const int64_t until = minutes[i] ? now + minutes[i] * 60000 : 0;
        assert_int_equal(sv_backoff_until(&b, 7, now), until);
        if (until) {
            sv_backoff_failed(&b, 7, until - 1); /* it was on its way already */
            assert_int_equal(sv_backoff_until(&b, 7, until - 1), until);
            now = until;
        }
        assert_int_equal(sv_backoff_until(&b, 7, now), 0);
    }
    /* However many others fail once, it is not forgotten. */
    sv_backoff_failed(&b, 7, now);
    for (int64_t user = 8; user < USERS; user++)
        sv_backoff_failed(&b, user, now);
    assert_int_equal(sv_backoff_until(&b, 7, now), now + 3600000);
    sv_backoff_forget(&b, 7);
    sv_backoff_failed(&b, 7, now);
    assert_int_equal(sv_backoff_until(&b, 7, now), 0);
}

/* ------------------------------------------------------------------------------------ requests */

/* Waits for the job of a client that has hung up. */
static void hang_up_and_wait(sv_core *core, talker *t, enum sv_work kind)
{
    assert_null(t->reply); /* it waits for a thread */
    talker_close(core, t);
    await_jobs(core, kind);
}

static void a_login_without_a_client_is_counted(void **state)
{
    talker t;
    (void)state;
    sv_core *core = open_core(1);
    talker_open(core, &t, 0, "");
    t.client.http = true;
    ask(core, &t, "{\"do\":\"login\",\"name\":\"Anna\",\"password\":\"a wild guess\"}");
    hang_up_and_wait(core, &t, SV_PASSWORDS);
    assert_int_equal(sv_histogram_count(&core->counts.request[SV_REQUEST_LOGIN]), 1);
    assert_int_equal(core->counts.sign_ins[SV_WAY_PASSWORD][false], 1);
    close_core(core);
}

static void a_webhook_without_a_client_is_counted(void **state)
{
    static const sv_config config = {.webhook_timeout = 1};
    sv_webhook hook;
    talker t;
    rec_error error;
    (void)state;
    sv_core *core = open_core(1);
    sv_webhook_open(core, &config);
    talker_open(core, &t, 1, "Anna");
    t.client.user.kind = SV_ACCOUNT;
    ask(core, &t, "{\"do\":\"webhook\",\"url\":\"http://192.0.2.1/\"}");
    hang_up_and_wait(core, &t, SV_NOTICES);
    assert_int_equal(sv_histogram_count(&core->counts.request[SV_REQUEST_WEBHOOK]), 1);
    assert_true(sv_webhook_get(&core->store, 1, &hook, &error));
    assert_string_equal(hook.url, "");
    close_core(core);
    sv_webhook_close();
}

/* -------------------------------------------------------------------------------------- memory */

static int reallocs_left = -1; /* until one fails; < 0: none does */

void *__real_realloc(void *old, size_t size);
void *__wrap_realloc(void *old, size_t size);

void *__wrap_realloc(void *old, size_t size)
{
    return reallocs_left >= 0 && reallocs_left-- == 0 ? NULL : __real_realloc(old, size);
}

/* A list that was half read when memory ran out is read again from its beginning. */
static void removed_spectators_are_read_once(void **state)
{
    enum { REMOVED = 3 };
    talker anna, ben;
    char code[SV_CODE_MAX];
    rec_error error;
    int failures = 0;
    (void)state;
    sv_core *core = open_core(0);
    talker_open(core, &anna, 1, "Anna");
    talker_open(core, &ben, 2, "Ben");
    assert_true(begin_game(core, &anna, &ben, "", code));
    const sv_table *table = sv_table_get(core, code, &error);
    assert_non_null(table);
    for (int64_t person = 10; person < 10 + REMOVED; person++)
        assert_true(sv_remove(&core->store, table->id, person, true, &error));
    assert_true(sv_store_commit(&core->store, &error));
    sv_forget_tables(core);
    for (;; failures++) {
        reallocs_left = failures;
        ask(core, &anna, "{\"do\":\"spectators\",\"table\":\"%s\"}", code);
        reallocs_left = -1;
        if (error_code(&anna)[0] == '\0')
            break;
        assert_string_equal(error_code(&anna), "no-memory");
    }
    assert_true(failures >= REMOVED);
    table = sv_table_get(core, code, &error);
    assert_non_null(table);
    assert_int_equal(table->admission.count, REMOVED);
    talker_close(core, &anna);
    talker_close(core, &ben);
    close_core(core);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_notice_without_room_is_noted_in_a_turn),
        cmocka_unit_test(a_receiver_that_fails_is_left_alone),
        cmocka_unit_test(pauses_double_up_to_an_hour),
        cmocka_unit_test(a_login_without_a_client_is_counted),
        cmocka_unit_test(a_webhook_without_a_client_is_counted),
        cmocka_unit_test(removed_spectators_are_read_once),
    };
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
