/* Unit tests of small parts of the server: limits, the wire's tables, webhook addresses, browsers,
 * shuffles. */
#include <arpa/inet.h>
#include <setjmp.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "errors.h"
#include "harness.h"
#include "net/peer.h"
#include "net/post.h"
#include "nodes.h"
#include "price.h"
#include "wire.h"

static void buckets_empty_and_fill_again(void **state)
{
    sv_limits *l = malloc(sizeof *l);
    (void)state;
    assert_non_null(l);
    sv_limits_set(l, 40);
    for (unsigned i = 0; i < 200; i++)
        assert_true(sv_limit_take(l, &l->user, 2, "", 7, 1, 1000));
    assert_false(sv_limit_take(l, &l->user, 2, "", 7, 1, 1000));
    assert_true(sv_limit_take(l, &l->user, 2, "", 8, 1, 1000));
    assert_true(sv_limit_take(l, &l->user, 3, "", 7, 1, 1000));
    assert_false(sv_limit_take(l, &l->user, 2, "", 7, 1, 1024));
    assert_true(sv_limit_take(l, &l->user, 2, "", 7, 1, 1026));
    for (unsigned i = 0; i < 200; i++)
        assert_true(sv_limit_take(l, &l->user, 2, "", 7, 1, INT64_MAX / 2));
    assert_false(sv_limit_take(l, &l->user, 2, "", 7, 1, INT64_MAX / 2));
    assert_false(sv_limit_take(l, &l->user, 2, "", 7, 1, 5));
    free(l);
}

static void debts_are_paid_before_anything_is_taken(void **state)
{
    sv_limits *l = malloc(sizeof *l);
    (void)state;
    assert_non_null(l);
    sv_limits_set(l, 40);
    sv_limit_charge(l, &l->user, 2, "", 7, 199000, 1000);
    assert_true(sv_limit_take(l, &l->user, 2, "", 7, 1, 1000));
    sv_limit_charge(l, &l->user, 2, "", 7, 80000, 1000); /* what two seconds bring */
    assert_false(sv_limit_take(l, &l->user, 2, "", 7, 1, 3000));
    assert_true(sv_limit_take(l, &l->user, 2, "", 7, 1, 3025));
    sv_limit_charge(l, &l->user, 2, "", 7, INT32_MAX, 4000); /* never more than a full bucket */
    assert_false(sv_limit_take(l, &l->user, 2, "", 7, 1, 9000));
    assert_true(sv_limit_take(l, &l->user, 2, "", 7, 1, 9025));
    free(l);
}

/* Waiting longer never gives less: a debt is paid, and then the bucket becomes full. */
static void a_bucket_in_debt_becomes_full_again(void **state)
{
    sv_limits *l = malloc(sizeof *l);
    (void)state;
    assert_non_null(l);
    sv_limits_set(l, 1);
    for (int64_t waited = 5000; waited <= 20000; waited += 500) {
        sv_limit_charge(l, &l->user, 2, "", waited, INT32_MAX, 1000);
        const int32_t permits = waited < 10000 ? (int32_t)(waited - 5000) / 1000 : 5;
        assert_true(sv_limit_take(l, &l->user, 2, "", waited, permits, 1000 + waited));
        assert_false(sv_limit_take(l, &l->user, 2, "", waited, 1, 1000 + waited));
    }
    free(l);
}

