/* The statements of tournaments. They belong to the database of the games (docs/nodes.md). */
#ifndef ELEKTRO_SERVER_TOURNAMENTS_STORE_TOURNAMENTS_H
#define ELEKTRO_SERVER_TOURNAMENTS_STORE_TOURNAMENTS_H

#include "tournaments/tournament.h"

/* A row that is read has no settings but as text, which lives until the callback returns. */
typedef void sv_tournament_row(void *data, const sv_tournament *t, const char *settings);

typedef bool sv_tournament_writer(sv_store *store, const sv_tournament *t, const char *settings,
                                  rec_error *error);
SV_CHECKED bool sv_tournament_add(sv_store *store, const sv_tournament *t, const char *settings,
                                  rec_error *error);
/* On condition that the stored version is t->version - 1; fails with "conflict" otherwise. */
SV_CHECKED bool sv_tournament_write(sv_store *store, const sv_tournament *t, const char *settings,
                                    rec_error *error);
/* claim: in a shared store, locked until the end of the turn. No row: there is none, or another
 * server has it. */
SV_CHECKED bool sv_tournament_find(sv_store *store, const char *code, bool claim,
                                   sv_tournament_row *row, void *data, rec_error *error);

/* Lists, newest first, of those created before a moment. The public ones have one of two states. */
SV_CHECKED bool sv_tournaments_listed(sv_store *store, unsigned state, unsigned or_state,
                                      int64_t before, unsigned max, sv_tournament_row *row,
                                      void *data, rec_error *error);
SV_CHECKED bool sv_tournaments_of(sv_store *store, int64_t person, int64_t before, unsigned max,
                                  sv_tournament_row *row, void *data, rec_error *error);
SV_CHECKED bool sv_tournaments_in_series(sv_store *store, const char *series, int64_t before,
                                         unsigned max, sv_tournament_row *row, void *data,
                                         rec_error *error);
/* For the admin tool: all that are not over. */
SV_CHECKED bool sv_tournaments_all(sv_store *store, unsigned max, sv_tournament_row *row,
                                   void *data, rec_error *error);
/* How many that are not over a person organises; has signed up for. */
SV_CHECKED bool sv_tournaments_organised(sv_store *store, int64_t person, unsigned *count,
                                         rec_error *error);
SV_CHECKED bool sv_tournaments_entered(sv_store *store, int64_t person, unsigned *count,
                                       rec_error *error);

/* The codes of those that are not over and for which a person has signed up. */
SV_CHECKED bool sv_tournaments_entered_by(sv_store *store, int64_t person, sv_code_each *each,
                                          void *data, rec_error *error);

/* The codes of those that are due; those to which tables belong whose games have ended. One that is
 * due soon is left until then: it may have been put off because it cannot go on. */
SV_CHECKED bool sv_tournaments_due(sv_store *store, int64_t now, unsigned max, sv_code_each *each,
                                   void *data, rec_error *error);
SV_CHECKED bool sv_tournaments_to_score(sv_store *store, int64_t now, int64_t soon, unsigned max,
                                        sv_code_each *each, void *data, rec_error *error);
/* Deletes up to max that were cancelled before they began, and before a moment; *gone is how many.
 */
SV_CHECKED bool sv_tournaments_tidy(sv_store *store, int64_t before, unsigned max, unsigned *gone,
                                    rec_error *error);
/* One that cannot go on is not due before a moment. */
SV_CHECKED bool sv_tournament_put_off(sv_store *store, const char *code, int64_t until,
                                      rec_error *error);

/* ------------------------------------------------------------------------------------ entrants */

typedef struct sv_entrant {
    int64_t person, joined;
    int32_t place; /* -1: none yet */
    int32_t rating;
    uint8_t state; /* enum sv_entrant_state */
} sv_entrant;

typedef void sv_entrant_each(void *data, const sv_entrant *entrant);
SV_CHECKED bool sv_entrant_add(sv_store *store, int64_t tournament, const sv_entrant *entrant,
                               rec_error *error);
SV_CHECKED bool sv_entrant_set(sv_store *store, int64_t tournament, const sv_entrant *entrant,
                               rec_error *error);
SV_CHECKED bool sv_entrant_drop(sv_store *store, int64_t tournament, int64_t person,
                                rec_error *error);
/* In the order in which they joined. */
SV_CHECKED bool sv_entrants(sv_store *store, int64_t tournament, sv_entrant_each *each, void *data,
                            rec_error *error);
/* What a person is in some tournaments. */
typedef void sv_entered_each(void *data, int64_t tournament, unsigned state);
SV_CHECKED bool sv_entered(sv_store *store, int64_t person, const int64_t *tournament,
                           unsigned count, sv_entered_each *each, void *data, rec_error *error);

/* ------------------------------------------------------------------------------------ fixtures */

/* Texts of one that is read live until the callback returns. */
typedef struct sv_fixture_row {
    unsigned round, number;
    uint8_t state;    /* enum sv_fixture_state */
    const char *code; /* "": it has no table yet */
    const char *people;
    const char *result; /* NULL: none yet */
} sv_fixture_row;

typedef void sv_fixture_each(void *data, const sv_fixture_row *row);
SV_CHECKED bool sv_fixture_add(sv_store *store, int64_t tournament, const sv_fixture_row *row,
                               rec_error *error);
SV_CHECKED bool sv_fixture_set(sv_store *store, int64_t tournament, const sv_fixture_row *row,
                               rec_error *error);
/* By round and number, up to a state. round 0: of all rounds. */
SV_CHECKED bool sv_fixtures(sv_store *store, int64_t tournament, unsigned round,
                            unsigned last_state, sv_fixture_each *each, void *data,
                            rec_error *error);
/* The codes of tables whose games have ended, and that have no result yet. */
SV_CHECKED bool sv_fixtures_over(sv_store *store, int64_t tournament, unsigned max,
                                 sv_code_each *each, void *data, rec_error *error);
/* How many of the round that is played have each state. */
typedef void sv_fixture_count(void *data, int64_t tournament, unsigned state, unsigned count);
SV_CHECKED bool sv_fixtures_count(sv_store *store, const int64_t *tournament, unsigned count,
                                  sv_fixture_count *each, void *data, rec_error *error);
/* Those without a result count for nothing; those without a table are gone. */
SV_CHECKED bool sv_fixtures_abandon(sv_store *store, int64_t tournament, rec_error *error);

#endif
