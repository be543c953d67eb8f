/*
 * Who plays at which table of a round of a tournament: arithmetic without a store, a clock or
 * chance. The same field gives the same tables.
 *
 * People are numbers: their places in the list of the tournament, from 0. A person who replaces
 * another takes the place, with the points and the meetings of it.
 *
 *   Sizes. Tables have the wished size or one seat less: as few tables as possible that seat all
 *   people. With one or two people more than fit, tables may be smaller (nine people, wished four:
 *   three tables of three); never smaller than three. If that needs larger tables, they are: four
 *   or five people are one table. There are no byes and no bots.
 *
 *   First round. People are sorted by rating, and cut into pots of one person for each table. Each
 *   table gets one person of each pot: the strongest of a pot goes to the table that is weakest so
 *   far. So tables are about equally strong, and nobody of the first pot meets another one of it.
 *
 *   Later rounds. People are sorted by points, then by rating, and seated table by table. Then
 *   people change places, so that as few as possible meet again, and as few as possible for a third
 *   time; among such draws people play as near to the table of their points as possible.
 *
 *   Seats. At each table the people who sat late most often sit first.
 *
 * docs/tournaments.md says the same to players.
 */
#ifndef ELEKTRO_SERVER_TOURNAMENTS_DRAW_H
#define ELEKTRO_SERVER_TOURNAMENTS_DRAW_H

#include <stdbool.h>
#include <stdint.h>

#include "db.h"

enum {
    SV_DRAW_SEATS_MIN = 3,
    SV_DRAW_SEATS_MAX = 6,
    SV_DRAW_PEOPLE_MAX = 1024,
    SV_DRAW_ROUNDS_MAX = 32
};

typedef struct sv_draw_person {
    int32_t rating; /* or any other number by which people are seeded; higher is stronger */
    int32_t points; /* so far */
    bool out;       /* withdrawn or removed: gets no table */
} sv_draw_person;

/* The people at a table, in the order of their seats. */
typedef struct sv_draw_table {
    uint8_t count;
    uint16_t people[SV_DRAW_SEATS_MAX];
} sv_draw_table;

typedef struct sv_draw_field {
    const sv_draw_person *people;
    unsigned people_count;       /* at most SV_DRAW_PEOPLE_MAX */
    const sv_draw_table *played; /* the tables of all earlier rounds; none before the first */
    unsigned played_count;
    unsigned wished; /* people at a table, from SV_DRAW_SEATS_MIN to SV_DRAW_SEATS_MAX */
    uint64_t seed;   /* decides between people of equal rating and points */
} sv_draw_field;

/* How many tables so many people need; 0 for fewer than three. Tables with more people come first:
 * sv_draw_size tells how many sit at table number 0, 1, … */
unsigned sv_draw_tables(unsigned people, unsigned wished);
unsigned sv_draw_size(unsigned people, unsigned wished, unsigned table);

/* Draws a round. Tables are sorted: those of the people with most points come first. False only
 * without memory. There is room for sv_draw_tables(people who are not out, wished) tables. */
SV_CHECKED bool sv_draw_round(const sv_draw_field *field, sv_draw_table *tables, unsigned *count);

#endif
