/*
 * A game that can be written down: a journal, with names, a seed as text, its board (if it was
 * loaded) and the list of everything that a record names.
 *
 * Cards come from a script first, if there is one, and then from the seed or from whoever is asked.
 * Every function that can be refused leaves the game as it was and says why.
 */
#ifndef ELEKTRO_HISTORY_H
#define ELEKTRO_HISTORY_H

#include "board.h"
#include "entries.h"
#include "journal.h"
#include "notation.h"

enum {
    REC_NAME_MAX = 64,    /* bytes of a player's name at most, its end included */
    REC_SEED_MAX = 128,   /* bytes of a seed at most, its end included */
    REC_SCRIPT_MAX = 256, /* cards of a script at most */
    REC_STEPS_MAX = 32768 /* steps of a game at most */
};

/* How a game is set up. rec_options_default gives every field a sensible value. */
typedef struct rec_options {
    const bd_board *board; /* not owned; must outlive the game unless board_owned is set */
    bool board_owned;      /* the game frees the board (bd_free) when it is freed */
    uint8_t edition, players, options;
    uint8_t zone_way; /* enum jn_zone */
    uint8_t zone;     /* with JN_ZONE_GIVEN */
    uint8_t order_given;
    uint8_t order[EK_SEATS];
    ek_plants market; /* 0: dealt */
    uint8_t chance;   /* enum ek_chance, for when the script has run out */
    bool seed_known;  /* seed is set; otherwise one is made from the system's randomness */
    char seed[REC_SEED_MAX];
    uint8_t script[REC_SCRIPT_MAX]; /* plants in the order they will be turned up */
    unsigned script_count;
    char name[EK_SEATS][REC_NAME_MAX]; /* UTF-8 without control characters; "": none */
    char board_file[REC_NAME_MAX];     /* of the user's own board, for the record; "": ID.json */
    char commitment[REC_SEED_MAX];     /* published before the game to vouch for its seed; "": none.
                                          The record keeps the seed to itself until the end */
} rec_options;

typedef struct rec_game rec_game;

void rec_options_default(rec_options *options);

/* Starts a game; NULL if it cannot be played as asked. If board_owned is set the board is freed in
 * any case. */
rec_game *rec_new(const rec_options *options, rec_error *error);
void rec_free(rec_game *game);

/* Looking at it. The events are those of the last step. */
const bd_board *rec_board(const rec_game *game);
const ek_rules *rec_rules(const rec_game *game);
const ek_state *rec_state(const rec_game *game);
const ek_events *rec_events(const rec_game *game);
const rec_options *rec_options_of(const rec_game *game); /* with the seed that was used */
const rec_entry *rec_history(const rec_game *game, unsigned *count);
const jn_game *rec_journal(const rec_game *game); /* to go through it with a cursor */

/* One step: a move of the seat to move, or the answer to a card that is awaited. */
bool rec_play(rec_game *game, ek_move move, rec_error *error);
bool rec_play_text(rec_game *game, const char *text, rec_error *error);
bool rec_draw(rec_game *game, unsigned plant, rec_error *error);
/* Tells the back of the card on top, where cards are asked for. */
bool rec_show_back(rec_game *game, enum ek_back back, rec_error *error);

/* Takes back the last step: one move with all that followed from it, or one card asked for. Or all
 * steps but the first so many. */
bool rec_undo(rec_game *game, rec_error *error);
void rec_undo_to(rec_game *game, unsigned steps);

/* How many steps have been made, and the state after the first so many. */
unsigned rec_steps(const rec_game *game);
void rec_state_at(const rec_game *game, unsigned steps, ek_state *state);

/* Says what a journal refused; returns false. rules may be NULL: there are none yet. */
bool rec_refuse_line(rec_error *error, const bd_board *board, const ek_rules *rules,
                     unsigned reason);

/* A 64-bit seed from a text; the same text always gives the same. */
uint64_t rec_seed_of(const char *text);

#endif
