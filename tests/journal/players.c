#include "players.h"

#include <stddef.h>

#include "games.h"

static const uint8_t script[] = {12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23};

void make_setup(jn_setup *setup, unsigned n, enum kind kind)
{
    static const uint8_t chance[KINDS] = {JN_CHANCE_SEED, JN_CHANCE_SEED,     JN_CHANCE_TOLD,
                                          JN_CHANCE_TOLD, JN_CHANCE_TOLD_ALL, JN_CHANCE_SHUFFLE};
    static const jn_mix mix = {
        .version = 1,
        .players = EK_SEATS,
        .seed = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
        .words = {"a", "b", "c", "d", "e", "f"}};
    static random_game g;
    start_game(&g, n, EK_CHANCE_SEED);
    *setup = (jn_setup){.board = g.board->ek,
                        .config = g.rules.config,
                        .zone_choice = g.rules.config.zone ? JN_ZONE_GIVEN : JN_ZONE_DRAFT,
                        .chance = chance[kind],
                        .seed = n};
    if (kind == SEED_SCRIPT || kind == TOLD_SCRIPT) {
        setup->script = script;
        setup->script_count = (uint16_t)(1 + n % sizeof script);
    }
    if (kind == SHUFFLE)
        jn_shuffle_init(&setup->shuffle, &mix);
}

static unsigned any_card(ek_plants awaited, uint64_t *random)
{
    uint32_t skip = ek_random_below(random, (uint32_t)__builtin_popcountll(awaited));
    for (; skip; skip--)
        awaited &= awaited - 1;
    return (unsigned)__builtin_ctzll(awaited);
}

/* Chooses a type first, so that bids do not dominate; then a move of that type. */
static ek_move any_move(const jn_game *game, uint64_t *random)
{
    static ek_move moves[EK_MOVES_MAX];
    unsigned first[EK_MOVE_TYPES + 1], types = 0;
    const unsigned count = ek_moves(game->now.rules, &game->now.state, moves);
    for (unsigned i = 0; i < count; i++)
        if (i == 0 || ek_move_type(moves[i]) != ek_move_type(moves[i - 1]))
            first[types++] = i;
    first[types] = count;
    const unsigned type = ek_random_below(random, types);
    return moves[first[type] + ek_random_below(random, first[type + 1] - first[type])];
}

static void look_at_back(jn_game *game, uint64_t *random)
{
    const ek_state *s = &game->now.state;
    if (game->setup.chance != JN_CHANCE_SHUFFLE && s->chance == EK_CHANCE_ASK &&
        s->top_back == EK_BACK_UNKNOWN && s->deck_plug && s->deck_socket &&
        ek_random_below(random, 3))
        jn_show_back(game, (enum ek_back)(1 + ek_random_below(random, 2)),
                     ek_random_below(random, 2));
}

bool decide(jn_game *game, uint64_t *random, ek_events *events)
{
    const ek_plants awaited = ek_card_awaited(&game->now.state);
    const unsigned seat = ek_to_move(&game->now.state);
    if (!awaited && seat == EK_NOBODY)
        return false;
    const unsigned reason =
        awaited ? jn_draw(game, any_card(awaited, random), ek_random_below(random, 2), events)
                : jn_play(game, seat, any_move(game, random), events);
    if (reason == EK_REASON_OK)
        look_at_back(game, random);
    return reason == EK_REASON_OK;
}

void decide_often(jn_game *game, uint64_t *random, unsigned times)
{
    while (times-- && decide(game, random, NULL)) {
    }
}
