#include "tournaments/sign_up.h"

#include <stdlib.h>

#include "core.h"
#include "errors.h"
#include "requests.h"
#include "table_codes.h"
#include "tournaments/round.h"
#include "tournaments/rules.h"
#include "tournaments/tournament_requests.h"

typedef struct entry_list {
    sv_entrant list[SV_TOURNAMENT_ENTRANTS_MAX];
    unsigned count;
} entry_list;

static void take(void *data, const sv_entrant *e)
{
    entry_list *l = data;
    if (l->count < SV_TOURNAMENT_ENTRANTS_MAX)
        l->list[l->count++] = *e;
}

static sv_entrant *find(entry_list *l, int64_t person)
{
    for (unsigned i = 0; i < l->count; i++)
        if (l->list[i].person == person)
            return &l->list[i];
    return NULL;
}

static bool is_over(const sv_tournament *t)
{
    return t->state >= SV_TOURNAMENT_ENDED;
}

static bool refuse_over(sv_call *call)
{
    return sv_fail(&call->error, SV_ERROR_TOURNAMENT_STATE, "The tournament is over.");
}

/* ---------------------------------------------------------------------------------- signing up
 */

bool sv_fill_up(sv_core *core, sv_tournament *t, rec_error *error)
{
    entry_list l = {.count = 0};
    const unsigned max = (unsigned)sv_tournament_rule(t, "max_people");
    if (!sv_entrants(&core->store, t->id, take, &l, error))
        return false;
    t->people = t->reserves = 0;
    for (unsigned i = 0; i < l.count; i++) {
        sv_entrant *e = &l.list[i];
        const uint8_t before = e->state;
        if (before > SV_ENTRANT_RESERVE)
            continue;
        e->state = t->people < max ? SV_ENTRANT_IN : SV_ENTRANT_RESERVE;
        t->people += e->state == SV_ENTRANT_IN;
        t->reserves += e->state == SV_ENTRANT_RESERVE;
        if (e->state != before && !sv_entrant_set(&core->store, t->id, e, error))
            return false;
    }
    return true;
}

static bool has_room(sv_call *call, const sv_tournament *t, const entry_list *l)
{
    const bool plays =
        t->state == SV_TOURNAMENT_SIGN_UP && t->people < sv_tournament_rule(t, "max_people");
    return (l->count < SV_TOURNAMENT_ENTRANTS_MAX &&
            (plays || t->reserves < SV_TOURNAMENT_RESERVES_MAX)) ||
           sv_fail(&call->error, SV_ERROR_TOURNAMENT_FULL,
                   "The tournament has as many reserves as it can have.");
}

static bool within_entered(sv_call *call)
{
    unsigned count;
    if (!sv_tournaments_entered(&call->core->store, call->client->user.id, &count, &call->error))
        return false;
    return count < SV_TOURNAMENTS_ENTERED_MAX ||
           sv_fail(&call->error, SV_ERROR_TOURNAMENT_LIMIT,
                   "You have signed up for %u tournaments that are not over. Leave one first.",
                   count);
}

static bool add(sv_call *call, sv_tournament *t)
{
    sv_core *core = call->core;
    const sv_entrant e = {.person = call->client->user.id,
                          .joined = core->now,
                          .place = -1,
                          .state = SV_ENTRANT_RESERVE};
    if (!sv_entrant_add(&core->store, t->id, &e, &call->error))
        return false;
    if (t->state == SV_TOURNAMENT_SIGN_UP) {
        sv_tournament_wait_for_begin(t, core->now);
        return sv_fill_up(core, t, &call->error);
    }
    t->reserves++;
    return true;
}

/* Whoever was taken out, or has left a tournament that has begun, cannot come in again. */
static bool may_return(sv_call *call, const sv_entrant *e)
{
    if (e->state <= SV_ENTRANT_RESERVE)
        return true;
    if (e->state == SV_ENTRANT_REMOVED)
        return sv_fail(&call->error, SV_ERROR_WAS_REMOVED,
                       "The organiser has removed you from this tournament.");
    return sv_fail(&call->error, SV_ERROR_TOURNAMENT_STATE,
                   "You have left this tournament after it had begun.");
}

bool sv_sign_up(sv_call *call, sv_tournament *t)
{
    entry_list l = {.count = 0};
    if (is_over(t))
        return refuse_over(call);
    if (!sv_entrants(&call->core->store, t->id, take, &l, &call->error))
        return false;
    const sv_entrant *mine = find(&l, call->client->user.id);
    if (mine)
        return may_return(call, mine);
    return has_room(call, t, &l) && within_entered(call) && add(call, t);
}

/* ------------------------------------------------------------------------------------- leaving */

static bool refuse_stranger(sv_call *call)
{
    return sv_fail(&call->error, SV_ERROR_NOT_ENTERED,
                   "This person does not play in the tournament.");
}

static bool set_or_drop(sv_core *core, const sv_tournament *t, sv_entrant *e,
                        enum sv_entrant_state becomes, bool keep, rec_error *error)
{
    e->state = (uint8_t)becomes;
    return keep ? sv_entrant_set(&core->store, t->id, e, error)
                : sv_entrant_drop(&core->store, t->id, e->person, error);
}

