/*
 * Assessing a decision: what the best turn is worth, and what the turn that was played gave away.
 *
 * It tries the same turns in the same playouts as a search (search.c), and also the turn that was
 * played. A search asks only which turn is the best; an assessment also tells how every seat's
 * chance to win looks after it. Same question, same answer, on every machine.
 *
 *     static bot_assessor room;
 *     const bot_question q = {.rules = rules, .state = &state, .judge = judge, .nodes = 4000};
 *     bot_assessment found;
 *     bot_assess(&q, &room, &found);
 */
#ifndef ELEKTRO_BOTS_ASSESS_H
#define ELEKTRO_BOTS_ASSESS_H

#include "bot.h"
#include "search.h"

enum { BOT_ASSESS_ROWS = 1024 }; /* rows that an assessment makes at most */

/* What is asked. */
typedef struct bot_question {
    const ek_rules *rules;
    const ek_state *state;  /* a seat is to move; the money of all players is known */
    const bot_judge *judge; /* required */
    const bot_host *host;   /* or NULL; only expired is used */
    uint64_t seed;
    uint32_t nodes;        /* playouts at most */
    const ek_move *played; /* the turn that was played, or its beginning up to a card; or NULL */
    unsigned played_count; /* at most BOT_PLAN_MAX */
} bot_question;

/* A turn, and every seat's chance to win after it, in 1/65536; chances sum to BOT_CHANCE_ONE. */
typedef struct bot_turn {
    ek_move plan[BOT_PLAN_MAX];
    uint32_t count;
    uint32_t limit; /* how far to bid after the first move; 0: the turn does not say */
    int32_t chance[EK_SEATS];
} bot_turn;

typedef struct bot_assessment {
    bot_turn best;
    bot_turn second;         /* the best of all others; count 0: there is no other */
    bot_turn played;         /* count 0: none was given */
    int32_t usual[EK_SEATS]; /* chances if the seat decides like normal */
    int32_t stake;           /* the seat's chance after the best turn, less that after the worst */
    int32_t lost;            /* what the turn played gave away; 0 if that is within the noise */
    uint32_t rows;           /* playouts of each of these turns */
    uint32_t turns;          /* tried */
} bot_assessment;

/* What an assessment works on. Afterwards it holds the turns that were tried. */
typedef struct bot_assessor {
    bot_desk desk;
    int64_t sum[CANDIDATES][EK_SEATS];         /* results of each candidate, */
    int32_t kept[CANDIDATES][BOT_ASSESS_ROWS]; /* and those of the seat row by row */
    uint32_t rows[CANDIDATES];
    bool dropped[CANDIDATES];
    unsigned usual, played;       /* candidates; CANDIDATES: none was given */
    unsigned best, second, worst; /* found */
} bot_assessor;

/* Assesses the pending decision. If the host's time is up before the first row is complete, the
 * assessment has rows 0 and nothing else in it counts. */
void bot_assess(const bot_question *question, bot_assessor *room, bot_assessment *found);

/* The same from a bot's view of the game: money that the view hides comes from the bot's ledger.
 * The question's state is not used. */
void bot_assess_view(const bot *b, const ek_state *view, const bot_question *question,
                     bot_assessor *room, bot_assessment *found);

/* How a card changed every seat's chance to win, in 1/65536; the changes sum to 0. waiting: the
 * game waits for the card; after: it was told. The question's state and turn are not used. False if
 * the host's time is up before anything is known. */
bool bot_assess_card(const bot_question *question, const ek_state *waiting, const ek_state *after,
                     bot_assessor *room, int32_t change[EK_SEATS]);

#endif
