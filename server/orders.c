/*
 * Queued orders: moves a player asks for ahead of their turn.
 *
 * An order that can never be carried out is refused. Others wait until they apply, are carried out
 * as one or more moves, and are then removed. The engine decides what is legal: an order that
 * applies but whose move is refused is dropped, and the player gets the reason.
 */
#include "orders.h"

#include <string.h>

#include "errors.h"
#include "words_text.h"

enum verdict { WAIT, MOVE_KEEP, MOVE_DONE, DROP };

typedef struct asked {
    const sv_table *table;
    const json_t *order;
    unsigned seat;
    ek_move move;
    rec_error why;
} asked;

static int number_of(const asked *a, const char *key)
{
    return (int)json_integer_value(json_object_get(a->order, key));
}

static const char *text_of(const asked *a, const char *key)
{
    const char *text = json_string_value(json_object_get(a->order, key));
    return text ? text : "";
}

static ek_reason why_not(const asked *a)
{
    return ek_why(a->table->game.now.rules, &a->table->game.now.state, a->seat, a->move);
}

static enum verdict drop(asked *a, ek_reason reason)
{
    rec_refuse_move(&a->why, a->table->setting.board, a->table->game.now.rules, reason);
    return DROP;
}

/* The plant is sold, to this player or to another. */
static enum verdict judge_sold(asked *a, int plant)
{
    const ek_state *s = &a->table->game.now.state;
    const bool served = s->owner[a->seat].plants >> (plant & 63) & 1 || s->bought >> a->seat & 1;
    return served ? DROP : drop(a, EK_REASON_NOT_IN_MARKET);
}

/* Bids one more than the others up to the limit; waits while another plant is auctioned. */
static enum verdict judge_bid(asked *a)
{
    const ek_state *s = &a->table->game.now.state;
    const int plant = number_of(a, "plant");
    if (s->in_auction && s->auction_plant != plant)
        return WAIT;
    if (!s->in_auction)
        return s->market >> (plant & 63) & 1 ? WAIT : judge_sold(a, plant);
    a->move = ek_move_of(EK_MOVE_BID, 0, s->bid + 1u);
    if ((int)s->bid + 1 <= number_of(a, "most") && why_not(a) == EK_REASON_OK)
        return MOVE_KEEP;
    a->move = ek_move_of(EK_MOVE_PASS, 0, 0);
    return why_not(a) == EK_REASON_OK ? MOVE_DONE : drop(a, why_not(a));
}

static enum verdict judge_pass(asked *a)
{
    const ek_state *s = &a->table->game.now.state;
    if (s->round > number_of(a, "round"))
        return DROP; /* its round is over */
    if (strcmp(rec_phase_word(ek_phase(s)), text_of(a, "phase")) != 0)
        return WAIT;
    a->move = ek_move_of(EK_MOVE_PASS, 0, 0);
    if (why_not(a) == EK_REASON_OK)
        return MOVE_KEEP;
    a->move = ek_move_of(EK_MOVE_DONE, 0, 0);
    return why_not(a) == EK_REASON_OK ? MOVE_KEEP : drop(a, why_not(a));
}

static enum verdict judge_buy(asked *a)
{
    const jn_game *game = &a->table->game;
    const int fuel = rec_fuel_named(text_of(a, "fuel"));
    const unsigned count = (unsigned)number_of(a, "count");
    if (fuel < 0)
        return drop(a, EK_REASON_NOT_A_MOVE);
    if (ek_phase(&game->now.state) != EK_PHASE_RESOURCES)
        return WAIT;
    const int price =
        ek_price(game->now.rules, &game->now.state, a->seat, (enum ek_fuel)fuel, count);
    a->move = ek_move_of(EK_MOVE_BUY, (unsigned)fuel, count);
    if (price > number_of(a, "most"))
        return drop(a, EK_REASON_CANNOT_PAY);
    return why_not(a) == EK_REASON_OK ? MOVE_DONE : drop(a, why_not(a));
}

static enum verdict judge_connect(asked *a)
{
    const jn_game *game = &a->table->game;
    const int city = bd_city_named(a->table->setting.board, text_of(a, "city"));
    ek_route route;
    if (city < 0)
        return drop(a, EK_REASON_NO_SUCH_CITY);
    if (ek_phase(&game->now.state) != EK_PHASE_BUILDING)
        return WAIT;
    const ek_reason reason =
        ek_connection(game->now.rules, &game->now.state, a->seat, (unsigned)city, &route);
    a->move = ek_move_of(EK_MOVE_CONNECT, (unsigned)city, 0);
    if (reason != EK_REASON_OK)
        return drop(a, reason);
    if (route.total > number_of(a, "most"))
        return drop(a, EK_REASON_CANNOT_PAY);
    return why_not(a) == EK_REASON_OK ? MOVE_DONE : drop(a, why_not(a));
}

static enum verdict judge(asked *a)
{
    const char *kind = text_of(a, "kind");
    if (strcmp(kind, "bid") == 0)
        return judge_bid(a);
    if (strcmp(kind, "pass") == 0)
        return judge_pass(a);
    return strcmp(kind, "buy") == 0 ? judge_buy(a) : judge_connect(a);
}

/* --------------------------------------------------------------------------- accepting orders */

