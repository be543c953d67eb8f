/* The board as a map of character cells: tinted land, hairline connections, cities with houses. */
#include <math.h>
#include <stdio.h>

#include "draw.h"
#include "layout.h"

/* Names are written out where there are so many cells. */
enum { NAMES_WIDTH = 92, NAMES_HEIGHT = 27 };

/* Land ends so many cells away from the last city. */
static const double shore = 9;

typedef struct map {
    screen *s;
    const draw_table *t;
    draw_area area;
    bool names;
    unsigned places; /* that are open */
    char code[EK_CITIES][LAYOUT_CODE];
    const layout *l;
} map;

/* -------------------------------------------------------------------------------------- labels */

static const char *label_of(const map *m, unsigned city)
{
    return m->names ? m->t->board->city[city].name : m->code[city];
}

static bool is_marked(const map *m, unsigned city)
{
    return m->t->state->marks >> city & 1;
}

static unsigned label_width(const map *m, unsigned city)
{
    return screen_text_width(label_of(m, city)) + (m->names ? 1 : 0) + m->places +
           (is_marked(m, city) ? 1 : 0);
}

/* What the layout depends on: as long as it stays the same, so does the layout. */
typedef struct map_key {
    const bd_board *board;
    ek_cities shown, marks;
    unsigned width, height, places;
} map_key;

static bool is_same(const map_key *a, const map_key *b)
{
    return a->board == b->board && a->shown == b->shown && a->marks == b->marks &&
           a->width == b->width && a->height == b->height && a->places == b->places;
}

static void place(const map *m, const map_key *key, layout *l)
{
    const bd_board *board = key->board;
    *l = (layout){.board = board,
                  .shown = key->shown,
                  .sheet = {.width = key->width,
                            .height = key->height,
                            .stretch = m->names ? 1.6 : 2.4,
                            .unit = 2,
                            .gap_x = 1,
                            .gap_y = m->names ? 1 : 0,
                            .link_x = 4,
                            .link_y = m->names ? 1.5 : 0.5,
                            .letter = 1,
                            .cells = true}};
    for (unsigned c = 0; c < board->ek->cities; c++)
        l->city[c] = (layout_box){.w = label_width(m, c), .h = 1};
    for (unsigned i = 0; i < board->ek->links; i++)
        l->price[i] = (layout_box){.w = board->ek->link[i].cost < 10 ? 1 : 2, .h = 1};
    for (unsigned r = 0; r < board->ek->regions; r++)
        l->name[r] = (layout_box){.w = screen_text_width(board->region[r].id), .h = 1};
    layout_place(l);
}

/* The layout, computed anew only if something that it depends on has changed. */
static const layout *layout_of(const map *m)
{
    static map_key known;
    static layout l;
    const map_key key = {.board = m->t->board,
                         .shown = draw_cities_shown(m->t->rules, m->t->state),
                         .marks = m->t->state->marks,
                         .width = m->area.w,
                         .height = m->area.h,
                         .places = m->places};
    if (!is_same(&known, &key))
        place(m, &key, &l);
    known = key;
    return &l;
}

/* ---------------------------------------------------------------------------------------- land */

static screen_style ground_of(const map *m, unsigned city)
{
    const unsigned ground =
        city == EK_NOBODY
            ? INK_SEA
            : INK_REGION + draw_region_colour(m->t->board, m->t->board->ek->region_of[city]);
    return (screen_style){INK_QUIET, (uint8_t)ground, false};
}

/* A cell belongs to the nearest city, or to the sea. */
static void draw_land(map *m)
{
    for (unsigned y = 0; y < m->area.h; y++)
        for (unsigned x = 0; x < m->area.w; x++)
            screen_set(m->s, m->area.x + x, m->area.y + y,
                       ground_of(m, layout_nearest(m->l, x + 0.5, y + 0.5, shore)), ' ');
}

static screen_cell *cell_at(const map *m, unsigned x, unsigned y)
{
    return &m->s->cell[(size_t)(m->area.y + y) * m->s->width + m->area.x + x];
}

/* --------------------------------------------------------------------------------- connections */

