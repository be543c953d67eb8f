/* A file of samples that is read. */
#ifndef ELEKTRO_SAMPLES_SOURCE_H
#define ELEKTRO_SAMPLES_SOURCE_H

#include "boards.h"
#include "format.h"
#include "rules.h"

typedef struct sm_source {
    const char *path;
    const uint8_t *bytes; /* of the whole file */
    size_t size;
    size_t at;              /* where the next record begins */
    size_t last;            /* where the last one read began */
    char made[SM_MADE_MAX]; /* how it was made */
} sm_source;

/* Opens a file and reads its header. False and error if it is none. */
bool sm_source_open(sm_source *source, const char *path, rec_error *error);

/* The same for bytes in memory, called name in messages. They stay the caller's. */
bool sm_source_open_bytes(sm_source *source, const char *name, const uint8_t *bytes, size_t size,
                          rec_error *error);

/* Whether another record begins here and is not cut off at the end of the file. */
bool sm_source_has_more(const sm_source *source);

/* Whether the file ends in the middle of a record. */
bool sm_source_is_cut_off(const sm_source *source);

/* Reports that; returns false. */
bool sm_source_fail_cut_off(const sm_source *source, rec_error *error);

/* Skips the next record and reads only its head, unchecked. False and error if there is none. */
bool sm_source_skip(sm_source *source, sm_head *head, rec_error *error);

/* Reads the next record. False and error, with the place, if it is damaged. */
bool sm_source_next(sm_source *source, sm_game *game, rec_error *error);

/* Checks the game read last against the rules of its table, which are returned; NULL and error if
 * its board is unknown or a position breaks a law. */
const ek_rules *sm_source_check(const sm_source *source, const sm_game *game,
                                const sm_boards *boards, sm_rules *rules, rec_error *error);

void sm_source_close(sm_source *source);

#endif
