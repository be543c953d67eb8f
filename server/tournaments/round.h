/*
 * The life of a tournament: it begins, rounds are drawn, tables are made and get their results,
 * rounds end. Each function does one step in the running turn, on a tournament that is claimed, and
 * leaves it to the caller to save it.
 */
#ifndef ELEKTRO_SERVER_TOURNAMENTS_ROUND_H
#define ELEKTRO_SERVER_TOURNAMENTS_ROUND_H

#include "tournaments/fixture.h"

/* Begins it: people get their places, and the first round is drawn; the next season of a league
 * opens. With too few people it is cancelled. */
SV_CHECKED bool sv_tournament_begin(sv_core *core, sv_tournament *t, rec_error *error);
/* Draws the next round: a fixture for each table. If there is none, or too few people are left, the
 * tournament ends. */
SV_CHECKED bool sv_round_draw(sv_core *core, sv_tournament *t, rec_error *error);

/* Makes the table of a fixture that waits for it, and starts the game. *made: no person of it is
 * just now changed by another server, which would have to be waited for. */
SV_CHECKED bool sv_fixture_start(sv_core *core, sv_tournament *t, sv_fixture *fixture, bool *made,
                                 rec_error *error);
/* Ends the game of a fixture as it stands. Fails with "busy" while another server has its table. */
SV_CHECKED bool sv_fixture_stop(sv_core *core, const sv_fixture *fixture, rec_error *error);
/* Notes the result of a fixture whose game has ended, or is lost. */
SV_CHECKED bool sv_fixture_settle(sv_core *core, const sv_tournament *t, sv_fixture *fixture,
                                  rec_error *error);

/* The running table of a person in this round; "" if there is none. */
SV_CHECKED bool sv_fixture_of(sv_core *core, const sv_tournament *t, int64_t person,
                              char code[SV_CODE_MAX], rec_error *error);
/* A bot plays on for a person at the running table of this round, if there is one. */
SV_CHECKED bool sv_fixture_leave(sv_core *core, const sv_tournament *t, int64_t person,
                                 rec_error *error);

#endif
