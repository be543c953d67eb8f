/* The map of the picture: land by region, cables with their prices, city plates with houses. */
#include <math.h>
#include <string.h>

#include "layout.h"
#include "render.h"

enum { POLYGON_MAX = EK_CITIES + 8, SAMPLES = 40 };

static const double plate_height = 46, slot_width = 24, slot_height = 20, name_size = 15;
static const double price_radius = 11;
static const double land_width = 126; /* of the land along each connection */
static const double inland = 340;     /* between connections of a city no longer than this */
static const double inset = 20;       /* of the plates from the edge of the sheet */

typedef struct spot {
    double x, y;
} spot;

typedef struct map {
    FILE *out;
    const draw_table *t;
    render_rect area;
    ek_cities shown;
    layout_box box[EK_CITIES]; /* on the sheet, not in the area */
    double bend[EK_LINKS];
    spot price[EK_LINKS];
    bool priced[EK_LINKS];
} map;

static bool is_shown(const map *m, unsigned city)
{
    return m->shown >> city & 1;
}

static bool is_link_shown(const map *m, const ek_link *link)
{
    return is_shown(m, link->from) && is_shown(m, link->to);
}

static void place_cities(map *m)
{
    const bd_board *board = m->t->board;
    const layout_sheet sheet = {.width = m->area.w - 2 * inset,
                                .height = m->area.h - 2 * inset,
                                .stretch = 1.45,
                                .unit = 1,
                                .gap_x = 14,
                                .gap_y = 12,
                                .link_x = 34,
                                .link_y = 34};
    for (unsigned c = 0; c < board->ek->cities; c++) {
        const double name = render_text_width(board->city[c].name, name_size) + 14;
        m->box[c].w = fmax(name, 3 * slot_width + 10);
        m->box[c].h = plate_height;
    }
    layout_place(board, m->shown, &sheet, m->box);
    for (unsigned c = 0; c < board->ek->cities; c++) {
        m->box[c].x += m->area.x + inset;
        m->box[c].y += m->area.y + inset;
    }
}

/* ---------------------------------------------------------------------------------------- land */

/* Cuts a polygon to the points that are nearer to a than to b. */
static unsigned cut_polygon(spot *polygon, unsigned count, const layout_box *a, const layout_box *b)
{
    spot kept[POLYGON_MAX];
    unsigned used = 0;
    const double nx = b->x - a->x, ny = b->y - a->y;
    const double middle = nx * (a->x + b->x) / 2 + ny * (a->y + b->y) / 2;
    for (unsigned i = 0; i < count; i++) {
        const spot p = polygon[i], q = polygon[(i + 1) % count];
        const double here = nx * p.x + ny * p.y - middle, there = nx * q.x + ny * q.y - middle;
        if (here <= 0 && used < POLYGON_MAX)
            kept[used++] = p;
        if ((here < 0) != (there < 0) && here != there && used < POLYGON_MAX) {
            const double t = here / (here - there);
            kept[used++] = (spot){p.x + (q.x - p.x) * t, p.y + (q.y - p.y) * t};
        }
    }
    memcpy(polygon, kept, used * sizeof *kept);
    return used;
}

/* The land that is nearer to this city than to any other. */
static unsigned cell_of(const map *m, unsigned city, spot polygon[POLYGON_MAX])
{
    const render_rect *a = &m->area;
    unsigned count = 4;
    polygon[0] = (spot){a->x, a->y};
    polygon[1] = (spot){a->x + a->w, a->y};
    polygon[2] = (spot){a->x + a->w, a->y + a->h};
    polygon[3] = (spot){a->x, a->y + a->h};
    for (unsigned c = 0; c < m->t->board->ek->cities && count > 2; c++)
        if (c != city && is_shown(m, c))
            count = cut_polygon(polygon, count, &m->box[city], &m->box[c]);
    return count;
}

static double distance(const layout_box *a, const layout_box *b)
{
    return hypot(a->x - b->x, a->y - b->y);
}

