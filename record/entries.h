/* The entries of a record: moves, cards and backs. */
#ifndef ELEKTRO_ENTRIES_H
#define ELEKTRO_ENTRIES_H

#include "journal.h"

enum rec_entry_kind {
    REC_MOVE, /* value: the ek_move */
    REC_DRAW, /* value: the plant turned up */
    REC_BACK  /* value: enum ek_back of the card now on top, where it became known */
};

typedef struct rec_entry {
    uint32_t value;
    uint8_t kind;
    uint8_t seat; /* that moved; EK_NOBODY for chance */
} rec_entry;

/* A list that grows. Begin with all zero, end with free(list). */
typedef struct rec_entries {
    rec_entry *list;
    unsigned count, room;
} rec_entries;

/* A line of a journal, with the states before and after it and its events. */
typedef struct rec_applied_line {
    uint32_t line;
    unsigned seat;
    const ek_state *before, *after;
    const ek_events *events;
} rec_applied_line;

/* Adds all entries of a line. Without memory it returns false and leaves the list unchanged. */
bool rec_add_entries(rec_entries *entries, const rec_applied_line *line);

/* The line that a cursor has just made. */
rec_applied_line rec_line_of(const jn_cursor *cursor);

/* Adds all entries of a game, without moves that were taken back. Without memory it returns false;
 * free the list also then. */
bool rec_list_entries(rec_entries *entries, const jn_game *game);

#endif
