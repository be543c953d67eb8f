#include "people/store_reports.h"

#include "table.h"

#define COUNT(list) (sizeof(list) / sizeof *(list))

static void take_number(void *data, const sv_value *column)
{
    *(int64_t *)data = column[0].number;
}

static bool read_number(sv_store *store, const char *sql, const sv_value *values, unsigned count,
                        int64_t *number, rec_error *error)
{
    *number = 0;
    return sv_read(store, sql, values, count, (sv_rows){"n", take_number, number}, error);
}

static bool read_count(sv_store *store, const char *sql, const sv_value *values,
                       unsigned values_count, unsigned *count, rec_error *error)
{
    int64_t number;
    const bool ok = read_number(store, sql, values, values_count, &number, error);
    *count = (unsigned)number;
    return ok;
}

/* ------------------------------------------------------------------------------------- reports */

bool sv_report_add(sv_store *store, const sv_report *report, bool *added, rec_error *error)
{
    int64_t changed;
    const bool ok = sv_write(
        store,
        "INSERT INTO reports (id, at, kind, subject, person, other, code, line, context, times, "
        "state) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0, 'open') ON CONFLICT DO NOTHING",
        SV_VALUES(sv_number(report->id), sv_number(report->at), sv_text(report->kind),
                  sv_text(report->subject), sv_number(report->person), sv_number(report->other),
                  sv_text(report->code), sv_number(report->line), sv_text(report->context)),
        &changed, error);
    *added = ok && changed == 1;
    return ok;
}

bool sv_report_of(sv_store *store, const char *subject, int64_t *id, rec_error *error)
{
    return read_number(store, "SELECT id FROM reports WHERE subject = $1 AND state = 'open'",
                       SV_VALUES(sv_text(subject)), id, error);
}

bool sv_report_join(sv_store *store, int64_t report, int64_t person, const char *words, int64_t now,
                    rec_error *error)
{
    int64_t changed;
    if (!sv_write(store,
                  "INSERT INTO report_words (report, person, at, words) "
                  "SELECT $1, $2, $3, $4 WHERE "
                  "(SELECT COUNT(*) FROM report_words WHERE report = $1) < $5 "
                  "ON CONFLICT DO NOTHING",
                  SV_VALUES(sv_number(report), sv_number(person), sv_number(now), sv_text(words),
                            sv_number(SV_REPORTERS_MAX)),
                  &changed, error))
        return false;
    /* The server itself reports the same again, and is counted. */
    return (changed == 0 && person != 0) ||
           sv_write(store, "UPDATE reports SET times = times + 1 WHERE id = $1",
                    SV_VALUES(sv_number(report)), NULL, error);
}

bool sv_reports_by(sv_store *store, int64_t person, int64_t since, unsigned *count,
                   rec_error *error)
{
    return read_count(store, "SELECT COUNT(*) FROM report_words WHERE person = $1 AND at > $2",
                      SV_VALUES(sv_number(person), sv_number(since)), count, error);
}

bool sv_reports_about(sv_store *store, int64_t person, unsigned *count, rec_error *error)
{
    return read_count(store, "SELECT COUNT(*) FROM reports WHERE person = $1 AND state = 'open'",
                      SV_VALUES(sv_number(person)), count, error);
}

typedef struct report_list {
    sv_report_each *each;
    void *data;
} report_list;

#define REPORT_COLUMNS "id, at, kind, subject, person, other, code, line, context, times, state"

static void take_report(void *data, const sv_value *column)
{
    const report_list *list = data;
    const sv_report report = {.id = column[0].number,
                              .at = column[1].number,
                              .kind = column[2].text,
                              .subject = column[3].text,
                              .person = column[4].number,
                              .other = column[5].number,
                              .code = column[6].text,
                              .line = column[7].number,
                              .context = column[8].text,
                              .times = column[9].number,
                              .open = column[10].text && column[10].text[0] == 'o'};
    list->each(list->data, &report);
}

bool sv_reports(sv_store *store, bool open, sv_page page, sv_report_each *each, void *data,
                rec_error *error)
{
    report_list list = {each, data};
    return sv_read(store,
                   "SELECT " REPORT_COLUMNS " FROM reports WHERE state = $1 "
                   "AND (at < $2 OR (at = $2 AND id < $3)) ORDER BY at DESC, id DESC LIMIT $4",
                   SV_VALUES(sv_text(open ? "open" : "decided"), sv_number(page.before),
                             sv_number(page.id), sv_number(page.max)),
                   (sv_rows){"nnttnntntnt", take_report, &list}, error);
}

