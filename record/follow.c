#include "follow.h"

#include <stdio.h>

#include "words_text.h"

void rec_follow_begin(rec_follower *follower, const bd_board *board, const ek_config *config)
{
    follower->board = board;
    follower->config = *config;
    follower->has_started = false;
}

/* -------------------------------------------------------------------------------------- events */

static const ek_event *next_event(const rec_told *told)
{
    return told->at < told->count ? &told->list[told->at] : NULL;
}

/* expected is the word of an event, or words for several. */
static bool fail_event(const rec_told *told, const char *expected, rec_error *error)
{
    const ek_event *event = next_event(told);
    if (!event)
        return rec_fail(error, "events-missing", "The events end where %s is expected.", expected);
    return rec_fail(error, "wrong-event", "Event %u is '%s', but the rules lead to %s.",
                    told->at + 1, rec_event_word(event->type), expected);
}

static bool has_back(const ek_event *event)
{
    return event->type == EK_EVENT_PLANT_DRAWN || event->type == EK_EVENT_DECK_SHUFFLED;
}

/* A follower does not know the back of a card before it is told. */
static bool is_same(const ek_event *made, const ek_event *told)
{
    return made->type == told->type && made->seat == told->seat && made->a == told->a &&
           made->n == told->n && (made->b == told->b || has_back(made));
}

/* Compares the events that the engine has made with those that were told, and shows it the back of
 * the card that lies on the deck after them. */
static bool compare(rec_follower *f, rec_told *told, const ek_events *made, rec_error *error)
{
    unsigned back = EK_BACK_UNKNOWN;
    for (unsigned i = 0; i < made->count; i++) {
        const ek_event *event = next_event(told);
        if (!event || !is_same(&made->list[i], event)) {
            char expected[64];
            snprintf(expected, sizeof expected, "'%s'%s", rec_event_word(made->list[i].type),
                     event && event->type == made->list[i].type ? " with other values" : "");
            return fail_event(told, expected, error);
        }
        if (has_back(event))
            back = event->b;
        told->at++;
    }
    if (back != EK_BACK_UNKNOWN && f->state.top_back == EK_BACK_UNKNOWN)
        ek_show_back(&f->rules, &f->state, (enum ek_back)back);
    return true;
}

/* ------------------------------------------------------------------------------ after each move */

static bool compile(rec_follower *f, rec_error *error)
{
    const ek_reason reason = ek_rules_init(&f->rules, f->board->ek, &f->config);
    return reason == EK_REASON_OK || rec_refuse(error, reason);
}

static bool draw_card(rec_follower *f, rec_told *told, rec_error *error)
{
    const ek_event *event = next_event(told);
    ek_events made;
    if (!event || event->type != EK_EVENT_PLANT_DRAWN)
        return fail_event(told, "'plant-drawn'", error);
    const ek_reason reason = ek_draw(&f->rules, &f->state, event->a, &made);
    if (reason != EK_REASON_OK)
        return rec_refuse(error, reason);
    return compare(f, told, &made, error);
}

/* Everything that happens before the next decision. */
static bool go_on(rec_follower *f, rec_told *told, const ek_events *made, rec_error *error)
{
    if (!compare(f, told, made, error))
        return false;
    while (ek_card_awaited(&f->state))
        if (!draw_card(f, told, error))
            return false;
    if (!ek_rules_wanted(&f->rules, &f->state))
        return true;
    f->config.zone = f->state.zone;
    return compile(f, error);
}

/* --------------------------------------------------------------------------------------- setup */

/* The zone of a table where none is drafted: the first that the events name. */
static uint8_t zone_told(const rec_told *told)
{
    for (unsigned i = told->at; i < told->count; i++) {
        if (told->list[i].type == EK_EVENT_ZONE_CHOSEN)
            return (uint8_t)told->list[i].n;
        if (told->list[i].type == EK_EVENT_REGION_CHOSEN)
            break;
    }
    return 0;
}

