/* Accepting queued orders: one that can never be carried out is refused. */
#include "errors.h"
#include "order_fields.h"
#include "orders.h"
#include "words_text.h"

typedef struct checked {
    const sv_table *table;
    const json_t *order;
    unsigned seat;
} checked;

static bool has(const checked *c, const char *one, const char *other, rec_error *error)
{
    if (sv_order_has(c->order, one) && (!other[0] || sv_order_has(c->order, other)))
        return true;
    return sv_fail(error, SV_ERROR_BAD_REQUEST, "\"orders\": an order to %s names %s%s%s.",
                   sv_order_text(c->order, "kind"), one, other[0] ? " and " : "", other);
}

/* total is a limit for orders that are carried out together. */
static bool has_limit(const checked *c, rec_error *error)
{
    if (sv_order_has(c->order, "total") && !sv_order_waits(c->order))
        return sv_fail(error, SV_ERROR_BAD_REQUEST,
                       "\"orders\": total needs \"otherwise\": \"wait\".");
    return sv_order_has(c->order, "total") || has(c, "most", "", error);
}

static bool can_bid(const checked *c, rec_error *error)
{
    const ek_state *s = &c->table->game.now.state;
    const int plant = sv_order_number(c->order, "plant");
    const bool offered =
        s->market >> (plant & 63) & 1 || (s->in_auction && s->auction_plant == plant);
    if (!has(c, "plant", "most", error))
        return false;
    if (sv_order_number(c->order, "most") == 0)
        return rec_refuse(error, EK_REASON_BID_TOO_LOW);
    return offered || rec_refuse(error, EK_REASON_NOT_IN_MARKET);
}

/* The phase must be one in which players decide, and not over in the round it is for. */
static bool can_pass(const checked *c, rec_error *error)
{
    const ek_state *s = &c->table->game.now.state;
    const char *word = sv_order_text(c->order, "phase");
    const int round = sv_order_number(c->order, "round"); /* 0: this one */
    const int later = round ? round - (int)s->round : 0;
    if (!has(c, "phase", "", error))
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

static bool can_buy(const checked *c, rec_error *error)
{
    const char *fuel = sv_order_text(c->order, "fuel");
    if (!has(c, "fuel", "count", error) || !has_limit(c, error))
        return false;
    return rec_fuel_named(fuel) >= 0 ||
           sv_fail(error, SV_ERROR_BAD_REQUEST, "\"orders\": there is no fuel \"%s\".", fuel);
}

/* Refuses a city that can never be connected; the rest is checked when the turn comes. */
static bool can_connect(const checked *c, rec_error *error)
{
    const jn_game *game = &c->table->game;
    const int city = bd_city_named(c->table->setting.board, sv_order_text(c->order, "city"));
    ek_route route;
    if (!has(c, "city", "", error) || !has_limit(c, error))
        return false;
    if (city < 0)
        return rec_refuse(error, EK_REASON_NO_SUCH_CITY);
    if (ek_phase(&game->now.state) < EK_PHASE_AUCTION)
        return true; /* the zone is not known yet */
    const ek_reason reason =
        ek_connection(game->now.rules, &game->now.state, c->seat, (unsigned)city, &route);
    if (reason == EK_REASON_OUT_OF_ZONE || reason == EK_REASON_ALREADY_CONNECTED)
        return rec_refuse(error, reason);
    return true;
}

static bool is_possible(const checked *c, rec_error *error)
{
    const bool bundled = sv_order_is(c->order, "buy") || sv_order_is(c->order, "connect");
    if (!bundled && sv_order_has(c->order, "total"))
        return sv_fail(error, SV_ERROR_BAD_REQUEST,
                       "\"orders\": total is for orders to buy and to connect.");
    if (sv_order_is(c->order, "bid"))
        return can_bid(c, error);
    if (sv_order_is(c->order, "pass"))
        return can_pass(c, error);
    return sv_order_is(c->order, "buy") ? can_buy(c, error) : can_connect(c, error);
}

/* ------------------------------------------------------------------------- from an earlier list */

/* The order of a list with this id; NULL: there is none. */
static const json_t *with_id(const json_t *list, size_t count, json_int_t id)
{
    for (size_t i = 0; id && i < count; i++)
        if (sv_order_id(json_array_get(list, i)) == id)
            return json_array_get(list, i);
    return NULL;
}

/* Whether an order of the seat that a client sends back has ended since the client got it. It is
 * the stored order that counts: what the client changed in it is checked as in a new one. An id
 * that was never given is an error of the client. */
static bool has_ended(const checked *c)
{
    const sv_orders *o = &c->table->seat[c->seat].orders;
    const json_int_t id = sv_order_id(c->order);
    rec_error unused;
    if (id == 0 || id > o->last_id)
        return false;
    checked stored = *c;
    stored.order = with_id(o->list, json_array_size(o->list), id);
    return !stored.order || !is_possible(&stored, &unused);
}

json_t *sv_orders_unended(const sv_table *table, unsigned seat, const json_t *orders)
{
    json_t *list = json_array();
    for (size_t i = 0; i < json_array_size(orders); i++) {
        const checked c = {.table = table, .order = json_array_get(orders, i), .seat = seat};
        if (!has_ended(&c))
            json_array_append(list, json_array_get(orders, i));
    }
    return list;
}

static bool has_own_id(const checked *c, const json_t *orders, size_t i, rec_error *error)
{
    const json_int_t id = sv_order_id(c->order);
    if (id > c->table->seat[c->seat].orders.last_id)
        return sv_fail(error, SV_ERROR_BAD_REQUEST,
                       "\"orders\": none of your orders has the id %lld. Send new ones without id.",
                       (long long)id);
    return !with_id(orders, i, id) ||
           sv_fail(error, SV_ERROR_BAD_REQUEST, "\"orders\": two orders have the id %lld.",
                   (long long)id);
}

bool sv_orders_check(const sv_table *table, unsigned seat, const json_t *orders, rec_error *error)
{
    for (size_t i = 0; i < json_array_size(orders); i++) {
        const checked c = {.table = table, .order = json_array_get(orders, i), .seat = seat};
        if (!has_own_id(&c, orders, i, error) || !is_possible(&c, error))
            return false;
    }
    return true;
}
