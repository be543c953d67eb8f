/* Shared by search.c and candidates.c. */
#ifndef ELEKTRO_BOTS_SEARCH_H
#define ELEKTRO_BOTS_SEARCH_H

#include "mind.h"

enum {
    CANDIDATES = 24,
    BATCH = 384, /* playouts that are handed to the host at once, at most */
    KEPT = 128   /* rows whose results are kept to compare candidates row by row */
};

/* A plan for the rest of the turn. */
typedef struct candidate {
    ek_move plan[BOT_PLAN_MAX];
    unsigned count;
    auction_override override; /* in the running auction; seat EK_NOBODY: none */
    int64_t sum;               /* of its results */
    int32_t kept[KEPT];        /* results of the last rows */
} candidate;

typedef struct search {
    const mind *m;
    const bot_judge *judge; /* or NULL */
    const bot_host *host;   /* or NULL */
    uint64_t seed;
    unsigned nodes;               /* playouts left */
    unsigned rows;                /* playouts of each candidate that is not dropped */
    unsigned count, alive;        /* candidates, and those that are not dropped */
    unsigned breadth;             /* candidates worth trying with this many playouts */
    candidate *order[CANDIDATES]; /* best first, once rows have been played */
    candidate list[CANDIDATES];
    int32_t result[BATCH]; /* of the playouts of a batch, row by row */
    survey known;          /* of the position, to begin playouts with */
} search;

/* All that the playouts of a decision read. */
typedef struct bot_desk {
    ek_state state;
    mind m;
    search s;
} bot_desk;

/* Adds plans for the pending decision, normal's own first; false if there is nothing to search. */
bool bot_add_candidates(search *s);
/* Adds losing the running auction, and winning it at each of these prices. */
void bot_add_prices(search *s, const int *price, unsigned count);

#endif
