#include "config.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "errors.h"
#include "net/smtp.h"
#include "notices/address.h"

const cli_option sv_storage_options[] = {
    CLI_FILLED_ROW(sv_config, data, "data", "FOLDER",
                   "folder of the database (default $XDG_DATA_HOME/elektro)"),
    CLI_FILLED_ROW(sv_config, store, "store", "URL", "keep games in PostgreSQL: postgres://…"),
    CLI_NUMBER_ROW(sv_config, store_timeout, "store-timeout", "SECONDS", 1, 30, "5",
                   "give up a query that PostgreSQL has not answered by then"),
    CLI_BUFFER_ROW(sv_config, file, "config", "FILE",
                   "read settings from a file, one 'name = value' a line"),
    {.name = NULL}};

static const cli_option option_rows[] = {
    CLI_NUMBER_ROW(sv_config, port, "port", "PORT", 1, 65535, "8017", "port to listen on"),
    CLI_FILLED_ROW(sv_config, address, "address", "ADDRESS",
                   "address to listen on (default 127.0.0.1)"),
    CLI_SWITCH_ROW(sv_config, lan, "lan",
                   "listen on the home network, and print a code that phones can scan"),
    CLI_BUFFER_ROW(sv_config, web, "web", "FOLDER", "files of the web client"),
    CLI_BUFFER_ROW(sv_config, tls_cert, "tls-cert", "FILE", "certificate chain, to serve https"),
    CLI_BUFFER_ROW(sv_config, tls_key, "tls-key", "FILE", "private key of the certificate"),
    CLI_NUMBER_ROW(
        sv_config, hsts, "hsts", "DAYS", 0, 65535, "365",
        "with https: tell browsers to use only https for this many days; 0: do not tell them"),
    CLI_BUFFER_ROW(sv_config, origin, "origin", "ORIGIN",
                   "another origin from which pages may connect"),
    CLI_SWITCH_ROW(sv_config, proxied, "proxied",
                   "trust X-Forwarded-For; only behind a proxy of your own"),
    CLI_NUMBER_ROW(sv_config, rate, "rate", "NUMBER", 1, 65535, "40",
                   "requests a user may make per second, on average"),
    CLI_SWITCH_ROW(sv_config, private_webhooks, "private-webhooks",
                   "let webhooks reach private addresses; only where every user is trusted"),
    CLI_NUMBER_ROW(sv_config, webhook_timeout, "webhook-timeout", "SECONDS", 1, 65535, "10",
                   "give up a webhook that has not answered by then"),
    CLI_BUFFER_ROW(sv_config, smtp, "smtp", "URL",
                   "send mails through this mail server: smtp://host:port or smtps://host:port"),
    CLI_BUFFER_ROW(sv_config, smtp_user, "smtp-user", "NAME", "the name to log in there"),
    CLI_BUFFER_ROW(sv_config, smtp_password_file, "smtp-password-file", "FILE",
                   "a file whose first line is the password to log in there"),
    CLI_SWITCH_ROW(sv_config, smtp_plain, "smtp-plain",
                   "do not encrypt what goes to the mail server, even if it is not this machine"),
    CLI_BUFFER_ROW(sv_config, mail_from, "mail-from", "ADDRESS",
                   "the address that mails come from; needed with smtp"),
    CLI_BUFFER_ROW(sv_config, site_url, "site-url", "URL",
                   "where the pages of this server are, for links in mails: https://…; needed with "
                   "smtp"),
    CLI_NUMBER_ROW(sv_config, code_mails, "code-mails", "NUMBER", 1, 86400, "500",
                   "mails with codes, to confirm an address or for a new password, in a day"),
    CLI_BUFFER_ROW(sv_config, push_key, "push-key", "FILE",
                   "send notices to browsers (Web Push) with the key in FILE; 'elektro admin "
                   "push-key FILE' makes one"),
    CLI_BUFFER_ROW(sv_config, push_contact, "push-contact", "ADDRESS",
                   "how push services can reach you: mailto:… or https://…; needed with push-key"),
    CLI_NUMBER_ROW(sv_config, keep_guests, "keep-guests", "DAYS", 0, 65535, "30",
                   "delete guests who have not played for this many days; 0: never"),
    CLI_NUMBER_ROW(sv_config, keep_tables, "keep-tables", "DAYS", 0, 65535, "30",
                   "delete tables that have not started for this many days; 0: never"),
    CLI_NUMBER_ROW(sv_config, guest_tables, "guest-tables", "NUMBER", 0, 65535, "10",
                   "open and running tables a guest may host; 0: any number"),
    CLI_NUMBER_ROW(sv_config, account_tables, "account-tables", "NUMBER", 0, 65535, "100",
                   "open and running tables an account may host; 0: any number"),
    CLI_NUMBER_ROW(sv_config, guest_games, "guest-games", "NUMBER", 0, 65535, "200",
                   "ended games a guest may have hosted; 0: any number"),
    CLI_NUMBER_ROW(sv_config, tournaments, "tournaments", "NUMBER", 0, 65535, "5",
                   "tournaments an account may organise at a time; 0: any number"),
    CLI_NUMBER_ROW(sv_config, analyses, "analyses", "NUMBER", 0, 10000, "200",
                   "analyses of ended games that the server makes in a day; 0: none"),
    CLI_NUMBER_ROW(sv_config, user_analyses, "user-analyses", "NUMBER", 0, 10000, "20",
                   "of these, how many one user may ask for; 0: any number"),
    CLI_NUMBER_ROW(sv_config, address_analyses, "address-analyses", "NUMBER", 0, 10000, "60",
                   "of these, how many may be asked for from one address; 0: any number"),
    CLI_NUMBER_ROW(sv_config, analysis_queue, "analysis-queue", "NUMBER", 1, 1000, "20",
                   "analyses that may wait at a time"),
    CLI_NUMBER_ROW(sv_config, analysis_nodes, "analysis-nodes", "NUMBER", 100, 1000000, "4000",
                   "playouts for each decision of an analysis"),
    CLI_NUMBER_ROW(sv_config, keep_analyses, "keep-analyses", "NUMBER", 0, 1000000, "1000",
                   "analyses that are kept; the least used ones are deleted; 0: all are kept"),
    CLI_NUMBER_ROW(sv_config, reveal_timeout, "reveal-timeout", "SECONDS", 1, 3600, "30",
                   "cancel the start of a game if a player has not revealed the words for the "
                   "shuffle by then"),
    CLI_NUMBER_ROW(sv_config, ping_after, "ping-after", "SECONDS", 1, 65535, "60",
                   "ping a socket after this many seconds of silence"),
    CLI_NUMBER_ROW(sv_config, ping_timeout, "ping-timeout", "SECONDS", 1, 65535, "15",
                   "close a socket that has not answered a ping by then"),
    CLI_BUFFER_ROW(sv_config, metrics_token_file, "metrics-token-file", "FILE",
                   "let programs on other machines read /metrics with the token in FILE"),
    CLI_SWITCH_ROW(sv_config, log_requests, "log-requests",
                   "log every request: id, user, address, status and duration"),
    CLI_NUMBER_ROW(sv_config, request_timeout, "request-timeout", "SECONDS", 1, 65535, "30",
                   "cut off a client that takes longer for the head or the body of a request"),
    CLI_NUMBER_ROW(sv_config, idle_timeout, "idle-timeout", "SECONDS", 1, 65535, "30",
                   "close a connection that sends no other request within this time"),
    CLI_NUMBER_ROW(sv_config, connections, "connections", "NUMBER", 0, 65535, "0",
                   "connections at a time; 0: as many as the limit of open files allows"),
    CLI_NUMBER_ROW(
        sv_config, connections_per_address, "connections-per-address", "NUMBER", 0, 65535, "0",
        "connections of one address at a time; 0: ten times --rate, at most a quarter of all"),
    CLI_NUMBER_ROW(sv_config, drain, "drain", "SECONDS", 0, 3600, "5",
                   "time that requests get to finish when the server stops; 0: none"),
    CLI_SWITCH_ROW(sv_config, quiet, "quiet", "log warnings and errors only"),
    {.name = NULL}};

