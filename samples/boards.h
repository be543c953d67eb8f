/* The boards that samples are played on: those that come with Elektro, and boards of the user's
 * own. */
#ifndef ELEKTRO_SAMPLES_BOARDS_H
#define ELEKTRO_SAMPLES_BOARDS_H

#include "board.h"
#include "notation.h"

enum { SM_BOARDS_MAX = 64 };

/* Boards that come with Elektro first, as many as bd_board_count. */
typedef struct sm_boards {
    unsigned count;
    const bd_board *board[SM_BOARDS_MAX];
} sm_boards;

/* Loads board files, separated by commas; NULL: none. False and error if one is refused. */
bool sm_boards_open(sm_boards *boards, const char *files, rec_error *error);

void sm_boards_close(sm_boards *boards);

/* Finds a board for an edition: one of the user's own by its id, others as bd_find does. NULL if
 * there is none. */
const bd_board *sm_boards_find(const sm_boards *boards, const char *id, unsigned edition);

/* The number of a board in the list. */
unsigned sm_boards_index(const sm_boards *boards, const ek_board *board);

#endif
