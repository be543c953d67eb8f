/* The list of queued orders of a seat: stored, replaced, and given out. */
#include "order_fields.h"
#include "orders.h"

enum { REQUESTS_MAX = 8 }; /* that are known when a client sends them again */

void sv_orders_free(sv_orders *o)
{
    json_decref(o->list);
    json_decref(o->results);
    json_decref(o->requests);
    *o = (sv_orders){.last_id = 0};
}

void sv_orders_copy(const sv_orders *from, sv_orders *to)
{
    *to = (sv_orders){json_deep_copy(from->list), json_deep_copy(from->results),
                      json_deep_copy(from->requests), from->last_id};
}

void sv_orders_store(const sv_orders *o, json_t *object)
{
    if (o->list)
        json_object_set(object, "orders", o->list);
    if (o->results)
        json_object_set(object, "order_results", o->results);
    if (o->requests)
        json_object_set(object, "order_requests", o->requests);
    if (o->last_id)
        json_object_set_new(object, "order_id", json_integer(o->last_id));
}

void sv_orders_read(sv_orders *o, const json_t *object)
{
    o->list = json_incref(json_object_get(object, "orders"));
    o->results = json_incref(json_object_get(object, "order_results"));
    o->requests = json_incref(json_object_get(object, "order_requests"));
    o->last_id = json_integer_value(json_object_get(object, "order_id"));
}

/* Gives every new order an id, and the round: an order to pass holds for one, this one unless it
 * names the next. */
static json_t *entered(sv_orders *o, const json_t *orders, int round)
{
    json_t *list = json_deep_copy(orders);
    size_t i;
    json_t *order;
    json_array_foreach(list, i, order)
    {
        if (!sv_order_id(order))
            json_object_set_new(order, "id", json_integer(++o->last_id));
        if (!sv_order_is(order, "pass") || sv_order_number(order, "round") == 0)
            json_object_set_new(order, "round", json_integer(round));
    }
    return list;
}

static void remember(sv_orders *o, const char *client)
{
    if (!o->requests)
        o->requests = json_array();
    if (json_array_size(o->requests) == REQUESTS_MAX)
        json_array_remove(o->requests, 0);
    json_array_append_new(o->requests, json_string(client));
}

void sv_orders_set(sv_table *table, unsigned seat, const json_t *orders, const char *client)
{
    sv_orders *o = &table->seat[seat].orders;
    json_t *list = json_array_size(orders) ? entered(o, orders, table->game.now.state.round) : NULL;
    json_decref(o->list);
    json_decref(o->results);
    o->list = list;
    o->results = NULL;
    if (client)
        remember(o, client);
    table->orders_checked = 0;
    table->stuck = false;
}

bool sv_orders_answered(const sv_orders *o, const char *client)
{
    for (size_t i = 0; client && i < json_array_size(o->requests); i++)
        if (strcmp(json_string_value(json_array_get(o->requests, i)), client) == 0)
            return true;
    return false;
}

void sv_orders_remove(sv_orders *o, size_t i)
{
    json_array_remove(o->list, i);
    if (json_array_size(o->list) == 0) {
        json_decref(o->list);
        o->list = NULL;
    }
}

static json_t *copy_of(const json_t *list)
{
    return list ? json_deep_copy(list) : json_array();
}

json_t *sv_orders_json(const sv_table *table, unsigned seat)
{
    return seat == EK_NOBODY ? json_array() : copy_of(table->seat[seat].orders.list);
}

json_t *sv_order_results_json(const sv_table *table, unsigned seat)
{
    return seat == EK_NOBODY ? json_array() : copy_of(table->seat[seat].orders.results);
}
