/* Moves as people type them: the notation and its short forms. A line may leave out the verb if
 * only one is possible, the bid if it is the minimum, and most letters of a city. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "layout.h"
#include "play.h"
#include "words_text.h"

enum { TOKENS_MAX = 12, TOKEN_MAX = 48 };

typedef struct tokens {
    char token[TOKENS_MAX][TOKEN_MAX];
    unsigned count;
} tokens;

static bool cut(const char *text, tokens *t)
{
    t->count = 0;
    for (;;) {
        while (isspace((unsigned char)*text))
            text++;
        if (!*text)
            return true;
        size_t length = 0;
        while (text[length] && !isspace((unsigned char)text[length]))
            length++;
        if (t->count == TOKENS_MAX || length >= TOKEN_MAX)
            return false;
        memcpy(t->token[t->count], text, length);
        t->token[t->count++][length] = '\0';
        text += length;
    }
}

static bool begins(const char *word, const char *start)
{
    return strncasecmp(word, start, strlen(start)) == 0;
}

static bool is_number(const char *text)
{
    return *text && strspn(text, "0123456789") == strlen(text);
}

/* ----------------------------------------------------------------------------- what is possible */

/* The types of moves that are legal now, as a set. */
static unsigned possible_types(const play *p)
{
    static ek_move moves[EK_MOVES_MAX];
    const unsigned count = ek_moves(play_rules(p), play_state(p), moves);
    unsigned types = 0;
    for (unsigned i = 0; i < count; i++)
        types |= 1u << ek_move_type(moves[i]);
    return types;
}

/* The verb of a move that is typed without one. */
static unsigned implied_type(unsigned types)
{
    types &= ~(1u << EK_MOVE_PASS | 1u << EK_MOVE_DONE);
    for (unsigned type = 0; type < EK_MOVE_TYPES; type++)
        if (types >> type & 1)
            return type;
    return EK_MOVE_NONE;
}

/* The verb a word stands for: one that is possible and begins so, or any written in full. */
static unsigned type_named(unsigned types, const char *word)
{
    for (unsigned type = 1; type < EK_MOVE_TYPES; type++)
        if (types >> type & 1 && begins(rec_move_word(type), word))
            return type;
    const int type = rec_move_named(word);
    if (type > 0)
        return (unsigned)type;
    if (strcmp(word, "-") == 0 && types >> EK_MOVE_PASS & 1)
        return EK_MOVE_PASS;
    if (strcmp(word, ".") == 0 && types >> EK_MOVE_DONE & 1)
        return EK_MOVE_DONE;
    /* Where numbers are expected, the beginning of any verb is one: "c essen" in an auction. */
    const unsigned numbers = 1u << EK_MOVE_NOMINATE | 1u << EK_MOVE_BID | 1u << EK_MOVE_SCRAP;
    for (unsigned other = 1; types & numbers && other < EK_MOVE_TYPES; other++)
        if (begins(rec_move_word(other), word))
            return other;
    return EK_MOVE_NONE;
}

/* --------------------------------------------------------------------------------------- names */

/* Whether a city's name or id begins with the text, however it is spelt. */
static bool city_begins(const bd_city *city, const char *text)
{
    return begins(city->id, text) || begins(city->name, text);
}

int play_city_named(const bd_board *board, const char *text, rec_error *error)
{
    char code[EK_CITIES][LAYOUT_CODE];
    int found = bd_city_named(board, text);
    if (found != BD_NONE)
        return found;
    layout_codes(board, code);
    for (unsigned c = 0; c < board->ek->cities; c++)
        if (strcasecmp(code[c], text) == 0)
            return (int)c;
    for (unsigned c = 0; c < board->ek->cities; c++) {
        if (!city_begins(&board->city[c], text))
            continue;
        if (found != BD_NONE) {
            rec_fail(error, "ambiguous-city", "'%s' may be %s or %s.", text,
                     board->city[found].name, board->city[c].name);
            return BD_NONE;
        }
        found = (int)c;
    }
    if (found == BD_NONE)
        rec_fail(error, "no-such-city", "There is no city '%s' on this board.", text);
    return found;
}

