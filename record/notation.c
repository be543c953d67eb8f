#include "notation.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lines.h"
#include "words_text.h"

/* ------------------------------------------------------------------------------------ errors */

bool rec_refuse(rec_error *error, ek_reason reason)
{
    snprintf(error->code, sizeof error->code, "%s", rec_reason_word(reason));
    snprintf(error->text, sizeof error->text, "%s", rec_reason_text(reason));
    return false;
}

/* The regions of these cities, with commas. */
static void list_regions(const bd_board *board, ek_cities cities, char *text, size_t size)
{
    rec_out out = {.text = text, .room = size};
    unsigned listed = 0;
    for (unsigned c = 0; c < board->ek->cities; c++) {
        const unsigned region = board->ek->region_of[c];
        if (!(cities >> c & 1) || listed >> region & 1)
            continue;
        rec_add(&out, "%s%s", listed ? ", " : "", board->region[region].id);
        listed |= 1u << region;
    }
}

void rec_why_text(const bd_board *board, const ek_rules *rules, ek_reason reason,
                  char text[REC_TEXT_MAX])
{
    static const char field[] = "{regions}";
    char regions[REC_TEXT_MAX / 2] = "";
    const char *sentence = rec_reason_text(reason);
    const char *at = strstr(sentence, field);
    if (!at) {
        snprintf(text, REC_TEXT_MAX, "%s", sentence);
        return;
    }
    list_regions(board, rules->variant->nuclear_cities, regions, sizeof regions);
    snprintf(text, REC_TEXT_MAX, "%.*s%s%s", (int)(at - sentence), sentence, regions,
             at + sizeof field - 1);
}

bool rec_refuse_move(rec_error *error, const bd_board *board, const ek_rules *rules,
                     ek_reason reason)
{
    snprintf(error->code, sizeof error->code, "%s", rec_reason_word(reason));
    rec_why_text(board, rules, reason, error->text);
    return false;
}

bool rec_fail(rec_error *error, const char *code, const char *format, ...)
{
    va_list arguments;
    snprintf(error->code, sizeof error->code, "%s", code);
    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    rec_mend_utf8(error->text); /* a quotation may have been cut off within a character */
    return false;
}

/* ---------------------------------------------------------------------------------- printing */

static unsigned pop_plant(ek_plants *set)
{
    const unsigned plant = (unsigned)__builtin_ctzll(*set);
    *set &= *set - 1;
    return plant;
}

/* Appends to a text of REC_MOVE_MAX bytes; every move fits. */
static void append(char *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void append(char *text, const char *format, ...)
{
    const size_t length = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + length, REC_MOVE_MAX - length, format, arguments);
    va_end(arguments);
}

/* The mix of a hybrid; parts of zero are left out. */
static void append_mix(char *text, unsigned coal, unsigned oil)
{
    append(text, "=");
    if (coal)
        append(text, "coal%u", coal);
    if (coal && oil)
        append(text, "+");
    if (oil)
        append(text, "oil%u", oil);
}

static void print_power(ek_plants plants, ek_move move, char *text)
{
    for (unsigned rank = 0; plants && rank < EK_PLANTS_OWNED; rank++) {
        const unsigned number = pop_plant(&plants);
        const ek_plant *plant = &ek_tables.plant[number];
        const unsigned coal = ek_move_b(move) >> 2 * rank & 3;
        if (!(ek_move_a(move) >> rank & 1))
            continue;
        append(text, " %u", number);
        if (plant->kind == EK_KIND_HYBRID && coal <= plant->need)
            append_mix(text, coal, plant->need - coal);
    }
}

static const char *city_id(const bd_board *board, unsigned city)
{
    return city < board->ek->cities ? board->city[city].id : "?";
}

void rec_print_move(const bd_board *board, const ek_state *state, ek_move move,
                    char text[REC_MOVE_MAX])
{
    rec_print_move_of(board, state, ek_to_move(state), move, text);
}

