#include "judge.h"

#include <string.h>

#define SENTENCE(name, word) "ek_check finds this law broken: " word,
static const char *const broken[] = {EK_LAW_WORDS(SENTENCE)};
#undef SENTENCE

/* The result of ek_check as a verdict. */
static const char *verdict(const ek_rules *rules, const ek_state *state)
{
    const ek_law law = ek_check(rules, state);
    return law == EK_LAW_NONE ? NULL : broken[law];
}

static unsigned size(uint64_t set)
{
    return (unsigned)__builtin_popcountll(set);
}

static bool has(uint64_t set, unsigned n)
{
    return set >> n & 1;
}

/* --------------------------------------------------------------------------- tokens, plants */

static const char *judge_tokens(const ek_state *s)
{
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++) {
        unsigned tokens = s->fuel[fuel] + ek_supply(s, (enum ek_fuel)fuel);
        for (unsigned i = 0; i < EK_OWNERS; i++)
            tokens += s->owner[i].fuel[fuel];
        if (fuel == EK_URANIUM)
            tokens += size(s->marks) - size(s->bare_marks);
        if (tokens != ek_tables.tokens[fuel])
            return "tokens were created or lost";
        if (s->fuel[fuel] > ek_tables.tokens[fuel])
            return "more tokens than places on the market";
    }
    return NULL;
}

/* Counts the places where each card is; there are 42 plants and the Step 3 card. */
static const char *judge_cards(const ek_state *s)
{
    uint8_t found[EK_PLANT_NUMBERS] = {0};
    const ek_plants place[] = {s->market,
                               s->unseen,
                               s->buried,
                               s->removed,
                               s->owner[0].plants,
                               s->owner[1].plants,
                               s->owner[2].plants,
                               s->owner[3].plants,
                               s->owner[4].plants,
                               s->owner[5].plants,
                               s->owner[EK_TRUST].plants};
    for (unsigned i = 0; i < sizeof place / sizeof *place; i++)
        for (ek_plants rest = place[i]; rest; rest &= rest - 1)
            found[__builtin_ctzll(rest)]++;
    const unsigned step3 = EK_PLANT_NUMBERS - 1;
    if (found[step3] != (s->step3 == EK_STEP3_IN_MARKET))
        return "the Step 3 card is in two places or in none";
    for (unsigned plant = 0; plant < step3; plant++) {
        /* While the opening market is turned up, the deck is not made yet. */
        const bool aside = s->round == 0 && ek_card_awaited(s);
        if (found[plant] > 1 || (!aside && found[plant] != has(ek_tables.plants, plant)))
            return "a plant is in two places or in none";
    }
    return size(ek_tables.plants) == 42 ? NULL : "there are not 42 plants";
}

/* ---------------------------------------------------------------------------- plant market */

/* Four current plants, or all in Step 3, or five on Benelux; each smaller than every future one. */
static const char *judge_sides(const ek_rules *rules, const ek_state *s)
{
    const ek_plants current = ek_current_market(rules, s);
    const ek_plants future = ek_future_market(rules, s);
    const ek_plants plants = s->market & ~EK_STEP3_CARD;
    const unsigned usual = size(plants) < 4 ? size(plants) : 4;
    if ((current | future) != s->market || (current & future) || current & EK_STEP3_CARD)
        return "current and future market do not make up the market";
    if (current && future && 63 - __builtin_clzll(current) > __builtin_ctzll(future))
        return "a plant of the future market is smaller than a current one";
    if (s->step == 3)
        return current == plants ? NULL : "a plant of Step 3 is not for sale";
    if (size(current) == usual)
        return NULL;
    const unsigned fifth = current ? 63 - (unsigned)__builtin_clzll(current) : 0;
    return rules->variant->ecological_fifth && size(current) == 5 &&
                   (ek_tables.plant[fifth].kind == EK_KIND_WIND ||
                    ek_tables.plant[fifth].kind == EK_KIND_FUSION)
               ? NULL
               : "the current market is too large or too small";
}

static const char *judge_market(const ek_rules *rules, const ek_state *s)
{
    const bool smaller = s->step3 >= EK_STEP3_DUE && !(rules->config.options & EK_FIRST_GAME);
    const unsigned full = smaller ? 6 : 8;
    const unsigned cards = size(s->market);
    if (cards > full)
        return "too many cards in the plant market";
    /* A place is empty while a card is awaited, while the plant bought before is not replaced, or
     * for good once the deck is used up. */
    const bool buying = ek_phase(s) == EK_PHASE_AUCTION && has(s->bought, s->bidder) &&
                        s->auction_plant && has(s->owner[s->bidder].plants, s->auction_plant);
    if (cards < full && !buying && !ek_card_awaited(s) && ek_deck_count(s) > 0)
        return "a place in the plant market was not filled";
    return judge_sides(rules, s);
}

