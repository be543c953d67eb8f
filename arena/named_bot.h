/*
 * Built-in bots as people name them: LEVEL[:STYLE][@BUDGET], such as "normal", "normal:rusher",
 * "hard@500" (playouts a decision) or "expert:miser@200ms" (time a decision).
 */
#ifndef ELEKTRO_NAMED_BOT_H
#define ELEKTRO_NAMED_BOT_H

#include "bot.h"
#include "notation.h"

enum { AR_BOT_TEXT = 40 }; /* bytes of a bot's name as ar_write_bot writes it, its end included */

typedef struct ar_bot {
    uint8_t level;         /* enum bot_level */
    uint8_t style;         /* enum bot_style */
    uint32_t nodes;        /* playouts a decision; 0: the level's own */
    uint32_t milliseconds; /* time a decision; 0: no limit but the nodes */
} ar_bot;

/* Reads a bot's name; false and error if it is none. By default an expert thinks for a second. */
bool ar_read_bot(const char *text, ar_bot *named, rec_error *error);

/* Writes it as ar_read_bot reads it, without what is the default. */
void ar_write_bot(const ar_bot *named, char text[AR_BOT_TEXT]);

/* bot_sit for a named bot. */
void ar_sit(bot *b, const ar_bot *named, unsigned seat, const ek_rules *rules, uint64_t seed);

#endif
