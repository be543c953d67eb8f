/*
 * Names as people type them.
 *
 * Two spellings are the same if they fold to the same letters and digits: small letters, without
 * accents, without anything else. German writes ü as ue where there is no ü, and others write u;
 * so ae, oe and ue fold to their first letter wherever they stand. That is wrong for words, but
 * right for comparing: both sides are folded alike.
 */
#include "names.h"

#include <string.h>

/* U+00C0 to U+017F without their accents. '?' stands for two letters: see pair_of(). */
static const char plain_latin[] = "aaaaaaaceeeeiiii"
                                  "dnooooo ouuuuy??"
                                  "aaaaaaaceeeeiiii"
                                  "dnooooo ouuuuy?y"
                                  "aaaaaaccccccccdd"
                                  "ddeeeeeeeeeegggg"
                                  "gggghhhhiiiiiiii"
                                  "ii??jjkkklllllll"
                                  "lllnnnnnnnnnoooo"
                                  "oooorrrrrrssssss"
                                  "ssttttttuuuuuuuu"
                                  "uuuuwwyyyzzzzzzs";

enum { LATIN_FIRST = 0xc0, LATIN_END = 0x180 };

_Static_assert(sizeof plain_latin == LATIN_END - LATIN_FIRST + 1, "one letter for each character");

/* Reads one character of UTF-8 and steps over it. 0 for a byte that begins none. */
static unsigned next_character(const char **text)
{
    const unsigned char *byte = (const unsigned char *)*text;
    const unsigned length = byte[0] >= 0xf0 ? 4 : byte[0] >= 0xe0 ? 3 : byte[0] >= 0xc0 ? 2 : 1;
    unsigned character = length == 1 ? byte[0] : byte[0] & (0x7fu >> length);
    for (unsigned i = 1; i < length; i++) {
        if ((byte[i] & 0xc0) != 0x80) {
            *text += 1;
            return 0;
        }
        character = character << 6 | (byte[i] & 0x3f);
    }
    *text += length;
    return character;
}

/* The two letters that replace a letter such as ß; NULL for all others. */
static const char *pair_of(unsigned character)
{
    switch (character) {
    case 0xdf:
        return "ss";
    case 0xde:
    case 0xfe:
        return "th";
    case 0x132:
    case 0x133:
        return "ij";
    default:
        return NULL;
    }
}

/* The small letter without accent; 0 for characters that comparisons ignore. */
static unsigned plain(unsigned c)
{
    if (c < 0x80) {
        if (c >= 'A' && c <= 'Z')
            return c + 'a' - 'A';
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ? c : 0;
    }
    if (c < LATIN_FIRST)
        return 0;
    if (c < LATIN_END)
        return plain_latin[c - LATIN_FIRST] == ' ' ? 0
                                                   : (unsigned char)plain_latin[c - LATIN_FIRST];
    if (c >= 0x218 && c <= 0x21b) /* Romanian letters with a comma below */
        return c < 0x21a ? 's' : 't';
    if (c >= 0x300 && c <= 0x36f) /* accents that follow their letter */
        return 0;
    if (c >= 0x400 && c <= 0x40f) /* Cyrillic capitals */
        return c + 0x50;
    if (c >= 0x410 && c <= 0x42f)
        return c + 0x20;
    return c >= 0x2000 && c <= 0x206f ? 0 : c; /* dashes, spaces and quotation marks */
}

/* Writes a character as UTF-8. No character that plain gives is longer than the one it was given,
 * so a folded name is never longer than the name. */
static size_t put(char *out, unsigned c)
{
    const size_t length = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    if (length == 1) {
        out[0] = (char)c;
        return 1;
    }
    for (size_t i = length - 1; i > 0; i--, c >>= 6)
        out[i] = (char)(0x80 | (c & 0x3f));
    out[0] = (char)(0xf00u >> length | c);
    return length;
}

static bool is_umlaut_e(const char *folded, size_t length, unsigned c)
{
    return c == 'e' && length > 0 && strchr("aou", folded[length - 1]) != NULL;
}

bool bd_fold(const char *name, char folded[BD_NAME_MAX + 1])
{
    size_t length = 0;
    if (strlen(name) > BD_NAME_MAX)
        return false;
    while (*name) {
        const unsigned character = next_character(&name);
        const char *pair = pair_of(character);
        const unsigned c = pair ? (unsigned char)pair[0] : plain(character);
        if (c != 0 && !is_umlaut_e(folded, length, c))
            length += put(folded + length, c);
        if (pair)
            folded[length++] = pair[1];
    }
    folded[length] = '\0';
    return true;
}

static bool is_same(const char *folded, const char *name)
{
    char other[BD_NAME_MAX + 1];
    return bd_fold(name, other) && strcmp(folded, other) == 0;
}

static bool is_called(const bd_city *city, const char *folded)
{
    if (is_same(folded, city->id) || is_same(folded, city->name))
        return true;
    for (unsigned i = 0; city->alias[i]; i++)
        if (is_same(folded, city->alias[i]))
            return true;
    return false;
}

int bd_city_named(const bd_board *board, const char *text)
{
    char folded[BD_NAME_MAX + 1];
    if (!bd_fold(text, folded) || *folded == '\0')
        return BD_NONE;
    for (int city = 0; city < board->ek->cities; city++)
        if (is_called(&board->city[city], folded))
            return city;
    return BD_NONE;
}

int bd_region_named(const bd_board *board, const char *text)
{
    char folded[BD_NAME_MAX + 1];
    if (!bd_fold(text, folded))
        return BD_NONE;
    for (int region = 0; region < board->ek->regions; region++)
        if (is_same(folded, board->region[region].id))
            return region;
    return BD_NONE;
}

int bd_city_with_id(const bd_board *board, const char *id)
{
    for (int city = 0; city < board->ek->cities; city++)
        if (strcmp(board->city[city].id, id) == 0)
            return city;
    return BD_NONE;
}

int bd_region_with_id(const bd_board *board, const char *id)
{
    for (int region = 0; region < board->ek->regions; region++)
        if (strcmp(board->region[region].id, id) == 0)
            return region;
    return BD_NONE;
}