/* What a bucket gained before the change counts by the old rate. */
static void a_changed_rate_counts_at_once(void **state)
{
    sv_limits *l = malloc(sizeof *l);
    sv_bucket own = {.key = 0};
    const sv_rate less = {1, 2};
    (void)state;
    assert_non_null(l);
    sv_limits_set(l, 40);
    assert_true(sv_limit_take(l, &l->user, 2, "", 7, 200, 1000));
    sv_limits_set_rate(l, 4000);
    assert_true(sv_limit_take(l, &l->user, 2, "", 7, 1, 1025));
    assert_false(sv_limit_take(l, &l->user, 2, "", 7, 1, 1025));
    assert_true(sv_limit_take(l, &l->user, 2, "", 7, 400, 1125));
    assert_true(sv_limit_take(l, &l->user, 2, "", 7, 20000 - 1, 9000));
    assert_true(sv_limit_take(l, &l->all, SV_LIMITED_ALL, "", 0, 1, 9000));
    sv_limit_charge(l, &l->user, 2, "", 8, INT32_MAX, 9000);
    sv_limits_set_rate(l, 4); /* a bucket has 20 permits, also one that had more; or owes 20 */
    assert_false(sv_limit_take(l, &l->user, 2, "", 7, 21, 20000));
    assert_true(sv_limit_take(l, &l->user, 2, "", 7, 20, 20000));
    assert_false(sv_limit_take(l, &l->all, SV_LIMITED_ALL, "", 0, 4001, 20000));
    assert_true(sv_limit_take(l, &l->all, SV_LIMITED_ALL, "", 0, 4000, 20000));
    assert_false(sv_limit_take(l, &l->user, 2, "", 8, 1, 9000));
    assert_true(sv_limit_take(l, &l->user, 2, "", 8, 1, 9000 + 5250));
    assert_true(sv_bucket_take(&own, &l->user, 1, 1000));
    for (unsigned i = 0; i < 2; i++)
        assert_true(sv_bucket_take(&own, &less, 1, 1000));
    assert_false(sv_bucket_take(&own, &less, 1, 1000));
    free(l);
}

static void the_machine_itself_is_recognized(void **state)
{
    static const struct {
        const char *text, *address;
        bool is_here;
    } cases[] = {
        {"127.0.0.1", "127.0.0.1", true},
        {"::ffff:127.0.0.1", "127.0.0.1", true},
        {"::1", "::1", true},
        {"::2", "::", false},
        {"2001:db8:1:2:3:4:5:1", "2001:db8:1:2::", false},
        {"203.0.113.7", "203.0.113.7", false},
        {"nonsense", "unknown", false},
    };
    char address[SV_ADDRESS_MAX];
    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        sv_address_for_limits(cases[i].text, address);
        assert_string_equal(address, cases[i].address);
        assert_int_equal(sv_address_is_here(address), cases[i].is_here);
    }
}

static void paths_find_requests(void **state)
{
    json_t *fields = json_object();
    (void)state;
    assert_int_equal(sv_request_by_path("GET", "/api/v1/lobby", fields), SV_REQUEST_LOBBY);
    assert_int_equal(sv_request_by_path("POST", "/api/v1/tables/abc/move", fields),
                     SV_REQUEST_MOVE);
    assert_string_equal(json_string_value(json_object_get(fields, "table")), "abc");
    assert_int_equal(sv_request_by_path("POST", "/api/v1/lobby", fields), -2);
    assert_int_equal(sv_request_by_path("GET", "/api/v1/lobby/", fields), -1);
    assert_int_equal(sv_request_by_path("GET", "/api/v1/lobb", fields), -1);
    assert_int_equal(sv_request_by_path("GET", "", fields), -1);
    json_decref(fields);
}

static bool fits(int number, const char *text, rec_error *error)
{
    json_t *request = json_loads(text, 0, NULL);
    assert_non_null(request);
    const bool ok = sv_check_request(sv_requests[number].fields, request, error);
    json_decref(request);
    return ok;
}

static void requests_are_held_against_their_fields(void **state)
{
    rec_error error;
    (void)state;
    assert_true(fits(SV_REQUEST_GUEST, "{\"do\":\"guest\",\"id\":1,\"name\":\"x\"}", &error));
    assert_false(fits(SV_REQUEST_GUEST, "{\"name\":7}", &error));
    assert_string_equal(error.text, "\"name\": expected a text of 1 to 40 bytes.");
    assert_false(fits(SV_REQUEST_GUEST, "{}", &error));
    assert_string_equal(error.text, "\"name\" is missing.");
    assert_false(fits(SV_REQUEST_GUEST, "{\"name\":\"x\",\"colour\":1}", &error));
    assert_string_equal(error.text, "There is no field \"colour\" here.");
    assert_false(
        fits(SV_REQUEST_TABLE_NEW, "{\"players\":2,\"clock\":{\"kind\":\"never\"}}", &error));
    assert_string_equal(error.text, "\"kind\": expected none, move, game or days.");
    assert_false(
        fits(SV_REQUEST_ADD_BOT, "{\"table\":\"aaaaaaaaaaaa\",\"level\":\"impossible\"}", &error));
    assert_string_equal(error.text, "\"level\": expected random, easy, normal, hard or expert.");
    assert_false(fits(SV_REQUEST_ADD_BOT,
                      "{\"table\":\"aaaaaaaaaaaa\",\"level\":\"hard\",\"style\":\"lazy\"}",
                      &error));
    assert_string_equal(error.text,
                        "\"style\": expected plain, hoarder, rusher, miser, spender or blocker.");
    assert_false(fits(SV_REQUEST_TABLE_NEW, "{\"players\":2,\"options\":{\"do\":true}}", &error));
    assert_false(fits(SV_REQUEST_ORDERS, "{\"table\":\"aaaaaaaaaaaa\",\"orders\":[7]}", &error));
#define TURN "{\"table\":\"aaaaaaaaaaaa\",\"seq\":1,\"client\":\"c\",\"moves\":"
    assert_true(fits(SV_REQUEST_TURN, TURN "[\"pass\",\"done\"]}", &error));
    assert_false(fits(SV_REQUEST_TURN, TURN "\"pass\"}", &error));
    assert_string_equal(error.text, "\"moves\": expected a list of 1 to 48 texts.");
    assert_false(fits(SV_REQUEST_TURN, TURN "[]}", &error));
    assert_false(fits(SV_REQUEST_TURN, TURN "[\"\"]}", &error));
    assert_string_equal(error.text, "\"moves\": expected a text of 1 to 127 bytes.");
    assert_false(fits(SV_REQUEST_TURN, TURN "[7]}", &error));
#undef TURN
}

