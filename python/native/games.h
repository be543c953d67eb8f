/* Internal to the library: the contents of a batch. */
#ifndef ELEKTRO_ENV_GAMES_H
#define ELEKTRO_ENV_GAMES_H

#include "batch.h"
#include "named_bot.h"

struct env_batch {
    env_config config;
    const bd_board *board;
    bd_board *own; /* the board, if it was loaded from a file */
    unsigned zone; /* of every game; 0: random, or drafted */
    bool draft;
    ek_rules *zoned[ENV_ZONES]; /* the rules of each zone that has come up; 0: of the draft */
    env_arrays arrays;
    const ek_rules **rules; /* of each game */
    uint64_t *random;       /* gives the next seed of each game */
    ek_move *move;          /* of each game in this step */
    ar_bot named[EK_SEATS]; /* the bots … */
    unsigned bot_seats;     /* … of this set of seats */
    bot (*bots)[EK_SEATS];  /* of each game; NULL if there are none */
};

/* The rules for a zone, compiled when it comes up first; NULL and the reason if it is none. */
const ek_rules *env_rules_for(env_batch *b, unsigned zone, ek_reason *reason);

/* The zone of a game with this seed; 0 if it will be drafted. */
unsigned env_zone_of(const env_batch *b, uint64_t seed);

/* Writes an error; returns false. */
bool env_fail(char *error, const char *text);

#endif
