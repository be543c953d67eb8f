/* Plant market, resource ladder and players around the map of the picture. */
#include <string.h>

#include "render.h"
#include "words_text.h"

enum { NAME_SHOWN = 64 }; /* bytes of a name in the picture at most */

static const render_font title_font = {15, true, "start", "#6b5a34"};

static void draw_rect(FILE *out, render_rect r, double round, const char *fill, const char *stroke,
                      double width)
{
    fprintf(out,
            "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"%.0f\" fill=\"%s\" "
            "stroke=\"%s\" stroke-width=\"%.1f\"/>\n",
            r.x, r.y, r.w, r.h, round, fill, stroke, width);
}

static bool has(ek_plants plants, unsigned plant)
{
    return plants >> plant & 1;
}

/* --------------------------------------------------------------------------------------- cards */

/* What a plant burns, as tokens; a hybrid's show that either will do. */
static void draw_need(FILE *out, double x, double y, double size, const ek_plant *plant)
{
    for (unsigned i = 0; i < plant->need; i++) {
        const unsigned fuel = plant->kind == EK_KIND_HYBRID ? i % 2 : plant->kind;
        render_token(out, x + (i + 0.5) * (size + 2), y, size, fuel);
    }
    if (plant->kind == EK_KIND_HYBRID && plant->need == 1)
        render_token(out, x + 1.5 * (size + 2), y, size, EK_OIL);
}

/* Cities as lit windows, in rows of three. */
static void draw_windows(FILE *out, double right, double bottom, unsigned cities)
{
    for (unsigned i = 0; i < cities; i++)
        draw_rect(out,
                  (render_rect){right - 11 - (i % 3) * 12.0, bottom - 13 - (i / 3) * 14.0, 9, 11},
                  1, "#ffd75e", "#8a6d00", 1);
}

static void draw_card(FILE *out, render_rect r, const draw_table *t, unsigned plant, bool current)
{
    const ek_plant *p = &ek_tables.plant[plant];
    const bool hammer = t->state->in_auction && t->state->auction_plant == plant;
    const char *colour = render_kind_colour(p->kind);
    fprintf(out, "<g opacity=\"%s\">", current ? "1" : ".72");
    draw_rect(out, r, 9, current ? RENDER_ENAMEL : "#efe8d4", colour,
              hammer    ? 5
              : current ? 3
                        : 1.5);
    render_printf(out, r.x + 10, r.y + 40, (render_font){38, true, "start", colour}, "%u", plant);
    render_emblem(out, r.x + r.w - 29, r.y + 31, 44, p->kind);
    if (p->need)
        draw_need(out, r.x + 9, r.y + r.h - 18, 17, p);
    else
        render_text(out, r.x + 10, r.y + r.h - 12, (render_font){13, false, "start", colour},
                    rec_kind_word(p->kind));
    draw_windows(out, r.x + r.w - 8, r.y + r.h - 8, p->cities);
    if (t->state->discount == plant) {
        draw_rect(out, (render_rect){r.x + 8, r.y + 57, 62, 20}, 10, "#b3261e", "none", 0);
        render_text(out, r.x + 39, r.y + 72, (render_font){13, true, "middle", "#fff"}, "from 1");
    }
    fputs("</g>\n", out);
}

static void draw_step3_card(FILE *out, render_rect r)
{
    draw_rect(out, r, 9, "#b3261e", "#6d110b", 3);
    render_text(out, r.x + r.w / 2, r.y + 52, (render_font){20, true, "middle", "#fff6df"}, "STEP");
    render_text(out, r.x + r.w / 2, r.y + 92, (render_font){40, true, "middle", "#fff6df"}, "3");
}

static void draw_deck(FILE *out, const draw_table *t, render_rect r)
{
    const unsigned count = ek_deck_count(t->state);
    const unsigned back = t->state->top_back;
    const char *fill = back == EK_BACK_PLUG     ? "#d9c48f"
                       : back == EK_BACK_SOCKET ? "#9fb3ba"
                                                : "#cfc3a2";
    if (count > 1)
        draw_rect(out, (render_rect){r.x + 4, r.y + 4, r.w, r.h}, 9, "#b9ac8c", "#6f6654", 1);
    draw_rect(out, r, 9, count ? fill : "none", "#6f6654", 1.5);
    render_printf(out, r.x + r.w / 2, r.y + 58, (render_font){30, true, "middle", RENDER_INK}, "%u",
                  count);
    render_text(out, r.x + r.w / 2, r.y + 84, (render_font){14, false, "middle", RENDER_INK},
                back == EK_BACK_UNKNOWN ? "in the deck" : rec_back_word(back));
}

