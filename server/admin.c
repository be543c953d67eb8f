/*
 * elektro admin: manages the data of a server, which may be running.
 *
 * What concerns a game or a user is written into the store as an admin command. The server runs it
 * within a second (admin_commands.h), or when it starts next.
 */
#include <errno.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "config.h"
#include "name.h"
#include "serve.h"
#include "store.h"
#include "table.h"

enum { TABLES_MAX = 1000, LOOKS = 50 /* at the store, ten a second */ };

static const cli_group groups[] = {{.options = sv_storage_options}, {.options = NULL}};

static const cli_verb verb = {
    .name = "admin",
    .usage = "usage: elektro admin [--data FOLDER | --store URL] COMMAND\n"
             "\n"
             "Manages the data of a server, which may be running.\n"
             "\n"
             "  backup FILE     copy the database to a new file\n"
             "  restore FILE    replace the database by a backup\n"
             "  tables          list the tables that are open or running\n"
             "  end CODE        end the game at a table, or close a table that waits for players\n"
             "  block NAME      block an account\n"
             "  unblock NAME    let it log in again\n",
    .groups = groups,
    .notes = "The options are those of 'elektro serve'. See docs/operating.md.\n",
    .operands = "a command",
    .min = 1,
    .max = 2};

static int64_t now(void)
{
    return (int64_t)time(NULL) * 1000;
}

static int complain(const rec_error *error)
{
    fprintf(stderr, "elektro admin: %s\n", error->text);
    return CLI_FAILED;
}

/* ------------------------------------------------------------------------------------ commands */

static int back_up(sv_store *store, const char *path)
{
    rec_error error;
    if (access(path, F_OK) == 0) {
        fprintf(stderr, "elektro admin: %s exists already. Choose another file.\n", path);
        return CLI_FAILED;
    }
    if (!store->db->backup(store->db, path, &error))
        return complain(&error);
    printf("Everything is in %s.\n", path);
    return CLI_OK;
}

static bool add_command(sv_store *store, const char *what, const char *whom, int64_t *id,
                        rec_error *error)
{
    *id = sv_id_make();
    return sv_admin_command_add(store, *id, what, whom, now(), error) &&
           sv_store_commit(store, error);
}

/* Waits until the server has run a command; *waits: it has not, because it does not run. */
static bool await_server(sv_store *store, int64_t id, bool *waits, rec_error *error)
{
    const struct timespec pause = {.tv_nsec = 100000000};
    *waits = true;
    for (unsigned i = 0; i < LOOKS && *waits; i++) {
        nanosleep(&pause, NULL);
        if (!sv_admin_command_waits(store, id, waits, error))
            return false;
    }
    return true;
}

/* A running server must forget the tables that it has in memory. */
static int restore(sv_store *store, const char *path)
{
    rec_error error;
    int64_t id;
    bool waits;
    if (!store->db->restore(store->db, path, &error) || !sv_migrate(store->db, &error) ||
        !add_command(store, "forget", "", &id, &error) || !await_server(store, id, &waits, &error))
        return complain(&error);
    printf("Everything is as it was in %s.\n", path);
    return CLI_OK;
}

static void print_table(void *data, const sv_game_row *row)
{
    char when[32];
    struct tm tm;
    const time_t touched = (time_t)(row->touched / 1000);
    *(bool *)data = true;
    strftime(when, sizeof when, "%Y-%m-%d %H:%M", gmtime_r(&touched, &tm));
    printf("%s  %-7s  %5" PRId64 " entries  last %s UTC\n", row->code,
           row->status == SV_OPEN ? "open" : "running", row->seq, when);
}

static int list_tables(sv_store *store, const char *operand)
{
    rec_error error;
    bool any = false;
    (void)operand;
    if (!sv_games_all(store, TABLES_MAX, print_table, &any, &error))
        return complain(&error);
    if (!any)
        fputs("No table is open or running.\n", stderr);
    return CLI_OK;
}

static int send_command(sv_store *store, const char *what, const char *whom)
{
    rec_error error;
    int64_t id;
    bool waits;
    if (!add_command(store, what, whom, &id, &error) || !await_server(store, id, &waits, &error))
        return complain(&error);
    puts(waits ? "The server does not run. It will do this when it starts." : "Done.");
    return CLI_OK;
}

static void note_status(void *data, const sv_game_row *row)
{
    *(int *)data = (int)row->status;
}

static int end_table(sv_store *store, const char *code)
{
    rec_error error;
    int status = -1;
    if (!sv_game_find(store, code, note_status, &status, &error))
        return complain(&error);
    if (status == SV_OPEN || status == SV_RUNNING)
        return send_command(store, "end", code);
    if (status < 0)
        fprintf(stderr, "elektro admin: no table has the code %s\n", code);
    else
        fprintf(stderr, "elektro admin: the game at %s is over\n", code);
    return CLI_FAILED;
}

static int block(sv_store *store, const char *what, const char *name)
{
    rec_error error;
    sv_user user;
    bool found;
    char folded[SV_NAME_MAX];
    if (!sv_account_by_name(store, name, &user, NULL, &found, &error))
        return complain(&error);
    sv_fold_name(found ? user.name : "", folded);
    if (found)
        return send_command(store, what, folded);
    fprintf(stderr, "elektro admin: no account has the name %s\n", name);
    return CLI_FAILED;
}

static int block_account(sv_store *store, const char *name)
{
    return block(store, "block", name);
}

static int unblock_account(sv_store *store, const char *name)
{
    return block(store, "unblock", name);
}

typedef struct command {
    const char *name, *operand; /* operand NULL: it takes none */
    int (*run)(sv_store *store, const char *operand);
} command;

static const command commands[] = {{"backup", "a FILE", back_up},
                                   {"restore", "a FILE", restore},
                                   {"tables", NULL, list_tables},
                                   {"end", "the CODE of a table", end_table},
                                   {"block", "the NAME of an account", block_account},
                                   {"unblock", "the NAME of an account", unblock_account}};

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
    else if (argc == 2 && !c->operand)
        cli_complain(verb.name, "unexpected '%s' after %s", argv[1], c->name);
    else
        return c;
    return NULL;
}

/* --------------------------------------------------------------------------------------- verb */

static bool has_database(const sv_config *config)
{
    char path[SV_PATH_MAX + 16];
    sv_config_database(config, path, sizeof path);
    if (config->store[0] || access(path, F_OK) == 0)
        return true;
    if (errno == ENOENT)
        return cli_complain(verb.name,
                            "there is no database in %s: no server has run there. Name the "
                            "server's folder with --data.",
                            config->data);
    return cli_complain(verb.name, "%s: %s", path, strerror(errno));
}

int sv_admin(int argc, char **argv)
{
    char path[SV_PATH_MAX + 16];
    sv_config config;
    sv_store store;
    rec_error error;
    int status;
    const int words = sv_config_read(&verb, &config, argc, argv, &status);
    if (words < 0)
        return status;
    const command *c = find_command(words, argv + 1);
    if (!c)
        return cli_misused(&verb);
    if (sodium_init() < 0 || (c->run != restore && !has_database(&config)))
        return CLI_FAILED;
    sv_config_database(&config, path, sizeof path);
    sv_db *db = config.store[0] ? sv_db_postgres(config.store, config.store_timeout, &error)
                                : sv_db_sqlite(path, NULL, &error);
    if (!db || !sv_store_open(&store, db, &error)) {
        sv_config_blame(&verb, &config, &error);
        return CLI_FAILED;
    }
    status = c->run(&store, words == 2 ? argv[2] : NULL);
    sv_store_close(&store);
    return status;
}