/* Between two connections of a city there is land, too, if they are not far apart. */
static void draw_inland(const map *m, const ek_link *one, const ek_link *two)
{
    const unsigned a = one->from == two->from || one->from == two->to ? one->from : one->to;
    const unsigned b = one->from == a ? one->to : one->from;
    const unsigned c = two->from == a ? two->to : two->from;
    if ((two->from != a && two->to != a) || distance(&m->box[a], &m->box[b]) > inland ||
        distance(&m->box[a], &m->box[c]) > inland || distance(&m->box[b], &m->box[c]) > inland)
        return;
    fprintf(m->out, "<path d=\"M%.0f %.0f L%.0f %.0f L%.0f %.0f Z\"/>", m->box[a].x, m->box[a].y,
            m->box[b].x, m->box[b].y, m->box[c].x, m->box[c].y);
}

/* Strokes along all connections: where there is land. */
static void draw_shape(const map *m, double width, const char *colour)
{
    const ek_board *board = m->t->board->ek;
    fprintf(m->out,
            "<g stroke=\"%s\" fill=\"%s\" stroke-width=\"%.0f\" stroke-linecap=\"round\" "
            "stroke-linejoin=\"round\">",
            colour, colour, width);
    for (unsigned i = 0; i < board->links; i++) {
        const ek_link *link = &board->link[i];
        if (!is_link_shown(m, link))
            continue;
        fprintf(m->out, "<path d=\"M%.0f %.0f L%.0f %.0f\"/>", m->box[link->from].x,
                m->box[link->from].y, m->box[link->to].x, m->box[link->to].y);
        for (unsigned j = 0; j < i; j++)
            if (is_link_shown(m, &board->link[j]))
                draw_inland(m, link, &board->link[j]);
    }
    fputs("</g>\n", m->out);
}

static const char *region_tint(unsigned colour)
{
    static const char *const tint[] = {"#efcfbf", "#cddce4", "#d5dfb9", "#dfcaa6",
                                       "#f1e09c", "#decde0", "#c5dfd6", "#f2d0a0"};
    return tint[colour];
}

static void draw_cell(const map *m, unsigned city)
{
    spot polygon[POLYGON_MAX];
    const unsigned count = cell_of(m, city, polygon);
    const unsigned region = m->t->board->ek->region_of[city];
    const unsigned colour = draw_region_colour(m->t->board, region);
    if (count < 3)
        return;
    for (unsigned layer = 0; layer < 2; layer++) {
        fputs("<path d=\"", m->out);
        for (unsigned i = 0; i < count; i++)
            fprintf(m->out, "%c%.1f %.1f", i ? 'L' : 'M', polygon[i].x, polygon[i].y);
        if (layer == 0)
            fprintf(m->out, "Z\" fill=\"%s\" stroke=\"%s\"/>\n", region_tint(colour),
                    region_tint(colour));
        else
            fprintf(m->out, "Z\" fill=\"url(#hatch%u)\"/>\n", colour);
    }
}

/* Each region's tint has its own fine pattern. */
static void define_patterns(FILE *out)
{
    static const int turn[] = {45, -45, 0, 90, 30, -30, 60, -60};
    for (unsigned i = 0; i < 8; i++)
        fprintf(out,
                "<pattern id=\"hatch%u\" width=\"7\" height=\"7\" patternUnits=\"userSpaceOnUse\" "
                "patternTransform=\"rotate(%d)\"><path d=\"M0 3.5 L7 3.5\" stroke=\"#7a6a44\" "
                "stroke-width=\".6\" opacity=\".16\"/></pattern>\n",
                i, turn[i]);
}

static void draw_land(const map *m)
{
    const render_rect *a = &m->area;
    FILE *out = m->out;
    fputs("<defs>", out);
    define_patterns(out);
    fprintf(out,
            "<clipPath id=\"sheet\"><rect x=\"%.0f\" y=\"%.0f\" width=\"%.0f\" height=\"%.0f\" "
            "rx=\"10\"/></clipPath>\n<mask id=\"land\" maskUnits=\"userSpaceOnUse\" x=\"%.0f\" "
            "y=\"%.0f\" width=\"%.0f\" height=\"%.0f\">",
            a->x, a->y, a->w, a->h, a->x, a->y, a->w, a->h);
    draw_shape(m, land_width, "#fff");
    fputs("</mask></defs>\n", out);
    fprintf(out,
            "<rect x=\"%.0f\" y=\"%.0f\" width=\"%.0f\" height=\"%.0f\" rx=\"10\" fill=\"%s\"/>\n"
            "<g clip-path=\"url(#sheet)\">",
            a->x, a->y, a->w, a->h, RENDER_SEA);
    draw_shape(m, land_width + 22, "#c3d3d4");
    draw_shape(m, land_width + 3, RENDER_HAIRLINE);
    fputs("<g mask=\"url(#land)\">", out);
    for (unsigned c = 0; c < m->t->board->ek->cities; c++)
        if (is_shown(m, c))
            draw_cell(m, c);
    fputs("</g></g>\n", out);
}

