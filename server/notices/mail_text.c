#include "notices/mail_text.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "fill.h"
#include "lines.h"

enum {
    LINE_BYTES = 57, /* of a line of base64, which makes 76 letters */
    WORD_BYTES = 42, /* of an encoded word of the subject, which may have 75 letters in all */
    PLAIN_MAX = 66   /* of a subject that is not encoded */
};

enum sv_language sv_language_of(const char *word)
{
    unsigned language = 0;
    while (language < SV_LANGUAGES && strcmp(sv_language_words[language], word) != 0)
        language++;
    return language < SV_LANGUAGES ? (enum sv_language)language : SV_LANGUAGE_EN;
}

/* --------------------------------------------------------------------------------- sentences */

/* A letter and the item that a sentence is about. */
typedef struct subject {
    const sv_letter *letter;
    const json_t *item;
} subject;

static const char *text_of(const json_t *item, const char *key)
{
    const char *text = json_string_value(json_object_get(item, key));
    return text ? text : "";
}

static const char *sentence(const sv_letter *l, enum sv_mail_text text)
{
    return sv_mail_texts[sv_language_of(l->language)][text];
}

/* The host of the site. */
static void add_site(rec_out *out, const sv_letter *l)
{
    const char *host = strstr(l->site, "://");
    rec_add(out, "%s", host ? host + 3 : l->site);
}

static const char *code_of(const json_t *item)
{
    const char *table = text_of(item, "table");
    return table[0] ? table : text_of(item, "tournament");
}

static bool add_field(rec_out *out, const void *about, const char *name)
{
    const subject *s = about;
    const sv_letter *l = s->letter;
    if (strcmp(name, "site") == 0)
        add_site(out, l);
    else if (strcmp(name, "name") == 0)
        rec_add(out, "%s", l->name);
    else if (strcmp(name, "code") == 0)
        rec_add(out, "%s", s->item ? code_of(s->item) : l->code);
    else if (strcmp(name, "from") == 0)
        rec_add(out, "%s", text_of(s->item, "from"));
    else if (strcmp(name, "round") == 0)
        rec_add(out, "%d", (int)json_integer_value(json_object_get(s->item, "round")));
    else if (strcmp(name, "title") == 0 && text_of(s->item, "title")[0])
        rec_add(out, "%s", text_of(s->item, "title"));
    else if (strcmp(name, "title") == 0)
        rec_fill(out, sentence(l, SV_MAIL_UNTITLED), &(rec_filler){add_field, NULL, s});
    else
        return false;
    return true;
}

static void add_sentence(rec_out *out, const sv_letter *l, enum sv_mail_text text,
                         const json_t *item)
{
    const subject s = {l, item};
    rec_fill(out, sentence(l, text), &(rec_filler){add_field, NULL, &s});
}

static void add_paragraph(rec_out *out, const sv_letter *l, enum sv_mail_text text)
{
    add_sentence(out, l, text, NULL);
    rec_add(out, "\r\n");
}

static void add_link(rec_out *out, const sv_letter *l, const char *page, const char *rest)
{
    rec_add(out, "%s/#/%s%s%s\r\n", l->site, page, rest[0] ? "/" : "", rest);
}

/* -------------------------------------------------------------------------------------- texts */

static enum sv_notice_kind kind_of(const json_t *item)
{
    unsigned kind = 0;
    while (kind < SV_NOTICE_KINDS && strcmp(sv_notice_words[kind], text_of(item, "notice")) != 0)
        kind++;
    return (enum sv_notice_kind)kind;
}

static enum sv_mail_text subject_of(const json_t *item)
{
    static const enum sv_mail_text texts[SV_NOTICE_KINDS + 1] = {
        SV_MAIL_SUBJECT_YOUR_TURN,  SV_MAIL_SUBJECT_TIME_RUNS_OUT,    SV_MAIL_SUBJECT_GAME_BEGINS,
        SV_MAIL_SUBJECT_INVITATION, SV_MAIL_SUBJECT_TOURNAMENT_ROUND, SV_MAIL_SUBJECT_SEVERAL};
    return texts[kind_of(item)];
}

