#include "outbox.h"

#include <stdlib.h>
#include <string.h>

#include "core.h"
#include "errors.h"
#include "lines.h"
#include "notices/notices.h"

enum { OK = 200 };

/* What an answer has more than a push. */
typedef struct answer {
    sv_ticket ticket;
    unsigned status;
    char code[sizeof((rec_error *)0)->code]; /* of a refusal; "" */
} answer;

/* A reply or a push that waits for the end of the turn. */
struct sv_out {
    sv_out *next;
    sv_client *client; /* NULL: gone meanwhile */
    sv_frame *frame;   /* NULL: there is nothing more for the client */
    bool wrote;        /* it depends on what the turn has written */
    answer *answer;    /* NULL: a push */
};

static void free_answer(answer *a)
{
    if (a)
        sv_ticket_drop(&a->ticket);
    free(a);
}

void sv_outbox_open(sv_outbox *outbox)
{
    outbox->end = &outbox->first;
}

/* ------------------------------------------------------------------------------------- queueing */

/* NULL without memory: then the client is cut off, because it must not wait for a message that was
 * lost. */
static sv_out *append(sv_core *core, sv_client *client)
{
    sv_out *out = calloc(1, sizeof *out);
    if (!out) {
        client->close(client);
        return NULL;
    }
    out->client = client;
    *core->outbox.end = out;
    core->outbox.end = &out->next;
    core->outbox.count++;
    return out;
}

/* Takes frame and more over. */
static void add(sv_core *core, sv_client *client, sv_frame *frame, answer *more)
{
    sv_out *out = frame ? append(core, client) : NULL;
    if (!out) {
        sv_frame_drop(frame);
        free_answer(more);
        client->close(client);
        return;
    }
    out->frame = frame;
    out->wrote = sv_store_dirty(&core->store) && !core->outbox.stored;
    out->answer = more;
    core->outbox.bytes += frame->length;
}

void sv_outbox_end(sv_core *core, sv_client *client)
{
    append(core, client);
}

void sv_push_frame(sv_core *core, sv_client *client, sv_frame *frame)
{
    add(core, client, frame, NULL);
    core->counts.pushes++;
}

void sv_push(sv_core *core, sv_client *client, json_t *push)
{
    sv_push_frame(core, client, sv_frame_of(push, SV_NO_SEQ));
    json_decref(push);
}

static sv_frame *error_frame(const sv_ticket *ticket, const rec_error *error, const json_t *details)
{
    rec_error clean = *error;
    rec_mend_utf8(clean.text); /* it may quote a part of the request */
    json_t *problem = json_pack("{s:s, s:s, s:s}", "code", clean.code, "text", clean.text,
                                "request", ticket->trace);
    json_t *whole = json_pack("{s:b, s:o}", "ok", 0, "error", problem);
    if (details)
        json_object_update(problem, (json_t *)details);
    if (ticket->id)
        json_object_set(whole, "re", ticket->id);
    sv_frame *frame = sv_frame_of(whole, SV_NO_SEQ);
    json_decref(whole);
    return frame;
}

static void add_answer(sv_core *core, sv_client *client, const sv_reply *reply, sv_frame *frame,
                       unsigned status)
{
    answer *a = calloc(1, sizeof *a);
    if (!a) {
        sv_frame_drop(frame);
        client->close(client);
        return;
    }
    a->ticket = sv_ticket_hold(reply->ticket);
    a->status = status;
    if (status != OK)
        memcpy(a->code, reply->error->code, sizeof a->code);
    else if (client->user.id)
        a->ticket.user = client->user.id; /* it may have signed in */
    add(core, client, frame, a);
}

static void count_refusal(sv_core *core, const rec_error *error)
{
    core->counts.refused++;
    core->counts.refused_by[sv_error_of(error)]++;
}

void sv_answer(sv_core *core, sv_client *client, const sv_reply *reply)
{
    if (!reply->object) {
        count_refusal(core, reply->error);
        add_answer(core, client, reply, error_frame(reply->ticket, reply->error, reply->details),
                   reply->status ? reply->status : sv_error_status(reply->error));
        return;
    }
    json_object_set_new(reply->object, "ok", json_true());
    if (reply->ticket->id)
        json_object_set(reply->object, "re", reply->ticket->id);
    sv_frame *frame =
        reply->raw.json ? sv_frame_with(reply->object, reply->raw.key, reply->raw.json, reply->seq)
                        : sv_frame_of(reply->object, reply->seq);
    add_answer(core, client, reply, frame, OK);
    json_decref(reply->object);
}

void sv_answer_error(sv_core *core, sv_client *client, const json_t *id, const rec_error *error)
{
    sv_ticket ticket = sv_ticket_issue(client, SV_REQUESTS, id);
    sv_answer(core, client, &(sv_reply){.ticket = &ticket, .seq = SV_NO_SEQ, .error = error});
    sv_ticket_drop(&ticket);
}

/* -------------------------------------------------------------------------------------- sending */

static void deliver_error(sv_client *client, const sv_ticket *ticket, const rec_error *error,
                          unsigned status)
{
    sv_frame *frame = error_frame(ticket, error, NULL);
    client->cookie[0] = '\0';
    if (frame)
        client->deliver(client, frame, status);
    else
        client->close(client);
    sv_frame_drop(frame);
}

void sv_refuse_now(sv_core *core, sv_client *client, const json_t *id, const rec_error *error,
                   unsigned status)
{
    sv_ticket ticket = sv_ticket_issue(client, SV_REQUESTS, id);
    const unsigned shown = status ? status : sv_error_status(error);
    count_refusal(core, error);
    sv_ticket_close(core, &ticket, shown, error->code);
    deliver_error(client, &ticket, error, shown);
    sv_ticket_drop(&ticket);
}

/* all: what the turn has read may be outdated, so no request is answered by it. A push that does
 * not depend on the turn tells what another server has stored: it would not be made again. */
static void deliver(sv_core *core, sv_out *out, const rec_error *failure, bool all)
{
    const answer *a = out->answer;
    const bool is_news = !a && out->frame && core->store.node;
    const bool undone = failure && (out->wrote || (all && !is_news));
    if (a && undone)
        sv_ticket_close(core, &a->ticket, sv_error_status(failure), failure->code);
    else if (a)
        sv_ticket_close(core, &a->ticket, a->status, a->code[0] ? a->code : NULL);
    if (out->client && !out->frame)
        out->client->tell(out->client, SV_TOLD_ALL, NULL);
    else if (out->client && !undone)
        out->client->deliver(out->client, out->frame, a ? a->status : 0);
    else if (out->client && a)
        deliver_error(out->client, &a->ticket, failure, sv_error_status(failure));
    sv_frame_drop(out->frame);
    free_answer(out->answer);
    free(out);
}

/* One at a time: a client that closes meanwhile is forgotten in the rest. */
void sv_outbox_send(sv_core *core, const rec_error *failure)
{
    sv_outbox *outbox = &core->outbox;
    const bool all = failure && !sv_store_is_current(&core->store);
    sv_notices_end_turn(core, failure == NULL && !core->stopping);
    if (outbox->count)
        sv_histogram_add(&core->counts.outbox, sv_length_bounds, outbox->count);
    while (outbox->first) {
        sv_out *out = outbox->first;
        outbox->first = out->next;
        if (!outbox->first)
            outbox->end = &outbox->first;
        outbox->count--;
        deliver(core, out, failure, all);
    }
}

void sv_outbox_forget(sv_outbox *outbox, const sv_client *client)
{
    for (sv_out *out = outbox->first; out; out = out->next)
        if (out->client == client)
            out->client = NULL;
}
