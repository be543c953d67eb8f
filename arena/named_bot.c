#include "named_bot.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "deadline.h"
#include "weights.h"

enum { SHOWN = 60 }; /* characters of a bad name that an error shows */

/* The index of the word in a list that begins a text and ends where the text has one of the
 * characters of ends, or ends itself; count if there is none. */
static unsigned find_word(const char *const *words, unsigned count, const char *text,
                          const char *ends)
{
    const size_t length = strcspn(text, ends);
    unsigned i = 0;
    while (i < count && (strlen(words[i]) != length || strncasecmp(words[i], text, length) != 0))
        i++;
    return i;
}

/* "500" playouts or "200ms" of time for each decision. */
static bool read_budget(const char *text, ar_bot *named)
{
    char *end;
    const unsigned long number = strtoul(text, &end, 10);
    if (!isdigit((unsigned char)*text) || number < 1 || number > 1000000)
        return false;
    if (strcmp(end, "ms") == 0)
        named->milliseconds = (uint32_t)number;
    else
        named->nodes = (uint32_t)number;
    return *end == '\0' || strcmp(end, "ms") == 0;
}

static bool read_style(const char *text, const char *style, ar_bot *named, rec_error *error)
{
    const unsigned found = find_word(bot_style_words, BOT_STYLES, style, "@");
    if (named->level < BOT_NORMAL)
        return rec_fail(error, "bad-bots", "'%.*s': %s has no styles; normal, hard and expert do.",
                        SHOWN, text, bot_level_words[named->level]);
    if (found == BOT_STYLES)
        return rec_fail(error, "bad-bots",
                        "'%.*s': expected the style hoarder, rusher, miser, spender or blocker "
                        "after ':'.",
                        SHOWN, text);
    named->style = (uint8_t)found;
    return true;
}

bool ar_read_bot(const char *text, ar_bot *named, rec_error *error)
{
    const unsigned level = find_word(bot_level_words, BOT_LEVELS, text, ":@");
    const char *style = strchr(text, ':');
    const char *budget = strchr(text, '@');
    if (level == BOT_LEVELS)
        return rec_fail(error, "bad-bots",
                        "There is no bot '%.*s': random, easy, normal, hard or expert.", SHOWN,
                        text);
    *named = (ar_bot){.level = (uint8_t)level};
    if (style && (!budget || style < budget) && !read_style(text, style + 1, named, error))
        return false;
    if (budget && level < BOT_HARD)
        return rec_fail(error, "bad-bots", "'%.*s': %s does not search and needs no budget.", SHOWN,
                        text, bot_level_words[level]);
    if (budget && !read_budget(budget + 1, named))
        return rec_fail(error, "bad-bots", "'%.*s': expected playouts or milliseconds after '@'.",
                        SHOWN, text);
    if (!budget)
        named->milliseconds = ar_level_ms(level);
    return true;
}

void ar_write_bot(const ar_bot *named, char text[AR_BOT_TEXT])
{
    const char *style = bot_style_words[named->style];
    int length =
        snprintf(text, AR_BOT_TEXT, "%s%s%s", bot_level_words[named->level],
                 named->style == BOT_PLAIN ? "" : ":", named->style == BOT_PLAIN ? "" : style);
    if (named->nodes)
        snprintf(text + length, AR_BOT_TEXT - (size_t)length, "@%" PRIu32, named->nodes);
    else if (named->milliseconds != ar_level_ms(named->level))
        snprintf(text + length, AR_BOT_TEXT - (size_t)length, "@%" PRIu32 "ms",
                 named->milliseconds);
}

void ar_sit(bot *b, const ar_bot *named, unsigned seat, const ek_rules *rules, uint64_t seed)
{
    bot_sit_with(b, (enum bot_level)named->level, seat, rules, seed,
                 &bot_style_parameters[named->style]);
    b->nodes = named->nodes;
    b->judge = &bot_native_judge;
}
