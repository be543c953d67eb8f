/*
 * The analysis of a game: for every decision what it was worth and what would have been better, for
 * every card what it changed, and what follows for each player.
 *
 *     an_game g;
 *     an_list(&g, journal);                                     lists decisions and cards
 *     for (unsigned i = 0; i < g.tasks; i++)
 *         an_assess(&g, i, &budget, &room);                     in any order, on any threads
 *     an_summarize(&g);
 *     an_free(&g);
 *
 * A decision is a turn: the moves that a seat makes in one go in one phase. A card that is turned
 * up within a turn ends the decision: what comes after it is another one. Decisions begin with
 * round 1.
 *
 * Chances are in 1/65536, by seat, and sum to BOT_CHANCE_ONE. No input or output; the same code
 * runs in a browser.
 */
#ifndef ELEKTRO_ANALYSIS_H
#define ELEKTRO_ANALYSIS_H

#include "assess.h"
#include "journal.h"
#include "reasons.h"

enum {
    AN_VERSION = 1,
    AN_NODES = 4000,      /* playouts for each decision, unless somebody says otherwise */
    AN_TURNING_POINTS = 3 /* that are told, at most */
};

/* X(NAME, "word", LIMIT): verdicts on a decision by the chance that it lost: below LIMIT, in
 * 1/1000. Words are stable. best: nothing was lost. */
#define AN_VERDICT_WORDS(X)         \
    X(BEST, "best", 0)              \
    X(GOOD, "good", 20)             \
    X(INACCURACY, "inaccuracy", 50) \
    X(MISTAKE, "mistake", 100)      \
    X(BLUNDER, "blunder", 1000)

#define AN_ROW_(name, word, limit) AN_##name,
enum an_verdict { AN_VERDICT_WORDS(AN_ROW_) AN_VERDICTS };
#undef AN_ROW_
extern const char *const an_verdict_words[AN_VERDICTS];

/* X(NAME, "word"): the kinds of decisions by the phases of a round, as players name them. */
#define AN_PHASE_WORDS(X)   \
    X(AUCTION, "auction")   \
    X(FUEL, "fuel")         \
    X(BUILDING, "building") \
    X(POWERING, "powering")

#define AN_ROW_(name, word) AN_PHASE_##name,
enum an_phase { AN_PHASE_WORDS(AN_ROW_) AN_PHASES };
#undef AN_ROW_
extern const char *const an_phase_words[AN_PHASES];

/* A decision. an_list writes the first part, an_assess the second. */
typedef struct an_decision {
    const ek_rules *rules;
    ek_state state;  /* before it */
    uint32_t number; /* of its first move, as a record counts moves, from 1 */
    uint32_t last;   /* of its last move */
    uint32_t count;  /* moves in played */
    uint8_t seat;
    uint8_t phase;   /* enum an_phase */
    uint8_t verdict; /* enum an_verdict */
    bool assessed;
    ek_move played[BOT_PLAN_MAX];
    bot_assessment found;
    bot_reason reason[BOT_REASONS_MAX]; /* why the best turn is better, the strongest first */
    uint32_t reasons;
} an_decision;

/* A card that was turned up. */
typedef struct an_card {
    const ek_rules *rules;
    ek_state waiting, after; /* the game waits for it; it lies on the market */
    uint32_t number;         /* of the move after which it was turned up; 0: before the first */
    uint8_t plant;
    bool assessed;
    int32_t change[EK_SEATS]; /* of the chances: luck */
} an_card;

/* What one player's decisions, and luck, came to. Sums of chances. */
typedef struct an_player {
    int32_t lost[AN_PHASES];     /* by decisions */
    int32_t stake[AN_PHASES];    /* that these decisions could lose */
    int32_t accuracy[AN_PHASES]; /* 1 - lost / stake: 1 is always the best turn, 0 the worst */
    int32_t accuracy_of_all;
    int32_t luck_won, luck_lost;
    uint32_t decisions;
    uint32_t verdicts[AN_VERDICTS];
    uint32_t turning[AN_TURNING_POINTS]; /* decisions, by their place in the list */
    uint32_t turnings;
} an_player;

typedef struct an_game {
    const jn_game *journal;
    an_decision *decision;
    an_card *card;
    unsigned decisions, cards;
    unsigned tasks; /* decisions and cards, in the order of the game */
    unsigned players;
    uint32_t moves; /* of the game */
    bool ended;
    int32_t result[EK_SEATS]; /* shares of the victory if the game has ended */
    /* After an_summarize: */
    an_player player[EK_SEATS];
    uint32_t turning[AN_TURNING_POINTS]; /* of all players, by their place in the list */
    unsigned turnings;
    uint32_t *task; /* a decision, or a card from decisions on */
    unsigned decisions_room, cards_room, tasks_room;
} an_game;

/* How to assess. The same numbers give the same analysis, unless the host stops an assessment. */
typedef struct an_budget {
    const bot_judge *judge; /* required */
    const bot_host *host;   /* or NULL; only expired is used */
    uint64_t seed;
    uint32_t nodes; /* playouts for each decision; 0: AN_NODES */
} an_budget;

/* Lists the decisions and cards of a game. The journal must outlive the analysis, and stay as it
 * is. Returns false if there is no memory; then nothing is to be freed. */
bool an_list(an_game *game, const jn_game *journal);
void an_free(an_game *game);

/* Assesses a decision or a card. Different tasks may be assessed on different threads, each with a
 * room of its own. */
void an_assess(an_game *game, unsigned task, const an_budget *budget, bot_assessor *room);
bool an_is_assessed(const an_game *game, unsigned task);

/* The decision of a task; NULL if it is a card. */
an_decision *an_decision_of(const an_game *game, unsigned task);
an_card *an_card_of(const an_game *game, unsigned task);

/* The phase of a position, as players name it. */
enum an_phase an_phase_of(const ek_state *state);

/* The verdict on a decision that lost so much. */
enum an_verdict an_verdict_of(int32_t lost);

/* Sums up what has been assessed. */
void an_summarize(an_game *game);

#endif