void rec_print_move_of(const bd_board *board, const ek_state *state, unsigned seat, ek_move move,
                       char text[REC_MOVE_MAX])
{
    const enum ek_move_type type = ek_move_type(move);
    const unsigned a = ek_move_a(move);
    const unsigned b = ek_move_b(move);
    snprintf(text, REC_MOVE_MAX, "%s", rec_move_word(type));
    switch (type) {
    case EK_MOVE_REGION:
        append(text, " %s", a < board->ek->regions ? board->region[a].id : "?");
        break;
    case EK_MOVE_TRUST:
    case EK_MOVE_MARK:
    case EK_MOVE_CONNECT:
        append(text, " %s", city_id(board, a));
        break;
    case EK_MOVE_NOMINATE:
        append(text, " %u %u", a, b);
        break;
    case EK_MOVE_BID:
        append(text, " %u", b);
        break;
    case EK_MOVE_SCRAP:
        append(text, " %u", a);
        break;
    case EK_MOVE_RETURN:
        append(text, " coal %u oil %u", a, b);
        break;
    case EK_MOVE_BUY:
        append(text, " %s %u", rec_fuel_word(a), b);
        break;
    case EK_MOVE_POWER:
        if (seat != EK_NOBODY)
            print_power(state->owner[seat].plants, move, text);
        break;
    default: /* pass, done */
        break;
    }
}

/* ----------------------------------------------------------------------------------- reading */

/* The words of a move, in small letters where they are ASCII. */
enum { WORDS_MAX = 12 };
typedef struct words {
    char text[REC_MOVE_MAX];
    char *word[WORDS_MAX];
    unsigned count;
} words;

static bool split(const char *text, words *w, rec_error *error)
{
    if (strlen(text) >= sizeof w->text)
        return rec_fail(error, "bad-syntax", "A move must have at most %d letters.",
                        REC_MOVE_MAX - 1);
    w->count = 0;
    memcpy(w->text, text, strlen(text) + 1);
    for (char *at = w->text; *at;) {
        if (isspace((unsigned char)*at)) {
            *at++ = '\0';
            continue;
        }
        if (w->count == WORDS_MAX)
            return rec_fail(error, "bad-syntax", "A move must have at most %d words.", WORDS_MAX);
        w->word[w->count++] = at;
        for (; *at && !isspace((unsigned char)*at); at++)
            *at = (char)tolower((unsigned char)*at);
    }
    return true;
}

static bool read_number(const char *word, unsigned max, unsigned *number)
{
    unsigned value = 0;
    if (!*word)
        return false;
    for (; *word; word++) {
        if (!isdigit((unsigned char)*word))
            return false;
        value = value * 10 + (unsigned)(*word - '0');
        if (value > max)
            return false;
    }
    *number = value;
    return true;
}

static bool read_operand(const char *word, const char *what, unsigned max, unsigned *number,
                         rec_error *error)
{
    return read_number(word, max, number) ||
           rec_fail(error, "bad-syntax", "Expected %s, a whole number up to %u, not '%.40s'.", what,
                    max, word);
}

static bool read_plant(const char *word, unsigned *plant, rec_error *error)
{
    if (!read_number(word, EK_PLANT_NUMBERS - 1, plant) || !(ek_tables.plants >> *plant & 1))
        return rec_fail(error, "no-such-plant", "There is no plant '%.40s'.", word);
    return true;
}

/* A name may have several words. */
static void join(const words *w, char name[REC_MOVE_MAX])
{
    size_t length = 0;
    for (unsigned i = 1; i < w->count; i++)
        length += (size_t)snprintf(name + length, REC_MOVE_MAX - length, i > 1 ? " %s" : "%s",
                                   w->word[i]);
}

static bool read_city(const bd_board *board, const words *w, enum ek_move_type type, ek_move *move,
                      rec_error *error)
{
    char name[REC_MOVE_MAX] = "";
    join(w, name);
    const int city = bd_city_named(board, name);
    if (city < 0)
        return rec_fail(error, "no-such-city", "%s has no city '%.60s'.", board->name, name);
    *move = ek_move_of(type, (unsigned)city, 0);
    return true;
}

static bool read_region(const bd_board *board, const words *w, ek_move *move, rec_error *error)
{
    char name[REC_MOVE_MAX] = "";
    join(w, name);
    const int region = bd_region_named(board, name);
    if (region < 0)
        return rec_fail(error, "no-such-region", "%s has no region '%.60s'.", board->name, name);
    *move = ek_move_of(EK_MOVE_REGION, (unsigned)region, 0);
    return true;
}

