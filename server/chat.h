/* Chat at a table, and whose chat a user does not want to see. */
#ifndef ELEKTRO_SERVER_CHAT_H
#define ELEKTRO_SERVER_CHAT_H

#include "dispatch.h"
#include "table.h"

/* Reads whom the user of a client has muted, so that a chat line needs no query for those who
 * watch. Does nothing if the client knows it already. */
SV_CHECKED bool sv_mutes_load(sv_store *store, sv_client *client, rec_error *error);
/* The user has blocked somebody, or not any more: their clients here read again whose chat is
 * hidden. */
SV_CHECKED bool sv_mutes_reload(sv_core *core, int64_t user, rec_error *error);

/* In a shared store: watchers who come now have read the chat so far. */
SV_CHECKED bool sv_chat_begin_telling(sv_core *core, sv_table *table, rec_error *error);
/* Another server has stored lines, up to a number: the watchers of the table are told. */
SV_CHECKED bool sv_chat_has_lines(sv_core *core, const char *code, int64_t number,
                                  rec_error *error);

/* Empties a line for everybody, and tells those who watch, at all servers. */
SV_CHECKED bool sv_chat_remove(sv_core *core, const sv_table *table, int64_t number,
                               rec_error *error);
/* Another server has done so. */
void sv_chat_line_removed(sv_core *core, const char *code, int64_t number);

sv_handler sv_on_chat, sv_on_chat_list, sv_on_mute;

#endif