static const cli_group groups[] = {
    {.options = option_rows}, {.options = sv_storage_options}, {.options = NULL}};

const cli_verb sv_serve_verb = {
    .name = "serve",
    .usage = "usage: elektro serve [OPTION…]\n"
             "\n"
             "Serves Elektro: tables to play at with friends, in the browser or with programs.\n",
    .groups = groups,
    .notes =
        "Every option can also be set in the environment (ELEKTRO_PORT=8017, ELEKTRO_LAN=yes)\n"
        "and in the file that --config names (port = 8017). See docs/operating.md.\n"};

/* Reads "name = value"; false after an error message. */
static bool read_line(const cli_verb *verb, sv_config *config, char *line, const char *place)
{
    char where[SV_PATH_MAX + 64];
    const cli_group *group;
    char *end = line + strlen(line);
    line += strspn(line, " \t");
    while (end > line && isspace((unsigned char)end[-1]))
        *--end = '\0';
    if (*line == '\0' || *line == '#')
        return true;
    const size_t length = strcspn(line, " \t=");
    const cli_option *s = cli_find(&sv_serve_verb, line, length, &group);
    char *value = line + length + strspn(line + length, " \t");
    if (*value != '=' || length == 0)
        return cli_complain(verb->name, "%s: expected 'name = value', not '%s'", place, line);
    if (!s)
        return cli_complain(verb->name, "%s: there is no setting '%.*s'", place, (int)length, line);
    value++;
    snprintf(where, sizeof where, "%s: %s", place, s->name);
    return cli_set(verb, group, s, value + strspn(value, " \t"), where, config);
}

