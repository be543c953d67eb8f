#include "outbox.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core.h"
#include "errors.h"
#include "lines.h"
#include "log.h"
#include "wire.h"

enum { SERVER_ERROR = 500 }; /* from this status on the server is to blame */

/* A reply or a push that waits for the end of the turn. */
struct sv_out {
    sv_out *next;
    sv_client *client; /* NULL: gone meanwhile */
    sv_frame *frame;
    unsigned status;  /* 0: a push */
    bool wrote;       /* it depends on what the turn has written */
    sv_ticket ticket; /* of the request that it answers */
    int64_t user;     /* who made it, and from where, for the log */
    char address[SV_ADDRESS_MAX];
};

void sv_outbox_open(sv_outbox *outbox)
{
    outbox->end = &outbox->first;
    outbox->notices_end = &outbox->notices;
}

/* -------------------------------------------------------------------------------------- tickets */

sv_ticket sv_ticket_issue(sv_client *client, int request, const json_t *id)
{
    sv_ticket ticket = {
        .id = json_incref((json_t *)id), .request = request, .arrived = sv_microseconds()};
    if (client->http)
        snprintf(ticket.trace, sizeof ticket.trace, "%s", client->trace);
    else
        snprintf(ticket.trace, sizeof ticket.trace, "%s-%u", client->trace, ++client->messages);
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

/* ------------------------------------------------------------------------------------- queueing */

/* Without memory the client is cut off: it must not wait for a message that was lost. */
static void add(sv_core *core, sv_client *client, sv_frame *frame, unsigned status,
                const sv_ticket *ticket)
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
    if (ticket) {
        out->ticket = sv_ticket_hold(ticket);
        out->user = client->user.id;
        memcpy(out->address, client->address, sizeof out->address);
    }
    *core->outbox.end = out;
    core->outbox.end = &out->next;
    core->outbox.count++;
    core->outbox.bytes += frame->length;
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

void sv_answer(sv_core *core, sv_client *client, const sv_reply *reply)
{
    if (!reply->object) {
        core->counts.refused++;
        core->counts.refused_by[sv_error_of(reply->error)]++;
        add(core, client, error_frame(reply->ticket, reply->error, reply->details),
            sv_error_status(reply->error), reply->ticket);
        return;
    }
    json_object_set_new(reply->object, "ok", json_true());
    if (reply->ticket->id)
        json_object_set(reply->object, "re", reply->ticket->id);
    sv_frame *frame = reply->entries
                          ? sv_frame_with(reply->object, "entries", reply->entries, reply->seq)
                          : sv_frame_of(reply->object, reply->seq);
    add(core, client, frame, 200, reply->ticket);
    json_decref(reply->object);
}

void sv_answer_error(sv_core *core, sv_client *client, const json_t *id, const rec_error *error)
{
    sv_ticket ticket = sv_ticket_issue(client, SV_REQUESTS, id);
    sv_answer(core, client, &(sv_reply){.ticket = &ticket, .seq = SV_NO_SEQ, .error = error});
    sv_ticket_drop(&ticket);
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
    sv_frame *frame = error_frame(&out->ticket, failure, NULL);
    out->client->cookie[0] = '\0';
    if (frame)
        out->client->deliver(out->client, frame, sv_error_status(failure));
    else
        out->client->close(out->client);
    sv_frame_drop(frame);
}

static void log_answer(const sv_out *out, unsigned status, int64_t us)
{
    const int number = out->ticket.request;
    const char *name = number < SV_REQUESTS ? sv_requests[number].name : "";
    char code[8], ms[24], user[24];
    snprintf(code, sizeof code, "%u", status);
    snprintf(ms, sizeof ms, "%.3f", (double)us / 1000);
    snprintf(user, sizeof user, "%lld", (long long)out->user);
    if (status >= SERVER_ERROR)
        sv_log("warning", "a request failed", "request", out->ticket.trace, "do", name, "status",
               code, "ms", ms, "user", user, "address", out->address, NULL);
    else
        sv_log_each("info", "request", "request", out->ticket.trace, "do", name, "status", code,
                    "ms", ms, "user", user, "address", out->address, NULL);
}

/* Measures how long an answer took, and logs it if the server is to blame or all are logged. */
static void note_answer(sv_core *core, const sv_out *out, unsigned status)
{
    const int64_t us = sv_microseconds() - out->ticket.arrived;
    sv_histogram_add(&core->counts.request[out->ticket.request], sv_time_bounds, us);
    if (core->log_requests || status >= SERVER_ERROR)
        log_answer(out, status, us);
}

static void deliver(sv_core *core, sv_out *out, const rec_error *failure, bool all)
{
    const bool undone = failure && (out->wrote || all);
    if (out->status)
        note_answer(core, out, undone ? sv_error_status(failure) : out->status);
    if (out->client && !undone)
        out->client->deliver(out->client, out->frame, out->status);
    else if (out->client && out->status)
        deliver_error(out, failure);
    sv_frame_drop(out->frame);
    sv_ticket_drop(&out->ticket);
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
    const bool all = failure && !sv_store_is_true(&core->store);
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
