/* Compiled rules of the tables that were seen lately. One thread uses it. */
#ifndef ELEKTRO_SAMPLES_RULES_H
#define ELEKTRO_SAMPLES_RULES_H

#include "elektro.h"

enum { SM_RULES_KEPT = 1024 };

typedef struct sm_rules {
    ek_rules kept[SM_RULES_KEPT]; /* unused ones have no board */
} sm_rules;

/* The rules for a table, until those of another one take their place; NULL if none can be
 * compiled. */
const ek_rules *sm_rules_get(sm_rules *rules, const ek_board *board, const ek_config *config);

#endif
