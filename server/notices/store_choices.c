#include <stdio.h>
#include <string.h>

#include "notices/choices.h"

#define WEBHOOK (1u << SV_CHANNEL_WEBHOOK)
#define MAIL    (1u << SV_CHANNEL_MAIL)
#define PUSH    (1u << SV_CHANNEL_PUSH)

const char *const sv_notice_words[SV_NOTICE_KINDS] = {"your-turn", "time-runs-out", "game-begins",
                                                      "invitation", "tournament-round"};

/* Programs that read webhooks know the first two kinds. Mail is too slow for live games. */
unsigned sv_choice_default(enum sv_notice_kind kind, enum sv_pace pace)
{
    static const unsigned live[SV_NOTICE_KINDS] = {WEBHOOK | PUSH, WEBHOOK | PUSH, PUSH, PUSH,
                                                   PUSH};
    static const unsigned days[SV_NOTICE_KINDS] = {WEBHOOK | MAIL | PUSH, WEBHOOK | PUSH,
                                                   MAIL | PUSH, MAIL | PUSH, MAIL | PUSH};
    return pace == SV_PACE_DAYS ? days[kind] : live[kind];
}

/* --------------------------------------------------------------------------------------- reach */

static void take_reach(void *data, const sv_value *column)
{
    sv_reach *r = data;
    r->found = true;
    if (!column[0].null)
        r->channels = (unsigned)column[0].number & SV_CHANNEL_BITS;
    r->webhook = !column[1].null;
    r->browsers = (unsigned)column[2].number;
    r->mail = column[3].number > 0 && column[4].number == 0 && column[5].number < SV_REFUSALS_MAX;
    if (!column[6].null)
        r->digest = (int)column[6].number;
    if (column[7].text)
        snprintf(r->zone, sizeof r->zone, "%s", column[7].text);
}

bool sv_reach_read(sv_store *store, int64_t person, enum sv_notice_kind kind, enum sv_pace pace,
                   sv_reach *reach, rec_error *error)
{
    *reach = (sv_reach){.channels = sv_choice_default(kind, pace), .digest = SV_NO_DIGEST};
    return sv_read(
        store,
        "SELECT (SELECT channels FROM choices WHERE person = $1 AND kind = $2 AND pace = $3), "
        "webhook, (SELECT COUNT(*) FROM pushes WHERE person = $1), "
        "verified, stopped, refused, digest, zone "
        "FROM users LEFT JOIN mails ON mails.person = users.id "
        "WHERE users.id = $1 AND users.blocked = 0",
        SV_VALUES(sv_number(person), sv_text(sv_notice_words[kind]), sv_number(pace)),
        (sv_rows){"ntnnnnnt", take_reach, reach}, error);
}

/* ------------------------------------------------------------------------------------- choices */

static void take_choice(void *data, const sv_value *column)
{
    sv_choices *choices = data;
    const int64_t pace = column[1].number;
    for (unsigned kind = 0; kind < SV_NOTICE_KINDS; kind++)
        if (strcmp(sv_notice_words[kind], column[0].text) == 0 && pace >= 0 && pace < SV_PACES)
            choices->channels[kind][pace] = (unsigned)column[2].number & SV_CHANNEL_BITS;
}

bool sv_choices_read(sv_store *store, int64_t person, sv_choices *choices, rec_error *error)
{
    for (unsigned kind = 0; kind < SV_NOTICE_KINDS; kind++)
        for (unsigned pace = 0; pace < SV_PACES; pace++)
            choices->channels[kind][pace] =
                sv_choice_default((enum sv_notice_kind)kind, (enum sv_pace)pace);
    return sv_read(store, "SELECT kind, pace, channels FROM choices WHERE person = $1",
                   SV_VALUES(sv_number(person)), (sv_rows){"tnn", take_choice, choices}, error);
}

bool sv_choice_set(sv_store *store, int64_t person, enum sv_notice_kind kind, enum sv_pace pace,
                   unsigned channels, rec_error *error)
{
    return sv_write(store,
                    "INSERT INTO choices (person, kind, pace, channels) VALUES ($1, $2, $3, $4) "
                    "ON CONFLICT (person, kind, pace) DO UPDATE SET channels = $4",
                    SV_VALUES(sv_number(person), sv_text(sv_notice_words[kind]), sv_number(pace),
                              sv_number(channels)),
                    NULL, error);
}