static bool read_file(const cli_verb *verb, sv_config *config, const char *path)
{
    char line[SV_PATH_MAX + 64], place[SV_PATH_MAX + 32];
    FILE *file = fopen(path, "r");
    unsigned number = 0;
    bool ok = true;
    if (!file)
        return cli_complain(verb->name, "%s: %s", path, strerror(errno));
    while (ok && fgets(line, sizeof line, file)) {
        snprintf(place, sizeof place, "%s, line %u", path, ++number);
        ok = read_line(verb, config, line, place);
    }
    fclose(file);
    return ok;
}

/* ELEKTRO_PORT for --port. */
static const char *environment_of(const cli_option *option, char name[32])
{
    snprintf(name, 32, "ELEKTRO_%s", option->name);
    for (size_t i = 0; name[i]; i++)
        name[i] = name[i] == '-' ? '_' : (char)toupper((unsigned char)name[i]);
    return getenv(name);
}

static bool read_environment(const cli_verb *verb, sv_config *config)
{
    char name[32];
    for (const cli_group *group = groups; group->options; group++)
        for (const cli_option *o = group->options; o->name; o++) {
            const char *value = environment_of(o, name);
            if (value && !cli_set(verb, group, o, value, name, config))
                return false;
        }
    return true;
}

/* Where the web client was installed, or, for a program that runs where it was built, the folder
 * beside its own: build/web for build/release/cli/elektro. */
static void find_web(char *folder, size_t size)
{
    char program[SV_PATH_MAX] = "";
    char built[SV_PATH_MAX + 16];
    snprintf(folder, size, "%s", ELEKTRO_WEB);
    if (access(ELEKTRO_WEB "/index.html", R_OK) == 0 ||
        readlink("/proc/self/exe", program, sizeof program - 1) < 0)
        return;
    for (unsigned up = 0; up < 3; up++) {
        char *slash = strrchr(program, '/');
        if (!slash)
            return;
        *slash = '\0';
    }
    snprintf(built, sizeof built, "%s/web/index.html", program);
    if (access(built, R_OK) == 0)
        snprintf(folder, size, "%s/web", program);
}

static void defaults(sv_config *config)
{
    const char *home = getenv("HOME"), *data = getenv("XDG_DATA_HOME");
    *config = (sv_config){.port = 0};
    cli_set_defaults(&sv_serve_verb, config);
    if (data && data[0])
        snprintf(config->data, sizeof config->data, "%s/elektro", data);
    else
        snprintf(config->data, sizeof config->data, "%s/.local/share/elektro", home ? home : ".");
    find_web(config->web, sizeof config->web);
}

/* Whether a text is one as browsers send it: "https://example.org", without a path. */
static bool is_origin(const char *text)
{
    const char *host = strstr(text, "://");
    return host && host > text && host[3] && host[3 + strcspn(host + 3, "/?# \t")] == '\0';
}

/* A URL of http or https with nothing that would have to be escaped in a mail; it may have a path,
 * which does not end with "/". */
static bool is_site(const char *url)
{
    const bool web = strncmp(url, "https://", 8) == 0 || strncmp(url, "http://", 7) == 0;
    const char *host = web ? strstr(url, "://") + 3 : "";
    return host[0] && url[strlen(url) - 1] != '/' &&
           host[strspn(host, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._:/~"
                             "[]")] == '\0';
}

static bool is_postgres(const char *url)
{
    return strncmp(url, "postgres://", 11) == 0 || strncmp(url, "postgresql://", 13) == 0;
}

/* Mails need a sender, and the address of the pages for their links. */
static bool check_mail(const cli_verb *verb, const sv_config *config)
{
    rec_error error;
    if (!config->smtp[0])
        return true;
    if (!sv_smtp_url_fits(config->smtp))
        return cli_complain(verb->name,
                            "--smtp must be a URL such as smtp://mail.example.org:587 or "
                            "smtps://mail.example.org:465, not '%s'",
                            config->smtp);
    if (!sv_address_fits("mail-from", config->mail_from, &error))
        return cli_complain(verb->name, "--smtp needs --mail-from, an address such as "
                                        "elektro@example.org");
    return is_site(config->site_url) ||
           cli_complain(verb->name, "--smtp needs --site-url, the address of the pages such as "
                                    "https://example.org");
}

