/*
 * The next release as far as its schema goes, to run beside this one (releases.py): it has a step
 * more, which adds a table and columns. The environment names the oldest release that can work with
 * that:
 *
 *     ELEKTRO_TEST_OLDEST=8   this one
 *     ELEKTRO_TEST_OLDEST=9   only the next one itself
 *
 * The linker puts these functions in the place of the server's own.
 */
#include <stdlib.h>
#include <string.h>

#include "errors.h"
#include "schema.h"

bool __wrap_sv_migrate(sv_db *db, rec_error *error);
bool __wrap_sv_schema_check(sv_db *db, rec_error *error);

/* The linker compares no types: the compiler does it here. */
#define SAME_TYPE(name) \
    _Static_assert(__builtin_types_compatible_p(__typeof__(name), __typeof__(__wrap_##name)), #name)
SAME_TYPE(sv_migrate);
SAME_TYPE(sv_schema_check);

enum { STEPS_MAX = 64 };

static const char step[] = "CREATE TABLE clubs (id BIGINT PRIMARY KEY, name TEXT NOT NULL);"
                           "CREATE INDEX clubs_name ON clubs (name);"
                           "ALTER TABLE users ADD COLUMN club BIGINT;"
                           "ALTER TABLE games ADD COLUMN club BIGINT;"
                           "ALTER TABLE journal ADD COLUMN note TEXT;"
                           "ALTER TABLE news ADD COLUMN note TEXT;"
                           "ALTER TABLE nodes ADD COLUMN note TEXT;";

static const char *steps[STEPS_MAX];

static bool next_schema(sv_schema *next, rec_error *error)
{
    const char *oldest = getenv("ELEKTRO_TEST_OLDEST");
    const unsigned before = sv_schema_released.version;
    if (!oldest || before >= STEPS_MAX)
        return rec_fail(error, "test", "ELEKTRO_TEST_OLDEST is not set, or there are many steps.");
    memcpy(steps, sv_schema_released.steps, before * sizeof *steps);
    steps[before] = step;
    *next = (sv_schema){steps, before + 1, (unsigned)strtoul(oldest, NULL, 10)};
    return true;
}

bool __wrap_sv_migrate(sv_db *db, rec_error *error)
{
    sv_schema next;
    return next_schema(&next, error) && sv_schema_migrate(db, &next, error);
}

bool __wrap_sv_schema_check(sv_db *db, rec_error *error)
{
    sv_schema next;
    return next_schema(&next, error) && sv_schema_fits(db, &next, error);
}