static bool read_nomination(const words *w, ek_move *move, rec_error *error)
{
    unsigned plant = 0;
    unsigned bid = 0;
    if (!read_plant(w->word[1], &plant, error) ||
        !read_operand(w->word[2], "a bid", UINT16_MAX, &bid, error))
        return false;
    *move = ek_move_of(EK_MOVE_NOMINATE, plant, bid);
    return true;
}

static bool read_return(const words *w, ek_move *move, rec_error *error)
{
    unsigned tokens[2] = {0};
    for (unsigned i = 1; i < w->count; i += 2) {
        const int fuel = rec_fuel_named(w->word[i]);
        if (fuel != EK_COAL && fuel != EK_OIL)
            return rec_fail(error, "bad-syntax", "Expected coal or oil, not '%.40s'.", w->word[i]);
        if (!read_operand(w->word[i + 1], "a number of tokens", 99, &tokens[fuel], error))
            return false;
    }
    *move = ek_move_of(EK_MOVE_RETURN, tokens[EK_COAL], tokens[EK_OIL]);
    return true;
}

static bool read_purchase(const words *w, ek_move *move, rec_error *error)
{
    const int fuel = rec_fuel_named(w->word[1]);
    unsigned count = 0;
    if (fuel < 0)
        return rec_fail(error, "bad-syntax", "Expected coal, oil, garbage or uranium, not '%.40s'.",
                        w->word[1]);
    if (!read_operand(w->word[2], "a number of tokens", 999, &count, error))
        return false;
    *move = ek_move_of(EK_MOVE_BUY, (unsigned)fuel, count);
    return true;
}

/* -------------------------------------------------------------------------------------- power */

/* A power move as its words give it: the plants, and the mixes that are named. */
typedef struct power_words {
    unsigned set, coal;  /* as in a power move */
    unsigned mix_needed; /* ranks of hybrids whose mix is not named */
    unsigned mix_mask;   /* the bits of coal that are known */
} power_words;

/* Reads "coal1+oil1" for a plant of some need. */
static bool read_mix(char *mix, unsigned need, unsigned *coal, rec_error *error)
{
    unsigned tokens[2] = {0};
    bool named[2] = {false};
    for (char *rest = mix, *part; (part = strtok_r(rest, "+", &rest));) {
        const size_t letters = strcspn(part, "0123456789");
        unsigned count = 0;
        const int fuel = letters == 4 && strncmp(part, "coal", 4) == 0  ? EK_COAL
                         : letters == 3 && strncmp(part, "oil", 3) == 0 ? EK_OIL
                                                                        : -1;
        if (fuel < 0 || named[fuel] || !read_number(part + letters, 99, &count))
            return rec_fail(error, "bad-syntax",
                            "Expected a mix such as coal1+oil1 or oil2 after '='.");
        named[fuel] = true;
        tokens[fuel] = count;
    }
    if (tokens[EK_COAL] + tokens[EK_OIL] != need)
        return rec_fail(error, "bad-mix", "The mix must be %u tokens in all.", need);
    *coal = tokens[EK_COAL];
    return true;
}

static bool read_powered_plant(char *word, ek_plants owned, power_words *p, rec_error *error)
{
    char *mix = strchr(word, '=');
    unsigned number = 0;
    unsigned coal = 0;
    if (mix)
        *mix++ = '\0';
    if (!read_plant(word, &number, error))
        return false;
    if (!(owned >> number & 1))
        return rec_fail(error, "not-your-plant", "Plant %u is not one of your plants.", number);
    const unsigned rank = (unsigned)__builtin_popcountll(owned & ((UINT64_C(1) << number) - 1));
    const ek_plant *plant = &ek_tables.plant[number];
    if (p->set >> rank & 1)
        return rec_fail(error, "bad-syntax", "Plant %u is named twice.", number);
    p->set |= 1u << rank;
    if (plant->kind != EK_KIND_HYBRID)
        return !mix || rec_fail(error, "bad-mix", "Plant %u burns only one fuel.", number);
    if (!mix) {
        p->mix_needed |= 1u << rank;
        return true;
    }
    if (!read_mix(mix, plant->need, &coal, error))
        return false;
    p->coal |= coal << 2 * rank;
    p->mix_mask |= 3u << 2 * rank;
    return true;
}

