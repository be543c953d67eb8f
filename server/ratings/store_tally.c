/* What is left to be entered among the results, and who enters it, in the store. */
#include <stdlib.h>

#include "errors.h"
#include "ratings/store_ratings.h"

static void take_number(void *data, const sv_value *column)
{
    *(int64_t *)data = column[0].number;
}

bool sv_games_untallied(sv_store *store, unsigned max, sv_code_each *each, void *data,
                        rec_error *error)
{
    sv_code_list list = {each, data};
    return sv_read(store,
                   "SELECT code FROM games WHERE status = 2 AND tallied IS NULL "
                   "ORDER BY ended DESC, id DESC LIMIT $1",
                   SV_VALUES(sv_number(max)), (sv_rows){"t", sv_take_code, &list}, error);
}

bool sv_game_mark_tallied(sv_store *store, const char *code, unsigned how, rec_error *error)
{
    return sv_write(store, "UPDATE games SET tallied = $1 WHERE code = $2",
                    SV_VALUES(sv_number(how), sv_text(code)), NULL, error);
}

bool sv_game_tallied(sv_store *store, const char *code, unsigned *marked, rec_error *error)
{
    int64_t number = 0;
    const bool ok = sv_read(store, "SELECT tallied FROM games WHERE code = $1",
                            SV_VALUES(sv_text(code)), (sv_rows){"n", take_number, &number}, error);
    *marked = (unsigned)number;
    return ok;
}

/* -------------------------------------------------------------------------------------- people */

static void count_row(void *data, const sv_value *column)
{
    (void)column;
    ++*(unsigned *)data;
}

/* The statement locks as many users as it reads, unless somebody else has one. */
static bool claim_people(sv_store *store, const char *list, bool *claimed, rec_error *error)
{
    unsigned there = 0, locked = 0;
    const bool ok =
        sv_write_and_read(store,
                          "SELECT id FROM users WHERE id = ANY ($1::bigint[]) ORDER BY id "
                          "FOR UPDATE SKIP LOCKED",
                          SV_VALUES(sv_text(list)), (sv_rows){"n", count_row, &locked}, error) &&
        sv_read(store, "SELECT id FROM users WHERE id = ANY ($1::bigint[])",
                SV_VALUES(sv_text(list)), (sv_rows){"n", count_row, &there}, error);
    *claimed = locked == there;
    return ok;
}

bool sv_result_claim(sv_store *store, const sv_result *result, bool *claimed, rec_error *error)
{
    int64_t person[EK_SEATS];
    *claimed = true;
    if (!store->node)
        return true;
    for (unsigned i = 0; i < EK_SEATS; i++)
        person[i] = result->seat[i].person;
    char *list = sv_list_of_numbers(store, person, EK_SEATS);
    const bool ok = list ? claim_people(store, list, claimed, error) : sv_fail_memory(error);
    free(list);
    return ok;
}
