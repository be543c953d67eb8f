#include "outbox.h"

#include <stdlib.h>

#include "core.h"
#include "errors.h"
#include "lines.h"
#include "log.h"

/* A reply or a push that waits for the end of the turn. */
struct sv_out {
    sv_out *next;
    sv_client *client; /* NULL: gone meanwhile */
    sv_frame *frame;
    unsigned status; /* 0: a push */
    bool wrote;      /* it depends on what the turn has written */
    json_t *id;      /* of the request, to answer it differently */
};

void sv_outbox_open(sv_outbox *outbox)
{
    outbox->end = &outbox->first;
    outbox->notices_end = &outbox->notices;
}

/* ------------------------------------------------------------------------------------- queueing */

/* Without memory the client is cut off: it must not wait for a message that was lost. */
static void add(sv_core *core, sv_client *client, sv_frame *frame, unsigned status,
                const json_t *id)
{
    sv_out *out = frame ? calloc(1, sizeof *out) : NULL;
    if (!out) {
        sv_frame_drop(frame);
        client->close(client);
        return;
    }
    out->client = client;
    out->frame = frame;
    out->status = status;
    out->wrote = sv_store_dirty(&core->store);
    out->id = id ? json_incref((json_t *)id) : NULL;
    *core->outbox.end = out;
    core->outbox.end = &out->next;
}

void sv_push_frame(sv_core *core, sv_client *client, sv_frame *frame)
{
    add(core, client, frame, 0, NULL);
    core->counts.pushes++;
}

void sv_push(sv_core *core, sv_client *client, json_t *push)
{
    sv_push_frame(core, client, sv_frame_of(push, SV_NO_SEQ));
    json_decref(push);
}

static sv_frame *error_frame(const json_t *id, const rec_error *error, const json_t *details)
{
    rec_error clean = *error;
    rec_mend_utf8(clean.text); /* it may quote a part of the request */
    json_t *problem = json_pack("{s:s, s:s}", "code", clean.code, "text", clean.text);
    json_t *whole = json_pack("{s:b, s:o}", "ok", 0, "error", problem);
    if (details)
        json_object_update(problem, (json_t *)details);
    if (id)
        json_object_set(whole, "re", (json_t *)id);
    sv_frame *frame = sv_frame_of(whole, SV_NO_SEQ);
    json_decref(whole);
    return frame;
}

void sv_answer(sv_core *core, sv_client *client, const sv_reply *reply)
{
    if (!reply->object) {
        core->counts.refused++;
        add(core, client, error_frame(reply->id, reply->error, reply->details),
            sv_error_status(reply->error), reply->id);
        return;
    }
    json_object_set_new(reply->object, "ok", json_true());
    if (reply->id)
        json_object_set(reply->object, "re", (json_t *)reply->id);
    add(core, client, sv_frame_of(reply->object, reply->seq), 200, reply->id);
    json_decref(reply->object);
}

void sv_answer_error(sv_core *core, sv_client *client, const json_t *id, const rec_error *error)
{
    sv_answer(core, client, &(sv_reply){.id = id, .seq = SV_NO_SEQ, .error = error});
}

void sv_notice_later(sv_core *core, sv_job *job, int64_t owner)
{
    job->item.owner = owner;
    job->next = NULL;
    *core->outbox.notices_end = job;
    core->outbox.notices_end = &job->next;
}

/* -------------------------------------------------------------------------------------- sending */

static void deliver_error(const sv_out *out, const rec_error *failure)
{
    sv_frame *frame = error_frame(out->id, failure, NULL);
    out->client->cookie[0] = '\0';
    if (frame)
        out->client->deliver(out->client, frame, sv_error_status(failure));
    else
        out->client->close(out->client);
    sv_frame_drop(frame);
}

static void deliver(sv_out *out, const rec_error *failure)
{
    const bool undone = failure && out->wrote;
    if (out->client && !undone)
        out->client->deliver(out->client, out->frame, out->status);
    else if (out->client && out->status)
        deliver_error(out, failure);
    sv_frame_drop(out->frame);
    json_decref(out->id);
    free(out);
}

/* Nobody is told of a move that was not saved. */
static void send_notices(sv_core *core, bool committed)
{
    sv_job *job = core->outbox.notices;
    core->outbox.notices = NULL;
    core->outbox.notices_end = &core->outbox.notices;
    while (job) {
        sv_job *next = job->next;
        job->dropped = committed && !sv_pool_add(core->pool[SV_NOTICES], job, job->item.owner);
        if (!committed)
            free(job);
        else if (job->dropped)
            job->done(job);
        job = next;
    }
}

/* One at a time: a client that closes meanwhile is forgotten in the rest. */
void sv_outbox_send(sv_core *core, const rec_error *failure)
{
    sv_outbox *outbox = &core->outbox;
    send_notices(core, failure == NULL && !core->stopping);
    while (outbox->first) {
        sv_out *out = outbox->first;
        outbox->first = out->next;
        if (!outbox->first)
            outbox->end = &outbox->first;
        deliver(out, failure);
    }
}

void sv_outbox_forget(sv_outbox *outbox, const sv_client *client)
{
    for (sv_out *out = outbox->first; out; out = out->next)
        if (out->client == client)
            out->client = NULL;
}