/* ---------------------------------------------------------------------------------- owners */

static unsigned room_for(ek_plants plants, unsigned kind)
{
    unsigned room = 0;
    for (; plants; plants &= plants - 1) {
        const ek_plant *plant = &ek_tables.plant[__builtin_ctzll(plants)];
        if (plant->kind == kind)
            room += 2u * plant->need;
    }
    return room;
}

/* Fuel lies on plants of its own kind first; the rest of coal and oil on the hybrids (5.2). */
static bool fits(const ek_owner *o)
{
    const unsigned coal = room_for(o->plants, EK_KIND_COAL);
    const unsigned oil = room_for(o->plants, EK_KIND_OIL);
    const unsigned on_hybrids = (o->fuel[EK_COAL] > coal ? o->fuel[EK_COAL] - coal : 0) +
                                (o->fuel[EK_OIL] > oil ? o->fuel[EK_OIL] - oil : 0);
    return on_hybrids <= room_for(o->plants, EK_KIND_HYBRID) &&
           o->fuel[EK_GARBAGE] <= room_for(o->plants, EK_KIND_GARBAGE) &&
           o->fuel[EK_URANIUM] <= room_for(o->plants, EK_KIND_URANIUM);
}

static const char *judge_owner(const ek_rules *rules, const ek_state *s, unsigned i)
{
    const ek_owner *o = &s->owner[i];
    /* A player who has just bought a plant may have to scrap one, then to return fuel. */
    const bool buying =
        ek_phase(s) == EK_PHASE_AUCTION && i == s->bidder && has(s->bought, i) && s->auction_plant;
    if (o->money < 0)
        return "a player is in debt";
    if (size(o->plants) > rules->limit.max_plants + (buying ? 1u : 0u))
        return "a player owns too many plants";
    if (!buying && !fits(o))
        return "a player holds fuel that does not fit";
    const bool at_table = i < rules->config.players || (i == EK_TRUST && rules->trust);
    if (!at_table && (o->plants || o->cities || o->money || o->house_count))
        return "an empty seat owns something";
    return NULL;
}

/* ---------------------------------------------------------------------------------- houses */

static unsigned house_limit(const ek_rules *rules, unsigned owner)
{
    if (owner == EK_TRUST)
        return 16;
    return rules->config.options & EK_FIRST_GAME ? 7 : 22;
}

/* One house of an owner in a city, one house on a place, and no place that is not open. */
static const char *judge_houses(const ek_rules *rules, const ek_state *s)
{
    bool taken[EK_STEPS][EK_CITIES] = {{false}};
    for (unsigned i = 0; i < EK_OWNERS; i++) {
        const ek_owner *o = &s->owner[i];
        if (o->house_count > house_limit(rules, i) || size(o->cities) != o->house_count)
            return "an owner has too many houses, or two in one city";
        for (unsigned h = 0; h < o->house_count; h++) {
            const unsigned city = o->houses[h] & 63;
            const unsigned place = o->houses[h] >> 6;
            if (!has(o->cities, city) || !has(rules->zone_cities, city))
                return "a house stands in an illegal place";
            if (place >= (i == EK_TRUST ? 2u : s->step))
                return "a house stands on a place that is not open";
            if (taken[place][city])
                return "two houses stand on one place";
            taken[place][city] = true;
        }
    }
    for (unsigned place = 0; place < EK_STEPS; place++)
        for (unsigned city = 0; city < EK_CITIES; city++)
            if (taken[place][city] != has(s->places[place], city))
                return "a taken place has no owner";
    return NULL;
}

static const char *judge_order(const ek_rules *rules, const ek_state *s)
{
    unsigned seats = 0;
    for (unsigned i = 0; i < rules->config.players; i++)
        seats |= 1u << s->order[i];
    return seats == (1u << rules->config.players) - 1 ? NULL : "a player is missing in the order";
}

const char *judge_state(const ek_rules *rules, const ek_state *state)
{
    const char *wrong = verdict(rules, state);
    if (wrong || (wrong = judge_tokens(state)) || (wrong = judge_cards(state)) ||
        (wrong = judge_market(rules, state)) || (wrong = judge_houses(rules, state)) ||
        (wrong = judge_order(rules, state)))
        return wrong;
    for (unsigned i = 0; i < EK_OWNERS && !wrong; i++)
        wrong = judge_owner(rules, state, i);
    return wrong;
}

/* ---------------------------------------------------------------------------------- events */

typedef struct event_field {
    bool named;
    enum ek_field type;
} event_field;

typedef struct event_fields {
    event_field seat, a, b, n;
} event_fields;

