#include "config.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum kind { TEXT, NUMBER, TRUTH };

typedef struct setting {
    const char *name, *hint, *about;
    enum kind kind;
    size_t offset, size; /* size: of a text; of a number the least it may be */
} setting;

#define TEXT_SETTING(name, field, hint, about)                                               \
    {                                                                                        \
        name, hint, about, TEXT, offsetof(sv_config, field), sizeof(((sv_config *)0)->field) \
    }

static const setting settings[] = {
    {"port", "PORT", "the port to listen on (8017)", NUMBER, offsetof(sv_config, port), 1},
    TEXT_SETTING("address", address, "ADDRESS", "the address to listen on (127.0.0.1)"),
    {"lan", NULL, "listen for the home network, and print a code to join by phone", TRUTH,
     offsetof(sv_config, lan), 0},
    TEXT_SETTING("data", data, "FOLDER", "where games are kept ($XDG_DATA_HOME/elektro)"),
    TEXT_SETTING("store", store, "URL", "keep games in PostgreSQL: postgres://…"),
    TEXT_SETTING("web", web, "FOLDER", "the files of the web client"),
    TEXT_SETTING("tls-cert", tls_cert, "FILE", "certificate chain, to serve https"),
    TEXT_SETTING("tls-key", tls_key, "FILE", "its private key"),
    TEXT_SETTING("origin", origin, "ORIGIN", "another origin the page may come from"),
    {"proxied", NULL, "believe X-Forwarded-For: only behind a proxy of your own", TRUTH,
     offsetof(sv_config, proxied), 0},
    {"rate", "NUMBER", "requests a user may make in a second, over a while (40)", NUMBER,
     offsetof(sv_config, rate), 1},
    {"private-webhooks", NULL,
     "let webhooks go to private addresses: only where every user is trusted", TRUTH,
     offsetof(sv_config, private_webhooks), 0},
    {"keep-guests", "DAYS", "throw guests away who have not played by then; 0: never (30)", NUMBER,
     offsetof(sv_config, keep_guests), 0},
    {"keep-tables", "DAYS", "throw tables away that have not begun by then; 0: never (30)", NUMBER,
     offsetof(sv_config, keep_tables), 0},
    {"ping-after", "SECONDS", "ping a socket that has been silent for this long (60)", NUMBER,
     offsetof(sv_config, ping_after), 1},
    {"ping-timeout", "SECONDS", "close a socket that has not answered a ping by then (15)", NUMBER,
     offsetof(sv_config, ping_timeout), 1},
    {"quiet", NULL, "log warnings and errors only", TRUTH, offsetof(sv_config, quiet), 0},
    TEXT_SETTING("config", file, "FILE", "read settings from a file, one 'name = value' a line"),
};

enum { SETTINGS = sizeof settings / sizeof *settings };

void sv_config_help(void)
{
    puts("usage: elektro serve [OPTION…]\n"
         "\n"
         "Serves Elektro: tables to play at with friends, in the browser or by programs.\n");
    for (unsigned i = 0; i < SETTINGS; i++)
        printf("  --%-16s %-8s %s\n", settings[i].name, settings[i].hint ? settings[i].hint : "",
               settings[i].about);
    puts("  --help                      this text\n"
         "\n"
         "Every option is also read from the environment (ELEKTRO_PORT=8017, ELEKTRO_LAN=yes) and\n"
         "from the file that --config names (port = 8017). docs/operating.md tells more.");
}

static bool read_number(const char *text, long least, int *number)
{
    char *end;
    const long n = strtol(text, &end, 10);
    *number = (int)n;
    return end != text && *end == '\0' && n >= least && n <= 65535;
}

/* Sets one thing; where says where it was found. */
static bool set(sv_config *config, const setting *s, const char *value, const char *where)
{
    char *field = (char *)config + s->offset;
    const bool yes = strcmp(value, "yes") == 0 || strcmp(value, "true") == 0;
    bool ok = true;
    if (s->kind == TEXT)
        ok = (size_t)snprintf(field, s->size, "%s", value) < s->size;
    else if (s->kind == NUMBER)
        ok = read_number(value, (long)s->size, (int *)(void *)field);
    else if ((ok = yes || strcmp(value, "no") == 0 || strcmp(value, "false") == 0))
        *(bool *)field = yes;
    if (!ok)
        fprintf(stderr, "elektro serve: %s: '%s' is no value for %s; expected %s\n", where, value,
                s->name, s->kind == TRUTH ? "yes or no" : s->hint);
    return ok;
}

