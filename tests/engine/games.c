#include "games.h"

#include <stdio.h>

/* ---------------------------------------------------------------------------------- tables */

enum { OPTION_SETS = 4 };

/* No option, its edition's own option, open money, both. */
static unsigned options_of(unsigned edition, unsigned set)
{
    const unsigned own = edition == EK_CLASSIC ? EK_FIRST_GAME : EK_STARTING_CITIES;
    return (set & 1 ? own : 0) | (set & 2 ? (unsigned)EK_OPEN_MONEY : 0);
}

/* Boards playable in an edition, and the n-th of them. */
static unsigned boards_of(unsigned edition)
{
    unsigned count = 0;
    for (unsigned i = 0; i < bd_board_count; i++)
        count += bd_boards[i].ek->editions >> edition & 1;
    return count;
}

static const bd_board *board_of(unsigned edition, unsigned n)
{
    const bd_board *board = bd_boards;
    for (;; board++)
        if (board->ek->editions >> edition & 1 && n-- == 0)
            return board;
}

unsigned game_tables(void)
{
    return (boards_of(EK_CLASSIC) + boards_of(EK_RECHARGED)) * EK_COUNTS * OPTION_SETS *
           ZONE_CHOICES;
}

/* Takes the next digit off a number written in mixed bases. */
static unsigned digit(uint64_t *n, unsigned base)
{
    const unsigned d = (unsigned)(*n % base);
    *n /= base;
    return d;
}

static uint8_t choose_zone(const random_game *g, unsigned edition, unsigned players,
                           enum zone_choice choice)
{
    uint8_t zones[EK_ZONES_MAX];
    const unsigned areas = ek_tables.thresholds[edition][players - 2].areas;
    if (choice == ZONE_DRAFTED)
        return 0;
    if (choice == ZONE_RANDOM)
        return ek_random_zone(g->board->ek, edition, players, g->number);
    const unsigned count = ek_zones(g->board->ek, areas, zones);
    return zones[g->number / game_tables() % count];
}

bool start_game(random_game *g, uint64_t n, enum ek_chance chance)
{
    uint64_t rest = n;
    g->number = n;
    g->random = ~n;
    g->setup = (ek_setup){.seed = n, .chance = (uint8_t)chance};
    const unsigned choice = digit(&rest, ZONE_CHOICES);
    const unsigned set = digit(&rest, OPTION_SETS);
    const unsigned players = 2 + digit(&rest, EK_COUNTS);
    const unsigned printing = digit(&rest, boards_of(EK_CLASSIC) + boards_of(EK_RECHARGED));
    const unsigned edition = printing < boards_of(EK_CLASSIC) ? EK_CLASSIC : EK_RECHARGED;
    g->temper = digit(&rest, TEMPERS);
    g->board =
        board_of(edition, edition == EK_CLASSIC ? printing : printing - boards_of(EK_CLASSIC));
    const ek_config config = {.edition = (uint8_t)edition,
                              .players = (uint8_t)players,
                              .options = (uint8_t)options_of(edition, set),
                              .zone = choose_zone(g, edition, players, (enum zone_choice)choice)};
    return ek_rules_init(&g->rules, g->board->ek, &config) == EK_REASON_OK &&
           ek_start(&g->rules, &g->setup, &g->state, &g->events) == EK_REASON_OK;
}

bool adopt_drafted_zone(random_game *g)
{
    ek_config config = g->rules.config;
    if (!ek_rules_wanted(&g->rules, &g->state))
        return true;
    config.zone = g->state.zone;
    return ek_rules_init(&g->rules, g->board->ek, &config) == EK_REASON_OK;
}

/* ----------------------------------------------------------------------------------- moves */

unsigned list_moves(random_game *g)
{
    g->count = ek_moves(&g->rules, &g->state, g->moves);
    return g->count;
}

static unsigned below(random_game *g, unsigned n)
{
    return ek_random_below(&g->random, n);
}

/* Chooses a type first, so that bids do not dominate; then a move of that type. */
static ek_move choose_by_type(random_game *g)
{
    unsigned types[EK_MOVE_TYPES];
    unsigned starts = 0;
    for (unsigned i = 0; i < g->count; i++)
        if (i == 0 || ek_move_type(g->moves[i]) != ek_move_type(g->moves[i - 1]))
            types[starts++] = i;
    const unsigned type = below(g, starts);
    const unsigned end = type + 1 < starts ? types[type + 1] : g->count;
    return g->moves[types[type] + below(g, end - types[type])];
}

/* The lowest opening bid for the plant that move i nominates. */
static unsigned lowest_opening(const random_game *g, unsigned i)
{
    while (i > 0 && ek_move_type(g->moves[i - 1]) == EK_MOVE_NOMINATE &&
           ek_move_a(g->moves[i - 1]) == ek_move_a(g->moves[i]))
        i--;
    return i;
}

static ek_move choose_thriftily(random_game *g)
{
    const unsigned last = g->count - 1;
    const unsigned any = below(g, g->count);
    switch (ek_move_type(g->moves[last])) {
    case EK_MOVE_BID:
        return g->moves[below(g, 3) ? 0 : 1];
    case EK_MOVE_NOMINATE:
        return g->moves[below(g, 2) ? lowest_opening(g, any) : lowest_opening(g, last)];
    case EK_MOVE_BUY:
    case EK_MOVE_CONNECT:
        return g->moves[any == 0 ? below(g, 2) * last : any];
    case EK_MOVE_POWER:
        return g->moves[below(g, 8) ? last : any];
    default:
        return g->moves[any];
    }
}

ek_move choose_move(random_game *g)
{
    if (g->temper == UNIFORM)
        return g->moves[below(g, g->count)];
    return g->temper == BY_TYPE ? choose_by_type(g) : choose_thriftily(g);
}

unsigned choose_card(random_game *g)
{
    ek_plants awaited = ek_card_awaited(&g->state);
    if (awaited == 0)
        return 0;
    for (unsigned skip = below(g, (unsigned)__builtin_popcountll(awaited)); skip; skip--)
        awaited &= awaited - 1;
    return (unsigned)__builtin_ctzll(awaited);
}

void name_game(const random_game *g, char words[GAME_WORDS_MAX])
{
    const ek_config *c = &g->rules.config;
    snprintf(words, GAME_WORDS_MAX,
             "game %llu (%s on %s, %u players, options %u, zone %02x, round %u, phase %u)",
             (unsigned long long)g->number, c->edition == EK_CLASSIC ? "classic" : "recharged",
             g->board->id, c->players, c->options, g->state.zone, g->state.round,
             (unsigned)ek_phase(&g->state));
}
