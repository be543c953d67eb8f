/*
 * Reading a position: a state of a game, or a view of it, in one line of text.
 *
 * The line begins with "position/1", the version of the format. Then come the fields, all of them
 * and in this order, each as KEY=VALUE with a space before it. Parts of a value are separated
 * by '/', members of a list by ','; an empty list and a missing value are '-'. Plants are numbers,
 * cities and regions ids, seats numbers from 1, sets of seats strings of digits.
 *
 *     table=EDITION/BOARD/PLAYERS/OPTIONS      as in a record
 *     zone=REGIONS                             in play, or drafted so far
 *     round=NUMBER                             0 while the table is set up
 *     stage=WORD                               the stage of the game: see below
 *     step=NUMBER
 *     order=SEATS                              first to last
 *     turn=NUMBER                              the seat to move: its position in the order, from 1
 *     bought=SEATS passed=SEATS                in this auction phase
 *     auction=PLANT/BID/BIDDER/BIDDING/IN      the plant, up for auction or just bought; the
 *                                              standing bid and its seat; the seat to bid; the
 *                                              seats still in the auction
 *     market=PLANTS                            with "step3" for the Step 3 card
 *     discount=PLANT
 *     deck=PLUGS/SOCKETS                       cards before the Step 3 card, by back; in classic
 *                                              all are counted as sockets
 *     top=PLANT/BACK                           the card on top, as far as known: plug or socket
 *     step3=WORD                               where the Step 3 card is: deck, market, due, gone
 *     unseen=PLANTS                            may still come from the deck
 *     buried=PLANTS                            under the deck
 *     gone=PLANTS                              out of the game
 *     fuel=COAL.OIL.GARBAGE.URANIUM            on the market
 *     marks=CITIES                             starting cities; with '*' those without a token
 *     flags=WORDS                              ask: the engine asks for cards; trust-acted,
 *                                              discount-expired, uranium-stopped
 *     random=HEX                               the generator; '-' in a view
 *     seat1=MONEY/PLANTS/FUEL/HOUSES/SUPPLIED  for each seat; money '?' is not shown; houses as
 *                                              CITY@PLACE in the order they were built; cities
 *                                              supplied in the last bureaucracy
 *     trust=PLANTS/FUEL/HOUSES                 at a table with the Trust only
 *
 * Stages where a player decides: region, trust, mark, nominate, bid, scrap, return, buy, build,
 * power; then ended; and those where the engine waits for a card: deal (the opening market),
 * purchased (a plant was bought), trust-bought, auction-over, auction-step2, connected, step2,
 * market-change, market-step2.
 *
 * Capitals and extra spaces do not matter. A position that breaks a law of the engine is refused.
 */
#include <stdlib.h>
#include <string.h>

#include "position_parts.h"
#include "record_parts.h"
#include "words_text.h"

/* A position while it is read. */
typedef struct reading {
    rec_cursor cursor;
    rec_cursor field[FIELDS]; /* where each of them begins */
    const bd_board *board;
    ek_config config;
    ek_rules *rules;
    ek_state state;
    rec_error *error;
} reading;

static bool fail(reading *r, const char *expected)
{
    rec_skip_spaces(&r->cursor);
    rec_place(&r->cursor, r->error);
    return rec_fail(r->error, "bad-position", "Expected %s.", expected);
}

/* --------------------------------------------------------------------------------------- pieces */

static bool separator(reading *r, char c)
{
    const char expected[] = {'\'', c, '\'', '\0'};
    return rec_skip(&r->cursor, c) || fail(r, expected);
}

/* '-' on its own. */
static bool take_none(reading *r)
{
    rec_skip_spaces(&r->cursor);
    const char *at = r->cursor.at;
    if (at[0] != '-' || (at[1] && !strchr(" \t/", at[1])))
        return false;
    r->cursor.at++;
    return true;
}

static bool take_number(reading *r, unsigned min, unsigned max, unsigned *number)
{
    const rec_cursor start = r->cursor;
    char expected[64];
    if (rec_take_number(&r->cursor, max, number) && *number >= min)
        return true;
    r->cursor = start;
    rec_out out = {.text = expected, .room = sizeof expected};
    rec_add(&out, "a number from %u to %u", min, max);
    return fail(r, expected);
}

static bool take_byte(reading *r, unsigned min, unsigned max, uint8_t *byte)
{
    unsigned number;
    if (!take_number(r, min, max, &number))
        return false;
    *byte = (uint8_t)number;
    return true;
}

