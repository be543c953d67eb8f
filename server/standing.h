/*
 * How a game stands, for lists of tables: whose turn it is and until when, and who has won.
 *
 * A listed table need not have its game in memory, so seats are stored with it:
 *
 *     "turn"   at the seat of the person to move: when their time runs out; 0: never
 *     "rank"   in a game that has ended: from 1; 0: the game ended early. Earlier versions
 *              did not store it
 */
#ifndef ELEKTRO_SERVER_STANDING_H
#define ELEKTRO_SERVER_STANDING_H

#include "table.h"

/* Writes the standing of a seat into the object that is stored, and reads it from there. */
void sv_standing_store(const sv_table *table, unsigned seat, json_t *object);
void sv_standing_read(sv_seat *seat, const json_t *object);

/* Fills in the ranks of a game that has ended, by seat; all are 0 if it ended early. False: they
 * are not known, because an earlier version has stored the seats and the game is not in memory. */
bool sv_standing_ranks(const sv_table *table, uint8_t rank[EK_SEATS]);

/* Adds "turn" and "winners" to the description of a table. */
void sv_standing_add(const sv_table *table, int64_t now, json_t *info);

#endif
