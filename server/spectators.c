#include "spectators.h"

#include <stdlib.h>

#include "core.h"
#include "errors.h"
#include "requests.h"
#include "watch.h"

enum {
    SHOWN_MAX = 100,  /* spectators in one reply */
    REMOVED_MAX = 200 /* people a host can remove from a table */
};

/* ------------------------------------------------------------------------------------ admission */

typedef struct removed_list {
    int64_t person[REMOVED_MAX];
    unsigned count;
} removed_list;

static void take_removed(void *data, int64_t person)
{
    removed_list *list = data;
    list->person[list->count++] = person;
}

/* Notes in memory what was written; false without memory. */
static bool note_removed(sv_admission *a, int64_t person)
{
    int64_t *grown = realloc(a->removed, (a->count + 1) * sizeof *grown);
    if (!grown)
        return false;
    grown[a->count++] = person;
    a->removed = grown;
    return true;
}

/* Reads who was removed from a table and whether spectators may chat, unless it is known. */
static bool load(sv_store *store, sv_table *table, rec_error *error)
{
    sv_admission *a = &table->admission;
    removed_list list = {.count = 0};
    if (a->known)
        return true;
    if (!sv_removed(store, table->id, REMOVED_MAX, take_removed, &list, error) ||
        !sv_game_quiet(store, table->id, &a->quiet, error))
        return false;
    a->count = 0; /* an earlier attempt may have run out of memory */
    for (unsigned i = 0; i < list.count; i++)
        if (!note_removed(a, list.person[i]))
            return sv_fail_memory(error);
    return a->known = true;
}

static unsigned place_of(const sv_admission *a, int64_t person)
{
    unsigned i = 0;
    while (i < a->count && a->removed[i] != person)
        i++;
    return i;
}

bool sv_may_watch(sv_call *call, sv_table *table)
{
    const sv_admission *a = &table->admission;
    if (!load(&call->core->store, table, &call->error))
        return false;
    return place_of(a, call->client->user.id) == a->count ||
           sv_fail(&call->error, SV_ERROR_REMOVED, "The host has removed you from this table.");
}

bool sv_spectators_may_chat(sv_call *call, sv_table *table)
{
    if (!load(&call->core->store, table, &call->error))
        return false;
    return !table->admission.quiet || sv_fail(&call->error, SV_ERROR_CHAT_OFF,
                                              "The host has switched off the chat of spectators.");
}

/* ---------------------------------------------------------------------------------------- lists */

static json_t *person_json(int64_t person, const char *name)
{
    return json_pack("{s:I, s:s}", "user", (json_int_t)person, "name", name);
}

static bool is_listed(const json_t *list, int64_t person)
{
    size_t i;
    const json_t *each;
    json_array_foreach(list, i, each)
    {
        if (json_integer_value(json_object_get(each, "user")) == person)
            return true;
    }
    return false;
}

/* The users who watch without a seat, each of them once. */
static json_t *watching_json(const sv_table *table, int *anonymous)
{
    json_t *list = json_array();
    *anonymous = 0;
    for (const sv_watcher *w = table->watchers; w; w = w->next_at_table) {
        const sv_user *user = &w->client->user;
        if (user->id == 0)
            ++*anonymous;
        else if (sv_seat_of(table, user->id) == EK_NOBODY && json_array_size(list) < SHOWN_MAX &&
                 !is_listed(list, user->id))
            json_array_append_new(list, person_json(user->id, user->name));
    }
    return list;
}

static void add_person(void *data, int64_t person, const char *name)
{
    json_array_append_new(data, person_json(person, name));
}

/* Spectators who are connected to other servers; those without a name are counted here only. */
static bool add_others(sv_core *core, const sv_table *table, json_t *list, rec_error *error)
{
    int64_t person[SHOWN_MAX];
    unsigned count = 0;
    const sv_people *all = &table->elsewhere;
    for (unsigned i = 0; i < all->count && json_array_size(list) + count < SHOWN_MAX; i++)
        if (sv_seat_of(table, all->person[i]) == EK_NOBODY && !is_listed(list, all->person[i]))
            person[count++] = all->person[i];
    return count == 0 || sv_names_of(&core->store, person, count, add_person, list, error);
}

/* The removed; first those who are not logged in, who have no name. */
static bool add_removed(sv_core *core, const sv_admission *a, json_t *list, rec_error *error)
{
    if (place_of(a, 0) < a->count)
        add_person(list, 0, "");
    return sv_names_of(&core->store, a->removed, a->count, add_person, list, error);
}

static json_t *reply_of(sv_call *call, sv_table *table)
{
    int anonymous;
    json_t *removed = json_array();
    if (!load(&call->core->store, table, &call->error) ||
        !add_removed(call->core, &table->admission, removed, &call->error)) {
        json_decref(removed);
        return NULL;
    }
    json_t *watching = watching_json(table, &anonymous);
    if (!add_others(call->core, table, watching, &call->error)) {
        json_decref(watching);
        json_decref(removed);
        return NULL;
    }
    return json_pack("{s:o, s:i, s:o, s:b}", "spectators", watching, "anonymous", anonymous,
                     "removed", removed, "chat", !table->admission.quiet);
}