/* --------------------------------------------------------------------------------- connections */

/* A place on a connection, which may be bent to one side. */
static spot on_link(const map *m, const ek_link *link, double bend, double t)
{
    const layout_box *a = &m->box[link->from], *b = &m->box[link->to];
    const double dx = b->x - a->x, dy = b->y - a->y, length = fmax(hypot(dx, dy), 1);
    const double cx = (a->x + b->x) / 2 - dy / length * bend * 2;
    const double cy = (a->y + b->y) / 2 + dx / length * bend * 2;
    const double u = 1 - t;
    return (spot){u * u * a->x + 2 * u * t * cx + t * t * b->x,
                  u * u * a->y + 2 * u * t * cy + t * t * b->y};
}

/* How far a spot is inside a box, 0 if it is not. */
static double depth_in(const layout_box *box, spot p, double margin)
{
    const double dx = box->w / 2 + margin - fabs(p.x - box->x);
    const double dy = box->h / 2 + margin - fabs(p.y - box->y);
    return dx > 0 && dy > 0 ? fmin(dx, dy) : 0;
}

/* What is wrong with a bend: the plates it runs under, and the bend itself. */
static double bend_cost(const map *m, const ek_link *link, double bend)
{
    double cost = fabs(bend) * 0.25;
    for (unsigned i = 1; i < SAMPLES; i++) {
        const spot p = on_link(m, link, bend, (double)i / SAMPLES);
        for (unsigned c = 0; c < m->t->board->ek->cities; c++)
            if (c != link->from && c != link->to && is_shown(m, c) &&
                depth_in(&m->box[c], p, 3) > 0)
                cost += 12;
    }
    return cost;
}

static void choose_bend(map *m, unsigned i)
{
    static const double bends[] = {0, 14, -14, 28, -28, 45, -45, 65, -65, 90, -90};
    double best = 1e9;
    for (unsigned b = 0; b < sizeof bends / sizeof *bends; b++) {
        const double cost = bend_cost(m, &m->t->board->ek->link[i], bends[b]);
        if (cost < best) {
            best = cost;
            m->bend[i] = bends[b];
        }
    }
}

/* What is wrong with a place for a price: plates and other prices near it, the way to the middle.
 */
static double price_cost(const map *m, unsigned link, spot p, double t)
{
    double cost = fabs(t - 0.5) * 20;
    for (unsigned c = 0; c < m->t->board->ek->cities; c++)
        if (is_shown(m, c))
            cost += 30 * depth_in(&m->box[c], p, price_radius + 2);
    for (unsigned i = 0; i < m->t->board->ek->links; i++)
        if (m->priced[i] && i != link) {
            const double near =
                2 * price_radius + 4 - hypot(p.x - m->price[i].x, p.y - m->price[i].y);
            cost += near > 0 ? 30 * near : 0;
        }
    return cost;
}

static void choose_price(map *m, unsigned i)
{
    double best = 1e9;
    for (unsigned s = 2; s < SAMPLES - 1; s++) {
        const double t = (double)s / SAMPLES;
        const spot p = on_link(m, &m->t->board->ek->link[i], m->bend[i], t);
        const double cost = price_cost(m, i, p, t);
        if (cost < best) {
            best = cost;
            m->price[i] = p;
        }
    }
    m->priced[i] = true;
}

