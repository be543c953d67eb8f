/* The cost of a request does not grow with the number of unrelated clients. Nothing is
 * timed: the memory of the other clients is protected, and database statements are counted. */
#include <setjmp.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#include <cmocka.h>

#include "harness.h"

enum { CROWD = 3000, FIRST_OF_CROWD = 1000, WATCHERS = 40 };

/* Anna and Ben play; a crowd is connected. */
typedef struct hall {
    sv_core core;
    faults db;
    talker anna, ben, *crowd;
    char code[SV_CODE_MAX];
} hall;

static hall *open_hall(void)
{
    rec_error error;
    hall *h = calloc(1, sizeof *h);
    assert_non_null(h);
    h->db = (faults){.countdown = -1, .code = "storage"};
    sv_db *db = fault_db(sv_db_sqlite(":memory:", NULL, &error), &h->db);
    assert_true(sv_core_open(&h->core, db, 1, &error));
    sv_limits_set(&h->core.limits, 10000);
    talker_open(&h->core, &h->anna, 1, "Anna");
    talker_open(&h->core, &h->ben, 2, "Ben");
    h->crowd = mmap(NULL, CROWD * sizeof *h->crowd, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal(h->crowd, MAP_FAILED);
    for (unsigned i = 0; i < CROWD; i++)
        talker_open(&h->core, &h->crowd[i], FIRST_OF_CROWD + i, "Somebody");
    assert_true(begin_game(&h->core, &h->anna, &h->ben, ",\"order\":\"seated\"", h->code));
    return h;
}

static void close_hall(hall *h)
{
    for (unsigned i = 0; i < CROWD; i++)
        talker_close(&h->core, &h->crowd[i]);
    talker_close(&h->core, &h->anna);
    talker_close(&h->core, &h->ben);
    sv_core_close(&h->core);
    munmap(h->crowd, CROWD * sizeof *h->crowd);
    free(h);
}

static void watch(hall *h, talker *t)
{
    ask(&h->core, t, "{\"do\":\"watch\",\"table\":\"%s\"}", h->code);
    assert_string_equal(error_code(t), "");
}

static void say(hall *h, talker *t, const char *words)
{
    ask(&h->core, t, "{\"do\":\"chat\",\"table\":\"%s\",\"text\":\"%s\"}", h->code, words);
    assert_string_equal(error_code(t), "");
}

static void mute(hall *h, talker *t, int64_t user, bool on)
{
    ask(&h->core, t, "{\"do\":\"mute\",\"user\":%lld,\"mute\":%s}", (long long)user,
        on ? "true" : "false");
}

/* From here on a program that looks at a client of the crowd is killed. */
static void lock_crowd(const hall *h, bool locked)
{
    assert_int_equal(
        mprotect(h->crowd, CROWD * sizeof *h->crowd, locked ? PROT_NONE : PROT_READ | PROT_WRITE),
        0);
}

/* A user's other connections are found among thousands: one gets the turn notice, all get the
 * new name. */
static void a_user_is_found_in_a_crowd(void **state)
{
    hall *h = open_hall();
    talker second = {.pushes = 0};
    (void)state;
    talker_open(&h->core, &second, 0, "");
    sv_client_set_user(&h->core.clients, &second.client, &h->ben.client.user);
    lock_crowd(h, true);
    ask(&h->core, &h->anna,
        "{\"do\":\"move\",\"table\":\"%s\",\"seq\":0,\"client\":\"a\",\"move\":\"nominate 5 5\"}",
        h->code);
    assert_string_equal(error_code(&h->anna), "");
    assert_int_equal(second.pushes, 1);
    assert_int_equal(h->ben.pushes, 1);
    ask(&h->core, &h->ben, "{\"do\":\"rename\",\"name\":\"Benedikt\"}");
    assert_string_equal(second.client.user.name, "Benedikt");
    mute(h, &h->ben, 1, true);
    say(h, &h->anna, "hello");
    lock_crowd(h, false);
    assert_null(sv_client_of_user(&h->core.clients, 999999));
    talker_close(&h->core, &second);
    assert_ptr_equal(sv_client_of_user(&h->core.clients, 2), &h->ben.client);
    assert_null(sv_client_next_of_user(&h->ben.client));
    close_hall(h);
}

static unsigned statements_of_a_line(hall *h)
{
    const unsigned before = h->db.statements;
    say(h, &h->anna, "hello");
    return h->db.statements - before;
}

static void a_chat_line_costs_the_same_for_all_watchers(void **state)
{
    hall *h = open_hall();
    (void)state;
    watch(h, &h->ben);
    say(h, &h->anna, "hello");
    const unsigned alone = statements_of_a_line(h);
    for (unsigned i = 0; i < WATCHERS; i++)
        watch(h, &h->crowd[i]);
    const unsigned pushes = h->crowd[0].pushes;
    assert_int_equal(statements_of_a_line(h), alone);
    assert_int_equal(h->crowd[0].pushes, pushes + 1);
    close_hall(h);
}

static unsigned statements_of_a_list(hall *h, unsigned lines)
{
    const unsigned before = h->db.statements;
    const json_t *r = ask(&h->core, &h->ben, "{\"do\":\"chat_list\",\"table\":\"%s\"}", h->code);
    assert_int_equal(json_array_size(json_object_get(r, "said")), lines);
    return h->db.statements - before;
}

/* Whom the reader has muted is asked for once, before the first list. */
static void a_list_of_chat_is_one_query(void **state)
{
    hall *h = open_hall();
    (void)state;
    say(h, &h->anna, "one");
    assert_int_equal(statements_of_a_list(h, 1), 2);
    assert_int_equal(statements_of_a_list(h, 1), 1);
    for (unsigned i = 0; i < WATCHERS; i++)
        say(h, &h->anna, "and another");
    assert_int_equal(statements_of_a_list(h, 1 + WATCHERS), 1);
    mute(h, &h->ben, 1, true);
    assert_int_equal(statements_of_a_list(h, 0), 1);
    close_hall(h);
}

/* A mute applies to a client that watches already, and only once it is committed. */
static void muting_is_noticed_by_whoever_watches(void **state)
{
    hall *h = open_hall();
    (void)state;
    watch(h, &h->ben);
    mute(h, &h->ben, 1, true);
    const unsigned pushes = h->ben.pushes;
    say(h, &h->anna, "unheard");
    assert_int_equal(h->ben.pushes, pushes);
    h->db.countdown = 0; /* BEGIN fails: the turn is rolled back */
    mute(h, &h->ben, 1, false);
    assert_string_equal(error_code(&h->ben), "storage");
    say(h, &h->anna, "still unheard");
    assert_int_equal(h->ben.pushes, pushes);
    mute(h, &h->ben, 1, false);
    say(h, &h->anna, "heard");
    assert_int_equal(h->ben.pushes, pushes + 1);
    h->db.countdown = 2; /* COMMIT fails */
    mute(h, &h->ben, 1, true);
    assert_string_equal(error_code(&h->ben), "storage");
    say(h, &h->anna, "heard again");
    assert_int_equal(h->ben.pushes, pushes + 2);
    close_hall(h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_user_is_found_in_a_crowd),
        cmocka_unit_test(a_chat_line_costs_the_same_for_all_watchers),
        cmocka_unit_test(a_list_of_chat_is_one_query),
        cmocka_unit_test(muting_is_noticed_by_whoever_watches),
    };
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
