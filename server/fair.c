#include "fair.h"

#include <stddef.h>

/* --------------------------------------------------------------------------------------- owners */

static sv_fair_item **bucket_of(sv_fair *queue, int64_t owner)
{
    return &queue->bucket[(uint64_t)owner % SV_FAIR_BUCKETS];
}

static sv_fair_item *first_of(const sv_fair *queue, int64_t owner)
{
    sv_fair_item *first = queue->bucket[(uint64_t)owner % SV_FAIR_BUCKETS];
    while (first && first->owner != owner)
        first = first->next_in_bucket;
    return first;
}

/* The owner of this first item is served after all others. */
static void link_owner(sv_fair *queue, sv_fair_item *first)
{
    sv_fair_item **bucket = bucket_of(queue, first->owner);
    first->next_in_bucket = *bucket;
    *bucket = first;
    first->ahead = queue->tail;
    first->behind = NULL;
    if (queue->tail)
        queue->tail->behind = first;
    else
        queue->head = first;
    queue->tail = first;
}

static void unlink_owner(sv_fair *queue, const sv_fair_item *first)
{
    sv_fair_item **at = bucket_of(queue, first->owner);
    while (*at != first)
        at = &(*at)->next_in_bucket;
    *at = first->next_in_bucket;
    *(first->ahead ? &first->ahead->behind : &queue->head) = first->behind;
    *(first->behind ? &first->behind->ahead : &queue->tail) = first->ahead;
}

/* ---------------------------------------------------------------------------------------- items */

void sv_fair_add(sv_fair *queue, sv_fair_item *item, int64_t owner)
{
    sv_fair_item *first = first_of(queue, owner);
    *item = (sv_fair_item){.owner = owner};
    queue->count++;
    if (first) {
        first->last->next = item;
        first->last = item;
        first->count++;
        return;
    }
    item->last = item;
    item->count = 1;
    link_owner(queue, item);
}

/* Takes out the first item of an owner, whose turn comes again after all others. */
static void take_first(sv_fair *queue, const sv_fair_item *first)
{
    sv_fair_item *next = first->next;
    unlink_owner(queue, first);
    queue->count--;
    if (!next)
        return;
    next->last = first->last;
    next->count = first->count - 1;
    link_owner(queue, next);
}

sv_fair_item *sv_fair_take_if(sv_fair *queue, bool (*may)(const void *data, int64_t owner),
                              const void *data)
{
    sv_fair_item *first = queue->head;
    while (first && !may(data, first->owner))
        first = first->behind;
    if (first)
        take_first(queue, first);
    return first;
}

static bool anybody(const void *data, int64_t owner)
{
    (void)data, (void)owner;
    return true;
}

sv_fair_item *sv_fair_take(sv_fair *queue)
{
    return sv_fair_take_if(queue, anybody, NULL);
}

void sv_fair_remove(sv_fair *queue, sv_fair_item *item)
{
    sv_fair_item *first = first_of(queue, item->owner), *before = first;
    if (first == item) {
        take_first(queue, item);
        return;
    }
    while (before->next != item)
        before = before->next;
    before->next = item->next;
    if (first->last == item)
        first->last = before;
    first->count--;
    queue->count--;
}

unsigned sv_fair_count(const sv_fair *queue, int64_t owner)
{
    const sv_fair_item *first = first_of(queue, owner);
    return first ? first->count : 0;
}

sv_fair_item *sv_fair_newest_of_most(const sv_fair *queue)
{
    const sv_fair_item *most = queue->head;
    for (const sv_fair_item *first = most; first; first = first->behind)
        if (first->count > most->count)
            most = first;
    return most ? most->last : NULL;
}
