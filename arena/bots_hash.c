/* A hash that tells versions of the built-in bots apart: their parameters and their play. */
#include <string.h>

#include "seeds.h"

static uint64_t fold(uint64_t hash, uint64_t word)
{
    hash ^= word;
    return ek_random(&hash);
}

static uint64_t fold_game(uint64_t hash, const ar_game *game, unsigned players)
{
    hash = fold(hash, game->rounds * 65536u + game->moves);
    for (unsigned i = 0; i < players; i++)
        hash = fold(hash, (uint64_t)game->seat[i].money * 64 + game->seat[i].cities);
    return hash;
}

/* A few games of an edition; hard gets a small budget, so that they take little time. */
static uint64_t fold_games(uint64_t hash, enum ek_edition edition, const char *bots, unsigned games)
{
    ar_match match = {.seed = 1};
    rec_error error;
    ar_game game;
    if (!ar_read_entrants(&match, bots, &error))
        return hash;
    match.table = (ar_table){.board = bd_find("germany", edition),
                             .edition = (uint8_t)edition,
                             .players = (uint8_t)match.entrants};
    for (unsigned i = 0; i < games; i++)
        if (ar_play(&match, i, NULL, &game, &error))
            hash = fold_game(hash, &game, match.entrants);
    return hash;
}

uint64_t ar_bots_hash(void)
{
    uint64_t hash = 0;
    for (unsigned i = 0; i < BOT_PARAMETER_COUNT; i++)
        hash = fold(hash, (uint32_t)bot_parameter_get(&bot_defaults, i));
    for (unsigned edition = 0; edition < EK_EDITIONS; edition++) {
        hash = fold_games(hash, (enum ek_edition)edition, "normal,easy,normal,random,easy", 5);
        hash = fold_games(hash, (enum ek_edition)edition, "hard@24,normal,normal", 1);
    }
    return hash;
}
