/* Bugs that are planted into the server, by functions that the linker puts in the place of its own,
 * to show that the laws find them. */
#ifndef ELEKTRO_TESTS_SERVER_MODEL_PLANTED_H
#define ELEKTRO_TESTS_SERVER_MODEL_PLANTED_H

#include <stdbool.h>

typedef struct sv_core sv_core;

enum planted {
    PLANTED_NOTHING,
    PLANTED_CLAIM,             /* a claim locks nothing, and believes what is in memory */
    PLANTED_CLAIM_AND_VERSION, /* likewise, and a write does not look at the version of the row */
    PLANTED_DEAF,              /* nodes do not read the news */
    PLANTED_HORIZON,           /* they drop the news that they read, and never read them again */
    PLANTED_HASTE,             /* they send answers and pushes before the commit */
    PLANTED_KINDS
};

extern enum planted planted;
extern const char *const planted_names[PLANTED_KINDS];

/* Whether only schedules in which somebody fails can show the bug. */
bool planted_needs_failures(void);
/* What a node does before it commits a turn. */
void planted_before_commit(sv_core *core);

#endif
