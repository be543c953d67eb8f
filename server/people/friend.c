#include "people/friend.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core.h"
#include "errors.h"
#include "people/block.h"
#include "people/silence.h"
#include "people/store_invitations.h"
#include "people/store_people.h"

enum {
    BONDS_MAX = SV_FRIENDS_MAX + 2 * SV_ASKED_MAX,
    PER_DAY = 50,   /* requests of a user */
    PER_PERSON = 3, /* of these to the same one */
    DAY_SECONDS = 86400
};

/* ----------------------------------------------------------------------------------- the lists */

/* Somebody in a list. Bonds and blocks come in the order of their numbers. */
typedef struct entry {
    sv_bond bond;
    bool blocked, here;
    char name[SV_NAME_MAX], code[SV_CODE_MAX];
} entry;

typedef struct people {
    entry *list;
    unsigned count, room;
} people;

static void take_bond(void *data, const sv_bond *bond)
{
    people *p = data;
    if (p->count < p->room)
        p->list[p->count++] = (entry){.bond = *bond};
}

static void take_blocked(void *data, int64_t person)
{
    people *p = data;
    if (p->count < p->room)
        p->list[p->count++] = (entry){.bond.person = person, .blocked = true};
}

static int compare(const void *a, const void *b)
{
    const int64_t x = ((const entry *)a)->bond.person, y = ((const entry *)b)->bond.person;
    return (x > y) - (x < y);
}

static entry *find(people *p, int64_t person)
{
    const entry key = {.bond.person = person};
    return p->count > 0 ? bsearch(&key, p->list, p->count, sizeof key, compare) : NULL;
}

static void take_name(void *data, int64_t person, const char *name)
{
    entry *e = find(data, person);
    if (e)
        snprintf(e->name, sizeof e->name, "%s", name);
}

static void take_present(void *data, int64_t person)
{
    entry *e = find(data, person);
    if (e)
        e->here = true;
}

static void take_table(void *data, int64_t person, const char *code)
{
    entry *e = find(data, person);
    if (e)
        snprintf(e->code, sizeof e->code, "%s", code);
}

bool sv_is_connected(sv_core *core, int64_t person)
{
    for (const sv_client *c = sv_client_of_user(&core->clients, person); c;
         c = sv_client_next_of_user(c))
        if (c->streaming)
            return true;
    return false;
}

static bool is_friend(const entry *e)
{
    return e->bond.asked && e->bond.asks;
}

/* Where friends are. Nobody else is told. */
static bool find_friends(sv_core *core, people *p, int64_t *number, rec_error *error)
{
    unsigned count = 0;
    for (unsigned i = 0; i < p->count; i++) {
        if (!is_friend(&p->list[i]))
            continue;
        number[count++] = p->list[i].bond.person;
        p->list[i].here = sv_is_connected(core, p->list[i].bond.person);
    }
    return count == 0 || (sv_people_tables(&core->store, number, count, take_table, p, error) &&
                          (!core->store.node ||
                           sv_people_present(&core->store, number, count, take_present, p, error)));
}

static bool load(sv_call *call, people *p)
{
    sv_core *core = call->core;
    const int64_t user = call->client->user.id;
    p->room = BONDS_MAX + SV_BLOCKS_MAX;
    p->list = malloc(p->room * sizeof *p->list);
    int64_t *number = malloc(p->room * sizeof *number);
    bool ok = (p->list && number) || sv_fail_memory(&call->error);
    ok = ok && sv_bonds_of(&core->store, user, BONDS_MAX, take_bond, p, &call->error) &&
         sv_blocked_by(&core->store, user, SV_BLOCKS_MAX, take_blocked, p, &call->error);
    if (ok && p->count > 0) {
        qsort(p->list, p->count, sizeof *p->list, compare);
        for (unsigned i = 0; i < p->count; i++)
            number[i] = p->list[i].bond.person;
        ok = sv_names_of(&core->store, number, p->count, take_name, p, &call->error) &&
             find_friends(core, p, number, &call->error);
    }
    free(number);
    return ok;
}

static void add_person(json_t *list, const entry *e)
{
    json_array_append_new(list, json_pack("{s:I, s:s, s:I}", "user", (json_int_t)e->bond.person,
                                          "name", e->name, "at", (json_int_t)e->bond.at));
}

static void add_friend(json_t *list, const entry *e)
{
    json_array_append_new(list, json_pack("{s:I, s:s, s:I, s:b, s:s?}", "user",
                                          (json_int_t)e->bond.person, "name", e->name, "at",
                                          (json_int_t)e->bond.at, "here", e->here, "table",
                                          e->code[0] ? e->code : NULL));
}

