/* Addresses for mail in the store. They belong to the database of accounts. */
#ifndef ELEKTRO_SERVER_NOTICES_STORE_MAILS_H
#define ELEKTRO_SERVER_NOTICES_STORE_MAILS_H

#include "notices/address.h"
#include "notices/choices.h"

enum { SV_LANGUAGE_WORD_MAX = 9 };

typedef struct sv_mail {
    bool found;
    char address[SV_MAILBOX_MAX]; /* where mails go; "": no address has been verified */
    char pending[SV_MAILBOX_MAX]; /* that is to be verified; "" */
    char language[SV_LANGUAGE_WORD_MAX];
    char token[SV_HEX_MAX]; /* in the links by which mails are stopped */
    int64_t verified;       /* when address was */
    int64_t stopped;        /* when the user stopped all notices by mail; 0: they are sent */
    int64_t refused;        /* how often in a row mail servers have refused address for good */
    int64_t lost;           /* mails that did not arrive since address was verified */
    int64_t problem_at;
    char problem[SV_PROBLEM_MAX]; /* why the last of them was lost */
    int digest;                   /* hour; SV_NO_DIGEST */
    char zone[SV_ZONE_MAX];
} sv_mail;

SV_CHECKED bool sv_mail_get(sv_store *store, int64_t person, sv_mail *mail, rec_error *error);
/* Sets the address that is to be verified, and the language. token is that of a user who had none.
 */
SV_CHECKED bool sv_mail_pend(sv_store *store, int64_t person, const char *address,
                             const char *language, const char *token, rec_error *error);
/* The hash of the code that verifies it, and until when. */
SV_CHECKED bool sv_mail_set_code(sv_store *store, int64_t person, const char *code, int64_t expires,
                                 rec_error *error);
/* The address that is to be verified takes the place of the one before; *done is false if the code
 * is wrong or has expired. */
SV_CHECKED bool sv_mail_verify(sv_store *store, int64_t person, const char *code, int64_t now,
                               bool *done, rec_error *error);
SV_CHECKED bool sv_mail_drop(sv_store *store, int64_t person, rec_error *error);
/* Language, digest and zone, of a user who has a row. */
SV_CHECKED bool sv_mail_set_ways(sv_store *store, int64_t person, const sv_mail *mail,
                                 rec_error *error);
/* now 0: they are sent again. */
SV_CHECKED bool sv_mail_stop(sv_store *store, int64_t person, int64_t now, rec_error *error);
/* Whose token it is; 0: nobody's. */
SV_CHECKED bool sv_mail_by_token(sv_store *store, const char *token, int64_t *person,
                                 rec_error *error);

/* A mail was taken by the mail server; one is lost, refused: because the receiver was. */
SV_CHECKED bool sv_mail_arrived(sv_store *store, int64_t person, rec_error *error);
SV_CHECKED bool sv_mail_lose(sv_store *store, int64_t person, const char *why, bool refused,
                             int64_t now, rec_error *error);

/* A user is deleted: with what they have chosen, and what is on its way to them. */
SV_CHECKED bool sv_mails_forget(sv_store *store, int64_t person, rec_error *error);

/* Addresses that want no mails, not even to be verified; their hashes are stored. */
SV_CHECKED bool sv_unwanted_set(sv_store *store, const char *address, bool on, int64_t now,
                                rec_error *error);
SV_CHECKED bool sv_unwanted_find(sv_store *store, const char *address, bool *found,
                                 rec_error *error);

#endif
