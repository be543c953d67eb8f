#include "outbox.h"

#include <stdlib.h>
#include <string.h>

#include "core.h"
#include "errors.h"
#include "lines.h"

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
    sv_frame *frame;
    bool wrote;     /* it depends on what the turn has written */
    answer *answer; /* NULL: a push */
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
    outbox->notices_end = &outbox->notices;
}

/* ------------------------------------------------------------------------------------- queueing */

/* Takes frame and more over. Without memory the client is cut off: it must not wait for a message
 * that was lost. */
static void add(sv_core *core, sv_client *client, sv_frame *frame, answer *more)
{
    sv_out *out = frame ? calloc(1, sizeof *out) : NULL;
    if (!out) {
        sv_frame_drop(frame);
        free_answer(more);
        client->close(client);
        return;
    }
    out->client = client;
    out->frame = frame;
    out->wrote = sv_store_dirty(&core->store);
    out->answer = more;
    *core->outbox.end = out;
    core->outbox.end = &out->next;
    core->outbox.count++;
    core->outbox.bytes += frame->length;
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

void sv_answer(sv_core *core, sv_client *client, const sv_reply *reply)
{
    if (!reply->object) {
        core->counts.refused++;
        core->counts.refused_by[sv_error_of(reply->error)]++;
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

void sv_notice_later(sv_core *core, sv_job *job, sv_owner owner)
{
    job->item.owner = owner;
    job->next = NULL;
    *core->outbox.notices_end = job;
    core->outbox.notices_end = &job->next;
}

/* -------------------------------------------------------------------------------------- sending */

static void deliver_error(const sv_out *out, const rec_error *failure)
{
    sv_frame *frame = error_frame(&out->answer->ticket, failure, NULL);
    out->client->cookie[0] = '\0';
    if (frame)
        out->client->deliver(out->client, frame, sv_error_status(failure));
    else
        out->client->close(out->client);
    sv_frame_drop(frame);
}

static void deliver(sv_core *core, sv_out *out, const rec_error *failure, bool all)
{
    const bool undone = failure && (out->wrote || all);
    const answer *a = out->answer;
    if (a && undone)
        sv_ticket_close(core, &a->ticket, sv_error_status(failure), failure->code);
    else if (a)
        sv_ticket_close(core, &a->ticket, a->status, a->code[0] ? a->code : NULL);
    if (out->client && !undone)
        out->client->deliver(out->client, out->frame, a ? a->status : 0);
    else if (out->client && a)
        deliver_error(out, failure);
    sv_frame_drop(out->frame);
    free_answer(out->answer);
    free(out);
}

/* Nobody is told of a move that was not saved. A notice without room ends in a later turn: the
 * loss is written to the store, and this turn has been committed. */
static void send_notices(sv_core *core, bool committed)
{
    sv_job *job = core->outbox.notices;
    core->outbox.notices = NULL;
    core->outbox.notices_end = &core->outbox.notices;
    while (job) {
        sv_job *next = job->next;
        if (!committed)
            free(job);
        else if (!sv_pool_add(core->pool[SV_NOTICES], job, job->item.owner))
            sv_pool_drop(core->pool[SV_NOTICES], job);
        job = next;
    }
}

/* One at a time: a client that closes meanwhile is forgotten in the rest. */
void sv_outbox_send(sv_core *core, const rec_error *failure)
{
    sv_outbox *outbox = &core->outbox;
    const bool all = failure && !sv_store_is_current(&core->store);
    send_notices(core, failure == NULL && !core->stopping);
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
