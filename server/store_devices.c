/* Devices and addresses from which accounts have logged in (device.h), by their hashes. */
#include "store.h"

enum { DEVICES_MAX = 40 }; /* of an account */

static void note(void *data, const sv_value *column)
{
    *(bool *)data = column[0].number > 0;
}

bool sv_device_find(sv_store *store, const char *hash, int64_t account, int64_t now, bool *found,
                    rec_error *error)
{
    *found = false;
    return sv_read(store,
                   "SELECT COUNT(*) FROM devices "
                   "WHERE hash = $1 AND expires > $2 AND (person = $3 OR $3 = 0)",
                   SV_VALUES(sv_text(hash), sv_number(now), sv_number(account)),
                   (sv_rows){"n", note, found}, error);
}

bool sv_device_add(sv_store *store, const char *hash, int64_t account, int64_t expires,
                   rec_error *error)
{
    return sv_write(store,
                    "INSERT INTO devices (hash, person, expires) VALUES ($1, $2, $3) "
                    "ON CONFLICT (hash, person) DO UPDATE SET expires = excluded.expires",
                    SV_VALUES(sv_text(hash), sv_number(account), sv_number(expires)), NULL, error);
}

bool sv_devices_trim(sv_store *store, int64_t account, rec_error *error)
{
    return sv_write(store,
                    "DELETE FROM devices WHERE person = $1 AND hash NOT IN (SELECT hash FROM "
                    "devices WHERE person = $1 ORDER BY expires DESC, hash LIMIT $2)",
                    SV_VALUES(sv_number(account), sv_number(DEVICES_MAX)), NULL, error);
}

bool sv_devices_drop(sv_store *store, int64_t account, const char *but, const char *and_but,
                     rec_error *error)
{
    return sv_write(store, "DELETE FROM devices WHERE person = $1 AND hash NOT IN ($2, $3)",
                    SV_VALUES(sv_number(account), sv_text(but), sv_text(and_but)), NULL, error);
}

bool sv_devices_expire(sv_store *store, int64_t now, unsigned max, unsigned *gone, rec_error *error)
{
    int64_t changed;
    if (!sv_write(store,
                  "DELETE FROM devices WHERE hash IN "
                  "(SELECT hash FROM devices WHERE expires <= $1 ORDER BY expires LIMIT $2) "
                  "AND expires <= $1",
                  SV_VALUES(sv_number(now), sv_number(max)), &changed, error))
        return false;
    *gone = (unsigned)changed;
    return true;
}