void render_plants(FILE *out, const draw_table *t, render_rect a)
{
    const ek_plants current = ek_current_market(t->rules, t->state);
    const ek_plants future = ek_future_market(t->rules, t->state);
    const double width = 112, step = width + 10;
    bool in_future = false;
    double x = a.x;
    render_text(out, a.x, a.y + 12, title_font, "CURRENT MARKET");
    for (unsigned plant = 1; plant < EK_PLANT_NUMBERS - 1; plant++) {
        if (!has(current | future, plant))
            continue;
        if (has(future, plant) && !in_future) {
            x += 22;
            render_text(out, x, a.y + 12, title_font, "FUTURE MARKET");
            in_future = true;
        }
        draw_card(out, (render_rect){x, a.y + 20, width, a.h - 20}, t, plant, has(current, plant));
        x += step;
    }
    if (future & EK_STEP3_CARD) {
        draw_step3_card(out, (render_rect){x, a.y + 20, width, a.h - 20});
        x += step;
    }
    draw_deck(out, t, (render_rect){a.x + a.w - 104, a.y + 20, 100, a.h - 24});
}

/* ---------------------------------------------------------------------------------------- fuel */

enum { PRICES_MAX = EK_LADDER };

/* Where each price of the ladder stands. */
typedef struct columns {
    unsigned price[PRICES_MAX], places[PRICES_MAX], count;
    double left[PRICES_MAX + 1];
} columns;

static void make_columns(columns *c, double left)
{
    c->count = 0;
    for (unsigned price = 1; price < 256 && c->count < PRICES_MAX; price++) {
        unsigned max = 0;
        for (unsigned f = 0; f < EK_FUELS; f++) {
            unsigned places = 0;
            for (unsigned i = 0; i < ek_tables.tokens[f]; i++)
                places += ek_tables.price[f][i] == price;
            max = places > max ? places : max;
        }
        if (max == 0)
            continue;
        c->price[c->count] = price;
        c->places[c->count++] = max;
    }
    for (unsigned i = 0; i <= c->count; i++) {
        c->left[i] = left;
        left += i < c->count ? c->places[i] * 24 + (c->places[i] > 1 ? 12 : 18) : 0;
    }
}

static unsigned column_of(const columns *c, unsigned price)
{
    unsigned i = 0;
    while (i + 1 < c->count && c->price[i] != price)
        i++;
    return i;
}

static void draw_boxes(FILE *out, const columns *c, double y, double height)
{
    for (unsigned i = 0; i < c->count; i++) {
        const double width = c->left[i + 1] - c->left[i];
        draw_rect(out, (render_rect){c->left[i] + 2, y, width - 4, height}, 6, "#f7f0dd",
                  RENDER_HAIRLINE, 1);
        render_printf(out, c->left[i] + width / 2, y - 6,
                      (render_font){15, true, "middle", RENDER_INK}, "%u", c->price[i]);
    }
}

static void draw_row(FILE *out, const draw_table *t, const columns *c, double y, unsigned fuel)
{
    const unsigned places = ek_tables.tokens[fuel], empty = places - t->state->fuel[fuel];
    unsigned in_column = 0;
    for (unsigned i = 0; i < places; i++) {
        const unsigned price = ek_tables.price[fuel][i];
        in_column = i > 0 && ek_tables.price[fuel][i - 1] == price ? in_column + 1 : 0;
        const unsigned column = column_of(c, price);
        const double pad = c->places[column] > 1 ? 6 : 9;
        const double x = c->left[column] + pad + 12 + in_column * 24.0;
        if (i >= empty)
            render_token(out, x, y, 19, fuel);
        else
            fprintf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>", x, y,
                    RENDER_HAIRLINE);
    }
}

static void draw_next_price(FILE *out, const draw_table *t, double x, double y, unsigned fuel)
{
    const unsigned places = ek_tables.tokens[fuel], empty = places - t->state->fuel[fuel];
    render_text(out, x, y + 6, (render_font){16, false, "start", RENDER_INK}, rec_fuel_word(fuel));
    if (empty < places)
        render_printf(out, x + 112, y + 9, (render_font){26, true, "end", RENDER_INK}, "%u",
                      ek_tables.price[fuel][empty]);
    else
        render_text(out, x + 112, y + 6, (render_font){14, true, "end", "#b3261e"}, "sold out");
}

