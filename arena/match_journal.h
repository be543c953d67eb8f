/* The journal of a match; see run.h. */
#ifndef ELEKTRO_MATCH_JOURNAL_H
#define ELEKTRO_MATCH_JOURNAL_H

#include <stdio.h>

#include "match.h"

/* Opens a journal to continue a match: reads the games it has into games (indexed by number,
 * done[i] set) and leaves it open for more. NULL and error if it cannot be opened or belongs to
 * another match. */
FILE *ar_journal_open(const char *path, const ar_match *match, ar_game *games, bool *done,
                      rec_error *error);

/* Reads the games of another process's journal; sets *exists to whether there is one. False and
 * error if it belongs to another match. */
bool ar_journal_look(const char *path, const ar_match *match, ar_game *games, bool *done,
                     bool *exists, rec_error *error);

/* Writes one finished game. */
bool ar_journal_add(FILE *journal, const ar_match *match, const ar_game *game);

#endif
