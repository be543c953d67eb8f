/* What moderators have changed about users, in the store; it belongs to the accounts. */
#ifndef ELEKTRO_SERVER_PEOPLE_MODERATED_H
#define ELEKTRO_SERVER_PEOPLE_MODERATED_H

#include "people/store_reports.h"
#include "store.h"

SV_CHECKED bool sv_user_set_moderator(sv_store *store, int64_t id, bool on, rec_error *error);
/* Until when a user does not talk (0: they may), and why. */
SV_CHECKED bool sv_user_silence(sv_store *store, int64_t id, int64_t until, const char *words,
                                rec_error *error);
SV_CHECKED bool sv_silence_words(sv_store *store, int64_t id, char words[SV_REPORT_WORDS_MAX],
                                 rec_error *error);
/* Another decision about a user was made that they have not been shown; they have been shown so
 * many. */
SV_CHECKED bool sv_user_to_tell(sv_store *store, int64_t id, rec_error *error);
SV_CHECKED bool sv_user_told(sv_store *store, int64_t id, int64_t count, rec_error *error);
/* Gives a user, of any kind, the name in user; folded is NULL for guests. An account keeps its old
 * name for itself: nobody else gets it, and it can still log in with it. */
SV_CHECKED bool sv_user_name_anew(sv_store *store, const sv_user *user, const char *folded,
                                  rec_error *error);

#endif
