/*
 * Queued orders: moves a player asks for ahead of their turn.
 *
 * An order that can never be carried out is refused. Others wait until they apply, are carried out
 * as one or more moves, and are then removed. The engine decides what is legal: an order that
 * applies but is refused or exceeds its limit is dropped. The orders after it are carried out all
 * the same, unless it says "otherwise": "wait". Then the player decides: orders of this kind are
 * carried out together, in one turn, or not at all, and a pass of the phase is dropped with them.
 *
 * Every order has an id. A client sends the whole list each time; an order with an id that is not
 * in the list any more has ended, and the client did not know it yet.
 *
 * The seat keeps the results until the player sends orders again.
 */
#ifndef ELEKTRO_SERVER_ORDERS_H
#define ELEKTRO_SERVER_ORDERS_H

#include "play.h"
#include "table.h"

/* The next moves that the orders of a seat ask for; false if there are none. Orders that are done
 * or dropped are removed, *changed says so, and *why the reason if one was dropped. */
SV_CHECKED bool sv_orders_move(sv_table *table, unsigned seat, sv_action *action, bool *changed,
                               rec_error *why);
/* The orders of a seat, and the results of earlier ones. */
json_t *sv_orders_json(const sv_table *table, unsigned seat);
json_t *sv_order_results_json(const sv_table *table, unsigned seat);
/* The orders of a request without those that have ended since the client got them: they were
 * carried out or dropped, or can never be carried out any more. */
json_t *sv_orders_unended(const sv_table *table, unsigned seat, const json_t *orders);
/* Whether each of these orders could still be carried out later. */
SV_CHECKED bool sv_orders_check(const sv_table *table, unsigned seat, const json_t *orders,
                                rec_error *error);
/* Replaces the orders of a seat, which were checked, and forgets the results of earlier ones.
 * client: its name for the request, or NULL. */
void sv_orders_set(sv_table *table, unsigned seat, const json_t *orders, const char *client);
/* Whether one of the last requests of the seat had this name: its client lost the answer. */
bool sv_orders_answered(const sv_orders *orders, const char *client);

void sv_orders_remove(sv_orders *orders, size_t i);
void sv_orders_copy(const sv_orders *from, sv_orders *to);
void sv_orders_free(sv_orders *orders);
/* Writes the orders of a seat into the object that is stored, and reads them from there. */
void sv_orders_store(const sv_orders *orders, json_t *object);
void sv_orders_read(sv_orders *orders, const json_t *object);

#endif
