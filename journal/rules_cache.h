/* Compiled rules, each once for all the games that are played by them. Not for several threads at
 * once; the rules themselves may be read by any. */
#ifndef ELEKTRO_JOURNAL_RULES_CACHE_H
#define ELEKTRO_JOURNAL_RULES_CACHE_H

#include "elektro.h"

/* Sets *rules to the rules for a board and a configuration. Refused with the engine's reason, or
 * JN_NO_MEMORY (journal.h). Give them back. */
unsigned jn_rules_get(const ek_board *board, const ek_config *config, const ek_rules **rules);
void jn_rules_give_back(const ek_rules *rules); /* NULL: nothing */
/* One more holder, for rules that come from jn_rules_get: the same rules. */
const ek_rules *jn_rules_share(const ek_rules *rules);

#endif
