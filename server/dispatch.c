#include "dispatch.h"

#include <stdlib.h>
#include <string.h>

#include "core.h"
#include "errors.h"
#include "log.h"
#include "requests.h"
#include "wire.h"

bool sv_fail_too_many(rec_error *error)
{
    return sv_fail(error, SV_ERROR_TOO_MANY, "Too many requests: wait a moment.");
}

static bool take_of_address(sv_core *core, const sv_client *client, int32_t permits)
{
    sv_limits *l = &core->limits;
    return sv_limit_take(l, &l->address, SV_LIMITED_ADDRESS, client->address, 0, permits,
                         sv_nodes_time(core));
}

static bool take_of_user(sv_core *core, const sv_client *client, int32_t permits)
{
    sv_limits *l = &core->limits;
    const int64_t user = client->user.id;
    return user == 0 ||
           sv_limit_take(l, &l->user, SV_LIMITED_USER, "", user, permits, sv_nodes_time(core));
}

bool sv_core_admit(sv_core *core, const sv_client *client, rec_error *error)
{
    return take_of_address(core, client, 1) || sv_fail_too_many(error);
}

bool sv_core_admit_user(sv_core *core, const sv_client *client, rec_error *error)
{
    return take_of_user(core, client, 1) || sv_fail_too_many(error);
}

bool sv_is_in_debt(sv_core *core, const sv_client *client)
{
    return !take_of_user(core, client, 0) || !take_of_address(core, client, 0);
}

/* The smallest share is counted first: a user who floods uses up little of what they share with
 * others. User and address have paid 1 when the request was admitted. */
static bool within_limits(sv_core *core, const sv_client *client, int32_t cost, rec_error *error)
{
    sv_limits *l = &core->limits;
    const bool ok = (cost == 1 || (take_of_user(core, client, cost - 1) &&
                                   take_of_address(core, client, cost - 1))) &&
                    sv_limit_take(l, &l->all, SV_LIMITED_ALL, "", 0, cost, sv_nodes_time(core));
    return ok || sv_fail_too_many(error);
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
        return sv_fail_blocked(error);
    if (who == SV_WHO_ACCOUNT && client->user.kind == SV_GUEST)
        return sv_fail(error, SV_ERROR_NOT_AN_ACCOUNT, "This needs an account.");
    if (who == SV_WHO_MODERATOR && !client->user.moderator)
        return sv_fail(error, SV_ERROR_NOT_A_MODERATOR, "Only moderators can do this.");
    return true;
}

/* What users change about themselves; what they change at a table needs the table. */
static bool claims_user(sv_call *call, int number)
{
    const bool changes = strcmp(sv_requests[number].method, "POST") == 0;
    return !changes || call->client->user.id == 0 || json_object_get(call->request, "table") ||
           sv_claim_user(call);
}

static bool good_id(const json_t *id, rec_error *error)
{
    return !id || json_is_integer(id) || (json_is_string(id) && json_string_length(id) <= 64) ||
           sv_fail(error, SV_ERROR_BAD_REQUEST, "\"id\": expected a whole number or a short text.");
}

/* --------------------------------------------------------------------------------------- answers
 */

const json_t *sv_id_of(const json_t *request)
{
    rec_error ignored;
    const json_t *id = json_object_get(request, "id");
    return good_id(id, &ignored) ? id : NULL;
}

/* What is asked once, however often the request is tried. */
static bool is_good(sv_call *call, int number)
{
    const sv_request_row *row = &sv_requests[number];
    return good_id(json_object_get(call->request, "id"), &call->error) &&
           within_limits(call->core, call->client, row->cost, &call->error) &&
           sv_check_request(row->fields, call->request, &call->error);
}

/* The ticket of a request; a new one, unless it has been tried before. */
static sv_ticket take_ticket(sv_core *core, sv_client *client, sv_item *item)
{
    if (item->ticket) {
        const sv_ticket held = *item->ticket;
        free(item->ticket);
        item->ticket = NULL;
        return held;
    }
    core->counts.requests++;
    sv_ticket ticket = sv_ticket_issue(client, item->number, sv_id_of(item->request));
    ticket.arrived = item->arrived;
    return ticket;
}

/* Whether the request is to be tried again: then the item has its ticket. */
static bool postpone(sv_call *call, sv_item *item)
{
    const int64_t now = sv_microseconds();
    if (!call->again)
        return false;
    item->ticket = now - item->arrived < SV_INBOX_PATIENCE_MS * INT64_C(1000)
                       ? malloc(sizeof *item->ticket)
                       : NULL;
    if (!item->ticket)
        return sv_fail_busy(&call->error);
    *item->ticket = call->ticket;
    item->retry = now + SV_INBOX_RETRY_MS * INT64_C(1000);
    return true;
}

static void send_answer(sv_call *call, json_t *reply)
{
    if (!call->deferred)
        sv_answer(call->core, call->client,
                  &(sv_reply){.ticket = &call->ticket,
                              .object = reply,
                              .seq = call->seq,
                              .error = &call->error,
                              .details = call->details,
                              .raw = call->raw});
    sv_ticket_drop(&call->ticket);
}

bool sv_answer_request(sv_core *core, sv_client *client, sv_item *item)
{
    sv_call call = {.core = core, .client = client, .request = item->request, .seq = SV_NO_SEQ};
    const bool tried = item->ticket != NULL;
    json_t *reply = NULL;
    call.ticket = take_ticket(core, client, item);
    sv_log_request(call.ticket.trace);
    if ((tried || is_good(&call, item->number)) && may_ask(client, item->number, &call.error) &&
        claims_user(&call, item->number))
        reply = sv_handlers[item->number](&call);
    const bool done = !postpone(&call, item);
    if (done)
        send_answer(&call, reply);
    sv_log_request(NULL);
    json_decref(call.details);
    free(call.raw.json);
    return done;
}

void sv_refuse_request(sv_core *core, sv_client *client, const json_t *request,
                       const rec_error *error)
{
    sv_answer_error(core, client, sv_id_of(request), error);
}

static void not_understood(const json_t *request, rec_error *error)
{
    const json_t *name = json_object_get(request, "do");
    if (!json_is_object(request))
        sv_fail(error, SV_ERROR_BAD_JSON, "Expected a JSON object.");
    else if (!name)
        sv_fail(error, SV_ERROR_NO_SUCH_REQUEST, "\"do\" is missing.");
    else if (!json_is_string(name))
        sv_fail(error, SV_ERROR_NO_SUCH_REQUEST, "\"do\": expected a text.");
    else
        sv_fail(error, SV_ERROR_NO_SUCH_REQUEST, "There is no request \"%.40s\".",
                json_string_value(name));
}

void sv_refuse_unknown(sv_core *core, sv_client *client, const json_t *request)
{
    rec_error error;
    if (within_limits(core, client, 1, &error))
        not_understood(request, &error);
    sv_refuse_request(core, client, request, &error);
}
