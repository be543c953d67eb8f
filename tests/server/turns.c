/* Clocks of a table, with a fake clock. */
#include <setjmp.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "config.h"
#include "harness.h"
#include "notice.h"

static int64_t time_now;
static unsigned notices;
static const char *noticed;

static int64_t wound_clock(void)
{
    return time_now;
}

static void count_notice(sv_core *core, const sv_table *table, unsigned seat, const char *what)
{
    (void)core;
    (void)table;
    (void)seat;
    noticed = what;
    notices++;
}

/* Two people at a table with a clock; Anna is to move. */
typedef struct evening {
    sv_core core;
    talker anna, ben;
    char code[SV_CODE_MAX];
} evening;

static evening *begin(const char *clock)
{
    rec_error error;
    char settings[200];
    evening *e = calloc(1, sizeof *e);
    assert_non_null(e);
    assert_true(sv_core_open(&e->core, sv_db_sqlite(":memory:", NULL, &error), 1, &error));
    e->core.clock = wound_clock;
    e->core.notice = count_notice;
    notices = 0;
    time_now = 1000000;
    talker_open(&e->core, &e->anna, 1, "Anna");
    talker_open(&e->core, &e->ben, 2, "Ben");
    snprintf(settings, sizeof settings, ",\"order\":\"seated\",\"clock\":%s", clock);
    assert_true(begin_game(&e->core, &e->anna, &e->ben, settings, e->code));
    assert_int_equal(notices, 2); /* Anna, who is first, and Ben: nobody watches */
    assert_string_equal(noticed, "game-begins");
    notices = 0;
    return e;
}

static void end(evening *e)
{
    talker_close(&e->core, &e->anna);
    talker_close(&e->core, &e->ben);
    sv_core_close(&e->core);
    free(e);
}

static void tick(evening *e, int64_t milliseconds)
{
    time_now += milliseconds;
    sv_core_begin_turn(&e->core);
    sv_core_tick(&e->core);
    sv_core_end_turn(&e->core);
}

static void play(evening *e, talker *t, const char *move)
{
    ask(&e->core, t,
        "{\"do\":\"move\",\"table\":\"%s\",\"seq\":%u,\"client\":\"%lld\",\"move\":\"%s\"}",
        e->code, table_at(&e->core, e->code)->game.lines, (long long)time_now, move);
    assert_string_equal(error_code(t), "");
}

/* As one packet brings them. */
static void leave_and_come_back(evening *e, talker *t)
{
    static const char *const words[] = {"leave", "come_back"};
    char text[100];
    sv_core_begin_turn(&e->core);
    for (unsigned i = 0; i < 2; i++) {
        const int length =
            snprintf(text, sizeof text, "{\"do\":\"%s\",\"table\":\"%s\"}", words[i], e->code);
        sv_core_receive(&e->core, &t->client, text, (size_t)length);
    }
    sv_core_run_inbox(&e->core);
    sv_core_end_turn(&e->core);
    assert_string_equal(error_code(t), "");
}

static void a_decision_has_its_time(void **state)
{
    evening *e = begin("{\"kind\":\"move\",\"seconds\":60}");
    (void)state;
    tick(e, 53000);
    assert_false(table_at(&e->core, e->code)->seat[0].away);
    assert_int_equal(notices, 0);
    tick(e, 1000);
    assert_int_equal(notices, 1); /* a tenth of the time is left */
    assert_string_equal(noticed, "time-runs-out");
    tick(e, 1000);
    assert_int_equal(notices, 1);
    tick(e, 5000);
    assert_true(table_at(&e->core, e->code)->seat[0].away);
    assert_true(table_at(&e->core, e->code)->game.lines > 0); /* the bot has moved */
    end(e);
}

