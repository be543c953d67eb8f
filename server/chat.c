#include "chat.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core.h"
#include "errors.h"
#include "name.h"
#include "people/block.h"
#include "people/silence.h"
#include "requests.h"
#include "skeleton.h"
#include "spectators.h"
#include "watch.h"

enum {
    LINES_MAX = 200,  /* of one reply */
    WORDS_MAX = 501,  /* bytes of a line, as messages.json limits it, and its end */
    MUTES_MAX = 1000, /* people an account can mute */
    GUEST_MUTES_MAX = 100,
    SPECTATOR_PERMITS = 5 /* for a line of a spectator */
};

/* ---------------------------------------------------------------------------------------- mutes */

static unsigned place_of(const sv_mutes *mutes, int64_t person)
{
    unsigned i = 0;
    while (i < mutes->count && mutes->person[i] != person)
        i++;
    return i;
}

static bool has_muted(const sv_client *client, int64_t person)
{
    return place_of(&client->mutes, person) < client->mutes.count;
}

/* What a query for muted and blocked people fills. */
typedef struct muted_list {
    unsigned count;
    int64_t person[MUTES_MAX + SV_BLOCKS_MAX];
} muted_list;

static void take_muted(void *data, int64_t person)
{
    muted_list *list = data;
    list->person[list->count++] = person;
}

bool sv_mutes_load(sv_store *store, sv_client *client, rec_error *error)
{
    sv_mutes *mutes = &client->mutes;
    muted_list found = {.count = 0};
    if (mutes->known || client->user.id == 0)
        return true;
    if (!sv_hidden_from(store, client->user.id, MUTES_MAX + SV_BLOCKS_MAX, take_muted, &found,
                        error))
        return false;
    const size_t size = found.count * sizeof *mutes->person;
    int64_t *person = realloc(mutes->person, size + sizeof *person);
    if (!person)
        return sv_fail_memory(error);
    memcpy(person, found.person, size);
    *mutes = (sv_mutes){.known = true, .count = found.count, .person = person};
    return true;
}

/* A turn that is rolled back takes it back. */
bool sv_mutes_reload(sv_core *core, int64_t user, rec_error *error)
{
    for (sv_client *c = sv_client_of_user(&core->clients, user), *next; c; c = next) {
        const sv_user same = c->user;
        next = sv_client_next_of_user(c);
        if (!c->mutes.known)
            continue;
        sv_client_becomes(core, c, &same, NULL);
        c->mutes.known = false;
        if (!sv_mutes_load(&core->store, c, error))
            return sv_store_abort(&core->store, error);
    }
    return true;
}

typedef struct mute_list {
    int64_t person; /* who is looked for */
    bool there;
    unsigned count;
} mute_list;

static void count_person(void *data, int64_t person)
{
    mute_list *list = data;
    list->there |= person == list->person;
    list->count++;
}

/* Rows for people who do not exist would be no use to anybody. */
static bool may_mute(sv_call *call, int64_t person)
{
    const sv_client *client = call->client;
    const unsigned max = client->user.kind == SV_GUEST ? GUEST_MUTES_MAX : MUTES_MAX;
    mute_list list = {.person = person};
    sv_user other;
    bool found;
    if (!sv_muted_by(&call->core->store, client->user.id, max, count_person, &list, &call->error))
        return false;
    if (list.there)
        return true;
    if (list.count >= max)
        return sv_fail(&call->error, SV_ERROR_TOO_MANY, "You can mute at most %u people.", max);
    return sv_user_by_id(&call->core->store, person, &other, NULL, &found, &call->error) &&
           (found ||
            sv_fail(&call->error, SV_ERROR_BAD_REQUEST, "\"user\": there is no such user."));
}

json_t *sv_on_mute(sv_call *call)
{
    const bool on = json_is_true(json_object_get(call->request, "mute"));
    const int64_t person = sv_call_number(call, "user");
    const sv_client *client = call->client;
    if (on && !may_mute(call, person))
        return NULL;
    if (!sv_mute(&call->core->store, client->user.id, person, on, &call->error) ||
        !sv_mutes_reload(call->core, client->user.id, &call->error))
        return NULL;
    return json_object();
}

/* ----------------------------------------------------------------------------------------- chat */

