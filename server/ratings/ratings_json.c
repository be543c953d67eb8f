#include "ratings/ratings_json.h"

#include <stdlib.h>

#include "bot.h"
#include "errors.h"
#include "profiles/store_profiles.h"
#include "state_json.h"
#include "words_text.h"

/* ------------------------------------------------------------------------------------- ratings */

typedef struct shown_ratings {
    json_t *list;
    sv_skill overall; /* of the last of the list */
} shown_ratings;

static json_t *skill_json(sv_skill skill)
{
    return json_pack("{s:I, s:I}", "rating", (json_int_t)sv_points(skill.mean), "deviation",
                     (json_int_t)sv_points(skill.spread));
}

static void add_overall(shown_ratings *shown, const sv_rating *rating)
{
    json_t *object = skill_json(rating->skill);
    json_object_set_new(object, "pace", json_string(sv_pace_words[rating->pace]));
    json_object_set_new(object, "provisional",
                        json_boolean(sv_is_provisional(rating->skill.spread)));
    json_object_set_new(object, "games", json_integer(rating->games));
    json_object_set_new(object, "by_players", json_array());
    json_array_append_new(shown->list, object);
    shown->overall = rating->skill;
}

static void add_by_players(const shown_ratings *shown, const sv_rating *rating)
{
    json_t *last = json_array_get(shown->list, json_array_size(shown->list) - 1);
    json_t *object = skill_json(sv_skill_sum(shown->overall, rating->skill));
    json_object_set_new(object, "players", json_integer(rating->players));
    json_object_set_new(object, "games", json_integer(rating->games));
    json_array_append_new(json_object_get(last, "by_players"), object);
}

/* The overall strength of a pace comes first. */
static void show_rating(void *data, const sv_rating *rating)
{
    shown_ratings *shown = data;
    if (rating->players == 0)
        add_overall(shown, rating);
    else if (json_array_size(shown->list) > 0)
        add_by_players(shown, rating);
}

json_t *sv_ratings_json(sv_store *store, int64_t person, rec_error *error)
{
    shown_ratings shown = {.list = json_array()};
    if (sv_ratings_of(store, &person, 1, show_rating, &shown, error))
        return shown.list;
    json_decref(shown.list);
    return NULL;
}

/* ------------------------------------------------------------------------------------- results */

/* What is shown of the person at a seat. */
typedef struct seat_face {
    json_t *name; /* NULL: they are gone, or it is a bot */
    bool account, hides;
} seat_face;

/* All seats of some results, so that one statement finds all names. */
typedef struct face_list {
    int64_t *person;
    seat_face *face;
    unsigned count;
    int64_t viewer; /* sees their own ratings even if they are hidden */
} face_list;

static void take_face(void *data, const sv_face *face)
{
    const face_list *list = data;
    for (unsigned i = 0; i < list->count; i++)
        if (list->person[i] == face->person && !list->face[i].name)
            list->face[i] = (seat_face){.name = json_string(face->name),
                                        .account = face->kind != SV_GUEST,
                                        .hides = face->hidden & SV_HIDE_RATINGS &&
                                                 face->person != list->viewer};
}

static bool find_faces(sv_store *store, const sv_result *result, unsigned count, face_list *list,
                       rec_error *error)
{
    list->person = calloc((size_t)count * EK_SEATS + 1, sizeof *list->person);
    list->face = calloc((size_t)count * EK_SEATS + 1, sizeof *list->face);
    if (!list->person || !list->face)
        return sv_fail_memory(error);
    for (unsigned r = 0; r < count; r++)
        for (unsigned i = 0; i < EK_SEATS; i++)
            list->person[list->count++] = result[r].seat[i].person;
    return sv_faces_of(store, list->person, list->count, take_face, list, error);
}

static void free_faces(face_list *list)
{
    for (unsigned i = 0; list->face && i < list->count; i++)
        json_decref(list->face[i].name);
    free(list->person);
    free(list->face);
}

/* A former player may have hidden the rating. */
static json_t *strength_json(const sv_result_seat *s, const seat_face *face, sv_skill skill)
{
    if (!s->rated || !face->name || face->hides)
        return json_null();
    json_t *strength = skill_json(skill);
    json_object_set_new(strength, "provisional", json_boolean(sv_is_provisional(skill.spread)));
    return strength;
}

static const char *level_word(const sv_result_seat *s)
{
    return s->level > 0 && s->level <= BOT_LEVELS ? bot_level_words[s->level - 1] : NULL;
}

static json_t *seat_json(const sv_result_seat *s, unsigned number, const seat_face *face)
{
    const char *level = level_word(s);
    const json_int_t user = face->name ? s->person : 0; /* it would tie a former player's games */
    return json_pack("{s:i, s:I, s:O?, s:b, s:s, s:s?, s:i, s:b, s:o, s:o}", "seat",
                     (int)number + 1, "user", user, "name", face->name, "account", face->account,
                     "kind", s->level > 0 ? "bot" : "person", "level", level, "rank", s->rank,
                     "absent", s->absent, "before", strength_json(s, face, s->before), "after",
                     strength_json(s, face, s->after));
}

static json_t *result_json(const sv_result *r, const seat_face *face)
{
    json_t *seats = json_array();
    for (unsigned i = 0; i < r->players; i++)
        json_array_append_new(seats, seat_json(&r->seat[i], i, &face[i]));
    return json_pack("{s:s, s:I, s:s, s:s, s:i, s:s, s:b, s:b, s:s, s:o}", "table", r->code,
                     "ended", (json_int_t)r->ended, "board", r->board, "edition",
                     rec_edition_word(r->edition), "players", r->players, "pace",
                     sv_pace_words[r->pace], "rated", r->rated, "complete", r->complete, "title",
                     r->title, "seats", seats);
}

json_t *sv_results_json(sv_store *store, int64_t viewer, const sv_result *result, unsigned count,
                        rec_error *error)
{
    face_list faces = {.viewer = viewer};
    json_t *list = json_array();
    const bool ok = find_faces(store, result, count, &faces, error);
    for (unsigned i = 0; ok && i < count; i++)
        json_array_append_new(list, result_json(&result[i], faces.face + (size_t)i * EK_SEATS));
    free_faces(&faces);
    if (ok)
        return list;
    json_decref(list);
    return NULL;
}