static int region_named(const bd_board *board, const char *text)
{
    int found = bd_region_named(board, text);
    for (unsigned r = 0; found == BD_NONE && r < board->ek->regions; r++)
        if (begins(board->region[r].id, text))
            found = (int)r;
    return found;
}

static int fuel_named(const char *text)
{
    for (unsigned f = 0; f < EK_FUELS; f++)
        if (*text && begins(rec_fuel_word(f), text))
            return (int)f;
    return -1;
}

/* ------------------------------------------------------------------------------------ arguments */

static bool refuse(rec_error *error, const char *expected)
{
    return rec_fail(error, "bad-syntax", "Expected %s.", expected);
}

/* Joins words of a line again, from one on. */
static void join(const tokens *t, unsigned from, char text[EDIT_MAX])
{
    size_t used = 0;
    text[0] = '\0';
    for (unsigned i = from; i < t->count && used < EDIT_MAX - 1; i++)
        used += (size_t)snprintf(text + used, EDIT_MAX - used, "%s%s", i > from ? " " : "",
                                 t->token[i]);
}

static bool read_city(const play *p, unsigned type, const tokens *t, unsigned from, ek_move *move,
                      rec_error *error)
{
    char name[EDIT_MAX];
    join(t, from, name);
    if (!name[0])
        return refuse(error, "a city");
    const int city = play_city_named(rec_board(p->game), name, error);
    *move = ek_move_of(type, (unsigned)city, 0);
    return city != BD_NONE;
}

static bool read_region(const play *p, const tokens *t, unsigned from, ek_move *move,
                        rec_error *error)
{
    char name[EDIT_MAX];
    join(t, from, name);
    const int region = name[0] ? region_named(rec_board(p->game), name) : BD_NONE;
    *move = ek_move_of(EK_MOVE_REGION, (unsigned)region, 0);
    return region != BD_NONE || rec_refuse(error, EK_REASON_NO_SUCH_REGION);
}

static bool read_nomination(const play *p, const tokens *t, unsigned from, ek_move *move,
                            rec_error *error)
{
    unsigned long plant, bid;
    if (from >= t->count || !cli_parse_number(t->token[from], 1, 99, &plant))
        return refuse(error, "a plant's number");
    if (plant >= EK_PLANT_NUMBERS - 1 || !(ek_tables.plants >> plant & 1))
        return rec_refuse(error, EK_REASON_NO_SUCH_PLANT);
    bid = ek_minimum_bid(play_state(p), (unsigned)plant);
    if (from + 1 < t->count && !cli_parse_number(t->token[from + 1], 0, 9999, &bid))
        return refuse(error, "a bid after the plant's number");
    *move = ek_move_of(EK_MOVE_NOMINATE, (unsigned)plant, (unsigned)bid);
    return true;
}

static bool read_bid(const play *p, const tokens *t, unsigned from, ek_move *move, rec_error *error)
{
    unsigned long bid = play_state(p)->bid + 1u;
    const bool one_more = from >= t->count || strcmp(t->token[from], "+") == 0;
    if (!one_more && !cli_parse_number(t->token[from], 0, 9999, &bid))
        return refuse(error, "an amount, or + for one more");
    *move = ek_move_of(EK_MOVE_BID, 0, (unsigned)bid);
    return true;
}

/* "c 3", "3 coal", "c3", "coal": fuel and count in any order, one if no count is said. */
static bool read_purchase(const tokens *t, unsigned from, const char *glued, ek_move *move,
                          rec_error *error)
{
    int fuel = *glued ? fuel_named(glued) : -1;
    unsigned long count = 1;
    for (unsigned i = from; i < t->count; i++) {
        char word[TOKEN_MAX];
        snprintf(word, sizeof word, "%s", t->token[i]);
        char *digits = word + strcspn(word, "0123456789");
        if (*digits && !cli_parse_number(digits, 1, 99, &count))
            return refuse(error, "a number of tokens");
        *digits = '\0';
        if (word[0] && (fuel = fuel_named(word)) < 0)
            return refuse(error, "coal, oil, garbage or uranium, and how many");
    }
    if (fuel < 0)
        return refuse(error, "coal, oil, garbage or uranium, and how many");
    *move = ek_move_of(EK_MOVE_BUY, (unsigned)fuel, (unsigned)count);
    return true;
}

