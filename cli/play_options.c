#include "play_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "words_text.h"

enum { LIST_MAX = 32, ITEM_MAX = 64 };

/* The parts of a list with commas. */
typedef struct list {
    char item[LIST_MAX][ITEM_MAX];
    unsigned count;
} list;

const cli_option play_option_rows[] = {
    CLI_STRING_ROW(play_options, seed, "seed", "TEXT", "the same text deals the same cards"),
    CLI_STRING_ROW(play_options, names, "names", "A,B,…", "names of the players"),
    CLI_STRING_ROW(play_options, order, "order", "2,1,…",
                   "first order of the players, seats from 1 (default random)"),
    CLI_STRING_ROW(play_options, market, "market", "3,4,…",
                   "plants of the opening market (default dealt)"),
    {.name = NULL}};

#define complain(o, option, ...) cli_table_complain(&(o)->table, (o)->verb, option, __VA_ARGS__)

static bool cut(play_options *o, const char *option, const char *text, list *l)
{
    l->count = 0;
    for (;;) {
        const size_t length = strcspn(text, ",");
        if (length == 0 || length >= ITEM_MAX || l->count == LIST_MAX)
            return complain(o, option, "expected a list with commas, each part of 1 to %d bytes",
                            ITEM_MAX - 1);
        memcpy(l->item[l->count], text, length);
        l->item[l->count++][length] = '\0';
        if (text[length] == '\0')
            return true;
        text += length + 1;
    }
}

/* --------------------------------------------------------------------------------------- seats */

static const char person[] = "me";

void play_write_seat(const ar_bot *seat, char text[AR_BOT_TEXT])
{
    if (seat->level == SEAT_PERSON)
        snprintf(text, AR_BOT_TEXT, "%s", person);
    else
        ar_write_bot(seat, text);
}

bool play_read_seat(const char *text, ar_bot *seat, rec_error *error)
{
    if (strcasecmp(text, person) != 0)
        return ar_read_bot(text, seat, error);
    *seat = (ar_bot){.level = SEAT_PERSON};
    return true;
}

static bool settle_seats(play_options *o, unsigned first, unsigned others)
{
    list l;
    rec_error error;
    for (unsigned i = 0; i < EK_SEATS; i++)
        o->seat[i] = (ar_bot){.level = (uint8_t)(i == 0 ? first : others)};
    if (!o->seats)
        return true;
    if (!cut(o, "seats", o->seats, &l))
        return false;
    if (l.count != o->game.players)
        return complain(o, "seats", "expected %u seats, not %u", o->game.players, l.count);
    for (unsigned i = 0; i < l.count; i++) {
        if (!play_read_seat(l.item[i], &o->seat[i], &error))
            return complain(o, "seats", "%s", error.text);
        if (o->seat[i].level == SEAT_PERSON && first != SEAT_PERSON)
            return complain(o, "seats", "expected random, easy, normal, hard or expert, not '%s'",
                            person);
    }
    return true;
}

/* The option that says how many players there are; NULL: none was given. */
static const char *players_option(const play_options *o)
{
    return o->table.players ? "players" : o->seats ? "seats" : o->names ? "names" : NULL;
}

/* The number of players in --seats or --names; 0 if neither was given. */
static unsigned players_named(const play_options *o)
{
    const char *text = o->seats ? o->seats : o->names;
    unsigned count = 1;
    for (; text && *text; text++)
        count += *text == ',';
    return text ? count : 0;
}

/* --------------------------------------------------------------------------------------- names */

static bool is_named(const play_options *o, const char *name)
{
    for (unsigned i = 0; i < o->game.players; i++)
        if (strcasecmp(o->game.name[i], name) == 0)
            return true;
    return false;
}

static void name_the_others(play_options *o)
{
    unsigned next = 0;
    for (unsigned i = 0; i < o->game.players; i++) {
        char *name = o->game.name[i];
        if (name[0])
            continue;
        if (o->seat[i].level == SEAT_PERSON)
            snprintf(name, REC_NAME_MAX, "Player %c", 'A' + (int)i);
        while (o->seat[i].level != SEAT_PERSON && !name[0]) {
            if (!is_named(o, bot_names[next]))
                snprintf(name, REC_NAME_MAX, "%s", bot_names[next]);
            next = (next + 1) % EK_SEATS;
        }
    }
}

