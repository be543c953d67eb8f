/*
 * Boards with their names: the layer above the engine that knows what a city is called.
 *
 * The engine counts cities and regions; people, records and programs name them. A bd_board joins
 * the two: city i of board->ek is board->city[i]. The boards that come with Elektro are constant
 * tables generated from data/boards when it is built; a board of the user's own is a file with the
 * same keys, loaded at run time:
 *
 *     bd_error error;
 *     bd_board *board = bd_load_file("iceland.json", &error);
 *     if (!board)
 *         fprintf(stderr, "%s\n", error.text);
 *
 * A board file is a JSON object (entries are counted from 1 in messages):
 *
 *     "id"           small letters, digits and hyphens
 *     "name"         what people call it
 *     "editions"     list of "classic", "recharged": those it can be played in
 *     "regions"      list of {"id", "colour"}; colours: see BD_COLOURS, each used once
 *     "cities"       list of {"id", "name", "region", "lat", "lon"}; optional: "country"
 *                    (two capital letters) and "aliases" (other spellings)
 *     "connections"  list of [city id, city id, cost]
 *
 * Optional keys:
 *
 *     "base"         id of the board of which this is one edition's printing
 *     "start"        by edition: tokens of each fuel on the market at the start
 *     "refill"       the refill table of data/tables.json to play with
 *     "rules"        by edition: special rules, with the keys of data/board-rules.json
 *
 * Without these it is played like Germany, but without Germany's special rules.
 */
#ifndef ELEKTRO_BOARD_H
#define ELEKTRO_BOARD_H

#include "elektro.h"

enum {
    BD_ID_MAX = 31,           /* bytes of an id at most */
    BD_NAME_MAX = 47,         /* bytes of a name or alias at most */
    BD_ALIASES_MAX = 8,       /* aliases of a city at most */
    BD_COST_MAX = 99,         /* cost of a connection at most */
    BD_FILE_MAX = 256 * 1024, /* bytes of a board file at most */
    BD_ERROR_MAX = 512,       /* bytes of an error message at most */
    BD_NONE = -1              /* no such city or region */
};

/* The colours a region can have, so that clients know how to draw each of them. */
#define BD_COLOURS "red", "blue", "green", "brown", "yellow", "purple", "teal", "orange"

typedef struct bd_region {
    const char *id;
    const char *colour;
} bd_region;

typedef struct bd_city {
    const char *id;
    const char *name;
    const char *country;                   /* two letters, or "" */
    const char *alias[BD_ALIASES_MAX + 1]; /* other spellings; NULL ends them */
    double lat, lon;
} bd_city;

typedef struct bd_board {
    const char *id;          /* "germany-recharged" */
    const char *base;        /* "germany": the same board, in any edition */
    const char *name;        /* "Germany" */
    const ek_board *ek;      /* the board as the engine knows it */
    const bd_region *region; /* ek->regions of them */
    const bd_city *city;     /* ek->cities of them */
} bd_board;

/* What is wrong with a board file: file, entry, and what was expected. */
typedef struct bd_error {
    char text[BD_ERROR_MAX];
} bd_error;

/* The boards that come with Elektro; bd_boards[i].ek is &ek_boards[i]. */
extern const unsigned bd_board_count;
extern const bd_board bd_boards[];

/* Finds a board that comes with Elektro by its id or base, for an edition: "germany" in recharged
 * gives germany-recharged. Spelling is as free as for cities. NULL if there is none. */
const bd_board *bd_find(const char *id, enum ek_edition edition);

/* Finds a city by id, name or alias. Case, spaces, hyphens and other punctuation do not count, and
 * neither do accents: "Düsseldorf", "DUESSELDORF" and "dusseldorf" are one. BD_NONE if unknown. */
int bd_city_named(const bd_board *board, const char *text);

/* Finds a region by its id, spelt just as freely. BD_NONE if unknown. */
int bd_region_named(const bd_board *board, const char *text);

/* The numbers of players a board can be played with in an edition: bit n stands for n players. */
unsigned bd_player_counts(const ek_board *board, enum ek_edition edition);

/* Loads a board from a file, or from size bytes of text; messages call the text name. Checks the
 * whole board, also that every zone can be played. NULL if the board is refused; error says why. */
bd_board *bd_load_file(const char *path, bd_error *error);
bd_board *bd_load_text(const char *name, const char *text, size_t size, bd_error *error);

/* The file of a loaded board as jansson parsed it; it belongs to the board. NULL for a board that
 * comes with Elektro. */
struct json_t *bd_source(const bd_board *board);

/* Frees a loaded board. Rules compiled for it must no longer be used. NULL is fine. */
void bd_free(bd_board *board);

#endif
