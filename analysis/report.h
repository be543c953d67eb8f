/*
 * The analysis of a game as JSON, for the command line and the server, and the parts that all
 * reports share. docs/analysis.md describes the JSON.
 */
#ifndef ELEKTRO_ANALYSIS_REPORT_H
#define ELEKTRO_ANALYSIS_REPORT_H

#include <jansson.h>

#include "analysis.h"
#include "history.h"

enum {
    AN_PARTS = 10000, /* chances are told in this many parts: four decimals */
    AN_TURN_MAX = BOT_PLAN_MAX * (REC_MOVE_MAX + 2) /* bytes of a turn as words, its end included */
};

/* What a report tells beside the analysis. */
typedef struct an_about {
    const rec_options *options; /* of the game: its board and the names of the players */
    uint64_t seed;
    uint32_t nodes; /* playouts for each decision */
    uint32_t ms;    /* time for each decision instead; 0: playouts */
} an_about;

/* Chances, or changes of chances, in 1/10000. They are rounded so that their sum is exact: 10000 or
 * 0. */
void an_round(const int32_t chance[EK_SEATS], unsigned players, int32_t parts[EK_SEATS]);
/* One number in 1/10000. */
int32_t an_round_one(int32_t chance);

/* The moves of a turn in the notation of records, joined by ", ". */
void an_turn_text(const bd_board *board, const an_decision *decision, const ek_move *plan,
                  unsigned count, char text[AN_TURN_MAX]);

/* A whole analysis after an_summarize, without what has not been assessed. To be freed with
 * json_decref; NULL without memory. Print it with JSON_REAL_PRECISION(AN_PRECISION). */
json_t *an_report(const an_game *game, const an_about *about);
enum { AN_PRECISION = 6 };

#endif
