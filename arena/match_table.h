/* The table of a match: from the options of a game, and as a line of text. */
#ifndef ELEKTRO_MATCH_TABLE_H
#define ELEKTRO_MATCH_TABLE_H

#include "history.h"
#include "match.h"

enum { AR_TABLE_TEXT = 256 };

/* The table that the options of a game describe; the board stays theirs. */
ar_table ar_table_of(const rec_options *options);

/* Writes a line that is equal for two tables only if the same games can be played at them. */
void ar_describe_table(const ar_table *table, char text[AR_TABLE_TEXT]);

#endif
