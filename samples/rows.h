/*
 * Samples as rows for training: one row of a fixed size for each position, with the features of all
 * seats and the results. docs/samples.md describes the file.
 */
#ifndef ELEKTRO_SAMPLES_ROWS_H
#define ELEKTRO_SAMPLES_ROWS_H

#include "boards.h"
#include "feature.h"
#include "format.h"

enum {
    SM_ROWS_VERSION = 2,
    SM_ROWS_HEADER = 65536 /* bytes before the first row */
};

/* X(name, type, its format in numpy, number): the members of a row in their order. */
/* clang-format off */
#define SM_ROW_FIELDS(X)                                                                          \
    X(victory, uint32_t, "<u4", EK_SEATS)  /* share of the victory, in 1/65536 */                 \
    X(money, int32_t, "<i4", EK_SEATS)     /* at the end */                                       \
    X(game, uint32_t, "<u4", 1)            /* number of the game in its file */                   \
    X(source, uint16_t, "<u2", 1)          /* number of the file of samples, from 0 */            \
    X(chance, uint16_t, "<u2", EK_SEATS)   /* found by playouts, in 1/65535; all 0: unknown */  \
    X(rank, uint8_t, "|u1", EK_SEATS)      /* from 1 */                                           \
    X(powered, uint8_t, "|u1", EK_SEATS)   /* cities at the end */                                \
    X(level, uint8_t, "|u1", EK_SEATS)     /* enum bot_level */                                   \
    X(style, uint8_t, "|u1", EK_SEATS)     /* enum bot_style */                                   \
    X(players, uint8_t, "|u1", 1)                                                                 \
    X(board, uint8_t, "|u1", 1)            /* number in the list of the header */                 \
    X(edition, uint8_t, "|u1", 1)          /* 0 classic, 1 recharged */                           \
    X(options, uint8_t, "|u1", 1)          /* set of options */                                   \
    X(round, uint8_t, "|u1", 1)            /* from 1 */                                           \
    X(rounds_left, uint8_t, "|u1", 1)      /* this one included: 1 is the last round */               \
    X(moment, uint8_t, "|u1", 1)           /* 0 auction, 1 fuel, 2 building */                    \
    X(spare, uint8_t, "|u1", 3)            /* 0 */
/* clang-format on */

#define SM_MEMBER_(name, type, format, number) type name[number];
typedef struct sm_row {
    bot_shared_features shared;
    bot_seat_features seat[EK_SEATS];
    SM_ROW_FIELDS(SM_MEMBER_)
} sm_row;
#undef SM_MEMBER_

#define SM_SIZE_(name, type, format, number) +sizeof(type) * (number)
_Static_assert(sizeof(sm_row) == sizeof(bot_features_t) SM_ROW_FIELDS(SM_SIZE_),
               "a row has padding");
#undef SM_SIZE_

typedef struct sm_conversion {
    const sm_boards *boards;
    const char *const *inputs; /* files of samples */
    unsigned count;
    const char *output;
    unsigned keep;    /* percent of positions, chosen at random */
    unsigned threads; /* 0: one for each core */
    /* Called from time to time with the number of rows written; may be NULL. */
    void (*progress)(void *data, unsigned done, unsigned all);
    void *data;
} sm_conversion;

/* Writes the rows of all positions, in the order of the files and of their games. False and error
 * if a file is damaged; the output is not touched then. */
bool sm_convert(const sm_conversion *conversion, rec_error *error);

#endif
