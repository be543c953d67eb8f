#include "people/notes.h"

#include <string.h>

#include "core.h"
#include "people/store_moderated.h"
#include "people/store_reports.h"
#include "sessions.h"

enum { LOOKED_AT = 50 }; /* entries of the log about a user */

bool sv_is_noted(const char *action, int64_t until)
{
    static const char *const noted[] = {"warn", "rename", "remove-line"};
    for (unsigned i = 0; i < sizeof noted / sizeof *noted; i++)
        if (strcmp(action, noted[i]) == 0)
            return true;
    return strcmp(action, "silence") == 0 && until > 0;
}

typedef struct listing {
    json_t *list;
    unsigned max;
} listing;

static void take(void *data, const sv_moderation *m, int64_t id)
{
    const listing *l = data;
    (void)id;
    if (json_array_size(l->list) < l->max && sv_is_noted(m->action, m->until))
        json_array_append_new(l->list,
                              json_pack("{s:I, s:s, s:s, s:o, s:s?}", "at", (json_int_t)m->at,
                                        "action", m->action, "text", m->words, "until",
                                        m->until ? json_integer(m->until) : json_null(), "new_name",
                                        m->new_name));
}

json_t *sv_on_notes(sv_call *call)
{
    const sv_user *user = &call->client->user;
    listing l = {json_array(), user->untold};
    const sv_page newest = {.before = INT64_MAX, .max = LOOKED_AT};
    if (user->untold == 0 ||
        sv_moderations(&call->core->store, user->id, newest, take, &l, &call->error))
        return json_pack("{s:o}", "notes", l.list);
    json_decref(l.list);
    return NULL;
}

json_t *sv_on_notes_seen(sv_call *call)
{
    const json_t *count = json_object_get(call->request, "count");
    const int64_t user = call->client->user.id;
    return sv_user_told(&call->core->store, user, count ? json_integer_value(count) : INT64_MAX,
                        &call->error) &&
                   sv_user_changed(call->core, user, &call->error)
               ? json_object()
               : NULL;
}
