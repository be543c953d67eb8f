/*
 * The mails themselves: header fields and text, in the language of their user. data/mails has the
 * sentences, tools/make_mails.py makes tables of them.
 *
 * Everything that users have entered is in the text, which is sent as base64, or in the subject,
 * which is encoded, too: nothing of it can end a line of the header.
 */
#ifndef ELEKTRO_SERVER_NOTICES_MAIL_TEXT_H
#define ELEKTRO_SERVER_NOTICES_MAIL_TEXT_H

#include <jansson.h>

#include "mail_texts.h"
#include "notices/store_mails.h"

/* What a mail is about; the texts belong to the caller. */
typedef struct sv_letter {
    const char *site, *from; /* the URL of the pages; the address of the sender */
    const char *to, *language, *token;
    const char *name; /* of the user */
    int64_t id, now;
    /* One of these: */
    const json_t *items; /* what is told */
    const char *code;    /* with about: "verify" or "reset" */
    const char *about;   /* those, or "test" */
    bool more;           /* there were more items */
} sv_letter;

/* The message with its header, to be freed; NULL without memory. */
char *sv_letter_write(const sv_letter *letter);

/* The number of a language by its word; English if there is none. */
enum sv_language sv_language_of(const char *word);

#endif
