/* The map of the picture: land by region, cables with their prices, city plates with houses. */
#include <math.h>
#include <string.h>

#include "layout.h"
#include "render.h"

enum { POLYGON_MAX = EK_CITIES + 8 };

static const double plate_height = 46, slot_width = 24, slot_height = 20, name_size = 15;
static const double price_radius = 11, region_size = 15, region_spacing = 3;
static const double land_width = 126; /* of the land along each connection */
static const double inland = 340;     /* between connections of a city no longer than this */
static const double inset = 20;       /* of the plates from the edge of the sheet */

typedef struct map {
    FILE *out;
    const draw_table *t;
    render_rect area;
    layout l; /* on the picture, not in the area */
} map;

static void region_text(const bd_board *board, unsigned region, char name[BD_ID_MAX + 1])
{
    snprintf(name, BD_ID_MAX + 1, "%s", board->region[region].id);
    for (char *c = name; *c; c++)
        *c = (char)(*c >= 'a' && *c <= 'z' ? *c & ~0x20 : *c == '-' ? ' ' : *c);
}

static void shift(layout_box *box, unsigned count, double x, double y)
{
    for (unsigned i = 0; i < count; i++) {
        box[i].x += x;
        box[i].y += y;
    }
}

static void place(map *m)
{
    const bd_board *board = m->t->board;
    const double left = m->area.x + inset, top = m->area.y + inset;
    layout *l = &m->l;
    *l = (layout){.board = board,
                  .shown = draw_cities_shown(m->t->rules, m->t->state),
                  .sheet = {.width = m->area.w - 2 * inset,
                            .height = m->area.h - 2 * inset,
                            .stretch = 1.45,
                            .unit = 1,
                            .gap_x = 14,
                            .gap_y = 12,
                            .link_x = 34,
                            .link_y = 34,
                            .letter = 12}};
    for (unsigned c = 0; c < board->ek->cities; c++) {
        const double name = render_text_width(board->city[c].name, name_size) + 14;
        l->city[c] = (layout_box){.w = fmax(name, 3 * slot_width + 10), .h = plate_height};
    }
    for (unsigned i = 0; i < board->ek->links; i++)
        l->price[i] = (layout_box){.w = 2 * price_radius, .h = 2 * price_radius};
    for (unsigned r = 0; r < board->ek->regions; r++) {
        char name[BD_ID_MAX + 1];
        region_text(board, r, name);
        l->name[r].w = render_text_width(name, region_size) + region_spacing * (double)strlen(name);
        l->name[r].h = region_size + 3;
    }
    layout_place(l);
    shift(l->city, EK_CITIES, left, top);
    shift(l->price, EK_LINKS, left, top);
    shift(l->name, EK_REGIONS, left, top);
}

/* ---------------------------------------------------------------------------------------- land */

/* Cuts a polygon to the points that are nearer to a than to b. */
static unsigned cut_polygon(layout_point *polygon, unsigned count, const layout_box *a,
                            const layout_box *b)
{
    layout_point kept[POLYGON_MAX];
    unsigned used = 0;
    const double nx = b->x - a->x, ny = b->y - a->y;
    const double middle = nx * (a->x + b->x) / 2 + ny * (a->y + b->y) / 2;
    for (unsigned i = 0; i < count; i++) {
        const layout_point p = polygon[i], q = polygon[(i + 1) % count];
        const double here = nx * p.x + ny * p.y - middle, there = nx * q.x + ny * q.y - middle;
        if (here <= 0 && used < POLYGON_MAX)
            kept[used++] = p;
        if ((here < 0) != (there < 0) && here != there && used < POLYGON_MAX) {
            const double t = here / (here - there);
            kept[used++] = (layout_point){p.x + (q.x - p.x) * t, p.y + (q.y - p.y) * t};
        }
    }
    memcpy(polygon, kept, used * sizeof *kept);
    return used;
}