/* Sets one of the eight dots of a cell: two across, four down. */
static void set_dot(map *m, int across, int down)
{
    static const uint8_t bit[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
    if (across < 0 || down < 0)
        return;
    const unsigned x = (unsigned)across / 2, y = (unsigned)down / 4;
    if (x >= m->area.w || y >= m->area.h)
        return;
    screen_cell *cell = cell_at(m, x, y);
    if (cell->character < 0x2800 || cell->character > 0x28ff)
        cell->character = 0x2800;
    cell->character |= bit[down & 3][across & 1];
}

static void draw_line(map *m, const layout_box *from, const layout_box *to)
{
    double start, end;
    if (!layout_visible(from, to, &start, &end))
        return;
    const double dx = (to->x - from->x) * 2, dy = (to->y - from->y) * 4;
    const unsigned steps = (unsigned)fmax(fabs(dx), fabs(dy)) + 1;
    for (unsigned i = 0; i <= steps; i++) {
        const double t = start + (end - start) * i / steps;
        set_dot(m, (int)floor(from->x * 2 + dx * t), (int)floor(from->y * 4 + dy * t));
    }
}

/* Writes a price or a name over the ground. */
static void draw_over(const map *m, const layout_box *box, unsigned ink, const char *text)
{
    if (box->w <= 0)
        return;
    const unsigned x = (unsigned)(box->x - box->w / 2), y = (unsigned)box->y;
    screen_style style = cell_at(m, x, y)->style;
    style.ink = (uint8_t)ink;
    screen_put(m->s, m->area.x + x, m->area.y + y, style, (unsigned)box->w, text);
}

static void draw_connections(map *m)
{
    const ek_board *board = m->t->board->ek;
    for (unsigned i = 0; i < board->links; i++)
        if (layout_shows_link(m->l, i))
            draw_line(m, &m->l->city[board->link[i].from], &m->l->city[board->link[i].to]);
    for (unsigned i = 0; i < board->links; i++) {
        char price[8];
        snprintf(price, sizeof price, "%u", board->link[i].cost);
        draw_over(m, &m->l->price[i], INK_PLAIN, price);
    }
}

/* -------------------------------------------------------------------------------------- cities */

static void draw_place(map *m, unsigned x, unsigned y, uint8_t ground, unsigned owner)
{
    if (owner == EK_NOBODY)
        screen_set(m->s, x, y, (screen_style){INK_LABEL, ground, false}, 0xb7);
    else if (owner == EK_TRUST)
        screen_set(m->s, x, y, (screen_style){INK_SHEET, INK_TRUST, true}, 'T');
    else
        screen_set(
            m->s, x, y,
            (screen_style){(uint8_t)(INK_ON_PLAYER + owner), (uint8_t)(INK_PLAYER + owner), true},
            (uint32_t)draw_letter(owner));
}

static void draw_city(map *m, unsigned city)
{
    const layout_box *box = &m->l->city[city];
    const unsigned width = (unsigned)box->w, y = m->area.y + (unsigned)box->y;
    unsigned x = m->area.x + (unsigned)(box->x - box->w / 2);
    const uint8_t ground = ground_of(m, city).ground;
    const screen_style style = {INK_LABEL, ground, true};
    x += screen_put(m->s, x, y, style, width, label_of(m, city));
    if (m->names)
        x += screen_put(m->s, x, y, style, 1, " ");
    if (is_marked(m, city))
        x += screen_put(m->s, x, y, (screen_style){INK_URANIUM, ground, true}, 1, "*");
    for (unsigned place = 0; place < m->places; place++)
        draw_place(m, x + place, y, ground, draw_house_owner(m->t->state, city, place));
}

void draw_map(screen *s, const draw_table *t, draw_area area)
{
    map m = {.s = s, .t = t, .area = area};
    m.names = area.w >= NAMES_WIDTH && area.h >= NAMES_HEIGHT;
    m.places = t->rules->config.options & EK_FIRST_GAME ? 1 : t->state->step;
    layout_codes(t->board, m.code);
    for (unsigned c = 0; c < t->board->ek->cities; c++)
        for (char *letter = m.code[c] + 1; *letter; letter++)
            *letter = (char)(*letter | 0x20);
    m.l = layout_of(&m);
    draw_land(&m);
    draw_connections(&m);
    for (unsigned region = 0; region < t->board->ek->regions; region++)
        draw_over(&m, &m.l->name[region], INK_QUIET, t->board->region[region].id);
    for (unsigned c = 0; c < t->board->ek->cities; c++)
        if (layout_shows_city(m.l, c))
            draw_city(&m, c);
}
