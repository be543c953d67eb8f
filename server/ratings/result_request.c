/* The request "result". */
#include "ratings/result_request.h"
#include "core.h"
#include "ratings/ratings_json.h"
#include "requests.h"

static const char *state_of(bool found, bool looked_at, const sv_table *table)
{
    if (found)
        return "done";
    return table->status == SV_ENDED && !looked_at ? "pending" : "none";
}

/* The mark is read first: what it says is stored with the result, or after it. */
json_t *sv_on_result(sv_call *call)
{
    sv_store *store = &call->core->store;
    sv_result result;
    unsigned marked;
    bool found;
    const sv_table *table = sv_table_of_call(call);
    if (!table || !sv_game_tallied(store, table->code, &marked, &call->error) ||
        !sv_result_find(store, table->id, &result, &found, &call->error))
        return NULL;
    json_t *list =
        sv_results_json(store, call->client->user.id, &result, found ? 1 : 0, &call->error);
    if (!list)
        return NULL;
    json_t *reply = json_pack("{s:s, s:O?}", "state", state_of(found, marked != 0, table), "result",
                              json_array_get(list, 0));
    json_decref(list);
    return reply;
}
