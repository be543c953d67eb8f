/* A reference-counted cache of compiled rules, shared by all games with the same configuration. Not
 * thread-safe; the rules themselves may be read by any thread. */
#ifndef ELEKTRO_JOURNAL_RULES_CACHE_H
#define ELEKTRO_JOURNAL_RULES_CACHE_H

#include "elektro.h"

/* Sets *rules to the rules for a board and a configuration. Returns a reason of the engine or
 * JN_NO_MEMORY (journal.h) on failure. Release them with jn_rules_release. */
unsigned jn_rules_get(const ek_board *board, const ek_config *config, const ek_rules **rules);
void jn_rules_release(const ek_rules *rules); /* NULL is fine */
/* Adds a reference to rules from jn_rules_get; returns them. */
const ek_rules *jn_rules_share(const ek_rules *rules);

#endif
