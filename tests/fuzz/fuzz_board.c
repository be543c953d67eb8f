/*
 * Board files. An input is the text of one; an accepted board must be playable with every
 * number of players it allows, under all laws.
 */
#include <string.h>

#include "umpire.h"

enum { MOVES = 80 };

static random_game game;
static books ledger;

/* Plays a while with every set of options; the zone is drafted if the dice say so. */
static void play_board(const bd_board *board, unsigned edition, unsigned players, unsigned dice)
{
    ek_config config = {.edition = (uint8_t)edition, .players = (uint8_t)players};
    if (dice & 1)
        config.options = edition == EK_CLASSIC ? EK_FIRST_GAME : EK_STARTING_CITIES;
    if (dice & 2)
        config.zone = ek_random_zone(board->ek, edition, players, dice);
    game = (random_game){.board = board, .number = dice, .random = dice, .temper = dice % TEMPERS};
    game.setup = (ek_setup){.seed = dice};
    const ek_reason reason = ek_rules_init(&game.rules, board->ek, &config);
    hold(&game, reason == EK_REASON_OK ? NULL : "a board was accepted that cannot be played");
    hold(&game, ek_start(&game.rules, &game.setup, &game.state, &game.events) == EK_REASON_OK
                    ? NULL
                    : "a game does not start");
    open_books(&ledger, &game.rules);
    check_position(&game, &ledger);
    play_on(&game, &ledger, MOVES);
}

/* Every name finds its city or region. */
static void check_names(const bd_board *board)
{
    for (unsigned c = 0; c < board->ek->cities; c++)
        hold(&game,
             bd_city_named(board, board->city[c].id) == (int)c ? NULL : "a city is not found");
    for (unsigned r = 0; r < board->ek->regions; r++)
        hold(&game, bd_region_named(board, board->region[r].id) == (int)r
                        ? NULL
                        : "a region is not found");
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    bd_error error = {""};
    bd_board *board = bd_load_text("fuzzed", (const char *)bytes, size, &error);
    game.board = board ? board : bd_boards;
    if (!board) {
        hold(&game, error.text[0] ? NULL : "a board is refused without a message");
        return 0;
    }
    check_names(board);
    for (unsigned edition = 0; edition < EK_EDITIONS; edition++) {
        if (!(board->ek->editions >> edition & 1))
            continue;
        const unsigned counts = bd_player_counts(board->ek, (enum ek_edition)edition);
        for (unsigned players = 2; players <= EK_SEATS; players++)
            if (counts >> players & 1)
                play_board(board, edition, players, (unsigned)size + players);
    }
    bd_free(board);
    return 0;
}
