/* Queued orders: moves a player asked for ahead of their turn. */
#ifndef ELEKTRO_SERVER_ORDERS_H
#define ELEKTRO_SERVER_ORDERS_H

#include "table.h"

/* The next move that the orders of a seat ask for; false if there is none. Orders that cannot be
 * carried out are dropped and *why says so. */
SV_CHECKED bool sv_orders_move(sv_table *table, unsigned seat, ek_move *move, bool *changed,
                               rec_error *why);
json_t *sv_orders_json(const sv_table *table, unsigned seat);
/* Whether each of these orders could still be carried out later. */
SV_CHECKED bool sv_orders_check(const sv_table *table, unsigned seat, const json_t *orders,
                                rec_error *error);

#endif