static bool read_return(const tokens *t, unsigned from, ek_move *move, rec_error *error)
{
    unsigned long tokens_of[2] = {0, 0};
    for (unsigned i = from; i + 1 < t->count; i += 2) {
        const int fuel = fuel_named(t->token[i]);
        if (fuel < 0 || fuel > EK_OIL ||
            !cli_parse_number(t->token[i + 1], 0, 99, &tokens_of[fuel]))
            return refuse(error, "return coal N oil N");
    }
    *move = ek_move_of(EK_MOVE_RETURN, (unsigned)tokens_of[0], (unsigned)tokens_of[1]);
    return true;
}

bool play_default_move(const play *p, ek_move *move)
{
    const ek_state *state = play_state(p);
    if (ek_phase(state) != EK_PHASE_BUREAUCRACY || ek_to_move(state) == EK_NOBODY)
        return false;
    ek_best_power(play_rules(p), state, ek_to_move(state), EK_HOUSES, move);
    return true;
}

/* "p" and "=" run the best plants; "power" in full is the notation's, where nothing runs nothing.
 */
static bool read_power(const play *p, const tokens *t, unsigned from, ek_move *move,
                       rec_error *error)
{
    char text[EDIT_MAX + 8], rest[EDIT_MAX];
    const bool shortened = from == 0 || strcasecmp(t->token[0], "power") != 0;
    join(t, from, rest);
    if (shortened && (!rest[0] || strcmp(rest, "=") == 0) && play_default_move(p, move))
        return true;
    if (strcasecmp(rest, "none") == 0)
        rest[0] = '\0';
    snprintf(text, sizeof text, "power %s", rest);
    return rec_parse_move(rec_board(p->game), play_rules(p), play_state(p), text, move, error);
}

/* ---------------------------------------------------------------------------------------- moves */

static bool read_scrap(const tokens *t, unsigned from, ek_move *move, rec_error *error)
{
    unsigned long plant;
    if (from >= t->count || !cli_parse_number(t->token[from], 1, EK_PLANT_NUMBERS - 2, &plant))
        return refuse(error, "the number of one of your plants");
    *move = ek_move_of(EK_MOVE_SCRAP, (unsigned)plant, 0);
    return true;
}

static bool read_arguments(const play *p, unsigned type, const tokens *t, unsigned from,
                           const char *glued, ek_move *move, rec_error *error)
{
    switch (type) {
    case EK_MOVE_REGION:
        return read_region(p, t, from, move, error);
    case EK_MOVE_TRUST:
    case EK_MOVE_MARK:
    case EK_MOVE_CONNECT:
        return read_city(p, type, t, from, move, error);
    case EK_MOVE_NOMINATE:
        return read_nomination(p, t, from, move, error);
    case EK_MOVE_BID:
        return read_bid(p, t, from, move, error);
    case EK_MOVE_SCRAP:
        return read_scrap(t, from, move, error);
    case EK_MOVE_RETURN:
        return read_return(t, from, move, error);
    case EK_MOVE_BUY:
        return read_purchase(t, from, glued, move, error);
    case EK_MOVE_POWER:
        return read_power(p, t, from, move, error);
    default:
        *move = ek_move_of(type, 0, 0);
        return from >= t->count || refuse(error, "nothing after that word");
    }
}

bool play_words_move(const play *p, const char *text, ek_move *move, rec_error *error)
{
    tokens t;
    if (!cut(text, &t) || t.count == 0)
        return refuse(error, "a move; ? lists the possible ones");
    const unsigned types = possible_types(p);
    const char *first = t.token[0];
    if (types >> EK_MOVE_BUY & 1 && (first[0] | 0x20) == 'b' && fuel_named(first + 1) >= 0)
        return read_purchase(&t, 1, first + 1, move, error);
    const unsigned named = is_number(first) ? EK_MOVE_NONE : type_named(types, first);
    const unsigned type = named != EK_MOVE_NONE ? named : implied_type(types);
    if (type == EK_MOVE_NONE)
        return refuse(error, "a move; ? lists the possible ones");
    return read_arguments(p, type, &t, named != EK_MOVE_NONE, "", move, error);
}
