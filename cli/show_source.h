/* The input of `show` and `render`: a game after one of its moves, or a position. */
#ifndef ELEKTRO_CLI_SHOW_SOURCE_H
#define ELEKTRO_CLI_SHOW_SOURCE_H

#include <limits.h>

#include "command_line.h"
#include "draw.h"
#include "history.h"

#define SHOW_LAST UINT_MAX

/* The options that both share. */
typedef struct show_how {
    unsigned to; /* move of a record to stop after, with the cards that follow; or SHOW_LAST */
    const char *board; /* file of the user's own board that a position is on; NULL: none */
} show_how;

/* Rows for a cli_group. */
extern const cli_option show_options[];

typedef struct show_source {
    rec_game *game;  /* NULL for a position */
    bd_board *board; /* the user's own, of a position; or NULL */
    ek_rules rules;
    ek_state state;
    draw_table table; /* points into this struct and the game */
} show_source;

/* Opens a record (a path, or "-" for standard input), a file with a position, or a position itself.
 * False after a message in the name of the verb; close it even then. */
bool show_open(const char *verb, const char *what, const show_how *how, show_source *source);
void show_close(show_source *source);

#endif
