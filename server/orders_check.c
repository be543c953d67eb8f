/* Accepting queued orders: one that can never be carried out is refused. */
#include "errors.h"
#include "order_fields.h"
#include "orders.h"
#include "words_text.h"

typedef struct asked {
    const sv_table *table;
    const json_t *order;
    unsigned seat;
} asked;

static bool has(const asked *a, const char *one, const char *other, rec_error *error)
{
    if (sv_order_has(a->order, one) && (!other[0] || sv_order_has(a->order, other)))
        return true;
    return sv_fail(error, SV_ERROR_BAD_REQUEST, "\"orders\": an order to %s names %s%s%s.",
                   sv_order_text(a->order, "kind"), one, other[0] ? " and " : "", other);
}

/* What several orders cost together counts only if they are carried out together. */
static bool has_limit(const asked *a, rec_error *error)
{
    if (sv_order_has(a->order, "total") && !sv_order_waits(a->order))
        return sv_fail(error, SV_ERROR_BAD_REQUEST,
                       "\"orders\": total needs \"otherwise\": \"wait\".");
    return sv_order_has(a->order, "total") || has(a, "most", "", error);
}

static bool can_bid(const asked *a, rec_error *error)
{
    const ek_state *s = &a->table->game.now.state;
    const int plant = sv_order_number(a->order, "plant");
    const bool offered =
        s->market >> (plant & 63) & 1 || (s->in_auction && s->auction_plant == plant);
    return has(a, "plant", "most", error) &&
           (offered || rec_refuse(error, EK_REASON_NOT_IN_MARKET));
}

/* The phase must be one in which players decide, and not over in the round it is for. */
static bool can_pass(const asked *a, rec_error *error)
{
    const ek_state *s = &a->table->game.now.state;
    const char *word = sv_order_text(a->order, "phase");
    const int round = sv_order_number(a->order, "round"); /* 0: this one */
    const int later = round ? round - (int)s->round : 0;
    if (!has(a, "phase", "", error))
        return false;
    if (later < 0)
        return rec_refuse(error, EK_REASON_WRONG_PHASE);
    if (later > 1)
        return sv_fail(error, SV_ERROR_BAD_REQUEST,
                       "\"orders\": an order to pass is for this round or the next one.");
    for (unsigned phase = EK_PHASE_AUCTION; phase <= EK_PHASE_BUILDING; phase++)
        if (strcmp(rec_phase_word(phase), word) == 0)
            return later == 1 || phase >= ek_phase(s) || rec_refuse(error, EK_REASON_WRONG_PHASE);
    return sv_fail(error, SV_ERROR_BAD_REQUEST, "\"orders\": there is no phase \"%s\" to pass.",
                   word);
}

static bool can_buy(const asked *a, rec_error *error)
{
    const char *fuel = sv_order_text(a->order, "fuel");
    if (!has(a, "fuel", "count", error) || !has_limit(a, error))
        return false;
    return rec_fuel_named(fuel) >= 0 ||
           sv_fail(error, SV_ERROR_BAD_REQUEST, "\"orders\": there is no fuel \"%s\".", fuel);
}

/* Refuses what cannot change any more; the rest is checked when the turn comes. */
static bool can_connect(const asked *a, rec_error *error)
{
    const jn_game *game = &a->table->game;
    const int city = bd_city_named(a->table->setting.board, sv_order_text(a->order, "city"));
    ek_route route;
    if (!has(a, "city", "", error) || !has_limit(a, error))
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
    const bool bundled = sv_order_is(a->order, "buy") || sv_order_is(a->order, "connect");
    if (!bundled && sv_order_has(a->order, "total"))
        return sv_fail(error, SV_ERROR_BAD_REQUEST,
                       "\"orders\": total is for orders to buy and to connect.");
    if (sv_order_is(a->order, "bid"))
        return can_bid(a, error);
    if (sv_order_is(a->order, "pass"))
        return can_pass(a, error);
    return sv_order_is(a->order, "buy") ? can_buy(a, error) : can_connect(a, error);
}

/* ------------------------------------------------------------------------- from an earlier list */

static bool holds(const json_t *list, const json_t *order)
{
    for (size_t i = 0; i < json_array_size(list); i++)
        if (json_equal(json_array_get(list, i), order))
            return true;
    return false;
}

static bool was_carried_out(const json_t *results, const json_t *order)
{
    for (size_t i = 0; i < json_array_size(results); i++) {
        const json_t *result = json_array_get(results, i);
        const char *outcome = sv_order_text(result, "outcome");
        if ((strcmp(outcome, "done") == 0 || strcmp(outcome, "passed") == 0) &&
            json_equal(json_object_get(result, "order"), order))
            return true;
    }
    return false;
}

/* Whether an order of the seat that a client sends back has ended since the client got it. */
static bool has_ended(const asked *a)
{
    const sv_seat *s = &a->table->seat[a->seat];
    rec_error unused;
    return holds(s->orders, a->order) ? !is_possible(a, &unused)
                                      : was_carried_out(s->order_results, a->order);
}

json_t *sv_orders_pending(const sv_table *table, unsigned seat, const json_t *orders)
{
    json_t *list = json_array();
    for (size_t i = 0; i < json_array_size(orders); i++) {
        const asked a = {.table = table, .order = json_array_get(orders, i), .seat = seat};
        if (!has_ended(&a))
            json_array_append(list, json_array_get(orders, i));
    }
    return list;
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
