#include "boards.h"

#include <limits.h>
#include <string.h>

const bd_board *sm_boards_find(const sm_boards *boards, const char *id, unsigned edition)
{
    for (unsigned i = bd_board_count; i < boards->count; i++)
        if (strcmp(boards->board[i]->id, id) == 0 && boards->board[i]->ek->editions >> edition & 1)
            return boards->board[i];
    return bd_find(id, (enum ek_edition)edition);
}

unsigned sm_boards_index(const sm_boards *boards, const ek_board *board)
{
    unsigned i = 0;
    while (boards->board[i]->ek != board)
        i++;
    return i;
}

static bool is_known(const sm_boards *boards, const char *id)
{
    for (unsigned edition = 0; edition < EK_EDITIONS; edition++)
        if (sm_boards_find(boards, id, edition))
            return true;
    return false;
}

static bool load(sm_boards *boards, const char *path, rec_error *error)
{
    bd_error reason;
    if (boards->count == SM_BOARDS_MAX)
        return rec_fail(error, "bad-board", "These are too many boards.");
    bd_board *board = bd_load_file(path, &reason);
    if (!board)
        return rec_fail(error, "bad-board", "%s", reason.text);
    if (is_known(boards, board->id)) {
        rec_fail(error, "bad-board", "%.120s: there is another board '%s'; change its id.", path,
                 board->id);
        bd_free(board);
        return false;
    }
    boards->board[boards->count++] = board;
    return true;
}

bool sm_boards_open(sm_boards *boards, const char *files, rec_error *error)
{
    char path[PATH_MAX];
    for (boards->count = 0; boards->count < bd_board_count; boards->count++)
        boards->board[boards->count] = &bd_boards[boards->count];
    for (const char *at = files; at;) {
        const size_t length = strcspn(at, ",");
        if (length == 0 || length >= sizeof path) {
            sm_boards_close(boards);
            return rec_fail(error, "bad-board",
                            "The list of board files names none, or too long "
                            "a one.");
        }
        memcpy(path, at, length);
        path[length] = '\0';
        if (!load(boards, path, error)) {
            sm_boards_close(boards);
            return false;
        }
        at = at[length] ? at + length + 1 : NULL;
    }
    return true;
}

void sm_boards_close(sm_boards *boards)
{
    while (boards->count > bd_board_count)
        bd_free((bd_board *)boards->board[--boards->count]);
}
