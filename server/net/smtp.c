#include "net/smtp.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "measure.h"
#include "net/transfer.h"

enum { URL_MAX = 1400, ADDRESS_MAX = 400 };

typedef struct attempt {
    sv_smtp *mail;
    size_t sent;      /* bytes of the message */
    bool to_receiver; /* the last command was about the receiver, or the message itself */
    /* The last line in which the mail server has refused something; "": none. */
    char no[SV_SMTP_WHY];
    bool no_to_receiver; /* it was an answer to such a command */
} attempt;

static size_t give_message(char *room, size_t size, size_t count, void *data)
{
    attempt *a = data;
    const char *rest = a->mail->message + a->sent;
    const size_t length = strlen(rest), most = size * count;
    const size_t given = length < most ? length : most;
    memcpy(room, rest, given);
    a->sent += given;
    return given;
}

/* A line as it can be shown: without control characters, and cut off. */
static void note_line(char room[SV_SMTP_WHY], const char *line, size_t length)
{
    size_t n = 0;
    for (size_t i = 0; i < length && n < SV_SMTP_WHY - 1; i++)
        if (line[i] >= ' ' && line[i] < 0x7f)
            room[n++] = line[i];
    room[n] = '\0';
}

static bool begins_with(const char *text, size_t length, const char *word)
{
    return length >= strlen(word) && strncmp(text, word, strlen(word)) == 0;
}

/* Notes what is said. Commands with passwords are not looked at. */
static int note_talk(CURL *curl, curl_infotype kind, char *text, size_t length, void *data)
{
    attempt *a = data;
    (void)curl;
    if (kind == CURLINFO_HEADER_IN && length > 0 && (text[0] == '4' || text[0] == '5')) {
        note_line(a->no, text, length);
        a->no_to_receiver = a->to_receiver;
    } else if (kind == CURLINFO_HEADER_OUT) {
        a->to_receiver = begins_with(text, length, "RCPT ") || begins_with(text, length, "DATA");
    }
    return 0;
}

/* Names by which this machine calls itself. */
static bool is_this_machine(const char *url)
{
    const char *host = strstr(url, "://");
    host = host ? host + 3 : url;
    const size_t length = strcspn(host, ":/");
    return (length == 9 && begins_with(host, length, "localhost")) ||
           (begins_with(host, length, "127.") && strspn(host, "0123456789.") == length) ||
           begins_with(host, strlen(host), "[::1]");
}

/* The URL with the name by which this server introduces itself: the domain of its address. */
static void with_name(const sv_smtp_server *server, char url[URL_MAX])
{
    const char *domain = strchr(server->from, '@');
    snprintf(url, URL_MAX, "%s/%s", server->url, domain ? domain + 1 : "localhost");
}

static void set_options(CURL *curl, attempt *a, const struct curl_slist *to)
{
    const sv_smtp_server *server = a->mail->server;
    char url[URL_MAX], from[ADDRESS_MAX];
    with_name(server, url);
    snprintf(from, sizeof from, "<%s>", server->from);
    curl_easy_setopt(curl, CURLOPT_URL, url);
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
    curl_easy_setopt(
        curl, CURLOPT_USE_SSL,
        (long)(server->plain || is_this_machine(server->url) ? CURLUSESSL_NONE : CURLUSESSL_ALL));
    if (server->user[0]) {
        curl_easy_setopt(curl, CURLOPT_USERNAME, server->user);
        curl_easy_setopt(curl, CURLOPT_PASSWORD, server->password);
    }
    curl_easy_setopt(curl, CURLOPT_MAIL_FROM, from);
    curl_easy_setopt(curl, CURLOPT_MAIL_RCPT, to);
    curl_easy_setopt(curl, CURLOPT_UPLOAD, 1L);
    curl_easy_setopt(curl, CURLOPT_INFILESIZE_LARGE, (curl_off_t)strlen(a->mail->message));
    curl_easy_setopt(curl, CURLOPT_READFUNCTION, give_message);
    curl_easy_setopt(curl, CURLOPT_READDATA, a);
    curl_easy_setopt(curl, CURLOPT_VERBOSE, 1L);
    curl_easy_setopt(curl, CURLOPT_DEBUGFUNCTION, note_talk);
    curl_easy_setopt(curl, CURLOPT_DEBUGDATA, a);
}

/* Why it failed: what the mail server said, if it has refused something. */
static void note_failure(const attempt *a, const char *why)
{
    sv_smtp *m = a->mail;
    m->refused = a->no[0] == '5' && a->no_to_receiver;
    snprintf(m->why, sizeof m->why, "%s", a->no[0] ? a->no : why);
}

static bool try_once(const sv_transfer *t, attempt *a)
{
    char to[ADDRESS_MAX];
    CURL *curl = curl_easy_init();
    snprintf(to, sizeof to, "<%s>", a->mail->to);
    struct curl_slist *list = curl_slist_append(NULL, to);
    const char *why = "There is not enough memory.";
    if (t->multi && curl && list) {
        sv_transfer_prepare(t, curl);
        set_options(curl, a, list);
        why = sv_transfer_run(t, curl);
        if (why)
            note_failure(a, why);
    }
    curl_easy_cleanup(curl);
    curl_slist_free_all(list);
    return why == NULL;
}

bool sv_smtp_send(sv_smtp *m)
{
    const sv_transfer t = {curl_multi_init(), m->pool, sv_milliseconds() + m->timeout_ms};
    attempt a = {.mail = m};
    m->refused = false;
    m->why[0] = '\0';
    const bool sent = try_once(&t, &a);
    curl_multi_cleanup(t.multi);
    return sent;
}

bool sv_smtp_url_fits(const char *url)
{
    CURLU *parts = curl_url();
    char *path = NULL, *query = NULL;
    bool ok = parts && (strncmp(url, "smtp://", 7) == 0 || strncmp(url, "smtps://", 8) == 0) &&
              curl_url_set(parts, CURLUPART_URL, url, CURLU_DISALLOW_USER) == CURLUE_OK;
    /* The path is how the server introduces itself; it is added later. */
    ok = ok && curl_url_get(parts, CURLUPART_PATH, &path, 0) == CURLUE_OK &&
         strcmp(path, "/") == 0 && url[strlen(url) - 1] != '/' &&
         curl_url_get(parts, CURLUPART_QUERY, &query, 0) != CURLUE_OK;
    curl_free(path);
    curl_free(query);
    curl_url_cleanup(parts);
    return ok;
}
