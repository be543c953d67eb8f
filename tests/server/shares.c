/* Fair shares: the queue that serves its owners in turn, threads, tables of bots; and limits on
 * what a user may have. */
#include <semaphore.h>
#include <setjmp.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "fair.h"
#include "harness.h"
#include "pool.h"
#include "wake.h"

enum { GREEDY = 7, MODEST = 8, LATE = 7 + SV_FAIR_BUCKETS /* in the bucket of GREEDY */ };

/* A user of the address 1. */
static sv_owner user(int64_t id)
{
    return (sv_owner){1, id};
}

/* -------------------------------------------------------------------------------------- queue */

/* Takes everything out; the owners in order, as text. */
static const char *order_of(sv_fair *queue)
{
    static char text[64];
    size_t length = 0;
    for (sv_fair_item *item; (item = sv_fair_take(queue)) != NULL;)
        text[length++] = item->owner.user == GREEDY ? 'g' : item->owner.user == MODEST ? 'm' : 'l';
    text[length] = '\0';
    return text;
}

static void owners_are_served_in_turn(void **state)
{
    static const int64_t owner[] = {GREEDY, GREEDY, GREEDY, GREEDY, MODEST, LATE, MODEST};
    sv_fair_item item[7];
    sv_fair queue = {.count = 0};
    (void)state;
    assert_null(sv_fair_take(&queue));
    assert_null(sv_fair_surplus(&queue, user(MODEST)));
    for (unsigned i = 0; i < 7; i++)
        sv_fair_add(&queue, &item[i], user(owner[i]));
    assert_int_equal(queue.count, 7);
    assert_int_equal(sv_fair_count(&queue, user(GREEDY)), 4);
    assert_int_equal(sv_fair_count(&queue, user(LATE)), 1);
    assert_int_equal(sv_fair_count(&queue, user(99)), 0);
    assert_ptr_equal(sv_fair_surplus(&queue, user(MODEST)), &item[3]);
    assert_null(sv_fair_surplus(&queue, user(GREEDY)));
    assert_string_equal(order_of(&queue), "gmlgmgg");
    assert_int_equal(queue.count, 0);
}

static void an_item_leaves_from_any_place(void **state)
{
    sv_fair_item item[6];
    (void)state;
    for (unsigned gone = 0; gone < 6; gone++) {
        sv_fair queue = {.count = 0};
        for (unsigned i = 0; i < 6; i++)
            sv_fair_add(&queue, &item[i], user(i < 3 ? GREEDY : i < 5 ? LATE : MODEST));
        sv_fair_remove(&queue, &item[gone]);
        assert_int_equal(queue.count, 5);
        sv_fair_add(&queue, &item[gone], item[gone].owner);
        assert_int_equal(strlen(order_of(&queue)), 6);
    }
}

/* An owner who comes back is served after the others, not before. */
static void a_turn_is_used_up(void **state)
{
    sv_fair_item mine, others[5];
    sv_fair queue = {.count = 0};
    (void)state;
    for (unsigned i = 0; i < 5; i++)
        sv_fair_add(&queue, &others[i], user(GREEDY));
    for (unsigned i = 0; i < 3; i++) {
        sv_fair_add(&queue, &mine, user(MODEST));
        assert_ptr_equal(sv_fair_take(&queue), &others[i]);
        assert_ptr_equal(sv_fair_take(&queue), &mine);
    }
}

/* Many users of one address have one share together. */
static void addresses_are_served_in_turn(void **state)
{
    enum { CROWD = 50 };
    sv_fair_item crowd[CROWD], mine[3];
    sv_fair *queue = calloc(1, sizeof *queue);
    (void)state;
    assert_non_null(queue);
    for (unsigned i = 0; i < CROWD; i++)
        sv_fair_add(queue, &crowd[i], user(100 + i));
    for (unsigned i = 0; i < 3; i++)
        sv_fair_add(queue, &mine[i], (sv_owner){2, MODEST});
    assert_ptr_equal(sv_fair_surplus(queue, (sv_owner){2, LATE}), &crowd[0]);
    assert_null(sv_fair_surplus(queue, user(LATE)));
    for (unsigned i = 0; i < 3; i++) {
        assert_ptr_equal(sv_fair_take(queue), &crowd[i]);
        assert_ptr_equal(sv_fair_take(queue), &mine[i]);
    }
    assert_int_equal(queue->count, CROWD - 3);
    free(queue);
}