#define FIELD(event, member, name, type, remark) \
    [EK_EVENT_##event].member = {true, EK_FIELD_##type},
static const event_fields fields_of[EK_EVENT_TYPES] = {EK_EVENT_FIELDS(FIELD)};
#undef FIELD

#define ONE(name, word) +1
enum { PHASES = EK_PHASE_WORDS(ONE), BACKS = EK_BACK_WORDS(ONE), REMOVALS = EK_REMOVAL_WORDS(ONE) };
#undef ONE

static bool holds(const ek_rules *rules, enum ek_field type, int value)
{
    const ek_board *board = rules->board;
    switch (type) {
    case EK_FIELD_SEAT:
    case EK_FIELD_POSITION:
        return value < rules->config.players;
    case EK_FIELD_SEAT_OR_NOBODY:
        return value < rules->config.players || value == EK_NOBODY;
    case EK_FIELD_REGION:
        return value < board->regions;
    case EK_FIELD_ZONE:
        return value > 0 && value < 1 << board->regions;
    case EK_FIELD_CITY:
        return value < board->cities;
    case EK_FIELD_PLACE:
        return value < EK_STEPS;
    case EK_FIELD_PLANT:
        return has(ek_tables.plants, (unsigned)value);
    case EK_FIELD_FUEL:
        return value < EK_FUELS;
    case EK_FIELD_PHASE:
        return value < PHASES;
    case EK_FIELD_NUMBER:
        return value > 0;
    case EK_FIELD_COUNT:
    case EK_FIELD_MONEY:
        return value >= 0;
    case EK_FIELD_FLAG:
        return value <= 1;
    case EK_FIELD_BACK:
        return value < BACKS;
    case EK_FIELD_REMOVAL:
        return value < REMOVALS;
    }
    return false;
}

const char *judge_events(const ek_rules *rules, const ek_events *events)
{
    for (unsigned i = 0; i < events->count; i++) {
        const ek_event *e = &events->list[i];
        const event_fields *f = &fields_of[e->type];
        const event_field field[] = {f->seat, f->a, f->b, f->n};
        const int value[] = {e->seat, e->a, e->b, e->n};
        const int nothing[] = {EK_NOBODY, 0, 0, 0};
        for (unsigned k = 0; k < sizeof field / sizeof *field; k++)
            if (field[k].named ? !holds(rules, field[k].type, value[k]) : value[k] != nothing[k])
                return "an event does not match EK_EVENT_FIELDS";
    }
    return NULL;
}

/* ----------------------------------------------------------------------------------- moves */

/* The decision of a legal move. Pass and done belong to two. */
static enum ek_decision decision_of(const ek_state *state, ek_move move)
{
    static const uint8_t only[EK_MOVE_TYPES] = {
        [EK_MOVE_REGION] = EK_DECISION_REGION, [EK_MOVE_TRUST] = EK_DECISION_TRUST,
        [EK_MOVE_MARK] = EK_DECISION_MARK,     [EK_MOVE_NOMINATE] = EK_DECISION_NOMINATE,
        [EK_MOVE_BID] = EK_DECISION_BID,       [EK_MOVE_SCRAP] = EK_DECISION_SCRAP,
        [EK_MOVE_RETURN] = EK_DECISION_RETURN, [EK_MOVE_BUY] = EK_DECISION_BUY,
        [EK_MOVE_CONNECT] = EK_DECISION_BUILD, [EK_MOVE_POWER] = EK_DECISION_POWER,
    };
    if (ek_move_type(move) == EK_MOVE_PASS)
        return state->in_auction ? EK_DECISION_BID : EK_DECISION_NOMINATE;
    if (ek_move_type(move) == EK_MOVE_DONE)
        return ek_phase(state) == EK_PHASE_RESOURCES ? EK_DECISION_BUY : EK_DECISION_BUILD;
    return (enum ek_decision)only[ek_move_type(move)];
}

static const char *judge_pending(const ek_state *state, const ek_move *moves, unsigned count)
{
    const enum ek_decision pending = ek_pending(state);
    if ((pending == EK_DECISION_ENDED) != (ek_phase(state) == EK_PHASE_ENDED) ||
        (pending == EK_DECISION_CARD) != (ek_card_awaited(state) != 0) ||
        (pending >= EK_DECISION_ENDED) != (ek_to_move(state) == EK_NOBODY))
        return "the pending decision does not match the player to move";
    for (unsigned i = 0; i < count; i++)
        if (decision_of(state, moves[i]) != pending)
            return "the legal moves do not match the pending decision";
    return NULL;
}

static const char *judge_listed(const ek_rules *rules, const ek_state *state, ek_move move)
{
    const unsigned seat = ek_to_move(state);
    ek_state applied = *state;
    ek_state played = *state;
    ek_events events;
    if (ek_why(rules, state, seat, move) != EK_REASON_OK)
        return "a listed move is refused";
    for (unsigned other = 0; other < EK_OWNERS; other++)
        if (other != seat && ek_why(rules, state, other, move) != EK_REASON_NOT_YOUR_TURN)
            return "a seat may move when it is another's turn";
    if (ek_why(rules, state, EK_NOBODY, move) != EK_REASON_NOT_YOUR_TURN)
        return "a spectator may move";
    if (ek_apply(rules, &applied, move, &events) != EK_REASON_OK)
        return "a listed move does not apply";
    ek_play(rules, &played, move, NULL);
    if (memcmp(&applied, &played, sizeof applied) != 0)
        return "a move without an event list has another result";
    if (memcmp(&applied, state, sizeof applied) == 0)
        return "a move changes nothing";
    return ek_rules_wanted(rules, &applied) ? NULL : verdict(rules, &applied);
}

/* A random move must be the one that a list and the same generator give. */
static const char *judge_random_moves(const ek_rules *rules, const ek_state *state,
                                      const ek_move *moves, unsigned count, unsigned tries,
                                      uint64_t *random)
{
    for (unsigned i = 0; i < tries; i++) {
        uint64_t other = *random;
        const ek_move listed = moves[ek_random_below(random, count)];
        if (ek_random_move(rules, state, &other) != listed || other != *random)
            return "a random move is not the one of the list";
    }
    return NULL;
}

const char *judge_moves(const ek_rules *rules, const ek_state *state, const ek_move *moves,
                        unsigned count, unsigned tries, uint64_t *random)
{
    const unsigned seat = ek_to_move(state);
    const char *wrong = judge_pending(state, moves, count);
    if (wrong)
        return wrong;
    if (seat == EK_NOBODY || ek_rules_wanted(rules, state))
        return count ? "no player is to move, but there are moves" : NULL;
    if (seat >= rules->config.players)
        return "an empty seat is to move";
    if (count == 0 || count > EK_MOVES_MAX)
        return "there is no move, or too many";
    for (unsigned i = 1; i < count; i++)
        if (moves[i - 1] >= moves[i])
            return "the list of moves is not sorted or has duplicates";
    wrong = judge_random_moves(rules, state, moves, count, tries, random);
    if (count <= tries)
        for (unsigned i = 0; i < count && !wrong; i++)
            wrong = judge_listed(rules, state, moves[i]);
    else
        for (unsigned i = 0; i < tries && !wrong; i++)
            wrong = judge_listed(rules, state, moves[ek_random_below(random, count)]);
    return wrong;
}

/* -------------------------------------------------------------------------------- refusals */

static bool is_listed(const ek_move *moves, unsigned count, ek_move move)
{
    unsigned low = 0;
    while (low < count) {
        const unsigned middle = low + (count - low) / 2;
        if (moves[middle] == move)
            return true;
        if (moves[middle] < move)
            low = middle + 1;
        else
            count = middle;
    }
    return false;
}

const char *judge_move(const ek_rules *rules, const ek_state *state, const ek_move *moves,
                       unsigned count, ek_move move)
{
    ek_state copy = *state;
    const unsigned seat = ek_to_move(state);
    const ek_reason reason = ek_why(rules, state, seat, move);
    if (is_listed(moves, count, move))
        return reason == EK_REASON_OK ? NULL : "a listed move is refused";
    if (reason == EK_REASON_OK || reason >= EK_REASONS)
        return "a move that is not listed is allowed";
    if (ek_apply(rules, &copy, move, NULL) != reason)
        return "why and apply give different reasons";
    return memcmp(&copy, state, sizeof copy) == 0 ? NULL : "a refused move changes the state";
}

/* A listed move with one thing changed: a bit, a small step up or down, or its type. */
static ek_move near_miss(ek_move move, uint64_t *random)
{
    const unsigned how = ek_random_below(random, 6);
    switch (how) {
    case 0:
        return move ^ UINT32_C(1) << ek_random_below(random, 32);
    case 1:
        return move + 1;
    case 2:
        return move - 1;
    case 3:
        return move + (UINT32_C(1) << 16);
    case 4:
        return move - (UINT32_C(1) << 16);
    default:
        return (move & 0x0fffffff) | (ek_move)ek_random_below(random, 16) << 28;
    }
}

const char *judge_refusals(const ek_rules *rules, const ek_state *state, const ek_move *moves,
                           unsigned count, unsigned tries, uint64_t *random)
{
    const char *wrong = NULL;
    for (unsigned i = 0; i < tries && !wrong; i++) {
        const ek_move any = (ek_move)ek_random(random);
        const ek_move some = count ? moves[ek_random_below(random, count)] : any;
        wrong = judge_move(rules, state, moves, count, any);
        if (!wrong)
            wrong = judge_move(rules, state, moves, count, near_miss(some, random));
    }
    return wrong;
}
