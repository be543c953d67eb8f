/* Games on a custom board, whose file is beside the record. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "../boards/iceland.h"
#include "position.h"
#include "record.h"
#include "tables.h"

static char folder[] = "/tmp/elektro-own-board-XXXXXX";

static void path_of(const char *file, char path[256])
{
    snprintf(path, 256, "%s/%s", folder, file);
}

/* Writes the board, with words replaced by others, to the folder. */
static void write_board(const char *words, const char *others)
{
    char path[256];
    path_of("iceland.json", path);
    const board_text board = iceland_with(words, others);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(board.bytes, 1, board.size, file), board.size);
    assert_int_equal(fclose(file), 0);
}

/* A game on the unchanged board, after some moves. */
static rec_game *play_iceland(void)
{
    char path[256];
    bd_error why;
    rec_error error;
    rec_options o;
    uint64_t random = 1;
    write_board("", "");
    path_of("iceland.json", path);
    rec_options_default(&o);
    o.board = bd_load_file(path, &why);
    if (!o.board)
        fail_msg("%s", why.text);
    o.board_owned = true;
    o.edition = o.board->ek->editions & 1 << EK_CLASSIC ? EK_CLASSIC : EK_RECHARGED;
    o.players = (uint8_t)__builtin_ctz(bd_player_counts(o.board->ek, o.edition));
    rec_game *game = rec_new(&o, &error);
    if (!game)
        fail_msg("%s", error.text);
    play_steps(game, &random, 40);
    return game;
}

static rec_game *read_record(const char *text, rec_error *error)
{
    char path[256];
    path_of("game.elektro", path);
    return rec_read(path, text, strlen(text), error);
}

static void board_is_found_beside_the_record(void **unused)
{
    (void)unused;
    rec_error error;
    rec_game *game = play_iceland();
    char *text = rec_write(game);
    assert_non_null(strstr(text, "\nboard-file: iceland.json\n"));
    rec_game *again = read_record(text, &error);
    if (!again)
        fail_msg("%u:%u: %s", error.line, error.column, error.text);
    char *rewritten = rec_write(again);
    assert_string_equal(text, rewritten);
    assert_true(public_hash(game) == public_hash(again));
    rec_free(game);
    rec_free(again);
    free(text);
    free(rewritten);
}

static void assert_refused(const char *text, const char *code, unsigned line)
{
    rec_error error;
    rec_game *game = read_record(text, &error);
    assert_null(game);
    assert_string_equal(error.code, code);
    assert_int_equal(error.line, line);
}

static void another_board_is_refused(void **unused)
{
    (void)unused;
    char path[256];
    rec_game *game = play_iceland();
    char *text = rec_write(game);
    write_board("'keflavik', 5]", "'keflavik', 4]");
    assert_refused(text, "other-board", 7);
    write_board("'id': 'iceland'", "'id': 'greenland'");
    assert_refused(text, "no-such-board", 5);
    write_board("'cities'", "'towns'");
    assert_refused(text, "bad-board-file", 6);
    path_of("iceland.json", path);
    unlink(path);
    assert_refused(text, "bad-board-file", 6);
    rec_free(game);
    free(text);
}

static void position_takes_the_board_handed_in(void **unused)
{
    (void)unused;
    rec_game *game = play_iceland();
    char text[REC_POSITION_MAX];
    const bd_board *board = rec_board(game);
    ek_rules rules;
    ek_state state;
    rec_error error;
    assert_true(rec_position_print(board, rec_rules(game), rec_state(game), text, sizeof text));
    assert_true(rec_position_parse(text, &board, &rules, &state, &error));
    assert_ptr_equal(board, rec_board(game));
    assert_memory_equal(&state, rec_state(game), sizeof state);
    board = NULL;
    assert_false(rec_position_parse(text, &board, &rules, &state, &error));
    assert_non_null(strstr(error.text, "a board"));
    rec_free(game);
}

static int make_folder(void **unused)
{
    (void)unused;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **unused)
{
    char path[256];
    (void)unused;
    path_of("iceland.json", path);
    unlink(path);
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(board_is_found_beside_the_record),
        cmocka_unit_test(another_board_is_refused),
        cmocka_unit_test(position_takes_the_board_handed_in),
    };
    return cmocka_run_group_tests_name("records: own board", tests, make_folder, remove_folder);
}
