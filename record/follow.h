/*
 * A game followed by its events, for a player who is told nothing else.
 *
 * Every event of a game is public, and together they name every move and every card. So the game
 * can be played again from them, move by move: the result is the state that the other side has,
 * except for its generator. Every event is compared with those that the rules give.
 *
 *     rec_follower f;
 *     rec_told told = {.list = events, .count = count};
 *     rec_follow_begin(&f, board, &config);
 *     while (told.at < told.count && rec_follow(&f, &told, &error))
 *         ;
 */
#ifndef ELEKTRO_FOLLOW_H
#define ELEKTRO_FOLLOW_H

#include "board.h"
#include "elektro.h"
#include "notation.h"

/* Events of a game in their order. */
typedef struct rec_told {
    const ek_event *list;
    unsigned count;
    unsigned at; /* the first that has not been followed yet */
} rec_told;

/* Plain data: copy it with =. */
typedef struct rec_follower {
    const bd_board *board; /* not owned */
    ek_config config;      /* the zone comes from the events */
    ek_rules rules;        /* these and the state: once the setup has been followed */
    ek_state state;        /* all money is known */
    bool has_started;
} rec_follower;

/* Begins before the setup of a game. */
void rec_follow_begin(rec_follower *follower, const bd_board *board, const ek_config *config);

/* Follows the setup or one move, with all its events and cards, and moves told->at behind them. On
 * failure the follower can no longer be used, and error says which event was not expected. */
bool rec_follow(rec_follower *follower, rec_told *told, rec_error *error);

#endif
