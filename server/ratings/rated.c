#include "ratings/rated.h"

#include <stdio.h>

#include "errors.h"
#include "standing.h"

bool sv_rated_is_fair(const sv_table *table, rec_error *error)
{
    return !table->rated || !table->help ||
           sv_fail(error, SV_ERROR_RATED_TABLE,
                   "There is no advice in rated games: leave out "
                   "\"help\", or \"rated\".");
}

bool sv_rated_admits(const sv_table *table, const sv_user *user, rec_error *error)
{
    return !table->rated || user->kind == SV_ACCOUNT ||
           sv_fail(error, SV_ERROR_RATED_TABLE,
                   "This table is rated. Register an account to play there; your games stay "
                   "yours.");
}

bool sv_rated_takes_bots(const sv_table *table, rec_error *error)
{
    return !table->rated ||
           sv_fail(error, SV_ERROR_RATED_TABLE,
                   "This table is rated: bots cannot play there. Wait for people, or create a "
                   "friendly table.");
}

/* The first seat of a person who joined from the address of this seat. */
static unsigned first_from_there(const sv_table *table, unsigned seat)
{
    unsigned first = 0;
    while (table->seat[first].origin != table->seat[seat].origin)
        first++;
    return first;
}

void sv_rated_end(sv_table *table)
{
    for (unsigned i = 0; i < table->setting.players; i++) {
        const unsigned first = table->seat[i].origin ? first_from_there(table, i) : i;
        if (first != i)
            table->seat[i].shared = table->seat[first].shared = (uint8_t)(first + 1);
    }
    for (unsigned i = 0; i < table->setting.players; i++)
        table->seat[i].origin = 0;
}

/* ------------------------------------------------------------------------------------- results */

/* Only people with accounts may be rated. A server of an earlier release, which does not know rated
 * tables, may have seated others. A seat whose account was deleted has user 0. */
static bool may_be_rated(const sv_table *table)
{
    for (unsigned i = 0; i < table->setting.players; i++) {
        const sv_seat *seat = &table->seat[i];
        if (seat->kind != SV_SEAT_PERSON || (seat->user && seat->account != SV_MARK_YES))
            return false;
    }
    return table->rated;
}

static sv_result_seat seat_of(const sv_seat *seat, unsigned rank)
{
    const bool is_bot = seat->kind == SV_SEAT_BOT;
    return (sv_result_seat){.person = is_bot ? 0 : seat->user,
                            .level = is_bot ? (uint8_t)(seat->level + 1) : 0,
                            .rank = (uint8_t)rank,
                            .absent = !is_bot && seat->away};
}

/* Players who left share the place behind those who stayed, whose order stays. */
static void place_absent_last(sv_result *r, unsigned absent)
{
    const sv_result played = *r;
    for (unsigned i = 0; i < r->players; i++) {
        unsigned rank = 1;
        for (unsigned j = 0; j < r->players; j++)
            rank += !played.seat[j].absent && played.seat[j].rank < played.seat[i].rank;
        if (r->seat[i].absent)
            rank = r->players - absent + 1;
        r->seat[i].rank = (uint8_t)rank;
    }
}

/* A game that all have left is not rated: nobody has won it. */
static void count_absent(sv_result *r, enum sv_absence absence)
{
    unsigned absent = 0;
    for (unsigned i = 0; i < r->players; i++)
        absent += r->seat[i].absent;
    r->rated = r->rated && absent < r->players;
    if (r->rated && absence == SV_ABSENT_LAST)
        place_absent_last(r, absent);
}

bool sv_result_of(const sv_table *table, sv_result *result)
{
    uint8_t rank[EK_SEATS];
    if (!sv_standing_ranks(table, rank))
        return false;
    *result = (sv_result){.game = table->id,
                          .ended = table->ended,
                          .edition = table->setting.edition,
                          .players = table->setting.players,
                          .pace = table->clock.kind == SV_CLOCK_DAYS ? SV_PACE_DAYS : SV_PACE_LIVE,
                          .complete = rank[0] > 0};
    result->rated = result->complete && may_be_rated(table);
    snprintf(result->code, sizeof result->code, "%s", table->code);
    snprintf(result->board, sizeof result->board, "%s", table->setting.board->base);
    snprintf(result->title, sizeof result->title, "%s", table->title);
    for (unsigned i = 0; i < result->players; i++)
        result->seat[i] = seat_of(&table->seat[i], rank[i]);
    count_absent(result, table->absence);
    return true;
}