static const setting *named(const char *name, size_t length)
{
    for (unsigned i = 0; i < SETTINGS; i++)
        if (strlen(settings[i].name) == length && strncmp(settings[i].name, name, length) == 0)
            return &settings[i];
    return NULL;
}

/* Reads "name = value"; false with words. */
static bool read_line(sv_config *config, char *line, const char *where)
{
    char *end = line + strlen(line);
    line += strspn(line, " \t");
    while (end > line && isspace((unsigned char)end[-1]))
        *--end = '\0';
    if (*line == '\0' || *line == '#')
        return true;
    const size_t length = strcspn(line, " \t=");
    const setting *s = named(line, length);
    char *value = line + length + strspn(line + length, " \t");
    if (!s || *value != '=') {
        fprintf(stderr, "elektro serve: %s: expected 'name = value', not '%s'\n", where, line);
        return false;
    }
    value++;
    return set(config, s, value + strspn(value, " \t"), where);
}

static bool read_file(sv_config *config)
{
    char line[SV_PATH_MAX + 64], where[SV_PATH_MAX + 32];
    FILE *file = fopen(config->file, "r");
    unsigned number = 0;
    bool ok = true;
    if (!file) {
        fprintf(stderr, "elektro serve: %s: %s\n", config->file, strerror(errno));
        return false;
    }
    while (ok && fgets(line, sizeof line, file)) {
        snprintf(where, sizeof where, "%s, line %u", config->file, ++number);
        ok = read_line(config, line, where);
    }
    fclose(file);
    return ok;
}

static bool read_environment(sv_config *config)
{
    for (unsigned i = 0; i < SETTINGS; i++) {
        char name[32] = "ELEKTRO_";
        const size_t prefix = strlen(name);
        for (size_t k = 0; settings[i].name[k] && prefix + k < sizeof name - 1; k++)
            name[prefix + k] = settings[i].name[k] == '-'
                                   ? '_'
                                   : (char)toupper((unsigned char)settings[i].name[k]);
        const char *value = getenv(name);
        if (value && !set(config, &settings[i], value, name))
            return false;
    }
    return true;
}

/* Reads the flags, or only --config among them. */
static bool read_flags(sv_config *config, int argc, char **argv, bool only_file)
{
    for (int i = 1; i < argc; i++) {
        const char *name = strncmp(argv[i], "--", 2) == 0 ? argv[i] + 2 : "";
        const size_t length = strcspn(name, "=");
        const setting *s = named(name, length);
        const char *value = name[length] == '=' ? name + length + 1 : NULL;
        if (strcmp(argv[i], "--help") == 0) {
            config->help = true;
            continue;
        }
        if (s && !value && s->kind != TRUTH)
            value = ++i < argc ? argv[i] : NULL;
        else if (s && !value)
            value = "yes";
        if (!s || !value) {
            fprintf(stderr, "elektro serve: %s '%s'; 'elektro serve --help' tells more\n",
                    s ? "a value is missing after" : "unknown option", argv[s ? i - 1 : i]);
            return false;
        }
        if ((!only_file || s->offset == offsetof(sv_config, file)) &&
            !set(config, s, value, "command line"))
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
    *config = (sv_config){.port = 8017,
                          .rate = 40,
                          .keep_guests = 30,
                          .keep_tables = 30,
                          .ping_after = 60,
                          .ping_timeout = 15};
    if (data && data[0])
        snprintf(config->data, sizeof config->data, "%s/elektro", data);
    else
        snprintf(config->data, sizeof config->data, "%s/.local/share/elektro", home ? home : ".");
    find_web(config->web, sizeof config->web);
}

bool sv_config_read(sv_config *config, int argc, char **argv)
{
    defaults(config);
    if (!read_environment(config) || !read_flags(config, argc, argv, true))
        return false;
    /* What the environment says counts more than the file. */
    if (config->file[0] && (!read_file(config) || !read_environment(config)))
        return false;
    if (!read_flags(config, argc, argv, false))
        return false;
    if (!config->address[0])
        snprintf(config->address, sizeof config->address, "%s",
                 config->lan ? "0.0.0.0" : "127.0.0.1");
    return true;
}

void sv_config_database(const sv_config *config, char *path, size_t size)
{
    snprintf(path, size, "%s/elektro.db", config->data);
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
        if (mkdir(path, 0700) != 0 && errno != EEXIST) {
            fprintf(stderr, "elektro serve: %s: %s\n", path, strerror(errno));
            return false;
        }
        *at = kept;
        if (!kept)
            return true;
    }
}