/* What cannot be read off a single option. False after an error message. */
static bool check(const cli_verb *verb, const sv_config *config)
{
    if (config->origin[0] && !is_origin(config->origin))
        return cli_complain(verb->name,
                            "--origin must be an origin such as https://example.org, without a "
                            "path, not '%s'",
                            config->origin);
    if (!check_mail(verb, config))
        return false;
    return !config->store[0] || is_postgres(config->store) ||
           cli_complain(verb->name,
                        "--store must be a URL such as postgres://user@host/name; for games in a "
                        "file leave it out");
}

/* The built-in defaults, the file, the environment, the command line: each overrides those before.
 */
static int read_all(const cli_verb *verb, const char *file, sv_config *config, int argc,
                    char **argv, int *status)
{
    defaults(config);
    *status = CLI_USAGE;
    if ((file[0] && !read_file(verb, config, file)) || !read_environment(verb, config))
        return -1;
    return cli_parse(verb, argc, argv, config, status);
}

/* Reads everything but the file, to learn its name. cli_parse moves the arguments, so it gets a
 * copy of them. */
static bool find_file(const cli_verb *verb, sv_config *config, int argc, char **argv, int *status)
{
    const size_t size = (size_t)argc * sizeof *argv;
    char **copy = malloc(size);
    *status = CLI_FAILED;
    if (!copy)
        return cli_complain(verb->name, "there is not enough memory");
    memcpy(copy, argv, size);
    const bool ok = read_all(verb, "", config, argc, copy, status) >= 0;
    free(copy);
    return ok;
}

int sv_config_read(const cli_verb *verb, sv_config *config, int argc, char **argv, int *status)
{
    char file[SV_PATH_MAX];
    if (!find_file(verb, config, argc, argv, status))
        return -1;
    memcpy(file, config->file, sizeof file);
    const int operands = read_all(verb, file, config, argc, argv, status);
    if (operands >= 0 && !check(verb, config)) {
        *status = cli_misused(verb);
        return -1;
    }
    if (!config->address[0])
        snprintf(config->address, sizeof config->address, "%s",
                 config->lan ? "0.0.0.0" : "127.0.0.1");
    return operands;
}

void sv_config_database(const sv_config *config, char *path, size_t size)
{
    snprintf(path, size, "%s/elektro.db", config->data);
}

void sv_config_store(const sv_config *config, char *text, size_t size)
{
    const char *place = strstr(config->store, "://");
    if (!place) {
        sv_config_database(config, text, size);
        return;
    }
    place += 3;
    const char *user = memrchr(place, '@', strcspn(place, "/?")); /* a password may have one */
    place = user ? user + 1 : place;
    snprintf(text, size, "postgres://%.*s", (int)strcspn(place, "?"), place);
}

void sv_config_blame(const cli_verb *verb, const sv_config *config, const rec_error *error)
{
    char path[SV_PATH_MAX + 16];
    cli_complain(verb->name, "%s", error->text);
    if (config->store[0] || sv_error_of(error) != SV_ERROR_STORAGE)
        return;
    sv_config_database(config, path, sizeof path);
    fprintf(stderr,
            "The database is the file %s. If it is damaged, move it away and restore a backup "
            "with 'elektro admin restore FILE'. Or choose another folder with --data.\n",
            path);
}

int sv_config_lock(const sv_config *config, bool create)
{
    char path[SV_PATH_MAX + 16];
    snprintf(path, sizeof path, "%s/lock", config->data);
    const int file = open(path, (create ? O_CREAT : 0) | O_RDWR | O_CLOEXEC, 0600);
    if (file < 0 || flock(file, LOCK_EX | LOCK_NB) == 0)
        return file;
    const int problem = errno;
    close(file);
    errno = problem;
    return -1;
}

static bool is_folder(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

bool sv_config_make_data(const sv_config *config)
{
    char path[SV_PATH_MAX];
    snprintf(path, sizeof path, "%s", config->data);
    for (char *at = path + 1;; at++) {
        if (*at && *at != '/')
            continue;
        const char kept = *at;
        *at = '\0';
        if (mkdir(path, 0700) != 0 && errno != EEXIST)
            return cli_complain(sv_serve_verb.name,
                                "cannot create %s: %s. Choose another folder with --data.", path,
                                strerror(errno));
        if (!is_folder(path))
            return cli_complain(sv_serve_verb.name,
                                "%s is not a folder. Choose a folder with --data.", path);
        *at = kept;
        if (!kept)
            return true;
    }
}
