/*
 * A puzzle: a position in which one turn is clearly the best, and not the one that normal plays.
 *
 * pz_look tries a position in a few playouts first, and in many more as long as it looks like a
 * puzzle. It is one if several searches with other seeds find the same best turn, and every turn
 * that is not as good is clearly worse. The same position, seed and budget give the same puzzle.
 */
#ifndef ELEKTRO_PUZZLES_PUZZLE_H
#define ELEKTRO_PUZZLES_PUZZLE_H

#include "assess.h"
#include "reasons.h"

enum {
    PZ_CHECKS = 3,   /* long searches, each with a seed of its own */
    PZ_ACCEPTED = 3, /* turns that solve a puzzle, at most */
    PZ_TRIES = 3     /* of each level, with different seeds */
};

/* X(NAME, LEVEL, PLAYOUTS): the levels that try to solve a puzzle; 0: the level's own number. The
 * grade of a puzzle is the number of those that fail. */
#define PZ_GRADERS(X)        \
    X(EASY, BOT_EASY, 0)     \
    X(NORMAL, BOT_NORMAL, 0) \
    X(HARD, BOT_HARD, 0)     \
    X(EXPERT, BOT_EXPERT, 1000)

#define PZ_ROW_(name, level, playouts) PZ_GRADER_##name,
enum { PZ_GRADERS(PZ_ROW_) PZ_GRADERS_COUNT };
#undef PZ_ROW_

typedef struct pz_turn {
    ek_move plan[BOT_PLAN_MAX];
    uint32_t count;
    uint32_t limit; /* how far to bid; 0: the turn does not say */
    int32_t chance; /* of the seat to win afterwards, in 1/65536 */
} pz_turn;

typedef struct pz_puzzle {
    uint64_t seed;                 /* of the searches that found it */
    ek_state view;                 /* of the seat to move, at a table with open money */
    pz_turn accepted[PZ_ACCEPTED]; /* the best first */
    unsigned accepted_count;
    pz_turn next;                       /* the best turn that does not solve it */
    pz_turn normal;                     /* what normal plays */
    bot_reason reason[BOT_REASONS_MAX]; /* why the best turn is better than that of normal */
    unsigned reasons;
    uint8_t failed[PZ_GRADERS_COUNT]; /* tries of each level, out of PZ_TRIES */
    uint8_t grade;
} pz_puzzle;

typedef struct pz_search {
    const bot_judge *judge; /* required */
    uint64_t seed;
    uint32_t nodes; /* playouts of each check at most */
} pz_search;

/* Whether the decision of a view is a puzzle. The view must show the money of all players. */
bool pz_look(const pz_search *how, const ek_rules *rules, const ek_state *view, bot_assessor *room,
             pz_puzzle *found);

#endif