static bool know_last_line(sv_call *call, sv_table *table)
{
    return table->last_chat >= 0 ||
           sv_chat_last(&call->core->store, table->id, &table->last_chat, &call->error);
}

static json_t *line_json(const sv_chat_line *line)
{
    return json_pack("{s:I, s:I, s:s, s:b, s:I, s:s}", "number", (json_int_t)line->number, "user",
                     (json_int_t)line->person, "name", line->name, "account", line->account, "at",
                     (json_int_t)line->at, "text", line->words);
}

static void tell_line(sv_core *core, const sv_table *table, const sv_chat_line *line)
{
    json_t *push =
        json_pack("{s:s, s:s, s:o}", "push", "chat", "table", table->code, "said", line_json(line));
    sv_frame *frame = sv_frame_of(push, SV_NO_SEQ);
    for (sv_watcher *w = table->watchers; w; w = w->next_at_table)
        if (!has_muted(w->client, line->person))
            sv_push_frame(core, w->client, sv_frame_hold(frame));
    sv_frame_drop(frame);
    json_decref(push);
}

/* ------------------------------------------------------------------------- lines of other servers
 */

typedef struct telling {
    sv_core *core;
    sv_table *table;
    int64_t before;
} telling;

static void tell_stored(void *data, const sv_chat_line *line)
{
    const telling *t = data;
    if (line->number >= t->before || line->number <= t->table->chat_told)
        return;
    tell_line(t->core, t->table, line);
    t->table->chat_told = line->number;
}

static bool has_missed(const telling *t)
{
    const sv_table *table = t->table;
    return table->chat_told >= 0 && table->chat_told < t->before - 1 && table->watchers;
}

/* Tells the lines below a number that watchers have not been told of. Lines of users who were
 * deleted are missing. */
static bool tell_missed(sv_core *core, sv_table *table, int64_t before, rec_error *error)
{
    telling t = {core, table, before};
    int64_t told = -1;
    bool ok = true;
    const bool stored = core->outbox.stored;
    core->outbox.stored = true;
    while (ok && has_missed(&t) && table->chat_told > told) {
        const sv_chat_part part = {.after = told = table->chat_told, .max = LINES_MAX};
        ok = sv_chat_read(&core->store, table->id, &part, tell_stored, &t, error);
    }
    core->outbox.stored = stored;
    return ok;
}

bool sv_chat_begin_telling(sv_core *core, sv_table *table, rec_error *error)
{
    return !core->store.node || (table->watchers && table->chat_told >= 0) ||
           sv_chat_last(&core->store, table->id, &table->chat_told, error);
}

bool sv_chat_has_lines(sv_core *core, const char *code, int64_t number, rec_error *error)
{
    sv_table *table = sv_table_find(core, code);
    if (!table)
        return true;
    if (table->chat_told < 0)
        table->chat_told = number - 1;
    return tell_missed(core, table, number + 1, error);
}

/* Tells of a line that has been written here, in the order of their numbers. */
static bool tell_new(sv_call *call, sv_table *table, const sv_chat_line *line)
{
    char number[24];
    if (!tell_missed(call->core, table, line->number, &call->error))
        return false;
    if (table->chat_turn != call->core->turn)
        table->chat_before = table->chat_told;
    table->chat_turn = call->core->turn;
    tell_line(call->core, table, line);
    table->chat_told = line->number;
    snprintf(number, sizeof number, "%lld", (long long)line->number);
    sv_news_add(&call->core->store, SV_NEWS_CHAT, table->code, number);
    return true;
}

/* Spectators talk more slowly than players, each of them and all of a table together. */
static bool within_spectators_chat(sv_core *core, const sv_table *table, int64_t user)
{
    sv_limits *l = &core->limits;
    return sv_limit_take(l, &l->spectator_chat, SV_LIMITED_SPECTATOR_CHAT, "", user,
                         SPECTATOR_PERMITS, core->now) &&
           sv_limit_take(l, &l->spectator_chat, SV_LIMITED_SPECTATOR_CHAT, table->code, 0, 1,
                         core->now);
}

