/* The paces at which people can be paired: their clocks, and how long the queue waits for what. */
#ifndef ELEKTRO_SERVER_PAIRING_PACE_H
#define ELEKTRO_SERVER_PAIRING_PACE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "elektro.h"

/* They are stored: new ones come last. */
enum sv_pair_pace { SV_PAIR_FAST, SV_PAIR_LIVE, SV_PAIR_DAYS, SV_PAIR_PACES };

typedef struct sv_pair_pace_row {
    const char *word;
    /* The clock of its tables, as in the settings of a table; seconds 0: with days. */
    int seconds, increment, days;
    /* Its games are played in one sitting: everybody must be there when it begins, and plays at
     * one such table only. */
    bool live;
    int64_t waits_ms; /* how long an entry waits for people at most */
    /* How long the oldest of so many people waits for more, if all of them accept any number. */
    int64_t gather_ms[EK_SEATS + 1];
} sv_pair_pace_row;

extern const sv_pair_pace_row sv_pair_paces[SV_PAIR_PACES];

/* The pace of a word; SV_PAIR_PACES if there is none. */
unsigned sv_pair_pace_of(const char *word);
/* Its clock as the settings of a table have it. */
json_t *sv_pair_pace_clock(unsigned pace);
/* The settings of a table for so many players, on a random board that everybody knows. */
json_t *sv_pair_pace_settings(unsigned pace, unsigned players, bool rated);

#endif
