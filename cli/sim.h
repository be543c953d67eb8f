/* Statistics of many games: counted by sim.c, printed by sim_report.c. */
#ifndef ELEKTRO_CLI_SIM_H
#define ELEKTRO_CLI_SIM_H

#include <jansson.h>

#include "play_options.h"

enum { SIM_ROUNDS = 40 }; /* rounds beyond this are counted with the last */

/* Sums over all games, for one seat. */
typedef struct sim_seat {
    double wins; /* shared victories in parts */
    double rank, cities, supplied, money;
    double plants, fuel, building, income; /* spent and earned */
} sim_seat;

/* The market at the beginning of a round of fuel buying. */
typedef struct sim_round {
    unsigned games;            /* that got so far */
    double price[EK_FUELS];    /* of the next token … */
    unsigned priced[EK_FUELS]; /* … where one was for sale */
} sim_round;

typedef struct sim_plant {
    unsigned bought;
    double price;
} sim_plant;

typedef struct sim_result {
    unsigned games, players;
    double moves;
    unsigned ended_in[SIM_ROUNDS + 1]; /* games that ended in each round */
    double step_round[EK_STEPS + 1];   /* rounds in which a step began, summed … */
    unsigned step_games[EK_STEPS + 1]; /* … over so many games */
    sim_seat seat[EK_SEATS];
    sim_round round[SIM_ROUNDS + 1];
    sim_plant plant[EK_PLANT_NUMBERS];
} sim_result;

/* Tables and plots for people; one object for programs (NULL without memory). */
void sim_print(const sim_result *r, const play_options *o);
json_t *sim_json(const sim_result *r, const play_options *o);

#endif
