/* Compiled rules, each once for all the games that are played by them. */
#ifndef ELEKTRO_SERVER_RULES_CACHE_H
#define ELEKTRO_SERVER_RULES_CACHE_H

#include "game.h"

/* The rules for a configuration; NULL and error if it cannot be played. Give them back. */
sv_rules *sv_rules_get(const bd_board *board, const ek_config *config, rec_error *error);
void sv_rules_give_back(sv_rules *shared);
/* One more game holds on to them. */
sv_rules *sv_rules_share(sv_rules *shared);
const ek_rules *sv_rules_of(const sv_rules *shared);

#endif
