/*
 * Mails: notices, one mail about a game in an hour or one mail a day; and mails with codes, by
 * which an address is verified and a forgotten password replaced.
 *
 * A code is nowhere in the store, only its hash. It is made when its mail is about to be sent: a
 * server that takes the mail over makes another one, and only the last one is valid.
 *
 * Mails with codes go to people who may not want them. So they are limited: for each account, each
 * address that they go to, each address that asks for them, and the server, in a day.
 */
#ifndef ELEKTRO_SERVER_NOTICES_MAIL_H
#define ELEKTRO_SERVER_NOTICES_MAIL_H

#include "config.h"
#include "core.h"
#include "dispatch.h"
#include "notices/store_mails.h"

/* Reads the password for the mail server, and switches mail on if the settings name one; false
 * after an error message. config stays in use. */
SV_CHECKED bool sv_mail_open(sv_core *core, const sv_config *config);

/* The token in the link of a mail to verify an address, which may have gone to a stranger: good
 * for this address alone, while it is the account's or may become it. It begins with this letter,
 * unlike sv_mail.token, and says nothing of that one, which stops the notices of the account. */
enum { SV_UNVERIFIED_MARK = 'n', SV_UNVERIFIED_MAX = 64 };
void sv_unverified_token(int64_t person, const sv_mail *mail, const char *address,
                         char token[SV_UNVERIFIED_MAX]);

/* Whether this server sends mails; error says that it does not. */
SV_CHECKED bool sv_mail_is_on(const sv_core *core, rec_error *error);

/* What a mail with a code, or a test, is about. */
enum sv_mail_about { SV_MAIL_ABOUT_VERIFY, SV_MAIL_ABOUT_RESET, SV_MAIL_ABOUT_TEST };

/* Writes such a mail to a user, to be sent after the commit. The user is claimed. */
SV_CHECKED bool sv_mail_write(sv_core *core, int64_t person, enum sv_mail_about about,
                              rec_error *error);

/* Sends a code for a new password to an account that has a verified address. The account is looked
 * up by a later turn: what a request does, and how long it takes, is the same for every name. */
SV_CHECKED bool sv_mail_forgot(sv_core *core, const char *name, rec_error *error);

/* Takes the permits for a mail with a code; false: there have been enough. */
SV_CHECKED bool sv_mail_permit(sv_core *core, int64_t person, const char *to);
SV_CHECKED bool sv_mail_permit_client(sv_core *core, const char *client);

#endif
