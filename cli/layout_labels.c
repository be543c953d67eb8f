/* Labels of a map: prices of connections, names of regions, and three-letter codes of cities. */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "layout.h"

enum { SAMPLES = 40 };

/* Penalties for a place. Where names may be left out, WRONG is too much. */
enum { WRONG = 150, COVERED = 400 };

/* --------------------------------------------------------------------------------- connections */

layout_point layout_control(const layout *l, unsigned link)
{
    const ek_link *k = &l->board->ek->link[link];
    const layout_box *a = &l->city[k->from], *b = &l->city[k->to];
    const double dx = b->x - a->x, dy = b->y - a->y, length = fmax(hypot(dx, dy), 1);
    return (layout_point){(a->x + b->x) / 2 - dy / length * l->bend[link] * 2,
                          (a->y + b->y) / 2 + dx / length * l->bend[link] * 2};
}

layout_point layout_on_link(const layout *l, unsigned link, double t)
{
    const ek_link *k = &l->board->ek->link[link];
    const layout_box *a = &l->city[k->from], *b = &l->city[k->to];
    const layout_point c = layout_control(l, link);
    const double u = 1 - t;
    return (layout_point){u * u * a->x + 2 * u * t * c.x + t * t * b->x,
                          u * u * a->y + 2 * u * t * c.y + t * t * b->y};
}

/* The plates that a connection runs under, and how far it is bent. */
static double bend_cost(const layout *l, unsigned link)
{
    const ek_link *k = &l->board->ek->link[link];
    double cost = fabs(l->bend[link]) * 0.25;
    for (unsigned i = 1; i < SAMPLES; i++) {
        const layout_point p = layout_on_link(l, link, (double)i / SAMPLES);
        const layout_box at = {p.x, p.y, 0, 0};
        for (unsigned c = 0; c < l->board->ek->cities; c++)
            if (c != k->from && c != k->to && layout_shows_city(l, c) &&
                layout_overlap(&l->city[c], &at, 3, 3) > 0)
                cost += 12;
    }
    return cost;
}

static void choose_bend(layout *l, unsigned link)
{
    static const double bends[] = {0, 14, -14, 28, -28, 45, -45, 65, -65, 90, -90};
    double best = 1e9, chosen = 0;
    for (unsigned i = 0; i < sizeof bends / sizeof *bends; i++) {
        l->bend[link] = bends[i];
        const double cost = bend_cost(l, link);
        if (cost < best) {
            best = cost;
            chosen = bends[i];
        }
    }
    l->bend[link] = chosen;
}

/* -------------------------------------------------------------------------------------- prices */

static bool is_on_sheet(const layout *l, const layout_box *box)
{
    return box->x >= box->w / 2 && box->x <= l->sheet.width - box->w / 2 && box->y >= box->h / 2 &&
           box->y <= l->sheet.height - box->h / 2;
}

/* Cities and other prices that a price would cover or touch. */
static double price_cost(const layout *l, unsigned link, const layout_box *box)
{
    const double across = l->sheet.cells ? 1 : 2, down = l->sheet.cells ? 0 : 2;
    const double apart = l->sheet.cells ? 1 : 4;
    double cost = is_on_sheet(l, box) ? 0 : COVERED;
    for (unsigned c = 0; c < l->board->ek->cities; c++)
        if (layout_shows_city(l, c))
            cost += layout_overlap(&l->city[c], box, across, down);
    for (unsigned i = 0; i < link; i++)
        if (l->price[i].w > 0)
            cost += layout_overlap(&l->price[i], box, apart, down);
    return cost;
}

/* The cells that are nearest to a box. */
static void snap_price(layout_box *box)
{
    box->x = floor(box->x - (box->w - 1) / 2) + box->w / 2;
    box->y = floor(box->y) + 0.5;
}

/* A place on the connection, near its middle where nothing is in the way. */
static void place_price(layout *l, unsigned link)
{
    const ek_link *k = &l->board->ek->link[link];
    layout_box chosen = l->price[link];
    double best = 1e9, start, end;
    if (!layout_visible(&l->city[k->from], &l->city[k->to], &start, &end)) {
        start = 0;
        end = 1;
    }
    for (unsigned i = 2; i < SAMPLES - 1; i++) {
        const double part = (double)i / SAMPLES;
        const layout_point p = layout_on_link(l, link, start + (end - start) * part);
        layout_box box = {p.x, p.y, chosen.w, chosen.h};
        if (l->sheet.cells)
            snap_price(&box);
        const double covers = price_cost(l, link, &box);
        const double cost = fabs(part - 0.5) * 20 + 30 * covers;
        if (cost < best && !(l->sheet.cells && covers > 0)) {
            best = cost;
            chosen = box;
        }
    }
    l->price[link] = best < 1e9 ? chosen : (layout_box){.w = 0};
}

static void place_prices(layout *l)
{
    const unsigned links = l->board->ek->links;
    for (unsigned i = 0; i < links; i++)
        if (!l->sheet.cells && layout_shows_link(l, i))
            choose_bend(l, i);
    for (unsigned i = 0; i < links; i++) {
        if (layout_shows_link(l, i))
            place_price(l, i);
        else
            l->price[i].w = 0;
    }
}

/* --------------------------------------------------------------------------- names of regions */

