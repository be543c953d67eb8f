/* PostgreSQL as the database. */
#include "db.h"

sv_db *sv_db_postgres(const char *url, rec_error *error)
{
    (void)url;
    return rec_fail(error, "storage", "This Elektro was built without PostgreSQL."), NULL;
}
