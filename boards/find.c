/* Finding the boards that come with Elektro, and the numbers of players for a board. */
#include <string.h>

#include "names.h"

static bool is_called(const char *folded, const char *id)
{
    char other[BD_NAME_MAX + 1];
    return bd_fold(id, other) && strcmp(folded, other) == 0;
}

const bd_board *bd_find(const char *id, enum ek_edition edition)
{
    char folded[BD_NAME_MAX + 1];
    if (!bd_fold(id, folded))
        return NULL;
    for (unsigned i = 0; i < bd_board_count; i++) {
        const bd_board *board = &bd_boards[i];
        if (board->ek->editions >> edition & 1 &&
            (is_called(folded, board->base) || is_called(folded, board->id)))
            return board;
    }
    return NULL;
}

/* Why a number of players cannot play on the board in any zone. */
static ek_reason why_not_players(const ek_board *board, enum ek_edition edition, unsigned players)
{
    ek_rules rules;
    const ek_config draft = {.edition = (uint8_t)edition, .players = (uint8_t)players};
    const ek_reason reason = ek_rules_init(&rules, board, &draft);
    if (reason == EK_REASON_OK && ek_random_zone(board, edition, players, 0) == 0)
        return EK_REASON_NO_ZONE;
    return reason;
}

unsigned bd_player_counts(const ek_board *board, enum ek_edition edition)
{
    unsigned counts = 0;
    for (unsigned players = 2; players <= EK_SEATS; players++)
        if (why_not_players(board, edition, players) == EK_REASON_OK)
            counts |= 1u << players;
    return counts;
}
