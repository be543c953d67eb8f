#include "layout.h"

#include <math.h>

/* Boxes grow, are moved off connections, settle without being drawn back, and at last only keep
 * clear of each other. */
enum { GROWING = 400, SETTLING = 550, CLEARING = 620, ROUNDS = 800 };

static const double pull = 0.02; /* of the way back to its place in each round */

typedef struct plan {
    const layout *l;
    const layout_sheet *sheet;
    layout_box *box;
    unsigned city[EK_CITIES], count;
    layout_point home[EK_CITIES];
    ek_cities neighbours[EK_CITIES];
    double grown;   /* 0 .. 1: boxes grow from points, so that they keep their order */
    double spacing; /* part of the gaps that is insisted on */
} plan;

static double clamp(double value, double min, double max)
{
    return value < min ? min : value > max ? max : value;
}

/* ------------------------------------------------------------------------------------- the map */

/* Degrees of longitude shrink towards the poles. */
static layout_point project(const bd_city *city, double middle)
{
    return (layout_point){city->lon * cos(middle * 3.14159265358979 / 180), -city->lat};
}

typedef struct extent {
    double left, right, top, bottom, widest, highest;
} extent;

static extent measure(const plan *p)
{
    extent e = {1e9, -1e9, 1e9, -1e9, 0, 0};
    for (unsigned i = 0; i < p->count; i++) {
        const unsigned c = p->city[i];
        e.left = fmin(e.left, p->home[c].x);
        e.right = fmax(e.right, p->home[c].x);
        e.top = fmin(e.top, p->home[c].y);
        e.bottom = fmax(e.bottom, p->home[c].y);
        e.widest = fmax(e.widest, p->box[c].w);
        e.highest = fmax(e.highest, p->box[c].h);
    }
    return e;
}

/* Scales the map to the sheet, stretching it a little where that helps to fill it. */
static void fit(plan *p)
{
    const extent e = measure(p);
    const layout_sheet *s = p->sheet;
    const double width = s->width - e.widest, height = (s->height - e.highest) * s->unit;
    double across = width / fmax(e.right - e.left, 1e-6);
    double down = height / fmax(e.bottom - e.top, 1e-6);
    across = fmin(across, down * s->stretch);
    down = fmin(down, across * s->stretch);
    for (unsigned i = 0; i < p->count; i++) {
        layout_point *home = &p->home[p->city[i]];
        home->x = s->width / 2 + (home->x - (e.left + e.right) / 2) * across;
        home->y = s->height / 2 + (home->y - (e.top + e.bottom) / 2) * down / s->unit;
    }
}

static void make_plan(plan *p)
{
    const bd_board *board = p->l->board;
    double south = 90, north = -90;
    for (unsigned c = 0; c < board->ek->cities; c++)
        if (layout_shows_city(p->l, c)) {
            p->city[p->count++] = c;
            south = fmin(south, board->city[c].lat);
            north = fmax(north, board->city[c].lat);
        }
    for (unsigned i = 0; i < p->count; i++)
        p->home[p->city[i]] = project(&board->city[p->city[i]], (south + north) / 2);
    for (unsigned i = 0; i < board->ek->links; i++) {
        const ek_link *link = &board->ek->link[i];
        p->neighbours[link->from] |= UINT64_C(1) << link->to;
        p->neighbours[link->to] |= UINT64_C(1) << link->from;
    }
    fit(p);
}

/* -------------------------------------------------------------------------------------- nudging */

/* Moves two boxes apart along the axis on which they overlap less. */
static void push_apart(const plan *p, unsigned a, unsigned b)
{
    layout_box *one = &p->box[a], *two = &p->box[b];
    const layout_sheet *s = p->sheet;
    const bool linked = p->neighbours[a] >> b & 1;
    const double gap_x = p->spacing * (linked ? s->link_x : s->gap_x);
    const double gap_y = p->spacing * (linked ? s->link_y : s->gap_y);
    const double want_x = p->grown * ((one->w + two->w) / 2 + gap_x);
    const double want_y = p->grown * ((one->h + two->h) / 2 + gap_y);
    const double dx = two->x - one->x, dy = two->y - one->y;
    const double over_x = want_x - fabs(dx), over_y = want_y - fabs(dy);
    if (over_x <= 0 || over_y <= 0)
        return;
    if (over_x <= over_y * s->unit) {
        const double half = (dx < 0 ? -over_x : over_x) / 2;
        one->x -= half;
        two->x += half;
    } else {
        const double half = (dy < 0 ? -over_y : over_y) / 2;
        one->y -= half;
        two->y += half;
    }
}

/* Moves a box off a connection that runs through it without stopping there. */
static void push_off(const plan *p, const ek_link *link, unsigned c)
{
    const layout_box *from = &p->box[link->from], *to = &p->box[link->to];
    layout_box *box = &p->box[c];
    if (!layout_crosses(from, to, box))
        return;
    const double unit = p->sheet->unit;
    const double dx = to->x - from->x, dy = (to->y - from->y) * unit;
    const double length = fmax(hypot(dx, dy), 1e-6);
    const double side = (box->x - from->x) * dy - (box->y - from->y) * unit * dx;
    const double step = (side < 0 ? -0.04 : 0.04) * fmin(box->w, box->h * unit * 2);
    box->x += step * dy / length;
    box->y -= step * dx / length / unit;
}

static void settle(const plan *p, double strength)
{
    for (unsigned i = 0; i < p->count; i++) {
        layout_box *box = &p->box[p->city[i]];
        const layout_point *home = &p->home[p->city[i]];
        box->x += (home->x - box->x) * strength;
        box->y += (home->y - box->y) * strength;
        box->x = clamp(box->x, box->w / 2, p->sheet->width - box->w / 2);
        box->y = clamp(box->y, box->h / 2, p->sheet->height - box->h / 2);
    }
}

