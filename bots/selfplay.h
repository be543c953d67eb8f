/*
 * Whole games between bots, for samples and for measurements: on a processor, or one game in each
 * thread of a GPU. Freestanding, without allocation; a game is decided by its rules and its setup.
 *
 *     bot_game game;
 *     bot_game_start(&game, rules, &setup);
 *     do
 *         keep(&game.state);                        the first decision of a phase is pending
 *     while (bot_game_go_on(&game));
 *     bot_game_results(&game, result);
 *
 * Seats of level normal play as in playouts: their auctions are settled at once, which is faster
 * and gives the same prices. A seat may explore: some of its turns are replaced by another
 * plausible turn, and its parameters may differ from those of its style for the whole game.
 */
#ifndef ELEKTRO_BOTS_SELFPLAY_H
#define ELEKTRO_BOTS_SELFPLAY_H

#include "bot.h"

enum {
    BOT_GAME_ROUNDS = 64, /* a game that is not over by then is given up */
    BOT_GAME_POSITIONS = BOT_GAME_ROUNDS * BOT_MOMENTS, /* at most */
    BOT_SHARE_ONE = 1 << 16                             /* shares of turns and of a victory */
};

/* Who plays at a seat. */
typedef struct bot_game_seat {
    uint32_t nodes;   /* playouts a decision; 0: the level's own */
    uint32_t explore; /* share of turns that are replaced, in 1/65536 */
    uint16_t vary;    /* how far parameters may differ, in 1/256 of their range; 0: not at all */
    uint8_t level;    /* enum bot_level */
    uint8_t style;    /* enum bot_style */
} bot_game_seat;

/* How a game starts. The rules must have a zone. */
typedef struct bot_game_setup {
    uint64_t seed;          /* of the cards, the bots and their exploration */
    const bot_judge *judge; /* of seats that search, or NULL */
    const bot_host *host;   /* of their searches, or NULL */
    bot_game_seat seat[EK_SEATS];
} bot_game_setup;

/* A game in progress. It points into itself: do not copy it. */
typedef struct bot_game {
    const ek_rules *rules;
    const bot_game_setup *setup;
    uint64_t random;   /* chooses what is explored */
    uint32_t turns;    /* of all seats that may explore; an auction counts once for each seat */
    uint32_t explored; /* of these, replaced */
    ek_state state;
    bot bots[EK_SEATS];
    bot_parameters parameters[EK_SEATS]; /* of seats that vary */
} bot_game;

/* The result of a seat. */
typedef struct bot_game_result {
    int32_t money;
    uint32_t victory; /* its share of the victory, in 1/65536 */
    uint8_t rank, powered, cities, spare;
} bot_game_result;

/* Sets a game up and plays to the start of its first round. rules and setup must outlive it. */
void bot_game_start(bot_game *game, const ek_rules *rules, const bot_game_setup *setup);

/* Plays to the next moment (feature.h); false if the game is over, or given up. */
bool bot_game_go_on(bot_game *game);

/* Whether the game is over; false after bot_game_go_on returned false: it was given up. */
bool bot_game_is_over(const bot_game *game);

/* What the judge says of the seats' chances to win a round later, in 1/65536, as the mean of so
 * many playouts with other cards. The setup must have a judge. The game goes on as without. */
void bot_game_chances(const bot_game *game, unsigned playouts, int32_t chance[EK_SEATS]);

/* The results of all seats of a game that is over; those of empty seats are 0. */
void bot_game_results(const bot_game *game, bot_game_result result[EK_SEATS]);

#endif
