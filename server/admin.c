/*
 * elektro admin: looks after the data of a server, which may be running.
 *
 * What concerns a game or a user is written down as an errand; the server carries it out within a
 * second, or when it starts next.
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

enum { OK = 0, FAILED = 1, USAGE = 2, TABLES_MOST = 1000, PATIENCE = 50 };

static const char help[] =
    "usage: elektro admin [--data FOLDER | --store URL] COMMAND\n"
    "\n"
    "Looks after the data of a server, which may be running.\n"
    "\n"
    "  backup FILE     copy everything to a file that is not there yet\n"
    "  restore FILE    put what a backup holds in the place of everything\n"
    "  tables          list the tables that are open or running\n"
    "  end CODE        end the game at a table, or close one that waits for players\n"
    "  block NAME      keep an account out\n"
    "  unblock NAME    let it in again\n"
    "\n"
    "--data and --store are those of 'elektro serve'. docs/operating.md tells more.\n";

static int64_t now(void)
{
    return (int64_t)time(NULL) * 1000;
}

static int complain(const rec_error *error)
{
    fprintf(stderr, "elektro admin: %s\n", error->text);
    return FAILED;
}

/* ------------------------------------------------------------------------------------ commands */

static int back_up(sv_store *store, const char *path)
{
    rec_error error;
    if (access(path, F_OK) == 0) {
        fprintf(stderr, "elektro admin: %s is there already\n", path);
        return FAILED;
    }
    if (!store->db->backup(store->db, path, &error))
        return complain(&error);
    printf("Everything is in %s.\n", path);
    return OK;
}

static bool run_errand(sv_store *store, const char *what, const char *whom, int64_t *id,
                       rec_error *error)
{
    *id = sv_id_make();
    return sv_errand_add(store, *id, what, whom, now(), error) && sv_store_commit(store, error);
}

static int restore(sv_store *store, const char *path)
{
    rec_error error;
    int64_t id;
    if (!store->db->restore(store->db, path, &error) || !sv_migrate(store->db, &error) ||
        !run_errand(store, "forget", "", &id, &error))
        return complain(&error);
    printf("Everything is as it was in %s.\n", path);
    return OK;
}

static void print_table(void *data, const sv_game_row *row)
{
    char when[32];
    struct tm tm;
    const time_t touched = (time_t)(row->touched / 1000);
    (void)data;
    strftime(when, sizeof when, "%Y-%m-%d %H:%M", gmtime_r(&touched, &tm));
    printf("%s  %-7s  %5" PRId64 " entries  last %s UTC\n", row->code,
           row->status == SV_OPEN ? "open" : "running", row->seq, when);
}

static int list_tables(sv_store *store)
{
    rec_error error;
    return sv_games_all(store, TABLES_MOST, print_table, NULL, &error) ? OK : complain(&error);
}

static void note_errand(void *data, int64_t id, const char *what, const char *whom)
{
    int64_t *wanted = data;
    (void)what;
    (void)whom;
    if (*wanted == id)
        *wanted = 0;
}

/* Waits for the server to carry an errand out. */
static int send_errand(sv_store *store, const char *what, const char *whom)
{
    const struct timespec pause = {.tv_nsec = 100000000};
    rec_error error;
    int64_t id;
    if (!run_errand(store, what, whom, &id, &error))
        return complain(&error);
    for (unsigned i = 0; i < PATIENCE; i++) {
        int64_t waiting = id;
        nanosleep(&pause, NULL);
        if (!sv_errands(store, note_errand, &waiting, &error))
            return complain(&error);
        if (waiting != 0) {
            puts("Done.");
            return OK;
        }
    }
    puts("It will be done when the server runs.");
    return OK;
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
        return send_errand(store, "end", code);
    if (status < 0)
        fprintf(stderr, "elektro admin: no table has the code %s\n", code);
    else
        fprintf(stderr, "elektro admin: the game at %s is over\n", code);
    return FAILED;
}

static int block(sv_store *store, const char *what, const char *name)
{
    rec_error error;
    sv_user user;
    bool found;
    char folded[SV_NAME_MAX];
    sv_fold_name(name, folded);
    if (!sv_user_named(store, folded, &user, NULL, &found, &error))
        return complain(&error);
    if (found)
        return send_errand(store, what, folded);
    fprintf(stderr, "elektro admin: no account has the name %s\n", name);
    return FAILED;
}

static int command(sv_store *store, int argc, char **argv)
{
    const char *what = argc > 0 ? argv[0] : "";
    if (argc == 2 && strcmp(what, "backup") == 0)
        return back_up(store, argv[1]);
    if (argc == 2 && strcmp(what, "restore") == 0)
        return restore(store, argv[1]);
    if (argc == 1 && strcmp(what, "tables") == 0)
        return list_tables(store);
    if (argc == 2 && strcmp(what, "end") == 0)
        return end_table(store, argv[1]);
    if (argc == 2 && (strcmp(what, "block") == 0 || strcmp(what, "unblock") == 0))
        return block(store, what, argv[1]);
    fputs("elektro admin: expected a command; 'elektro admin --help' lists them\n", stderr);
    return USAGE;
}

/* --------------------------------------------------------------------------------------- verb */

/* How many arguments are options of the server's; they come first. */
static int option_count(int argc, char **argv)
{
    int i = 1;
    while (i < argc && strncmp(argv[i], "--", 2) == 0)
        i += strchr(argv[i], '=') || strcmp(argv[i], "--help") == 0 ? 1 : 2;
    return i < argc ? i : argc;
}

int sv_admin(int argc, char **argv)
{
    char path[SV_PATH_MAX + 16];
    sv_config config;
    sv_store store;
    rec_error error;
    const int options = option_count(argc, argv);
    if (!sv_config_read(&config, options, argv))
        return USAGE;
    if (config.help) {
        fputs(help, stdout);
        return OK;
    }
    if (sodium_init() < 0)
        return FAILED;
    sv_config_database(&config, path, sizeof path);
    if (!config.store[0] && access(path, F_OK) != 0) {
        fprintf(stderr, "elektro admin: %s: %s\n", path, strerror(errno));
        return FAILED;
    }
    sv_db *db =
        config.store[0] ? sv_db_postgres(config.store, &error) : sv_db_sqlite(path, NULL, &error);
    if (!db || !sv_store_open(&store, db, &error))
        return complain(&error);
    const int status = command(&store, argc - options, argv + options);
    sv_store_close(&store);
    return status;
}
