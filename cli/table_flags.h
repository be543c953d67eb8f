/* The flags that say what table a game is played at; the verbs that start games share them. */
#ifndef ELEKTRO_TABLE_FLAGS_H
#define ELEKTRO_TABLE_FLAGS_H

#include <getopt.h>

#include "history.h"

/* Rows for a verb's list of options, and their help. */
/* clang-format off */
#define CLI_OPTION_FLAG(name, word, key)                            \
    {word, no_argument, NULL, CLI_FLAG_OPTION + EK_OPTION_BIT_##name},
#define CLI_TABLE_FLAGS                                             \
    EK_OPTION_WORDS(CLI_OPTION_FLAG)                                \
    {"edition", required_argument, NULL, CLI_FLAG_EDITION},         \
    {"board", required_argument, NULL, CLI_FLAG_BOARD},             \
    {"players", required_argument, NULL, CLI_FLAG_PLAYERS},         \
    {"zone", required_argument, NULL, CLI_FLAG_ZONE}
/* clang-format on */

#define CLI_TABLE_HELP                                                                         \
    "  --edition E        classic or recharged (default)\n"                                    \
    "  --board B          germany (default), usa, central-europe, benelux, france, italy, or " \
    "the\n"                                                                                    \
    "                     path of a board file\n"                                              \
    "  --players N        2 to 6\n"                                                            \
    "  --zone Z           random (default), draft, or region ids separated by commas\n"        \
    "  --starting-cities  players mark the cities where networks begin (recharged)\n"          \
    "  --first-game       a short game in Step 1 (classic)\n"                                  \
    "  --open-money       everybody's money is public\n"

enum {
    CLI_FLAG_EDITION = 1000,
    CLI_FLAG_BOARD,
    CLI_FLAG_PLAYERS,
    CLI_FLAG_ZONE,
    CLI_FLAG_OPTION /* plus the bit of an option of the table */
};

/* What was said, before it is known to make sense together. */
typedef struct cli_table {
    const char *edition, *board, *players, *zone;
    uint8_t options;
} cli_table;

/* Takes one flag; false if it is not one of these. */
bool cli_table_flag(cli_table *table, int flag, char *value);

/* Fills the table of options (see rec_options_default for what is not said); false and a message
 * on standard error, in the name of the verb. players is used if --players was not given; 0: four.
 * A board read from a file is handed over with board_owned set. */
bool cli_table_read(const cli_table *table, const char *verb, unsigned players,
                    rec_options *options);

/* Frees the board of options, if it is theirs. */
void cli_table_drop(rec_options *options);

/* A whole number within bounds; false and a message otherwise. */
bool cli_number(const char *verb, const char *flag, const char *text, unsigned long least,
                unsigned long most, unsigned long *number);

#endif
