#include "quota.h"

#include "core.h"
#include "errors.h"
#include "requests.h"

/* Whether the user may host another table; first is the lowest status that counts. */
static bool within_hosted(sv_call *call, unsigned first)
{
    const sv_user *user = &call->client->user;
    const sv_quotas *q = &call->core->quotas;
    const bool guest = user->kind == SV_GUEST;
    const unsigned max = guest ? q->guest_tables : q->account_tables;
    unsigned count;
    if (max == 0)
        return true;
    if (!sv_games_hosted(&call->core->store, user->id, first, SV_RUNNING, &count, &call->error))
        return false;
    return count < max ||
           sv_fail(&call->error, SV_ERROR_TABLE_LIMIT,
                   "%s can host at most %u open and running tables. Finish or leave one first%s.",
                   guest ? "A guest" : "An account", max, guest ? ", or register an account" : "");
}

/* Whether the server keeps another game of the user. */
static bool within_games(sv_call *call)
{
    const sv_user *user = &call->client->user;
    const unsigned max = call->core->quotas.guest_games;
    unsigned count;
    if (max == 0 || user->kind != SV_GUEST)
        return true;
    if (!sv_games_hosted(&call->core->store, user->id, SV_ENDED, SV_ENDED, &count, &call->error))
        return false;
    return count < max || sv_fail(&call->error, SV_ERROR_GAME_LIMIT,
                                  "The server keeps at most %u games that a guest has hosted. "
                                  "Register an account to host more; you keep your games.",
                                  max);
}

bool sv_may_host(sv_call *call)
{
    sv_core *core = call->core;
    /* A request that is tried again must not have taken a permit. */
    if (!sv_claim_user(call) || !within_hosted(call, SV_OPEN) || !within_games(call))
        return false;
    return sv_limit_take(&core->limits, &core->limits.tables, SV_LIMITED_TABLES, "",
                         call->client->user.id, 1, core->now) ||
           sv_fail(&call->error, SV_ERROR_TOO_MANY, "Too many tables. Wait a moment.");
}

bool sv_may_start(sv_call *call)
{
    return sv_claim_user(call) && within_hosted(call, SV_RUNNING);
}
