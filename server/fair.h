/*
 * A queue that serves addresses in turn, and the users of an address in turn: one item of the
 * first, one of the second, and so on (round robin). However many items one user has, and however
 * many users come from one address, an item of another address waits for one item of each address
 * before it, and for no more.
 *
 * Addresses are numbers that nobody can choose (limit.h). They are spread over a fixed number of
 * lanes; those that meet in a lane by chance are served as one address. The number of an
 * address is another one after a restart of the server: then its older items and its new ones count
 * as those of two addresses.
 *
 * In a lane the first item of an owner stands for the owner: it is linked with the first items of
 * the other owners, in the order in which they are served. So the queue needs no memory of its own,
 * and adding cannot fail.
 */
#ifndef ELEKTRO_SERVER_FAIR_H
#define ELEKTRO_SERVER_FAIR_H

#include <stdbool.h>
#include <stdint.h>

enum { SV_FAIR_LANES = 64, SV_FAIR_BUCKETS = 32 };

/* The owner of an item. Two users are never taken for one; the address of an item whose address
 * is not known is its user. */
typedef struct sv_owner {
    int64_t address, user;
} sv_owner;

/* Embedded in every struct that is queued. */
typedef struct sv_fair_item {
    sv_owner owner;
    struct sv_fair_item *next; /* of the same owner */
    /* Of an owner's first item only. */
    struct sv_fair_item *last;           /* of this owner */
    struct sv_fair_item *ahead, *behind; /* the owners before and after this one */
    struct sv_fair_item *next_in_bucket; /* of owners with the same hash */
    unsigned count;                      /* items of this owner */
} sv_fair_item;

typedef struct sv_fair_lane {
    sv_fair_item *head, *tail; /* the users who are served first and last */
    sv_fair_item *bucket[SV_FAIR_BUCKETS];
    unsigned count; /* items of all users */
} sv_fair_lane;

typedef struct sv_fair {
    sv_fair_lane lane[SV_FAIR_LANES];
    unsigned next;  /* the lane that is served next */
    unsigned count; /* items of all lanes */
} sv_fair;

void sv_fair_add(sv_fair *queue, sv_fair_item *item, sv_owner owner);
/* Takes out the next item; the turn of its address, and in it that of its user, comes again after
 * all others. NULL: it is empty. */
sv_fair_item *sv_fair_take(sv_fair *queue);
/* The same, leaving out owners for whom may returns false: they keep their place. */
sv_fair_item *sv_fair_take_if(sv_fair *queue, bool (*may)(const void *data, sv_owner owner),
                              const void *data);
/* Takes out this item, wherever it is. */
void sv_fair_remove(sv_fair *queue, sv_fair_item *item);

/* How many items a user has in the queue. */
unsigned sv_fair_count(const sv_fair *queue, sv_owner owner);
/* An item that should give way to a new one: the newest of the user with the most items, in the
 * lane with the most. NULL if the new one's owner would then have as many. */
sv_fair_item *sv_fair_surplus(const sv_fair *queue, sv_owner owner);

#endif
