/*
 * Who of the people in the queue play with each other. No input and no output: the queue and the
 * time are arguments, and the same queue gives the same groups.
 *
 * The oldest entry first, each looks for a group: people of the same pace whose wishes fit each
 * other, the largest table first. A group in which everybody accepts any number of players waits
 * for more people for a while (sv_pair_pace_row.gather_ms). If there are more people than seats,
 * those with a similar rating and those who have waited long are preferred, and for rated games
 * those from other addresses.
 *
 * An entry whose time for people is over plays with bots, and with those who accept bots, too.
 */
#ifndef ELEKTRO_SERVER_MATCH_H
#define ELEKTRO_SERVER_MATCH_H

#include "pairing/pace.h"

enum { SV_BOTS_NEVER = 0 };

/* Whether somebody wants the game to count for ratings. They are stored. */
enum sv_rated_wish { SV_RATED_NO, SV_RATED_ANY, SV_RATED_YES };

/* One who waits. */
typedef struct sv_seeker {
    int64_t person;
    int64_t since;
    int64_t bots_at; /* when bots take the seats that are left; SV_BOTS_NEVER */
    int64_t rating;  /* 0: none */
    int64_t origin;  /* number of the address the entry was made from (limit.h); 0: not known */
    uint8_t pace;    /* enum sv_pair_pace */
    uint8_t players; /* at the table; 0: any number */
    uint8_t level;   /* of the bots: enum bot_level */
    uint8_t rated;   /* enum sv_rated_wish; guests: SV_RATED_NO */
    uint8_t colour;  /* preferred; 0: any */
} sv_seeker;

/* The queue: all entries of a pace follow each other, the oldest first. */
typedef struct sv_seekers {
    const sv_seeker *list;
    unsigned count;
    bool *taken; /* by an earlier group, or not to be looked at again now */
    int64_t now;
    /* Whether two people must not meet; NULL: all may. */
    bool (*apart)(void *data, int64_t one, int64_t other);
    void *data;
} sv_seekers;

typedef struct sv_group {
    unsigned member[EK_SEATS]; /* places in the list; the first is the one who looked for them */
    unsigned count;
    unsigned players; /* seats: bots take the rest */
    bool rated;
} sv_group;

/* The next group, whose members are taken from now on; false: nobody else can play yet. */
bool sv_match_next(const sv_seekers *queue, sv_group *group);

#endif
