#include "ticket.h"

#include <stdio.h>
#include <string.h>

#include "core.h"
#include "errors.h"
#include "log.h"
#include "wire.h"

enum {
    HUNG_UP = 499,      /* in the log: there is nobody to answer */
    SERVER_ERROR = 500, /* from this status on the server is to blame */
    WRONG_VERSION = 505 /* except for this one: any client can get it */
};

static bool is_failure(unsigned status)
{
    return status >= SERVER_ERROR && status != WRONG_VERSION;
}

sv_ticket sv_ticket_issue(sv_client *client, int request, const json_t *id)
{
    sv_ticket ticket = {.id = json_incref((json_t *)id),
                        .request = request,
                        .arrived = sv_microseconds(),
                        .user = client->user.id};
    if (client->http)
        snprintf(ticket.trace, sizeof ticket.trace, "%s", client->trace);
    else
        snprintf(ticket.trace, sizeof ticket.trace, "%s-%u", client->trace, ++client->messages);
    memcpy(ticket.address, client->address, sizeof ticket.address);
    return ticket;
}

sv_ticket sv_ticket_hold(const sv_ticket *ticket)
{
    sv_ticket copy = *ticket;
    json_incref(copy.id);
    return copy;
}

void sv_ticket_drop(sv_ticket *ticket)
{
    json_decref(ticket->id);
    ticket->id = NULL;
}

/* --------------------------------------------------------------------------------------- sign-ins
 */

const char *const sv_way_words[SV_WAYS] = {"guest",  "register", "password",
                                           "change", "reset",    "token"};

typedef struct sign_in {
    enum sv_way way;
    const char *code; /* why it failed; NULL: it did not */
    int64_t user;
    const char *address, *trace;
} sign_in;

/* Every sign-in has a line, and every password that was tried: the work for them is limited.
 * Refusals that cost nothing are limited here. */
static void log_sign_in(sv_core *core, const sign_in *s)
{
    const char *way = sv_way_words[s->way];
    const bool tried = s->code && (s->way == SV_WAY_PASSWORD || s->way == SV_WAY_CHANGE) &&
                       strcmp(s->code, sv_errors[SV_ERROR_TOO_MANY].code) != 0 &&
                       strcmp(s->code, sv_errors[SV_ERROR_BUSY].code) != 0;
    char user[24];
    snprintf(user, sizeof user, "%lld", (long long)s->user);
    core->counts.sign_ins[s->way][s->code == NULL]++;
    if (!s->code)
        sv_log_each("info", s->way == SV_WAY_CHANGE ? "password changed" : "signed in", "way", way,
                    "user", user, "address", s->address, "request", s->trace, NULL);
    else if (tried)
        sv_log_each("warning", "sign-in failed", "way", way, "user", user, "address", s->address,
                    "code", s->code, "request", s->trace, NULL);
    else
        sv_log("warning", "sign-in refused", "way", way, "user", user, "address", s->address,
               "code", s->code, "request", s->trace, NULL);
}

/* The way in which a request signs in; SV_WAYS: it does not. */
static enum sv_way way_of(int request)
{
    switch (request) {
    case SV_REQUEST_GUEST:
        return SV_WAY_GUEST;
    case SV_REQUEST_REGISTER:
        return SV_WAY_REGISTER;
    case SV_REQUEST_LOGIN:
        return SV_WAY_PASSWORD;
    case SV_REQUEST_CHANGE_PASSWORD:
        return SV_WAY_CHANGE;
    case SV_REQUEST_RESET_PASSWORD:
        return SV_WAY_RESET;
    default:
        return SV_WAYS;
    }
}

void sv_log_token(sv_core *core, const sv_client *client)
{
    const bool known = client->user.id != 0;
    log_sign_in(core, &(sign_in){.way = SV_WAY_TOKEN,
                                 .code = known ? NULL : sv_errors[SV_ERROR_NOT_LOGGED_IN].code,
                                 .user = client->user.id,
                                 .address = client->address,
                                 .trace = client->trace});
}

/* ---------------------------------------------------------------------------------------- the end
 */

static void log_answer(const sv_ticket *t, unsigned status, const char *code, int64_t us)
{
    const char *name = t->request < SV_REQUESTS ? sv_requests[t->request].name : "";
    char number[12], ms[24], user[24];
    snprintf(number, sizeof number, "%u", status);
    snprintf(ms, sizeof ms, "%.3f", (double)us / 1000);
    snprintf(user, sizeof user, "%lld", (long long)t->user);
    if (is_failure(status))
        sv_log("warning", "a request failed", "request", t->trace, "do", name, "status", number,
               "code", code, "ms", ms, "user", user, "address", t->address, NULL);
    else
        sv_log_each("info", "request", "request", t->trace, "do", name, "status", number, "code",
                    code, "ms", ms, "user", user, "address", t->address, NULL);
}

void sv_ticket_close(sv_core *core, const sv_ticket *t, unsigned status, const char *code)
{
    const int64_t us = sv_microseconds() - t->arrived;
    const enum sv_way way = way_of(t->request);
    sv_histogram_add(&core->counts.request[t->request], sv_time_bounds, us);
    if (way < SV_WAYS)
        log_sign_in(core, &(sign_in){.way = way,
                                     .code = code,
                                     .user = t->user,
                                     .address = t->address,
                                     .trace = t->trace});
    if (core->log_requests || is_failure(status))
        log_answer(t, status, code, us);
}

void sv_ticket_abandon(sv_core *core, const sv_ticket *t, bool dropped)
{
    sv_ticket_close(core, t, HUNG_UP, dropped ? sv_errors[SV_ERROR_BUSY].code : "gone");
}
