#include "receive.h"

#include "account.h"
#include "core.h"
#include "dispatch.h"
#include "inbox.h"
#include "price.h"
#include "sessions.h"
#include "turn.h"
#include "watch.h"
#include "wire.h"

enum { REFUSED_MAX = 1024 }; /* bytes of a request that is read only for its id */

/* -------------------------------------------------------------------------------------- messages
 */

static void parse(sv_item *item)
{
    item->read = true;
    item->request = json_loadb(item->text, item->length, JSON_REJECT_DUPLICATES, NULL);
    const char *name = json_string_value(json_object_get(item->request, "do"));
    item->number = name ? sv_request_by_name(name) : -1;
}

/* Reads a message ahead, unless its sender is in debt: then it may be refused unread. */
static void read_ahead(sv_core *core, const sv_client *client, sv_item *item)
{
    if (item->read)
        return;
    const sv_meter before = sv_meter_start(core);
    if (!sv_is_in_debt(core, client))
        parse(item);
    item->read_us = sv_meter_start(core).processor_us - before.processor_us;
}

/* A client that goes on sending too much is expelled. */
static void count_refusal(sv_core *core, sv_client *client)
{
    if (client->dismissed ||
        sv_bucket_take(&client->refusals, &core->limits.refusals, 1, core->clock()))
        return;
    client->dismissed = true;
    client->tell(client, SV_TOLD_EXPELLED, NULL);
}

/* Of a message over a limit, the id is read if the message is short. */
static void refuse_message(sv_core *core, sv_client *client, sv_item *item, const rec_error *error)
{
    if (!item->read && item->length <= REFUSED_MAX)
        parse(item);
    sv_refuse_request(core, client, item->length <= REFUSED_MAX ? item->request : NULL, error);
    count_refusal(core, client);
}

/* Returns whether the message is done. *paid: in permits. */
static bool take_message(sv_core *core, sv_client *client, sv_item *item, int32_t *paid)
{
    rec_error error;
    *paid = 0;
    if (!item->ticket &&
        (!sv_core_admit_user(core, client, &error) || !sv_core_admit(core, client, &error))) {
        refuse_message(core, client, item, &error);
        return true;
    }
    if (!item->read)
        parse(item);
    *paid = item->number >= 0 ? sv_requests[item->number].cost : 1;
    if (item->number >= 0)
        return sv_answer_request(core, client, item);
    sv_refuse_unknown(core, client, item->request);
    return true;
}

static bool run_message(sv_core *core, sv_client *client, sv_item *item)
{
    int32_t paid;
    sv_meter before = sv_meter_start(core);
    before.processor_us -= item->read_us;
    sv_session_note(core, client);
    const bool done = take_message(core, client, item, &paid);
    if (done)
        sv_meter_charge(core, client, &before, paid);
    return done;
}

/* The inbox has no room for the message. */
static void turn_away(sv_core *core, sv_client *client, const char *text, size_t length)
{
    rec_error error;
    const sv_meter before = sv_meter_start(core);
    json_t *request =
        length <= REFUSED_MAX ? json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL) : NULL;
    sv_fail_too_many(&error);
    sv_refuse_now(core, client, sv_id_of(request), &error, 0);
    json_decref(request);
    count_refusal(core, client);
    sv_meter_charge(core, client, &before, 0);
}

void sv_core_receive(sv_core *core, sv_client *client, const char *text, size_t length)
{
    if (!sv_inbox_add_message(core, client, text, length))
        turn_away(core, client, text, length);
}

/* ------------------------------------------------------------------------------------ plain HTTP
 */

static bool run_request(sv_core *core, sv_client *client, sv_item *item)
{
    rec_error error;
    if (!sv_client_identify(core, client, &error) ||
        (!item->ticket && !sv_core_admit_user(core, client, &error))) {
        sv_answer_error(core, client, NULL, &error);
        return true;
    }
    const sv_meter before = sv_meter_start(core);
    const bool done = sv_answer_request(core, client, item);
    if (done)
        sv_meter_charge(core, client, &before, sv_requests[item->number].cost);
    return done;
}

