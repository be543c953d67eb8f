#include "tournaments/view.h"

#include <stdlib.h>

#include "core.h"
#include "errors.h"
#include "tournaments/names.h"
#include "tournaments/round.h"
#include "tournaments/rules.h"

enum { LISTED_MAX = 64 };

/* What belongs to a list of tournaments. */
typedef struct listing {
    sv_tournament *const *list;
    unsigned count;
    int64_t id[LISTED_MAX], organiser[LISTED_MAX];
    unsigned tables[LISTED_MAX][SV_FIXTURE_STATES];
    int you[LISTED_MAX]; /* enum sv_entrant_state; -1: nothing */
    json_t *names;
} listing;

static unsigned place_of(const listing *l, int64_t id)
{
    unsigned i = 0;
    while (i < l->count && l->id[i] != id)
        i++;
    return i;
}

static void take_count(void *data, int64_t tournament, unsigned state, unsigned count)
{
    listing *l = data;
    const unsigned i = place_of(l, tournament);
    if (i < l->count && state < SV_FIXTURE_STATES)
        l->tables[i][state] = count;
}

static void take_entered(void *data, int64_t tournament, unsigned state)
{
    listing *l = data;
    const unsigned i = place_of(l, tournament);
    if (i < l->count && state < SV_ENTRANT_STATES)
        l->you[i] = (int)state;
}

static bool look_up(sv_call *call, listing *l)
{
    sv_store *store = &call->core->store;
    const int64_t you = call->client->user.id;
    for (unsigned i = 0; i < l->count; i++) {
        l->id[i] = l->list[i]->id;
        l->organiser[i] = l->list[i]->organiser;
        l->you[i] = -1;
    }
    if (!sv_fixtures_count(store, l->id, l->count, take_count, l, &call->error) ||
        (you && !sv_entered(store, you, l->id, l->count, take_entered, l, &call->error)))
        return false;
    l->names = sv_names_look_up(store, l->organiser, l->count, &call->error);
    return l->names;
}

static json_t *time_or_null(int64_t at)
{
    return at ? json_integer(at) : json_null();
}

static json_t *tables_json(const unsigned tables[SV_FIXTURE_STATES])
{
    const unsigned ended = tables[SV_FIXTURE_ENDED] + tables[SV_FIXTURE_BY_RULE] +
                           tables[SV_FIXTURE_NO_RESULT] + tables[SV_FIXTURE_ABANDONED];
    return json_pack("{s:i, s:i, s:i}", "waiting", (int)tables[SV_FIXTURE_WAITING], "running",
                     (int)tables[SV_FIXTURE_RUNNING], "ended", (int)ended);
}

static json_t *organiser_json(const listing *l, int64_t organiser)
{
    return json_pack("{s:I, s:o}", "user", (json_int_t)organiser, "name",
                     sv_name_json(l->names, organiser));
}

static json_t *you_json(const sv_call *call, const listing *l, unsigned i)
{
    const int64_t you = call->client->user.id;
    return json_pack("{s:s, s:b, s:n}", "state", l->you[i] < 0 ? "" : sv_entrant_words[l->you[i]],
                     "organiser", you && you == l->list[i]->organiser, "table");
}

static json_t *tournament_json(const sv_call *call, const listing *l, unsigned i)
{
    const sv_tournament *t = l->list[i];
    json_t *json = json_pack(
        "{s:s, s:s, s:o, s:s, s:s, s:O, s:I, s:I, s:I, s:o, s:i, s:i, s:i, s:i}", "tournament",
        t->code, "name", t->name, "organiser", organiser_json(l, t->organiser), "state",
        sv_tournament_state_words[t->state], "why", sv_tournament_why_words[t->why], "settings",
        t->settings, "version", (json_int_t)t->version, "now", (json_int_t)call->core->now,
        "created", (json_int_t)t->created, "ended", time_or_null(t->ended), "people",
        (int)t->people, "reserves", (int)t->reserves, "rounds", (int)sv_tournament_rounds(t),
        "round", (int)t->round);
    json_object_set_new(json, "begins", time_or_null(t->begins));
    json_object_set_new(json, "due", time_or_null(t->ends));
    json_object_set_new(json, "tables", tables_json(l->tables[i]));
    json_object_set_new(json, "series", t->series[0] ? json_string(t->series) : json_null());
    json_object_set_new(json, "season", json_integer(t->season));
    json_object_set_new(json, "you", you_json(call, l, i));
    return json;
}

/* The code of the user's running table. */
static bool add_your_table(sv_call *call, const sv_tournament *t, json_t *json)
{
    char code[SV_CODE_MAX];
    json_t *you = json_object_get(json, "you");
    if (t->state >= SV_TOURNAMENT_ENDED || json_string_length(json_object_get(you, "state")) == 0)
        return true;
    if (!sv_fixture_of(call->core, t, call->client->user.id, code, &call->error))
        return false;
    if (code[0])
        json_object_set_new(you, "table", json_string(code));
    return true;
}

/* Nobody is in many tournaments at a time. */
static bool add_your_tables(sv_call *call, sv_tournament *const *list, unsigned count,
                            json_t *array)
{
    for (unsigned i = 0; i < count; i++)
        if (!add_your_table(call, list[i], json_array_get(array, i)))
            return false;
    return true;
}

json_t *sv_tournaments_json(sv_call *call, sv_tournament *const *list, unsigned count)
{
    listing l = {.list = list, .count = count};
    json_t *array = json_array();
    if (count == 0)
        return array;
    if (!look_up(call, &l)) {
        json_decref(array);
        return NULL;
    }
    for (unsigned i = 0; i < count; i++)
        json_array_append_new(array, tournament_json(call, &l, i));
    json_decref(l.names);
    return add_your_tables(call, list, count, array) ? array : (json_decref(array), NULL);
}
json_t *sv_tournament_reply(sv_call *call, sv_tournament *t)
{
    json_t *list = sv_tournaments_json(call, &t, 1);
    json_t *reply = list ? json_pack("{s:O}", "tournament", json_array_get(list, 0)) : NULL;
    json_decref(list);
    sv_tournament_free(t);
    return reply;
}

