#include "screen.h"

#include <langinfo.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

/* ------------------------------------------------------------------------------------- palette */

/* The same map by night and on paper. Letters on a player's colour are dark or light, whichever
 * reads better. */
static const uint32_t palette[INKS][2] = {
    [INK_PLAIN] = {0xe9e2d0, 0x2b2a28},         [INK_QUIET] = {0x8b97a0, 0x7a6f55},
    [INK_STRONG] = {0xfff6df, 0x000000},        [INK_WARNING] = {0xf2a07f, 0x9c2f0e},
    [INK_SHEET] = {0x172029, 0xf4eddc},         [INK_BAR] = {0x2c3b47, 0xe2d6b6},
    [INK_SEA] = {0x172029, 0xcfdcdc},           [INK_LAND] = {0x1e2932, 0xf4eddc},
    [INK_LABEL] = {0xe9e2d0, 0x2b2a28},         [INK_COAL] = {0xc08a5a, 0x7a4a22},
    [INK_OIL] = {0xb9c2c9, 0x26292c},           [INK_GARBAGE] = {0xe3c33c, 0x8a6d00},
    [INK_URANIUM] = {0xe8695f, 0xb3261e},       [INK_PLAYER] = {0xe8734f, 0xd1481f},
    [INK_PLAYER + 1] = {0x5ba3df, 0x1f6fb2},    [INK_PLAYER + 2] = {0xe5b93f, 0xd9a013},
    [INK_PLAYER + 3] = {0x4bb89b, 0x1f8a70},    [INK_PLAYER + 4] = {0xb183c2, 0x7d4a8d},
    [INK_PLAYER + 5] = {0xa9b0b8, 0x3d4147},    [INK_TRUST] = {0xc9ae84, 0xb0925f},
    [INK_ON_PLAYER] = {0x1b130f, 0xffffff},     [INK_ON_PLAYER + 1] = {0x0d151c, 0xffffff},
    [INK_ON_PLAYER + 2] = {0x1c1605, 0x201804}, [INK_ON_PLAYER + 3] = {0x081713, 0xffffff},
    [INK_ON_PLAYER + 4] = {0x160f19, 0xffffff}, [INK_ON_PLAYER + 5] = {0x131517, 0xffffff},
    [INK_REGION] = {0x43302f, 0xefd5c6},     /* red */
    [INK_REGION + 1] = {0x263d51, 0xd3dfe6}, /* blue */
    [INK_REGION + 2] = {0x28412f, 0xdbe3c4}, /* green */
    [INK_REGION + 3] = {0x3d3528, 0xe6d3b3}, /* brown */
    [INK_REGION + 4] = {0x45411f, 0xf3e5ac}, /* yellow */
    [INK_REGION + 5] = {0x372f48, 0xe2d4e2}, /* purple */
    [INK_REGION + 6] = {0x1f4244, 0xcfe3dc}, /* teal */
    [INK_REGION + 7] = {0x4a3622, 0xf3d7ae}, /* orange */
};

uint32_t screen_colour(unsigned ink, bool paper)
{
    return palette[ink][paper];
}

/* The nearest of the 216 colours and 24 greys that every colour terminal has. */
static unsigned nearest_256(uint32_t colour)
{
    static const int level[6] = {0, 95, 135, 175, 215, 255};
    const int part[3] = {(int)(colour >> 16), (int)(colour >> 8 & 255), (int)(colour & 255)};
    unsigned best = 16, best_distance = UINT32_MAX;
    for (unsigned i = 16; i < 256; i++) {
        const unsigned n = i - 16;
        const int grey = 8 + 10 * ((int)i - 232);
        const int r = i < 232 ? level[n / 36] : grey, g = i < 232 ? level[n / 6 % 6] : grey,
                  b = i < 232 ? level[n % 6] : grey;
        const unsigned distance =
            (unsigned)((r - part[0]) * (r - part[0]) + (g - part[1]) * (g - part[1]) +
                       (b - part[2]) * (b - part[2]));
        if (distance < best_distance) {
            best = i;
            best_distance = distance;
        }
    }
    return best;
}

screen_terms screen_terms_of(int fd, bool plain)
{
    const char *term = getenv("TERM"), *no_color = getenv("NO_COLOR");
    const char *depth = getenv("COLORTERM");
    screen_terms terms = {.utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0};
    if (plain || !isatty(fd) || (no_color && *no_color) || !term || strcmp(term, "dumb") == 0)
        terms.colours = SCREEN_PLAIN;
    else if (depth && (strcmp(depth, "truecolor") == 0 || strcmp(depth, "24bit") == 0))
        terms.colours = SCREEN_TRUE;
    else
        terms.colours = SCREEN_256;
    return terms;
}

/* --------------------------------------------------------------------------------------- cells */

bool screen_make(screen *s, unsigned width, unsigned height)
{
    s->width = width < SCREEN_WIDTH_MAX ? width : SCREEN_WIDTH_MAX;
    s->height = height < SCREEN_HEIGHT_MAX ? height : SCREEN_HEIGHT_MAX;
    s->cell = calloc((size_t)s->width * s->height, sizeof *s->cell);
    if (!s->cell)
        return false;
    screen_fill(s, 0, 0, s->width, s->height, (screen_style){INK_PLAIN, INK_SHEET, false});
    return true;
}

void screen_free(screen *s)
{
    free(s->cell);
    s->cell = NULL;
}

void screen_set(screen *s, unsigned x, unsigned y, screen_style style, uint32_t character)
{
    if (x < s->width && y < s->height)
        s->cell[(size_t)y * s->width + x] = (screen_cell){character, style};
}

