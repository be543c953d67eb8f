/*
 * Reports, and what moderators have done, in the store; both belong to the accounts.
 *
 * What is reported has a subject: the same chat line, the same name, the play of the same person at
 * the same table. A subject has one open report; other users who report it are counted, with their
 * words. Context is what the moderators need to see, as JSON: it stays when the chat is gone.
 *
 * Nothing changes or deletes a row of moderations.
 */
#ifndef ELEKTRO_SERVER_PEOPLE_REPORTS_H
#define ELEKTRO_SERVER_PEOPLE_REPORTS_H

#include "store.h"

enum {
    SV_KIND_MAX = 24,          /* bytes of a kind of report, its end included */
    SV_SUBJECT_MAX = 96,       /* of a subject */
    SV_REPORT_WORDS_MAX = 501, /* of the words of a reporter or of a moderator */
    SV_REPORTERS_MAX = 100,    /* that are counted for one report */
    SV_REPORTS_PAGE = 50
};

/* The texts of a report that was read live until the callback returns. */
typedef struct sv_report {
    int64_t id, at, person, other; /* other: the second person of a pair; 0 */
    int64_t line, times;
    const char *kind, *subject, *code, *context; /* code: of a table, or NULL */
    bool open;
} sv_report;

typedef void sv_report_each(void *data, const sv_report *report);

/* Adds an open report; *added is false if its subject has one. */
SV_CHECKED bool sv_report_add(sv_store *store, const sv_report *report, bool *added,
                              rec_error *error);
/* The open report about a subject; 0: there is none. */
SV_CHECKED bool sv_report_of(sv_store *store, const char *subject, int64_t *id, rec_error *error);
/* Notes the words of a reporter (0: the server), and counts them. Does nothing if the reporter has
 * reported it before, or if too many have. */
SV_CHECKED bool sv_report_join(sv_store *store, int64_t report, int64_t person, const char *words,
                               int64_t now, rec_error *error);
/* How many reports a person has made since a moment; how many are open about a person. */
SV_CHECKED bool sv_reports_by(sv_store *store, int64_t person, int64_t since, unsigned *count,
                              rec_error *error);
SV_CHECKED bool sv_reports_about(sv_store *store, int64_t person, unsigned *count,
                                 rec_error *error);

/* Where a page of a list begins: what is before this moment and, at the same moment, this number.
 */
typedef struct sv_page {
    int64_t before, id;
    unsigned max;
} sv_page;
/* Open or decided reports, the newest first. */
SV_CHECKED bool sv_reports(sv_store *store, bool open, sv_page page, sv_report_each *each,
                           void *data, rec_error *error);
SV_CHECKED bool sv_report_find(sv_store *store, int64_t id, sv_report_each *each, void *data,
                               rec_error *error);
/* The words of the reporters, the first ones first. */
typedef struct sv_reporter {
    int64_t person, at; /* person 0: the server, or a user who is gone */
    const char *words;
} sv_reporter;
typedef void sv_reporter_each(void *data, const sv_reporter *reporter);
SV_CHECKED bool sv_reporters(sv_store *store, int64_t report, unsigned max, sv_reporter_each *each,
                             void *data, rec_error *error);
/* Closes an open report; *closed is false if it is decided already. */
SV_CHECKED bool sv_report_close(sv_store *store, int64_t id, bool *closed, rec_error *error);

/* What a moderator has done. */
typedef struct sv_moderation {
    int64_t at, moderator, person, report; /* moderator 0: the operator; report 0: none */
    int64_t until;                         /* of a silence; 0 */
    const char *name, *action, *person_name, *words, *new_name; /* new_name: or NULL */
} sv_moderation;
typedef void sv_moderation_each(void *data, const sv_moderation *moderation, int64_t id);
SV_CHECKED bool sv_moderation_add(sv_store *store, const sv_moderation *moderation,
                                  rec_error *error);
/* The newest first: all of them, or those about a person (0: all). */
SV_CHECKED bool sv_moderations(sv_store *store, int64_t person, sv_page page,
                               sv_moderation_each *each, void *data, rec_error *error);

/* A user is deleted: reports lose the person and stay. */
SV_CHECKED bool sv_reports_forget(sv_store *store, int64_t person, rec_error *error);

#endif
