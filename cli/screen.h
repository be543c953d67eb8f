/* A sheet of character cells: everything the terminal shows is drawn on one first, in colours by
 * name, and then put out with as much colour as the terminal has, or none. */
#ifndef ELEKTRO_CLI_SCREEN_H
#define ELEKTRO_CLI_SCREEN_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { SCREEN_WIDTH_MAX = 400, SCREEN_HEIGHT_MAX = 200 };

/* Inks by meaning; the palette gives each its colour. */
enum screen_ink {
    INK_PLAIN,
    INK_QUIET, /* hairlines, what can wait */
    INK_STRONG,
    INK_WARNING,
    INK_SHEET, /* the ground everything stands on */
    INK_BAR,   /* ground of title and prompt */
    INK_SEA,
    INK_LAND, /* out of play: unprinted paper */
    INK_LABEL,
    INK_COAL,
    INK_OIL,
    INK_GARBAGE,
    INK_URANIUM,
    INK_PLAYER, /* six of them */
    INK_TRUST = INK_PLAYER + 6,
    INK_ON_PLAYER,                  /* text on a player's colour; six of them */
    INK_REGION = INK_ON_PLAYER + 6, /* by colour of BD_COLOURS; eight of them */
    INKS = INK_REGION + 8
};

enum screen_colours { SCREEN_PLAIN, SCREEN_256, SCREEN_TRUE };

/* How a cell looks. */
typedef struct screen_style {
    uint8_t ink, ground;
    bool bold;
} screen_style;

typedef struct screen_cell {
    uint32_t character; /* 0: the second half of a wide one */
    screen_style style;
} screen_cell;

typedef struct screen {
    unsigned width, height;
    screen_cell *cell; /* rows of width cells */
} screen;

/* How it is put out. */
typedef struct screen_terms {
    enum screen_colours colours;
    bool utf8;
    bool paper; /* the light palette */
} screen_terms;

/* The capabilities of the terminal of a file descriptor; plain: no colours. */
screen_terms screen_terms_of(int fd, bool plain);

/* Makes a sheet, blank; false without memory. screen_free undoes it. */
bool screen_make(screen *s, unsigned width, unsigned height);
void screen_free(screen *s);

/* Writes text from a cell on, never beyond width cells or the row's end; returns the cells used. */
unsigned screen_put(screen *s, unsigned x, unsigned y, screen_style style, unsigned width,
                    const char *text);
unsigned screen_printf(screen *s, unsigned x, unsigned y, screen_style style, unsigned width,
                       const char *format, ...) __attribute__((format(printf, 6, 7)));
/* One character; nothing happens outside the sheet. */
void screen_set(screen *s, unsigned x, unsigned y, screen_style style, uint32_t character);
/* A rectangle of spaces. */
void screen_fill(screen *s, unsigned x, unsigned y, unsigned width, unsigned height,
                 screen_style style);

/* Cells that a text takes. */
unsigned screen_text_width(const char *text);

/* Puts the rows out, one line each; blanks at their ends are left out unless they have a colour.
 * home: begins at the terminal's upper left corner and leaves no line break at the end. */
void screen_print(const screen *s, const screen_terms *terms, bool home, FILE *out);

/* The colour of an ink as 0xrrggbb. */
uint32_t screen_colour(unsigned ink, bool paper);

/* Reads one character of UTF-8 and steps over it; U+FFFD for bytes that are none. */
uint32_t screen_next_character(const char **text);

#endif
