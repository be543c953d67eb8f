/*
 * elektro admin: manages the data of a server, which may be running.
 *
 * What concerns a game or a user is written into the store as an admin command. The server runs it
 * at once (admin_commands.h), or when it starts next. Only the server brings the database to a
 * newer schema: this tool refuses one of another schema, except for backups, which it does not
 * look into.
 */
#include <errno.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "backup.h"
#include "config.h"
#include "errors.h"
#include "name.h"
#include "net/vapid.h"
#include "nodes.h"
#include "password.h"
#include "people/print.h"
#include "people/store_moderated.h"
#include "ratings/recompute.h"
#include "serve.h"
#include "store.h"
#include "table.h"
#include "tournaments/listing.h"

#define DAY INT64_C(86400000)

enum {
    TABLES_MAX = 1000,
    SERVERS_MAX = 1024,
    LOOKS = 50 /* at the store, ten a second */
};

static const cli_group groups[] = {{.options = sv_storage_options}, {.options = NULL}};

static const cli_verb verb = {
    .name = "admin",
    .usage = "usage: elektro admin [--data FOLDER | --store URL] COMMAND\n"
             "\n"
             "Manages the data of a server, which may be running.\n"
             "\n"
             "  backup FILE          copy the database to a new file\n"
             "  restore FILE         replace the database by a backup\n"
             "  tables               list the tables that are open or running\n"
             "  end CODE             end the game at a table, or close one that waits for players\n"
             "  block NAME           block an account\n"
             "  unblock NAME         let it log in again\n"
             "  moderator NAME [off] let an account decide reports, or not any more\n"
             "  reports              list the reports that are open\n"
             "  moderation-log       list what was decided, by whom\n"
             "  reset-password NAME  end its sessions, and print a code for a new password\n"
             "  recompute-ratings    compute all ratings again from the results of the games\n"
             "  tournaments          list the tournaments that are not over\n"
             "  end-tournament CODE  cancel a tournament\n"
             "  push-key FILE        make a key for notices to browsers (Web Push)\n",
    .groups = groups,
    .notes = "The options are those of 'elektro serve'. See docs/operating.md.\n",
    .operands = "a command",
    .min = 1,
    .max = 3};

static int64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static int complain(const rec_error *error)
{
    fprintf(stderr, "elektro admin: %s\n", error->text);
    return CLI_FAILED;
}

/* ------------------------------------------------------------------------------------ commands */

/* Where the data is, for the commands. */
typedef struct place {
    const sv_config *config;
    const char *more;                /* the second operand of the command, or NULL */
    char database[SV_PATH_MAX + 16]; /* of SQLite */
    sv_store store;                  /* open for the commands that need it */
} place;

static int refuse(const char *why)
{
    fprintf(stderr, "elektro admin: %s\n", why);
    return CLI_FAILED;
}

/* Whether no server runs; none can start until this process ends. */
static bool is_alone(place *p)
{
    rec_error ignored;
    if (p->config->store[0])
        return sv_db_postgres_lock(p->store.db, &ignored);
    return sv_config_lock(p->config, false) >= 0 || errno == ENOENT;
}

static int back_up(place *p, const char *path)
{
    rec_error error;
    if (p->config->store[0])
        return refuse("a PostgreSQL database is backed up with pg_dump");
    if (access(path, F_OK) == 0) {
        fprintf(stderr, "elektro admin: %s exists already. Choose another file.\n", path);
        return CLI_FAILED;
    }
    if (!sv_backup(p->database, is_alone(p), path, &error))
        return complain(&error);
    printf("Everything is in %s.\n", path);
    return CLI_OK;
}

/* A command goes to every server that shares the database, or to the one that will be there. */
typedef struct sending {
    sv_store *store;
    bool shared; /* the store, by servers */
    const char *what, *whom;
    int64_t id[SERVERS_MAX], node[SERVERS_MAX];
    unsigned count;
    bool too_many; /* more than SERVERS_MAX */
} sending;

static void add_node(void *data, const sv_node *node)
{
    sending *s = data;
    s->too_many = s->count == SERVERS_MAX;
    if (!s->too_many)
        s->node[s->count++] = node->id;
}

static bool find_servers(sending *s, rec_error *error)
{
    int64_t time;
    s->count = 0;
    if (s->shared && (!sv_store_time(s->store, &time, error) ||
                      !sv_nodes(s->store, time - SV_SILENT_MS, add_node, s, error)))
        return false;
    if (s->too_many)
        return sv_fail(error, SV_ERROR_TOO_MANY, "More than %d servers share the database.",
                       SERVERS_MAX);
    if (s->count == 0)
        s->node[s->count++] = 0;
    return true;
}

