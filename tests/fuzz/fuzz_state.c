/*
 * Arbitrary states. An input is
 *
 *     2 bytes  the table: edition, board, players, options, zone (games.c)
 *     1 byte   the random seed to continue the game with
 *     the rest the bytes of a state; missing ones are 0
 *
 * They are sealed and loaded; a state that ek_load accepts must be playable under all laws.
 */
#include <string.h>

#include "umpire.h"

enum { MOVES = 60, RICH = 1000000 };

static random_game game;
static books ledger;

/* No player gets this rich in a game; at the law's max the next income would break it. */
static bool any_player_is_rich(const ek_state *state)
{
    for (unsigned seat = 0; seat < EK_SEATS; seat++)
        if (state->owner[seat].money > RICH)
            return true;
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    input in = {bytes, size};
    uint8_t saved[EK_SAVED_MAX];
    ek_state state = {.round = 0};
    const unsigned table = next_word(&in) % game_tables();
    const unsigned dice = next_byte(&in);
    memcpy(&state, in.bytes, in.left < sizeof state ? in.left : sizeof state);
    hold(&game, start_game(&game, table, EK_CHANCE_SEED) ? NULL : "a game cannot be started");
    if (game.rules.config.zone == 0 && state.round > 0) { /* it was drafted long ago */
        game.state.zone = state.zone;
        ek_config config = game.rules.config;
        config.zone = state.zone;
        if (ek_rules_init(&game.rules, game.board->ek, &config) != EK_REASON_OK)
            return 0;
    }
    const size_t length = ek_save(&game.rules, &state, saved);
    if (ek_load(&game.rules, saved, length, &game.state) != EK_REASON_OK ||
        any_player_is_rich(&game.state))
        return 0;
    game.random = dice;
    game.temper = dice % TEMPERS;
    game.events.count = 0;
    open_books_at(&ledger, &game.state);
    check_position(&game, &ledger);
    play_on(&game, &ledger, MOVES);
    return 0;
}
