#include "fair.h"

#include <stddef.h>

static unsigned lane_of(sv_owner owner)
{
    return (unsigned)((uint64_t)owner.address % SV_FAIR_LANES);
}

/* ------------------------------------------------------------------------------ users in a lane */

static unsigned bucket_of(int64_t user)
{
    return (unsigned)((uint64_t)user % SV_FAIR_BUCKETS);
}

static sv_fair_item *first_of(const sv_fair_lane *lane, int64_t user)
{
    sv_fair_item *first = lane->bucket[bucket_of(user)];
    while (first && first->owner.user != user)
        first = first->next_in_bucket;
    return first;
}

/* The user of this first item is served after all others. */
static void link_user(sv_fair_lane *lane, sv_fair_item *first)
{
    sv_fair_item **bucket = &lane->bucket[bucket_of(first->owner.user)];
    first->next_in_bucket = *bucket;
    *bucket = first;
    first->ahead = lane->tail;
    first->behind = NULL;
    if (lane->tail)
        lane->tail->behind = first;
    else
        lane->head = first;
    lane->tail = first;
}

static void unlink_user(sv_fair_lane *lane, const sv_fair_item *first)
{
    sv_fair_item **at = &lane->bucket[bucket_of(first->owner.user)];
    while (*at != first)
        at = &(*at)->next_in_bucket;
    *at = first->next_in_bucket;
    *(first->ahead ? &first->ahead->behind : &lane->head) = first->behind;
    *(first->behind ? &first->behind->ahead : &lane->tail) = first->ahead;
}

/* Takes out the first item of a user, whose turn comes again after all others. */
static void take_first(sv_fair_lane *lane, const sv_fair_item *first)
{
    sv_fair_item *next = first->next;
    unlink_user(lane, first);
    lane->count--;
    if (!next)
        return;
    next->last = first->last;
    next->count = first->count - 1;
    link_user(lane, next);
}

/* The first item of the user with the most. */
static const sv_fair_item *most_of(const sv_fair_lane *lane)
{
    const sv_fair_item *most = lane->head;
    for (const sv_fair_item *first = most; first; first = first->behind)
        if (first->count > most->count)
            most = first;
    return most;
}

/* ------------------------------------------------------------------------------------- the queue
 */

void sv_fair_add(sv_fair *queue, sv_fair_item *item, sv_owner owner)
{
    sv_fair_lane *lane = &queue->lane[lane_of(owner)];
    sv_fair_item *first = first_of(lane, owner.user);
    *item = (sv_fair_item){.owner = owner};
    lane->count++;
    queue->count++;
    if (first) {
        first->last->next = item;
        first->last = item;
        first->count++;
        return;
    }
    item->last = item;
    item->count = 1;
    link_user(lane, item);
}

static sv_fair_item *take_of_lane(sv_fair_lane *lane, bool (*may)(const void *data, sv_owner owner),
                                  const void *data)
{
    sv_fair_item *first = lane->head;
    while (first && !may(data, first->owner))
        first = first->behind;
    if (first)
        take_first(lane, first);
    return first;
}

sv_fair_item *sv_fair_take_if(sv_fair *queue, bool (*may)(const void *data, sv_owner owner),
                              const void *data)
{
    for (unsigned i = 0; queue->count > 0 && i < SV_FAIR_LANES; i++) {
        const unsigned lane = (queue->next + i) % SV_FAIR_LANES;
        sv_fair_item *item = take_of_lane(&queue->lane[lane], may, data);
        if (item) {
            queue->next = (lane + 1) % SV_FAIR_LANES;
            queue->count--;
            return item;
        }
    }
    return NULL;
}

static bool anybody(const void *data, sv_owner owner)
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
    sv_fair_lane *lane = &queue->lane[lane_of(item->owner)];
    sv_fair_item *first = first_of(lane, item->owner.user), *before = first;
    queue->count--;
    if (first == item) {
        take_first(lane, item);
        return;
    }
    while (before->next != item)
        before = before->next;
    before->next = item->next;
    if (first->last == item)
        first->last = before;
    first->count--;
    lane->count--;
}

unsigned sv_fair_count(const sv_fair *queue, sv_owner owner)
{
    const sv_fair_item *first = first_of(&queue->lane[lane_of(owner)], owner.user);
    return first ? first->count : 0;
}

sv_fair_item *sv_fair_surplus(const sv_fair *queue, sv_owner owner)
{
    const sv_fair_lane *mine = &queue->lane[lane_of(owner)], *fullest = mine;
    for (unsigned i = 0; i < SV_FAIR_LANES; i++)
        if (queue->lane[i].count > fullest->count)
            fullest = &queue->lane[i];
    const sv_fair_item *most = most_of(fullest);
    const bool much = fullest == mine ? most && most->count > sv_fair_count(queue, owner) + 1
                                      : fullest->count > mine->count + 1;
    return much ? most->last : NULL;
}