static void time_of_a_game_runs_down_and_is_added_to(void **state)
{
    evening *e = begin("{\"kind\":\"game\",\"seconds\":100,\"increment\":5}");
    (void)state;
    time_now += 30000;
    play(e, &e->anna, "nominate 5 5");
    assert_int_equal(table_at(&e->core, e->code)->clock.left[0], 75000);
    assert_int_equal(table_at(&e->core, e->code)->clock.left[1], 100000);
    time_now += 10000;
    play(e, &e->ben, "bid 6");
    assert_int_equal(table_at(&e->core, e->code)->clock.left[1], 95000);
    tick(e, 74000);
    assert_false(table_at(&e->core, e->code)->seat[0].away);
    tick(e, 1000);
    assert_true(table_at(&e->core, e->code)->seat[0].away);
    end(e);
}

static void days_are_long(void **state)
{
    evening *e = begin("{\"kind\":\"days\",\"days\":3}");
    (void)state;
    tick(e, INT64_C(2) * 86400000);
    assert_int_equal(notices, 0);
    tick(e, INT64_C(17) * 3600000);
    assert_int_equal(notices, 1);
    assert_false(table_at(&e->core, e->code)->seat[0].away);
    tick(e, INT64_C(7) * 3600000);
    assert_true(table_at(&e->core, e->code)->seat[0].away);
    end(e);
}

static void clocks_survive_a_restart(void **state)
{
    evening *e = begin("{\"kind\":\"game\",\"seconds\":100,\"increment\":5}");
    (void)state;
    time_now += 30000;
    play(e, &e->anna, "nominate 5 5");
    const int64_t due = sv_clock_due(table_at(&e->core, e->code));
    sv_forget_tables(&e->core);
    assert_int_equal(sv_clock_due(table_at(&e->core, e->code)), due);
    assert_int_equal(table_at(&e->core, e->code)->clock.left[0], 75000);
    end(e);
}

static void call_bot(evening *e, talker *t, unsigned seat, const char *answer)
{
    ask(&e->core, t, "{\"do\":\"call_bot\",\"table\":\"%s\",\"seat\":%u}", e->code, seat);
    assert_string_equal(error_code(t), answer);
}

static void a_bot_is_called_for_a_player_who_is_away(void **state)
{
    evening *e = begin("{\"kind\":\"none\"}");
    (void)state;
    call_bot(e, &e->ben, 1, "not-absent");
    time_now += 121000;
    ask(&e->core, &e->anna, "{\"do\":\"watch\",\"table\":\"%s\"}", e->code);
    call_bot(e, &e->ben, 1, "not-absent"); /* she is here */
    ask(&e->core, &e->anna, "{\"do\":\"unwatch\",\"table\":\"%s\"}", e->code);
    call_bot(e, &e->ben, 2, "not-absent"); /* not his own seat */
    call_bot(e, &e->ben, 1, "");
    assert_true(table_at(&e->core, e->code)->seat[0].away);
    ask(&e->core, &e->anna, "{\"do\":\"come_back\",\"table\":\"%s\"}", e->code);
    assert_false(table_at(&e->core, e->code)->seat[0].away);
    end(e);
}

static int64_t patience_left(evening *e, talker *t)
{
    const json_t *r =
        ask(&e->core, t, "{\"do\":\"position\",\"table\":\"%s\",\"since\":0}", e->code);
    const json_t *left = json_object_get(json_object_get(r, "position"), "patience_left");
    assert_non_null(left);
    return json_is_null(left) ? -1 : json_integer_value(left);
}

static void a_bot_is_called_for_a_player_who_is_here_and_does_not_move(void **state)
{
    evening *e = begin("{\"kind\":\"none\"},\"patience\":300");
    (void)state;
    ask(&e->core, &e->anna, "{\"do\":\"watch\",\"table\":\"%s\"}", e->code);
    time_now += 299000;
    call_bot(e, &e->ben, 1, "not-absent");
    assert_int_equal(patience_left(e, &e->ben), 1000);
    time_now += 1000;
    assert_int_equal(patience_left(e, &e->ben), 0);
    leave_and_come_back(e, &e->anna); /* begins no new wait */
    call_bot(e, &e->ben, 1, "");
    assert_true(table_at(&e->core, e->code)->seat[0].away);
    assert_true(table_at(&e->core, e->code)->game.lines > 0); /* the bot has moved */
    end(e);
}