void render_fuel(FILE *out, const draw_table *t, render_rect a)
{
    columns c;
    const double row = (a.h - 26) / EK_FUELS;
    make_columns(&c, a.x + 130);
    render_text(out, a.x, a.y + 16, title_font, "NEXT PRICE");
    draw_boxes(out, &c, a.y + 24, a.h - 26);
    for (unsigned f = 0; f < EK_FUELS; f++) {
        const double y = a.y + 26 + (f + 0.5) * row;
        draw_next_price(out, t, a.x, y, f);
        draw_row(out, t, &c, y, f);
        if (ek_phase(t->state) == EK_PHASE_ZONE)
            continue;
        render_printf(out, c.left[c.count] + 14, y + 5,
                      (render_font){14, false, "start", "#6f6654"}, "%u left, %u in supply, +%u",
                      t->state->fuel[f], ek_supply(t->state, f), ek_refill(t->rules, t->state, f));
    }
}

/* ------------------------------------------------------------------------------------- players */

static void draw_small_card(FILE *out, render_rect r, unsigned plant)
{
    const ek_plant *p = &ek_tables.plant[plant];
    draw_rect(out, r, 6, RENDER_ENAMEL, render_kind_colour(p->kind), 2);
    render_printf(out, r.x + 7, r.y + 24,
                  (render_font){22, true, "start", render_kind_colour(p->kind)}, "%u", plant);
    render_emblem(out, r.x + r.w - 18, r.y + 17, 25, p->kind);
    draw_need(out, r.x + 6, r.y + r.h - 12, 13, p);
    render_printf(out, r.x + r.w - 20, r.y + r.h - 7, (render_font){16, true, "end", RENDER_INK},
                  "%u", p->cities);
    draw_rect(out, (render_rect){r.x + r.w - 17, r.y + r.h - 19, 10, 12}, 1, "#ffd75e", "#8a6d00",
              1);
}

static void draw_holdings(FILE *out, const ek_owner *owner, render_rect r)
{
    double x = r.x;
    for (unsigned plant = 1; plant < EK_PLANT_NUMBERS - 1; plant++)
        if (has(owner->plants, plant)) {
            draw_small_card(out, (render_rect){x, r.y, 86, 58}, plant);
            x += 94;
        }
    x = r.x + 8;
    for (unsigned f = 0; f < EK_FUELS; f++) {
        for (unsigned i = 0; i < owner->fuel[f]; i++) {
            render_token(out, x, r.y + 74, 16, f);
            x += 18;
        }
        x += owner->fuel[f] ? 8 : 0;
    }
}

static void draw_numbers(FILE *out, const draw_table *t, unsigned seat, render_rect r)
{
    const ek_owner *owner = &t->state->owner[seat];
    ek_move power;
    const unsigned now = ek_best_power(t->rules, t->state, seat, EK_HOUSES, &power);
    const render_font small = {14, false, "end", "#6f6654"};
    if (t->state->hidden >> seat & 1)
        render_text(out, r.x + r.w, r.y + 30, (render_font){26, true, "end", "#6f6654"}, "?");
    else
        render_printf(out, r.x + r.w, r.y + 30, (render_font){28, true, "end", RENDER_INK}, "%d",
                      owner->money);
    render_text(out, r.x + r.w, r.y + 46, small, "Elektro");
    render_printf(out, r.x + r.w, r.y + 78, (render_font){22, true, "end", RENDER_INK}, "%u",
                  owner->house_count);
    render_text(out, r.x + r.w, r.y + 94, small, owner->house_count == 1 ? "city" : "cities");
    render_printf(out, r.x + r.w, r.y + 116, small, "powers %u for %u", now, ek_income(now));
}

