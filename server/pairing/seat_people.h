/*
 * Tables that the server makes by itself for people who may be away: for those who wait in the
 * queue, and for the rounds of tournaments.
 *
 * The game runs from the start. Nobody was there to seal words, so its shuffle is
 * elektro-shuffle-1. Unless a host is named the table has none (host 0): what only a host may do,
 * nobody can do there. Each person is told "game-begins" unless they are to move and are told
 * "your-turn".
 *
 * A rated table takes only people with accounts, and no bots (ratings/rated.h).
 *
 * Everything is written in the running turn: the row of the table, those of the players, and the
 * news. Whatever the caller writes in the same turn is stored together with it or not at all.
 */
#ifndef ELEKTRO_SERVER_SEAT_PEOPLE_H
#define ELEKTRO_SERVER_SEAT_PEOPLE_H

#include <jansson.h>

#include "table.h"

typedef struct sv_core sv_core;

/* A person for a seat, with what the seat copies of the user. */
typedef struct sv_person {
    sv_user user;
    sv_window window;
    uint8_t colour; /* preferred; 0: any */
    int64_t origin; /* number of the address they play from (limit.h), if the table may be rated; 0:
                       not known */
} sv_person;

typedef struct sv_made_for {
    int64_t host;             /* a user; 0: nobody */
    const json_t *settings;   /* as table_new has them: players, board, clock, title, public … */
    const sv_person *persons; /* in the order of their seats */
    unsigned count;
    uint8_t level, style; /* of the bots at all other seats: enum bot_level, bot_style */
    bool told;            /* the caller tells them that the game begins */
} sv_made_for;

/* Reads a person, and in a shared store claims them until the end of the turn: the copies at the
 * seat will be current. *found is false if the user is gone or blocked. Fails with "busy" while
 * another server has the user: the caller changes nothing and tries again later. */
SV_CHECKED bool sv_person_claim(sv_core *core, int64_t id, sv_person *person, bool *found,
                                rec_error *error);

/* Makes the table and starts its game. The persons were claimed in this turn. NULL and error: the
 * settings are refused and nothing is changed, or the store has failed and the turn is aborted. */
sv_table *sv_seat_people(sv_core *core, const sv_made_for *what, rec_error *error);

#endif
