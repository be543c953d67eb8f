/*
 * Bots: players that look at a view and return a move.
 *
 * Freestanding like the engine: no allocation, no clock, no floating point, no global state. A bot
 * never sees more than its seat's view; what is public it may remember, so it keeps the books of
 * everybody's money from the events. Same level, seed, node budget and game give the same moves
 * everywhere.
 *
 *     bot b;
 *     bot_sit(&b, BOT_NORMAL, seat, rules, seed);
 *     bot_see(&b, events);                            after every move of anybody, and the start
 *     ek_move move = bot_move(&b, rules, &view, NULL);
 */
#ifndef ELEKTRO_BOT_H
#define ELEKTRO_BOT_H

#include "elektro.h"
#include "journal.h"
#include "parameters.h"

/* X(NAME, "word"): levels from weakest to strongest. Words are stable. */
#define BOT_LEVEL_WORDS(X) \
    X(RANDOM, "random")    \
    X(EASY, "easy")        \
    X(NORMAL, "normal")    \
    X(HARD, "hard")        \
    X(EXPERT, "expert")

#define BOT_ROW_(name, word) BOT_##name,
enum bot_level { BOT_LEVEL_WORDS(BOT_ROW_) BOT_LEVELS };
#undef BOT_ROW_

/* Their words, by level. */
extern const char *const bot_level_words[BOT_LEVELS];

/* What bots are called, unless somebody says otherwise: after those whose names the units bear. */
extern const char *const bot_names[EK_SEATS];

/* Asks a bot to stop thinking. Called now and then by those that search; when it returns true the
 * bot answers with the best move found so far. */
typedef struct bot_clock {
    bool (*expired)(void *data);
    void *data;
} bot_clock;

enum {
    BOT_PLAN_MAX = 24,   /* moves of one turn thought out in advance */
    BOT_EXPERT_MS = 1000 /* an expert's time for a decision, unless somebody says otherwise */
};

/* One bot at one table. Plain data: copy it with =. */
typedef struct bot {
    const bot_parameters *parameters; /* its judgement; must outlive the bot */
    uint64_t random;                  /* the bot's own generator */
    uint32_t nodes; /* how much a searching bot thinks: playouts a decision; 0: its default */
    uint8_t level;  /* enum bot_level */
    uint8_t seat;
    uint8_t planned;    /* moves in plan */
    uint8_t followed;   /* of these, moves made */
    uint8_t plan_phase; /* when it was made */
    uint16_t plan_round;
    uint16_t limit_round; /* the last auction thought about: its round, plant and limit */
    uint16_t limit;
    uint8_t limit_plant;
    int32_t money[EK_SEATS];    /* the books */
    ek_move plan[BOT_PLAN_MAX]; /* the rest of a turn, as decided at its start */
} bot;

/* Sits a bot down before the first move of a game, with the judgement that comes with Elektro or
 * with another one (random and easy have none). */
void bot_sit(bot *b, enum bot_level level, unsigned seat, const ek_rules *rules, uint64_t seed);
void bot_sit_with(bot *b, enum bot_level level, unsigned seat, const ek_rules *rules, uint64_t seed,
                  const bot_parameters *parameters);

/* Shows it what happened; keeps the books. */
void bot_see(bot *b, const ek_events *events);

/* Shows it a whole game, for a bot that sits down late or has seen moves that were taken back: its
 * books are then those of a bot that was there from the start. */
void bot_catch_up(bot *b, const jn_game *game);

/* A legal move for its seat, which is to move in view. clock may be NULL. */
ek_move bot_move(bot *b, const ek_rules *rules, const ek_state *view, const bot_clock *clock);

#endif
