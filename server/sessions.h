/* Where a user is logged in: sessions that are no API tokens, and when they were last used. */
#ifndef ELEKTRO_SERVER_SESSIONS_H
#define ELEKTRO_SERVER_SESSIONS_H

#include "dispatch.h"

enum { SV_SEEN_MAX = 64 };

/* Sessions that have been used and whose last use is not stored yet. It is stored with the next
 * tick, and only once an hour, so that a request that reads needs no write. */
typedef struct sv_seen {
    unsigned count;
    unsigned saved; /* of them, in the last turn that did so */
    char hash[SV_SEEN_MAX][SV_HEX_MAX];
} sv_seen;

/* Notes that the session of a client is used. */
void sv_session_note(sv_core *core, sv_client *client);
void sv_sessions_save_seen(sv_core *core);

/* The sessions of the user who makes a request; NULL with error. */
json_t *sv_sessions_json(sv_call *call);

sv_handler sv_on_sessions, sv_on_session_drop;

/* Another server has changed a user, their sessions or mutes: their clients here are who they are
 * in the store now. Those whose session has ended are logged out, and those of blocked users cut
 * off. */
SV_CHECKED bool sv_user_changed(sv_core *core, int64_t id, rec_error *error);

#endif
