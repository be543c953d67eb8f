/* The table as a picture: what the files of `elektro render` share. Lengths are pixels of a sheet
 * of RENDER_WIDTH by RENDER_HEIGHT; colours are those of the printed map. */
#ifndef ELEKTRO_CLI_RENDER_H
#define ELEKTRO_CLI_RENDER_H

#include <stdio.h>

#include "draw.h"

enum { RENDER_WIDTH = 1800, RENDER_HEIGHT = 1200 };

#define RENDER_PAPER    "#f4eddc"
#define RENDER_LAND     "#efe4c8"
#define RENDER_SEA      "#cfdcdc"
#define RENDER_INK      "#2b2a28"
#define RENDER_HAIRLINE "#b9ac8c"
#define RENDER_ENAMEL   "#fffdf6"

typedef struct render_rect {
    double x, y, w, h;
} render_rect;

/* Writes the whole picture as SVG. */
void render_table(FILE *out, const draw_table *t);

/* Its parts. */
void render_map(FILE *out, const draw_table *t, render_rect area);
void render_plants(FILE *out, const draw_table *t, render_rect area);
void render_fuel(FILE *out, const draw_table *t, render_rect area);
void render_players(FILE *out, const draw_table *t, render_rect area);

/* Text: anchor is start, middle or end; what XML needs escaped is. */
typedef struct render_font {
    double size;
    bool bold;
    const char *anchor, *colour;
} render_font;
void render_text(FILE *out, double x, double y, render_font font, const char *text);
void render_printf(FILE *out, double x, double y, render_font font, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* How wide a text will be at most, near enough; and the text cut so that it fits. */
double render_text_width(const char *text, double size);
void render_cut(const char *text, double size, double width, char *out, size_t room);

/* Pieces, by their centre. */
const char *render_player_colour(unsigned owner);
void render_house(FILE *out, double x, double y, double size, unsigned owner);
void render_token(FILE *out, double x, double y, double size, unsigned fuel);
void render_emblem(FILE *out, double x, double y, double size, unsigned kind);
const char *render_kind_colour(unsigned kind);

#endif
