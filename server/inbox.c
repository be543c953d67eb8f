#include "inbox.h"

#include <stdlib.h>
#include <string.h>

#include "core.h"
#include "measure.h"

enum {
    TREE = 16,              /* times its text a JSON tree takes in memory at worst */
    PART_BYTES = 256 * 1024 /* of messages that are read before they are carried out */
};

void sv_inbox_open(sv_inbox *inbox)
{
    *inbox = (sv_inbox){.first = NULL};
    inbox->end = &inbox->first;
    inbox->kept_end = &inbox->kept;
}

/* --------------------------------------------------------------------------------------- arriving
 */

/* The client is told of the end of what it has sent, however much of it waits. */
static bool is_counted(const sv_item *item)
{
    return item->kind != SV_ITEM_CATCH_UP && item->kind != SV_ITEM_END;
}

static bool count(sv_core *core, sv_client *client, sv_item *item, size_t length)
{
    if (!is_counted(item))
        return true;
    item->bytes = sizeof *item + length * TREE;
    item->place = sv_limit_place(&core->limits, client->address);
    if (client->waiting == SV_INBOX_EACH || client->waiting_bytes + length > SV_INBOX_BYTES ||
        !sv_limit_hold(&core->limits.waiting, item->place, item->bytes))
        return false;
    item->length = length;
    client->waiting++;
    client->waiting_bytes += (uint32_t)length;
    return true;
}

static void add(sv_inbox *inbox, sv_item *item)
{
    *inbox->end = item;
    inbox->end = &item->next;
    inbox->fresh++;
    inbox->count++;
}

/* An item with room for so many bytes of text; NULL: it may not be added. */
static sv_item *make(sv_core *core, sv_client *client, enum sv_item_kind kind, size_t length,
                     size_t text)
{
    sv_item *item = malloc(sizeof *item + text);
    if (!item)
        return NULL;
    *item = (sv_item){.client = client->number,
                      .arrived = sv_microseconds(),
                      .kind = (uint8_t)kind,
                      .number = -1};
    if (count(core, client, item, length))
        return item;
    free(item);
    return NULL;
}

bool sv_inbox_add(sv_core *core, sv_client *client, enum sv_item_kind kind)
{
    sv_item *item = make(core, client, kind, 0, 0);
    if (item)
        add(&core->inbox, item);
    return item != NULL;
}

bool sv_inbox_add_message(sv_core *core, sv_client *client, const char *text, size_t length)
{
    sv_item *item = make(core, client, SV_ITEM_MESSAGE, length, length);
    if (!item)
        return false;
    memcpy(item->text, text, length);
    add(&core->inbox, item);
    return true;
}

bool sv_inbox_add_request(sv_core *core, sv_client *client, int number, json_t *request,
                          size_t length)
{
    sv_item *item = make(core, client, SV_ITEM_REQUEST, length, 0);
    if (!item)
        return false;
    item->number = number;
    item->request = request;
    add(&core->inbox, item);
    return true;
}

/* ----------------------------------------------------------------------------------------- a turn
 */

bool sv_inbox_is_due(const sv_inbox *inbox)
{
    return inbox->fresh > 0 || sv_inbox_pause(inbox) == 0;
}

int64_t sv_inbox_pause(const sv_inbox *inbox)
{
    if (inbox->retry == 0)
        return -1;
    const int64_t left = inbox->retry - sv_microseconds();
    return left > 0 ? left : 0;
}

void sv_inbox_begin(sv_inbox *inbox)
{
    inbox->due = inbox->unread = inbox->first;
    inbox->first = NULL;
    inbox->end = &inbox->first;
    inbox->fresh = 0;
    inbox->retry = 0;
}

sv_item *sv_inbox_read_next(sv_inbox *inbox, size_t *bytes)
{
    sv_item *item = inbox->unread;
    if (!item || *bytes > PART_BYTES)
        return NULL;
    *bytes += item->length;
    inbox->unread = item->next;
    return item;
}

sv_item *sv_inbox_next(sv_inbox *inbox)
{
    sv_item *item = inbox->due;
    if (item == inbox->unread)
        return NULL;
    inbox->due = item->next;
    item->next = NULL;
    return item;
}

static void drop(sv_item *item)
{
    json_decref(item->request);
    if (item->ticket)
        sv_ticket_drop(item->ticket);
    free(item->ticket);
    free(item);
}

void sv_inbox_done(sv_core *core, sv_item *item)
{
    sv_client *client = sv_client_by_number(&core->clients, item->client);
    if (client && is_counted(item)) {
        client->waiting--;
        client->waiting_bytes -= (uint32_t)item->length;
    }
    if (is_counted(item))
        sv_limit_release(&core->limits.waiting, item->place, item->bytes);
    core->inbox.count--;
    drop(item);
}

void sv_inbox_keep(sv_inbox *inbox, sv_item *item)
{
    *inbox->kept_end = item;
    inbox->kept_end = &item->next;
    if (item->retry && (!inbox->retry || item->retry < inbox->retry))
        inbox->retry = item->retry;
}

void sv_inbox_finish(sv_inbox *inbox)
{
    if (!inbox->kept)
        return;
    *inbox->kept_end = inbox->first;
    if (!inbox->first)
        inbox->end = inbox->kept_end;
    inbox->first = inbox->kept;
    inbox->kept = NULL;
    inbox->kept_end = &inbox->kept;
}

void sv_inbox_each(const sv_core *core, sv_visit_request *visit, void *data)
{
    const sv_inbox *inbox = &core->inbox;
    const int64_t now = sv_microseconds();
    for (const sv_item *item = inbox->due; item != inbox->unread; item = item->next)
        if (item->number >= 0 && item->retry <= now)
            visit(data, item->number, item->request);
}

void sv_inbox_clear(sv_core *core)
{
    sv_inbox *inbox = &core->inbox;
    sv_inbox_begin(inbox);
    for (sv_item *item = inbox->due, *next; item; item = next) {
        next = item->next;
        sv_inbox_done(core, item);
    }
    inbox->due = inbox->unread = NULL;
}
