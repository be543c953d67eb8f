/* The fields of a queued order, which is stored as it was sent (messages.json). */
#ifndef ELEKTRO_SERVER_ORDER_FIELDS_H
#define ELEKTRO_SERVER_ORDER_FIELDS_H

#include <jansson.h>
#include <stdbool.h>
#include <string.h>

static inline bool sv_order_has(const json_t *order, const char *key)
{
    return json_object_get(order, key) != NULL;
}

/* 0 if there is no such field. */
static inline int sv_order_number(const json_t *order, const char *key)
{
    return (int)json_integer_value(json_object_get(order, key));
}

/* 0: the order is new. */
static inline json_int_t sv_order_id(const json_t *order)
{
    return json_integer_value(json_object_get(order, "id"));
}

/* "" if there is no such field. */
static inline const char *sv_order_text(const json_t *order, const char *key)
{
    const char *text = json_string_value(json_object_get(order, key));
    return text ? text : "";
}

static inline bool sv_order_is(const json_t *order, const char *kind)
{
    return strcmp(sv_order_text(order, "kind"), kind) == 0;
}

/* Whether the player decides instead if the order cannot be carried out. */
static inline bool sv_order_waits(const json_t *order)
{
    return strcmp(sv_order_text(order, "otherwise"), "wait") == 0;
}

#endif