/* ------------------------------------------------------------------------------------- threads */

/* A job that notes when it is its turn; the first one of a test waits for the gate. */
typedef struct noted {
    sv_job job;
    sem_t *gate, *ended; /* NULL: none */
    char letter, *log;
} noted;

static unsigned dropped;

static void note(sv_job *job)
{
    noted *n = (noted *)job;
    if (n->gate)
        sem_wait(n->gate);
    n->log[strlen(n->log)] = n->letter;
    if (n->ended)
        sem_post(n->ended);
}

static void note_end(sv_job *job)
{
    dropped += job->dropped;
}

static noted make(char letter, char *log, sem_t *gate, sem_t *ended)
{
    return (noted){{.run = note, .done = note_end}, gate, ended, letter, log};
}

static sv_pool *open_pool(const sv_pool_limits *limits)
{
    sv_pool *pool = sv_pool_open(limits);
    assert_non_null(pool);
    dropped = 0;
    return pool;
}

/* Jobs of one owner delay a job of another by one job, not by all of them. */
static void threads_serve_owners_in_turn(void **state)
{
    enum { MANY = 100 };
    noted first, many[MANY], modest;
    char log[MANY + 3] = "";
    sem_t gate, ended;
    (void)state;
    sem_init(&gate, 0, 0);
    sem_init(&ended, 0, 0);
    sv_pool *pool = open_pool(&(sv_pool_limits){.threads = 1, .waiting = 200});
    first = make('0', log, &gate, &ended);
    assert_true(sv_pool_add(pool, &first.job, user(MODEST)));
    for (unsigned i = 0; i < MANY; i++) {
        many[i] = make('g', log, NULL, &ended);
        assert_true(sv_pool_add(pool, &many[i].job, user(GREEDY)));
    }
    modest = make('m', log, NULL, &ended);
    assert_true(sv_pool_add(pool, &modest.job, user(MODEST)));
    sem_post(&gate);
    for (unsigned i = 0; i < MANY + 2; i++)
        sem_wait(&ended);
    const char *mine = strchr(log, 'm');
    assert_non_null(mine);
    assert_true(mine - log <= 2); /* behind the running job and one of the other's */
    sv_pool_close(pool);
    assert_int_equal(dropped, 0);
}

/* An owner whose job hangs has one thread of two, and the others go on. */
static void a_job_that_hangs_takes_one_thread(void **state)
{
    noted hangs[3], modest[3];
    char log[2][8] = {"", ""};
    sem_t gate, ended;
    (void)state;
    sem_init(&gate, 0, 0);
    sem_init(&ended, 0, 0);
    sv_pool *pool = open_pool(&(sv_pool_limits){.threads = 2, .waiting = 200, .running_each = 1});
    for (unsigned i = 0; i < 3; i++) {
        hangs[i] = make('g', log[0], &gate, NULL);
        assert_true(sv_pool_add(pool, &hangs[i].job, user(GREEDY)));
    }
    for (unsigned i = 0; i < 3; i++) {
        modest[i] = make('m', log[1], NULL, &ended);
        assert_true(sv_pool_add(pool, &modest[i].job, user(MODEST)));
    }
    for (unsigned i = 0; i < 3; i++)
        sem_wait(&ended);
    assert_string_equal(log[1], "mmm");
    assert_string_equal(log[0], "");
    for (unsigned i = 0; i < 3; i++)
        sem_post(&gate);
    sv_pool_close(pool);
}

/* Jobs of several users of one address leave a thread to others. */
static void an_address_takes_some_threads(void **state)
{
    noted hangs[3], modest;
    char log[2][8] = {"", ""};
    sem_t gate, ended;
    (void)state;
    sem_init(&gate, 0, 0);
    sem_init(&ended, 0, 0);
    sv_pool *pool = open_pool(
        &(sv_pool_limits){.threads = 3, .waiting = 200, .running_each = 1, .running_address = 2});
    for (unsigned i = 0; i < 3; i++) {
        hangs[i] = make('g', log[0], &gate, NULL);
        assert_true(sv_pool_add(pool, &hangs[i].job, user(100 + i)));
    }
    modest = make('m', log[1], NULL, &ended);
    assert_true(sv_pool_add(pool, &modest.job, (sv_owner){2, MODEST}));
    sem_wait(&ended);
    assert_string_equal(log[1], "m");
    assert_string_equal(log[0], "");
    for (unsigned i = 0; i < 3; i++)
        sem_post(&gate);
    sv_pool_close(pool);
}

