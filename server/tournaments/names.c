#include "tournaments/names.h"

#include <stdio.h>

enum { KEY = 24 };

static void print_key(int64_t person, char key[KEY])
{
    snprintf(key, KEY, "%lld", (long long)person);
}

static void note_name(void *data, int64_t person, const char *name)
{
    char key[KEY];
    print_key(person, key);
    json_object_set_new(data, key, json_string(name));
}

json_t *sv_names_look_up(sv_store *store, const int64_t *person, unsigned count, rec_error *error)
{
    json_t *names = json_object();
    if (count == 0 || sv_names_of(store, person, count, note_name, names, error))
        return names;
    json_decref(names);
    return NULL;
}

const char *sv_name_among(const json_t *names, int64_t person)
{
    char key[KEY];
    print_key(person, key);
    return json_string_value(json_object_get(names, key));
}

json_t *sv_name_json(const json_t *names, int64_t person)
{
    const char *name = sv_name_among(names, person);
    return name ? json_string(name) : json_null();
}
