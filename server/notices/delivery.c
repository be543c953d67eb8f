#include "notices/delivery.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core.h"
#include "errors.h"
#include "log.h"
#include "notices/permit.h"
#include "notices/store_deliveries.h"
#include "table.h"

const char *const sv_channel_words[SV_CHANNELS] = {"webhook", "mail", "push"};

static sv_delivery *of(sv_sending *s)
{
    return (sv_delivery *)s;
}

/* The longest of the channels that are on. */
static int64_t timeout_ms(const sv_core *core)
{
    int64_t longest = 0;
    for (unsigned i = 0; i < SV_CHANNELS; i++) {
        const sv_channel *c = core->channel[i];
        const int64_t its = c ? c->timeout_ms(core) : 0;
        longest = its > longest ? its : longest;
    }
    return longest;
}

/* ------------------------------------------------------------------------------------ outcomes */

static const char *why_lost(const sv_delivery *d)
{
    return d->sending.job.dropped ? "Too many notices were waiting."
           : d->why[0]            ? d->why
                                  : "There was no answer.";
}

/* What found no room is tried again, like what failed. */
static bool is_last(const sv_delivery *d)
{
    return d->outcome == SV_OUTCOME_LOST || d->attempts + 1 >= SV_DELIVERY_ATTEMPTS;
}

static void count_outcome(sv_sending *s)
{
    sv_delivery *d = of(s);
    sv_counts *counts = &s->core->counts;
    const char *channel = sv_channel_words[d->channel->number];
    counts->delivered[d->channel->number] += s->sent;
    if (s->sent)
        return;
    counts->undelivered[d->channel->number]++;
    if (is_last(d))
        counts->lost[d->channel->number]++;
    sv_log("warning",
           is_last(d) ? "a notice is lost" : "a notice could not be sent: tried again later",
           "channel", channel, "why", why_lost(d), NULL);
}

static bool end_sent(sv_delivery *d, rec_error *error)
{
    sv_core *core = d->sending.core;
    const int64_t keep = d->channel->keep_ms, id = d->sending.id;
    return d->channel->note(core, d, error) &&
           (keep ? sv_delivery_mark(&core->store, id, core->now + keep, error)
                 : sv_leased_drop(&core->store, &sv_leased_deliveries, id, error));
}

/* The account first: it decides, and noting a loss twice does no harm. */
static bool end_lost(sv_delivery *d, rec_error *error)
{
    sv_core *core = d->sending.core;
    bool mine;
    d->outcome = SV_OUTCOME_LOST;
    if (!d->why[0])
        snprintf(d->why, sizeof d->why, "%s", why_lost(d));
    return sv_claim_receiver(core, d->sending.user, error) &&
           sv_leased_give_up(&core->store, &sv_leased_deliveries, d->sending.id,
                             core->deliveries.server, &mine, error) &&
           (!mine || d->channel->note(core, d, error));
}

static bool postpone(sv_delivery *d, rec_error *error)
{
    static const int64_t minutes[SV_DELIVERY_ATTEMPTS - 1] = {1, 10, 60};
    sv_core *core = d->sending.core;
    const int64_t pause = minutes[d->attempts] * 60000;
    return sv_delivery_postpone(&core->store, d->sending.id, core->deliveries.server,
                                core->now + (d->wait_ms > pause ? d->wait_ms : pause), error);
}

static bool settle(sv_sending *s, rec_error *error)
{
    sv_delivery *d = of(s);
    if (s->sent)
        return end_sent(d, error);
    return is_last(d) ? end_lost(d, error) : postpone(d, error);
}

/* -------------------------------------------------------------------------------------- sending */

static void send(sv_sending *s)
{
    sv_delivery *d = of(s);
    d->outcome = d->channel->send(d);
    s->sent = d->outcome == SV_OUTCOME_SENT;
}

static void free_delivery(sv_sending *s)
{
    sv_delivery *d = of(s);
    d->channel->release(d);
    free(d->body);
    free(d);
}

/* Its turn was not committed. */
static void unwrite(sv_sending *s)
{
    const sv_delivery *d = of(s);
    if (d->permitted)
        sv_notice_permit_return(s->core, sv_channel_words[d->channel->number], d->code, s->user);
}

