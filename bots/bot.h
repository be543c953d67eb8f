/*
 * Bots: players that look at a view and return a move.
 *
 * Freestanding like the engine: no allocation, no clock, no floating point, no global state. A bot
 * never sees more than its seat's view. All payments are public, so it keeps a ledger of the money
 * of all players from the events. Same level, seed, node budget and game give the same moves
 * everywhere.
 *
 *     bot b;
 *     bot_sit(&b, BOT_NORMAL, seat, rules, seed);
 *     bot_see(&b, events);                            after the setup and after every move
 *     ek_move move = bot_move(&b, rules, &view, NULL);
 */
#ifndef ELEKTRO_BOT_H
#define ELEKTRO_BOT_H

#include "elektro.h"
#include "journal.h"
#include "judge.h"
#include "styles.h"

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

/* Default names of bots: the people that electrical units are named after. */
extern const char *const bot_names[EK_SEATS];

/* What a host offers to a search; every member may be NULL. A search that is not stopped finds the
 * same move on any number of threads. */
typedef struct bot_host {
    /* The time is up: return the best move found so far. Called often, on the threads of run. */
    bool (*expired)(void *data);
    /* Calls job(context, i) for every i below count, in any order, on any threads, and returns when
     * all are done. */
    void (*run)(void *data, void (*job)(void *context, unsigned i), void *context, unsigned count);
    void *data;
    /* What a search works on (search.h), for threads that cannot read each other's stacks; NULL:
     * the stack. */
    struct bot_desk *desk;
} bot_host;

enum {
    BOT_PLAN_MAX = 24,   /* moves of one turn, planned in advance */
    BOT_EXPERT_MS = 1000 /* default time of an expert for a decision */
};

/* One bot at one table. Plain data: copy it with =. */
typedef struct bot {
    const bot_parameters *parameters; /* must outlive the bot */
    const bot_judge *judge;           /* for a search; NULL: none, it judges by rules of thumb */
    uint64_t random;                  /* the bot's own generator */
    uint32_t nodes; /* playouts that a search may use for a decision; 0: the default */
    uint8_t level;  /* enum bot_level */
    uint8_t seat;
    uint8_t planned;    /* moves in plan */
    uint8_t followed;   /* of these, moves already made */
    uint8_t plan_phase; /* the phase it was made for */
    uint16_t plan_round;
    uint16_t limit_round; /* the last auction that was searched: its round, plant and limit */
    uint16_t limit;
    uint8_t limit_plant;
    int32_t money[EK_SEATS];    /* the ledger */
    ek_move plan[BOT_PLAN_MAX]; /* the rest of a turn, as decided at its start */
} bot;

/* Initializes a bot before the first move of a game, with the default parameters or with others
 * (random and easy use none). A search plays better with a judge: set it afterwards. */
void bot_sit(bot *b, enum bot_level level, unsigned seat, const ek_rules *rules, uint64_t seed);
void bot_sit_with(bot *b, enum bot_level level, unsigned seat, const ek_rules *rules, uint64_t seed,
                  const bot_parameters *parameters);

/* Playouts of a search for a decision if the bot's nodes do not say; expert makes fewer if its time
 * is up. */
uint32_t bot_usual_nodes(enum bot_level level, bool has_judge, unsigned players);

/* Tells the bot the events of a move, to update its ledger. */
void bot_see(bot *b, const ek_events *events);

/* Replays a whole game to the bot, to rebuild its ledger: for a bot that joins late, or that was
 * told of moves that were taken back later. */
void bot_catch_up(bot *b, const jn_game *game);

/* A legal move for its seat, which is to move in view. host may be NULL. */
ek_move bot_move(bot *b, const ek_rules *rules, const ek_state *view, const bot_host *host);

#endif
