/* The settings of a table as JSON: the fields of the request table_new, stored as they are. */
#include <stdio.h>
#include <string.h>

#include "errors.h"
#include "history.h"
#include "state_json.h"
#include "table.h"
#include "words_text.h"

enum { SECOND = 1000, DAY = 24 * 60 * 60 * SECOND, PATIENCE = 600 /* seconds, if not given */ };

static const char *const clock_words[] = {"none", "move", "game", "days"};

const char *const sv_absence_words[SV_ABSENCES] = {"last", "result"};

static const char *text_of(const json_t *object, const char *key, const char *otherwise)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : otherwise;
}

static bool read_regions(sv_setting *s, const json_t *list, rec_error *error)
{
    size_t i;
    const json_t *value;
    s->zone_choice = JN_ZONE_GIVEN;
    json_array_foreach(list, i, value)
    {
        const char *name = json_string_value(value);
        const int region = name ? bd_region_named(s->board, name) : BD_NONE;
        if (region < 0)
            return sv_fail(error, SV_ERROR_NO_SUCH_REGION,
                           "Region %zu of the zone is not one of %s.", i + 1, s->board->name);
        s->zone |= (uint8_t)(1u << region);
    }
    return s->zone != 0 ||
           sv_fail(error, SV_ERROR_BAD_REQUEST, "\"zone\": expected at least one region.");
}

static bool read_zone(sv_setting *s, const json_t *zone, rec_error *error)
{
    const char *word = zone ? json_string_value(zone) : "random";
    if (json_is_array(zone))
        return read_regions(s, zone, error);
    s->zone_choice = word && strcmp(word, "draft") == 0 ? JN_ZONE_DRAFT : JN_ZONE_RANDOM;
    if (word && (s->zone_choice == JN_ZONE_DRAFT || strcmp(word, "random") == 0))
        return true;
    return sv_fail(error, SV_ERROR_BAD_REQUEST,
                   "\"zone\": expected a list of regions, \"random\" or \"draft\".");
}

static bool read_clock(sv_clock *c, const json_t *clock, rec_error *error)
{
    const char *kind = text_of(clock, "kind", "none");
    const json_t *seconds = json_object_get(clock, "seconds");
    const json_t *days = json_object_get(clock, "days");
    while (strcmp(clock_words[c->kind], kind) != 0)
        c->kind++;
    const json_t *needed = c->kind == SV_CLOCK_DAYS ? days : seconds;
    if (c->kind != SV_CLOCK_NONE && !needed)
        return sv_fail(error, SV_ERROR_BAD_REQUEST, "\"clock\": expected \"%s\" with \"%s\".",
                       c->kind == SV_CLOCK_DAYS ? "days" : "seconds", kind);
    c->given = json_integer_value(needed) * (c->kind == SV_CLOCK_DAYS ? DAY : SECOND);
    c->increment = json_integer_value(json_object_get(clock, "increment")) * SECOND;
    return true;
}

static void read_rated(sv_table *table, const json_t *request)
{
    const char *absence = text_of(request, "absence", sv_absence_words[SV_ABSENT_LAST]);
    table->rated = json_is_true(json_object_get(request, "rated"));
    table->absence = strcmp(absence, sv_absence_words[SV_ABSENT_RESULT]) == 0 ? SV_ABSENT_RESULT
                                                                              : SV_ABSENT_LAST;
}

bool sv_settings_read(sv_table *table, const json_t *request, rec_error *error)
{
    sv_setting *s = &table->setting;
    const char *board = text_of(request, "board", "germany");
    const json_t *chosen = json_object_get(request, "options");
    *s = (sv_setting){.players = (uint8_t)json_integer_value(json_object_get(request, "players"))};
    s->edition = strcmp(text_of(request, "edition", "recharged"), "classic") == 0 ? EK_CLASSIC
                                                                                  : EK_RECHARGED;
    s->board = bd_find(board, (enum ek_edition)s->edition);
    if (!s->board)
        return sv_fail(error, SV_ERROR_NO_SUCH_BOARD, "There is no board '%.31s' for %s.", board,
                       rec_edition_word(s->edition));
    for (unsigned i = 0; i < EK_OPTIONS; i++)
        if (json_is_true(json_object_get(chosen, rec_option_keys[i])))
            s->options |= (uint8_t)(1u << i);
    s->seated = strcmp(text_of(request, "order", "random"), "seated") == 0;
    table->listed = json_is_true(json_object_get(request, "public"));
    table->help = json_is_true(json_object_get(request, "help"));
    read_rated(table, request);
    snprintf(table->title, sizeof table->title, "%s", text_of(request, "title", ""));
    snprintf(table->tournament, SV_CODE_MAX, "%s", text_of(request, "tournament", ""));
    const json_t *patience = json_object_get(request, "patience");
    table->clock.patience = (patience ? json_integer_value(patience) : PATIENCE) * SECOND;
    return read_zone(s, json_object_get(request, "zone"), error) &&
           read_clock(&table->clock, json_object_get(request, "clock"), error);
}

static json_t *zone_json(const sv_setting *s)
{
    if (s->zone_choice != JN_ZONE_GIVEN)
        return json_string(s->zone_choice == JN_ZONE_DRAFT ? "draft" : "random");
    json_t *list = json_array();
    for (unsigned i = 0; i < s->board->ek->regions; i++)
        if (s->zone >> i & 1)
            json_array_append_new(list, json_string(s->board->region[i].id));
    return list;
}

static json_t *clock_json(const sv_clock *c)
{
    if (c->kind == SV_CLOCK_NONE)
        return json_pack("{s:s}", "kind", "none");
    if (c->kind == SV_CLOCK_DAYS)
        return json_pack("{s:s, s:I}", "kind", "days", "days", (json_int_t)(c->given / DAY));
    return json_pack("{s:s, s:I, s:I}", "kind", clock_words[c->kind], "seconds",
                     (json_int_t)(c->given / SECOND), "increment",
                     (json_int_t)(c->increment / SECOND));
}

json_t *sv_settings_json(const sv_table *table)
{
    const sv_setting *s = &table->setting;
    json_t *json = json_pack(
        "{s:s, s:s, s:i, s:o, s:s, s:o, s:o, s:I, s:b, s:b, s:b, s:s, s:s}", "edition",
        rec_edition_word(s->edition), "board", s->board->base, "players", s->players, "zone",
        zone_json(s), "order", s->seated ? "seated" : "random", "options",
        rec_options_json(s->options), "clock", clock_json(&table->clock), "patience",
        (json_int_t)(table->clock.patience / SECOND), "public", table->listed, "help", table->help,
        "rated", table->rated, "absence", sv_absence_words[table->absence], "title", table->title);
    if (table->tournament[0])
        json_object_set_new(json, "tournament", json_string(table->tournament));
    return json;
}
