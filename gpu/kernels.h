/*
 * What the program and the kernels on a GPU share: the games to play and their results.
 *
 * kernels.c is compiled for the GPU together with engine and bots, and for the tests for the CPU as
 * well. A kernel is called by many threads at once. Each of them, or each group of them, takes the
 * next game of the list, plays it to the end, writes its result and takes another until none is
 * left.
 */
#ifndef ELEKTRO_GPU_KERNELS_H
#define ELEKTRO_GPU_KERNELS_H

#include "selfplay.h"

/* A game to play. */
typedef struct gp_game {
    bot_game_setup setup; /* without bots, only the seed counts; its judge is that of the work */
    uint32_t rules;       /* index into the list of rules */
    uint32_t spare;
} gp_game;

/* The result of a game without bots, or in which all seats play like normal. */
typedef struct gp_result {
    uint64_t hash; /* ek_hash of the state at the end */
    uint32_t moves;
    uint32_t rounds;
} gp_result;

/* The result of a game of bots. */
typedef struct gp_sample {
    uint32_t turns, explored;              /* as in bot_game */
    uint32_t is_over;                      /* 0 if it was given up */
    uint32_t positions;                    /* at the moments of the game, one after the other */
    uint32_t position[BOT_GAME_POSITIONS]; /* of each its place in the list of positions */
    bot_game_result result[EK_SEATS];
} gp_sample;

/* The games of one launch. All pointers are addresses of the GPU's memory. */
typedef struct gp_work {
    const ek_rules *rules;
    const gp_game *games;
    bot_judge judge;         /* of seats that search; without weights: none */
    gp_result *results;      /* of each game, or */
    gp_sample *samples;      /* of each game, with */
    ek_state *positions;     /* of all games, in any order: BOT_GAME_POSITIONS for each at most */
    uint32_t *taken;         /* two counters: games that threads have taken, positions written */
    struct gp_table *tables; /* of the games with searches that are played at a time */
    uint32_t count;          /* games */
    uint32_t lanes;          /* threads that play one game with searches: a part of a warp */
} gp_work;

/* X(NAME, name): the kernels. */
#define GP_KERNEL_WORDS(X)           \
    X(RANDOM_GAMES, gp_random_games) \
    X(NORMAL_GAMES, gp_normal_games) \
    X(SAMPLES, gp_sample_games)      \
    X(SEARCHES, gp_search_games)

/* Random legal moves, as bn_play plays them; writes results. */
void gp_random_games(const gp_work *work);

/* All seats play like normal: bot_play_on to the end; writes results. */
void gp_normal_games(const gp_work *work);

/* Games of bots as bot_game plays them; writes samples and positions. */
void gp_sample_games(const gp_work *work);

/* The same for bots that search: several threads play one game. */
void gp_search_games(const gp_work *work);

#endif
