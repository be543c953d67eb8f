/*
 * A tournament: its row, what its organiser has set, and the people and tables that belong to it.
 *
 * The store holds all of it, and nothing stays in memory between two turns. Whoever changes a
 * tournament, or its entrants or fixtures, claims its row first (sv_tournament_claim) and saves it
 * with the next version in the same turn (sv_tournament_save), also if only its entrants or
 * fixtures are different: the version is what clients go by.
 *
 * A place is a number from 0 that a person gets when the tournament begins. Whoever replaces
 * somebody takes over the place: points, meetings and tables belong to places, and the last entrant
 * who has got a place is the person who plays for it.
 *
 * The job (job.h) looks at a tournament when it is due, and does what the state calls for. All of
 * it can be done again after a crash, because each step is one transaction:
 *
 *     sign-up --begins--> a round is drawn: a fixture for each table, without a game
 *             \-> cancelled                  each fixture gets a table whose game runs
 *                                            each fixture gets the result of the game
 *                         all have one: a break, then the next round, or the end
 */
#ifndef ELEKTRO_SERVER_TOURNAMENTS_TOURNAMENT_H
#define ELEKTRO_SERVER_TOURNAMENTS_TOURNAMENT_H

#include <jansson.h>

#include "store.h"
#include "tournaments/schedule.h"

enum {
    SV_TOURNAMENT_NAME_MAX = 41,
    SV_TOURNAMENT_PEOPLE_MAX = 512,
    SV_TOURNAMENT_RESERVES_MAX = 100,
    /* Those who have left stay listed; nobody can come and go without end. */
    SV_TOURNAMENT_ENTRANTS_MAX = 1000
};

/* How long it waits for its organiser: to be started, after the last sign-up or change of its
 * settings, or to be resumed. */
#define SV_TOURNAMENT_WAIT_MS (90 * SV_DAY_MS)

typedef struct sv_core sv_core;

enum sv_tournament_state {
    SV_TOURNAMENT_SIGN_UP,
    SV_TOURNAMENT_RUNNING,
    SV_TOURNAMENT_PAUSED,
    SV_TOURNAMENT_ENDED,
    SV_TOURNAMENT_CANCELLED,
    SV_TOURNAMENT_STATES
};

/* Why a tournament was cancelled. */
enum sv_tournament_why {
    SV_TOURNAMENT_WHY_NONE,
    SV_TOURNAMENT_TOO_FEW,
    SV_TOURNAMENT_BY_ORGANISER,
    SV_TOURNAMENT_BY_OPERATOR,
    SV_TOURNAMENT_NOT_STARTED, /* its organiser has let it wait too long */
    SV_TOURNAMENT_WHYS
};

enum sv_entrant_state {
    SV_ENTRANT_IN,
    SV_ENTRANT_RESERVE,
    SV_ENTRANT_LEFT,
    SV_ENTRANT_REMOVED,
    SV_ENTRANT_REPLACED,
    SV_ENTRANT_STATES
};

typedef struct sv_tournament {
    int64_t id, version, organiser, seed, created;
    int64_t ended;      /* 0: it has not */
    int64_t begins;     /* when it, or the next round, begins; 0: not by itself */
    int64_t ends;       /* when this round is ended by rule; 0: no round is played */
    int64_t due;        /* when the job looks at it; 0: never */
    int64_t paused;     /* since when; 0: it is not */
    uint8_t state, why; /* enum sv_tournament_state, sv_tournament_why */
    bool listed;
    unsigned round;  /* from 1; 0 before the first */
    unsigned people; /* who have signed up and not left */
    unsigned reserves;
    unsigned season; /* of a league, from 1; 0: it is none */
    char code[SV_CODE_MAX], series[SV_CODE_MAX];
    char name[SV_TOURNAMENT_NAME_MAX];
    json_t *settings; /* complete: settings.h */
} sv_tournament;

/* The texts of tournaments in messages/tournaments.json. */
extern const char *const sv_tournament_state_words[SV_TOURNAMENT_STATES];
extern const char *const sv_tournament_why_words[SV_TOURNAMENT_WHYS];
extern const char *const sv_entrant_words[SV_ENTRANT_STATES];

/* A new one, open for sign-up, which is not in the store yet; the settings are taken over. NULL
 * without memory. */
sv_tournament *sv_tournament_new(int64_t organiser, const char *name, json_t *settings,
                                 int64_t now);
void sv_tournament_rename(sv_tournament *t, const char *name);
/* Takes from its settings when it begins, who sees it, and whether it is a league. */
void sv_tournament_follow_rules(sv_tournament *t, int64_t now);
/* While it is open for sign-up: it is due when it begins or, if the organiser starts it, when it
 * has waited long enough. */
void sv_tournament_wait_for_begin(sv_tournament *t, int64_t now);
/* One that was read; NULL: it is damaged, or there is no memory. */
sv_tournament *sv_tournament_of_row(const sv_tournament *row, const char *settings);
void sv_tournament_free(sv_tournament *t);

/* The one with this code; for a change, claimed until the end of the turn: then it fails with
 * "busy" while another server has it. NULL and error. */
sv_tournament *sv_tournament_get(sv_core *core, const char *code, rec_error *error);
sv_tournament *sv_tournament_claim(sv_core *core, const char *code, rec_error *error);

SV_CHECKED bool sv_tournament_create(sv_core *core, const sv_tournament *t, rec_error *error);
/* Writes what has changed, under the next version. The caller has said when it is due. If it
 * cannot, the turn is aborted. */
SV_CHECKED bool sv_tournament_save(sv_core *core, sv_tournament *t, rec_error *error);

/* Ends a pause: what is to come is later by the time that it has lasted. The caller saves it. */
void sv_tournament_resume(sv_tournament *t, int64_t now);
/* It is over; the caller saves it. */
void sv_tournament_end(sv_tournament *t, enum sv_tournament_state state, int64_t now);
/* Cancels it: running games go on, but count for nothing. The caller saves it. */
SV_CHECKED bool sv_tournament_cancel(sv_core *core, sv_tournament *t, enum sv_tournament_why why,
                                     rec_error *error);
/* The operator cancels one that is not over. */
SV_CHECKED bool sv_tournament_stop(sv_core *core, const char *code, rec_error *error);

#endif
