#include "people/store_invitations.h"

#include <stdlib.h>

#include "errors.h"

enum { TABLES_MAX = 2000 };

bool sv_invitation_add(sv_store *store, const sv_invitation *invitation, bool *added,
                       rec_error *error)
{
    int64_t changed;
    const bool ok = sv_write(store,
                             "INSERT INTO invitations (person, code, sender, name, at) "
                             "VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING",
                             SV_VALUES(sv_number(invitation->person), sv_text(invitation->code),
                                       sv_number(invitation->sender), sv_text(invitation->name),
                                       sv_number(invitation->at)),
                             &changed, error);
    *added = ok && changed == 1;
    return ok;
}

bool sv_invitation_drop(sv_store *store, int64_t person, const char *code, rec_error *error)
{
    return sv_write(store, "DELETE FROM invitations WHERE person = $1 AND code = $2",
                    SV_VALUES(sv_number(person), sv_text(code)), NULL, error);
}

typedef struct invitation_list {
    sv_invitation_each *each;
    void *data;
    int64_t person;
} invitation_list;

static void take_invitation(void *data, const sv_value *column)
{
    const invitation_list *list = data;
    const sv_invitation invitation = {.person = list->person,
                                      .code = column[0].text,
                                      .sender = column[1].number,
                                      .name = column[2].text,
                                      .at = column[3].number};
    list->each(list->data, &invitation);
}

bool sv_invitations(sv_store *store, int64_t person, unsigned max, sv_invitation_each *each,
                    void *data, rec_error *error)
{
    invitation_list list = {each, data, person};
    return sv_read(store,
                   "SELECT invitations.code, sender, name, at FROM invitations "
                   "JOIN games ON games.code = invitations.code "
                   "WHERE person = $1 AND status = 0 ORDER BY at DESC, invitations.code LIMIT $2",
                   SV_VALUES(sv_number(person), sv_number(max)),
                   (sv_rows){"tntn", take_invitation, &list}, error);
}

bool sv_invitations_expire(sv_store *store, int64_t before, unsigned max, unsigned *gone,
                           rec_error *error)
{
    int64_t changed;
    if (!sv_write(store,
                  "DELETE FROM invitations WHERE code IN (SELECT code FROM invitations AS old "
                  "WHERE at < $1 AND NOT EXISTS "
                  "(SELECT 1 FROM games WHERE games.code = old.code AND status = 0) LIMIT $2)",
                  SV_VALUES(sv_number(before), sv_number(max)), &changed, error))
        return false;
    *gone = (unsigned)changed;
    return true;
}

bool sv_invitations_rename(sv_store *store, const sv_user *sender, rec_error *error)
{
    return sv_write(store, "UPDATE invitations SET name = $1 WHERE sender = $2",
                    SV_VALUES(sv_text(sender->name), sv_number(sender->id)), NULL, error);
}

bool sv_invitations_forget(sv_store *store, int64_t person, rec_error *error)
{
    return sv_write(store, "DELETE FROM invitations WHERE person = $1 OR sender = $1",
                    SV_VALUES(sv_number(person)), NULL, error);
}

/* --------------------------------------------------------------------------- where people are */

typedef struct person_list {
    sv_person_each *each;
    sv_person_text *text;
    void *data;
} person_list;

static void take_person(void *data, const sv_value *column)
{
    const person_list *list = data;
    list->each(list->data, column[0].number);
}

static void take_text(void *data, const sv_value *column)
{
    const person_list *list = data;
    list->text(list->data, column[0].number, column[1].text);
}

static bool read_among(sv_store *store, const char *sql, const int64_t *person, unsigned count,
                       sv_rows rows, rec_error *error)
{
    char *among = sv_list_of_numbers(store, person, count);
    const bool ok =
        among ? sv_read(store, sql, SV_VALUES(sv_text(among), sv_number(TABLES_MAX)), rows, error)
              : sv_fail_memory(error);
    free(among);
    return ok;
}

bool sv_people_present(sv_store *store, const int64_t *person, unsigned count, sv_person_each *each,
                       void *data, rec_error *error)
{
    person_list list = {.each = each, .data = data};
    return read_among(
        store,
        SV_AMONG(store, "SELECT DISTINCT person FROM presence WHERE person", "$1", "LIMIT $2"),
        person, count, (sv_rows){"n", take_person, &list}, error);
}

bool sv_people_tables(sv_store *store, const int64_t *person, unsigned count, sv_person_text *each,
                      void *data, rec_error *error)
{
    person_list list = {.text = each, .data = data};
    return read_among(store,
                      SV_AMONG(store,
                               "SELECT person, code FROM players "
                               "JOIN games ON games.id = players.game WHERE status < 2 "
                               "AND listed = 1 AND person",
                               "$1", "ORDER BY touched LIMIT $2"),
                      person, count, (sv_rows){"nt", take_text, &list}, error);
}