/* A table of an earlier version has no such setting. */
static void patience_ends_after_ten_minutes_if_the_table_says_nothing(void **state)
{
    evening *e = begin("{\"kind\":\"none\"}");
    (void)state;
    ask(&e->core, &e->anna, "{\"do\":\"watch\",\"table\":\"%s\"}", e->code);
    time_now += 599000;
    call_bot(e, &e->ben, 1, "not-absent");
    time_now += 1000;
    call_bot(e, &e->ben, 1, "");
    end(e);
}

static void patience_may_never_end(void **state)
{
    evening *e = begin("{\"kind\":\"none\"},\"patience\":0");
    (void)state;
    ask(&e->core, &e->anna, "{\"do\":\"watch\",\"table\":\"%s\"}", e->code);
    time_now += INT64_C(86400000);
    call_bot(e, &e->ben, 1, "not-absent");
    assert_int_equal(patience_left(e, &e->ben), -1);
    ask(&e->core, &e->anna, "{\"do\":\"unwatch\",\"table\":\"%s\"}", e->code);
    call_bot(e, &e->ben, 1, "");
    end(e);
}

/* With three days for a decision nobody can call a bot after two minutes. */
static void a_clock_is_the_only_limit_where_there_is_one(void **state)
{
    evening *e = begin("{\"kind\":\"days\",\"days\":3}");
    (void)state;
    time_now += 3600000;
    call_bot(e, &e->ben, 1, "not-absent");
    assert_int_equal(patience_left(e, &e->ben), -1);
    end(e);
}

static void nobody_gets_time_by_leaving_and_coming_back(void **state)
{
    static const char *const clocks[] = {"{\"kind\":\"move\",\"seconds\":10}",
                                         "{\"kind\":\"game\",\"seconds\":10}",
                                         "{\"kind\":\"days\",\"days\":1}"};
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        evening *e = begin(clocks[i]);
        const int64_t due = sv_clock_due(table_at(&e->core, e->code)), given = due - time_now;
        tick(e, given * 95 / 100);
        leave_and_come_back(e, &e->anna);
        assert_false(table_at(&e->core, e->code)->seat[0].away);
        assert_int_equal(sv_clock_due(table_at(&e->core, e->code)), due);
        tick(e, given * 5 / 100);
        assert_true(table_at(&e->core, e->code)->seat[0].away);
        assert_true(table_at(&e->core, e->code)->game.lines > 0); /* the bot has moved */
        end(e);
    }
}

/* The clock has run out, but its tick has not come yet. */
static void nobody_gets_time_after_the_clock_has_run_out(void **state)
{
    evening *e = begin("{\"kind\":\"game\",\"seconds\":10}");
    (void)state;
    time_now += 10500;
    leave_and_come_back(e, &e->anna);
    assert_true(sv_clock_due(table_at(&e->core, e->code)) <= time_now);
    tick(e, 0);
    assert_true(table_at(&e->core, e->code)->seat[0].away);
    assert_int_equal(table_at(&e->core, e->code)->clock.left[0],
                     0); /* the bot's move was charged */
    end(e);
}

static void come_back(evening *e, talker *t)
{
    ask(&e->core, t, "{\"do\":\"come_back\",\"table\":\"%s\"}", e->code);
    assert_string_equal(error_code(t), "");
}

/* Lets bots move until a person is to. */
static void await_seat(evening *e, unsigned seat)
{
    for (unsigned i = 0; i < 100 && sv_table_to_move(table_at(&e->core, e->code)) != seat; i++)
        tick(e, 0);
    assert_int_equal(sv_table_to_move(table_at(&e->core, e->code)), seat);
    assert_int_equal(table_at(&e->core, e->code)->game.now.state.round, 1);
}

