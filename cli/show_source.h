/* What `show` and `render` look at: a game at one of its steps, or a position. */
#ifndef ELEKTRO_CLI_SHOW_SOURCE_H
#define ELEKTRO_CLI_SHOW_SOURCE_H

#include "draw.h"
#include "history.h"

typedef struct show_source {
    rec_game *game; /* NULL for a position */
    ek_rules rules;
    ek_state state;
    draw_table table; /* points into this struct and the game */
} show_source;

/* Opens a record (a path, or "-" for what comes in), a file with a position, or a position itself.
 * to: the step of a record to stop at; -1: its end. False after a message in the name of the
 * verb. */
bool show_open(const char *verb, const char *what, long to, show_source *source);
void show_close(show_source *source);

#endif
