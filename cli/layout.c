#include "layout.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

/* Boxes grow, are moved off connections, settle without being drawn back, and at last only keep
 * clear of each other. */
enum { GROWING = 400, SETTLING = 550, CLEARING = 620, ROUNDS = 800 };

static const double pull = 0.02; /* of the way back to its place in each round */

typedef struct point {
    double x, y;
} point;

typedef struct plan {
    const layout_sheet *sheet;
    layout_box *box;
    unsigned city[EK_CITIES], count;
    point home[EK_CITIES];
    ek_cities neighbours[EK_CITIES];
    const ek_board *board;
    double grown;   /* 0 .. 1: boxes grow from points, so that they keep their order */
    double spacing; /* part of the gaps that is insisted on */
} plan;

static double clamp(double value, double least, double most)
{
    return value < least ? least : value > most ? most : value;
}

/* ------------------------------------------------------------------------------------- the map */

/* Degrees of longitude shrink towards the poles. */
static point project(const bd_city *city, double middle)
{
    return (point){city->lon * cos(middle * 3.14159265358979 / 180), -city->lat};
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
        point *home = &p->home[p->city[i]];
        home->x = s->width / 2 + (home->x - (e.left + e.right) / 2) * across;
        home->y = s->height / 2 + (home->y - (e.top + e.bottom) / 2) * down / s->unit;
    }
}

static void make_plan(plan *p, const bd_board *board, ek_cities shown)
{
    double south = 90, north = -90;
    p->board = board->ek;
    for (unsigned c = 0; c < board->ek->cities; c++)
        if (shown >> c & 1) {
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
    if (!layout_crosses(from, to, box, 0))
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
        const point *home = &p->home[p->city[i]];
        box->x += (home->x - box->x) * strength;
        box->y += (home->y - box->y) * strength;
        box->x = clamp(box->x, box->w / 2, p->sheet->width - box->w / 2);
        box->y = clamp(box->y, box->h / 2, p->sheet->height - box->h / 2);
    }
}

static void nudge(const plan *p, ek_cities shown, bool off_links)
{
    for (unsigned i = 0; i < p->count; i++)
        for (unsigned j = i + 1; j < p->count; j++)
            push_apart(p, p->city[i], p->city[j]);
    for (unsigned l = 0; off_links && l < p->board->links; l++) {
        const ek_link *link = &p->board->link[l];
        if (!(shown >> link->from & shown >> link->to & 1))
            continue;
        for (unsigned i = 0; i < p->count; i++)
            if (p->city[i] != link->from && p->city[i] != link->to)
                push_off(p, link, p->city[i]);
    }
}

void layout_place(const bd_board *board, ek_cities shown, const layout_sheet *sheet,
                  layout_box box[EK_CITIES])
{
    plan p = {.sheet = sheet, .box = box};
    make_plan(&p, board, shown);
    for (unsigned i = 0; i < p.count; i++) {
        box[p.city[i]].x = p.home[p.city[i]].x;
        box[p.city[i]].y = p.home[p.city[i]].y;
    }
    for (unsigned round = 0; round < ROUNDS; round++) {
        p.spacing = round < CLEARING ? 1 : 0.3;
        p.grown = round < GROWING ? (round + 1.0) / GROWING : 1;
        nudge(&p, shown, round >= GROWING && round < CLEARING);
        settle(&p, round < SETTLING ? pull : 0);
    }
}

/* ----------------------------------------------------------------------------------- questions */

/* Narrows [start, end] to where from + t * step lies within [least, most]. */
static bool clip(double from, double step, double least, double most, double *start, double *end)
{
    if (fabs(step) < 1e-9)
        return from > least && from < most;
    double one = (least - from) / step, two = (most - from) / step;
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
static bool inside(const layout_box *a, const layout_box *b, const layout_box *box, double margin,
                   double *start, double *end)
{
    *start = 0;
    *end = 1;
    const double w = box->w / 2 + margin, h = box->h / 2 + margin;
    return clip(a->x, b->x - a->x, box->x - w, box->x + w, start, end) &&
           clip(a->y, b->y - a->y, box->y - h, box->y + h, start, end);
}

bool layout_crosses(const layout_box *from, const layout_box *to, const layout_box *box,
                    double margin)
{
    double start, end;
    return inside(from, to, box, margin, &start, &end);
}

bool layout_visible(const layout_box *a, const layout_box *b, double *start, double *end)
{
    double from, leaves, enters, to;
    if (!inside(a, b, a, 0, &from, &leaves))
        leaves = 0;
    if (!inside(a, b, b, 0, &enters, &to))
        enters = 1;
    *start = leaves;
    *end = enters;
    return leaves < enters;
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