/* A player who has used up the time of the game gets half a minute to come back, once a round. */
static void grace_is_given_once_a_round(void **state)
{
    evening *e = begin("{\"kind\":\"game\",\"seconds\":10}");
    (void)state;
    tick(e, 10000);
    await_seat(e, 1);
    assert_int_equal(table_at(&e->core, e->code)->clock.left[0], 0);
    come_back(e, &e->anna);
    assert_int_equal(table_at(&e->core, e->code)->clock.left[0], 30000);
    ask(&e->core, &e->ben, "{\"do\":\"leave\",\"table\":\"%s\"}", e->code);
    await_seat(e, 0);
    come_back(e, &e->ben);
    tick(e, 30000);
    await_seat(e, 1);
    assert_int_equal(table_at(&e->core, e->code)->clock.left[0], 0);
    sv_forget_tables(&e->core); /* it is stored */
    come_back(e, &e->anna);
    assert_int_equal(table_at(&e->core, e->code)->clock.left[0], 0);
    end(e);
}

/* The increment rewards quick players, not their bots. */
static void nobody_saves_up_time_while_a_bot_plays(void **state)
{
    evening *e = begin("{\"kind\":\"game\",\"seconds\":100,\"increment\":60}");
    (void)state;
    time_now += 5000;
    ask(&e->core, &e->anna, "{\"do\":\"leave\",\"table\":\"%s\"}", e->code);
    assert_int_not_equal(sv_table_to_move(table_at(&e->core, e->code)), 0); /* the bot has moved */
    assert_int_equal(table_at(&e->core, e->code)->clock.left[0], 95000);
    ask(&e->core, &e->anna, "{\"do\":\"come_back\",\"table\":\"%s\"}", e->code);
    assert_int_equal(table_at(&e->core, e->code)->clock.left[0], 95000);
    end(e);
}

/* Whatever becomes of the connection, the name or the account. */
static void a_clock_runs_for_a_player_who_is_gone(void **state)
{
    evening *e = begin("{\"kind\":\"move\",\"seconds\":60}");
    (void)state;
    const int64_t due = sv_clock_due(table_at(&e->core, e->code));
    ask(&e->core, &e->anna, "{\"do\":\"watch\",\"table\":\"%s\"}", e->code);
    talker_close(&e->core, &e->anna);
    time_now += 30000;
    talker_open(&e->core, &e->anna, 1, "Anna");
    ask(&e->core, &e->anna, "{\"do\":\"watch\",\"table\":\"%s\"}", e->code);
    ask(&e->core, &e->anna, "{\"do\":\"rename\",\"name\":\"Annika\"}");
    assert_int_equal(sv_clock_due(table_at(&e->core, e->code)), due);
    ask(&e->core, &e->anna, "{\"do\":\"delete_me\",\"name\":\"Annika\"}");
    assert_string_equal(error_code(&e->anna), "");
    assert_true(table_at(&e->core, e->code)->game.lines > 0); /* a bot has moved */
    end(e);
}

/* A come_back of a player who was not away changes no clock. */
static void nobody_gets_time_by_coming_back(void **state)
{
    evening *e = begin("{\"kind\":\"move\",\"seconds\":60}");
    (void)state;
    const int64_t due = sv_clock_due(table_at(&e->core, e->code)),
                  touched = table_at(&e->core, e->code)->touched;
    time_now += 30000;
    ask(&e->core, &e->anna, "{\"do\":\"come_back\",\"table\":\"%s\"}", e->code);
    ask(&e->core, &e->ben, "{\"do\":\"come_back\",\"table\":\"%s\"}", e->code);
    assert_string_equal(error_code(&e->ben), "");
    assert_int_equal(sv_clock_due(table_at(&e->core, e->code)), due);
    assert_int_equal(table_at(&e->core, e->code)->touched, touched);
    ask(&e->core, &e->ben, "{\"do\":\"leave\",\"table\":\"%s\"}", e->code);
    ask(&e->core, &e->ben, "{\"do\":\"come_back\",\"table\":\"%s\"}", e->code);
    assert_false(table_at(&e->core, e->code)->seat[1].away);
    assert_int_equal(sv_clock_due(table_at(&e->core, e->code)), due); /* it is Anna's */
    tick(e, 30000);
    assert_true(table_at(&e->core, e->code)->seat[0].away);
    end(e);
}

/* Anna is to buy fuel, with nothing bought yet; returns when her turn began. */
static int64_t begin_buying(evening *e)
{
    play(e, &e->anna, "nominate 4 4");
    play(e, &e->ben, "pass");
    time_now++;
    play(e, &e->ben, "nominate 5 5");
    assert_int_equal(sv_table_to_move(table_at(&e->core, e->code)), 0);
    assert_int_equal(table_at(&e->core, e->code)->game.now.live, 0);
    return time_now;
}