/* The ground under a name should be that of its region. */
static double ground_cost(const layout *l, const layout_box *name, unsigned region)
{
    const double letter = l->sheet.letter;
    double cost = 0;
    for (int end = -1; end <= 1; end++) {
        const double x = name->x + end * (name->w / 2 - letter / 2);
        const unsigned nearest = layout_nearest(l, x, name->y, 8 * letter);
        const unsigned near = layout_nearest(l, x, name->y, 3.5 * letter);
        if (nearest == EK_NOBODY || l->board->ek->region_of[nearest] != region)
            cost += WRONG;
        else if (near == EK_NOBODY)
            cost += 80;
    }
    return cost;
}

static double name_cost(const layout *l, const layout_box *name, unsigned region)
{
    const ek_board *board = l->board->ek;
    const double across = l->sheet.cells ? 1 : 6, down = l->sheet.cells ? 0 : 4;
    double cost = 0;
    for (unsigned c = 0; c < board->cities; c++)
        if (layout_shows_city(l, c) && layout_overlap(&l->city[c], name, across, down) > 0)
            cost += COVERED;
    for (unsigned r = 0; r < region; r++)
        if (l->name[r].w > 0 && layout_overlap(&l->name[r], name, across, down) > 0)
            cost += COVERED;
    for (unsigned i = 0; i < board->links; i++) {
        if (l->price[i].w <= 0)
            continue;
        if (layout_overlap(&l->price[i], name, across, down) > 0)
            cost += COVERED / 2;
        if (layout_crosses(&l->city[board->link[i].from], &l->city[board->link[i].to], name))
            cost += l->sheet.cells ? 6 : 14;
    }
    return cost;
}

/* The middle of a region's cities; false if none is shown. */
static bool middle_of(const layout *l, unsigned region, layout_point *middle)
{
    double count = 0;
    *middle = (layout_point){0, 0};
    for (unsigned c = 0; c < l->board->ek->cities; c++)
        if (layout_shows_city(l, c) && l->board->ek->region_of[c] == region) {
            middle->x += l->city[c].x;
            middle->y += l->city[c].y;
            count++;
        }
    middle->x /= fmax(count, 1);
    middle->y /= fmax(count, 1);
    return count > 0;
}

/* Near the middle of the region's cities where there is room. */
static void place_name(layout *l, unsigned region)
{
    const layout_sheet *s = &l->sheet;
    const double right = s->cells ? 1 : s->letter, down = s->cells ? 1 : 9;
    layout_box box = l->name[region], chosen = {.w = 0};
    layout_point middle;
    double best = s->cells ? WRONG : 1e9;
    if (!middle_of(l, region, &middle))
        best = 0;
    for (box.y = box.h / 2; box.y <= s->height - box.h / 2; box.y += down)
        for (box.x = box.w / 2; box.x <= s->width - box.w / 2; box.x += right) {
            const double away =
                hypot(box.x - middle.x, (box.y - middle.y) * s->unit) * 1.2 / s->letter;
            if (away >= best)
                continue;
            double cost = away + name_cost(l, &box, region);
            cost += cost < best ? ground_cost(l, &box, region) : 0;
            if (cost < best) {
                best = cost;
                chosen = box;
            }
        }
    l->name[region] = chosen;
}

static void place_names(layout *l)
{
    for (unsigned region = 0; region < l->board->ek->regions; region++)
        place_name(l, region);
}

void layout_place(layout *l)
{
    layout_cities(l);
    place_prices(l);
    place_names(l);
}

/* --------------------------------------------------------------------------------------- codes */

static bool taken(char code[EK_CITIES][LAYOUT_CODE], unsigned count, const char *candidate)
{
    for (unsigned i = 0; i < count; i++)
        if (memcmp(code[i], candidate, LAYOUT_CODE) == 0)
            return true;
    return false;
}

/* The letters of an id, and where its second word begins (0: nowhere). */
static unsigned letters_of(const char *id, char letters[BD_ID_MAX + 1], unsigned *second)
{
    unsigned count = 0;
    *second = 0;
    for (; *id && count < BD_ID_MAX; id++) {
        if (*id == '-' && !*second)
            *second = count;
        if (*id != '-')
            letters[count++] = (char)toupper((unsigned char)*id);
    }
    letters[count] = '\0';
    return count;
}

/* The first letter, then any two that follow; those of a second word are preferred. */
static void choose_code(char code[EK_CITIES][LAYOUT_CODE], unsigned city, const char *id)
{
    char letters[BD_ID_MAX + 1] = "";
    unsigned second;
    const unsigned count = letters_of(id, letters, &second);
    char *own = code[city];
    memcpy(own, (char[LAYOUT_CODE]){letters[0], letters[1], letters[2], 0}, LAYOUT_CODE);
    if (!taken(code, city, own))
        return;
    for (unsigned i = 1; i < count; i++)
        for (unsigned j = second > i ? second : i + 1; j < count; j++) {
            memcpy(own, (char[LAYOUT_CODE]){letters[0], letters[i], letters[j], 0}, LAYOUT_CODE);
            if (!taken(code, city, own))
                return;
        }
    for (char digit = '1'; digit <= '9' && taken(code, city, own); digit++)
        own[2] = digit;
}

void layout_codes(const bd_board *board, char code[EK_CITIES][LAYOUT_CODE])
{
    memset(code, 0, sizeof(char[EK_CITIES][LAYOUT_CODE]));
    for (unsigned c = 0; c < board->ek->cities; c++)
        choose_code(code, c, board->city[c].id);
}
