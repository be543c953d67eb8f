/*
 * Many games at one kind of table, stepped together: the C side of the Python module `elektro`.
 *
 * A batch keeps its games in arrays that Python maps as numpy arrays (env_arrays). A step makes one
 * move in every game; then built-in bots play for their seats until a seat of the caller is to
 * move, and, with auto_reset, a game that is over starts again with its next seed. The caller
 * chooses by action (actions.h), by move (ek_move), or by index into the sorted list of legal
 * moves. A step with a move that is not legal is refused as a whole and changes nothing.
 *
 * Calls with different batches may run at the same time.
 */
#ifndef ELEKTRO_ENV_BATCH_H
#define ELEKTRO_ENV_BATCH_H

#include "board.h"
#include "bot.h"

#define ENV_EXPORT __attribute__((visibility("default")))

enum {
    ENV_TEXT_MAX = 512, /* bytes of an error at most, its end included */
    ENV_GAMES_MAX = 1 << 20,
    ENV_NOBODY = -1, /* as a seat to move: the game is over */
    ENV_ZONES = 1 << EK_REGIONS
};

/* No move: the game is left alone in this step. */
#define ENV_NOTHING UINT32_MAX

/* How games are chosen in a step. */
enum env_choice { ENV_ACTION, ENV_MOVE, ENV_INDEX };

typedef struct env_config {
    const char *board; /* the id of a board, or the path of a board file */
    const char *zone;  /* "random" for each game, "draft", or ids of regions separated by commas */
    uint32_t games;
    uint32_t max_rounds; /* a longer game is truncated */
    uint8_t edition, players, options;
    uint8_t auto_reset;
    const char *seat[EK_SEATS]; /* the bot that plays there, such as "hard:rusher@200"; NULL: the
                                   caller does */
} env_config;

/* A seat's result of a game; as in ek_rank, by seat. */
typedef struct env_result {
    float reward; /* its share of the victory */
    int32_t money;
    uint8_t rank, powered, cities, spare;
} env_result;

/* The arrays of a batch, one element for each game. The results are those of the last game that
 * ended, or all 0. */
typedef struct env_arrays {
    ek_state *state;
    uint64_t *seed;     /* of the game in progress */
    int8_t *to_move;    /* a seat, or ENV_NOBODY */
    uint8_t *ended;     /* a game ended in the last step */
    uint8_t *truncated; /* likewise, because it was too long */
    env_result (*result)[EK_SEATS];
} env_arrays;

typedef struct env_batch env_batch;

/* Makes a batch; NULL and error (ENV_TEXT_MAX bytes) if that fails. Its games start with
 * env_reset. */
ENV_EXPORT env_batch *env_open(const env_config *config, char *error);
ENV_EXPORT void env_close(env_batch *batch);
ENV_EXPORT const env_arrays *env_arrays_of(const env_batch *batch);

/* Starts games with these seeds: the cards of game i, its zone and its bots follow from seed[i].
 * which may be NULL (all), or 1 for every game to start. zone may be NULL, or give zones. Returns
 * the number of the first game with an impossible zone (then nothing has changed), or -1. */
ENV_EXPORT int64_t env_reset(env_batch *batch, const uint8_t *which, const uint64_t *seed,
                             const uint8_t *zone);

/* Makes a move in every game but those with ENV_NOTHING. Returns -1, or the number of the first
 * game with a choice that is not legal; env_why tells why. */
ENV_EXPORT int64_t env_step(env_batch *batch, enum env_choice kind, const uint32_t *choice);
ENV_EXPORT void env_why(const env_batch *batch, int64_t game, enum env_choice kind, uint32_t choice,
                        char *text);

/* The number of legal moves of each game; the list of one game (EK_MOVES_MAX). */
ENV_EXPORT void env_counts(const env_batch *batch, uint32_t *count);
ENV_EXPORT uint32_t env_moves(const env_batch *batch, uint32_t game, ek_move *moves);

/* A zone of this table, chosen at random by a seed. */
ENV_EXPORT uint32_t env_random_zone(const env_batch *batch, uint64_t seed);

/* The boards that come with Elektro: the id of number i (NULL behind the last), and the set of its
 * editions. */
ENV_EXPORT const char *env_board_id(uint32_t i);
ENV_EXPORT uint32_t env_board_editions(uint32_t i);

/* Hashes of all states. */
ENV_EXPORT void env_hashes(const env_batch *batch, uint64_t *hash);

/* Observations (observation.h) and actions (actions.h) of the seats to move; any may be NULL. Rows
 * of games that are over are 0. */
ENV_EXPORT void env_observe(const env_batch *batch, int16_t *observation, uint8_t *mask,
                            int16_t *cost);
/* The observation of one seat of one game. */
ENV_EXPORT void env_observe_seat(const env_batch *batch, uint32_t game, uint32_t seat,
                                 int16_t *observation);

/* The move that an action stands for; 0 if it is not legal. The words of a move of the seat to move
 * (ENV_TEXT_MAX). */
ENV_EXPORT ek_move env_action_move(const env_batch *batch, uint32_t game, uint32_t action);
ENV_EXPORT void env_move_text(const env_batch *batch, uint32_t game, ek_move move, char *text);

/* The table as seat sees it (EK_NOBODY: everything) as text; free it with env_free. NULL without
 * memory. */
ENV_EXPORT char *env_render(const env_batch *batch, uint32_t game, uint32_t seat, uint32_t width,
                            uint32_t height);
ENV_EXPORT void env_free(char *text);

#endif
