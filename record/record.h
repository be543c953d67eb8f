/*
 * The game record: a whole game as a text that people can read, write and compare (.elektro).
 *
 *     elektro 1
 *     edition: classic
 *     board: germany
 *     …
 *     1. Anna: nominate 4 4
 *     draw 17
 *
 * docs/records.md describes it with an example, the top of record_read.c line by line. A record
 * names the cards that were turned up, so that a replay needs no seed. If it names the seed as
 * well, reading it checks the cards against the seed, and a game that is not over continues with
 * the same cards; without a seed the caller tells the cards from there on.
 */
#ifndef ELEKTRO_RECORD_H
#define ELEKTRO_RECORD_H

#include "history.h"

enum {
    REC_RECORD_VERSION = 1,
    REC_RECORD_MAX = 4 * 1024 * 1024, /* bytes of a record at most */
    REC_LINE_MAX = 2048               /* bytes of one of its lines at most */
};

/* Reads a record of size bytes and replays it; the engine checks every move and card. name is the
 * path of the record: the file of a user-made board must be in the same folder. On failure returns
 * NULL, and error has line, column and what was expected. */
rec_game *rec_read(const char *name, const char *text, size_t size, rec_error *error);

/* Writes a game as a record. The caller frees the text; it is NULL without memory. Reading it and
 * writing it again gives the same bytes. */
char *rec_write(const rec_game *game);

/* The same for a journal that is not in a rec_game. Of the options the record takes the board,
 * edition, options, players, names, seed, script and commitment, the source of cards, and whether
 * the zone was drafted; the rest comes from the journal. Moves that were taken back are left out.
 */
char *rec_write_journal(const rec_options *options, const jn_game *game);

/* Writes the comment on a move, or on a card (plant is not 0) that follows so many moves, into
 * text; false: none. A comment is one line, without a beginning. */
typedef struct rec_commenter {
    bool (*comment)(void *data, unsigned moves, unsigned plant, char text[REC_LINE_MAX]);
    void *data;
} rec_commenter;

/* Copies a record and adds comments of one kind behind moves and cards: "# KIND: TEXT". Comments of
 * this kind that are already there are replaced; all else stays as it is. A comment that does not
 * fit into its line is cut. The caller frees the text. NULL and error if the record is refused or
 * would become too long. */
char *rec_annotate(const char *name, const char *text, size_t size, const char *kind,
                   const rec_commenter *commenter, rec_error *error);

#endif
