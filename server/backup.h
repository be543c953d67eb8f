/*
 * Backups of a SQLite database, while a server uses it or not.
 *
 * Making one changes nothing: the database is opened for reading only, whatever its schema.
 * Restoring one prepares everything in another file beside the database (checked, brought to the
 * newest schema) and then replaces the database in one transaction, so that it is as it was if
 * anything fails.
 */
#ifndef ELEKTRO_SERVER_BACKUP_H
#define ELEKTRO_SERVER_BACKUP_H

#include "db.h"

/* Copies the database to a new file, which only its owner can read. alone: no other process can
 * write to the database meanwhile. */
SV_CHECKED bool sv_backup(const char *database, bool alone, const char *copy, rec_error *error);

/* Changes a database before it takes the place of another. */
typedef bool sv_prepare(void *data, sv_db *db, rec_error *error);

/* Replaces the database, or creates it, by the content of a backup, which prepare may change
 * first. */
SV_CHECKED bool sv_restore(const char *database, const char *copy, sv_prepare *prepare, void *data,
                           rec_error *error);

#endif
