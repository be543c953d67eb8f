/* Shared by the files of `elektro play`: one game at one keyboard. */
#ifndef ELEKTRO_CLI_PLAY_H
#define ELEKTRO_CLI_PLAY_H

#include <stdio.h>
#include <time.h>

#include "deadline.h"
#include "draw.h"
#include "history.h"
#include "play_file.h"
#include "play_options.h"
#include "screen_term.h"

typedef struct play play;

/* The user interface: full screen, or line by line. */
typedef struct play_front {
    /* Asks for one line; false when there is no more input. */
    bool (*ask)(play *p, const char *prompt, char line[EDIT_MAX]);
    /* Shows a text. */
    void (*tell)(play *p, const char *text);
    /* The table has changed. */
    void (*show)(play *p);
    /* Passes the keyboard to another seat; hides secrets meanwhile. */
    void (*pass)(play *p, unsigned seat);
    /* Pauses after the move of a bot. */
    void (*pause)(play *p);
    /* Whether the person wants to leave while bots play; may be called on any thread, or NULL. */
    bool (*is_left)(void);
} play_front;

enum { PLAY_PATH_MAX = 4096 };

struct play {
    rec_game *game;
    const play_front *front;
    screen_terms terms;
    ar_bot seat[EK_SEATS]; /* its level may be SEAT_PERSON */
    bot bot[EK_SEATS];
    ar_team *team;     /* threads for the searches of bots */
    bool table;        /* --table: a printed game; cards are entered, nothing is secret */
    bool fast;         /* no pause after moves of bots */
    bool skipping;     /* no pauses until a person is to move */
    bool quit, closed; /* the user quit; input ended */
    unsigned pace;     /* milliseconds a bot's move is shown */
    unsigned viewer;   /* seat whose view is drawn; EK_NOBODY: a spectator's */
    unsigned people;
    unsigned limit[EK_SEATS];      /* auto-bid up to this amount … */
    uint8_t limit_plant[EK_SEATS]; /* … in the auction of this plant */
    char path[PLAY_PATH_MAX];      /* where every move is saved; "": nowhere */
    bool named;                    /* the user chose this file; --resume needs its name */
    file_claim claim;              /* lock: one program at a time plays the game */
    char save_error[REC_TEXT_MAX]; /* error of the last save; "": none */
    char *board_text;              /* content of the user's board file; NULL: a built-in board */
    size_t board_size;
    char **log; /* events as sentences */
    unsigned log_count, log_room;
    unsigned log_seen[EK_SEATS]; /* length of the log when a seat last moved */
    edit_line edit;
    char *message; /* output of the last command */
};

/* ---------------------------------------------------------------------------------- the game */

/* Plays until the game is over or the user quits. */
void play_run(play *p);

/* Seats the bots; after an undo or a load it replays the game to them. */
void play_seat_bots(play *p);

/* The table as the viewer may see it; view holds the state that t points to. */
void play_view(const play *p, ek_state *view, draw_table *t);

const ek_rules *play_rules(const play *p);
const ek_state *play_state(const play *p);
/* The name of a seat. */
const char *play_name(const play *p, unsigned seat);

/* One move, logged and saved. */
bool play_move(play *p, ek_move move, rec_error *error);
/* Ends a step: updates the log and the bots, and saves. */
void play_step_made(play *p);
/* Saves the game if it has a file; an error is kept in save_error. */
void play_keep(play *p);

/* The moves of this turn that can be taken back, and the state before them. */
unsigned play_turn(const play *p, ek_state *before, ek_move move[JN_TURN_MAX]);

/* Whether the person at the keyboard may undo the last step. */
bool play_may_undo(const play *p, rec_error *error);

/* ----------------------------------------------------------------------------------- its log */

/* Adds a sentence, and the sentences of the last step. */
void play_log_add(play *p, const char *sentence);
void play_log_step(play *p);
void play_log_free(play *p);

/* ---------------------------------------------------------------------------------- its words */

/* Executes a line: a command, or a move in full or abbreviated. */
void play_do_line(play *p, const char *line);
/* Executes a line if it is a command; false if it is not. */
bool play_do_command(play *p, const char *line);

/* Parses a typed move; false and error if that fails. */
bool play_words_move(const play *p, const char *text, ek_move *move, rec_error *error);

/* The move that Enter alone makes; false if there is none. */
bool play_default_move(const play *p, ek_move *move);

/* Finds a city by code, name or the beginning of a name. */
int play_city_named(const bd_board *board, const char *text, rec_error *error);

/* Completion: the words that may replace the last word of the line. Returns their number; the
 * first of them are written to words. */
enum { PLAY_WORDS_MAX = 64, PLAY_WORD_MAX = 48 };
unsigned play_complete(const play *p, const char *line, char words[PLAY_WORDS_MAX][PLAY_WORD_MAX]);

/* Pages to read. */
void play_explain(const play *p, FILE *out);
void play_explain_refusal(const play *p, const char *text, FILE *out);
void play_print_plants(const play *p, FILE *out);
void play_print_prices(const play *p, FILE *out);
void play_print_players(const play *p, FILE *out);
void play_print_near(const play *p, unsigned city, FILE *out);
void play_print_ranking(const play *p, FILE *out);
void play_print_commands(FILE *out);

/* --------------------------------------------------------------------------------- its record */

/* Chooses and claims where a new game is saved, making the folder if need be. */
bool play_save_place(play *p, rec_error *error);
/* Locks a file for the game, which must hold no other game and nothing else. */
bool play_save_at(play *p, const char *path, rec_error *error);
/* Gives up the claim to the game's place, and the place if nothing came of it. */
void play_leave_place(play *p);
/* Writes the record: to the game's own place, or as a copy. */
bool play_save(play *p, rec_error *error);
bool play_save_as(play *p, const char *path, rec_error *error);
/* A saved game, and when it was saved. */
typedef struct play_saved {
    struct timespec time;
    char path[PLAY_PATH_MAX]; /* "": none */
} play_saved;

/* Finds the latest game that is not over, or the latest before the one that saved has. */
bool play_find_latest(play_saved *saved, rec_error *error);
/* Takes a game from the text of its record, with its seats. */
bool play_load(play *p, const char *path, const char *text, size_t size, rec_error *error);

/* ------------------------------------------------------------------------------ its own board */

/* Reads the file of a user's own board, or the one that lies beside a record. */
bool play_board_read(play *p, const char *path, rec_error *error);
bool play_board_read_beside(play *p, const char *record, rec_error *error);
/* Chooses what the copy beside the new game is called: as the file was, unless a different one
 * lies there. Refuses what a record could not name. */
bool play_board_name(const play *p, const char *path, char name[REC_NAME_MAX], rec_error *error);
/* Puts the copy beside a record, if the board is the user's own. */
bool play_board_keep(const play *p, const char *record, rec_error *error);

/* ------------------------------------------------------------------------- at a real table */

/* Asks for the setup of a printed game, line by line. */
bool play_table_setup(play_options *o);
/* Asks for the card that was turned up. */
void play_table_card(play *p);
/* "sold NAME [PRICE]": the rest of an auction in one line. */
bool play_table_sold(play *p, const char *words, rec_error *error);

/* ------------------------------------------------------------------------------------- fronts */

extern const play_front play_lines;
extern const play_front play_screen;

#endif