void screen_fill(screen *s, unsigned x, unsigned y, unsigned width, unsigned height,
                 screen_style style)
{
    for (unsigned row = y; row < y + height; row++)
        for (unsigned column = x; column < x + width; column++)
            screen_set(s, column, row, style, ' ');
}

uint32_t screen_next_character(const char **text)
{
    const unsigned char *byte = (const unsigned char *)*text;
    const unsigned length = byte[0] >= 0xf0 ? 4 : byte[0] >= 0xe0 ? 3 : byte[0] >= 0xc0 ? 2 : 1;
    uint32_t character = length == 1 ? byte[0] : byte[0] & (0x7fu >> length);
    for (unsigned i = 1; i < length; i++) {
        if ((byte[i] & 0xc0) != 0x80) {
            *text += 1;
            return 0xfffd;
        }
        character = character << 6 | (byte[i] & 0x3f);
    }
    *text += length;
    return character;
}

/* Cells of one character; control characters take none and are not drawn. */
static unsigned cells_of(uint32_t character)
{
    const int width = wcwidth((wchar_t)character);
    if (width >= 0)
        return (unsigned)width;
    return character < 0x80 ? 0 : 1;
}

unsigned screen_text_width(const char *text)
{
    unsigned width = 0;
    while (*text)
        width += cells_of(screen_next_character(&text));
    return width;
}

unsigned screen_put(screen *s, unsigned x, unsigned y, screen_style style, unsigned width,
                    const char *text)
{
    unsigned used = 0;
    while (*text) {
        const uint32_t character = screen_next_character(&text);
        const unsigned cells = cells_of(character);
        if (used + cells > width || x + used + cells > s->width)
            break;
        if (cells == 0)
            continue;
        screen_set(s, x + used, y, style, character);
        for (unsigned i = 1; i < cells; i++)
            screen_set(s, x + used + i, y, style, 0);
        used += cells;
    }
    return used;
}

unsigned screen_printf(screen *s, unsigned x, unsigned y, screen_style style, unsigned width,
                       const char *format, ...)
{
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return screen_put(s, x, y, style, width, text);
}

/* ---------------------------------------------------------------------------------- putting out */

/* What stands in for characters that ASCII does not have. */
static char ascii_for(uint32_t character)
{
    static const struct {
        uint32_t character;
        char ascii;
    } stand_in[] = {{0xb7, '.'},   {0x2013, '-'}, {0x2014, '-'}, {0x2026, '~'}, {0x2192, '>'},
                    {0x2500, '-'}, {0x2502, '|'}, {0x25a0, '#'}, {0x25a1, '.'}, {0x25b8, '>'},
                    {0x2588, '#'}, {0x2591, ':'}, {0x25cf, 'o'}, {0x2605, '*'}, {0x2584, '_'}};
    for (unsigned i = 0; i < sizeof stand_in / sizeof *stand_in; i++)
        if (stand_in[i].character == character)
            return stand_in[i].ascii;
    if (character >= 0x2800 && character < 0x2900)
        return '.';
    return '?';
}

static void put_character(uint32_t character, bool utf8, FILE *out)
{
    if (character < 0x80) {
        putc((int)character, out);
    } else if (!utf8) {
        putc(ascii_for(character), out);
    } else if (character < 0x800) {
        putc((int)(0xc0 | character >> 6), out);
        putc((int)(0x80 | (character & 63)), out);
    } else if (character < 0x10000) {
        putc((int)(0xe0 | character >> 12), out);
        putc((int)(0x80 | (character >> 6 & 63)), out);
        putc((int)(0x80 | (character & 63)), out);
    } else {
        putc((int)(0xf0 | character >> 18), out);
        putc((int)(0x80 | (character >> 12 & 63)), out);
        putc((int)(0x80 | (character >> 6 & 63)), out);
        putc((int)(0x80 | (character & 63)), out);
    }
}

static void put_colour(unsigned layer, unsigned ink, const screen_terms *terms, FILE *out)
{
    const uint32_t colour = screen_colour(ink, terms->paper);
    if (terms->colours == SCREEN_TRUE)
        fprintf(out, ";%u;2;%u;%u;%u", layer, colour >> 16, colour >> 8 & 255, colour & 255);
    else
        fprintf(out, ";%u;5;%u", layer, nearest_256(colour));
}

static void put_style(screen_style style, const screen_terms *terms, FILE *out)
{
    if (terms->colours == SCREEN_PLAIN)
        return;
    fputs(style.bold ? "\033[0;1" : "\033[0", out);
    put_colour(38, style.ink, terms, out);
    put_colour(48, style.ground, terms, out);
    putc('m', out);
}

static bool same_style(screen_style a, screen_style b)
{
    return a.ink == b.ink && a.ground == b.ground && a.bold == b.bold;
}

/* Cells of a row that have to be put out. */
static unsigned row_length(const screen_cell *row, unsigned width, bool colours)
{
    while (!colours && width > 0 && row[width - 1].character == ' ')
        width--;
    return width;
}

void screen_print(const screen *s, const screen_terms *terms, bool home, FILE *out)
{
    const bool colours = terms->colours != SCREEN_PLAIN;
    if (home)
        fputs("\033[H", out);
    for (unsigned y = 0; y < s->height; y++) {
        const screen_cell *row = &s->cell[(size_t)y * s->width];
        const unsigned length = row_length(row, s->width, colours);
        for (unsigned x = 0; x < length; x++) {
            if (x == 0 || !same_style(row[x].style, row[x - 1].style))
                put_style(row[x].style, terms, out);
            if (row[x].character)
                put_character(row[x].character, terms->utf8, out);
        }
        if (colours)
            fputs("\033[0m", out);
        if (home)
            fputs(length < s->width ? "\033[K" : "", out);
        if (!home || y + 1 < s->height)
            fputs(home ? "\r\n" : "\n", out);
    }
}