/* A bot plays on at the running table. It is claimed before anything else is written. */
static bool leave_table(sv_call *call, const sv_tournament *t, int64_t person)
{
    return sv_fixture_leave(call->core, t, person, &call->error) || sv_wait_for_claim(call);
}

bool sv_withdraw(sv_call *call, sv_tournament *t, int64_t person, enum sv_entrant_state becomes)
{
    entry_list l = {.count = 0};
    if (is_over(t))
        return refuse_over(call);
    if (!sv_entrants(&call->core->store, t->id, take, &l, &call->error))
        return false;
    sv_entrant *e = find(&l, person);
    if (!e || e->state > SV_ENTRANT_RESERVE)
        return refuse_stranger(call);
    const bool begun = t->state != SV_TOURNAMENT_SIGN_UP, plays = e->state == SV_ENTRANT_IN;
    if (begun && plays && !leave_table(call, t, person))
        return false;
    if (!set_or_drop(call->core, t, e, becomes, becomes == SV_ENTRANT_REMOVED || (begun && plays),
                     &call->error))
        return false;
    t->people -= begun && plays;
    t->reserves -= begun && !plays;
    return begun || sv_fill_up(call->core, t, &call->error);
}

/* All are claimed before one is written. */
static bool claim_all(sv_call *call, const sv_codes *codes, sv_tournament **claimed)
{
    for (unsigned i = 0; i < codes->count; i++) {
        claimed[i] = sv_tournament_claim(call->core, codes->code[i], &call->error);
        if (!claimed[i])
            return sv_wait_for_claim(call);
    }
    return true;
}

/* Between the list and the claim, another server may have ended it, or taken the user out. */
static bool leave_one(sv_call *call, sv_tournament *t)
{
    if (sv_withdraw(call, t, call->client->user.id, SV_ENTRANT_LEFT))
        return sv_tournament_save(call->core, t, &call->error);
    const enum sv_error why = sv_error_of(&call->error);
    return why == SV_ERROR_TOURNAMENT_STATE || why == SV_ERROR_NOT_ENTERED;
}

/* The user has claimed all their tables, so nothing is left to wait for. */
static bool leave_all(sv_call *call, sv_tournament **claimed, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (!leave_one(call, claimed[i])) {
            call->again = false;
            return sv_store_abort(&call->core->store, &call->error);
        }
    return true;
}

bool sv_leave_tournaments(sv_call *call)
{
    sv_codes codes = {.count = 0};
    sv_tournament *claimed[SV_TOURNAMENTS_ENTERED_MAX] = {NULL};
    bool ok = sv_tournaments_entered_by(&call->core->store, call->client->user.id, sv_codes_note,
                                        &codes, &call->error);
    if (codes.count > SV_TOURNAMENTS_ENTERED_MAX)
        codes.count = SV_TOURNAMENTS_ENTERED_MAX;
    ok = ok && claim_all(call, &codes, claimed) && leave_all(call, claimed, codes.count);
    for (unsigned i = 0; i < codes.count; i++)
        sv_tournament_free(claimed[i]);
    free(codes.code);
    return ok;
}

/* ----------------------------------------------------------------------------------- replacing
 */

/* The reserve with a number; the first one. */
static sv_entrant *reserve(sv_call *call, entry_list *l, int64_t by)
{
    for (unsigned i = 0; i < l->count; i++)
        if (l->list[i].state == SV_ENTRANT_RESERVE && (by == 0 || l->list[i].person == by))
            return &l->list[i];
    sv_fail(&call->error, SV_ERROR_NOT_ENTERED,
            by ? "This person is no reserve of the tournament." : "The tournament has no reserve.");
    return NULL;
}

static bool take_over(sv_call *call, sv_tournament *t, sv_entrant *old, sv_entrant *new)
{
    sv_store *store = &call->core->store;
    t->people += old->state != SV_ENTRANT_IN;
    t->reserves--;
    old->state = SV_ENTRANT_REPLACED;
    new->state = SV_ENTRANT_IN;
    new->place = old->place;
    new->rating = old->rating;
    return sv_entrant_set(store, t->id, old, &call->error) &&
           sv_entrant_set(store, t->id, new, &call->error);
}

bool sv_replace(sv_call *call, sv_tournament *t, int64_t person, int64_t by)
{
    entry_list l = {.count = 0};
    if (is_over(t) || t->state == SV_TOURNAMENT_SIGN_UP)
        return sv_fail(&call->error, SV_ERROR_TOURNAMENT_STATE,
                       "People are replaced while a tournament runs.");
    if (!sv_entrants(&call->core->store, t->id, take, &l, &call->error))
        return false;
    sv_entrant *old = find(&l, person);
    if (!old || old->place < 0 || old->state == SV_ENTRANT_REPLACED)
        return refuse_stranger(call);
    sv_entrant *new = reserve(call, &l, by);
    return new &&leave_table(call, t, person) && take_over(call, t, old, new);
}