/* A seat, from 1 in the text and from 0 in the state. */
static bool take_seat(reading *r, uint8_t *seat)
{
    if (!take_byte(r, 1, r->config.players, seat))
        return false;
    --*seat;
    return true;
}

/* Reads one of some words; if there is none, leaves the cursor before it. */
static bool take_one_of(reading *r, const char *const *words, unsigned count, const char *expected,
                        unsigned *which)
{
    char word[BD_ID_MAX + 1];
    const rec_cursor start = r->cursor;
    if (rec_take_word(&r->cursor, word, sizeof word))
        for (*which = 0; *which < count; ++*which)
            if (strcmp(word, words[*which]) == 0)
                return true;
    r->cursor = start;
    return fail(r, expected);
}

static bool take_set(reading *r, const char *const *words, unsigned count, const char *expected,
                     uint8_t *set)
{
    if (take_none(r))
        return true;
    do {
        unsigned which = 0;
        const rec_cursor start = r->cursor;
        if (!take_one_of(r, words, count, expected, &which))
            return false;
        if (*set >> which & 1) {
            r->cursor = start;
            return fail(r, "each of them once");
        }
        *set |= (uint8_t)(1u << which);
    } while (rec_skip(&r->cursor, ','));
    return true;
}

static bool take_plant(reading *r, unsigned *plant)
{
    const rec_cursor start = r->cursor;
    if (rec_take_number(&r->cursor, EK_PLANT_NUMBERS - 1, plant) && ek_tables.plants >> *plant & 1)
        return true;
    r->cursor = start;
    return fail(r, "the number of a plant");
}

static bool take_plant_or_none(reading *r, uint8_t *plant)
{
    unsigned number = 0;
    if (!take_none(r) && !take_plant(r, &number))
        return false;
    *plant = (uint8_t)number;
    return true;
}

/* Allows the Step 3 card; the laws check that it is only in the market. */
static bool take_plants(reading *r, ek_plants *set)
{
    if (take_none(r))
        return true;
    do {
        unsigned plant = EK_PLANT_NUMBERS - 1;
        char word[BD_ID_MAX + 1];
        rec_skip_spaces(&r->cursor);
        const rec_cursor start = r->cursor;
        const bool card =
            rec_take_word(&r->cursor, word, sizeof word) && strcmp(word, "step3") == 0;
        if (!card)
            r->cursor = start;
        if (!card && !take_plant(r, &plant))
            return false;
        if (*set >> plant & 1) {
            r->cursor = start;
            return fail(r, "each plant once");
        }
        *set |= UINT64_C(1) << plant;
    } while (rec_skip(&r->cursor, ','));
    return true;
}

static bool take_digit_seat(reading *r, unsigned *seat)
{
    const char c = *r->cursor.at;
    if (c < '1' || c >= (char)('1' + r->config.players))
        return false;
    *seat = (unsigned)(c - '1');
    r->cursor.at++;
    return true;
}

static bool take_seats(reading *r, uint8_t *set)
{
    unsigned seat;
    if (take_none(r))
        return true;
    while (take_digit_seat(r, &seat))
        *set |= (uint8_t)(1u << seat);
    return *set || fail(r, "seats as digits, or '-'");
}

static bool take_fuel(reading *r, uint8_t fuel[EK_FUELS])
{
    for (unsigned i = 0; i < EK_FUELS; i++)
        if ((i && !separator(r, '.')) || !take_byte(r, 0, ek_tables.tokens[i], &fuel[i]))
            return false;
    return true;
}

static bool take_city(reading *r, unsigned *city)
{
    char id[BD_ID_MAX + 1];
    const rec_cursor start = r->cursor;
    const int found =
        rec_take_word(&r->cursor, id, sizeof id) ? bd_city_named(r->board, id) : BD_NONE;
    if (found < 0) {
        r->cursor = start;
        return fail(r, "the id of a city");
    }
    *city = (unsigned)found;
    return true;
}

/* ------------------------------------------------------------------------------------ the table */

static bool take_board(reading *r, const bd_board *own)
{
    char id[BD_ID_MAX + 1];
    const rec_cursor start = r->cursor;
    if (rec_take_word(&r->cursor, id, sizeof id))
        r->board = own && strcmp(own->id, id) == 0 ? own : bd_find(id, r->config.edition);
    if (r->board)
        return true;
    r->cursor = start;
    return fail(r, "a board of this edition");
}

