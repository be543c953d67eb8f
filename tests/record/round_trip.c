/* Random games at every kind of table: written, read back, cut, continued. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "record.h"
#include "tables.h"

static char *write_game(const rec_game *game)
{
    char *text = rec_write(game);
    assert_non_null(text);
    return text;
}

static rec_game *read_game(const char *text, unsigned n)
{
    rec_error error;
    rec_game *game = rec_read("test", text, strlen(text), &error);
    if (!game)
        fail_msg("game %u, line %u, column %u: %s\n%s", n, error.line, error.column, error.text,
                 text);
    return game;
}

/* Reads a record back: the same public state, and the same bytes when written again. */
static rec_game *assert_round_trip(const rec_game *game, unsigned n)
{
    char *text = write_game(game);
    rec_game *again = read_game(text, n);
    char *rewritten = write_game(again);
    assert_string_equal(text, rewritten);
    assert_true(public_hash(game) == public_hash(again));
    free(text);
    free(rewritten);
    return again;
}

/* --------------------------------------------------------------------------------------- tests */

static void finished_games_come_back(void **unused)
{
    (void)unused;
    for (unsigned n = 0; n < table_count(); n++) {
        rec_game *game = play_game(n);
        rec_free(assert_round_trip(game, n));
        rec_free(game);
    }
}

/* With the seed, the game read equals the game written, including the generator; without it, the
 * game waits for cards. */
static void unfinished_games_go_on(void **unused)
{
    (void)unused;
    for (unsigned n = 1; n < table_count(); n += 3) {
        rec_game *game = new_game(n);
        uint64_t random = n;
        play_steps(game, &random, n % 150);
        rec_game *again = assert_round_trip(game, n);
        const uint8_t chance = rec_options_of(game)->chance;
        assert_int_equal(rec_options_of(again)->chance, chance);
        if (chance == EK_CHANCE_SEED)
            assert_true(ek_hash(rec_state(game)) == ek_hash(rec_state(again)));
        uint64_t same = random;
        play_steps(game, &random, 100);
        play_steps(again, &same, 100);
        assert_true(public_hash(game) == public_hash(again));
        rec_free(game);
        rec_free(again);
    }
}

/* Removes the line that begins with a key. */
static void remove_line(char *text, const char *key)
{
    char *line = strstr(text, key);
    assert_non_null(line);
    line += key[0] == '\n';
    char *next = strchr(line, '\n') + 1;
    memmove(line, next, strlen(next) + 1);
}

static void no_seed_is_needed(void **unused)
{
    (void)unused;
    for (unsigned n = 0; n < table_count(); n += 7) {
        rec_game *game = play_game(n);
        char *text = write_game(game);
        if (rec_options_of(game)->chance == EK_CHANCE_SEED)
            remove_line(text, "\nseed:");
        rec_game *again = read_game(text, n);
        assert_true(public_hash(game) == public_hash(again));
        rec_free(again);
        rec_free(game);
        free(text);
    }
}

/* A changed result or a removed last move is detected. */
static void result_must_be_right(void **unused)
{
    (void)unused;
    for (unsigned n = 0; n < table_count(); n += 61) {
        rec_error error;
        rec_game *game = play_game(n);
        if (ek_phase(rec_state(game)) != EK_PHASE_ENDED) {
            rec_free(game);
            continue;
        }
        char *text = write_game(game);
        char *money = strstr(text, " has ") + 5;
        const size_t whole = strlen(text);
        *money ^= 1;
        assert_null(rec_read("test", text, whole, &error));
        assert_string_equal(error.code, "wrong-result");
        *money ^= 1;
        text[whole - 1] = '\0';
        const size_t cut = (size_t)(strrchr(text, '\n') - text);
        assert_null(rec_read("test", text, cut, &error));
        assert_string_equal(error.code, "not-ended");
        assert_int_equal(error.column, 9);
        free(text);
        rec_free(game);
    }
}

/* A record cut after any line but its last replays to there, or the error names the bad line. */
static void cut_record_is_read_or_refused(void **unused)
{
    (void)unused;
    unsigned read = 0;
    unsigned refused = 0;
    for (unsigned n = 5; n < table_count(); n += 97) {
        rec_game *game = new_game(n);
        uint64_t random = n;
        play_steps(game, &random, 60);
        char *text = write_game(game);
        for (const char *cut = text; (cut = strchr(cut, '\n')); cut++) {
            rec_error error;
            rec_game *part = rec_read("test", text, (size_t)(cut - text), &error);
            read += part != NULL;
            refused += part == NULL;
            if (!part)
                assert_in_range(error.line, 1, 16);
            rec_free(part);
        }
        rec_free(game);
        free(text);
    }
    assert_true(read > 10 * refused && refused > 0);
}

/* A cut anywhere else never crashes, and every error has a place. */
static void cut_bytes_do_no_harm(void **unused)
{
    (void)unused;
    rec_game *game = new_game(11);
    uint64_t random = 11;
    play_steps(game, &random, 30);
    char *text = write_game(game);
    for (size_t size = 0; size < strlen(text); size++) {
        rec_error error;
        rec_game *part = rec_read("test", text, size, &error);
        assert_true(part || (error.line > 0 && error.column > 0 && error.text[0]));
        rec_free(part);
    }
    rec_free(game);
    free(text);
}

/* A seed with a commitment stays out of the record until the game has ended. */
static void vouched_seed_is_kept(void **unused)
{
    (void)unused;
    rec_options o;
    rec_error error;
    uint64_t random = 3;
    rec_options_default(&o);
    o.seed_known = true;
    snprintf(o.seed, sizeof o.seed, "secret");
    snprintf(o.commitment, sizeof o.commitment, "sha256 2bb80d537b1da3e3");
    rec_game *game = rec_new(&o, &error);
    assert_non_null(game);
    play_steps(game, &random, 50);
    rec_free(assert_round_trip(game, 0));
    char *text = write_game(game);
    assert_null(strstr(text, "secret"));
    assert_non_null(strstr(text, "\ncommitment: sha256 2bb80d537b1da3e3\n"));
    free(text);
    play_steps(game, &random, UINT32_MAX);
    rec_free(assert_round_trip(game, 0));
    text = write_game(game);
    assert_non_null(strstr(text, "\nseed: secret\n"));
    free(text);
    rec_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finished_games_come_back),
        cmocka_unit_test(unfinished_games_go_on),
        cmocka_unit_test(no_seed_is_needed),
        cmocka_unit_test(result_must_be_right),
        cmocka_unit_test(cut_record_is_read_or_refused),
        cmocka_unit_test(cut_bytes_do_no_harm),
        cmocka_unit_test(vouched_seed_is_kept),
    };
    return cmocka_run_group_tests_name("records: round trip", tests, NULL, NULL);
}
