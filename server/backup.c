#include "backup.h"

#include <errno.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "errors.h"

enum {
    BUSY_MS = 5000,
    COPY_TRIES = 1000,
    COPY_PAUSE_MS = 10,
    PATH_TEXT = 1100,
    ANSWER_TEXT = 32,
    ADDRESS_TEXT = 3 * PATH_TEXT + 64
};

/* -------------------------------------------------------------------------------------- copying */

static bool failed(sqlite3 *sqlite, const char *path, rec_error *error)
{
    return sv_fail(error, SV_ERROR_STORAGE, "%.150s: %s.", path,
                   sqlite ? sqlite3_errmsg(sqlite) : "there is not enough memory");
}

/* The caller closes it, also after a failure. */
static bool open_file(const char *path, int flags, sqlite3 **sqlite, rec_error *error)
{
    return (sqlite3_open_v2(path, sqlite, flags, NULL) == SQLITE_OK &&
            sqlite3_busy_timeout(*sqlite, BUSY_MS) == SQLITE_OK) ||
           failed(*sqlite, path, error);
}

/* Copies everything in one step. In several steps SQLite would start over after each commit of the
 * server between two of them; in one step it reads a snapshot and blocks nobody. */
static bool copy_all(sqlite3 *from, sqlite3 *to)
{
    sqlite3_backup *backup = sqlite3_backup_init(to, "main", from, "main");
    if (!backup)
        return false;
    int step = SQLITE_BUSY;
    for (unsigned i = 0; i < COPY_TRIES && (step == SQLITE_BUSY || step == SQLITE_LOCKED); i++) {
        step = sqlite3_backup_step(backup, -1);
        if (step != SQLITE_DONE)
            sqlite3_sleep(COPY_PAUSE_MS);
    }
    const int end = sqlite3_backup_finish(backup);
    return step == SQLITE_DONE && end == SQLITE_OK;
}

/* from may be an address that begins with "file:". */
static bool copy_file(const char *from, const char *to, rec_error *error)
{
    sqlite3 *source = NULL, *target = NULL;
    bool ok = open_file(from, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, &source, error) &&
              open_file(to, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, &target, error);
    if (ok && !copy_all(source, target))
        ok = failed(target, to, error);
    sqlite3_close(source);
    if (sqlite3_close(target) != SQLITE_OK && ok)
        ok = failed(target, to, error);
    return ok;
}

/* The address of a file that nobody changes: SQLite then creates no files beside it. */
static bool quiet_address(const char *path, char address[ADDRESS_TEXT])
{
    char log[PATH_TEXT + 16];
    size_t length = (size_t)snprintf(address, ADDRESS_TEXT, "file:");
    snprintf(log, sizeof log, "%s-wal", path);
    if (access(log, F_OK) == 0)
        return false;
    for (; *path && length < ADDRESS_TEXT - 32; path++)
        length += (size_t)snprintf(address + length, 4, strchr("?#%", *path) ? "%%%02x" : "%c",
                                   (unsigned char)*path);
    snprintf(address + length, ADDRESS_TEXT - length, "?immutable=1");
    return true;
}

/* Deletes a database with the files that SQLite keeps beside it. */
static void remove_database(const char *path)
{
    static const char *const endings[] = {"", "-wal", "-shm", "-journal"};
    char name[PATH_TEXT + 16];
    for (unsigned i = 0; i < sizeof endings / sizeof *endings; i++) {
        snprintf(name, sizeof name, "%s%s", path, endings[i]);
        unlink(name);
    }
}

static bool name_beside(const char *path, const char *ending, char name[PATH_TEXT],
                        rec_error *error)
{
    return snprintf(name, PATH_TEXT, "%s%s", path, ending) < PATH_TEXT ||
           sv_fail(error, SV_ERROR_STORAGE, "The name of the file is too long.");
}

/* --------------------------------------------------------------------------------------- backup */

/* Under another name first, so that a file with this name is always complete. */
bool sv_backup(const char *database, bool alone, const char *copy, rec_error *error)
{
    char part[PATH_TEXT], address[ADDRESS_TEXT];
    if (!name_beside(copy, ".part", part, error))
        return false;
    remove_database(part);
    const mode_t mask = umask(0077);
    const bool ok =
        copy_file(alone && quiet_address(database, address) ? address : database, part, error);
    umask(mask);
    if (ok && rename(part, copy) == 0)
        return true;
    if (ok)
        sv_fail(error, SV_ERROR_STORAGE, "%.100s: %s", copy, strerror(errno));
    remove_database(part);
    return false;
}

/* -------------------------------------------------------------------------------------- restore */

static int take_text(void *data, int columns, char **value, char **name)
{
    (void)columns;
    (void)name;
    snprintf(data, ANSWER_TEXT, "%s", value[0] ? value[0] : "");
    return 0;
}

/* A backup is complete if SQLite finds no damage and it has a schema that this program knows. */
static bool is_whole(sqlite3 *copy, const char *path, rec_error *error)
{
    char whole[ANSWER_TEXT] = "", version[ANSWER_TEXT] = "";
    if (sqlite3_exec(copy, "PRAGMA integrity_check", take_text, whole, NULL) != SQLITE_OK ||
        strcmp(whole, "ok") != 0 ||
        sqlite3_exec(copy, "SELECT MAX(version) FROM schema_version", take_text, version, NULL) !=
            SQLITE_OK ||
        !version[0])
        return sv_fail(error, SV_ERROR_STORAGE, "%.150s is no backup of Elektro, or it is damaged.",
                       path);
    return strtoul(version, NULL, 10) <= sv_schema_version ||
           rec_fail(error, "newer-schema", "%.120s has schema %s. Use a newer Elektro.", path,
                    version);
}

static bool check_backup(const char *path, rec_error *error)
{
    sqlite3 *copy = NULL;
    struct stat status;
    if (stat(path, &status) != 0)
        return sv_fail(error, SV_ERROR_STORAGE, "%.150s: %s", path, strerror(errno));
    if (S_ISDIR(status.st_mode))
        return sv_fail(error, SV_ERROR_STORAGE, "%.150s is a folder, not a backup.", path);
    const bool ok =
        open_file(path, SQLITE_OPEN_READONLY, &copy, error) && is_whole(copy, path, error);
    sqlite3_close(copy);
    return ok;
}

static bool bring_up_to_date(const char *path, sv_prepare *prepare, void *data, rec_error *error)
{
    sv_db *db = sv_db_sqlite(path, NULL, error);
    if (!db)
        return false;
    const bool ok = sv_migrate(db, error) && (!prepare || prepare(data, db, error));
    db->close(db);
    return ok;
}

static bool replace(const char *database, const char *fresh, rec_error *error)
{
    const bool existed = access(database, F_OK) == 0;
    if (copy_file(fresh, database, error))
        return true;
    if (!existed)
        remove_database(database);
    return false;
}

bool sv_restore(const char *database, const char *copy, sv_prepare *prepare, void *data,
                rec_error *error)
{
    char fresh[PATH_TEXT];
    if (!check_backup(copy, error) || !name_beside(database, ".restoring", fresh, error))
        return false;
    remove_database(fresh);
    const mode_t mask = umask(0077);
    const bool ok = copy_file(copy, fresh, error) &&
                    bring_up_to_date(fresh, prepare, data, error) &&
                    replace(database, fresh, error);
    umask(mask);
    remove_database(fresh);
    return ok;
}