static void the_status_follows_from_the_code(void **state)
{
    rec_error error;
    (void)state;
    assert_false(sv_fail(&error, SV_ERROR_STALE, "It is at entry %d.", 7));
    assert_string_equal(error.code, "stale");
    assert_string_equal(error.text, "It is at entry 7.");
    assert_int_equal(sv_error_of(&error), SV_ERROR_STALE);
    assert_int_equal(sv_error_status(&error), 409);
    rec_fail(&error, "no-memory", "A layer below may fail with a code of the list.");
    assert_int_equal(sv_error_status(&error), 503);
    rec_refuse(&error, EK_REASON_CANNOT_PAY);
    assert_int_equal(sv_error_of(&error), SV_ERRORS);
    assert_int_equal(sv_error_status(&error), 422);
}

static void a_message_without_memory_is_no_frame(void **state)
{
    (void)state;
    assert_null(sv_frame_of(NULL, SV_NO_SEQ));
    assert_null(sv_frame_hold(NULL));
    sv_frame *frame = sv_frame_of_text("");
    assert_non_null(frame);
    sv_frame_drop(frame);
}

/* A core without users, on a fresh database. */
static sv_core *open_core(int32_t rate)
{
    rec_error error;
    sv_core *core = calloc(1, sizeof *core);
    assert_non_null(core);
    assert_true(sv_core_open(core, sv_db_sqlite(":memory:", NULL, &error), 1, &error));
    sv_limits_set(&core->limits, rate);
    return core;
}

static void close_core(sv_core *core)
{
    sv_core_close(core);
    free(core);
}

static void a_client_that_misses_a_push_is_cut_off(void **state)
{
    talker anna, ben;
    (void)state;
    sv_core *core = open_core(1000);
    talker_open(core, &anna, 1, "Anna");
    talker_open(core, &ben, 2, "Ben");
    sv_core_begin_turn(core);
    sv_push_to_user(core, 1, NULL);
    sv_core_end_turn(core);
    assert_true(anna.closed);
    assert_false(ben.closed);
    talker_close(core, &anna);
    talker_close(core, &ben);
    close_core(core);
}

/* Over the limit of its address a client gets its id back only if the request is short. */
static void a_long_request_is_refused_unread(void **state)
{
    enum { LONG = 2000 };
    char name[LONG + 1];
    talker anna;
    (void)state;
    sv_core *core = open_core(1);
    talker_open(core, &anna, 0, "");
    memset(name, 'x', LONG);
    name[LONG] = '\0';
    while (strcmp(error_code(&anna), "too-many") != 0)
        ask(core, &anna, "{\"do\":\"hello\",\"id\":7}");
    ask(core, &anna, "{\"do\":\"hello\",\"id\":7}");
    assert_string_equal(error_code(&anna), "too-many");
    assert_int_equal(json_integer_value(json_object_get(anna.reply, "re")), 7);
    ask(core, &anna, "{\"do\":\"hello\",\"id\":7,\"x\":\"%s\"}", name);
    assert_string_equal(error_code(&anna), "too-many");
    assert_null(json_object_get(anna.reply, "re"));
    talker_close(core, &anna);
    close_core(core);
}