static bool read_table(reading *r, const bd_board *own)
{
    const char *const editions[] = {rec_edition_word(0), rec_edition_word(1)};
    unsigned edition = 0;
    if (!take_one_of(r, editions, EK_EDITIONS, "classic or recharged", &edition))
        return false;
    r->config.edition = (uint8_t)edition;
    return separator(r, '/') && take_board(r, own) && separator(r, '/') &&
           take_byte(r, 2, EK_SEATS, &r->config.players) && separator(r, '/') &&
           take_set(r, rec_option_words, EK_OPTIONS,
                    "starting-cities, first-game, open-money or '-'", &r->config.options);
}

static bool read_zone(reading *r)
{
    const char *ids[EK_REGIONS];
    for (unsigned i = 0; i < r->board->ek->regions; i++)
        ids[i] = r->board->region[i].id;
    return take_set(r, ids, r->board->ek->regions, "the id of a region, or '-'", &r->state.zone);
}

/* During a draft the rules have no zone. */
static bool compile_rules(reading *r)
{
    r->config.zone = r->state.stage == EK_STAGE_REGION ? 0 : r->state.zone;
    const ek_reason reason = ek_rules_init(r->rules, r->board->ek, &r->config);
    if (reason == EK_REASON_OK)
        return true;
    const bool zone = reason == EK_REASON_BAD_ZONE_SIZE || reason == EK_REASON_ZONE_APART ||
                      reason == EK_REASON_ZONE_TOO_SMALL;
    rec_place(&r->field[zone ? FIELD_ZONE : FIELD_TABLE], r->error);
    return rec_refuse(r->error, reason);
}

/* ------------------------------------------------------------------------------------ the state */

static bool read_round(reading *r)
{
    unsigned round;
    if (!take_number(r, 0, UINT16_MAX, &round))
        return false;
    r->state.round = (uint16_t)round;
    return true;
}

static bool read_stage(reading *r)
{
    unsigned stage = 0;
    if (!take_one_of(r, rec_stage_words, EK_STAGES, "a stage such as nominate or buy", &stage))
        return false;
    r->state.stage = (uint8_t)stage;
    return compile_rules(r);
}

static bool read_order(reading *r)
{
    rec_skip_spaces(&r->cursor);
    for (unsigned i = 0; i < r->config.players; i++) {
        unsigned seat;
        if (!take_digit_seat(r, &seat))
            return fail(r, "a digit for each seat");
        r->state.order[i] = (uint8_t)seat;
    }
    return true;
}

static bool read_auction(reading *r)
{
    ek_state *s = &r->state;
    unsigned bid = 0;
    if (!take_plant_or_none(r, &s->auction_plant) || !separator(r, '/') ||
        !take_number(r, 0, UINT16_MAX, &bid))
        return false;
    s->bid = (uint16_t)bid;
    return separator(r, '/') && take_seat(r, &s->bidder) && separator(r, '/') &&
           take_seat(r, &s->bidding) && separator(r, '/') && take_seats(r, &s->in_auction);
}

static bool read_top(reading *r)
{
    const char *const backs[] = {rec_back_word(EK_BACK_PLUG), rec_back_word(EK_BACK_SOCKET)};
    unsigned back = 0;
    if (!take_plant_or_none(r, &r->state.deck_top) || !separator(r, '/'))
        return false;
    if (take_none(r))
        return true;
    if (!take_one_of(r, backs, 2, "plug, socket or '-'", &back))
        return false;
    r->state.top_back = (uint8_t)(back + EK_BACK_PLUG);
    return true;
}

/* The size of the market follows from the Step 3 card. */
static bool read_step3(reading *r)
{
    unsigned where = 0;
    if (!take_one_of(r, rec_step3_words, REC_STEP3S, "deck, market, due or gone", &where))
        return false;
    const bool small = where >= EK_STEP3_DUE && !(r->config.options & EK_FIRST_GAME);
    r->state.step3 = (uint8_t)where;
    r->state.market_size = small ? ek_tables.market_cards_step3 : ek_tables.market_cards;
    return true;
}

static bool read_marks(reading *r)
{
    if (take_none(r))
        return true;
    do {
        unsigned city = 0;
        if (!take_city(r, &city))
            return false;
        r->state.marks |= UINT64_C(1) << city;
        if (*r->cursor.at == '*') {
            r->cursor.at++;
            r->state.bare_marks |= UINT64_C(1) << city;
        }
    } while (rec_skip(&r->cursor, ','));
    return true;
}