json_t *sv_on_spectators(sv_call *call)
{
    unsigned seat;
    sv_table *table = sv_seated(call, &seat);
    return table ? reply_of(call, table) : NULL;
}

/* --------------------------------------------------------------------------------- what hosts do
 */

static sv_table *hosted(sv_call *call)
{
    sv_table *table = sv_table_of_call(call);
    if (table && table->host != call->client->user.id)
        return sv_fail(&call->error, SV_ERROR_NOT_THE_HOST,
                       table->host ? "Only the host can do this."
                                   : "The server has made this table: it has no host who could do "
                                     "this."),
               NULL;
    return table && load(&call->core->store, table, &call->error) ? table : NULL;
}

/* Tells the clients of a spectator that they are removed. An event stream has nothing more to say.
 */
static void send_away(sv_core *core, sv_table *table, int64_t person)
{
    for (sv_watcher *w = table->watchers, *next; w; w = next) {
        sv_client *client = w->client;
        next = w->next_at_table;
        if (client->user.id != person)
            continue;
        sv_unwatch(client, table);
        if (client->http)
            client->close(client);
        else
            sv_push(core, client, json_pack("{s:s, s:s}", "push", "removed", "table", table->code));
    }
}

static bool may_be_removed(sv_call *call, const sv_table *table, int64_t person)
{
    sv_user user;
    bool found;
    if (sv_seat_of(table, person) != EK_NOBODY)
        return sv_fail(&call->error, SV_ERROR_BAD_REQUEST, "\"user\": this user has a seat here.");
    if (table->admission.count >= REMOVED_MAX)
        return sv_fail(&call->error, SV_ERROR_TOO_MANY,
                       "At most %d people can be removed from a table.", REMOVED_MAX);
    return person == 0 ||
           (sv_user_by_id(&call->core->store, person, &user, NULL, &found, &call->error) &&
            (found ||
             sv_fail(&call->error, SV_ERROR_BAD_REQUEST, "\"user\": there is no such user.")));
}

/* The clients are told first: they are away even if it cannot be written, and may then come back.
 */
static bool remove_person(sv_call *call, sv_table *table, int64_t person)
{
    if (!may_be_removed(call, table, person))
        return false;
    send_away(call->core, table, person);
    if (!note_removed(&table->admission, person))
        return sv_fail_memory(&call->error);
    return sv_remove(&call->core->store, table->id, person, true, &call->error);
}

static bool admit_again(sv_call *call, sv_table *table, unsigned place)
{
    sv_admission *a = &table->admission;
    const int64_t person = a->removed[place];
    a->removed[place] = a->removed[--a->count];
    return sv_remove(&call->core->store, table->id, person, false, &call->error);
}

json_t *sv_on_remove_spectator(sv_call *call)
{
    const int64_t person = sv_call_number(call, "user");
    const bool remove = json_is_true(json_object_get(call->request, "remove"));
    sv_table *table = hosted(call);
    if (!table)
        return NULL;
    const unsigned place = place_of(&table->admission, person);
    const bool is_removed = place < table->admission.count;
    if (remove == is_removed)
        return reply_of(call, table);
    sv_table_touch(call->core, table);
    if (!(remove ? remove_person(call, table, person) : admit_again(call, table, place)))
        return NULL;
    sv_news_add(&call->core->store, SV_NEWS_ADMISSION, table->code, NULL);
    return reply_of(call, table);
}

json_t *sv_on_spectator_chat(sv_call *call)
{
    const bool quiet = !json_is_true(json_object_get(call->request, "on"));
    sv_table *table = hosted(call);
    if (!table)
        return NULL;
    sv_table_touch(call->core, table);
    table->admission.quiet = quiet;
    if (!sv_game_set_quiet(&call->core->store, table->id, quiet, &call->error))
        return NULL;
    sv_news_add(&call->core->store, SV_NEWS_ADMISSION, table->code, NULL);
    return reply_of(call, table);
}

/* ------------------------------------------------------------------------------- other servers */

/* Whom another server has removed. */
static void send_removed_away(sv_core *core, sv_table *table)
{
    for (unsigned i = 0; i < table->admission.count; i++)
        send_away(core, table, table->admission.removed[i]);
}

bool sv_admission_changed(sv_core *core, const char *code, rec_error *error)
{
    sv_table *table = sv_table_find(core, code);
    if (!table)
        return true;
    table->admission.known = false;
    if (!table->watchers)
        return true;
    if (!load(&core->store, table, error))
        return false;
    send_removed_away(core, table);
    return true;
}