static bool add_command(sending *s, rec_error *error)
{
    if (!find_servers(s, error))
        return false;
    for (unsigned i = 0; i < s->count; i++) {
        const sv_admin_command command = {s->id[i] = sv_id_make(), s->node[i], s->what, s->whom};
        if (!sv_admin_command_add(s->store, &command, now(), error))
            return false;
    }
    return sv_store_commit(s->store, error);
}

/* Whether a server has not run the command yet. */
static bool waits_for_any(const sending *s, bool *waits, rec_error *error)
{
    *waits = false;
    for (unsigned i = 0; i < s->count && !*waits; i++)
        if (!sv_admin_command_waits(s->store, s->id[i], waits, error))
            return false;
    return true;
}

/* Waits until the servers have run a command; *waits: one has not, because it does not run. */
static bool await_servers(const sending *s, bool *waits, rec_error *error)
{
    const struct timespec pause = {.tv_nsec = 100000000};
    *waits = true;
    for (unsigned i = 0; i < LOOKS && *waits; i++) {
        nanosleep(&pause, NULL);
        if (!waits_for_any(s, waits, error))
            return false;
    }
    return true;
}

/* Opens the database beside a server. */
static bool visit(place *p, rec_error *error)
{
    sv_db *db = p->config->store[0]
                    ? sv_db_postgres(p->config->store, p->config->store_timeout, error)
                    : sv_db_sqlite(p->database, NULL, error);
    if (!db)
        return false;
    if (sv_store_visit(&p->store, db, error))
        return true;
    sv_store_close(&p->store);
    return false;
}

/* With the backup comes a command for the server that runs. It notices by itself that everything is
 * different; when the command is gone, it has. */
static bool add_forget(void *data, sv_db *db, rec_error *error)
{
    sending *s = data;
    sv_store store = {.db = db}, *before = s->store;
    s->store = &store;
    const bool ok = add_command(s, error);
    s->store = before;
    return ok;
}

static int restore(place *p, const char *path)
{
    rec_error error;
    sending s = {.store = &p->store, .what = "forget", .whom = ""};
    bool waits = false;
    if (p->config->store[0])
        return refuse("a PostgreSQL database is restored with pg_restore");
    const bool runs = !is_alone(p);
    /* A server of another version could not read what is restored. */
    if ((runs && !visit(p, &error)) ||
        !sv_restore(p->database, path, runs ? add_forget : NULL, &s, &error) ||
        (runs && !await_servers(&s, &waits, &error)))
        return complain(&error);
    if (waits)
        return refuse("everything is restored, but the server does not answer. Restart it.");
    printf("Everything is as it was in %s.\n", path);
    return CLI_OK;
}

static const char *host_name(const sv_table *table)
{
    const unsigned seat = sv_seat_of(table, table->host);
    return table->host == 0 ? "(server)" : seat == EK_NOBODY ? "" : table->seat[seat].name;
}

/* A table that cannot be read has no host and no title here. */
static void print_table(void *data, const sv_game_row *row)
{
    char when[SV_TIME_TEXT];
    *(bool *)data = true;
    sv_print_time(row->touched, when);
    sv_table *table = sv_table_of_row(row);
    printf("%s  %-7s  %5" PRId64 " entries  last %s UTC", row->code,
           row->status == SV_OPEN ? "open" : "running", row->seq, when);
    if (table)
        printf("  host %s", host_name(table));
    if (table && table->title[0])
        printf("  \"%s\"", table->title);
    puts("");
    sv_table_free(table);
}

static int list_tables(place *p, const char *operand)
{
    rec_error error;
    bool any = false;
    (void)operand;
    if (!sv_games_all(&p->store, TABLES_MAX, print_table, &any, &error))
        return complain(&error);
    if (!any)
        fputs("No table is open or running.\n", stderr);
    return CLI_OK;
}

static int send_command(place *p, const char *what, const char *whom)
{
    rec_error error;
    bool waits = true;
    const bool runs = !is_alone(p);
    /* Servers that were killed may still be listed. */
    sending s = {
        .store = &p->store, .shared = runs && p->config->store[0], .what = what, .whom = whom};
    if (!add_command(&s, &error) || (runs && !await_servers(&s, &waits, &error)))
        return complain(&error);
    if (waits && runs)
        return refuse("the server does not answer. It will do this when it can.");
    puts(waits ? "The server does not run. It will do this when it starts." : "Done.");
    return CLI_OK;
}

static void note_status(void *data, const sv_game_row *row)
{
    *(int *)data = (int)row->status;
}

static int end_table(place *p, const char *code)
{
    rec_error error;
    int status = -1;
    if (!sv_game_find(&p->store, code, note_status, &status, &error))
        return complain(&error);
    if (status == SV_OPEN || status == SV_RUNNING)
        return send_command(p, "end", code);
    if (status < 0)
        fprintf(stderr, "elektro admin: no table has the code %s\n", code);
    else
        fprintf(stderr, "elektro admin: the game at %s is over\n", code);
    return CLI_FAILED;
}