static bool settle_names(play_options *o)
{
    list l = {.count = 0};
    if (o->names && !cut(o, "names", o->names, &l))
        return false;
    if (o->names && l.count != o->game.players)
        return complain(o, "names", "expected %u names, not %u", o->game.players, l.count);
    for (unsigned i = 0; i < l.count; i++) {
        if (is_named(o, l.item[i]))
            return complain(o, "names", "there are two of the name '%s'", l.item[i]);
        snprintf(o->game.name[i], REC_NAME_MAX, "%s", l.item[i]);
    }
    name_the_others(o);
    return true;
}

/* --------------------------------------------------------------------------------------- order */

static bool settle_order(play_options *o)
{
    list l;
    unsigned long seat;
    unsigned seen = 0;
    if (!o->order)
        return true;
    if (!cut(o, "order", o->order, &l))
        return false;
    for (unsigned i = 0; i < l.count && i < EK_SEATS; i++) {
        if (l.count != o->game.players || !cli_parse_number(l.item[i], 1, o->game.players, &seat))
            return complain(o, "order", "expected every seat from 1 to %u", o->game.players);
        if (seen >> seat & 1)
            return complain(o, "order", "seat %lu is named twice", seat);
        seen |= 1u << seat;
        o->game.order[i] = (uint8_t)(seat - 1);
    }
    o->game.order_given = 1;
    return true;
}

static bool settle_market(play_options *o)
{
    list l;
    unsigned long plant;
    if (!o->market)
        return true;
    if (!cut(o, "market", o->market, &l))
        return false;
    for (unsigned i = 0; i < l.count; i++) {
        if (!cli_parse_number(l.item[i], 1, EK_PLANT_NUMBERS - 2, &plant) ||
            !(ek_tables.plants >> plant & 1))
            return complain(o, "market", "there is no plant '%s'", l.item[i]);
        if (o->game.market >> plant & 1)
            return complain(o, "market", "plant %lu is named twice", plant);
        o->game.market |= UINT64_C(1) << plant;
    }
    return l.count == ek_tables.market_cards ||
           complain(o, "market", "expected %u plants, not %u", ek_tables.market_cards, l.count);
}

/* The name of the user's board file in records. */
static void settle_board_file(play_options *o)
{
    const char *slash = strrchr(o->table.board, '/');
    if (o->game.board_owned)
        snprintf(o->game.board_file, sizeof o->game.board_file, "%s",
                 slash ? slash + 1 : o->table.board);
}

static bool settle_seed(play_options *o)
{
    if (!o->seed)
        return true;
    if (strlen(o->seed) >= sizeof o->game.seed)
        return complain(o, "seed", "expected at most %zu bytes", sizeof o->game.seed - 1);
    snprintf(o->game.seed, sizeof o->game.seed, "%s", o->seed);
    o->game.seed_known = true;
    return true;
}

/* The option that caused an error of rec_new; NULL: it is not known. */
static const char *option_of(const play_options *o, const char *code)
{
    static const ek_reason zone[] = {EK_REASON_BAD_ZONE_SIZE, EK_REASON_ZONE_APART,
                                     EK_REASON_NO_ZONE, EK_REASON_ZONE_TOO_SMALL};
    for (unsigned i = 0; i < sizeof zone / sizeof *zone; i++)
        if (strcmp(code, rec_reason_word(zone[i])) == 0)
            return o->table.zone ? "zone" : players_option(o);
    if (strcmp(code, "bad-name") == 0) /* of a player, or of a custom board's file */
        return o->names && !o->game.board_owned ? "names" : NULL;
    return strcmp(code, rec_reason_word(EK_REASON_BAD_MARKET)) == 0 ? "market" : NULL;
}

/* Tries whether a game can begin so. */
static bool try_start(play_options *o)
{
    rec_error error;
    rec_options options = o->game;
    options.board_owned = false;
    rec_game *game = rec_new(&options, &error);
    if (!game)
        return complain(o, option_of(o, error.code), "%s", error.text);
    rec_free(game);
    return true;
}

void play_options_drop(play_options *o)
{
    cli_table_drop(&o->game);
}

bool play_options_settle(play_options *o, unsigned first, unsigned others)
{
    const unsigned players = players_named(o);
    const uint8_t chance = o->game.chance;
    if (players == 1 || players > EK_SEATS)
        return complain(o, o->seats ? "seats" : "names", "expected 2 to 6 players, not %u",
                        players);
    if (!cli_table_read(&o->table, o->verb, players, &o->game))
        return false;
    o->game.chance = chance;
    settle_board_file(o);
    const bool settled = settle_seats(o, first, others) && settle_names(o) && settle_order(o) &&
                         settle_market(o) && settle_seed(o) && try_start(o);
    if (!settled)
        play_options_drop(o);
    return settled;
}