static const char *take_back(evening *e)
{
    ask(&e->core, &e->anna, "{\"do\":\"undo\",\"table\":\"%s\",\"seq\":%u,\"client\":\"u%u\"}",
        e->code, table_at(&e->core, e->code)->game.lines, table_at(&e->core, e->code)->game.lines);
    return error_code(&e->anna);
}

static void nobody_gets_time_by_taking_back(void **state)
{
    evening *e = begin("{\"kind\":\"move\",\"seconds\":60}");
    (void)state;
    const int64_t turn = begin_buying(e);
    time_now++;
    play(e, &e->anna, "buy coal 1");
    for (unsigned i = 0; i < 3; i++) {
        time_now += 10000;
        assert_string_equal(take_back(e), "");
        play(e, &e->anna, "buy coal 1");
    }
    assert_int_equal(sv_clock_due(table_at(&e->core, e->code)), turn + 60000);
    time_now++;
    play(e, &e->anna, "done");
    assert_int_equal(sv_clock_due(table_at(&e->core, e->code)), time_now + 60000);
    end(e);
}

/* Each decision has its time, and what is taken back gives its time back. */
static void nobody_gets_time_by_moves_that_are_taken_back(void **state)
{
    evening *e = begin("{\"kind\":\"move\",\"seconds\":60}");
    (void)state;
    const int64_t turn = begin_buying(e);
    for (unsigned i = 0; i < 3; i++) {
        time_now += 55000;
        play(e, &e->anna, "buy coal 1");
    }
    assert_int_equal(sv_clock_due(table_at(&e->core, e->code)), time_now + 60000);
    assert_string_equal(take_back(e), "");
    assert_int_equal(sv_clock_due(table_at(&e->core, e->code)), turn + 3 * 60000);
    sv_forget_tables(&e->core);                           /* it is stored */
    assert_string_equal(take_back(e), "nothing-to-undo"); /* two decisions have had 120 seconds */
    const json_t *r = ask(&e->core, &e->anna, "{\"do\":\"position\",\"table\":\"%s\"}", e->code);
    assert_true(json_is_false(json_object_get(json_object_get(r, "position"), "can_undo")));
    time_now++;
    play(e, &e->anna, "done");
    assert_int_equal(sv_clock_due(table_at(&e->core, e->code)), time_now + 60000);
    end(e);
}

static void nobody_gets_patience_by_moves_that_are_taken_back(void **state)
{
    evening *e = begin("{\"kind\":\"none\"},\"patience\":60");
    (void)state;
    ask(&e->core, &e->anna, "{\"do\":\"watch\",\"table\":\"%s\"}", e->code);
    begin_buying(e);
    for (unsigned i = 0; i < 3; i++) {
        time_now += 55000;
        play(e, &e->anna, "buy coal 1");
    }
    call_bot(e, &e->ben, 1, "not-absent");
    for (unsigned i = 0; i < 3; i++)
        assert_string_equal(take_back(e), "");
    call_bot(e, &e->ben, 1, "");
    end(e);
}

static void write_notice(evening *e)
{
    static const sv_config config = {.webhook_timeout = 1};
    static const sv_webhook hook = {.url = "http://192.0.2.1/", .secret = "secret"};
    e->core.config = &config;
    sv_notice_send(&e->core, e->code, 1, &hook, "{}");
}

static void take_count(void *data, const sv_value *column)
{
    *(int64_t *)data = column[0].number;
}

/* How many notices the turn has written. */
static int64_t written(evening *e)
{
    int64_t count = 0;
    rec_error error;
    sv_query q = {
        .sql = "SELECT COUNT(*) FROM notices", .columns = "n", .row = take_count, .data = &count};
    assert_true(e->core.store.db->run(e->core.store.db, &q, &error));
    return count;
}

