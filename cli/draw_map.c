/* The board as a map of character cells: tinted land, hairline connections, cities with houses. */
#include <math.h>
#include <string.h>

#include "draw.h"
#include "layout.h"

enum { MAP_CELLS_MAX = SCREEN_WIDTH_MAX * SCREEN_HEIGHT_MAX };

/* Names are written out where there are so many cells. */
enum { NAMES_WIDTH = 92, NAMES_HEIGHT = 27 };

/* Land ends so many cells away from the last city. */
static const double shore = 9;

/* What the places of the labels depend on: as long as it stays the same, so do they. */
typedef struct map_key {
    const bd_board *board;
    ek_cities shown, marks;
    unsigned width, height, places;
} map_key;

typedef struct map {
    screen *s;
    const draw_table *t;
    draw_area area;
    ek_cities shown;
    bool names;
    unsigned places; /* that are open */
    char code[EK_CITIES][LAYOUT_CODE];
    layout_box box[EK_CITIES];
    bool used[SCREEN_HEIGHT_MAX][SCREEN_WIDTH_MAX]; /* cells with a label or a price */
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

/* Who has the place of a city; EK_NOBODY if it is free. */
static unsigned owner_of(const ek_state *state, unsigned city, unsigned place)
{
    for (unsigned o = 0; o < EK_OWNERS; o++)
        for (unsigned i = 0; i < state->owner[o].house_count; i++)
            if (state->owner[o].houses[i] == (city | place << 6))
                return o;
    return EK_NOBODY;
}

static bool is_free(const map *m, unsigned x, unsigned y, unsigned width)
{
    if (x + width > m->area.w || y >= m->area.h)
        return false;
    for (unsigned i = 0; i < width; i++)
        if (m->used[y][x + i])
            return false;
    return true;
}

static void take_cells(map *m, const layout_box *box)
{
    for (unsigned i = 0; i < (unsigned)box->w; i++)
        m->used[(unsigned)(box->y - 0.5)][(unsigned)(box->x - box->w / 2) + i] = true;
}

/* Snaps a label to the nearest free cells. */
static void snap(map *m, unsigned city)
{
    layout_box *box = &m->box[city];
    const unsigned width = label_width(m, city);
    const double left = box->x - width / 2.0, top = box->y - 0.5;
    double best = 1e18;
    unsigned best_x = 0, best_y = 0;
    for (unsigned y = 0; y < m->area.h; y++)
        for (unsigned x = 0; x + width <= m->area.w; x++) {
            const double dx = x - left, dy = 2 * (y - top), distance = dx * dx + dy * dy;
            if (distance < best && is_free(m, x, y, width)) {
                best = distance;
                best_x = x;
                best_y = y;
            }
        }
    *box = (layout_box){best_x + width / 2.0, best_y + 0.5, width, 1};
    take_cells(m, box);
}

static void place_labels(map *m)
{
    const bool roomy = m->area.w >= NAMES_WIDTH && m->area.h >= NAMES_HEIGHT;
    const layout_sheet sheet = {.width = m->area.w,
                                .height = m->area.h,
                                .stretch = roomy ? 1.6 : 2.4,
                                .unit = 2,
                                .gap_x = 1,
                                .gap_y = roomy ? 1 : 0,
                                .link_x = 4,
                                .link_y = roomy ? 1.5 : 0.5};
    for (unsigned c = 0; c < m->t->board->ek->cities; c++) {
        m->box[c].w = label_width(m, c);
        m->box[c].h = 1;
    }
    layout_place(m->t->board, m->shown, &sheet, m->box);
    for (unsigned c = 0; c < m->t->board->ek->cities; c++)
        if (m->shown >> c & 1)
            snap(m, c);
}

/* ---------------------------------------------------------------------------------------- land */

/* The region a cell belongs to: that of the nearest city; -1 for the sea. */
static int region_at(const map *m, double x, double y)
{
    double best = shore * shore;
    int region = -1;
    for (unsigned c = 0; c < m->t->board->ek->cities; c++) {
        if (!(m->shown >> c & 1))
            continue;
        const layout_box *box = &m->box[c];
        const double dx = fmax(fabs(x - box->x) - box->w / 2, 0), dy = 2 * (y - box->y);
        const double distance = dx * dx + dy * dy;
        if (distance < best) {
            best = distance;
            region = m->t->board->ek->region_of[c];
        }
    }
    return region;
}

static screen_style ground_at(const map *m, unsigned x, unsigned y)
{
    const int region = region_at(m, x + 0.5, y + 0.5);
    const unsigned ground =
        region < 0 ? INK_SEA : INK_REGION + draw_region_colour(m->t->board, (unsigned)region);
    return (screen_style){INK_QUIET, (uint8_t)ground, false};
}

static void draw_land(map *m)
{
    for (unsigned y = 0; y < m->area.h; y++)
        for (unsigned x = 0; x < m->area.w; x++)
            screen_set(m->s, m->area.x + x, m->area.y + y, ground_at(m, x, y), ' ');
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
    if (x >= m->area.w || y >= m->area.h || m->used[y][x])
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

/* Whether a number of so many digits can stand there without touching another. */
static bool number_fits(const map *m, int x, int y, unsigned digits)
{
    if (x < 0 || y < 0 || !is_free(m, (unsigned)x, (unsigned)y, digits))
        return false;
    const bool left = x == 0 || !m->used[y][x - 1];
    const bool right = (unsigned)x + digits >= m->area.w || !m->used[y][(unsigned)x + digits];
    return left && right;
}

/* The price of a connection, on its line where there is room for it. */
static void draw_price(map *m, const ek_link *link)
{
    static const double along[] = {0.5, 0.42, 0.58, 0.34, 0.66, 0.25, 0.75, 0.15, 0.85};
    const layout_box *from = &m->box[link->from], *to = &m->box[link->to];
    const unsigned digits = link->cost < 10 ? 1 : 2;
    double start, end;
    if (!layout_visible(from, to, &start, &end))
        return;
    for (unsigned i = 0; i < sizeof along / sizeof *along; i++) {
        const double t = start + (end - start) * along[i];
        const int x = (int)floor(from->x + (to->x - from->x) * t - (digits - 1) / 2.0);
        const int y = (int)floor(from->y + (to->y - from->y) * t);
        if (!number_fits(m, x, y, digits))
            continue;
        screen_style style = cell_at(m, (unsigned)x, (unsigned)y)->style;
        style.ink = INK_PLAIN;
        screen_printf(m->s, m->area.x + (unsigned)x, m->area.y + (unsigned)y, style, digits, "%u",
                      link->cost);
        for (unsigned j = 0; j < digits; j++)
            m->used[y][(unsigned)x + j] = true;
        return;
    }
}

static bool is_shown(const map *m, const ek_link *link)
{
    return m->shown >> link->from & m->shown >> link->to & 1;
}

static void draw_connections(map *m)
{
    const ek_board *board = m->t->board->ek;
    for (unsigned i = 0; i < board->links; i++)
        if (is_shown(m, &board->link[i]))
            draw_line(m, &m->box[board->link[i].from], &m->box[board->link[i].to]);
    for (unsigned i = 0; i < board->links; i++)
        if (is_shown(m, &board->link[i]))
            draw_price(m, &board->link[i]);
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
    const layout_box *box = &m->box[city];
    const unsigned width = label_width(m, city);
    unsigned x = m->area.x + (unsigned)(box->x - width / 2.0);
    const unsigned y = m->area.y + (unsigned)(box->y - 0.5);
    const uint8_t ground =
        (uint8_t)(INK_REGION + draw_region_colour(m->t->board, m->t->board->ek->region_of[city]));
    const screen_style style = {INK_LABEL, ground, true};
    x += screen_put(m->s, x, y, style, width, label_of(m, city));
    if (m->names)
        x += screen_put(m->s, x, y, style, 1, " ");
    if (is_marked(m, city))
        x += screen_put(m->s, x, y, (screen_style){INK_URANIUM, ground, true}, 1, "*");
    for (unsigned place = 0; place < m->places; place++)
        draw_place(m, x + place, y, ground, owner_of(m->t->state, city, place));
}

/* The name of each region, quietly, near the middle of its cities where there is room. */
static void draw_region_name(map *m, unsigned region)
{
    const char *name = m->t->board->region[region].id;
    const unsigned width = screen_text_width(name);
    double x = 0, y = 0, count = 0, best = 1e18;
    unsigned best_x = 0, best_y = 0;
    for (unsigned c = 0; c < m->t->board->ek->cities; c++)
        if (m->shown >> c & 1 && m->t->board->ek->region_of[c] == region) {
            x += m->box[c].x;
            y += m->box[c].y;
            count++;
        }
    if (count == 0)
        return;
    for (unsigned row = 0; row < m->area.h; row++)
        for (unsigned column = 0; column + width + 2 <= m->area.w; column++) {
            const double dx = column + 1 + width / 2.0 - x / count,
                         dy = 2 * (row + 0.5 - y / count);
            if (dx * dx + dy * dy >= best || !is_free(m, column, row, width + 2) ||
                region_at(m, column + 1, row + 0.5) != (int)region ||
                region_at(m, column + 1 + width, row + 0.5) != (int)region)
                continue;
            best = dx * dx + dy * dy;
            best_x = column + 1;
            best_y = row;
        }
    if (best >= 1e18)
        return;
    screen_style style = cell_at(m, best_x, best_y)->style;
    screen_put(m->s, m->area.x + best_x, m->area.y + best_y, style, width, name);
    for (unsigned i = 0; i < width; i++)
        m->used[best_y][best_x + i] = true;
}

/* Places the labels, or remembers where they were put the last time. */
static void place_or_remember(map *m)
{
    static map_key known;
    static layout_box box[EK_CITIES];
    const map_key key = {m->t->board, m->shown,  m->t->state->marks,
                         m->area.w,   m->area.h, m->places};
    const bool same = known.board == key.board && known.shown == key.shown &&
                      known.marks == key.marks && known.width == key.width &&
                      known.height == key.height && known.places == key.places;
    if (!same) {
        place_labels(m);
        memcpy(box, m->box, sizeof box);
        known = key;
        return;
    }
    memcpy(m->box, box, sizeof box);
    for (unsigned c = 0; c < m->t->board->ek->cities; c++)
        if (m->shown >> c & 1)
            take_cells(m, &m->box[c]);
}

void draw_map(screen *s, const draw_table *t, draw_area area)
{
    static map m; /* large; drawing is never nested */
    memset(&m, 0, sizeof m);
    m.s = s;
    m.t = t;
    m.area = area;
    m.shown = draw_cities_shown(t->rules, t->state);
    m.names = area.w >= NAMES_WIDTH && area.h >= NAMES_HEIGHT;
    m.places = t->rules->config.options & EK_FIRST_GAME ? 1 : t->state->step;
    layout_codes(t->board, m.code);
    for (unsigned c = 0; c < t->board->ek->cities; c++)
        for (char *letter = m.code[c] + 1; *letter; letter++)
            *letter = (char)(*letter | 0x20);
    place_or_remember(&m);
    draw_land(&m);
    draw_connections(&m);
    for (unsigned region = 0; region < t->board->ek->regions; region++)
        draw_region_name(&m, region);
    for (unsigned c = 0; c < t->board->ek->cities; c++)
        if (m.shown >> c & 1)
            draw_city(&m, c);
}
