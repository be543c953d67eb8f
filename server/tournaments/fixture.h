/*
 * A fixture: a table of a round, with the places and people who sit there, and the result of its
 * game. As texts of the store:
 *
 *     people    "PLACE:PERSON PLACE:PERSON …" in the order of the seats
 *     result    "RANK RANK- …": the rank that the game gives each seat, 0 without a result; the
 *               sign is behind that of somebody who left
 */
#ifndef ELEKTRO_SERVER_TOURNAMENTS_FIXTURE_H
#define ELEKTRO_SERVER_TOURNAMENTS_FIXTURE_H

#include "tournaments/score.h"
#include "tournaments/store_tournaments.h"

/* Their numbers are stored, and some are in statements. */
enum sv_fixture_state {
    SV_FIXTURE_WAITING, /* for its table */
    SV_FIXTURE_RUNNING,
    SV_FIXTURE_ENDED,     /* the game was played to its end */
    SV_FIXTURE_BY_RULE,   /* it was ended before */
    SV_FIXTURE_NO_RESULT, /* it cannot be told how it stood */
    SV_FIXTURE_ABANDONED, /* the tournament was cancelled before */
    SV_FIXTURE_STATES
};

extern const char *const sv_fixture_words[SV_FIXTURE_STATES];

typedef struct sv_fixture {
    uint16_t round, number;
    uint8_t state; /* enum sv_fixture_state */
    uint8_t count;
    uint16_t place[SV_DRAW_SEATS_MAX];
    int64_t person[SV_DRAW_SEATS_MAX];
    uint8_t rank[SV_DRAW_SEATS_MAX]; /* of the game; 0: there is no result */
    bool left[SV_DRAW_SEATS_MAX];
    char code[SV_CODE_MAX]; /* "": no table yet */
} sv_fixture;

/* False if the texts are damaged. */
SV_CHECKED bool sv_fixture_read(sv_fixture *fixture, const sv_fixture_row *row);
/* As new; with what has changed. */
SV_CHECKED bool sv_fixture_enter(sv_store *store, int64_t tournament, const sv_fixture *fixture,
                                 rec_error *error);
SV_CHECKED bool sv_fixture_save(sv_store *store, int64_t tournament, const sv_fixture *fixture,
                                rec_error *error);
/* As the standings have it, ranks and points filled in. */
void sv_fixture_score(const sv_fixture *fixture, bool final, sv_score_table *table);

static inline bool sv_fixture_is_over(const sv_fixture *fixture)
{
    return fixture->state >= SV_FIXTURE_ENDED && fixture->state <= SV_FIXTURE_NO_RESULT;
}

#endif