static int list_tournaments(place *p, const char *operand)
{
    rec_error error;
    bool any;
    (void)operand;
    if (!sv_tournaments_print(&p->store, &any, &error))
        return complain(&error);
    if (!any)
        fputs("There is no tournament that is not over.\n", stderr);
    return CLI_OK;
}

static int end_tournament(place *p, const char *code)
{
    rec_error error;
    const char *why;
    if (!sv_tournament_can_stop(&p->store, code, &why, &error))
        return complain(&error);
    return why ? refuse(why) : send_command(p, "end-tournament", code);
}

/* The account of this name; false after an error message. */
static bool find_account(place *p, const char *name, sv_user *user)
{
    rec_error error;
    bool found;
    if (!sv_account_by_name(&p->store, name, user, NULL, &found, &error))
        return complain(&error) == CLI_OK;
    if (!found)
        fprintf(stderr, "elektro admin: no account has the name %s\n", name);
    return found;
}

/* What the operator does is in the log of the moderators, with what it is a part of. */
static bool add_to_log(place *p, const char *what, const sv_user *user, rec_error *error)
{
    const sv_moderation m = {.at = now(),
                             .name = "operator",
                             .action = what,
                             .person = user->id,
                             .person_name = user->name,
                             .words = ""};
    return sv_moderation_add(&p->store, &m, error);
}

/* A server closes the connections of the account, too. */
static int block(place *p, const char *what, const char *name)
{
    rec_error error;
    sv_user user;
    char folded[SV_NAME_MAX];
    if (!find_account(p, name, &user))
        return CLI_FAILED;
    sv_fold_name(user.name, folded);
    if (!add_to_log(p, what, &user, &error))
        return complain(&error);
    if (!is_alone(p))
        return send_command(p, what, folded);
    if (!sv_user_block(&p->store, user.id, what[0] == 'b', &error) ||
        !sv_store_commit(&p->store, &error))
        return complain(&error);
    puts("Done.");
    return CLI_OK;
}

static int block_account(place *p, const char *name)
{
    return block(p, "block", name);
}

static int unblock_account(place *p, const char *name)
{
    return block(p, "unblock", name);
}

/* Clients that are connected learn of it by the command. */
static int set_moderator(place *p, const char *name)
{
    rec_error error;
    sv_user user;
    char folded[SV_NAME_MAX];
    const bool off = p->more && strcmp(p->more, "off") == 0;
    if (p->more && !off && strcmp(p->more, "on") != 0)
        return refuse("after the name comes on or off");
    if (!find_account(p, name, &user))
        return CLI_FAILED;
    sv_fold_name(user.name, folded);
    if (!sv_user_set_moderator(&p->store, user.id, !off, &error) ||
        !add_to_log(p, off ? "moderator-off" : "moderator-on", &user, &error))
        return complain(&error);
    if (!is_alone(p))
        return send_command(p, "reread", folded);
    if (!sv_store_commit(&p->store, &error))
        return complain(&error);
    puts("Done.");
    return CLI_OK;
}

static int list_reports(place *p, const char *operand)
{
    rec_error error;
    (void)operand;
    return sv_print_reports(&p->store, &error) ? CLI_OK : complain(&error);
}

static int list_moderations(place *p, const char *operand)
{
    rec_error error;
    (void)operand;
    return sv_print_moderations(&p->store, &error) ? CLI_OK : complain(&error);
}

/* The password and the sessions end here and now; a running server also closes the connections. */
static bool take_password(place *p, const sv_user *user, char code[SV_RESET_CODE_MAX],
                          rec_error *error)
{
    char hash[SV_HEX_MAX], folded[SV_NAME_MAX];
    sending s = {.store = &p->store,
                 .shared = p->config->store[0] != '\0',
                 .what = "log-out",
                 .whom = folded};
    bool waits;
    sv_reset_code_make(code, hash);
    sv_fold_name(user->name, folded);
    if (!sv_password_reset(&p->store, user->id, hash, now() + SV_RESET_DAYS * DAY, error) ||
        !sv_sessions_drop(&p->store, user->id, error) ||
        !sv_devices_drop(&p->store, user->id, "", "", error))
        return false;
    if (is_alone(p))
        return sv_store_commit(&p->store, error);
    return add_command(&s, error) && await_servers(&s, &waits, error);
}

