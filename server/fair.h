/*
 * A queue that serves its owners in turn: one item of the first owner, one of the second, and so on
 * (round robin). However many items one owner has, an item of another owner waits for one item of
 * each owner before it, and for no more.
 *
 * The first item of an owner stands for the owner: it is linked with the first items of the other
 * owners, in the order in which they are served. So the queue needs no memory of its own, and
 * adding cannot fail.
 */
#ifndef ELEKTRO_SERVER_FAIR_H
#define ELEKTRO_SERVER_FAIR_H

#include <stdbool.h>
#include <stdint.h>

enum { SV_FAIR_BUCKETS = 256 };

/* To be embedded in what is queued. */
typedef struct sv_fair_item {
    int64_t owner;
    struct sv_fair_item *next; /* of the same owner */
    /* Of an owner's first item only. */
    struct sv_fair_item *last;           /* of this owner */
    struct sv_fair_item *ahead, *behind; /* the owners before and after this one */
    struct sv_fair_item *next_in_bucket; /* of owners with the same hash */
    unsigned count;                      /* items of this owner */
} sv_fair_item;

typedef struct sv_fair {
    sv_fair_item *head, *tail; /* the owners who are served first and last */
    sv_fair_item *bucket[SV_FAIR_BUCKETS];
    unsigned count; /* items of all owners */
} sv_fair;

void sv_fair_add(sv_fair *queue, sv_fair_item *item, int64_t owner);
/* Takes out the next item; the owner's turn comes again after all others. NULL: it is empty. */
sv_fair_item *sv_fair_take(sv_fair *queue);
/* The same, leaving out owners for whom may returns false: they keep their place. */
sv_fair_item *sv_fair_take_if(sv_fair *queue, bool (*may)(const void *data, int64_t owner),
                              const void *data);
/* Takes out this item, wherever it is. */
void sv_fair_remove(sv_fair *queue, sv_fair_item *item);

/* How many items an owner has in the queue. */
unsigned sv_fair_count(const sv_fair *queue, int64_t owner);
/* The newest item of the owner with the most items; NULL: the queue is empty. */
sv_fair_item *sv_fair_newest_of_most(const sv_fair *queue);

#endif
