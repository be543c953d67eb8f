/* Words, houses, tokens and the emblems of power plants, drawn with a few strokes each. */
#include <stdarg.h>
#include <string.h>

#include "render.h"

/* ---------------------------------------------------------------------------------------- text */

static void put_escaped(FILE *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '&')
            fputs("&amp;", out);
        else if (*text == '<')
            fputs("&lt;", out);
        else if (*text == '>')
            fputs("&gt;", out);
        else if ((unsigned char)*text >= 0x20)
            fputc(*text, out);
    }
}

void render_text(FILE *out, double x, double y, render_font font, const char *text)
{
    fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%.1f\" text-anchor=\"%s\" fill=\"%s\"%s>",
            x, y, font.size, font.anchor, font.colour, font.bold ? " font-weight=\"bold\"" : "");
    put_escaped(out, text);
    fputs("</text>\n", out);
}

void render_printf(FILE *out, double x, double y, render_font font, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    render_text(out, x, y, font, text);
}

/* In parts of the size; generous, so that any condensed face of that size fits. */
static double character_width(uint32_t c)
{
    if (c < 0x80 && strchr("iljtfrI.,:;'()|! ", (int)c))
        return 0.36;
    if (c < 0x80 && strchr("mwMW@", (int)c))
        return 0.88;
    if (c >= 'A' && c <= 'Z')
        return 0.66;
    return c < 0x2e80 ? 0.57 : 1;
}

double render_text_width(const char *text, double size)
{
    double width = 0;
    while (*text)
        width += character_width(screen_next_character(&text));
    return width * size;
}

void render_cut(const char *text, double size, double width, char *out, size_t room)
{
    const char *end = text;
    double used = 0;
    while (*end) {
        const char *next = end;
        used += character_width(screen_next_character(&next)) * size;
        if (used > width || (size_t)(next - text) >= room)
            break;
        end = next;
    }
    snprintf(out, room, "%.*s", (int)(end - text), text);
}

/* -------------------------------------------------------------------------------------- houses */

const char *render_player_colour(unsigned owner)
{
    static const char *const colour[EK_OWNERS] = {"#d1481f", "#1f6fb2", "#d9a013", "#1f8a70",
                                                  "#7d4a8d", "#3d4147", "#c9ae84"};
    return colour[owner];
}

/* One roof for each player, in a box from (-10, -10) to (10, 10); the walls are below 1. */
static const char *const roof[EK_OWNERS] = {
    "M-10 1 L0 -9 L10 1 Z",                        /* gable */
    "M-10 1 L-10 -5 L10 -5 L10 1 Z",               /* flat */
    "M-10 1 L-10 -2 L10 -9 L10 1 Z",               /* shed */
    "M-10 1 A10 10 0 0 1 10 1 Z",                  /* dome */
    "M-10 1 L-5 -8 L5 -8 L10 1 Z",                 /* hip */
    "M-9 1 L-9 -8 L-3 1 L-3 -8 L3 1 L3 -8 L9 1 Z", /* sawtooth */
    "M-8 1 L-8 -7 L8 -7 L8 1 Z",                   /* the Trust: a plain block */
};

void render_house(FILE *out, double x, double y, double size, unsigned owner)
{
    fprintf(out,
            "<g transform=\"translate(%.1f %.1f) scale(%.3f)\" fill=\"%s\" stroke=\"%s\" "
            "stroke-width=\"1.2\" stroke-linejoin=\"round\"><rect x=\"-8\" y=\"0\" width=\"16\" "
            "height=\"9\"/><path d=\"%s\"/></g>\n",
            x, y, size / 20, render_player_colour(owner), RENDER_INK, roof[owner]);
}

/* -------------------------------------------------------------------------------------- tokens */

/* In a box from (-10, -10) to (10, 10). */
static const char *const token[EK_FUELS] = {
    /* coal: a brown cube */
    "<path d=\"M-8 -4 L-3 -9 L9 -9 L9 3 L4 8 L-8 8 Z\" fill=\"#6b4423\" stroke=\"#3a2412\"/>"
    "<path d=\"M-8 -4 L4 -4 L4 8 M4 -4 L9 -9\" fill=\"none\" stroke=\"#a77a50\"/>",
    /* oil: a black barrel */
    "<path d=\"M-6 -9 L6 -9 Q9 0 6 9 L-6 9 Q-9 0 -6 -9 Z\" fill=\"#232426\" stroke=\"#000\"/>"
    "<path d=\"M-7.3 -4 L7.3 -4 M-7.3 4 L7.3 4\" stroke=\"#8d9296\" fill=\"none\"/>",
    /* garbage: a yellow bin */
    "<path d=\"M-7 -5 L7 -5 L5 9 L-5 9 Z\" fill=\"#e0b81c\" stroke=\"#7d6200\"/>"
    "<path d=\"M-9 -5 L9 -5 M-3 -8 L3 -8 M-2.5 -2 L-2 6 M2.5 -2 L2 6\" stroke=\"#7d6200\" "
    "fill=\"none\" stroke-width=\"1.8\"/>",
    /* uranium: a red drum */
    "<circle r=\"8.6\" fill=\"#c2271d\" stroke=\"#6d110b\"/><circle r=\"2\" fill=\"#f4eddc\"/>"
    "<path d=\"M-1.8 -3.1 L-3.6 -6.3 A7.2 7.2 0 0 1 3.6 -6.3 L1.8 -3.1 Z M3.6 0 L7.2 0 A7.2 7.2 0 "
    "0 "
    "1 3.6 6.3 L1.8 3.1 Z M-3.6 0 L-7.2 0 A7.2 7.2 0 0 0 -3.6 6.3 L-1.8 3.1 Z\" fill=\"#f4eddc\"/>",
};

