/* Records of games that follow each other, in memory. */
#ifndef ELEKTRO_SAMPLES_RECORDS_H
#define ELEKTRO_SAMPLES_RECORDS_H

#include "format.h"

typedef struct sm_records {
    uint8_t *bytes; /* of the heap; NULL: none */
    size_t size, room;
    unsigned games;
} sm_records;

/* Adds a game; false if there is not enough memory. */
bool sm_records_add(sm_records *records, sm_game *game);

#endif
