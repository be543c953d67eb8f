/*
 * The content of data/, read and checked, before it becomes C tables. Used at build time only.
 */
#ifndef ELEKTRO_TOOLS_FACTS_H
#define ELEKTRO_TOOLS_FACTS_H

#include <stdio.h>

#include "load.h"

enum { NAMED_MAX = 8, BOARDS_MAX = 32, PATH_MAX_BYTES = 1024 };

typedef struct game_facts {
    ek_tables_t tables;
    bd_refill refill[NAMED_MAX];
    bd_deck deck[NAMED_MAX];
    bd_standard standard; /* points to the three above */
    bd_loaded *board[BOARDS_MAX];
    unsigned boards;
    json_t *source; /* tables.json; names live in it */
} game_facts;

extern const char *const kind_words[];

/* Reads tables.json without its decks. The reader names the file. */
bool read_tables(bd_reader *reader, json_t *root, game_facts *facts);

/* Reads the decks of tables.json. */
bool read_decks(bd_reader *reader, json_t *root, game_facts *facts);

/* Reads an object that gives a number up to high for each number of players. */
bool read_by_count(bd_reader *reader, json_t *object, const char *key, unsigned high,
                   uint8_t numbers[EK_COUNTS]);

/* Reads all of data_dir. All pointers of facts must be NULL; free_facts frees what was read. */
bool read_facts(const char *data_dir, game_facts *facts, bd_error *error);
void free_facts(game_facts *facts);

/* Print the two generated files. */
void print_tables(FILE *out, const game_facts *facts);
void print_names(FILE *out, const game_facts *facts);

#endif