static void draw_cable(const map *m, unsigned i, double width, const char *colour)
{
    const ek_link *link = &m->t->board->ek->link[i];
    const layout_box *a = &m->box[link->from], *b = &m->box[link->to];
    const double dx = b->x - a->x, dy = b->y - a->y, length = fmax(hypot(dx, dy), 1);
    fprintf(m->out,
            "<path d=\"M%.1f %.1f Q%.1f %.1f %.1f %.1f\" fill=\"none\" stroke=\"%s\" "
            "stroke-width=\"%.1f\"/>\n",
            a->x, a->y, (a->x + b->x) / 2 - dy / length * m->bend[i] * 2,
            (a->y + b->y) / 2 + dx / length * m->bend[i] * 2, b->x, b->y, colour, width);
}

static void draw_price(const map *m, unsigned i)
{
    const spot p = m->price[i];
    fprintf(m->out,
            "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"%s\" stroke=\"#6f6654\" "
            "stroke-width=\"1.2\"/>",
            p.x, p.y, price_radius, RENDER_ENAMEL);
    render_printf(m->out, p.x, p.y + 4.6, (render_font){13, true, "middle", RENDER_INK}, "%u",
                  m->t->board->ek->link[i].cost);
}

static void draw_connections(map *m)
{
    const ek_board *board = m->t->board->ek;
    for (unsigned i = 0; i < board->links; i++)
        if (is_link_shown(m, &board->link[i]))
            choose_bend(m, i);
    for (unsigned i = 0; i < board->links; i++)
        if (is_link_shown(m, &board->link[i])) {
            choose_price(m, i);
            draw_cable(m, i, 4.5, "#fbf6e9");
            draw_cable(m, i, 1.8, "#5d5546");
        }
}

/* -------------------------------------------------------------------------------------- cities */

static unsigned owner_of(const ek_state *state, unsigned city, unsigned place)
{
    for (unsigned o = 0; o < EK_OWNERS; o++)
        for (unsigned i = 0; i < state->owner[o].house_count; i++)
            if (state->owner[o].houses[i] == (city | place << 6))
                return o;
    return EK_NOBODY;
}

static void draw_slot(const map *m, double x, double y, unsigned city, unsigned place)
{
    const unsigned owner = owner_of(m->t->state, city, place);
    const bool open = place < m->t->state->step;
    fprintf(m->out,
            "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"2\" fill=\"%s\" "
            "stroke=\"%s\"/>",
            x - slot_width / 2 + 1, y - slot_height / 2, slot_width - 2, slot_height,
            open ? "#f7f0dd" : "#e3d9bf", RENDER_HAIRLINE);
    if (!open && owner == EK_NOBODY)
        fprintf(m->out, "<path d=\"M%.1f %.1f l8 -8 M%.1f %.1f l14 -14\" stroke=\"%s\"/>", x - 8,
                y + 2, x - 5, y + 8, RENDER_HAIRLINE);
    if (owner != EK_NOBODY)
        render_house(m->out, x, y, 18, owner);
    else if (open)
        render_printf(m->out, x, y + 4, (render_font){11, false, "middle", "#6f6654"}, "%u",
                      ek_tables.place_cost[place]);
}

static void draw_city(const map *m, unsigned city)
{
    const layout_box *box = &m->box[city];
    const bool marked = m->t->state->marks >> city & 1;
    fprintf(m->out,
            "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"6\" fill=\"%s\" "
            "stroke=\"%s\" stroke-width=\"%s\"/>",
            box->x - box->w / 2, box->y - box->h / 2, box->w, box->h, RENDER_ENAMEL,
            marked ? "#b3261e" : "#6f6654", marked ? "2.4" : "1.1");
    render_text(m->out, box->x, box->y - 6, (render_font){name_size, true, "middle", RENDER_INK},
                m->t->board->city[city].name);
    for (unsigned place = 0; place < EK_STEPS; place++)
        draw_slot(m, box->x + ((double)place - 1) * slot_width, box->y + 10, city, place);
    if (marked)
        render_token(m->out, box->x + box->w / 2 - 2, box->y - box->h / 2 + 2, 15, EK_URANIUM);
}

/* ------------------------------------------------------------------------------------- regions */

