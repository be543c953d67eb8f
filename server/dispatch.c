#include "dispatch.h"

#include <stdlib.h>

#include "core.h"
#include "errors.h"
#include "log.h"
#include "price.h"
#include "wire.h"

enum { REFUSED_MAX = 1024 }; /* bytes of a request that is read only for its id */

static bool too_many(rec_error *error)
{
    return sv_fail(error, SV_ERROR_TOO_MANY, "Too many requests: wait a moment.");
}

static bool take_of_address(sv_core *core, const sv_client *client, int32_t permits)
{
    sv_limits *l = &core->limits;
    return sv_limit_take(l, &l->address, SV_LIMITED_ADDRESS, client->address, 0, permits,
                         core->now);
}

static bool take_of_user(sv_core *core, const sv_client *client, int32_t permits)
{
    sv_limits *l = &core->limits;
    const int64_t user = client->user.id;
    return user == 0 || sv_limit_take(l, &l->user, SV_LIMITED_USER, "", user, permits, core->now);
}

bool sv_core_admit(sv_core *core, const sv_client *client, rec_error *error)
{
    return take_of_address(core, client, 1) || too_many(error);
}

bool sv_core_admit_user(sv_core *core, const sv_client *client, rec_error *error)
{
    return take_of_user(core, client, 1) || too_many(error);
}

/* The smallest share is counted first: a user who floods uses up little of what they share with
 * others. User and address have paid 1 when the request was admitted. */
static bool within_limits(sv_core *core, const sv_client *client, int32_t cost, rec_error *error)
{
    sv_limits *l = &core->limits;
    const bool ok = (cost == 1 || (take_of_user(core, client, cost - 1) &&
                                   take_of_address(core, client, cost - 1))) &&
                    sv_limit_take(l, &l->all, SV_LIMITED_ALL, "", 0, cost, core->now);
    return ok || too_many(error);
}

/* A blocked user may learn that they are blocked, and log out. */
static bool is_for_blocked(int number)
{
    return number == SV_REQUEST_HELLO || number == SV_REQUEST_LOGOUT;
}

static bool may_ask(const sv_client *client, int number, rec_error *error)
{
    const enum sv_who who = sv_requests[number].who;
    if (who != SV_WHO_ANYBODY && client->user.id == 0)
        return sv_fail(error, SV_ERROR_NOT_LOGGED_IN,
                       "Say who you are first: guest, register or login.");
    if (client->user.blocked && !is_for_blocked(number))
        return sv_fail(error, SV_ERROR_BLOCKED, "This account is blocked.");
    if (who == SV_WHO_ACCOUNT && client->user.kind == SV_GUEST)
        return sv_fail(error, SV_ERROR_NOT_AN_ACCOUNT, "This needs an account.");
    return true;
}

static bool good_id(const json_t *id, rec_error *error)
{
    return !id || json_is_integer(id) || (json_is_string(id) && json_string_length(id) <= 64) ||
           sv_fail(error, SV_ERROR_BAD_REQUEST, "\"id\": expected a whole number or a short text.");
}

static void answer(sv_core *core, sv_client *client, int number, json_t *request)
{
    sv_call call = {.core = core, .client = client, .request = request, .seq = SV_NO_SEQ};
    const sv_request_row *row = &sv_requests[number];
    const json_t *id = json_object_get(request, "id");
    json_t *reply = NULL;
    core->counts.requests++;
    const bool good = good_id(id, &call.error);
    call.ticket = sv_ticket_issue(client, number, good ? id : NULL);
    sv_log_request(call.ticket.trace);
    if (good && within_limits(core, client, row->cost, &call.error) &&
        sv_check_request(row->fields, request, &call.error) && may_ask(client, number, &call.error))
        reply = sv_handlers[number](&call);
    if (!call.deferred)
        sv_answer(core, client,
                  &(sv_reply){.ticket = &call.ticket,
                              .object = reply,
                              .seq = call.seq,
                              .error = &call.error,
                              .details = call.details,
                              .raw = call.raw});
    sv_log_request(NULL);
    sv_ticket_drop(&call.ticket);
    json_decref(call.details);
    free(call.raw.json);
    json_decref(request);
}

void sv_core_request(sv_core *core, sv_client *client, int number, json_t *request)
{
    const sv_meter before = sv_meter_start(core);
    answer(core, client, number, request);
    sv_meter_charge(core, client, &before, sv_requests[number].cost);
}

static void not_understood(const json_t *request, const char *name, rec_error *error)
{
    if (!json_is_object(request))
        sv_fail(error, SV_ERROR_BAD_JSON, "Expected a JSON object.");
    else if (!json_object_get(request, "do"))
        sv_fail(error, SV_ERROR_NO_SUCH_REQUEST, "\"do\" is missing.");
    else if (!name)
        sv_fail(error, SV_ERROR_NO_SUCH_REQUEST, "\"do\": expected a text.");
    else
        sv_fail(error, SV_ERROR_NO_SUCH_REQUEST, "There is no request \"%.40s\".", name);
}

static void refuse(sv_core *core, sv_client *client, const json_t *id, const rec_error *error)
{
    rec_error ignored;
    sv_answer_error(core, client, good_id(id, &ignored) ? id : NULL, error);
}

/* Takes a message that was admitted. Returns what it has paid, in permits. */
static int32_t take(sv_core *core, sv_client *client, const char *text, size_t length)
{
    rec_error error;
    json_t *request = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    const char *name = json_string_value(json_object_get(request, "do"));
    const int number = name ? sv_request_by_name(name) : -1;
    if (number >= 0) {
        answer(core, client, number, request);
        return sv_requests[number].cost;
    }
    if (within_limits(core, client, 1, &error))
        not_understood(request, name, &error);
    refuse(core, client, json_object_get(request, "id"), &error);
    json_decref(request);
    return 1;
}

/* Refuses a message that was not admitted; false if there were too many of them. */
static bool turn_away(sv_core *core, sv_client *client, const char *text, size_t length,
                      const rec_error *error)
{
    json_t *request =
        length <= REFUSED_MAX ? json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL) : NULL;
    refuse(core, client, json_object_get(request, "id"), error);
    json_decref(request);
    return sv_bucket_take(&client->refusals, &core->limits.refusals, 1, core->now);
}

bool sv_core_receive(sv_core *core, sv_client *client, const char *text, size_t length)
{
    rec_error error;
    bool stays = true;
    int32_t paid = 0;
    const sv_meter before = sv_meter_start(core);
    sv_session_note(core, client);
    if (sv_core_admit_user(core, client, &error) && sv_core_admit(core, client, &error))
        paid = take(core, client, text, length);
    else
        stays = turn_away(core, client, text, length, &error);
    sv_meter_charge(core, client, &before, paid);
    return stays;
}
