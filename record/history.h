/*
 * A game that can be written as a record: a journal with names, a seed as text and its board (if it
 * was loaded). rec_list_entries lists what the record would name.
 *
 * Cards come from a script first, if there is one, and then from the seed or from the caller. A
 * function that fails leaves the game unchanged and says why. As with journals, all games of a
 * process belong to one thread.
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
    uint8_t zone_choice; /* enum jn_zone */
    uint8_t zone;        /* with JN_ZONE_GIVEN */
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
    char commitment[REC_SEED_MAX];     /* to the seed, published before the game; "": none.
                                          The record leaves the seed out until the end */
} rec_options;

typedef struct rec_game rec_game;

void rec_options_default(rec_options *options);

/* Starts a game; NULL if the options are refused. If board_owned is set, the game frees the board,
 * also on failure. */
rec_game *rec_new(const rec_options *options, rec_error *error);
void rec_free(rec_game *game);

/* Access. The events are those of the last step. */
const bd_board *rec_board(const rec_game *game);
const ek_rules *rec_rules(const rec_game *game);
const ek_state *rec_state(const rec_game *game);
const ek_events *rec_events(const rec_game *game);
const rec_options *rec_options_of(const rec_game *game); /* with the seed that was used */
const jn_game *rec_journal(const rec_game *game);        /* to replay it with a cursor */

/* One step: a move of the seat to move, or the card that the game waits for. */
bool rec_play(rec_game *game, ek_move move, rec_error *error);
bool rec_play_text(rec_game *game, const char *text, rec_error *error);
bool rec_draw(rec_game *game, unsigned plant, rec_error *error);
/* Tells the back of the card on top, in a game where the caller tells cards. */
bool rec_show_back(rec_game *game, enum ek_back back, rec_error *error);

/* Undoes the last step (a move with its consequences, or a card that the caller told), or all steps
 * after the given number. */
bool rec_undo(rec_game *game, rec_error *error);
void rec_undo_to(rec_game *game, unsigned steps);

/* The number of steps, and the state after a number of them. */
unsigned rec_steps(const rec_game *game);
void rec_state_at(const rec_game *game, unsigned steps, ek_state *state);

/* Fills error with a reason of a journal; returns false. rules may be NULL before the start, board
 * too if the reason is one of enum jn_reason. */
bool rec_refuse_line(rec_error *error, const bd_board *board, const ek_rules *rules,
                     unsigned reason);

/* A 64-bit seed from a text; always the same for the same text. */
uint64_t rec_seed_of(const char *text);

#endif
