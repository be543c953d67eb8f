/*
 * Games with arbitrary actions. An input is
 *
 *     2 bytes  the table: edition, board, players, options, zone (games.c)
 *     2 bytes  the seed
 *     1 byte   1: the game waits for cards
 *     then actions, each a byte for its kind, and its operands
 */
#include <string.h>

#include "umpire.h"

enum deed { PLAY, PLAY_ALSO, TRY, NEARLY, DRAW, DRAW_ANY, BACK, RESEED, ASK, KEEP, LOOK, DEEDS };

static random_game game;
static books ledger;

/* A move that is not listed must change nothing; a listed move is made. */
static void try_move(ek_move move)
{
    hold(&game, judge_move(&game.rules, &game.state, game.moves, game.count, move));
    if (ek_apply(&game.rules, &game.state, move, &game.events) != EK_REASON_OK)
        return;
    hold(&game, adopt_drafted_zone(&game) ? NULL : "a drafted zone cannot be played");
    check_position(&game, &ledger);
}

static void play_listed(unsigned which)
{
    if (game.count)
        try_move(game.moves[which % game.count]);
}

static void draw_card(unsigned plant)
{
    const ek_state before = game.state;
    const ek_plants awaited = ek_card_awaited(&game.state);
    const ek_reason reason = ek_draw(&game.rules, &game.state, plant, &game.events);
    const bool possible = plant < EK_PLANT_NUMBERS && awaited >> plant & 1;
    hold(&game,
         (reason == EK_REASON_OK) == possible ? NULL : "a card is wrongly refused or accepted");
    if (possible)
        check_position(&game, &ledger);
    else
        hold(&game,
             memcmp(&before, &game.state, sizeof before) ? "a refused card leaves a trace" : NULL);
}

static void draw_possible(unsigned which)
{
    ek_plants awaited = ek_card_awaited(&game.state);
    if (awaited == 0)
        return;
    for (which %= (unsigned)__builtin_popcountll(awaited); which; which--)
        awaited &= awaited - 1;
    draw_card((unsigned)__builtin_ctzll(awaited));
}

static void show_back(unsigned back)
{
    const ek_state before = game.state;
    if (ek_show_back(&game.rules, &game.state, (enum ek_back)(back % 3)) != EK_REASON_OK)
        hold(&game,
             memcmp(&before, &game.state, sizeof before) ? "a refused back leaves a trace" : NULL);
    game.events.count = 0;
    check_position(&game, &ledger);
}

static void keep_and_load(void)
{
    uint8_t bytes[EK_SAVED_MAX];
    ek_state loaded;
    const size_t size = ek_save(&game.rules, &game.state, bytes);
    const ek_reason reason = ek_load(&game.rules, bytes, size, &loaded);
    hold(&game, reason == EK_REASON_OK ? NULL : "a saved state does not load");
    hold(&game, memcmp(&loaded, &game.state, sizeof loaded) ? "a state loads as another" : NULL);
}

static void look(unsigned seat)
{
    ek_state seen;
    ek_view(&game.rules, &game.state, seat < game.rules.config.players ? seat : EK_NOBODY, &seen);
    hold(&game, judge_state(&game.rules, &seen));
}

static void do_deed(input *in)
{
    switch (next_byte(in) % DEEDS) {
    case PLAY:
    case PLAY_ALSO:
        play_listed(next_word(in));
        break;
    case TRY:
        try_move((ek_move)next_word(in) << 16 | next_word(in));
        break;
    case NEARLY:
        if (game.count)
            try_move(game.moves[next_word(in) % game.count] ^ (ek_move)1 << next_byte(in) % 32);
        break;
    case DRAW:
        draw_possible(next_byte(in));
        break;
    case DRAW_ANY:
        draw_card(next_byte(in));
        break;
    case BACK:
        show_back(next_byte(in));
        break;
    case RESEED:
        ek_reseed(&game.rules, &game.state, next_byte(in), &game.events);
        ledger.back = game.state.top_back;
        check_position(&game, &ledger);
        break;
    case ASK:
        ek_ask(&game.state);
        break;
    case KEEP:
        keep_and_load();
        break;
    default: /* LOOK */
        look(next_byte(in));
        break;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    input in = {bytes, size};
    const unsigned table = next_word(&in) % game_tables();
    const uint64_t number = table + (uint64_t)next_word(&in) * game_tables();
    const enum ek_chance chance = next_byte(&in) & 1 ? EK_CHANCE_ASK : EK_CHANCE_SEED;
    hold(&game, start_game(&game, number, chance) ? NULL : "a game cannot be started");
    open_books(&ledger, &game.rules);
    check_position(&game, &ledger);
    while (in.left)
        do_deed(&in);
    return 0;
}