json_t *sv_on_people(sv_call *call)
{
    people p = {.count = 0};
    if (!load(call, &p)) {
        free(p.list);
        return NULL;
    }
    json_t *friends = json_array(), *asking = json_array(), *asked = json_array(),
           *blocked = json_array();
    for (unsigned i = 0; i < p.count; i++) {
        const entry *e = &p.list[i];
        if (is_friend(e))
            add_friend(friends, e);
        else
            add_person(e->blocked ? blocked : e->bond.asked ? asked : asking, e);
    }
    free(p.list);
    return json_pack("{s:o, s:o, s:o, s:o}", "friends", friends, "asking", asking, "asked", asked,
                     "blocked", blocked);
}

/* ------------------------------------------------------------------------------------- requests */

/* How many of each kind a user has, and what there is between them and another one. */
typedef struct tally {
    int64_t other;
    unsigned friends, asked, asking;
    sv_bond bond;
} tally;

static void count_bond(void *data, const sv_bond *bond)
{
    tally *t = data;
    t->friends += bond->asked && bond->asks;
    t->asked += bond->asked && !bond->asks;
    t->asking += bond->asks && !bond->asked;
    if (bond->person == t->other)
        t->bond = *bond;
}

static bool count_bonds(sv_call *call, int64_t person, int64_t other, tally *t)
{
    *t = (tally){.other = other};
    return sv_bonds_of(&call->core->store, person, BONDS_MAX, count_bond, t, &call->error);
}

static bool fail_full(sv_call *call, const char *words)
{
    return sv_fail(&call->error, SV_ERROR_TOO_MANY, "%s", words);
}

static bool within_day(sv_call *call, int64_t other)
{
    sv_core *core = call->core;
    const int64_t user = call->client->user.id;
    const sv_rate person = {PER_PERSON, PER_PERSON * DAY_SECONDS};
    const sv_rate all = {PER_DAY, PER_DAY * DAY_SECONDS};
    char text[24];
    snprintf(text, sizeof text, "%lld", (long long)other);
    return (sv_limit_take(&core->limits, &person, SV_LIMITED_FRIENDS, text, user, DAY_SECONDS,
                          core->now) &&
            sv_limit_take(&core->limits, &all, SV_LIMITED_FRIENDS, "", user, DAY_SECONDS,
                          core->now)) ||
           fail_full(call, "You have asked as many players as one may in a day, or this one too "
                           "often. Try again later.");
}

/* Whether the user may ask for another one; an open request of the other one may be agreed to. */
static bool may_ask(sv_call *call, int64_t other, const tally *mine)
{
    tally theirs;
    if (!sv_may_approach(call, other) || !count_bonds(call, other, call->client->user.id, &theirs))
        return false;
    if (mine->friends >= SV_FRIENDS_MAX)
        return fail_full(call, "You have as many friends as one can have here.");
    if (theirs.friends >= SV_FRIENDS_MAX)
        return fail_full(call, "This player has as many friends as one can have here.");
    if (mine->bond.asks)
        return true;
    if (mine->asked >= SV_ASKED_MAX)
        return fail_full(call, "You have asked many players who have not answered yet.");
    if (theirs.asking >= SV_ASKED_MAX)
        return fail_full(call, "Many players have asked this player already.");
    return sv_may_speak(call) && within_day(call, other);
}

static bool set(sv_call *call, const sv_user *other, bool on)
{
    sv_core *core = call->core;
    const int64_t user = call->client->user.id;
    tally mine;
    if (!count_bonds(call, user, other->id, &mine))
        return false;
    const bool known = mine.bond.asked || (!on && mine.bond.asks);
    if (on ? known : !known)
        return true; /* nothing to do */
    if (on && other->kind == SV_GUEST)
        return sv_fail(&call->error, SV_ERROR_BAD_REQUEST, "Guests have no list of friends.");
    if ((on && !may_ask(call, other->id, &mine)) ||
        !sv_friend_set(&core->store, user, other->id, on, core->now, &call->error))
        return false;
    sv_push_to_user(core, other->id, json_pack("{s:s}", "push", "people"));
    sv_push_to_user(core, user, json_pack("{s:s}", "push", "people"));
    return true;
}

json_t *sv_on_friend(sv_call *call)
{
    sv_user other;
    const bool on = json_is_true(json_object_get(call->request, "friend"));
    if (!sv_other_of_call(call, &other) || !set(call, &other, on))
        return NULL;
    return json_pack("{s:I, s:s}", "user", (json_int_t)other.id, "name", other.name);
}