static bool has(const asked *a, const char *one, const char *other, rec_error *error)
{
    if (json_object_get(a->order, one) && (!other[0] || json_object_get(a->order, other)))
        return true;
    return sv_fail(error, SV_ERROR_BAD_REQUEST, "\"orders\": an order to %s names %s%s%s.",
                   text_of(a, "kind"), one, other[0] ? " and " : "", other);
}

static bool can_bid(const asked *a, rec_error *error)
{
    const ek_state *s = &a->table->game.now.state;
    const int plant = number_of(a, "plant");
    const bool offered =
        s->market >> (plant & 63) & 1 || (s->in_auction && s->auction_plant == plant);
    return has(a, "plant", "most", error) &&
           (offered || rec_refuse(error, EK_REASON_NOT_IN_MARKET));
}

/* The phase must be one in which players decide, and not over in this round. */
static bool can_pass(const asked *a, rec_error *error)
{
    const unsigned now = ek_phase(&a->table->game.now.state);
    if (!has(a, "phase", "", error))
        return false;
    for (unsigned phase = EK_PHASE_AUCTION; phase <= EK_PHASE_BUILDING; phase++)
        if (strcmp(rec_phase_word(phase), text_of(a, "phase")) == 0)
            return phase >= now || rec_refuse(error, EK_REASON_WRONG_PHASE);
    return sv_fail(error, SV_ERROR_BAD_REQUEST, "\"orders\": there is no phase \"%s\" to pass.",
                   text_of(a, "phase"));
}

static bool can_buy(const asked *a, rec_error *error)
{
    if (!has(a, "fuel", "count", error) || !has(a, "most", "", error))
        return false;
    return rec_fuel_named(text_of(a, "fuel")) >= 0 ||
           sv_fail(error, SV_ERROR_BAD_REQUEST, "\"orders\": there is no fuel \"%s\".",
                   text_of(a, "fuel"));
}

/* Refuses what cannot change any more; the rest is checked when the turn comes. */
static bool can_connect(const asked *a, rec_error *error)
{
    const jn_game *game = &a->table->game;
    const int city = bd_city_named(a->table->setting.board, text_of(a, "city"));
    ek_route route;
    if (!has(a, "city", "most", error))
        return false;
    if (city < 0)
        return rec_refuse(error, EK_REASON_NO_SUCH_CITY);
    if (ek_phase(&game->now.state) < EK_PHASE_AUCTION)
        return true; /* the zone is not known yet */
    const ek_reason reason =
        ek_connection(game->now.rules, &game->now.state, a->seat, (unsigned)city, &route);
    if (reason == EK_REASON_OUT_OF_ZONE || reason == EK_REASON_ALREADY_CONNECTED)
        return rec_refuse(error, reason);
    return true;
}

static bool is_possible(const asked *a, rec_error *error)
{
    const char *kind = text_of(a, "kind");
    if (strcmp(kind, "bid") == 0)
        return can_bid(a, error);
    if (strcmp(kind, "pass") == 0)
        return can_pass(a, error);
    return strcmp(kind, "buy") == 0 ? can_buy(a, error) : can_connect(a, error);
}

bool sv_orders_check(const sv_table *table, unsigned seat, const json_t *orders, rec_error *error)
{
    for (size_t i = 0; i < json_array_size(orders); i++) {
        const asked a = {.table = table, .order = json_array_get(orders, i), .seat = seat};
        if (!is_possible(&a, error))
            return false;
    }
    return true;
}

/* ------------------------------------------------------------------------ carrying them out */

static void remove_order(sv_seat *s, size_t i)
{
    json_array_remove(s->orders, i);
    if (json_array_size(s->orders) == 0) {
        json_decref(s->orders);
        s->orders = NULL;
    }
}

/* Purchases come before passing, whatever the order of the list. */
static size_t next_order(const sv_table *table, unsigned seat, bool passes, asked *a,
                         enum verdict *verdict)
{
    const json_t *list = table->seat[seat].orders;
    for (size_t i = 0; i < json_array_size(list); i++) {
        *a = (asked){.table = table, .order = json_array_get(list, i), .seat = seat};
        if ((strcmp(text_of(a, "kind"), "pass") == 0) != passes)
            continue;
        *verdict = judge(a);
        if (*verdict != WAIT)
            return i;
    }
    *verdict = WAIT;
    return 0;
}

bool sv_orders_move(sv_table *table, unsigned seat, ek_move *move, bool *changed, rec_error *why)
{
    asked a;
    enum verdict verdict;
    *move = 0;
    while (table->seat[seat].orders) {
        size_t i = next_order(table, seat, false, &a, &verdict);
        if (verdict == WAIT)
            i = next_order(table, seat, true, &a, &verdict);
        if (verdict == WAIT)
            return false;
        *move = a.move;
        if (verdict == MOVE_KEEP)
            return true;
        if (verdict == DROP)
            *why = a.why;
        remove_order(&table->seat[seat], i);
        *changed = true;
        if (verdict == MOVE_DONE)
            return true;
    }
    return false;
}

json_t *sv_orders_json(const sv_table *table, unsigned seat)
{
    if (seat == EK_NOBODY || !table->seat[seat].orders)
        return json_array();
    return json_deep_copy(table->seat[seat].orders);
}
