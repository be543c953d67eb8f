/* The words that reading and writing a position share. */
#ifndef ELEKTRO_POSITION_PARTS_H
#define ELEKTRO_POSITION_PARTS_H

#include "lines.h"
#include "position.h"

/* The fields in the order they stand. */
#define REC_FIELD_WORDS(X)  \
    X(TABLE, "table")       \
    X(ZONE, "zone")         \
    X(ROUND, "round")       \
    X(STAGE, "stage")       \
    X(STEP, "step")         \
    X(ORDER, "order")       \
    X(TURN, "turn")         \
    X(BOUGHT, "bought")     \
    X(PASSED, "passed")     \
    X(AUCTION, "auction")   \
    X(MARKET, "market")     \
    X(DISCOUNT, "discount") \
    X(DECK, "deck")         \
    X(TOP, "top")           \
    X(STEP3, "step3")       \
    X(UNSEEN, "unseen")     \
    X(BURIED, "buried")     \
    X(GONE, "gone")         \
    X(FUEL, "fuel")         \
    X(MARKS, "marks")       \
    X(FLAGS, "flags")       \
    X(RANDOM, "random")     \
    X(SEAT, "seat")         \
    X(TRUST, "trust")

#define REC_ROW_(name, word) FIELD_##name,
enum rec_field { REC_FIELD_WORDS(REC_ROW_) FIELDS };
#undef REC_ROW_

enum {
    REC_POSITION_VERSION = 1,
    REC_STEP3S = 4, /* enum ek_step3 */
    REC_FLAGS = 4
};

extern const char *const rec_field_words[FIELDS];
extern const char *const rec_stage_words[EK_STAGES];
extern const char *const rec_step3_words[REC_STEP3S];
/* "ask", "trust-acted", "discount-expired", "uranium-stopped", and where they are in a state. */
extern const char *const rec_flag_words[REC_FLAGS];
uint8_t *rec_flag(ek_state *state, unsigned flag);

#endif