static void nudge(const plan *p, bool off_links)
{
    const ek_board *board = p->l->board->ek;
    for (unsigned i = 0; i < p->count; i++)
        for (unsigned j = i + 1; j < p->count; j++)
            push_apart(p, p->city[i], p->city[j]);
    for (unsigned k = 0; off_links && k < board->links; k++) {
        const ek_link *link = &board->link[k];
        if (!layout_shows_link(p->l, k))
            continue;
        for (unsigned i = 0; i < p->count; i++)
            if (p->city[i] != link->from && p->city[i] != link->to)
                push_off(p, link, p->city[i]);
    }
}

/* ------------------------------------------------------------------------------------ the cells */

static bool is_free(const plan *p, unsigned count, const layout_box *box)
{
    if (box->x - box->w / 2 < 0 || box->x + box->w / 2 > p->sheet->width || box->y < 0 ||
        box->y > p->sheet->height)
        return false;
    for (unsigned i = 0; i < count; i++)
        if (layout_overlap(&p->box[p->city[i]], box, 0, 0) > 0)
            return false;
    return true;
}

/* Moves the nth box to the nearest cells that the boxes before it leave free. */
static void snap(const plan *p, unsigned n)
{
    layout_box *box = &p->box[p->city[n]];
    const double left = box->x - box->w / 2, top = box->y - 0.5;
    double best = 1e18;
    layout_box chosen = *box;
    for (int reach = 6; best >= 1e18 && reach < 500; reach *= 4)
        for (int y = (int)top - reach / 2; y <= (int)top + reach / 2; y++)
            for (int x = (int)left - reach; x <= (int)left + reach; x++) {
                const double dx = x - left, dy = p->sheet->unit * (y - top);
                const layout_box there = {x + box->w / 2, y + 0.5, box->w, 1};
                if (dx * dx + dy * dy < best && is_free(p, n, &there)) {
                    best = dx * dx + dy * dy;
                    chosen = there;
                }
            }
    *box = chosen;
}

void layout_cities(layout *l)
{
    plan p = {.l = l, .sheet = &l->sheet, .box = l->city};
    make_plan(&p);
    for (unsigned i = 0; i < p.count; i++) {
        l->city[p.city[i]].x = p.home[p.city[i]].x;
        l->city[p.city[i]].y = p.home[p.city[i]].y;
    }
    for (unsigned round = 0; round < ROUNDS; round++) {
        p.spacing = round < CLEARING ? 1 : 0.3;
        p.grown = round < GROWING ? (round + 1.0) / GROWING : 1;
        nudge(&p, round >= GROWING && round < CLEARING);
        settle(&p, round < SETTLING ? pull : 0);
    }
    for (unsigned i = 0; l->sheet.cells && i < p.count; i++)
        snap(&p, i);
}

/* ----------------------------------------------------------------------------------- questions */

bool layout_shows_city(const layout *l, unsigned city)
{
    return l->shown >> city & 1;
}

bool layout_shows_link(const layout *l, unsigned link)
{
    const ek_link *k = &l->board->ek->link[link];
    return l->shown >> k->from & l->shown >> k->to & 1;
}

unsigned layout_nearest(const layout *l, double x, double y, double reach)
{
    unsigned nearest = EK_NOBODY;
    for (unsigned c = 0; c < l->board->ek->cities; c++) {
        if (!layout_shows_city(l, c))
            continue;
        const layout_box *box = &l->city[c];
        const double dx = fmax(fabs(x - box->x) - box->w / 2, 0);
        const double dy = fmax(fabs(y - box->y) - box->h / 2, 0) * l->sheet.unit;
        if (dx * dx + dy * dy < reach * reach) {
            reach = sqrt(dx * dx + dy * dy);
            nearest = c;
        }
    }
    return nearest;
}

double layout_overlap(const layout_box *a, const layout_box *b, double across, double down)
{
    const double dx = (a->w + b->w) / 2 + across - fabs(a->x - b->x);
    const double dy = (a->h + b->h) / 2 + down - fabs(a->y - b->y);
    return dx > 1e-9 && dy > 1e-9 ? fmin(dx, dy) : 0;
}

/* Narrows [start, end] to where from + t * step lies within [min, max]. */
static bool clip(double from, double step, double min, double max, double *start, double *end)
{
    if (fabs(step) < 1e-9)
        return from > min && from < max;
    double one = (min - from) / step, two = (max - from) / step;
    if (one > two) {
        const double swap = one;
        one = two;
        two = swap;
    }
    *start = fmax(*start, one);
    *end = fmin(*end, two);
    return *start < *end;
}

/* The part of the way from a to b inside the box. */
static bool inside(const layout_box *a, const layout_box *b, const layout_box *box, double *start,
                   double *end)
{
    *start = 0;
    *end = 1;
    const double w = box->w / 2, h = box->h / 2;
    return clip(a->x, b->x - a->x, box->x - w, box->x + w, start, end) &&
           clip(a->y, b->y - a->y, box->y - h, box->y + h, start, end);
}

bool layout_crosses(const layout_box *from, const layout_box *to, const layout_box *box)
{
    double start, end;
    return inside(from, to, box, &start, &end);
}

bool layout_visible(const layout_box *a, const layout_box *b, double *start, double *end)
{
    double from, leaves, enters, to;
    if (!inside(a, b, a, &from, &leaves))
        leaves = 0;
    if (!inside(a, b, b, &enters, &to))
        enters = 1;
    *start = leaves;
    *end = enters;
    return leaves < enters;
}
