#include "tables.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { OPTION_SETS = 4, ZONE_CHOICES = 3, NAME_WAYS = 3 };

static const char *const names[NAME_WAYS][EK_SEATS] = {
    {"Anna", "Bert", "Cleo", "Dora", "Emil", "Fritz"},
    {"", "Zoë \"Zo\" O'Hara", "4", "anna", "Anna", "a, b: c # d\\"},
    {"", "", "", "", "", ""}};

static unsigned digit(unsigned *n, unsigned base)
{
    const unsigned d = *n % base;
    *n /= base;
    return d;
}

/* Boards in each edition they can be played in. */
static unsigned printings(void)
{
    unsigned count = 0;
    for (unsigned i = 0; i < bd_board_count; i++)
        count += (unsigned)__builtin_popcount(bd_boards[i].ek->editions);
    return count;
}

static void choose_printing(rec_options *o, unsigned n)
{
    for (unsigned i = 0; i < bd_board_count; i++)
        for (unsigned edition = 0; edition < EK_EDITIONS; edition++)
            if (bd_boards[i].ek->editions >> edition & 1 && n-- == 0) {
                o->board = &bd_boards[i];
                o->edition = (uint8_t)edition;
                return;
            }
}

unsigned table_count(void)
{
    return printings() * EK_COUNTS * OPTION_SETS * ZONE_CHOICES;
}

static unsigned options_of(unsigned edition, unsigned set)
{
    const unsigned own = edition == EK_CLASSIC ? EK_FIRST_GAME : EK_STARTING_CITIES;
    return (set & 1 ? own : 0) | (set & 2 ? (unsigned)EK_OPEN_MONEY : 0);
}

static uint8_t any_zone(const rec_options *o, unsigned n)
{
    uint8_t zones[EK_ZONES_MAX];
    const unsigned areas = ek_tables.thresholds[o->edition][o->players - 2].areas;
    return zones[n % ek_zones(o->board->ek, areas, zones)];
}

/* A script that matches the game: the first cards that its seed turns up. */
static void write_script(rec_options *o)
{
    rec_error error;
    rec_options plain = *o;
    plain.chance = EK_CHANCE_SEED;
    rec_game *game = rec_new(&plain, &error);
    assert_non_null(game);
    uint64_t random = 7;
    play_steps(game, &random, 40);
    rec_entries entries = {.list = NULL};
    assert_true(rec_list_entries(&entries, rec_journal(game)));
    for (unsigned i = 0; i < entries.count && o->script_count < 5; i++)
        if (entries.list[i].kind == REC_DRAW)
            o->script[o->script_count++] = (uint8_t)entries.list[i].value;
    free(entries.list);
    rec_free(game);
}

static void choose_cards(rec_options *o, unsigned way, unsigned n)
{
    snprintf(o->seed, sizeof o->seed, n % 5 ? "%u" : "seed #%u, \"quoted\"", n);
    o->seed_known = true;
    if (n % 7 == 0) {
        o->order_given = 1;
        for (unsigned i = 0; i < o->players; i++)
            o->order[i] = (uint8_t)(o->players - 1 - i);
    }
    if (way == CARDS_SCRIPT_SEED || way == CARDS_SCRIPT_ASK)
        write_script(o);
    if (way == CARDS_ASK || way == CARDS_SCRIPT_ASK)
        o->chance = EK_CHANCE_ASK;
}

rec_game *new_game(unsigned n)
{
    unsigned rest = n;
    rec_options o;
    rec_error error;
    rec_options_default(&o);
    o.zone_choice = (uint8_t)digit(&rest, ZONE_CHOICES);
    const unsigned set = digit(&rest, OPTION_SETS);
    o.players = (uint8_t)(2 + digit(&rest, EK_COUNTS));
    choose_printing(&o, digit(&rest, printings()));
    o.options = (uint8_t)options_of(o.edition, set);
    if (o.zone_choice == JN_ZONE_GIVEN)
        o.zone = any_zone(&o, n);
    for (unsigned seat = 0; seat < o.players; seat++)
        snprintf(o.name[seat], REC_NAME_MAX, "%s", names[n / 5 % NAME_WAYS][seat]);
    choose_cards(&o, n / 3 % CARD_WAYS, n);
    rec_game *game = rec_new(&o, &error);
    if (!game)
        fail_msg("game %u: %s", n, error.text);
    return game;
}

/* -------------------------------------------------------------------------------------- playing */

/* Chooses a type first, so that bids do not dominate; then a move of that type. */
static ek_move any_move(const rec_game *game, uint64_t *random)
{
    static ek_move moves[EK_MOVES_MAX];
    unsigned first[EK_MOVE_TYPES + 1];
    unsigned types = 0;
    const unsigned count = ek_moves(rec_rules(game), rec_state(game), moves);
    for (unsigned i = 0; i < count; i++)
        if (i == 0 || ek_move_type(moves[i]) != ek_move_type(moves[i - 1]))
            first[types++] = i;
    first[types] = count;
    const unsigned type = ek_random_below(random, types);
    return moves[first[type] + ek_random_below(random, first[type + 1] - first[type])];
}

static unsigned any_card(ek_plants awaited, uint64_t *random)
{
    for (unsigned skip = ek_random_below(random, (unsigned)__builtin_popcountll(awaited)); skip;
         skip--)
        awaited &= awaited - 1;
    return (unsigned)__builtin_ctzll(awaited);
}

/* Sometimes a player looks at the back of the top card. */
static void look_at_back(rec_game *game, uint64_t *random)
{
    rec_error error;
    const ek_state *s = rec_state(game);
    if (s->chance != EK_CHANCE_ASK || s->top_back != EK_BACK_UNKNOWN ||
        !(s->deck_plug && s->deck_socket) || ek_random_below(random, 3) == 0)
        return;
    assert_true(rec_show_back(game, (enum ek_back)(1 + ek_random_below(random, 2)), &error));
}

bool play_steps(rec_game *game, uint64_t *random, unsigned steps)
{
    rec_error error;
    for (; steps && ek_phase(rec_state(game)) != EK_PHASE_ENDED; steps--) {
        const ek_plants awaited = ek_card_awaited(rec_state(game));
        const bool ok = awaited ? rec_draw(game, any_card(awaited, random), &error)
                                : rec_play(game, any_move(game, random), &error);
        if (!ok) /* a script may no longer fit the game */
            return false;
        look_at_back(game, random);
    }
    return ek_phase(rec_state(game)) != EK_PHASE_ENDED;
}

rec_game *play_game(unsigned n)
{
    rec_game *game = new_game(n);
    uint64_t random = n;
    play_steps(game, &random, UINT32_MAX);
    return game;
}

uint64_t public_hash(const rec_game *game)
{
    ek_state view;
    ek_view(rec_rules(game), rec_state(game), EK_NOBODY, &view);
    return ek_hash(&view);
}