static enum sv_mail_text sentence_of(const json_t *item)
{
    static const enum sv_mail_text texts[SV_NOTICE_KINDS + 1] = {
        SV_MAIL_ITEM_YOUR_TURN,  SV_MAIL_ITEM_TIME_RUNS_OUT,    SV_MAIL_ITEM_GAME_BEGINS,
        SV_MAIL_ITEM_INVITATION, SV_MAIL_ITEM_TOURNAMENT_ROUND, SV_MAIL_SUBJECT_SEVERAL};
    return texts[kind_of(item)];
}

static void add_items(rec_out *out, const sv_letter *l)
{
    size_t i;
    const json_t *item;
    json_array_foreach(l->items, i, item)
    {
        add_sentence(out, l, sentence_of(item), item);
        rec_add(out, "\r\n");
        add_link(out, l, text_of(item, "table")[0] ? "table" : "tournament", code_of(item));
        rec_add(out, "\r\n");
    }
    if (l->more) {
        add_paragraph(out, l, SV_MAIL_MORE);
        add_link(out, l, "lobby", "");
        rec_add(out, "\r\n");
    }
}

static void add_stop(rec_out *out, const sv_letter *l, enum sv_mail_text text)
{
    add_paragraph(out, l, text);
    add_link(out, l, "unsubscribe", l->token);
}

static void add_footer(rec_out *out, const sv_letter *l)
{
    rec_add(out, "-- \r\n");
    add_paragraph(out, l, SV_MAIL_FOOTER_SETTINGS);
    add_link(out, l, "notices", "");
    add_stop(out, l, SV_MAIL_FOOTER_STOP);
}

static bool is_about(const sv_letter *l, const char *what)
{
    return l->about && strcmp(l->about, what) == 0;
}

static void add_verify(rec_out *out, const sv_letter *l)
{
    add_paragraph(out, l, SV_MAIL_VERIFY);
    add_link(out, l, "notices", l->code);
    rec_add(out, "\r\n");
    add_paragraph(out, l, SV_MAIL_CODE);
    add_paragraph(out, l, SV_MAIL_VERIFY_UNTIL);
    rec_add(out, "\r\n");
    add_stop(out, l, SV_MAIL_VERIFY_NOT_YOU);
}

static void add_reset(rec_out *out, const sv_letter *l)
{
    add_paragraph(out, l, SV_MAIL_RESET);
    add_link(out, l, "reset", l->code);
    rec_add(out, "\r\n");
    add_paragraph(out, l, SV_MAIL_CODE);
    add_paragraph(out, l, SV_MAIL_RESET_UNTIL);
    rec_add(out, "\r\n");
    add_paragraph(out, l, SV_MAIL_RESET_NOT_YOU);
}

static void add_text(rec_out *out, const sv_letter *l)
{
    add_paragraph(out, l, SV_MAIL_HELLO);
    rec_add(out, "\r\n");
    if (is_about(l, "verify"))
        add_verify(out, l);
    else if (is_about(l, "reset"))
        add_reset(out, l);
    else if (is_about(l, "test")) {
        add_paragraph(out, l, SV_MAIL_TEST);
        rec_add(out, "\r\n");
        add_footer(out, l);
    } else {
        add_items(out, l);
        add_footer(out, l);
    }
}

static void add_subject(rec_out *out, const sv_letter *l)
{
    const json_t *first = json_array_get(l->items, 0);
    if (is_about(l, "verify"))
        add_sentence(out, l, SV_MAIL_SUBJECT_VERIFY, NULL);
    else if (is_about(l, "reset"))
        add_sentence(out, l, SV_MAIL_SUBJECT_RESET, NULL);
    else if (is_about(l, "test"))
        add_sentence(out, l, SV_MAIL_SUBJECT_TEST, NULL);
    else if (json_array_size(l->items) == 1)
        add_sentence(out, l, subject_of(first), first);
    else
        add_sentence(out, l, SV_MAIL_SUBJECT_SEVERAL, NULL);
}

