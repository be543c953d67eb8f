/* The lines of a record about its shuffle. Internal to record/. */
#ifndef ELEKTRO_SHUFFLE_LINES_H
#define ELEKTRO_SHUFFLE_LINES_H

#include "shuffle_check.h"

/* The values of the record's shuffle comments. */
typedef struct rec_told {
    unsigned version; /* 0: none that is known */
    unsigned attempt;
    bool drew_zone, drew_order;
    char table[JN_TABLE_MAX];
    char seed[JN_SEED_TEXT];
    char seal[EK_SEATS][JN_SEED_TEXT]; /* "": no line */
    char salt[EK_SEATS][JN_SEED_TEXT];
    char words[EK_SEATS][JN_WORDS_MAX];
    unsigned lines; /* set of the lines that were read, to find those that come twice */
    unsigned words_told;
} rec_told;

/* False and error if a line is damaged or comes twice. */
bool rec_read_told(rec_told *told, const char *record, rec_error *error);

/* Whether the record has every line of the notes of a game with this many players. */
bool rec_has_notes(const char *record, const char *notes, unsigned players, rec_error *error);

#endif
