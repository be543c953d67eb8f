#include "people/moderation_json.h"

#include <stdlib.h>

#include "errors.h"

static json_t *number_or_null(int64_t number)
{
    return number ? json_integer(number) : json_null();
}

json_t *sv_report_json(const sv_report *report)
{
    return json_pack("{s:I, s:I, s:s, s:o, s:o, s:s?, s:o, s:I, s:b}", "report",
                     (json_int_t)report->id, "at", (json_int_t)report->at, "kind", report->kind,
                     "user", number_or_null(report->person), "other", number_or_null(report->other),
                     "table", report->code, "line", number_or_null(report->line), "times",
                     (json_int_t)report->times, "open", report->open);
}

json_t *sv_moderation_json(const sv_moderation *m, int64_t id)
{
    return json_pack("{s:I, s:I, s:o, s:s, s:s, s:o, s:s, s:o, s:s, s:o, s:s?}", "id",
                     (json_int_t)id, "at", (json_int_t)m->at, "moderator",
                     number_or_null(m->moderator), "by", m->name, "action", m->action, "user",
                     number_or_null(m->person), "name", m->person_name, "report",
                     number_or_null(m->report), "text", m->words, "until", number_or_null(m->until),
                     "new_name", m->new_name);
}

typedef struct naming {
    json_t *list;
    const char *key, *name;
} naming;

static void take_name(void *data, int64_t person, const char *name)
{
    const naming *n = data;
    size_t i;
    json_t *each;
    json_array_foreach(n->list, i, each)
    {
        if (json_integer_value(json_object_get(each, n->key)) == person)
            json_object_set_new(each, n->name, json_string(name));
    }
}

bool sv_json_add_names(sv_store *store, json_t *list, const char *key, const char *name,
                       rec_error *error)
{
    const size_t size = json_array_size(list);
    int64_t *person = malloc((size + 1) * sizeof *person);
    naming n = {list, key, name};
    if (!person)
        return sv_fail_memory(error);
    for (size_t i = 0; i < size; i++) {
        json_t *each = json_array_get(list, i);
        person[i] = json_integer_value(json_object_get(each, key));
        json_object_set_new(each, name, json_null());
    }
    const bool ok = size == 0 || sv_names_of(store, person, (unsigned)size, take_name, &n, error);
    free(person);
    return ok;
}