/* ------------------------------------------------------------------------------------ message */

static void add_base64(rec_out *out, const char *bytes, size_t length)
{
    char text[sodium_base64_ENCODED_LEN(LINE_BYTES, sodium_base64_VARIANT_ORIGINAL)];
    sodium_bin2base64(text, sizeof text, (const uint8_t *)bytes, length,
                      sodium_base64_VARIANT_ORIGINAL);
    rec_add(out, "%s", text);
}

/* Bytes of the beginning of a text, at most max, that end with a whole character. */
static size_t whole_characters(const char *text, size_t max)
{
    size_t length = strnlen(text, max);
    while (length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80)
        length--;
    return length;
}

/* Whether a text can stand in a header field as it is. */
static bool is_plain(const char *text)
{
    const char *at = text;
    while (*at >= ' ' && *at < 0x7f)
        at++;
    return *at == '\0' && at - text <= PLAIN_MAX && !strstr(text, "=?");
}

/* RFC 2047: words of base64, each on a line of its own. */
static void add_encoded(rec_out *out, const char *text)
{
    if (is_plain(text)) {
        rec_add(out, "%s\r\n", text);
        return;
    }
    while (*text) {
        const size_t length = whole_characters(text, WORD_BYTES);
        rec_add(out, "=?UTF-8?B?");
        add_base64(out, text, length);
        rec_add(out, "?=\r\n");
        text += length;
        if (*text)
            rec_add(out, " ");
    }
}

static void add_body(rec_out *out, const char *text)
{
    for (size_t left = strlen(text); left > 0;) {
        const size_t length = left < LINE_BYTES ? left : LINE_BYTES;
        add_base64(out, text, length);
        rec_add(out, "\r\n");
        text += length;
        left -= length;
    }
}

static void add_date(rec_out *out, int64_t now)
{
    static const char *const days[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    static const char *const months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                         "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    const time_t seconds = (time_t)(now / 1000);
    struct tm t;
    gmtime_r(&seconds, &t);
    rec_add(out, "Date: %s, %d %s %d %02d:%02d:%02d +0000\r\n", days[t.tm_wday], t.tm_mday,
            months[t.tm_mon], t.tm_year + 1900, t.tm_hour, t.tm_min, t.tm_sec);
}

/* The number of a delivery is that of its message: a mail that comes twice can be told. */
static void add_header(rec_out *out, const sv_letter *l, const char *subject_text)
{
    const char *domain = strchr(l->from, '@') + 1;
    add_date(out, l->now);
    rec_add(out, "Message-ID: <%lld@%s>\r\n", (long long)l->id, domain);
    rec_add(out, "From: Elektro <%s>\r\nTo: <%s>\r\nSubject: ", l->from, l->to);
    add_encoded(out, subject_text);
    if (!is_about(l, "reset"))
        rec_add(out,
                "List-Unsubscribe: <%s/api/v1/unsubscribe/%s>\r\n"
                "List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n",
                l->site, l->token);
    rec_add(out, "Auto-Submitted: auto-generated\r\nMIME-Version: 1.0\r\n"
                 "Content-Type: text/plain; charset=utf-8\r\n"
                 "Content-Transfer-Encoding: base64\r\n\r\n");
}

char *sv_letter_write(const sv_letter *l)
{
    rec_out subject_text = {.grows = true}, text = {.grows = true}, message = {.grows = true};
    add_subject(&subject_text, l);
    add_text(&text, l);
    if (!subject_text.failed && !text.failed) {
        add_header(&message, l, subject_text.text);
        add_body(&message, text.text);
    }
    const bool ok = !subject_text.failed && !text.failed && !message.failed;
    free(subject_text.text);
    free(text.text);
    if (ok)
        return message.text;
    free(message.text);
    return NULL;
}
