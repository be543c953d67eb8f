/* Shared by the files that read the head of a request. */
#ifndef ELEKTRO_SERVER_NET_HEAD_PARTS_H
#define ELEKTRO_SERVER_NET_HEAD_PARTS_H

#include "net/head.h"

/* Refuses a head that is being built, unless it is refused already; returns false, for the caller
 * to pass on. */
bool sv_head_refuse(sv_head *head, enum sv_head_result result, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool sv_head_refuse_size(sv_head *head);

/* Free room for a text of so many bytes and a 0; NULL after a refusal. */
char *sv_head_room(sv_head *head, size_t length);
/* A copy of a text, kept in the head; NULL after a refusal. */
char *sv_head_keep(sv_head *head, const char *text, size_t length);

/* head_target.c: sets target, path and query; false after a refusal. */
bool sv_head_set_target(sv_head *head, const char *text, size_t length);

#endif