static sv_delivery *make(const sv_channel *channel, int64_t id, int64_t person, const char *code,
                         const char *body)
{
    sv_delivery *d = calloc(1, sizeof *d);
    if (!d || !(d->body = strdup(body))) {
        free(d);
        return NULL;
    }
    d->channel = channel;
    d->sending.id = id;
    d->sending.user = person;
    /* One channel whose receivers hang leaves half of the threads to others. */
    d->sending.owner = (sv_owner){channel->number, person};
    snprintf(d->code, sizeof d->code, "%s", code);
    return d;
}

/* Prepares it and queues it for when this turn is committed; or deletes its row. Takes d over. */
static bool add(sv_core *core, sv_delivery *d, rec_error *error)
{
    const int64_t id = d->sending.id;
    bool wanted = true;
    const bool ok = d->channel->prepare(core, d, &wanted, error);
    if (ok && wanted) {
        sv_queue_add(&core->deliveries, &d->sending);
        return true;
    }
    free_delivery(&d->sending);
    return ok && sv_leased_drop(&core->store, &sv_leased_deliveries, id, error);
}

bool sv_delivery_write(sv_core *core, const sv_delivery_order *order, rec_error *error)
{
    const sv_channel *channel = core->channel[order->channel];
    const bool later = order->due > core->now;
    const sv_delivery_row row = {.id = sv_id_make(),
                                 .person = order->person,
                                 .target = order->target,
                                 .due = later ? order->due : core->now,
                                 .channel = sv_channel_words[order->channel],
                                 .code = order->code,
                                 .body = order->body};
    const sv_lease lease = later ? (sv_lease){0, order->due} : sv_queue_lease(&core->deliveries);
    if (!channel)
        return true;
    sv_delivery *d = later ? NULL : make(channel, row.id, row.person, row.code, row.body);
    if (!later && !d)
        return sv_fail_memory(error);
    if (d) {
        d->fresh = true;
        d->target = row.target;
        d->permitted = order->permitted;
    }
    if (!sv_delivery_add(&core->store, &row, lease, core->now, error)) {
        if (d)
            free_delivery(&d->sending);
        return false;
    }
    return !d || add(core, d, error);
}

/* --------------------------------------------------------- what is due, or other servers left */

static const sv_channel *channel_of(const sv_core *core, const char *name)
{
    for (unsigned i = 0; i < SV_CHANNELS; i++)
        if (core->channel[i] && strcmp(sv_channel_words[i], name) == 0)
            return core->channel[i];
    return NULL;
}

/* One that cannot be ended now is taken over again when its lease has run out. */
static bool end_adopted(sv_delivery *d, rec_error *error)
{
    snprintf(d->why, sizeof d->why, "%s", sv_why_tried);
    sv_log("warning", "a notice is given up: several servers ended while they sent it", NULL);
    const bool ok = end_lost(d, error) || sv_error_of(error) == SV_ERROR_BUSY;
    free_delivery(&d->sending);
    return ok;
}

/* A mark that has done its service, and what belongs to a channel that is off now, are deleted. */
static bool adopt(sv_queue *queue, const sv_leased_row *row, rec_error *error)
{
    sv_core *core = queue->core;
    const sv_channel *channel = channel_of(core, row->channel);
    if (!channel)
        return sv_leased_drop(&core->store, &sv_leased_deliveries, row->id, error);
    sv_delivery *d = make(channel, row->id, row->person, row->code, row->body);
    if (!d)
        return true; /* its lease runs out again */
    d->target = row->target;
    d->attempts = row->attempts;
    d->sending.core = core;
    if (row->tries > SV_SENDING_TRIES)
        return end_adopted(d, error);
    /* If somebody else has its user just now, its lease runs out again. */
    return add(core, d, error) || sv_error_of(error) == SV_ERROR_BUSY;
}

/* Requests that end the wish for a delivery delete its row. */
static bool check(sv_queue *queue, const int64_t *user, unsigned count, rec_error *error)
{
    (void)user, (void)count, (void)error;
    for (sv_sending *s = queue->first; s; s = s->next)
        s->current = true;
    return true;
}

const sv_queue_kind sv_delivery_queue = {
    .table = &sv_leased_deliveries,
    .timeout_ms = timeout_ms,
    .send = send,
    .over = count_outcome,
    .settle = settle,
    .check = check,
    .adopt = adopt,
    .undo = unwrite,
    .free = free_delivery,
};
