/*
 * What the pages of a player need of the store: profiles, games by many filters, leader boards.
 * All of it belongs to the database of accounts.
 *
 * A player may have tens of thousands of games, and a leader board a hundred thousand players. So
 * no statement looks at more rows than a constant: long lists are cut, and a search tells where it
 * has stopped.
 */
#ifndef ELEKTRO_SERVER_PROFILES_STORE_PROFILES_H
#define ELEKTRO_SERVER_PROFILES_STORE_PROFILES_H

#include "ratings/store_ratings.h"

/* What a user hides, as bits of users.hidden. */
enum sv_hidden { SV_HIDE_RATINGS = 1, SV_HIDE_RESULTS = 2, SV_HIDE_GAMES = 4, SV_HIDE_SINCE = 8 };

enum {
    SV_GAMES_PAGE = 50,
    SV_SEARCH_MAX = 1000,   /* games of a player that one search looks at */
    SV_MEETINGS_MAX = 2000, /* games of a player in which another one is looked for */
    SV_CHART_MAX = 300,     /* games of a player from which a chart is drawn */
    SV_CHART_RECENT = 100,  /* the latest of them, which all are in it */
    SV_LEADERS_PAGE = 50,
    SV_PLACES_MAX = 10000 /* of a leader board */
};

/* -------------------------------------------------------------------------------------- people */

typedef struct sv_profile {
    int64_t created;
    unsigned hidden; /* bits of enum sv_hidden */
} sv_profile;

SV_CHECKED bool sv_profile_get(sv_store *store, int64_t person, sv_profile *profile,
                               rec_error *error);
SV_CHECKED bool sv_profile_hide(sv_store *store, int64_t person, unsigned hidden, rec_error *error);
/* Deletes what a user who goes has in ratings, leader boards and tallies. Their seats in results
 * stay under a number that leads to nobody. */
SV_CHECKED bool sv_profile_forget(sv_store *store, int64_t person, rec_error *error);

/* What is shown of people in lists. */
typedef struct sv_face {
    int64_t person;
    uint8_t kind;    /* enum sv_user_kind */
    unsigned hidden; /* bits of enum sv_hidden */
    const char *name;
} sv_face;

typedef void sv_face_each(void *data, const sv_face *face);
/* In the order of their numbers; people who are gone are left out. */
SV_CHECKED bool sv_faces_of(sv_store *store, const int64_t *person, unsigned count,
                            sv_face_each *each, void *data, rec_error *error);

typedef struct sv_tally {
    const char *board;
    uint8_t pace, edition, players;
    bool rated;
    int64_t games, wins, ranks;
} sv_tally;

typedef void sv_tally_each(void *data, const sv_tally *tally);
SV_CHECKED bool sv_tallies_of(sv_store *store, int64_t person, sv_tally_each *each, void *data,
                              rec_error *error);

/* Games that two people have finished. */
typedef struct sv_meetings {
    int64_t games, ahead, behind; /* for the first of them */
    bool recent;                  /* there may be older ones, which were not counted */
} sv_meetings;

SV_CHECKED bool sv_meetings_of(sv_store *store, int64_t person, int64_t other,
                               sv_meetings *meetings, rec_error *error);

typedef struct sv_chart_point {
    int64_t at;
    uint8_t pace;
    sv_skill skill;
} sv_chart_point;

typedef void sv_chart_each(void *data, const sv_chart_point *point);
/* The oldest first. Of a player with more than SV_CHART_MAX games only about as many are looked at,
 * spread evenly, and the latest. */
SV_CHECKED bool sv_chart_of(sv_store *store, int64_t person, sv_chart_each *each, void *data,
                            rec_error *error);

/* --------------------------------------------------------------------------------------- games */

/* Which games of a person. */
typedef struct sv_search {
    int64_t person;
    int64_t with;      /* another person who took part; 0: anybody */
    int64_t from, to;  /* when they ended: from the one moment on, before the other */
    int64_t before;    /* results with lower numbers */
    const char *board; /* "": any */
    int edition, pace; /* -1: any */
    int players;       /* 0: any */
    int rated, won;    /* -1: any */
} sv_search;

/* The numbers of the latest results, the latest first. *next is where the next search goes on;
 * 0: there are no more. */
SV_CHECKED bool sv_search_games(sv_store *store, const sv_search *search,
                                int64_t number[SV_GAMES_PAGE], unsigned *count, int64_t *next,
                                rec_error *error);
/* The latest max results of a person with numbers lower than one. */
SV_CHECKED bool sv_latest_games(sv_store *store, int64_t person, int64_t before, unsigned max,
                                int64_t *number, unsigned *count, rec_error *error);
/* How many results a person has. */
SV_CHECKED bool sv_games_count(sv_store *store, int64_t person, int64_t *count, rec_error *error);
/* The records of those of these games that have one. */
SV_CHECKED bool sv_records_of(sv_store *store, const int64_t *game, unsigned count,
                              sv_person_text *each, void *data, rec_error *error);
/* Which of these tables of the game are public. */
SV_CHECKED bool sv_public_games(sv_store *store, const int64_t *game, unsigned count,
                                sv_person_each *each, void *data, rec_error *error);

/* ------------------------------------------------------------------------------------- leaders */

typedef struct sv_leader {
    int64_t person, games, wins;
    sv_skill skill;
    bool listed;
} sv_leader;

typedef struct sv_board {
    enum sv_pace pace;
    int64_t period; /* 0: all times; 2026: a year; 202611: a month */
} sv_board;

typedef void sv_leader_each(void *data, const sv_leader *leader);
/* Up to SV_LEADERS_PAGE + 1 leaders from a place on, which counts from 1; none beyond
 * SV_PLACES_MAX. */
SV_CHECKED bool sv_leaders_from(sv_store *store, sv_board board, int64_t place,
                                sv_leader_each *each, void *data, rec_error *error);
/* One person of the board; *found: there is one. Their place, or 0 if they are not listed or beyond
 * SV_PLACES_MAX. */
SV_CHECKED bool sv_leader_find(sv_store *store, sv_board board, int64_t person, sv_leader *leader,
                               int64_t *place, bool *found, rec_error *error);

#endif