static void draw_player(FILE *out, const draw_table *t, render_rect r, unsigned position,
                        unsigned seat)
{
    const bool moves = ek_to_move(t->state) == seat;
    const char *colour = render_player_colour(seat);
    char name[NAME_SHOWN];
    draw_rect(out, r, 10, moves ? RENDER_ENAMEL : "#f8f2e3", moves ? colour : RENDER_HAIRLINE,
              moves ? 3.5 : 1.2);
    draw_rect(out, (render_rect){r.x, r.y, 46, r.h}, 10, colour, "none", 0);
    fprintf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"18\" fill=\"%s\"/>", r.x + 23, r.y + 64,
            RENDER_ENAMEL);
    render_house(out, r.x + 23, r.y + 64, 24, seat);
    render_printf(out, r.x + 23, r.y + 32,
                  (render_font){22, true, "middle", seat == 2 ? "#201804" : "#ffffff"}, "%c",
                  draw_letter(seat));
    render_cut(draw_name(t, seat), 20, r.w - 46 - 14 - 150, name, sizeof name);
    render_printf(out, r.x + 60, r.y + 30, (render_font){20, true, "start", RENDER_INK}, "%u. %s",
                  position + 1, name);
    draw_holdings(out, &t->state->owner[seat], (render_rect){r.x + 60, r.y + 44, r.w - 190, 90});
    draw_numbers(out, t, seat, (render_rect){r.x + r.w - 160, r.y, 146, r.h});
}

static void draw_trust(FILE *out, const draw_table *t, render_rect r)
{
    const ek_owner *trust = &t->state->owner[EK_TRUST];
    draw_rect(out, r, 10, "#f8f2e3", RENDER_HAIRLINE, 1.2);
    draw_rect(out, (render_rect){r.x, r.y, 46, r.h}, 10, render_player_colour(EK_TRUST), "none", 0);
    render_house(out, r.x + 23, r.y + 36, 26, EK_TRUST);
    render_text(out, r.x + 60, r.y + 30, (render_font){20, true, "start", RENDER_INK}, "Trust");
    render_printf(out, r.x + r.w - 14, r.y + 30, (render_font){16, false, "end", "#6f6654"},
                  "%u houses", trust->house_count);
    draw_holdings(out, trust, (render_rect){r.x + 60, r.y + 44, r.w - 190, 90});
}

void render_players(FILE *out, const draw_table *t, render_rect a)
{
    const unsigned players = t->rules->config.players;
    const double each = a.h / (players + (t->rules->trust ? 1 : 0));
    const double step = each > 172 ? 172 : each, height = step - 12;
    for (unsigned i = 0; i < players; i++)
        draw_player(out, t, (render_rect){a.x, a.y + i * step, a.w, height}, i, t->state->order[i]);
    if (t->rules->trust)
        draw_trust(out, t, (render_rect){a.x, a.y + players * step, a.w, height});
}

/* --------------------------------------------------------------------------------- composition */

static void draw_heading(FILE *out, const draw_table *t)
{
    char status[256], cut[256];
    const ek_state *s = t->state;
    render_printf(out, 24, 44, (render_font){32, true, "start", RENDER_INK}, "%s", t->board->name);
    const double x = 24 + render_text_width(t->board->name, 32) + 24;
    if (s->round)
        render_printf(out, x, 44, (render_font){20, false, "start", "#6b5a34"},
                      "%s, round %u, Step %u, %s", rec_edition_word(t->rules->config.edition),
                      s->round, s->step, rec_phase_word(ek_phase(s)));
    draw_status(t, status, sizeof status);
    render_cut(status, 18, 570, cut, sizeof cut);
    render_text(out, RENDER_WIDTH - 24, 44, (render_font){18, true, "end", RENDER_INK}, cut);
}

void render_table(FILE *out, const draw_table *t)
{
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
            "height=\"%d\" font-family=\"'Fira Sans Condensed', 'DejaVu Sans Condensed', "
            "'Arial Narrow', sans-serif\" font-stretch=\"condensed\">\n<title>",
            RENDER_WIDTH, RENDER_HEIGHT, RENDER_WIDTH, RENDER_HEIGHT);
    for (const char *c = t->board->name; *c; c++)
        if (!strchr("<>&", *c))
            putc(*c, out);
    fprintf(out, "</title>\n<rect width=\"%d\" height=\"%d\" fill=\"%s\"/>\n", RENDER_WIDTH,
            RENDER_HEIGHT, RENDER_PAPER);
    draw_heading(out, t);
    render_map(out, t, (render_rect){20, 218, 1190, 800});
    if (ek_phase(t->state) != EK_PHASE_ZONE)
        render_plants(out, t, (render_rect){24, 62, 1182, 146});
    render_fuel(out, t, (render_rect){24, 1028, 1182, 160});
    render_players(out, t, (render_rect){1232, 68, 546, 1120});
    fputs("</svg>\n", out);
}
