/*
 * What a user wants to be told, and how: for each kind of notice and each pace of games some
 * channels. What a user has not chosen is as it is by default.
 */
#ifndef ELEKTRO_SERVER_NOTICES_CHOICES_H
#define ELEKTRO_SERVER_NOTICES_CHOICES_H

#include "game_pace.h"
#include "notices/channel.h"
#include "store.h"

/* Kinds of notices; new ones come last. */
enum sv_notice_kind {
    SV_NOTICE_YOUR_TURN,
    SV_NOTICE_TIME_RUNS_OUT,
    SV_NOTICE_GAME_BEGINS,
    SV_NOTICE_INVITATION,
    SV_NOTICE_TOURNAMENT_ROUND,
    SV_NOTICE_KINDS
};
extern const char *const sv_notice_words[SV_NOTICE_KINDS];

/* Channels as bits, 1 << enum sv_channel_number. */
enum { SV_CHANNEL_BITS = (1 << SV_CHANNELS) - 1 };
unsigned sv_choice_default(enum sv_notice_kind kind, enum sv_pace pace);

/* Mail servers have refused the address so often in a row that nothing is sent there any more. */
enum { SV_REFUSALS_MAX = 3, SV_NO_DIGEST = -1 };

/* How a user can be told something of one kind at one pace. */
typedef struct sv_reach {
    bool found;        /* there is such a user, who is not blocked */
    unsigned channels; /* chosen, as bits */
    bool webhook;      /* is set */
    bool mail;         /* there is a verified address that takes mails */
    int digest;        /* hour of the day in zone; SV_NO_DIGEST: each mail is sent by itself */
    char zone[SV_ZONE_MAX];
    unsigned browsers; /* for push */
} sv_reach;
SV_CHECKED bool sv_reach_read(sv_store *store, int64_t person, enum sv_notice_kind kind,
                              enum sv_pace pace, sv_reach *reach, rec_error *error);

/* All choices of a user, as bits. */
typedef struct sv_choices {
    unsigned channels[SV_NOTICE_KINDS][SV_PACES];
} sv_choices;
SV_CHECKED bool sv_choices_read(sv_store *store, int64_t person, sv_choices *choices,
                                rec_error *error);
SV_CHECKED bool sv_choice_set(sv_store *store, int64_t person, enum sv_notice_kind kind,
                              enum sv_pace pace, unsigned channels, rec_error *error);

#endif