static bool read_flags(reading *r)
{
    uint8_t set = 0;
    if (!take_set(r, rec_flag_words, REC_FLAGS,
                  "ask, trust-acted, discount-expired, uranium-stopped or '-'", &set))
        return false;
    for (unsigned i = 0; i < REC_FLAGS; i++)
        *rec_flag(&r->state, i) = set >> i & 1;
    return true;
}

static bool read_random(reading *r)
{
    char word[17];
    char *end;
    if (take_none(r))
        return true;
    const rec_cursor start = r->cursor;
    if (rec_take_word(&r->cursor, word, sizeof word) && strlen(word) == 16) {
        r->state.random = strtoull(word, &end, 16);
        if (!*end && word[0] != '-')
            return true;
    }
    r->cursor = start;
    return fail(r, "16 hexadecimal digits, or '-'");
}

/* --------------------------------------------------------------------------------------- owners */

static bool take_place(reading *r, unsigned *place)
{
    unsigned cost;
    const rec_cursor start = r->cursor;
    if (rec_take_number(&r->cursor, UINT8_MAX, &cost))
        for (*place = 0; *place < EK_STEPS; ++*place)
            if (ek_tables.place_cost[*place] == cost)
                return true;
    r->cursor = start;
    return fail(r, "a place: 10, 15 or 20");
}

static bool take_houses(reading *r, ek_owner *owner)
{
    if (take_none(r))
        return true;
    do {
        unsigned city = 0;
        unsigned place = 0;
        if (owner->house_count == EK_HOUSES)
            return fail(r, "no more houses");
        if (!take_city(r, &city) || !separator(r, '@') || !take_place(r, &place))
            return false;
        owner->houses[owner->house_count++] = (uint8_t)(city | place << 6);
        owner->cities |= UINT64_C(1) << city;
        r->state.places[place] |= UINT64_C(1) << city;
    } while (rec_skip(&r->cursor, ','));
    return true;
}

static bool take_holdings(reading *r, ek_owner *owner)
{
    return take_plants(r, &owner->plants) && separator(r, '/') && take_fuel(r, owner->fuel) &&
           separator(r, '/') && take_houses(r, owner);
}

static bool read_seat(reading *r, unsigned seat)
{
    ek_owner *owner = &r->state.owner[seat];
    unsigned money = 0;
    if (rec_skip(&r->cursor, '?'))
        r->state.hidden |= (uint8_t)(1u << seat);
    else if (!take_number(r, 0, INT32_MAX / 2, &money))
        return false;
    owner->money = (int32_t)money;
    return separator(r, '/') && take_holdings(r, owner) && separator(r, '/') &&
           take_byte(r, 0, EK_HOUSES, &owner->supplied);
}

/* ----------------------------------------------------------------------------------- the whole */

/* "key=", for a seat with its number. */
static bool begin(reading *r, enum rec_field field, unsigned seat)
{
    char key[32];
    char word[32];
    char expected[40];
    rec_out out = {.text = key, .room = sizeof key};
    rec_add(&out, field == FIELD_SEAT ? "%s%u" : "%s", rec_field_words[field], seat);
    rec_out quoted = {.text = expected, .room = sizeof expected};
    rec_add(&quoted, "'%s='", key);
    rec_skip_spaces(&r->cursor);
    const rec_cursor start = r->cursor;
    if (!rec_take_word(&r->cursor, word, sizeof word) || strcmp(word, key) != 0 ||
        !rec_skip(&r->cursor, '=')) {
        r->cursor = start;
        return fail(r, expected);
    }
    r->field[field] = r->cursor;
    return true;
}

static bool read_course(reading *r, const bd_board *own)
{
    ek_state *s = &r->state;
    if (!begin(r, FIELD_TABLE, 0) || !read_table(r, own) || !begin(r, FIELD_ZONE, 0) ||
        !read_zone(r) || !begin(r, FIELD_ROUND, 0) || !read_round(r) || !begin(r, FIELD_STAGE, 0) ||
        !read_stage(r) || !begin(r, FIELD_STEP, 0) || !take_byte(r, 1, EK_STEPS, &s->step) ||
        !begin(r, FIELD_ORDER, 0) || !read_order(r) || !begin(r, FIELD_TURN, 0) ||
        !take_seat(r, &s->turn))
        return false;
    return begin(r, FIELD_BOUGHT, 0) && take_seats(r, &s->bought) && begin(r, FIELD_PASSED, 0) &&
           take_seats(r, &s->passed) && begin(r, FIELD_AUCTION, 0) && read_auction(r);
}

