/* What the next cities of a seat cost, for the inputs of a judge (feature.c). */
#ifndef ELEKTRO_BOTS_OUTLOOK_H
#define ELEKTRO_BOTS_OUTLOOK_H

#include "elektro.h"

enum { LOOKED_AHEAD = 8 /* cities of a network that are planned */ };

/* What a seat pays for the cities to come. */
typedef struct outlook {
    int count, sites;
    int near;                  /* sites with a cheap connection */
    int sum[LOOKED_AHEAD + 1]; /* sum[k]: of the next k cities; count of them exist */
} outlook;

/* The map of a position, prepared once for all seats. */
typedef struct city_map {
    const ek_rules *rules;
    const ek_state *state;
    ek_cities open;            /* cities with an open place */
    uint16_t place[EK_CITIES]; /* keys (outlook.c) of the cheapest empty places */
    bool has_start;
    outlook start; /* of a seat without a network; valid if has_start */
} city_map;

void bot_map_init(city_map *m, const ek_rules *rules, const ek_state *state);

void bot_look_ahead(city_map *m, const ek_owner *owner, outlook *o);

#endif
