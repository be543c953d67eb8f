/*
 * Moderators: accounts whom the operator has given this right (elektro admin moderator). They read
 * reports with their context, and decide: dismiss, warn, silence, rename, remove a chat line, block
 * or unblock. Each decision is written into a log that nothing changes, with who made it.
 *
 * The user is told of a decision (notes.h). Nobody decides a report about themselves. About another
 * moderator they can dismiss a report or remove a chat line; the rest is for the operator.
 */
#ifndef ELEKTRO_SERVER_PEOPLE_MODERATE_H
#define ELEKTRO_SERVER_PEOPLE_MODERATE_H

#include "dispatch.h"

sv_handler sv_on_reports, sv_on_report_read, sv_on_moderation_log; /* moderate.c */
sv_handler sv_on_decide;                                           /* decide.c */

#endif
