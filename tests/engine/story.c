#include "story.h"

#include <stdarg.h>
#include <stdio.h>

#define WORD(name, word) word,
static const char *const phase_words[] = {EK_PHASE_WORDS(WORD)};
static const char *const fuel_words[] = {EK_FUEL_WORDS(WORD)};
static const char *const edition_words[] = {EK_EDITION_WORDS(WORD)};
static const char *const move_words[] = {EK_MOVE_WORDS(WORD)};
static const char *const event_words[] = {EK_EVENT_WORDS(WORD)};
static const char *const removal_words[] = {EK_REMOVAL_WORDS(WORD)};
static const char *const back_words[] = {EK_BACK_WORDS(WORD)};
#undef WORD
#define WORD(name, word, key) word,
static const char *const option_words[] = {EK_OPTION_WORDS(WORD)};
#undef WORD

void tell(story *s, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    const size_t left = s->size - s->length;
    const int length = vsnprintf(s->text + s->length, left, format, list);
    va_end(list);
    if (length < 0 || (size_t)length >= left)
        s->full = true;
    else
        s->length += (size_t)length;
}

static void tell_zone(story *s, const bd_board *board, unsigned zone)
{
    for (unsigned r = 0; r < board->ek->regions; r++)
        if (zone >> r & 1)
            tell(s, " %s", board->region[r].id);
    tell(s, "\n");
}

void tell_table(story *s, const bd_board *board, const ek_config *config, uint64_t seed)
{
    tell(s, "edition %s\nboard %s\nplayers %u\n", edition_words[config->edition], board->id,
         config->players);
    tell(s, "options");
    for (unsigned i = 0; i < EK_OPTIONS; i++)
        if (config->options >> i & 1)
            tell(s, " %s", option_words[i]);
    tell(s, "\nzone%s", config->zone ? "" : " drafted");
    tell_zone(s, board, config->zone);
    tell(s, "seed %llu\n", (unsigned long long)seed);
}

/* ------------------------------------------------------------------------------------ moves */

static void tell_power(story *s, const ek_state *state, ek_move move)
{
    ek_plants rest = state->owner[ek_to_move(state)].plants;
    for (unsigned rank = 0; rest; rank++, rest &= rest - 1) {
        const unsigned plant = (unsigned)__builtin_ctzll(rest);
        if (!(ek_move_a(move) >> rank & 1))
            continue;
        tell(s, " %u", plant);
        if (ek_tables.plant[plant].kind == EK_KIND_HYBRID)
            tell(s, " with %u coal", ek_move_b(move) >> 2 * rank & 3);
    }
}

void tell_move(story *s, const bd_board *board, const ek_state *state, ek_move move)
{
    const unsigned a = ek_move_a(move);
    const unsigned b = ek_move_b(move);
    tell(s, "%u %s", ek_to_move(state) + 1, move_words[ek_move_type(move)]);
    switch (ek_move_type(move)) {
    case EK_MOVE_REGION:
        tell(s, " %s", board->region[a].id);
        break;
    case EK_MOVE_TRUST:
    case EK_MOVE_MARK:
    case EK_MOVE_CONNECT:
        tell(s, " %s", board->city[a].id);
        break;
    case EK_MOVE_NOMINATE:
        tell(s, " %u for %u", a, b);
        break;
    case EK_MOVE_BID:
        tell(s, " %u", b);
        break;
    case EK_MOVE_SCRAP:
        tell(s, " %u", a);
        break;
    case EK_MOVE_RETURN:
        tell(s, " %u coal %u oil", a, b);
        break;
    case EK_MOVE_BUY:
        tell(s, " %u %s", b, fuel_words[a]);
        break;
    case EK_MOVE_POWER:
        tell_power(s, state, move);
        break;
    default:
        break;
    }
    tell(s, "\n");
}

/* ----------------------------------------------------------------------------------- events */