/* How far a place is from the nearest plate of a region. */
static double away_from(const map *m, unsigned region, double x, double y)
{
    double nearest = 1e9;
    for (unsigned c = 0; c < m->t->board->ek->cities; c++)
        if (is_shown(m, c) && m->t->board->ek->region_of[c] == region) {
            const double dx = fmax(fabs(x - m->box[c].x) - m->box[c].w / 2, 0);
            const double dy = fmax(fabs(y - m->box[c].y) - m->box[c].h / 2, 0);
            nearest = fmin(nearest, hypot(dx, dy));
        }
    return nearest;
}

/* Whether a name there would lie on a plate or a price. */
static double name_cost(const map *m, const layout_box *name, spot middle, unsigned region)
{
    const ek_board *board = m->t->board->ek;
    double cost = hypot(name->x - middle.x, name->y - middle.y) / 10, nearest = 1e9;
    bool own = false;
    for (unsigned c = 0; c < board->cities; c++) {
        if (!is_shown(m, c))
            continue;
        const layout_box *b = &m->box[c];
        const double dx = (name->w + b->w) / 2 + 6 - fabs(name->x - b->x);
        const double dy = (name->h + b->h) / 2 + 4 - fabs(name->y - b->y);
        const double distance = hypot(name->x - b->x, name->y - b->y);
        cost += dx > 0 && dy > 0 ? 400 : 0;
        if (distance < nearest) {
            nearest = distance;
            own = board->region_of[c] == region;
        }
    }
    for (unsigned i = 0; i < board->links; i++) {
        if (m->priced[i] && depth_in(name, m->price[i], price_radius + 3) > 0)
            cost += 200;
        if (m->priced[i] &&
            layout_crosses(&m->box[board->link[i].from], &m->box[board->link[i].to], name, 0))
            cost += 14;
    }
    for (int end = -1; end <= 1; end += 2) {
        const double away = away_from(m, region, name->x + end * name->w / 2, name->y);
        cost += away > 36 ? (away - 36) * 2 : 0;
    }
    return cost + (own ? 0 : 150);
}

static void draw_region_name(const map *m, unsigned region)
{
    char name[BD_ID_MAX + 1];
    spot middle = {0, 0};
    double count = 0, best = 1e18;
    snprintf(name, sizeof name, "%s", m->t->board->region[region].id);
    for (char *c = name; *c; c++)
        *c = (char)(*c >= 'a' && *c <= 'z' ? *c & ~0x20 : *c == '-' ? ' ' : *c);
    for (unsigned c = 0; c < m->t->board->ek->cities; c++)
        if (is_shown(m, c) && m->t->board->ek->region_of[c] == region) {
            middle.x += m->box[c].x;
            middle.y += m->box[c].y;
            count++;
        }
    if (count == 0)
        return;
    middle = (spot){middle.x / count, middle.y / count};
    layout_box box = {0, 0, render_text_width(name, 15) + 3.0 * (double)strlen(name) + 8, 18};
    layout_box chosen = box;
    for (double y = m->area.y + 16; y < m->area.y + m->area.h - 16; y += 9)
        for (double x = m->area.x + box.w / 2 + 8; x < m->area.x + m->area.w - box.w / 2 - 8;
             x += 12) {
            box.x = x;
            box.y = y;
            const double cost = name_cost(m, &box, middle, region);
            if (cost < best) {
                best = cost;
                chosen = box;
            }
        }
    fputs("<g letter-spacing=\"3\" opacity=\".62\">", m->out);
    render_text(m->out, chosen.x, chosen.y + 5, (render_font){15, true, "middle", "#6b5a34"}, name);
    fputs("</g>\n", m->out);
}

void render_map(FILE *out, const draw_table *t, render_rect area)
{
    map m = {.out = out, .t = t, .area = area, .shown = draw_cities_shown(t->rules, t->state)};
    place_cities(&m);
    draw_land(&m);
    draw_connections(&m);
    for (unsigned region = 0; region < t->board->ek->regions; region++)
        draw_region_name(&m, region);
    for (unsigned i = 0; i < t->board->ek->links; i++)
        if (m.priced[i])
            draw_price(&m, i);
    for (unsigned c = 0; c < t->board->ek->cities; c++)
        if (is_shown(&m, c))
            draw_city(&m, c);
}
