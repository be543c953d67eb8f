/*
 * Ways to tell people who are not here something: a webhook, mail, the push service of a browser.
 *
 * A channel that the server has switched off is NULL in sv_core.channel. Webhooks have a queue of
 * their own (notice.h); the others share one (delivery.h), and are these functions.
 */
#ifndef ELEKTRO_SERVER_NOTICES_CHANNEL_H
#define ELEKTRO_SERVER_NOTICES_CHANNEL_H

#include <stdbool.h>
#include <stdint.h>

#include "db.h"

/* The bits of a choice, 1 << number: new ones come last. */
enum sv_channel_number { SV_CHANNEL_WEBHOOK, SV_CHANNEL_MAIL, SV_CHANNEL_PUSH, SV_CHANNELS };
extern const char *const sv_channel_words[SV_CHANNELS];

typedef struct sv_core sv_core;
typedef struct sv_delivery sv_delivery;

/* What became of an attempt. */
enum sv_outcome {
    SV_OUTCOME_FAILED, /* it is tried again later, some times; d->why says what was wrong */
    SV_OUTCOME_SENT,
    SV_OUTCOME_LOST, /* it would fail again: it is given up, and d->why says why */
    SV_OUTCOMES
};

typedef void sv_target_each(void *data, int64_t target);

typedef struct sv_channel {
    enum sv_channel_number number;
    /* For how long a thread may try. */
    int64_t (*timeout_ms)(const sv_core *core);
    /* In a turn: makes what the thread needs, in d->parcel. *wanted, true at first: set to false
     * if nobody wants it any more, so that its row is deleted. Anything it writes to the store is
     * part of the turn. */
    bool (*prepare)(sv_core *core, sv_delivery *d, bool *wanted, rec_error *error);
    /* In a thread: asks sv_sending_may(&d->sending) before each attempt, and if the answer is no
     * returns FAILED. May set d->why. */
    enum sv_outcome (*send)(sv_delivery *d);
    /* In a turn, when it is over (d->outcome SENT or LOST): notes at the target what has become of
     * it. Its user is claimed if it is LOST. Fails with "busy" only if it has changed nothing. */
    bool (*note)(sv_core *core, const sv_delivery *d, rec_error *error);
    /* Frees d->parcel, which may be NULL. */
    void (*release)(sv_delivery *d);
    /* Of a channel by which a user has several receivers: calls each with their numbers, which are
     * the targets of its rows. NULL: there is one, and its target is 0. */
    bool (*targets)(sv_core *core, int64_t person, sv_target_each *each, void *data,
                    rec_error *error);
    /* For how many milliseconds after the sending the row stays, so that the next one about this
     * game can wait for so long; 0: not at all. */
    int64_t keep_ms;
} sv_channel;

#endif