/* A job that says when it begins, and waits for the gate. */
static void begin_and_wait(sv_job *job)
{
    noted *n = (noted *)job;
    sem_post(n->ended);
    sem_wait(n->gate);
}

static bool begins_soon(sem_t *begun)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 20;
    return sem_timedwait(begun, &until) == 0;
}

/* The end of a job of GREEDY lets two others run: one of its address, and one of GREEDY elsewhere.
 * Threads that already wait take both. */
static void one_end_lets_two_jobs_run(void **state)
{
    const sv_owner owner[] = {{1, GREEDY}, {1, MODEST}, {2, GREEDY}};
    noted job[3];
    sem_t gate, begun;
    (void)state;
    sem_init(&gate, 0, 0);
    sem_init(&begun, 0, 0);
    sv_pool *pool = open_pool(
        &(sv_pool_limits){.threads = 3, .waiting = 200, .running_each = 1, .running_address = 1});
    for (unsigned i = 0; i < 3; i++) {
        job[i] = make('j', NULL, &gate, &begun);
        job[i].job.run = begin_and_wait;
        assert_true(sv_pool_add(pool, &job[i].job, owner[i]));
    }
    assert_true(begins_soon(&begun));
    assert_int_equal(sv_pool_measure(pool).waiting, 2);
    sem_post(&gate);
    const bool both = begins_soon(&begun) && begins_soon(&begun);
    for (unsigned i = 0; i < 2; i++)
        sem_post(&gate);
    sv_pool_close(pool);
    assert_true(both);
}

static void the_owner_of_most_jobs_gives_way(void **state)
{
    noted many[6], modest[3];
    char log[16] = "";
    (void)state;
    sv_pool *pool = open_pool(&(sv_pool_limits){.threads = 0, .waiting = 4, .waiting_each = 5});
    for (unsigned i = 0; i < 6; i++) {
        many[i] = make('g', log, NULL, NULL);
        assert_int_equal(sv_pool_add(pool, &many[i].job, user(GREEDY)), i < 4);
    }
    for (unsigned i = 0; i < 3; i++) {
        modest[i] = make('m', log, NULL, NULL);
        assert_int_equal(sv_pool_add(pool, &modest[i].job, user(MODEST)), i < 2);
    }
    assert_int_equal(dropped, 0);
    sv_pool_collect(pool);
    assert_int_equal(dropped, 2);
    assert_true(many[3].job.dropped && many[2].job.dropped && !many[1].job.dropped);
    sv_pool_close(pool);
    assert_int_equal(dropped, 6);
}

static void an_owner_has_a_limit(void **state)
{
    noted many[4], modest;
    char log[16] = "";
    (void)state;
    sv_pool *pool = open_pool(&(sv_pool_limits){.threads = 0, .waiting = 99, .waiting_each = 3});
    for (unsigned i = 0; i < 4; i++) {
        many[i] = make('g', log, NULL, NULL);
        assert_int_equal(sv_pool_add(pool, &many[i].job, user(GREEDY)), i < 3);
    }
    modest = make('m', log, NULL, NULL);
    assert_true(sv_pool_add(pool, &modest.job, user(MODEST)));
    sv_pool_close(pool);
    assert_int_equal(dropped, 4);
}

static sv_core *open_core(void)
{
    rec_error error;
    sv_core *core = calloc(1, sizeof *core);
    assert_non_null(core);
    assert_true(sv_core_open(core, sv_db_sqlite(":memory:", NULL, &error), 0, &error));
    sv_limits_set(&core->limits, 10000);
    return core;
}

/* ----------------------------------------------------------------------------------- passwords */

static void log_in(sv_core *core, talker *t)
{
    static unsigned number;
    ask(core, t, "{\"do\":\"login\",\"name\":\"Name %u\",\"password\":\"long enough\"}", ++number);
}