/* Finds the mixes that are not named, if only one is possible. If no legal mix exists, any will do:
 * the engine then says what is missing. */
static bool settle_mix(const ek_rules *rules, const ek_state *state, const power_words *p,
                       ek_move *move, rec_error *error)
{
    ek_move legal[EK_MOVES_MAX];
    const unsigned count = ek_moves(rules, state, legal);
    unsigned fitting = 0;
    *move = ek_move_of(EK_MOVE_POWER, p->set, p->coal);
    if (!p->mix_needed)
        return true;
    for (unsigned i = 0; i < count; i++) {
        if (ek_move_type(legal[i]) != EK_MOVE_POWER || ek_move_a(legal[i]) != p->set ||
            (ek_move_b(legal[i]) & p->mix_mask) != p->coal)
            continue;
        *move = legal[i];
        fitting++;
    }
    return fitting <= 1 ||
           rec_fail(error, "ambiguous-mix",
                    "More than one mix of coal and oil is possible: name it, as in 5=coal1+oil1.");
}

static bool read_power(const ek_rules *rules, const ek_state *state, const words *w, ek_move *move,
                       rec_error *error)
{
    const unsigned seat = ek_to_move(state);
    power_words p = {0};
    if (seat == EK_NOBODY) /* no seat is to move: the engine says why the move is refused */
        return *move = ek_move_of(EK_MOVE_POWER, 0, 0), true;
    for (unsigned i = 1; i < w->count; i++)
        if (!read_powered_plant(w->word[i], state->owner[seat].plants, &p, error))
            return false;
    return settle_mix(rules, state, &p, move, error);
}

/* How many words each move has after its first. */
static bool has_operands(enum ek_move_type type, unsigned count)
{
    switch (type) {
    case EK_MOVE_PASS:
    case EK_MOVE_DONE:
        return count == 0;
    case EK_MOVE_BID:
    case EK_MOVE_SCRAP:
        return count == 1;
    case EK_MOVE_NOMINATE:
    case EK_MOVE_BUY:
        return count == 2;
    case EK_MOVE_RETURN:
        return count == 2 || count == 4;
    case EK_MOVE_POWER:
        return count <= EK_PLANTS_OWNED;
    default: /* a name of any number of words */
        return count >= 1;
    }
}

bool rec_parse_move(const bd_board *board, const ek_rules *rules, const ek_state *state,
                    const char *text, ek_move *move, rec_error *error)
{
    words w;
    unsigned number = 0;
    if (!split(text, &w, error))
        return false;
    const int type = w.count ? rec_move_named(w.word[0]) : -1;
    if (type <= EK_MOVE_NONE)
        return rec_fail(error, "bad-syntax", "'%.40s' is not a move.", text);
    if (!has_operands((enum ek_move_type)type, w.count - 1))
        return rec_fail(error, "bad-syntax", "Wrong number of words after '%s'.", w.word[0]);
    switch (type) {
    case EK_MOVE_REGION:
        return read_region(board, &w, move, error);
    case EK_MOVE_NOMINATE:
        return read_nomination(&w, move, error);
    case EK_MOVE_BID:
        if (!read_operand(w.word[1], "a bid", UINT16_MAX, &number, error))
            return false;
        *move = ek_move_of(EK_MOVE_BID, 0, number);
        return true;
    case EK_MOVE_SCRAP:
        if (!read_plant(w.word[1], &number, error))
            return false;
        *move = ek_move_of(EK_MOVE_SCRAP, number, 0);
        return true;
    case EK_MOVE_RETURN:
        return read_return(&w, move, error);
    case EK_MOVE_BUY:
        return read_purchase(&w, move, error);
    case EK_MOVE_POWER:
        return read_power(rules, state, &w, move, error);
    case EK_MOVE_PASS:
    case EK_MOVE_DONE:
        *move = ek_move_of((enum ek_move_type)type, 0, 0);
        return true;
    default:
        return read_city(board, &w, (enum ek_move_type)type, move, error);
    }
}