/* The land that is nearer to this city than to any other. */
static unsigned cell_of(const map *m, unsigned city, layout_point polygon[POLYGON_MAX])
{
    const render_rect *a = &m->area;
    unsigned count = 4;
    polygon[0] = (layout_point){a->x, a->y};
    polygon[1] = (layout_point){a->x + a->w, a->y};
    polygon[2] = (layout_point){a->x + a->w, a->y + a->h};
    polygon[3] = (layout_point){a->x, a->y + a->h};
    for (unsigned c = 0; c < m->t->board->ek->cities && count > 2; c++)
        if (c != city && layout_shows_city(&m->l, c))
            count = cut_polygon(polygon, count, &m->l.city[city], &m->l.city[c]);
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
    if ((two->from != a && two->to != a) || distance(&m->l.city[a], &m->l.city[b]) > inland ||
        distance(&m->l.city[a], &m->l.city[c]) > inland ||
        distance(&m->l.city[b], &m->l.city[c]) > inland)
        return;
    fprintf(m->out, "<path d=\"M%.0f %.0f L%.0f %.0f L%.0f %.0f Z\"/>", m->l.city[a].x,
            m->l.city[a].y, m->l.city[b].x, m->l.city[b].y, m->l.city[c].x, m->l.city[c].y);
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
        if (!layout_shows_link(&m->l, i))
            continue;
        fprintf(m->out, "<path d=\"M%.0f %.0f L%.0f %.0f\"/>", m->l.city[link->from].x,
                m->l.city[link->from].y, m->l.city[link->to].x, m->l.city[link->to].y);
        for (unsigned j = 0; j < i; j++)
            if (layout_shows_link(&m->l, j))
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
    layout_point polygon[POLYGON_MAX];
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
        if (layout_shows_city(&m->l, c))
            draw_cell(m, c);
    fputs("</g></g>\n", out);
}

/* --------------------------------------------------------------------------------- connections */

static void draw_cable(const map *m, unsigned i, double width, const char *colour)
{
    const ek_link *link = &m->t->board->ek->link[i];
    const layout_box *a = &m->l.city[link->from], *b = &m->l.city[link->to];
    const layout_point middle = layout_control(&m->l, i);
    fprintf(m->out,
            "<path d=\"M%.1f %.1f Q%.1f %.1f %.1f %.1f\" fill=\"none\" stroke=\"%s\" "
            "stroke-width=\"%.1f\"/>\n",
            a->x, a->y, middle.x, middle.y, b->x, b->y, colour, width);
}

static void draw_price(const map *m, unsigned i)
{
    const layout_box *p = &m->l.price[i];
    fprintf(m->out,
            "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"%s\" stroke=\"#6f6654\" "
            "stroke-width=\"1.2\"/>",
            p->x, p->y, price_radius, RENDER_ENAMEL);
    render_printf(m->out, p->x, p->y + 4.6, (render_font){13, true, "middle", RENDER_INK}, "%u",
                  m->t->board->ek->link[i].cost);
}

static void draw_connections(const map *m)
{
    for (unsigned i = 0; i < m->t->board->ek->links; i++)
        if (layout_shows_link(&m->l, i)) {
            draw_cable(m, i, 4.5, "#fbf6e9");
            draw_cable(m, i, 1.8, "#5d5546");
        }
}

/* -------------------------------------------------------------------------------------- cities */

static void draw_slot(const map *m, double x, double y, unsigned city, unsigned place)
{
    const unsigned owner = draw_house_owner(m->t->state, city, place);
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
    const layout_box *box = &m->l.city[city];
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

static void draw_region_name(const map *m, unsigned region)
{
    char name[BD_ID_MAX + 1];
    const layout_box *box = &m->l.name[region];
    if (box->w <= 0)
        return;
    region_text(m->t->board, region, name);
    fprintf(m->out, "<g letter-spacing=\"%.0f\" opacity=\".62\">", region_spacing);
    render_text(m->out, box->x, box->y + 5, (render_font){region_size, true, "middle", "#6b5a34"},
                name);
    fputs("</g>\n", m->out);
}

void render_map(FILE *out, const draw_table *t, render_rect area)
{
    map m = {.out = out, .t = t, .area = area};
    const ek_board *board = t->board->ek;
    place(&m);
    draw_land(&m);
    draw_connections(&m);
    for (unsigned region = 0; region < board->regions; region++)
        draw_region_name(&m, region);
    for (unsigned i = 0; i < board->links; i++)
        if (layout_shows_link(&m.l, i))
            draw_price(&m, i);
    for (unsigned c = 0; c < board->cities; c++)
        if (layout_shows_city(&m.l, c))
            draw_city(&m, c);
}