void sv_core_request(sv_core *core, sv_client *client, int number, json_t *request, size_t length)
{
    rec_error error;
    if (sv_inbox_add_request(core, client, number, request, length))
        return;
    json_decref(request);
    sv_fail_too_many(&error);
    sv_refuse_now(core, client, NULL, &error, 0);
}

/* ---------------------------------------------------------------------------------------- others
 */

static void run_handshake(sv_core *core, sv_client *client)
{
    rec_error error;
    const bool known = sv_client_identify(core, client, &error);
    client->tell(client, known ? SV_TOLD_WELCOME : SV_TOLD_TURNED_AWAY, known ? NULL : &error);
}

void sv_core_greet(sv_core *core, sv_client *client)
{
    rec_error error;
    if (sv_inbox_add(core, client, SV_ITEM_HANDSHAKE))
        return;
    sv_fail_too_many(&error);
    client->tell(client, SV_TOLD_TURNED_AWAY, &error);
}

static void run_catch_up(sv_core *core, sv_client *client)
{
    client->catches_up = false;
    sv_catch_up(core, client);
}

void sv_core_catch_up(sv_core *core, sv_client *client)
{
    if (client->behind == 0 || client->catches_up)
        return;
    client->catches_up = true;
    if (!sv_inbox_add(core, client, SV_ITEM_CATCH_UP))
        client->close(client);
}

void sv_core_end(sv_core *core, sv_client *client)
{
    if (!sv_inbox_add(core, client, SV_ITEM_END))
        client->close(client);
}

/* ----------------------------------------------------------------------------------------- a turn
 */

static bool run(sv_core *core, sv_client *client, sv_item *item)
{
    switch ((enum sv_item_kind)item->kind) {
    case SV_ITEM_MESSAGE:
        return client->dismissed || run_message(core, client, item);
    case SV_ITEM_REQUEST:
        return run_request(core, client, item);
    case SV_ITEM_HANDSHAKE:
        run_handshake(core, client);
        return true;
    case SV_ITEM_CATCH_UP:
        run_catch_up(core, client);
        return true;
    case SV_ITEM_END:
        sv_outbox_end(core, client);
        return true;
    }
    return true;
}

/* Whether an item must wait for its time, or for an earlier one of its client. */
static bool is_held_back(const sv_core *core, const sv_client *client, const sv_item *item)
{
    return client->kept == core->turn || (item->retry && sv_microseconds() < item->retry);
}

static void run_or_keep(sv_core *core, sv_item *item)
{
    sv_client *client = sv_client_by_number(&core->clients, item->client);
    if (!client && item->ticket)
        sv_ticket_abandon(core, item->ticket, false);
    if (!client || (!is_held_back(core, client, item) && run(core, client, item))) {
        sv_inbox_done(core, item);
        return;
    }
    client->kept = core->turn;
    sv_inbox_keep(&core->inbox, item);
}

/* Reads a part of what has arrived. */
static void read_part(sv_core *core)
{
    size_t bytes = 0;
    for (sv_item *item; (item = sv_inbox_read_next(&core->inbox, &bytes));) {
        sv_client *client = sv_client_by_number(&core->clients, item->client);
        if (client && item->kind == SV_ITEM_MESSAGE)
            read_ahead(core, client, item);
    }
}

void sv_core_run_inbox(sv_core *core)
{
    sv_inbox *inbox = &core->inbox;
    sv_inbox_begin(inbox);
    sv_core_hear(core);
    while (inbox->due) {
        read_part(core);
        sv_claim_ahead(core);
        sv_made_look_up(core);
        for (sv_item *item; (item = sv_inbox_next(inbox));)
            run_or_keep(core, item);
    }
    sv_inbox_finish(inbox);
}