/* A turn that writes a notice and cannot be committed. */
static void write_and_fail(evening *e)
{
    rec_error error;
    sv_core_begin_turn(&e->core);
    write_notice(e);
    assert_non_null(e->core.notices.first);
    rec_fail(&error, "storage", "The disk is gone.");
    sv_store_abort(&e->core.store, &error);
    sv_core_end_turn(&e->core);
}

/* A notice about a move that could not be saved would be wrong. */
static void no_notice_leaves_before_the_commit(void **state)
{
    evening *e = begin("{\"kind\":\"none\"}");
    (void)state;
    write_and_fail(e);
    assert_null(e->core.notices.first);
    const sv_pool_load load = sv_pool_measure(e->core.pool[SV_NOTICES]);
    assert_int_equal(load.waiting + load.running, 0);
    end(e);
}

static unsigned said;

static void say(sv_db *db, const char *text)
{
    (void)db;
    said += *text != '\0';
}

/* It comes when the move is repeated. The other servers hear of the permit when it was used, or
 * they would hold back a notice about the next move. */
static void a_notice_that_was_not_saved_is_none_of_its_minute(void **state)
{
    evening *e = begin("{\"kind\":\"none\"}");
    (void)state;
    e->core.store.db->say = say;
    e->core.nodes.count = 2;
    said = 0;
    write_and_fail(e);
    assert_int_equal(said, 0);
    sv_core_begin_turn(&e->core);
    write_notice(e);
    assert_int_equal(written(e), 1);
    write_notice(e);
    assert_int_equal(written(e), 1);
    sv_core_end_turn(&e->core);
    assert_int_equal(said, 1);
    end(e);
}

static void absent_players_get_a_notice(void **state)
{
    evening *e = begin("{\"kind\":\"none\"}");
    (void)state;
    play(e, &e->anna, "nominate 5 5");
    assert_int_equal(notices, 1);
    ask(&e->core, &e->anna, "{\"do\":\"watch\",\"table\":\"%s\"}", e->code);
    play(e, &e->ben, "bid 6");
    assert_int_equal(notices, 1); /* she sees it */
    end(e);
}

/* Queued orders that move are no reason to call the player. */
static void a_player_with_orders_is_called_if_they_do_not_move(void **state)
{
    static const char *const limit[] = {"9", "5"};
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        evening *e = begin("{\"kind\":\"days\",\"days\":3}");
        ask(&e->core, &e->ben,
            "{\"do\":\"orders\",\"table\":\"%s\",\"orders\":[{\"kind\":\"bid\",\"plant\":5,"
            "\"most\":%s,\"otherwise\":\"wait\"}]}",
            e->code, limit[i]);
        assert_string_equal(error_code(&e->ben), "");
        play(e, &e->anna, "nominate 5 5");
        assert_int_equal(ek_to_move(&table_at(&e->core, e->code)->game.now.state), i);
        assert_int_equal(notices, 1); /* Anna, after Ben's bid, or Ben, whose limit is too low */
        end(e);
    }
}

/* Orders that move and leave the rest of the turn to the player. */
static void a_player_is_called_after_orders_that_do_not_end_the_turn(void **state)
{
    static const char *const later[] = {"", ",{\"kind\":\"pass\",\"phase\":\"building\"}"};
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        evening *e = begin("{\"kind\":\"days\",\"days\":3}");
        begin_buying(e);
        ask(&e->core, &e->ben,
            "{\"do\":\"orders\",\"table\":\"%s\",\"orders\":[{\"kind\":\"buy\",\"fuel\":\"coal\","
            "\"count\":1,\"most\":9}%s]}",
            e->code, later[i]);
        assert_string_equal(error_code(&e->ben), "");
        notices = 0;
        time_now++;
        play(e, &e->anna, "done");
        assert_int_equal(table_at(&e->core, e->code)->game.now.live, 1);
        assert_int_equal(sv_table_to_move(table_at(&e->core, e->code)), 1);
        assert_int_equal(notices, 1);
        assert_string_equal(noticed, "your-turn");
        end(e);
    }
}

