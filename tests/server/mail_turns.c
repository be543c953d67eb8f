/* What turns write because of mails, with a mail server of the test in the place of the real one.
 */
#include <setjmp.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "config.h"
#include "harness.h"
#include "net/smtp.h"
#include "notices/mail.h"
#include "password.h"
#include "webhook.h"

static int64_t time_now = 1000000;
static bool refuses;
static _Atomic unsigned letters;

static int64_t wound_clock(void)
{
    return time_now;
}

/* The linker puts it in the place of sv_smtp_send (--wrap). */
bool __wrap_sv_smtp_send(sv_smtp *mail);
bool __wrap_sv_smtp_send(sv_smtp *mail)
{
    letters++;
    mail->refused = refuses;
    snprintf(mail->why, sizeof mail->why, "%s", refuses ? "550 no such user" : "");
    return !refuses;
}

/* Anna has a password and wants mails. */
typedef struct post {
    sv_core core;
    talker anna, ben;
} post;

static post *begin(void)
{
    static const sv_config config = {.smtp = "smtp://localhost",
                                     .mail_from = "elektro@games.example",
                                     .site_url = "https://games.example",
                                     .code_mails = 100,
                                     .webhook_timeout = 1};
    static const char password[] = "long enough";
    const sv_user anna = {.id = 1, .kind = SV_ACCOUNT, .name = "Anna"};
    char hash[crypto_pwhash_STRBYTES];
    rec_error error;
    post *p = calloc(1, sizeof *p);
    assert_non_null(p);
    refuses = false;
    letters = 0;
    assert_true(sv_core_open(&p->core, sv_db_sqlite(":memory:", NULL, &error), 2, &error));
    p->core.clock = wound_clock;
    sv_limits_set(&p->core.limits, 10000);
    sv_webhook_open(&p->core, &config);
    assert_true(sv_mail_open(&p->core, &config));
    assert_int_equal(crypto_pwhash_str(hash, password, strlen(password), crypto_pwhash_OPSLIMIT_MIN,
                                       crypto_pwhash_MEMLIMIT_MIN),
                     0);
    assert_true(sv_user_add(&p->core.store, &anna, "anna", hash, 1, &error));
    talker_open(&p->core, &p->anna, 1, "Anna");
    p->anna.client.user.kind = SV_ACCOUNT;
    talker_open(&p->core, &p->ben, 2, "Ben");
    return p;
}

static void end(post *p)
{
    talker_close(&p->core, &p->anna);
    talker_close(&p->core, &p->ben);
    sv_core_close(&p->core);
    sv_webhook_close();
    free(p);
}

static void tick(post *p)
{
    time_now += 1000;
    sv_core_begin_turn(&p->core);
    sv_core_tick(&p->core);
    sv_core_end_turn(&p->core);
}

/* Until so many letters were sent or refused, and a turn has noted what became of them. */
static void await_letters(post *p, unsigned count)
{
    while (letters < count)
        usleep(1000);
    while (p->core.deliveries.first) {
        usleep(1000);
        sv_core_begin_turn(&p->core);
        sv_core_collect(&p->core);
        sv_core_end_turn(&p->core);
    }
    assert_int_equal(letters, count);
}

static sv_mail mail_of_anna(post *p)
{
    sv_mail mail;
    rec_error error;
    assert_true(sv_mail_get(&p->core.store, 1, &mail, &error));
    return mail;
}

/* Anna enters an address and the code of the mail. */
static void give_address(post *p)
{
    static const char code[] = "abcde-abcde-abcde-abcde";
    char hash[SV_HEX_MAX];
    rec_error error;
    ask(&p->core, &p->anna,
        "{\"do\":\"mail_set\",\"address\":\"anna@example.org\",\"password\":\"long enough\"}");
    await_reply(&p->core, &p->anna);
    assert_string_equal(error_code(&p->anna), "");
    await_letters(p, 1);
    sv_reset_code_hash(code, hash);
    assert_true(sv_mail_set_code(&p->core.store, 1, hash, time_now + 1000, &error));
    assert_true(sv_store_commit(&p->core.store, &error));
    ask(&p->core, &p->anna, "{\"do\":\"mail_verify\",\"code\":\"%s\"}", code);
    assert_string_equal(error_code(&p->anna), "");
    assert_true(mail_of_anna(p).verified > 0);
}

static void begin_long_game(post *p)
{
    char code[SV_CODE_MAX];
    assert_true(
        begin_game(&p->core, &p->anna, &p->ben, ",\"clock\":{\"kind\":\"days\",\"days\":2}", code));
}

static void an_address_is_entered_and_verified(void **state)
{
    post *p = begin();
    (void)state;
    give_address(p);
    assert_string_equal(mail_of_anna(p).address, "anna@example.org");
    end(p);
}

static void a_notice_is_refused_and_the_next_one_is_not(void **state)
{
    post *p = begin();
    (void)state;
    give_address(p);
    refuses = true;
    begin_long_game(p);
    await_letters(p, 2);
    assert_int_equal(mail_of_anna(p).refused, 1);
    assert_int_equal(mail_of_anna(p).lost, 1);
    refuses = false;
    begin_long_game(p);
    await_letters(p, 3);
    assert_int_equal(mail_of_anna(p).refused, 0);
    end(p);
}

static void a_code_for_a_new_password_is_sent_by_a_later_turn(void **state)
{
    post *p = begin();
    (void)state;
    give_address(p);
    ask(&p->core, &p->ben, "{\"do\":\"forgot_password\",\"name\":\"aNNA\"}");
    assert_string_equal(error_code(&p->ben), "");
    assert_null(p->core.deliveries.first);
    tick(p);
    await_letters(p, 2);
    refuses = true; /* a refusal of a code says nothing of the notices */
    ask(&p->core, &p->ben, "{\"do\":\"forgot_password\",\"name\":\"Anna\"}");
    tick(p);
    await_letters(p, 3);
    assert_int_equal(mail_of_anna(p).refused, 0);
    assert_int_equal(mail_of_anna(p).lost, 1);
    ask(&p->core, &p->ben, "{\"do\":\"forgot_password\",\"name\":\"Nobody\"}");
    tick(p);
    await_letters(p, 3);
    end(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_address_is_entered_and_verified),
        cmocka_unit_test(a_notice_is_refused_and_the_next_one_is_not),
        cmocka_unit_test(a_code_for_a_new_password_is_sent_by_a_later_turn),
    };
    if (sodium_init() < 0)
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
