/* The table as a whole, and the words its parts share. */
#include "draw.h"

#include <string.h>

#include "words_text.h"

char draw_letter(unsigned owner)
{
    return owner == EK_TRUST ? 'T' : (char)('A' + owner);
}

const char *draw_name(const draw_table *t, unsigned seat)
{
    static char text[2][16];
    static unsigned turn;
    if (seat < EK_SEATS && t->name[seat] && t->name[seat][0])
        return t->name[seat];
    turn ^= 1;
    snprintf(text[turn], sizeof text[turn], "Player %c", draw_letter(seat));
    return text[turn];
}

char draw_kind_letter(unsigned kind)
{
    return rec_kind_word(kind)[0];
}

unsigned draw_kind_ink(unsigned kind)
{
    static const uint8_t ink[] = {INK_COAL,   INK_OIL,        INK_GARBAGE,   INK_URANIUM,
                                  INK_STRONG, INK_PLAYER + 3, INK_PLAYER + 1};
    return ink[kind];
}

const char *draw_phase_title(unsigned phase)
{
    static const char *const title[] = {"Choosing the zone", "Trust houses", "Starting cities",
                                        "Auction",           "Resources",    "Building",
                                        "Bureaucracy",       "Game over"};
    return title[phase];
}

ek_cities draw_cities_shown(const ek_rules *rules, const ek_state *state)
{
    ek_cities shown = 0;
    if (ek_phase(state) != EK_PHASE_ZONE)
        return rules->zone_cities;
    for (unsigned region = 0; region < rules->board->regions; region++)
        shown |= rules->region_cities[region];
    return shown;
}

unsigned draw_house_owner(const ek_state *state, unsigned city, unsigned place)
{
    for (unsigned o = 0; o < EK_OWNERS; o++)
        for (unsigned i = 0; i < state->owner[o].house_count; i++)
            if (state->owner[o].houses[i] == (city | place << 6))
                return o;
    return EK_NOBODY;
}

unsigned draw_region_colour(const bd_board *board, unsigned region)
{
    static const char *const colours[] = {BD_COLOURS};
    for (unsigned i = 0; i < sizeof colours / sizeof *colours; i++)
        if (strcmp(colours[i], board->region[region].colour) == 0)
            return i;
    return 0;
}

/* -------------------------------------------------------------------------------------- status */

static void auction_status(const draw_table *t, char *text, size_t size)
{
    const ek_state *s = t->state;
    const unsigned seat = ek_to_move(s);
    char in[EK_SEATS * 2 + 1] = "";
    unsigned used = 0;
    if (s->in_auction == 0) {
        snprintf(text, size, "%s nominates a plant or passes", draw_name(t, seat));
        return;
    }
    for (unsigned i = 0; i < t->rules->config.players; i++)
        if (s->in_auction >> i & 1) {
            in[used++] = ' ';
            in[used++] = draw_letter(i);
        }
    in[used] = '\0';
    snprintf(text, size, "Plant %u: %s has bid %u. %s bids or passes (still in:%s)",
             s->auction_plant, draw_name(t, s->bidder), s->bid, draw_name(t, seat), in);
}

static const char *deciding(unsigned phase)
{
    static const char *const what[] = {
        "chooses a region", "places a Trust house", "marks a starting city", "is to move",
        "buys fuel",        "connects cities",      "runs power plants",     ""};
    return what[phase];
}

/* Scrapping and returning fuel interrupt an auction. */
static bool only_move_type(const draw_table *t, enum ek_move_type type)
{
    static ek_move moves[EK_MOVES_MAX];
    return ek_moves(t->rules, t->state, moves) > 0 && ek_move_type(moves[0]) == type;
}

static void winner_status(const draw_table *t, char *text, size_t size)
{
    ek_rank rank[EK_SEATS];
    ek_ranking(t->rules, t->state, rank);
    if (rank[1].rank == 1)
        snprintf(text, size, "The game is over: %s and %s share the victory",
                 draw_name(t, rank[0].seat), draw_name(t, rank[1].seat));
    else
        snprintf(text, size, "The game is over: %s wins, supplying %u cities",
                 draw_name(t, rank[0].seat), rank[0].powered);
}

void draw_status(const draw_table *t, char *text, size_t size)
{
    const enum ek_phase phase = ek_phase(t->state);
    const unsigned seat = ek_to_move(t->state);
    if (phase == EK_PHASE_ENDED)
        winner_status(t, text, size);
    else if (seat == EK_NOBODY)
        snprintf(text, size, "Waiting for the next card");
    else if (phase == EK_PHASE_AUCTION && only_move_type(t, EK_MOVE_SCRAP))
        snprintf(text, size, "%s scraps a plant", draw_name(t, seat));
    else if (phase == EK_PHASE_AUCTION && only_move_type(t, EK_MOVE_RETURN))
        snprintf(text, size, "%s returns fuel that no longer fits", draw_name(t, seat));
    else if (phase == EK_PHASE_AUCTION)
        auction_status(t, text, size);
    else
        snprintf(text, size, "%s %s", draw_name(t, seat), deciding(phase));
}

/* --------------------------------------------------------------------------------- composition */

static void draw_title(screen *s, const draw_table *t)
{
    const screen_style bar = {INK_PLAIN, INK_BAR, false}, strong = {INK_STRONG, INK_BAR, true};
    const ek_state *state = t->state;
    const unsigned seat = ek_to_move(state);
    screen_fill(s, 0, 0, s->width, 1, bar);
    unsigned x = 1 + screen_put(s, 1, 0, strong, 12, "Elektro");
    x += screen_printf(s, x, 0, bar, s->width - x, "  %s %s", t->board->name,
                       rec_edition_word(t->rules->config.edition));
    if (state->round > 0)
        x += screen_printf(s, x, 0, bar, s->width - x, "  Round %u  Step %u", state->round,
                           state->step);
    x += screen_printf(s, x, 0, strong, s->width - x, "  %s", draw_phase_title(ek_phase(state)));
    if (seat == EK_NOBODY)
        return;
    const char *name = draw_name(t, seat);
    const unsigned width = screen_text_width(name) + 4;
    if (x + width + 2 > s->width)
        return;
    screen_printf(
        s, s->width - width - 1, 0,
        (screen_style){(uint8_t)(INK_ON_PLAYER + seat), (uint8_t)(INK_PLAYER + seat), true}, width,
        " %c %s ", draw_letter(seat), name);
}

void draw_all(screen *s, const draw_table *t, unsigned rows)
{
    const bool tall = rows >= 34, wide = s->width >= 120;
    const unsigned side = wide ? 44 : 31;
    const unsigned plants = tall ? 5 : 2, fuel = tall ? 5 : 2;
    const unsigned middle = rows - 1 - plants - fuel;
    draw_title(s, t);
    draw_map(s, t, (draw_area){0, 1, s->width - side, middle});
    draw_players(s, t, (draw_area){s->width - side + 1, 1, side - 1, middle});
    draw_plants(s, t, (draw_area){0, 1 + middle, s->width, plants});
    draw_fuel(s, t, (draw_area){0, 1 + middle + plants, s->width, fuel});
}
