/* Shared by the files that search: search.c, candidates.c and assess.c. */
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
    unsigned moment;              /* the judge is asked at moments that come after this one */
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

/* Lays the position on the desk, without candidates and host. */
search *bot_begin_search(bot_desk *desk, const mind *m, const bot_judge *judge, uint64_t seed,
                         unsigned nodes);
/* Plans the next cities of all seats once for all playouts. */
void bot_survey_map(search *s);
/* Plays a candidate in the cards and styles of a row: the chances of all seats to win, in 1/65536.
 * The search must have a judge. */
void bot_try_candidate(const search *s, const candidate *c, unsigned row, int32_t chance[EK_SEATS]);
/* Plays the same to the first moment at which the judge is asked: the state right after the turn,
 * and that at the moment. */
void bot_show_candidate(const search *s, const candidate *c, unsigned row, ek_state *after,
                        ek_state *judged);

/* Adds one more candidate, to be filled in; NULL if there are too many. */
candidate *bot_add_candidate(search *s);
/* Adds plans for the pending decision, normal's own first; false if there is nothing to search. */
bool bot_add_candidates(search *s);
/* Adds losing the running auction, and winning it at each of these prices. */
void bot_add_prices(search *s, const int *price, unsigned count);

#endif
