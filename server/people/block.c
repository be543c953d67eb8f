#include "people/block.h"

#include "chat.h"
#include "core.h"
#include "errors.h"
#include "name.h"

/* ------------------------------------------------------------------------------------- others */

bool sv_other_of_call(sv_call *call, sv_user *other)
{
    sv_store *store = &call->core->store;
    const json_t *number = json_object_get(call->request, "user");
    const char *name = sv_call_text(call, "name");
    bool found;
    if (!number == !name)
        return sv_fail(&call->error, SV_ERROR_BAD_REQUEST, "Expected either \"user\" or \"name\".");
    if (!(number
              ? sv_user_by_id(store, json_integer_value(number), other, NULL, &found, &call->error)
              : sv_account_by_name(store, name, other, NULL, &found, &call->error)))
        return false;
    if (!found)
        return sv_fail(&call->error, SV_ERROR_NO_SUCH_USER, "There is no such player.");
    return other->id != call->client->user.id ||
           sv_fail(&call->error, SV_ERROR_THAT_IS_YOU, "That is you.");
}

/* ------------------------------------------------------------------------------------- welcome */

/* Which blocks there are between a user and others. */
typedef struct between {
    int64_t user, whom; /* the first of those whom the user blocks; 0 */
    bool unwelcome;     /* one of them blocks the user */
} between;

static void take_block(void *data, int64_t person, int64_t blocked)
{
    between *b = data;
    b->unwelcome = b->unwelcome || blocked == b->user;
    if (person == b->user && b->whom == 0)
        b->whom = blocked;
}

static bool fail_unwelcome(sv_call *call)
{
    return sv_fail(&call->error, SV_ERROR_NOT_WELCOME, "This is not possible for you here.");
}

bool sv_may_approach(sv_call *call, int64_t other)
{
    const int64_t people[] = {call->client->user.id, other};
    between b = {.user = people[0]};
    if (!sv_blocks_among(&call->core->store, people, 2, take_block, &b, &call->error))
        return false;
    if (b.unwelcome)
        return fail_unwelcome(call);
    return !b.whom ||
           sv_fail(&call->error, SV_ERROR_YOU_BLOCK, "You block this player. Unblock them first.");
}

static const char *name_at(const sv_table *table, int64_t user)
{
    const unsigned seat = sv_seat_of(table, user);
    return seat == EK_NOBODY ? "the host" : table->seat[seat].name;
}

bool sv_is_welcome(sv_call *call, const sv_table *table)
{
    int64_t people[EK_SEATS + 2];
    unsigned count = 0;
    between b = {.user = call->client->user.id};
    people[count++] = b.user;
    people[count++] = table->host;
    for (unsigned i = 0; i < table->setting.players; i++)
        if (table->seat[i].kind == SV_SEAT_PERSON)
            people[count++] = table->seat[i].user;
    if (!sv_blocks_among(&call->core->store, people, count, take_block, &b, &call->error))
        return false;
    if (b.unwelcome)
        return fail_unwelcome(call);
    if (!b.whom || json_is_true(json_object_get(call->request, "anyway")))
        return true;
    call->details = json_pack("{s:I}", "user", (json_int_t)b.whom);
    return sv_fail(&call->error, SV_ERROR_YOU_BLOCK, "You block %s, who sits at this table.",
                   name_at(table, b.whom));
}

/* ------------------------------------------------------------------------------------- request */

static void count_person(void *data, int64_t person)
{
    (void)person;
    ++*(unsigned *)data;
}

static bool has_room(sv_call *call)
{
    const sv_user *user = &call->client->user;
    const unsigned max = user->kind == SV_GUEST ? SV_GUEST_BLOCKS_MAX : SV_BLOCKS_MAX;
    unsigned count = 0;
    return sv_blocked_by(&call->core->store, user->id, max, count_person, &count, &call->error) &&
           (count < max ||
            sv_fail(&call->error, SV_ERROR_TOO_MANY, "You can block at most %u players.", max));
}

json_t *sv_on_block(sv_call *call)
{
    sv_core *core = call->core;
    const bool on = json_is_true(json_object_get(call->request, "block"));
    const int64_t user = call->client->user.id, other = sv_call_number(call, "user");
    sv_user blocked;
    if ((on && (!sv_other_of_call(call, &blocked) || !has_room(call))) ||
        !sv_block_set(&core->store, user, other, on, core->now, &call->error) ||
        !sv_mutes_reload(core, user, &call->error))
        return NULL;
    return json_object();
}