/* However many logins of one address wait, one of another address finds room. */
static void logins_of_an_address_leave_room(void **state)
{
    enum { MANY = 300 };
    talker greedy, modest;
    unsigned busy = 0;
    (void)state;
    sv_core *core = open_core(); /* without threads: every login waits */
    talker_open(core, &greedy, 0, "");
    talker_open(core, &modest, 0, "");
    greedy.client.http = modest.client.http = true;
    snprintf(modest.client.address, SV_ADDRESS_MAX, "192.0.2.2");
    for (unsigned i = 0; i < MANY; i++) {
        log_in(core, &greedy);
        busy += strcmp(error_code(&greedy), "busy") == 0;
    }
    assert_in_range(busy, MANY / 2, MANY - 1);
    log_in(core, &modest);
    assert_null(modest.reply); /* it waits for a thread */
    talker_close(core, &greedy);
    talker_close(core, &modest);
    sv_core_close(core);
    free(core);
}

/* -------------------------------------------------------------------------------------- tables */

/* A game of the host, who is on autopilot, against a bot. */
static void start_with_bot(sv_core *core, talker *host, const char *level)
{
    char code[SV_CODE_MAX];
    const json_t *r = ask(core, host, "{\"do\":\"table_new\",\"players\":2}");
    snprintf(code, sizeof code, "%s",
             json_string_value(json_object_get(json_object_get(r, "info"), "table")));
    ask(core, host, "{\"do\":\"add_bot\",\"table\":\"%s\",\"level\":\"%s\"}", code, level);
    ask(core, host, "{\"do\":\"start\",\"table\":\"%s\"}", code);
    assert_string_equal(error_code(host), "");
    ask(core, host, "{\"do\":\"leave\",\"table\":\"%s\"}", code);
    assert_string_equal(error_code(host), "");
}

static void tables_of_bots_take_turns_by_host(void **state)
{
    enum { MANY = 40 };
    talker greedy, modest;
    unsigned taken = 0;
    (void)state;
    sv_core *core = open_core();
    core->rests_until = INT64_MAX; /* no bot moves before all are queued */
    talker_open(core, &greedy, 1, "Greedy");
    talker_open(core, &modest, 2, "Modest");
    for (unsigned i = 0; i < MANY; i++)
        start_with_bot(core, &greedy, "normal");
    start_with_bot(core, &modest, "normal");
    for (unsigned i = 0; i < 10; i++) {
        sv_table *table = sv_table_dequeue(core);
        assert_non_null(table);
        taken += table->host == 2;
        sv_table_enqueue(core, table);
    }
    assert_int_equal(taken, 5);
    talker_close(core, &greedy);
    talker_close(core, &modest);
    sv_core_close(core);
    free(core);
}

/* Games that wait in the store for their bots are read in turn by address. */
static void tables_wake_in_turn_by_address(void **state)
{
    talker greedy, modest;
    rec_error error;
    unsigned found = 0;
    (void)state;
    sv_core *core = open_core(); /* without threads: a bot that searches never moves */
    talker_open(core, &greedy, 1, "Greedy");
    talker_open(core, &modest, 2, "Modest");
    snprintf(modest.client.address, SV_ADDRESS_MAX, "192.0.2.2");
    for (unsigned i = 0; i < SV_LIST_MAX + 10; i++)
        start_with_bot(core, &greedy, "hard");
    start_with_bot(core, &modest, "hard");
    sv_forget_tables(core);
    sv_core_begin_turn(core);
    assert_true(sv_wake_tables(core, &error));
    assert_int_equal(core->tables.count, SV_LIST_MAX);
    for (sv_table *table; (table = sv_table_dequeue(core)) != NULL;)
        found += table->host == 2;
    assert_int_equal(found, 1);
    sv_core_end_turn(core);
    talker_close(core, &greedy);
    talker_close(core, &modest);
    sv_core_close(core);
    free(core);
}

/* -------------------------------------------------------------------------------------- quotas */

static int64_t time_now = 1000000;

static int64_t wound_clock(void)
{
    return time_now;
}

/* Anna and Ben at a core with a clock that stands still. */
typedef struct pair {
    sv_core *core;
    talker anna, ben;
} pair;

static pair open_pair(void)
{
    pair p = {.core = open_core()};
    p.core->clock = wound_clock;
    return p;
}

static void seat_pair(pair *p)
{
    talker_open(p->core, &p->anna, 1, "Anna");
    talker_open(p->core, &p->ben, 2, "Ben");
}

static void close_pair(pair *p)
{
    talker_close(p->core, &p->anna);
    talker_close(p->core, &p->ben);
    sv_core_close(p->core);
    free(p->core);
}

