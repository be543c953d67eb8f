/*
 * Tells people who are not here what concerns them, by the channels that they have chosen.
 *
 * The rows are written in the turn of what happened, and sent after its commit. Each channel tells
 * a user at most one thing about a game in a minute, beside that it begins; mail at most one in an
 * hour: what happens meanwhile is in the next mail, if it still holds then. A user with a daily
 * digest gets one mail at their hour instead.
 *
 * All channels send the same fields as JSON:
 *
 *      {"notice": word, "table": code, "title": text, "seat": number, "from": name, "due": moment}
 *      {"notice": "tournament-round", "tournament": code, "title": text, "round": number}
 *
 * seat counts from 1 and is left out if it is 0; so are from and due.
 */
#ifndef ELEKTRO_SERVER_NOTICES_TELL_H
#define ELEKTRO_SERVER_NOTICES_TELL_H

#include <jansson.h>

#include "notices/choices.h"
#include "table.h"

typedef struct sv_telling {
    enum sv_notice_kind kind;
    enum sv_pace pace;
    int64_t person;
    const char *code;  /* of the table; with tournament-round that of the tournament */
    const char *title; /* of it, "" */
    const char *from;  /* invitation: the name of the user who invites; otherwise NULL */
    unsigned seat;     /* of the person at the table, from 1; 0: none */
    unsigned round;    /* tournament-round: from 1 */
    int64_t due;       /* time-runs-out: when the time is over; otherwise 0 */
} sv_telling;

/* Tells a user something. The caller says only what the user does not see anyway: it is told even
 * if they watch the table. It never fails the request: a store that fails aborts the turn, and
 * other errors are logged. */
void sv_tell(sv_core *core, const sv_telling *telling);

/* The same about a table, to the person at one of its seats, unless they watch it: core->notice. */
void sv_tell_seat(sv_core *core, const sv_table *table, unsigned seat, const char *what);
/* At which pace a table is played. */
enum sv_pace sv_pace_of_table(const sv_table *table);

#endif