/* What a slow database makes everybody wait is not the fault of who asked it. */
static void a_slow_commit_locks_nobody_out(void **state)
{
    enum { SECOND = 1000000 };
    (void)state;
    sv_core *core = open_core(40);
    core->writers = (sv_writers){.count = 1, .address = {"192.0.2.1"}};
    sv_charge_commit(core, 60 * SECOND);
    assert_true(sv_charge_connection(core, "192.0.2.1"));
    close_core(core);
}

static int64_t still_clock(void)
{
    return 1000000;
}

/* All sockets of an address together have the work of its requests. */
static void frames_without_content_are_work_of_their_address(void **state)
{
    enum { RATE = 40, PERMITS = 50 * RATE, FRAMES = PERMITS * SV_PERMIT_US / SV_FRAME_US };
    (void)state;
    sv_core *core = open_core(RATE);
    core->clock = still_clock;
    for (unsigned i = 0; i < FRAMES; i++)
        assert_true(sv_charge_frame(core, "192.0.2.1"));
    assert_false(sv_charge_frame(core, "192.0.2.1"));
    assert_true(sv_charge_frame(core, "192.0.2.2"));
    close_core(core);
}

static bool is_public(const char *text)
{
    struct sockaddr_in v4 = {.sin_family = AF_INET};
    struct sockaddr_in6 v6 = {.sin6_family = AF_INET6};
    if (inet_pton(AF_INET, text, &v4.sin_addr) == 1)
        return sv_address_is_public((const struct sockaddr *)(const void *)&v4);
    assert_int_equal(inet_pton(AF_INET6, text, &v6.sin6_addr), 1);
    return sv_address_is_public((const struct sockaddr *)(const void *)&v6);
}

static void webhooks_stay_out_of_private_networks(void **state)
{
    static const char *const closed[] = {"127.0.0.1",
                                         "10.1.2.3",
                                         "172.16.0.1",
                                         "172.31.255.255",
                                         "192.168.1.1",
                                         "0.0.0.0",
                                         "169.254.169.254",
                                         "100.64.0.1",
                                         "224.0.0.1",
                                         "255.255.255.255",
                                         "192.0.2.1",
                                         "::1",
                                         "fe80::1",
                                         "fc00::1",
                                         "::ffff:127.0.0.1",
                                         "2002:7f00::",
                                         "2001:db8::1",
                                         "64:ff9b::1",
                                         "::",
                                         "ff02::1"};
    static const char *const open[] = {"8.8.8.8", "172.32.0.1", "100.128.0.1", "2606:4700::1"};
    (void)state;
    for (unsigned i = 0; i < sizeof closed / sizeof *closed; i++)
        assert_false(is_public(closed[i]));
    for (unsigned i = 0; i < sizeof open / sizeof *open; i++)
        assert_true(is_public(open[i]));
}

static void addresses_of_webhooks_are_read(void **state)
{
    static const char *const bad[] = {"ftp://x/",
                                      "http://",
                                      "http://a@b/",
                                      "http://x:port/",
                                      "http://[::1]/",
                                      "https://x/a b",
                                      "file:///etc/passwd",
                                      "x",
                                      "http://x:123456/",
                                      "gopher://x/",
                                      "",
                                      "http://x/a\r\nb: c"};
    static const char *const good[] = {"https://example.org:8443/a?b=c#d", "http://example.org",
                                       "http://example.org:/", "HTTPS://example.org/"};
    rec_error error;
    (void)state;
    for (unsigned i = 0; i < sizeof good / sizeof *good; i++)
        assert_true(sv_post_url_fits("url", good[i], &error));
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(sv_post_url_fits("url", bad[i], &error));
}

/* This must never change: records of finished games are verified with it. */
static void the_shuffle_never_changes(void **state)
{
    static const char seed[] = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
    jn_mix mix = {.version = 1, .players = 2, .seed = seed, .words = {"for luck", ""}};
    char commitment[JN_SEED_TEXT];
    jn_shuffle shuffle;
    (void)state;
    assert_true(jn_seed_commitment(seed, commitment));
    assert_string_equal(commitment,
                        "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd");
    assert_true(jn_shuffle_init(&shuffle, &mix));
    assert_true(jn_shuffle_bits(&shuffle) == UINT64_C(0x8d053712c35af1d9));
    assert_int_equal(jn_shuffle_below(&shuffle, 42), 7);
    mix.seed = "00";
    assert_false(jn_shuffle_init(&shuffle, &mix));
    assert_false(jn_seed_commitment("xyz", commitment));
}

