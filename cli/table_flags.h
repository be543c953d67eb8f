/* The options that say what table a game is played at; the verbs that start games share them. */
#ifndef ELEKTRO_TABLE_FLAGS_H
#define ELEKTRO_TABLE_FLAGS_H

#include "command_line.h"
#include "history.h"

/* The options as given, before it is known whether they go together. */
typedef struct cli_table {
    const char *board, *zone;
    int edition;      /* enum ek_edition */
    unsigned players; /* 0: not given */
    bool option[EK_OPTIONS];
    const char *answering; /* the option that the user is asked for; NULL: none */
    bool refused;          /* that answer was */
} cli_table;

/* Rows for a cli_group; the words of --edition in the order of enum ek_edition. */
extern const cli_option cli_table_options[];
extern const char *const cli_edition_words[];

/* Fills in the options of a game. players is used if --players was not given; 0: four. False after
 * an error message in the name of the verb. A board read from a file is handed over with
 * board_owned set. */
bool cli_table_read(cli_table *table, const char *verb, unsigned players, rec_options *options);

/* Reports what is wrong with the value of an option; NULL: with the game as a whole. An answer was
 * not typed as an option: the message does not name one, and table->refused is set. Returns false.
 */
bool cli_table_complain(cli_table *table, const char *verb, const char *option, const char *format,
                        ...) __attribute__((format(printf, 4, 5)));

/* Frees the board of options, if it is theirs. */
void cli_table_drop(rec_options *options);

#endif
