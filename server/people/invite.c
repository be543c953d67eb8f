#include "people/invite.h"

#include <stdio.h>
#include <stdlib.h>

#include "core.h"
#include "errors.h"
#include "name.h"
#include "notices/tell.h"
#include "people/block.h"
#include "people/friend.h"
#include "people/silence.h"
#include "people/store_invitations.h"
#include "requests.h"
#include "table.h"
#include "watch.h"

enum {
    OPEN_MAX = 20, /* invitations to open tables that a player can have */
    PER_DAY = 60,  /* that an account can send */
    GUEST_PER_DAY = 10,
    PER_PERSON = 10, /* of these to the same one */
    DAY_SECONDS = 86400
};

/* --------------------------------------------------------------------------------------- lists */

typedef struct invitation {
    int64_t sender, at;
    char code[SV_CODE_MAX], name[SV_NAME_MAX];
    bool hidden; /* the sender is blocked */
} invitation;

typedef struct list {
    invitation item[OPEN_MAX];
    unsigned count;
    int64_t person;
} list;

static void take(void *data, const sv_invitation *row)
{
    list *l = data;
    invitation *i = &l->item[l->count++];
    *i = (invitation){.sender = row->sender, .at = row->at};
    snprintf(i->code, sizeof i->code, "%s", row->code);
    snprintf(i->name, sizeof i->name, "%s", row->name);
}

static void hide(void *data, int64_t person, int64_t blocked)
{
    list *l = data;
    for (unsigned i = 0; i < l->count; i++)
        if (person == l->person && l->item[i].sender == blocked)
            l->item[i].hidden = true;
}

/* The invitations of a person, without those of senders whom they block. */
static bool load(sv_store *store, int64_t person, list *l, rec_error *error)
{
    int64_t people[OPEN_MAX + 1] = {person};
    *l = (list){.person = person};
    if (!sv_invitations(store, person, OPEN_MAX, take, l, error))
        return false;
    for (unsigned i = 0; i < l->count; i++)
        people[i + 1] = l->item[i].sender;
    return l->count == 0 || sv_blocks_among(store, people, l->count + 1, hide, l, error);
}

static json_t *invitation_json(const sv_table *table, const invitation *i,
                               const sv_client *receiver)
{
    return json_pack("{s:s, s:I, s:s, s:I, s:o}", "table", i->code, "user", (json_int_t)i->sender,
                     "name", i->name, "at", (json_int_t)i->at, "info",
                     sv_info_for(table, receiver));
}

static bool add(sv_call *call, const invitation *i, json_t *to)
{
    sv_table *table = NULL;
    if (i->hidden)
        return true;
    if (!sv_table_peek(&call->core->store, i->code, &table, &call->error))
        return false;
    if (table)
        json_array_append_new(to, invitation_json(table, i, call->client));
    sv_table_free(table);
    return true;
}

json_t *sv_on_invitations(sv_call *call)
{
    list l;
    json_t *found = json_array();
    bool ok = load(&call->core->store, call->client->user.id, &l, &call->error);
    for (unsigned i = 0; ok && i < l.count; i++)
        ok = add(call, &l.item[i], found);
    if (ok)
        return json_pack("{s:o}", "invitations", found);
    json_decref(found);
    return NULL;
}

/* ------------------------------------------------------------------------------------ inviting */

static bool within_day(sv_call *call, int64_t other)
{
    sv_core *core = call->core;
    const sv_user *user = &call->client->user;
    const int32_t day = user->kind == SV_GUEST ? GUEST_PER_DAY : PER_DAY;
    const sv_rate person = {PER_PERSON, PER_PERSON * DAY_SECONDS}, all = {day, day * DAY_SECONDS};
    char text[24];
    snprintf(text, sizeof text, "%lld", (long long)other);
    return (sv_limit_take(&core->limits, &person, SV_LIMITED_INVITATIONS, text, user->id,
                          DAY_SECONDS, core->now) &&
            sv_limit_take(&core->limits, &all, SV_LIMITED_INVITATIONS, "", user->id, DAY_SECONDS,
                          core->now)) ||
           sv_fail(&call->error, SV_ERROR_TOO_MANY,
                   "You have invited as many players as one may in a day, or this one too often. "
                   "Try again later.");
}

static bool may_invite(sv_call *call, const sv_table *table, const sv_user *other)
{
    list l;
    if (!sv_seats_are_open(table, &call->error) || !sv_may_speak(call) ||
        !sv_name_is_guests(call, &call->error))
        return false;
    if (other->kind == SV_GUEST)
        return sv_fail(&call->error, SV_ERROR_BAD_REQUEST,
                       "Only players with an account can be invited. Send others the link.");
    if (sv_seat_of(table, other->id) != EK_NOBODY)
        return sv_fail(&call->error, SV_ERROR_SITS_HERE, "This player sits at the table.");
    if (!sv_may_approach(call, other->id) || !load(&call->core->store, other->id, &l, &call->error))
        return false;
    return l.count < OPEN_MAX ||
           sv_fail(&call->error, SV_ERROR_TOO_MANY, "This player has many invitations already.");
}

/* Somebody who is connected has the push. */
static void tell(sv_call *call, const sv_table *table, const sv_invitation *row)
{
    const sv_telling telling = {.kind = SV_NOTICE_INVITATION,
                                .pace = sv_pace_of_table(table),
                                .person = row->person,
                                .code = table->code,
                                .title = table->title,
                                .from = row->name};
    sv_push_to_user(call->core, row->person,
                    json_pack("{s:s, s:s, s:s, s:I, s:s}", "push", "invited", "table", table->code,
                              "title", table->title, "user", (json_int_t)row->sender, "name",
                              row->name));
    if (!sv_is_connected(call->core, row->person))
        sv_tell(call->core, &telling);
}

json_t *sv_on_invite(sv_call *call)
{
    unsigned seat;
    bool added;
    sv_user other;
    sv_table *table = sv_seated(call, &seat);
    if (!table || !sv_other_of_call(call, &other) || !may_invite(call, table, &other) ||
        !within_day(call, other.id))
        return NULL;
    const sv_invitation row = {.person = other.id,
                               .code = table->code,
                               .sender = call->client->user.id,
                               .name = call->client->user.name,
                               .at = call->core->now};
    if (!sv_invitation_add(&call->core->store, &row, &added, &call->error))
        return NULL;
    if (added)
        tell(call, table, &row);
    return json_pack("{s:I, s:s}", "user", (json_int_t)other.id, "name", other.name);
}

json_t *sv_on_decline(sv_call *call)
{
    return sv_invitation_drop(&call->core->store, call->client->user.id,
                              sv_call_text(call, "table"), &call->error)
               ? json_object()
               : NULL;
}