/* Every number below n comes up, and about equally often. */
static void the_shuffle_is_even(void **state)
{
    char seed[JN_SEED_TEXT];
    const jn_mix mix = {.version = 1, .players = 2, .seed = seed, .words = {"", ""}};
    unsigned count[7] = {0};
    jn_shuffle shuffle;
    (void)state;
    jn_seed_make(seed);
    assert_true(jn_shuffle_init(&shuffle, &mix));
    for (unsigned i = 0; i < 70000; i++)
        count[jn_shuffle_below(&shuffle, 7)]++;
    for (unsigned i = 0; i < 7; i++)
        assert_in_range(count[i], 9400, 10600);
}

static void the_clock_of_the_database_is_found_by_quick_answers(void **state)
{
    (void)state;
    int64_t ahead = sv_nodes_ahead(0, 5000, 1000, 1200); /* from 3799 to 4001 */
    assert_in_range(ahead, 3799, 4001);
    ahead = sv_nodes_ahead(ahead, 5950, 2000, 2004); /* from 3945 to 3951 */
    assert_in_range(ahead, 3945, 3951);
    const int64_t known = ahead;
    assert_int_equal(sv_nodes_ahead(known, 6400, 2100, 2900), known); /* slow: nothing new */
    ahead = sv_nodes_ahead(known, 9000, 3000, 3001);                  /* it was set forward */
    assert_in_range(ahead, 5998, 6001);
    ahead = sv_nodes_ahead(ahead, 7000, 4000, 4001); /* and back */
    assert_in_range(ahead, 2998, 3001);
}

static void browsers_are_recognized(void **state)
{
    static const struct {
        const char *header, *browser, *platform;
    } agents[] = {
        {"Mozilla/5.0 (X11; Linux x86_64; rv:109.0) Gecko/20100101 Firefox/115.0", "firefox",
         "linux"},
        {"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
         "Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0",
         "edge", "windows"},
        {"Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) "
         "Chrome/130.0.0.0 Mobile Safari/537.36",
         "chrome", "android"},
        {"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like "
         "Gecko) Version/17.0 Safari/605.1.15",
         "safari", "macos"},
        {"Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
         "CriOS/130.0 Mobile/15E148 Safari/604.1",
         "chrome", "ios"},
        {"curl/8.5.0", "other", "other"},
        {"", "other", "other"},
    };
    (void)state;
    for (unsigned i = 0; i < sizeof agents / sizeof *agents; i++) {
        const sv_agent agent = sv_agent_of(agents[i].header);
        assert_string_equal(sv_browser_words[agent.browser], agents[i].browser);
        assert_string_equal(sv_platform_words[agent.platform], agents[i].platform);
    }
    assert_int_equal(sv_agent_named("netscape", NULL).browser, SV_BROWSER_OTHER);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(buckets_empty_and_fill_again),
        cmocka_unit_test(debts_are_paid_before_anything_is_taken),
        cmocka_unit_test(a_bucket_in_debt_becomes_full_again),
        cmocka_unit_test(a_changed_rate_counts_at_once),
        cmocka_unit_test(the_machine_itself_is_recognized),
        cmocka_unit_test(paths_find_requests),
        cmocka_unit_test(requests_are_held_against_their_fields),
        cmocka_unit_test(the_status_follows_from_the_code),
        cmocka_unit_test(a_message_without_memory_is_no_frame),
        cmocka_unit_test(a_client_that_misses_a_push_is_cut_off),
        cmocka_unit_test(a_long_request_is_refused_unread),
        cmocka_unit_test(a_slow_commit_locks_nobody_out),
        cmocka_unit_test(frames_without_content_are_work_of_their_address),
        cmocka_unit_test(webhooks_stay_out_of_private_networks),
        cmocka_unit_test(addresses_of_webhooks_are_read),
        cmocka_unit_test(the_clock_of_the_database_is_found_by_quick_answers),
        cmocka_unit_test(browsers_are_recognized),
        cmocka_unit_test(the_shuffle_never_changes),
        cmocka_unit_test(the_shuffle_is_even),
    };
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