void render_token(FILE *out, double x, double y, double size, unsigned fuel)
{
    fprintf(out, "<g transform=\"translate(%.1f %.1f) scale(%.3f)\" stroke-width=\"1.2\">%s</g>\n",
            x, y, size / 20, token[fuel]);
}

/* ------------------------------------------------------------------------------------- emblems */

const char *render_kind_colour(unsigned kind)
{
    static const char *const colour[] = {"#7a4a22", "#33373b", "#a8830a", "#b3261e",
                                         "#5a5148", "#1f8a70", "#1f6fb2"};
    return colour[kind];
}

/* In a box from (-20, -20) to (20, 20), drawn in the colour of the kind. */
static const char *const emblem[] = {
    /* coal: a stack */
    "<path d=\"M-15 18 L-15 4 L-4 4 L-2 -10 L6 -10 L8 4 L15 4 L15 18 Z\"/>"
    "<circle cx=\"6\" cy=\"-14\" r=\"4\" opacity=\".55\"/><circle cx=\"13\" cy=\"-17\" r=\"3\" "
    "opacity=\".35\"/>",
    /* oil: a derrick */
    "<path d=\"M-13 18 L0 -18 L13 18 M-9.5 9 L9.5 9 M-6.5 0 L6.5 0 M-3.5 -9 L3.5 -9 M-9.5 9 L6.5 0 "
    "M9.5 9 L-6.5 0 M-6.5 0 L3.5 -9 M6.5 0 L-3.5 -9\" fill=\"none\" stroke-width=\"2.4\"/>"
    "<path d=\"M-17 18 L17 18\" stroke-width=\"4\"/>",
    /* garbage: an incinerator */
    "<path d=\"M-16 18 L-16 0 L6 0 L6 -14 L13 -14 L13 18 Z\"/>"
    "<path d=\"M-5 15 Q-12 9 -5 3 Q-5 8 -2 8 Q2 12 -5 15 Z\" fill=\"#f4eddc\" stroke=\"none\"/>",
    /* uranium: a cooling tower */
    "<path d=\"M-15 18 Q-4 0 -10 -14 L10 -14 Q4 0 15 18 Z\"/>"
    "<path d=\"M-8 -17 Q-3 -21 2 -17 Q7 -20 10 -17\" fill=\"none\" stroke-width=\"2\" "
    "opacity=\".6\"/>",
    /* hybrid: twin stacks */
    "<path d=\"M-16 18 L-16 5 L-11 5 L-10 -12 L-4 -12 L-3 5 L4 5 L5 -12 L11 -12 L12 5 L16 5 L16 18 "
    "Z\"/><circle cx=\"-6\" cy=\"-16\" r=\"3\" opacity=\".5\"/><circle cx=\"9\" cy=\"-16\" r=\"3\" "
    "opacity=\".5\"/>",
    /* wind: a windmill */
    "<path d=\"M-2 18 L-1 -4 L1 -4 L2 18 Z\"/><circle cx=\"0\" cy=\"-5\" r=\"2.6\"/>"
    "<path d=\"M0 -5 L-2.5 -19 L2 -18 Z M0 -5 L13.5 0 L10 3.5 Z M0 -5 L-13.5 0 L-12 -4.5 Z\"/>",
    /* fusion: a ring */
    "<ellipse rx=\"17\" ry=\"9\" fill=\"none\" stroke-width=\"4\"/><ellipse rx=\"6\" ry=\"16\" "
    "fill=\"none\" stroke-width=\"2\"/><circle r=\"3.4\" fill=\"#e0b81c\" stroke=\"none\"/>",
};

void render_emblem(FILE *out, double x, double y, double size, unsigned kind)
{
    const char *colour = render_kind_colour(kind);
    fprintf(out,
            "<g transform=\"translate(%.1f %.1f) scale(%.3f)\" fill=\"%s\" stroke=\"%s\" "
            "stroke-width=\"1\" stroke-linejoin=\"round\">%s</g>\n",
            x, y, size / 40, colour, colour, emblem[kind]);
}