/* ----------------------------------------------------------------------------------- standings
 */

static const char *shown_state(const sv_entrant *e)
{
    return sv_entrant_words[e->state];
}

/* Before the begin: those who have signed up, in their order. */
static json_t *signed_up_json(const sv_entrant *e, const json_t *names)
{
    return json_pack("{s:i, s:n, s:I, s:o, s:s, s:n, s:i, s:i, s:i, s:i, s:i, s:n}", "place", 0,
                     "rank", "user", (json_int_t)e->person, "name", sv_name_json(names, e->person),
                     "state", shown_state(e), "rating", "tables", 0, "points", 0, "wins", 0,
                     "opponents", 0, "direct", 0, "final_rank");
}

static json_t *row_json(const sv_crosstable *c, const sv_score_row *row, const json_t *names)
{
    const sv_entrant *e = sv_holder(c, row->person);
    json_t *rating = sv_shows_rating(names, e->person) ? json_integer(e->rating) : json_null();
    return json_pack("{s:i, s:i, s:I, s:o, s:s, s:o, s:i, s:I, s:i, s:f, s:i, s:o}", "place",
                     row->person + 1, "rank", row->rank, "user", (json_int_t)e->person, "name",
                     sv_name_json(names, e->person), "state", shown_state(e), "rating", rating,
                     "tables", row->tables, "points", (json_int_t)row->points, "wins", row->wins,
                     "opponents", sv_score_opponents(row) / 10.0, "direct", row->direct,
                     "final_rank", row->final_rank ? json_integer(row->final_rank) : json_null());
}

static bool has_signed_up(const sv_entrant *e)
{
    return e->state == SV_ENTRANT_IN;
}

unsigned sv_standing_rows(const sv_tournament *t, const sv_crosstable *c)
{
    unsigned count = 0;
    if (t->round > 0)
        return c->places;
    for (unsigned i = 0; i < c->entrants; i++)
        count += has_signed_up(&c->entrant[i]);
    return count;
}

static void add_signed_up(const sv_crosstable *c, const json_t *names, unsigned from, unsigned max,
                          json_t *list)
{
    for (unsigned i = 0, at = 0; i < c->entrants && json_array_size(list) < max; i++)
        if (has_signed_up(&c->entrant[i]) && at++ >= from)
            json_array_append_new(list, signed_up_json(&c->entrant[i], names));
}

json_t *sv_standing_rows_json(const sv_tournament *t, const sv_crosstable *c, const json_t *names,
                              unsigned from, unsigned max)
{
    json_t *list = json_array();
    if (t->round == 0)
        add_signed_up(c, names, from, max, list);
    else
        for (unsigned i = from; i < c->places && i - from < max; i++)
            json_array_append_new(list, row_json(c, &c->row[i], names));
    return list;
}

json_t *sv_reserves_json(const sv_crosstable *c, const json_t *names)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < c->entrants; i++)
        if (c->entrant[i].state == SV_ENTRANT_RESERVE)
            json_array_append_new(list,
                                  json_pack("{s:I, s:o}", "user", (json_int_t)c->entrant[i].person,
                                            "name", sv_name_json(names, c->entrant[i].person)));
    return list;
}

char *sv_standing_text(const sv_tournament *t, const sv_crosstable *c, const json_t *names)
{
    const unsigned count = t->round > 0 ? c->places : 0;
    const char **name = calloc(count + 1, sizeof *name);
    for (unsigned place = 0; name && place < count; place++)
        name[place] = sv_name_among(names, sv_holder(c, place)->person);
    char *text = name ? sv_score_text(t->name, c->row, count, name) : NULL;
    free(name);
    return text;
}

/* ------------------------------------------------------------------------------------ fixtures */

static json_t *person_json(const sv_crosstable *c, unsigned at, unsigned seat, const json_t *names)
{
    const sv_fixture *f = &c->fixture[at];
    const sv_score_table *score = &c->table[at];
    const bool over = sv_fixture_is_over(f);
    return json_pack("{s:i, s:I, s:o, s:o, s:o, s:b}", "place", f->place[seat] + 1, "user",
                     (json_int_t)f->person[seat], "name", sv_name_json(names, f->person[seat]),
                     "rank", over ? json_integer(score->rank[seat]) : json_null(), "points",
                     over ? json_integer(score->points[seat]) : json_null(), "left", f->left[seat]);
}

static json_t *fixture_json(const sv_tournament *t, const sv_crosstable *c, unsigned at,
                            const json_t *names)
{
    const sv_fixture *f = &c->fixture[at];
    json_t *people = json_array();
    for (unsigned seat = 0; seat < f->count; seat++)
        json_array_append_new(people, person_json(c, at, seat, names));
    return json_pack("{s:i, s:i, s:b, s:o, s:s, s:o}", "round", f->round, "number", f->number,
                     "final", sv_tournament_is_final(t, f->round), "table",
                     f->code[0] ? json_string(f->code) : json_null(), "state",
                     sv_fixture_words[f->state], "people", people);
}

json_t *sv_fixtures_json(const sv_tournament *t, const sv_crosstable *c, const json_t *names,
                         unsigned round)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < c->fixtures; i++)
        if (round == 0 || c->fixture[i].round == round)
            json_array_append_new(list, fixture_json(t, c, i, names));
    return list;
}
