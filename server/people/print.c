#include "people/print.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "people/store_reports.h"

enum { PRINTED_MAX = 1000 };

void sv_print_time(int64_t at, char text[SV_TIME_TEXT])
{
    struct tm tm;
    const time_t seconds = (time_t)(at / 1000);
    strftime(text, SV_TIME_TEXT, "%Y-%m-%d %H:%M", gmtime_r(&seconds, &tm));
}

/* ------------------------------------------------------------------------------------- reports */

/* All reports are read before one is printed: each needs other queries. */
static void take_report(void *data, const sv_report *report)
{
    json_array_append_new(
        data, json_pack("{s:I, s:I, s:s, s:I, s:I, s:s?, s:I, s:I, s:o}", "id",
                        (json_int_t)report->id, "at", (json_int_t)report->at, "kind", report->kind,
                        "person", (json_int_t)report->person, "other", (json_int_t)report->other,
                        "code", report->code, "line", (json_int_t)report->line, "times",
                        (json_int_t)report->times, "context",
                        json_loads(report->context ? report->context : "{}", 0, NULL)));
}

static void take_name(void *data, int64_t person, const char *name)
{
    (void)person;
    snprintf(data, SV_NAME_MAX, "%s", name);
}

static bool print_name(sv_store *store, const char *before, int64_t person, rec_error *error)
{
    char name[SV_NAME_MAX] = "a former player";
    if (person && !sv_names_of(store, &person, 1, take_name, name, error))
        return false;
    printf("%s%s", before, name);
    return true;
}

static void print_lines(const json_t *context, int64_t reported)
{
    size_t i;
    const json_t *line;
    json_array_foreach(json_object_get(context, "lines"), i, line)
    {
        const bool it = json_integer_value(json_object_get(line, "number")) == reported;
        printf("  %s %s: %s\n", it ? ">" : "|", json_string_value(json_object_get(line, "name")),
               json_string_value(json_object_get(line, "text")));
    }
}

static void print_reporter(void *data, const sv_reporter *reporter)
{
    (void)data;
    if (reporter->words && reporter->words[0])
        printf("  \"%s\"\n", reporter->words);
}

static int64_t number(const json_t *report, const char *key)
{
    return json_integer_value(json_object_get(report, key));
}

static bool print_report(sv_store *store, const json_t *report, rec_error *error)
{
    char when[SV_TIME_TEXT];
    const char *code = json_string_value(json_object_get(report, "code"));
    sv_print_time(number(report, "at"), when);
    printf("%s UTC  %s  %" PRId64 " times  ", when,
           json_string_value(json_object_get(report, "kind")), number(report, "times"));
    if (!print_name(store, "", number(report, "person"), error) ||
        (number(report, "other") && !print_name(store, " and ", number(report, "other"), error)))
        return false;
    printf("%s%s\n", code ? "  table " : "", code ? code : "");
    print_lines(json_object_get(report, "context"), number(report, "line"));
    return sv_reporters(store, number(report, "id"), SV_REPORTERS_MAX, print_reporter, NULL, error);
}

bool sv_print_reports(sv_store *store, rec_error *error)
{
    size_t i;
    const json_t *report;
    json_t *list = json_array();
    const sv_page newest = {.before = INT64_MAX, .max = PRINTED_MAX};
    bool ok = sv_reports(store, true, newest, take_report, list, error);
    json_array_foreach(list, i, report)
    {
        ok = ok && print_report(store, report, error);
    }
    if (ok && json_array_size(list) == 0)
        fputs("No report is open.\n", stderr);
    json_decref(list);
    return ok;
}

/* ----------------------------------------------------------------------------------------- log */

static void print_moderation(void *data, const sv_moderation *m, int64_t id)
{
    char when[SV_TIME_TEXT];
    (void)id;
    *(bool *)data = true;
    sv_print_time(m->at, when);
    printf("%s UTC  %s: %s %s", when, m->name, m->action, m->person_name);
    if (m->new_name)
        printf(" to %s", m->new_name);
    if (m->until) {
        sv_print_time(m->until, when);
        printf(" until %s UTC", when);
    }
    if (m->words[0])
        printf("  \"%s\"", m->words);
    puts("");
}

bool sv_print_moderations(sv_store *store, rec_error *error)
{
    bool any = false;
    const sv_page newest = {.before = INT64_MAX, .max = PRINTED_MAX};
    if (!sv_moderations(store, 0, newest, print_moderation, &any, error))
        return false;
    if (!any)
        fputs("Nothing has been decided.\n", stderr);
    return true;
}