static bool may_talk(sv_call *call, sv_table *table)
{
    sv_core *core = call->core;
    const int64_t user = call->client->user.id;
    const bool spectator = sv_seat_of(table, user) == EK_NOBODY;
    /* In a shared store they may watch by another server. */
    if (spectator && !call->core->store.node && !sv_is_watching(table, user))
        return sv_fail(&call->error, SV_ERROR_NOT_SEATED,
                       "Sit at the table or watch it to talk there.");
    if (spectator && (!sv_may_watch(call, table) || !sv_spectators_may_chat(call, table)))
        return false;
    const bool ok = spectator ? within_spectators_chat(core, table, user)
                              : sv_limit_take(&core->limits, &core->limits.chat, SV_LIMITED_CHAT,
                                              "", user, 1, core->now);
    return ok || sv_fail(&call->error, SV_ERROR_TOO_MANY, "Too many chat messages. Wait a moment.");
}

/* The words of a request as others may see them. */
static bool read_words(sv_call *call, char words[WORDS_MAX])
{
    const char *text = sv_call_text(call, "text");
    return sv_without_direction_marks(text, words, WORDS_MAX) ||
           sv_fail(&call->error, SV_ERROR_BAD_REQUEST,
                   "\"text\": contains only characters that cannot be seen.");
}

json_t *sv_on_chat(sv_call *call)
{
    sv_table *table = sv_table_of_call(call);
    const sv_user *user = &call->client->user;
    char words[WORDS_MAX];
    if (!table || !read_words(call, words) || !sv_may_speak(call) || !may_talk(call, table) ||
        !sv_name_is_guests(call, &call->error) || !know_last_line(call, table))
        return NULL;
    const sv_chat_line line = {.number = ++table->last_chat,
                               .person = user->id,
                               .at = call->core->now,
                               .name = user->name,
                               .account = user->kind != SV_GUEST,
                               .words = words};
    sv_table_touch(call->core, table);
    if (!sv_chat_add(&call->core->store, table->id, &line, &call->error) ||
        !tell_new(call, table, &line))
        return NULL;
    return json_pack("{s:I}", "number", (json_int_t)line.number);
}

/* -------------------------------------------------------------------------------- removed lines
 */

static void tell_removed(sv_core *core, const sv_table *table, int64_t number)
{
    json_t *push = json_pack("{s:s, s:s, s:I}", "push", "chat_removed", "table", table->code,
                             "number", (json_int_t)number);
    sv_frame *frame = sv_frame_of(push, SV_NO_SEQ);
    for (sv_watcher *w = table->watchers; w; w = w->next_at_table)
        sv_push_frame(core, w->client, sv_frame_hold(frame));
    sv_frame_drop(frame);
    json_decref(push);
}

bool sv_chat_remove(sv_core *core, const sv_table *table, int64_t number, rec_error *error)
{
    char text[24];
    snprintf(text, sizeof text, "%lld", (long long)number);
    if (!sv_chat_empty(&core->store, table->id, number, error))
        return false;
    sv_news_add(&core->store, SV_NEWS_LINE, table->code, text);
    tell_removed(core, table, number);
    return true;
}

void sv_chat_line_removed(sv_core *core, const char *code, int64_t number)
{
    const sv_table *table = sv_table_find(core, code);
    if (table)
        tell_removed(core, table, number);
}

/* ---------------------------------------------------------------------------------------- reading
 */

static void take_line(void *data, const sv_chat_line *line)
{
    json_array_append_new(data, line_json(line));
}

/* Without the lines of people whom the user of the call has muted. */
static bool read_lines(sv_call *call, const sv_table *table, json_t *list)
{
    sv_store *store = &call->core->store;
    if (!sv_mutes_load(store, call->client, &call->error))
        return false;
    const sv_mutes *mutes = &call->client->mutes;
    const sv_chat_part part = {.after = sv_call_number(call, "after"),
                               .max = LINES_MAX,
                               .muted = mutes->person,
                               .muted_count = mutes->count};
    return sv_chat_read(store, table->id, &part, take_line, list, &call->error);
}

json_t *sv_on_chat_list(sv_call *call)
{
    json_t *list = json_array();
    sv_table *table = sv_table_of_call(call);
    if (table && sv_may_watch(call, table) && read_lines(call, table, list))
        return json_pack("{s:o}", "said", list);
    json_decref(list);
    return NULL;
}
