/* What a search shares with those who think of candidates. */
#ifndef ELEKTRO_BOTS_SEARCH_H
#define ELEKTRO_BOTS_SEARCH_H

#include "mind.h"

enum { CANDIDATES = 24 };

/* One way to go on. */
typedef struct candidate {
    ek_move plan[BOT_PLAN_MAX];
    unsigned count;
    auction_wish wish;    /* how the running auction goes on; seat EK_NOBODY: as usual */
    int64_t sum, squares; /* of its results */
} candidate;

typedef struct search {
    const mind *m;
    const bot_clock *clock;
    uint64_t seed;
    unsigned nodes; /* left */
    unsigned rows;  /* playouts each living candidate has had */
    unsigned count, alive;
    unsigned breadth;             /* candidates worth making with so many playouts */
    candidate *order[CANDIDATES]; /* the best first, once rows have been played */
    candidate list[CANDIDATES];
} search;

/* Thinks of ways to go on, the usual one first; false if there is nothing to search. */
bool bot_add_candidates(search *s);
/* Thinks of losing the running auction and of winning it at each of these prices. */
void bot_add_prices(search *s, const int *price, unsigned count);

#endif