static const char *new_table(pair *p, talker *host)
{
    static char code[SV_CODE_MAX];
    const json_t *r = ask(p->core, host, "{\"do\":\"table_new\",\"players\":2}");
    const char *text = json_string_value(json_object_get(json_object_get(r, "info"), "table"));
    snprintf(code, sizeof code, "%s", text ? text : "");
    return code;
}

static void a_guest_hosts_fewer_tables_than_an_account(void **state)
{
    pair p = open_pair();
    (void)state;
    seat_pair(&p);
    p.core->quotas = (sv_quotas){.guest_tables = 2, .account_tables = 4};
    p.ben.client.user.kind = SV_ACCOUNT;
    for (unsigned i = 0; i < 5; i++) {
        new_table(&p, &p.anna);
        assert_string_equal(error_code(&p.anna), i < 2 ? "" : "table-limit");
        new_table(&p, &p.ben);
        assert_string_equal(error_code(&p.ben), i < 4 ? "" : "table-limit");
    }
    close_pair(&p);
}

/* A table that is left or has ended makes room for another. */
static void a_table_that_is_over_makes_room(void **state)
{
    pair p = open_pair();
    char code[SV_CODE_MAX];
    (void)state;
    seat_pair(&p);
    p.core->quotas.guest_tables = 1;
    ask(p.core, &p.anna, "{\"do\":\"leave\",\"table\":\"%s\"}", new_table(&p, &p.anna));
    assert_true(begin_game(p.core, &p.anna, &p.ben, "", code));
    new_table(&p, &p.anna);
    assert_string_equal(error_code(&p.anna), "table-limit");
    new_table(&p, &p.ben); /* he does not host the other one */
    assert_string_equal(error_code(&p.ben), "");
    ask(p.core, &p.anna, "{\"do\":\"agree_end\",\"table\":\"%s\",\"agree\":true}", code);
    ask(p.core, &p.ben, "{\"do\":\"agree_end\",\"table\":\"%s\",\"agree\":true}", code);
    new_table(&p, &p.anna);
    assert_string_equal(error_code(&p.anna), "");
    close_pair(&p);
}

/* Tables that others pass on to a guest cannot all be started. */
static void puppets_do_not_lift_the_limit(void **state)
{
    pair p = open_pair();
    unsigned started = 0;
    (void)state;
    seat_pair(&p);
    p.core->quotas.guest_tables = 3;
    for (unsigned i = 0; i < 6; i++) {
        const char *code = new_table(&p, &p.anna);
        ask(p.core, &p.ben, "{\"do\":\"join\",\"table\":\"%s\"}", code);
        ask(p.core, &p.anna, "{\"do\":\"leave\",\"table\":\"%s\"}", code);
        ask(p.core, &p.ben, "{\"do\":\"add_bot\",\"table\":\"%s\",\"level\":\"easy\"}", code);
        ask(p.core, &p.ben, "{\"do\":\"start\",\"table\":\"%s\"}", code);
        started += error_code(&p.ben)[0] == '\0';
    }
    assert_int_equal(started, 3);
    assert_string_equal(error_code(&p.ben), "table-limit");
    close_pair(&p);
}

static void the_games_of_a_guest_are_limited(void **state)
{
    pair p = open_pair();
    char code[SV_CODE_MAX];
    (void)state;
    seat_pair(&p);
    p.core->quotas.guest_games = 2;
    for (unsigned i = 0; i < 2; i++) {
        assert_true(begin_game(p.core, &p.anna, &p.ben, "", code));
        ask(p.core, &p.anna, "{\"do\":\"agree_end\",\"table\":\"%s\",\"agree\":true}", code);
        ask(p.core, &p.ben, "{\"do\":\"agree_end\",\"table\":\"%s\",\"agree\":true}", code);
    }
    new_table(&p, &p.anna);
    assert_string_equal(error_code(&p.anna), "game-limit");
    ask(p.core, &p.anna, "{\"do\":\"rematch\",\"table\":\"%s\"}", code);
    assert_string_equal(error_code(&p.anna), "game-limit");
    p.anna.client.user.kind = SV_ACCOUNT;
    new_table(&p, &p.anna);
    assert_string_equal(error_code(&p.anna), "");
    close_pair(&p);
}

/* ---------------------------------------------------------------------------------------- chat */

