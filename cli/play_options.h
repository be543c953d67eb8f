/* The options for the game and its players; `play` and `sim` share them. */
#ifndef ELEKTRO_CLI_PLAY_OPTIONS_H
#define ELEKTRO_CLI_PLAY_OPTIONS_H

#include "history.h"
#include "named_bot.h"
#include "table_flags.h"

/* The player on a seat: a bot, or a person in place of its level. */
enum { SEAT_PERSON = BOT_LEVELS };

typedef struct play_options {
    const char *verb; /* for messages */
    cli_table table;
    const char *names, *seats, *order, *market, *seed; /* as given; NULL: not */
    rec_options game;                                  /* complete after play_options_settle */
    ar_bot seat[EK_SEATS];                             /* its level may be SEAT_PERSON */
} play_options;

/* Rows for a cli_group, beside those of cli_table_options. */
extern const cli_option play_option_rows[];

/* Fills in game and seat; false after an error message. Without --seats, first gets the first seat
 * and others the rest. People may play only if first is SEAT_PERSON.
 * A board read from a file belongs to o->game, for rec_new to take over. */
bool play_options_settle(play_options *o, unsigned first, unsigned others);

/* Frees a board that rec_new did not take over. */
void play_options_drop(play_options *o);

/* "me" or a bot's name, and back; false and error if it is none. */
void play_write_seat(const ar_bot *seat, char text[AR_BOT_TEXT]);
bool play_read_seat(const char *text, ar_bot *seat, rec_error *error);

#endif