/* Headings, and lists that are written on one line: false if the event is neither. */
static bool tell_course(story *s, const bd_board *board, const ek_events *events, unsigned *i)
{
    const ek_event *e = &events->list[*i];
    switch (e->type) {
    case EK_EVENT_ROUND_BEGINS:
        tell(s, "\n== round %d\n", e->n);
        return true;
    case EK_EVENT_PHASE_BEGINS:
        tell(s, "-- %s\n", phase_words[e->a]);
        return true;
    case EK_EVENT_ORDER:
        tell(s, "  order");
        for (; *i < events->count && events->list[*i].type == EK_EVENT_ORDER; ++*i)
            tell(s, " %u", events->list[*i].seat + 1);
        --*i;
        tell(s, "\n");
        return true;
    case EK_EVENT_ROUTE:
        tell(s, "  route %s", board->city[e->a].id);
        for (; *i < events->count && events->list[*i].type == EK_EVENT_ROUTE; ++*i)
            tell(s, " %d %s", events->list[*i].n, board->city[events->list[*i].b].id);
        --*i;
        tell(s, "\n");
        return true;
    default:
        return false;
    }
}

/* The visible back of the top card, in recharged (1.8). */
static void tell_back(story *s, unsigned back)
{
    if (back != EK_BACK_UNKNOWN)
        tell(s, ", %s on top", back_words[back]);
}

/* The operands of an event, in the order of a sentence. */
static void tell_operands(story *s, const bd_board *board, const ek_event *e)
{
    switch (e->type) {
    case EK_EVENT_REGION_CHOSEN:
        tell(s, " %s", board->region[e->a].id);
        break;
    case EK_EVENT_TRUST_HOUSE:
        tell(s, " %s on %u", board->city[e->a].id, ek_tables.place_cost[e->b]);
        break;
    case EK_EVENT_CONNECTED:
        tell(s, " %s on %u for %d", board->city[e->a].id, ek_tables.place_cost[e->b], e->n);
        break;
    case EK_EVENT_CITY_MARKED:
    case EK_EVENT_MARK_REMOVED:
        tell(s, " %s%s", board->city[e->a].id, e->b ? " with a token" : "");
        break;
    case EK_EVENT_NOMINATED:
    case EK_EVENT_BID:
    case EK_EVENT_PLANT_BOUGHT:
        tell(s, " %u for %d", e->a, e->n);
        break;
    case EK_EVENT_PLANT_REMOVED:
        tell(s, " %u %s", e->a, removal_words[e->b]);
        break;
    case EK_EVENT_FUEL_BOUGHT:
        tell(s, " %u %s for %d", e->b, fuel_words[e->a], e->n);
        break;
    case EK_EVENT_FUEL_RETURNED:
    case EK_EVENT_TRUST_FUEL:
    case EK_EVENT_TRUST_FUEL_RETURNED:
    case EK_EVENT_REFILLED:
        tell(s, " %d %s", e->n, fuel_words[e->a]);
        break;
    case EK_EVENT_PLANT_RUN:
        tell(s, " %u burns %d", e->a, e->n);
        if (e->b)
            tell(s, ", %u of them coal", e->b);
        break;
    case EK_EVENT_POWERED:
        tell(s, " %u cities for %d", e->a, e->n);
        break;
    case EK_EVENT_PLANT_DRAWN:
        tell(s, " %u", e->a);
        tell_back(s, e->b);
        break;
    case EK_EVENT_DECK_SHUFFLED:
        tell(s, " %d cards", e->n);
        tell_back(s, e->b);
        break;
    case EK_EVENT_TURN_ENDED:
        tell(s, " %s", phase_words[e->a]);
        break;
    case EK_EVENT_RANKED:
        tell(s, " %u with %u cities and %d", e->a, e->b, e->n);
        break;
    default:
        if (e->a)
            tell(s, " %u", e->a);
        break;
    }
}

static void tell_event(story *s, const bd_board *board, unsigned mover, const ek_event *e)
{
    tell(s, "  %s", event_words[e->type]);
    if (e->type == EK_EVENT_ZONE_CHOSEN) {
        tell_zone(s, board, (unsigned)e->n);
        return;
    }
    if (e->type == EK_EVENT_RANKED)
        tell(s, " %u", e->seat + 1);
    tell_operands(s, board, e);
    if (e->seat != mover && e->seat != EK_NOBODY && e->type != EK_EVENT_RANKED)
        tell(s, " by %u", e->seat + 1);
    tell(s, "\n");
}

void tell_events(story *s, const bd_board *board, unsigned mover, const ek_events *events)
{
    for (unsigned i = 0; i < events->count; i++)
        if (!tell_course(s, board, events, &i))
            tell_event(s, board, mover, &events->list[i]);
}
