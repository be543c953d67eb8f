/* Removed spectators and quiet tables in the store. */
#include "store.h"

bool sv_remove(sv_store *store, int64_t game, int64_t person, bool on, rec_error *error)
{
    return sv_write(store,
                    on ? "INSERT INTO removals (game, person) VALUES ($1, $2) "
                         "ON CONFLICT DO NOTHING"
                       : "DELETE FROM removals WHERE game = $1 AND person = $2",
                    SV_VALUES(sv_number(game), sv_number(person)), NULL, error);
}

typedef struct removed_list {
    sv_person_each *each;
    void *data;
} removed_list;

static void take_removed(void *data, const sv_value *column)
{
    const removed_list *list = data;
    list->each(list->data, column[0].number);
}

bool sv_removed(sv_store *store, int64_t game, unsigned max, sv_person_each *each, void *data,
                rec_error *error)
{
    removed_list list = {each, data};
    return sv_read(store, "SELECT person FROM removals WHERE game = $1 ORDER BY person LIMIT $2",
                   SV_VALUES(sv_number(game), sv_number(max)), (sv_rows){"n", take_removed, &list},
                   error);
}

static void take_quiet(void *data, const sv_value *column)
{
    *(bool *)data = column[0].number != 0;
}

bool sv_game_quiet(sv_store *store, int64_t game, bool *quiet, rec_error *error)
{
    *quiet = false;
    return sv_read(store, "SELECT quiet FROM games WHERE id = $1", SV_VALUES(sv_number(game)),
                   (sv_rows){"n", take_quiet, quiet}, error);
}

bool sv_game_set_quiet(sv_store *store, int64_t game, bool quiet, rec_error *error)
{
    return sv_write(store, "UPDATE games SET quiet = $1 WHERE id = $2",
                    SV_VALUES(sv_number(quiet), sv_number(game)), NULL, error);
}