static int reset_password(place *p, const char *name)
{
    rec_error error;
    sv_user user;
    char code[SV_RESET_CODE_MAX];
    if (!find_account(p, name, &user))
        return CLI_FAILED;
    if (!take_password(p, &user, code, &error))
        return complain(&error);
    printf("%s\n", code);
    fprintf(stderr,
            "%s is logged out, and the old password is gone. With this code %s can choose a new\n"
            "one within %d days: on the page under Settings, Account, \"Forgotten password\".\n",
            user.name, user.name, SV_RESET_DAYS);
    return CLI_OK;
}

/* Changes no data. */
static int make_push_key(place *p, const char *path)
{
    char why[SV_VAPID_WHY];
    (void)p;
    if (!sv_vapid_make(path, why))
        return refuse(why);
    printf("The key is in %s. Let the user of the server read it, and set push-key to this file\n"
           "and push-contact to an address at which push services can reach you.\n",
           path);
    return CLI_OK;
}

static void show_progress(int64_t done, int64_t of)
{
    enum { SOMETIMES = 10000 };
    if (done % SOMETIMES == 0 && done < of)
        fprintf(stderr, "%" PRId64 " of %" PRId64 " results\n", done, of);
}

/* A server enters results, and people look at their ratings: it must not run. */
static int recompute_ratings(place *p, const char *operand)
{
    rec_error error;
    int64_t count;
    (void)operand;
    if (!is_alone(p))
        return refuse("the server runs. Stop it, and all others on the same database, compute the "
                      "ratings, and start it again. Nothing was changed.");
    if (!sv_ratings_recompute(&p->store, show_progress, &count, &error) ||
        !sv_store_commit(&p->store, &error))
        return complain(&error);
    printf("The ratings are computed again from %" PRId64 " results.\n", count);
    return CLI_OK;
}

typedef struct command {
    const char *name, *operand; /* operand NULL: it takes none */
    int (*run)(place *p, const char *operand);
    bool by_itself; /* it opens the database by itself, if at all */
    bool anywhere;  /* it needs no database */
    bool more;      /* it may have a second operand */
} command;

static const command commands[] = {
    {"backup", "a FILE", back_up, true, false, false},
    {"restore", "a FILE", restore, true, true, false},
    {"tables", NULL, list_tables, false, false, false},
    {"end", "the CODE of a table", end_table, false, false, false},
    {"block", "the NAME of an account", block_account, false, false, false},
    {"unblock", "the NAME of an account", unblock_account, false, false, false},
    {"moderator", "the NAME of an account", set_moderator, false, false, true},
    {"reports", NULL, list_reports, false, false, false},
    {"moderation-log", NULL, list_moderations, false, false, false},
    {"reset-password", "the NAME of an account", reset_password, false, false, false},
    {"recompute-ratings", NULL, recompute_ratings, false, false, false},
    {"tournaments", NULL, list_tournaments, false, false, false},
    {"end-tournament", "the CODE of a tournament", end_tournament, false, false, false},
    {"push-key", "a FILE", make_push_key, true, true, false}};

/* The command in the arguments; NULL after an error message. */
static const command *find_command(int argc, char **argv)
{
    const command *c = NULL;
    for (unsigned i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strcmp(commands[i].name, argv[0]) == 0)
            c = &commands[i];
    if (!c)
        cli_complain(verb.name, "there is no command '%s'", argv[0]);
    else if (argc == 1 && c->operand)
        cli_complain(verb.name, "%s needs %s", c->name, c->operand);
    else if (argc > 1 + (c->operand != NULL) + c->more)
        cli_complain(verb.name, "unexpected '%s' after %s", argv[argc - 1], c->name);
    else
        return c;
    return NULL;
}

/* --------------------------------------------------------------------------------------- verb */

static bool has_database(const place *p)
{
    if (p->config->store[0] || access(p->database, F_OK) == 0)
        return true;
    if (errno == ENOENT)
        return cli_complain(verb.name,
                            "there is no database in %s: no server has run there. Name the "
                            "server's folder with --data.",
                            p->config->data);
    return cli_complain(verb.name, "%s: %s", p->database, strerror(errno));
}

int sv_admin(int argc, char **argv)
{
    sv_config config;
    place p = {.config = &config};
    rec_error error;
    int status;
    const int words = sv_config_read(&verb, &config, argc, argv, &status);
    if (words < 0)
        return status;
    const command *c = find_command(words, argv + 1);
    if (!c)
        return cli_misused(&verb);
    sv_config_database(&config, p.database, sizeof p.database);
    if (sodium_init() < 0 || (!c->anywhere && !has_database(&p)))
        return CLI_FAILED;
    if (!c->by_itself && !visit(&p, &error)) {
        sv_config_blame(&verb, &config, &error);
        return CLI_FAILED;
    }
    p.more = words > 2 ? argv[3] : NULL;
    status = c->run(&p, words > 1 ? argv[2] : NULL);
    sv_store_close(&p.store);
    return status;
}
