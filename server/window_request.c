/* Requests about the daily window in which a user's clocks run. */
#include "core.h"
#include "requests.h"
#include "reseat.h"
#include "window.h"

static json_t *window_reply(const sv_window *window)
{
    return json_pack("{s:o}", "window", sv_window_json(window));
}

static void set_window(sv_seat *seat, const void *data)
{
    seat->window = *(const sv_window *)data;
}

json_t *sv_on_clock_window(sv_call *call)
{
    const json_t *asked = json_object_get(call->request, "window");
    const int64_t user = call->client->user.id;
    sv_window window;
    sv_window_of_json(&window, asked);
    if (asked && !sv_window_check(&window, &call->error))
        return NULL;
    if (!sv_claim_tables_of(call->core, user, false, &call->error))
        return sv_wait_for_claim(call), NULL;
    if (!sv_window_set(&call->core->store, user, &window, &call->error) ||
        !sv_reseat(call->core, user, set_window, &window, &call->error))
        return NULL;
    return window_reply(&window);
}

json_t *sv_on_clock_window_state(sv_call *call)
{
    sv_window window;
    return sv_window_get(&call->core->store, call->client->user.id, &window, &call->error)
               ? window_reply(&window)
               : NULL;
}
