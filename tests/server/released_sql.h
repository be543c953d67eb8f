/* Databases as earlier releases left them. */
#ifndef ELEKTRO_TESTS_SERVER_RELEASED_SQL_H
#define ELEKTRO_TESTS_SERVER_RELEASED_SQL_H

#include <stdbool.h>

#include "db.h"

/* Runs the statements of a file in schemas/, which make a database as a release left it. */
bool run_released_sql(sv_db *db, const char *name);

#endif