bool sv_report_find(sv_store *store, int64_t id, sv_report_each *each, void *data, rec_error *error)
{
    report_list list = {each, data};
    return sv_read(store, "SELECT " REPORT_COLUMNS " FROM reports WHERE id = $1",
                   SV_VALUES(sv_number(id)), (sv_rows){"nnttnntntnt", take_report, &list}, error);
}

typedef struct reporter_list {
    sv_reporter_each *each;
    void *data;
} reporter_list;

static void take_reporter(void *data, const sv_value *column)
{
    const reporter_list *list = data;
    const sv_reporter reporter = {
        .person = column[0].number, .at = column[1].number, .words = column[2].text};
    list->each(list->data, &reporter);
}

bool sv_reporters(sv_store *store, int64_t report, unsigned max, sv_reporter_each *each, void *data,
                  rec_error *error)
{
    reporter_list list = {each, data};
    return sv_read(store,
                   "SELECT person, at, words FROM report_words WHERE report = $1 "
                   "ORDER BY at, person LIMIT $2",
                   SV_VALUES(sv_number(report), sv_number(max)),
                   (sv_rows){"nnt", take_reporter, &list}, error);
}

bool sv_report_close(sv_store *store, int64_t id, bool *closed, rec_error *error)
{
    int64_t changed;
    const bool ok =
        sv_write(store, "UPDATE reports SET state = 'decided' WHERE id = $1 AND state = 'open'",
                 SV_VALUES(sv_number(id)), &changed, error);
    *closed = ok && changed == 1;
    return ok;
}

/* ----------------------------------------------------------------------------------------- log */

bool sv_moderation_add(sv_store *store, const sv_moderation *m, rec_error *error)
{
    return sv_write(store,
                    "INSERT INTO moderations (id, at, moderator, name, action, person, "
                    "person_name, report, words, until, new_name) "
                    "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
                    SV_VALUES(sv_number(sv_id_make()), sv_number(m->at), sv_number(m->moderator),
                              sv_text(m->name), sv_text(m->action), sv_number(m->person),
                              sv_text(m->person_name), sv_number(m->report), sv_text(m->words),
                              sv_number(m->until), sv_text(m->new_name)),
                    NULL, error);
}

typedef struct moderation_list {
    sv_moderation_each *each;
    void *data;
} moderation_list;

static void take_moderation(void *data, const sv_value *column)
{
    const moderation_list *list = data;
    const sv_moderation m = {.at = column[1].number,
                             .moderator = column[2].number,
                             .name = column[3].text,
                             .action = column[4].text,
                             .person = column[5].number,
                             .person_name = column[6].text,
                             .report = column[7].number,
                             .words = column[8].text,
                             .until = column[9].number,
                             .new_name = column[10].text};
    list->each(list->data, &m, column[0].number);
}

/* SQLite counts parameters in the order in which they are named. */
#define MODERATIONS(condition, last)                                                       \
    "SELECT id, at, moderator, name, action, person, person_name, report, words, "         \
    "until, new_name FROM moderations WHERE (at < $1 OR (at = $1 AND id < $2)) " condition \
    " ORDER BY at DESC, id DESC LIMIT " last

bool sv_moderations(sv_store *store, int64_t person, sv_page page, sv_moderation_each *each,
                    void *data, rec_error *error)
{
    moderation_list list = {each, data};
    const sv_rows rows = {"nnnttntntnt", take_moderation, &list};
    if (person)
        return sv_read(store, MODERATIONS("AND person = $3", "$4"),
                       SV_VALUES(sv_number(page.before), sv_number(page.id), sv_number(person),
                                 sv_number(page.max)),
                       rows, error);
    return sv_read(store, MODERATIONS("", "$3"),
                   SV_VALUES(sv_number(page.before), sv_number(page.id), sv_number(page.max)), rows,
                   error);
}

/* ------------------------------------------------------------------------------------ deletion */

bool sv_reports_forget(sv_store *store, int64_t person, rec_error *error)
{
    static const char *const sql[] = {
        "UPDATE reports SET person = 0 WHERE person = $1",
        "UPDATE reports SET other = 0 WHERE other = $1",
        "DELETE FROM report_words WHERE person = $1",
    };
    for (unsigned i = 0; i < COUNT(sql); i++)
        if (!sv_write(store, sql[i], SV_VALUES(sv_number(person)), NULL, error))
            return false;
    return true;
}