static bool start(rec_follower *f, rec_told *told, rec_error *error)
{
    ek_setup setup = {.chance = EK_CHANCE_ASK, .order_given = 1};
    ek_events made;
    f->config.zone = zone_told(told);
    for (unsigned i = 0; i < f->config.players && told->at + i < told->count; i++)
        if (told->list[told->at + i].type == EK_EVENT_ORDER)
            setup.order[i] = told->list[told->at + i].seat;
    if (!compile(f, error))
        return false;
    const ek_reason reason = ek_start(&f->rules, &setup, &f->state, &made);
    if (reason != EK_REASON_OK)
        return rec_refuse(error, reason);
    f->has_started = true;
    return go_on(f, told, &made, error);
}

/* --------------------------------------------------------------------------------------- moves */

/* The coal and oil of the events that follow. */
static ek_move return_move(const rec_told *told)
{
    unsigned fuel[EK_FUELS] = {0};
    for (unsigned i = told->at; i < told->count; i++) {
        const ek_event *event = &told->list[i];
        if (event->type != EK_EVENT_FUEL_RETURNED)
            break;
        fuel[event->a % EK_FUELS] += (unsigned)event->n & UINT8_MAX;
    }
    return ek_move_of(EK_MOVE_RETURN, fuel[EK_COAL] & UINT8_MAX, fuel[EK_OIL] & UINT8_MAX);
}

/* The plants that the events run, by their rank among those of the seat. */
static ek_move power_move(const rec_follower *f, const rec_told *told)
{
    const ek_plants plants = f->state.owner[ek_to_move(&f->state)].plants;
    unsigned run = 0;
    unsigned mixes = 0;
    for (unsigned i = told->at; i < told->count; i++) {
        const ek_event *event = &told->list[i];
        if (event->type != EK_EVENT_PLANT_RUN)
            break;
        const unsigned rank = ek_size(plants & ((UINT64_C(1) << event->a) - 1));
        run |= 1u << rank;
        mixes |= (event->b & 3u) << 2 * rank;
    }
    return ek_move_of(EK_MOVE_POWER, run, mixes);
}

/* The move that the next event tells of; 0 if it is no move. */
static ek_move read_move(const rec_follower *f, const rec_told *told)
{
    const ek_event *event = next_event(told);
    const unsigned amount = event ? (unsigned)event->n & UINT16_MAX : 0;
    switch (event ? event->type : EK_EVENT_TYPES) {
    case EK_EVENT_REGION_CHOSEN:
        return ek_move_of(EK_MOVE_REGION, event->a, 0);
    case EK_EVENT_TRUST_HOUSE:
        return ek_move_of(EK_MOVE_TRUST, event->a, 0);
    case EK_EVENT_CITY_MARKED:
        return ek_move_of(EK_MOVE_MARK, event->a, 0);
    case EK_EVENT_NOMINATED:
        return ek_move_of(EK_MOVE_NOMINATE, event->a, amount);
    case EK_EVENT_BID:
        return ek_move_of(EK_MOVE_BID, 0, amount);
    case EK_EVENT_LEFT_AUCTION:
    case EK_EVENT_PASSED:
        return ek_move_of(EK_MOVE_PASS, 0, 0);
    case EK_EVENT_PLANT_SCRAPPED:
        return ek_move_of(EK_MOVE_SCRAP, event->a, 0);
    case EK_EVENT_FUEL_RETURNED:
        return return_move(told);
    case EK_EVENT_FUEL_BOUGHT:
        return ek_move_of(EK_MOVE_BUY, event->a, event->b);
    case EK_EVENT_CONNECTED:
        return ek_move_of(EK_MOVE_CONNECT, event->a, 0);
    case EK_EVENT_TURN_ENDED:
        return ek_move_of(EK_MOVE_DONE, 0, 0);
    case EK_EVENT_PLANT_RUN:
    case EK_EVENT_POWERED:
        return power_move(f, told);
    default:
        return 0;
    }
}

bool rec_follow(rec_follower *f, rec_told *told, rec_error *error)
{
    ek_events made;
    if (!f->has_started)
        return start(f, told, error);
    if (ek_to_move(&f->state) == EK_NOBODY)
        return fail_event(told, "the end of the game", error);
    const ek_move move = read_move(f, told);
    if (!move)
        return fail_event(told, "a move", error);
    const ek_reason reason = ek_apply(&f->rules, &f->state, move, &made);
    if (reason != EK_REASON_OK)
        return rec_refuse_move(error, f->board, &f->rules, reason);
    return go_on(f, told, &made, error);
}
