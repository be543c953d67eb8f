/*
 * The shuffle of a table (docs/shuffle.md).
 *
 *     sealing  ── start ──▶  revealing  ── everybody has revealed ──▶  the game runs
 *        ▲                       │
 *        └────── cancelled ──────┘   somebody did not reveal in time, or left
 *
 * While a table is open, the clients of its players send the seals of their words. Starting makes
 * the seed and shows its commitment; then the words are revealed. A cancelled start throws seed and
 * seals away and counts: all clients see how often it happened, and because of which seats.
 *
 * A seat takes part without a seal if its client knows none (elektro-shuffle-1) or its player is
 * not connected when the game is started. If no seat has a seal, the game starts at once with
 * elektro-shuffle-1.
 */
#ifndef ELEKTRO_SERVER_SEALING_H
#define ELEKTRO_SERVER_SEALING_H

#include "table.h"

enum { SV_SHUFFLE_TEXT = 256 };

typedef struct sv_core sv_core;

/* The stored form; NULL is that of a table of elektro-shuffle-1. */
void sv_shuffle_print(const sv_shuffle *shuffle, char text[SV_SHUFFLE_TEXT]);
SV_CHECKED bool sv_shuffle_parse(sv_table *table, const char *text);

/* What the cards of a table are made from. */
jn_mix sv_shuffle_mix(const sv_table *table);

/* The version of the procedure, as it is or as it would be if the game were started now. */
unsigned sv_shuffle_version(const sv_table *table);
/* Which parts of the setup the shuffle decides besides the market: " zone order". */
const char *sv_shuffle_drew(const sv_table *table);

json_t *sv_shuffle_json(const sv_table *table);
/* The words of a seat that everybody may know. */
const char *sv_shown_words(const sv_table *table, unsigned seat);

/* Drops the seal of a seat and its words. */
void sv_unseal(sv_seat *seat);

/* Whether players have to reveal their words now. */
bool sv_is_revealing(const sv_table *table);

/* Asks everybody with a seal to reveal; the start is cancelled after some time. False if nobody has
 * one: then the shuffle is decided, and the game can begin. */
bool sv_begin_revealing(sv_core *core, sv_table *table);

/* Cancels a start because a set of seats did not reveal; does nothing if there is none. */
void sv_cancel_start(sv_table *table, unsigned seats);

/* Cancels a start whose time is up, and tells the watchers. */
void sv_reveal_is_over(sv_core *core, sv_table *table);

#endif
