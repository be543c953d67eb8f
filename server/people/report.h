/*
 * Reports: users tell moderators of chat lines, names and the way somebody plays; the server itself
 * tells them what it finds strange.
 *
 * The report of a chat line has the lines around it, so that it can be judged after they are gone.
 * Accounts may report; guests only what happens at a table at which they sit. The reports of a user
 * and of an address in a day are limited, and so are the open ones about a person.
 */
#ifndef ELEKTRO_SERVER_PEOPLE_REPORT_H
#define ELEKTRO_SERVER_PEOPLE_REPORT_H

#include "dispatch.h"

/* The server's own report about a person, and another one (0: none), for example two who play with
 * each other from one address. kind is a word like "same-address"; code is a table or NULL; words
 * is a sentence for moderators. The same pair has one open report: it is counted again. Writes to
 * the accounts only. */
SV_CHECKED bool sv_flag(sv_core *core, const char *kind, int64_t person, int64_t other,
                        const char *code, const char *words, rec_error *error);

sv_handler sv_on_report;

#endif