/* A player with two pages open: the other one must not keep a list that it would send back. */
static void orders_are_told_to_other_connections(void **state)
{
    talker other = {.pushes = 0};
    evening *e = begin("{\"kind\":\"none\"}");
    (void)state;
    talker_open(&e->core, &other, 2, "Ben");
    ask(&e->core, &other, "{\"do\":\"watch\",\"table\":\"%s\"}", e->code);
    ask(&e->core, &e->ben, "{\"do\":\"watch\",\"table\":\"%s\"}", e->code);
    ask(&e->core, &e->anna, "{\"do\":\"watch\",\"table\":\"%s\"}", e->code);
    const unsigned others = other.pushes, own = e->ben.pushes, annas = e->anna.pushes;
    ask(&e->core, &e->ben,
        "{\"do\":\"orders\",\"table\":\"%s\",\"orders\":[{\"kind\":\"bid\",\"plant\":5,\"most\":9}]"
        "}",
        e->code);
    assert_string_equal(error_code(&e->ben), "");
    assert_int_equal(other.pushes, others + 1);
    assert_int_equal(e->ben.pushes, own); /* it has the reply */
    assert_int_equal(e->anna.pushes, annas);
    talker_close(&e->core, &other);
    end(e);
}

static void orders_go_with_their_player(void **state)
{
    evening *e = begin("{\"kind\":\"none\"}");
    (void)state;
    ask(&e->core, &e->ben,
        "{\"do\":\"orders\",\"table\":\"%s\",\"orders\":[{\"kind\":\"bid\",\"plant\":5,\"most\":9},"
        "{\"kind\":\"bid\",\"plant\":6,\"most\":9,\"otherwise\":\"wait\"}]}",
        e->code);
    play(e, &e->anna, "nominate 5 5");
    time_now++;
    play(e, &e->anna, "bid 10"); /* Ben's limit is reached */
    assert_non_null(table_at(&e->core, e->code)->seat[1].orders.list);
    assert_non_null(table_at(&e->core, e->code)->seat[1].orders.results);
    ask(&e->core, &e->ben, "{\"do\":\"delete_me\",\"name\":\"Ben\"}");
    assert_string_equal(error_code(&e->ben), "");
    assert_null(table_at(&e->core, e->code)->seat[1].orders.list);
    assert_null(table_at(&e->core, e->code)->seat[1].orders.results);
    end(e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_decision_has_its_time),
        cmocka_unit_test(time_of_a_game_runs_down_and_is_added_to),
        cmocka_unit_test(days_are_long),
        cmocka_unit_test(clocks_survive_a_restart),
        cmocka_unit_test(a_bot_is_called_for_a_player_who_is_away),
        cmocka_unit_test(a_bot_is_called_for_a_player_who_is_here_and_does_not_move),
        cmocka_unit_test(patience_ends_after_ten_minutes_if_the_table_says_nothing),
        cmocka_unit_test(patience_may_never_end),
        cmocka_unit_test(a_clock_is_the_only_limit_where_there_is_one),
        cmocka_unit_test(nobody_gets_time_by_leaving_and_coming_back),
        cmocka_unit_test(nobody_gets_time_after_the_clock_has_run_out),
        cmocka_unit_test(grace_is_given_once_a_round),
        cmocka_unit_test(nobody_saves_up_time_while_a_bot_plays),
        cmocka_unit_test(a_clock_runs_for_a_player_who_is_gone),
        cmocka_unit_test(nobody_gets_time_by_coming_back),
        cmocka_unit_test(nobody_gets_time_by_taking_back),
        cmocka_unit_test(nobody_gets_time_by_moves_that_are_taken_back),
        cmocka_unit_test(nobody_gets_patience_by_moves_that_are_taken_back),
        cmocka_unit_test(no_notice_leaves_before_the_commit),
        cmocka_unit_test(a_notice_that_was_not_saved_is_none_of_its_minute),
        cmocka_unit_test(absent_players_get_a_notice),
        cmocka_unit_test(a_player_with_orders_is_called_if_they_do_not_move),
        cmocka_unit_test(a_player_is_called_after_orders_that_do_not_end_the_turn),
        cmocka_unit_test(orders_are_told_to_other_connections),
        cmocka_unit_test(orders_go_with_their_player),
    };
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
