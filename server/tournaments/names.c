#include "tournaments/names.h"

#include <stdio.h>

#include "profiles/store_profiles.h"

enum { KEY = 24 };

static void print_key(int64_t person, char key[KEY])
{
    snprintf(key, KEY, "%lld", (long long)person);
}

static void note_face(void *data, const sv_face *face)
{
    char key[KEY];
    print_key(face->person, key);
    json_object_set_new(data, key,
                        json_pack("{s:s, s:b}", "name", face->name, "hides",
                                  (face->hidden & SV_HIDE_RATINGS) != 0));
}

json_t *sv_names_look_up(sv_store *store, const int64_t *person, unsigned count, rec_error *error)
{
    json_t *names = json_object();
    if (count == 0 || sv_faces_of(store, person, count, note_face, names, error))
        return names;
    json_decref(names);
    return NULL;
}

static const json_t *face_of(const json_t *names, int64_t person)
{
    char key[KEY];
    print_key(person, key);
    return json_object_get(names, key);
}

const char *sv_name_among(const json_t *names, int64_t person)
{
    return json_string_value(json_object_get(face_of(names, person), "name"));
}

bool sv_shows_rating(const json_t *names, int64_t person)
{
    return json_is_false(json_object_get(face_of(names, person), "hides"));
}

json_t *sv_name_json(const json_t *names, int64_t person)
{
    const char *name = sv_name_among(names, person);
    return name ? json_string(name) : json_null();
}
