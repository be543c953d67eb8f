/* Puzzles as JSON; docs/puzzles.md describes the file. */
#ifndef ELEKTRO_PUZZLES_FORMAT_H
#define ELEKTRO_PUZZLES_FORMAT_H

#include <jansson.h>

#include "puzzle_game.h"

/* A puzzle that was found in game number n; NULL without memory. */
json_t *pz_puzzle_json(const pz_found *found, unsigned i, uint64_t number);

/* How the puzzles of a run are made: everything that decides them, except the number of games. */
json_t *pz_made_json(const pz_run *run);

/* The part of it that also decides how puzzles are looked at again. */
json_t *pz_search_json(const pz_run *run);

/* Reads a file of puzzles; NULL and error if it is none. */
json_t *pz_read_file(const char *path, rec_error *error);

/* Replaces a file of puzzles, one puzzle on each line. */
bool pz_write_file(const char *path, const json_t *file, rec_error *error);

#endif
