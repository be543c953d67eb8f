/* The options that say what is played and by whom; `play` and `sim` share them. */
#ifndef ELEKTRO_CLI_PLAY_OPTIONS_H
#define ELEKTRO_CLI_PLAY_OPTIONS_H

#include "bot.h"
#include "history.h"
#include "table_flags.h"

/* Who sits on a seat: a bot's level, or a person. */
enum { SEAT_PERSON = BOT_LEVELS };

typedef struct play_options {
    const char *verb; /* for messages */
    cli_table table;
    const char *names, *seats, *order, *market, *seed; /* as given; NULL: not */
    rec_options game;                                  /* complete after play_options_settle */
    uint8_t seat[EK_SEATS];                            /* enum bot_level or SEAT_PERSON */
} play_options;

/* For getopt_long: the rows of the options, and the help that describes them. */
enum { OPTION_SEED = 256, OPTION_NAMES, OPTION_SEATS, OPTION_ORDER, OPTION_MARKET, OPTIONS_END };

/* clang-format off */
#define PLAY_OPTION_ROWS                                    \
    CLI_TABLE_FLAGS,                                        \
    {"seed", required_argument, NULL, OPTION_SEED},         \
    {"names", required_argument, NULL, OPTION_NAMES},       \
    {"seats", required_argument, NULL, OPTION_SEATS},       \
    {"order", required_argument, NULL, OPTION_ORDER},       \
    {"market", required_argument, NULL, OPTION_MARKET}
/* clang-format on */

#define PLAY_OPTION_HELP                                                                          \
    CLI_TABLE_HELP                                                                                \
    "  --seed TEXT        the same text deals the same cards\n"                                   \
    "  --names A,B,…      what the players are called\n"                                        \
    "  --order 2,1,…      the first order, seats from 1 (default random)\n"                     \
    "  --market 3,4,…     the opening market (default dealt)\n"                                 \
    "  --seats S,S,…      who sits where: me, random, easy, normal, hard, expert; as many as\n" \
    "                     there are players; an expert thinks for a second at most\n"

/* Takes one option; false if it is not one of these. */
bool play_options_take(play_options *o, int option, char *value);

/* Works out what is played; false after a message. first and others sit where no seats were given.
 * A board read from a file belongs to o->game, for rec_new to take over. */
bool play_options_settle(play_options *o, unsigned first, unsigned others);

/* Frees a board that nobody took over. */
void play_options_drop(play_options *o);

/* "me" or a bot's level as a word, and back; -1 if it is none. */
const char *play_seat_word(unsigned seat);
int play_seat_named(const char *word);

/* A whole number within bounds; false if the text is none. */
bool play_number(const char *text, unsigned long least, unsigned long most, unsigned long *number);

#endif