static void add_users(sv_core *core, int64_t from, int64_t to)
{
    rec_error error;
    for (int64_t id = from; id < to; id++) {
        const sv_user user = {.id = id, .name = "x"};
        assert_true(sv_user_add(&core->store, &user, NULL, NULL, 1, &error));
    }
    assert_true(sv_store_commit(&core->store, &error));
}

static void mutes_are_limited(void **state)
{
    pair p = open_pair();
    (void)state;
    seat_pair(&p);
    add_users(p.core, 100, 300);
    ask(p.core, &p.anna, "{\"do\":\"mute\",\"user\":999,\"mute\":true}");
    assert_string_equal(error_code(&p.anna), "bad-request"); /* there is no such user */
    for (unsigned i = 100; i < 200; i++) {
        ask(p.core, &p.anna, "{\"do\":\"mute\",\"user\":%u,\"mute\":true}", i);
        assert_string_equal(error_code(&p.anna), "");
    }
    ask(p.core, &p.anna, "{\"do\":\"mute\",\"user\":200,\"mute\":true}");
    assert_string_equal(error_code(&p.anna), "too-many");
    ask(p.core, &p.anna, "{\"do\":\"mute\",\"user\":100,\"mute\":true}");
    assert_string_equal(error_code(&p.anna), "");
    p.anna.client.user.kind = SV_ACCOUNT;
    ask(p.core, &p.anna, "{\"do\":\"mute\",\"user\":200,\"mute\":true}");
    assert_string_equal(error_code(&p.anna), "");
    close_pair(&p);
}

/* How many lines a talker gets through at once. */
static unsigned chatter(sv_core *core, talker *t, const char *code)
{
    unsigned lines = 0;
    for (;; lines++) {
        ask(core, t, "{\"do\":\"chat\",\"table\":\"%s\",\"text\":\"hi\"}", code);
        if (error_code(t)[0])
            break;
    }
    assert_string_equal(error_code(t), "too-many");
    return lines;
}

static void spectators_chat_slower_than_players(void **state)
{
    enum { CROWD = 30 };
    pair p = open_pair();
    talker crowd[CROWD];
    char code[SV_CODE_MAX];
    unsigned lines = 0;
    (void)state;
    sv_limits_set(&p.core->limits, 40);
    seat_pair(&p);
    assert_true(begin_game(p.core, &p.anna, &p.ben, "", code));
    const unsigned player = chatter(p.core, &p.anna, code);
    for (unsigned i = 0; i < CROWD; i++) {
        time_now += 1000; /* so that the address has permits */
        talker_open(p.core, &crowd[i], 10 + i, "Spectator");
        snprintf(crowd[i].client.address, SV_ADDRESS_MAX, "192.0.2.%u", 10 + i);
        ask(p.core, &crowd[i], "{\"do\":\"watch\",\"table\":\"%s\"}", code);
        const unsigned mine = chatter(p.core, &crowd[i], code);
        assert_true(mine * 4 < player);
        lines += mine;
    }
    assert_true(lines < 20 + CROWD + 1); /* one a second of all, after the first ones */
    for (unsigned i = 0; i < CROWD; i++)
        talker_close(p.core, &crowd[i]);
    close_pair(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(owners_are_served_in_turn),
        cmocka_unit_test(an_item_leaves_from_any_place),
        cmocka_unit_test(a_turn_is_used_up),
        cmocka_unit_test(addresses_are_served_in_turn),
        cmocka_unit_test(threads_serve_owners_in_turn),
        cmocka_unit_test(a_job_that_hangs_takes_one_thread),
        cmocka_unit_test(an_address_takes_some_threads),
        cmocka_unit_test(one_end_lets_two_jobs_run),
        cmocka_unit_test(the_owner_of_most_jobs_gives_way),
        cmocka_unit_test(an_owner_has_a_limit),
        cmocka_unit_test(logins_of_an_address_leave_room),
        cmocka_unit_test(tables_of_bots_take_turns_by_host),
        cmocka_unit_test(tables_wake_in_turn_by_address),
        cmocka_unit_test(a_guest_hosts_fewer_tables_than_an_account),
        cmocka_unit_test(a_table_that_is_over_makes_room),
        cmocka_unit_test(puppets_do_not_lift_the_limit),
        cmocka_unit_test(the_games_of_a_guest_are_limited),
        cmocka_unit_test(mutes_are_limited),
        cmocka_unit_test(spectators_chat_slower_than_players),
    };
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