static bool read_cards(reading *r)
{
    ek_state *s = &r->state;
    return begin(r, FIELD_MARKET, 0) && take_plants(r, &s->market) && begin(r, FIELD_DISCOUNT, 0) &&
           take_plant_or_none(r, &s->discount) && begin(r, FIELD_DECK, 0) &&
           take_byte(r, 0, EK_PLANT_NUMBERS, &s->deck_plug) && separator(r, '/') &&
           take_byte(r, 0, EK_PLANT_NUMBERS, &s->deck_socket) && begin(r, FIELD_TOP, 0) &&
           read_top(r) && begin(r, FIELD_STEP3, 0) && read_step3(r) && begin(r, FIELD_UNSEEN, 0) &&
           take_plants(r, &s->unseen) && begin(r, FIELD_BURIED, 0) && take_plants(r, &s->buried) &&
           begin(r, FIELD_GONE, 0) && take_plants(r, &s->removed);
}

static bool read_owners(reading *r)
{
    for (unsigned seat = 0; seat < r->config.players; seat++)
        if (!begin(r, FIELD_SEAT, seat + 1) || !read_seat(r, seat))
            return false;
    return !r->rules->trust ||
           (begin(r, FIELD_TRUST, 0) && take_holdings(r, &r->state.owner[EK_TRUST]));
}

/* The field to blame for a broken law. */
static enum rec_field field_of(ek_law law)
{
    static const uint8_t fields[EK_LAWS] = {
        [EK_LAW_FIELDS] = FIELD_STAGE,    [EK_LAW_TOKENS] = FIELD_FUEL,
        [EK_LAW_PLANTS] = FIELD_UNSEEN,   [EK_LAW_DECK] = FIELD_DECK,
        [EK_LAW_MARKET] = FIELD_MARKET,   [EK_LAW_OWNERSHIP] = FIELD_SEAT,
        [EK_LAW_HOLDINGS] = FIELD_SEAT,   [EK_LAW_HOUSES] = FIELD_SEAT,
        [EK_LAW_PLACES] = FIELD_SEAT,     [EK_LAW_MARKS] = FIELD_MARKS,
        [EK_LAW_MONEY] = FIELD_SEAT,      [EK_LAW_ORDER] = FIELD_ORDER,
        [EK_LAW_AUCTION] = FIELD_AUCTION, [EK_LAW_TRUST] = FIELD_TRUST,
        [EK_LAW_STEP] = FIELD_STEP,       [EK_LAW_END] = FIELD_STAGE,
    };
    return (enum rec_field)fields[law];
}

static bool obeys_the_laws(reading *r)
{
    const ek_law law = ek_check(r->rules, &r->state);
    if (law == EK_LAW_NONE)
        return true;
    const enum rec_field field = field_of(law);
    rec_place(r->field[field].line ? &r->field[field] : &r->cursor, r->error);
    return rec_fail(r->error, "broken-law", "The position breaks the law of the %s.",
                    rec_law_word(law));
}

static bool read_position(reading *r, const bd_board *own)
{
    char word[16];
    unsigned version;
    if (!rec_take_word(&r->cursor, word, sizeof word) || strcmp(word, "position") != 0 ||
        !rec_skip(&r->cursor, '/') || !rec_take_number(&r->cursor, UINT16_MAX, &version) ||
        version != REC_POSITION_VERSION) {
        r->cursor.at = r->cursor.line;
        return fail(r, "'position/1'");
    }
    if (!read_course(r, own) || !read_cards(r) || !begin(r, FIELD_FUEL, 0) ||
        !take_fuel(r, r->state.fuel) || !begin(r, FIELD_MARKS, 0) || !read_marks(r) ||
        !begin(r, FIELD_FLAGS, 0) || !read_flags(r) || !begin(r, FIELD_RANDOM, 0) ||
        !read_random(r) || !read_owners(r))
        return false;
    r->cursor.at += strspn(r->cursor.at, " \t\r\n");
    return (rec_at_end(&r->cursor) || fail(r, "the end of the position")) && obeys_the_laws(r);
}

bool rec_position_parse(const char *text, const bd_board **board, ek_rules *rules, ek_state *state,
                        rec_error *error)
{
    reading r = {.cursor = {.line = text, .at = text, .number = 1}, .rules = rules, .error = error};
    *error = (rec_error){.line = 1, .column = 1};
    if (strnlen(text, REC_POSITION_MAX) == REC_POSITION_MAX)
        return rec_fail(error, "position-too-long", "Expected at most %d bytes.",
                        REC_POSITION_MAX - 1);
    if (!read_position(&r, *board))
        return false;
    *board = r.board;
    *state = r.state;
    return true;
}
