#include "tournaments/crosstable.h"

#include <stdlib.h>

#include "errors.h"
#include "ratings/store_ratings.h"
#include "tournaments/rules.h"

enum { GROW = 64 };

/* -------------------------------------------------------------------------------------- reading
 */

/* Room for one more; NULL without memory. */
static void *room_for(void *list, unsigned count, size_t size)
{
    return count % GROW ? list : realloc(list, (count + GROW) * size);
}

static void take_entrant(void *data, const sv_entrant *entrant)
{
    sv_crosstable *c = data;
    sv_entrant *list = room_for(c->entrant, c->entrants, sizeof *list);
    c->no_memory |= !list;
    if (!list)
        return;
    c->entrant = list;
    list[c->entrants++] = *entrant;
}

static void take_fixture(void *data, const sv_fixture_row *row)
{
    sv_crosstable *c = data;
    sv_fixture *list = room_for(c->fixture, c->fixtures, sizeof *list);
    c->no_memory |= !list;
    if (!list)
        return;
    c->fixture = list;
    c->damaged |= !sv_fixture_read(&list[c->fixtures++], row);
}

/* Every place has one holder: whoever was replaced keeps the number, and holds nothing. */
static bool find_holders(sv_crosstable *c)
{
    unsigned held = 0;
    c->places = 0;
    for (unsigned i = 0; i < c->entrants; i++)
        if (c->entrant[i].place >= (int32_t)c->places)
            c->places = (unsigned)c->entrant[i].place + 1;
    if (c->places > c->entrants)
        return false;
    free(c->holder);
    c->holder = calloc(c->places + 1, sizeof *c->holder);
    c->no_memory |= !c->holder;
    for (unsigned i = 0; c->holder && i < c->entrants; i++)
        if (c->entrant[i].place >= 0 && c->entrant[i].state != SV_ENTRANT_REPLACED) {
            c->holder[c->entrant[i].place] = i;
            held++;
        }
    return held == c->places;
}

static bool fits(const sv_crosstable *c)
{
    for (unsigned i = 0; i < c->fixtures; i++)
        for (unsigned seat = 0; seat < c->fixture[i].count; seat++)
            if (c->fixture[i].place[seat] >= c->places)
                return false;
    return true;
}

bool sv_crosstable_read(sv_store *store, const sv_tournament *t, sv_crosstable *c, rec_error *error)
{
    *c = (sv_crosstable){.entrants = 0};
    if (!sv_entrants(store, t->id, take_entrant, c, error) ||
        !sv_fixtures(store, t->id, 0, SV_FIXTURE_ABANDONED, take_fixture, c, error))
        return false;
    const bool good = find_holders(c) && fits(c) && !c->damaged;
    if (c->no_memory)
        return sv_fail_memory(error);
    return good ||
           sv_fail(error, SV_ERROR_STORAGE, "The stored tournament %s is damaged.", t->code);
}

void sv_crosstable_free(sv_crosstable *c)
{
    free(c->entrant);
    free(c->fixture);
    free(c->holder);
    free(c->person);
    free(c->table);
    free(c->row);
}

/* -------------------------------------------------------------------------------------- seeding
 */

bool sv_crosstable_rate(sv_store *store, const sv_tournament *t, sv_crosstable *c, rec_error *error)
{
    const bool days = json_object_get(json_object_get(t->settings, "clock"), "days") != NULL;
    int64_t *person = calloc(c->entrants + 1, sizeof *person);
    sv_skill *skill = calloc(c->entrants + 1, sizeof *skill);
    bool ok = (person && skill) || sv_fail_memory(error);
    for (unsigned i = 0; ok && i < c->entrants; i++)
        person[i] = c->entrant[i].person;
    ok = ok && sv_overall_of(store, person, c->entrants, days ? SV_PACE_DAYS : SV_PACE_LIVE, skill,
                             error);
    for (unsigned i = 0; ok && i < c->entrants; i++)
        c->entrant[i].rating = (int32_t)sv_points(skill[i].mean);
    free(person);
    free(skill);
    return ok;
}

static int stronger_first(const void *a, const void *b)
{
    const sv_entrant *x = *(sv_entrant *const *)a, *y = *(sv_entrant *const *)b;
    if (x->rating != y->rating)
        return x->rating > y->rating ? -1 : 1;
    return x < y ? -1 : x > y; /* who joined first */
}

bool sv_crosstable_seed(sv_crosstable *c, rec_error *error)
{
    sv_entrant **sorted = malloc((c->entrants + 1) * sizeof *sorted);
    unsigned count = 0;
    if (!sorted)
        return sv_fail_memory(error);
    for (unsigned i = 0; i < c->entrants; i++)
        if (c->entrant[i].state == SV_ENTRANT_IN)
            sorted[count++] = &c->entrant[i];
    qsort(sorted, count, sizeof *sorted, stronger_first);
    for (unsigned i = 0; i < count; i++)
        sorted[i]->place = (int32_t)i;
    free(sorted);
    find_holders(c);
    return !c->no_memory || sv_fail_memory(error);
}

/* -------------------------------------------------------------------------------------- ranking
 */

bool sv_crosstable_rank(const sv_tournament *t, sv_crosstable *c, rec_error *error)
{
    c->person = calloc(c->places + 1, sizeof *c->person);
    c->table = calloc(c->fixtures + 1, sizeof *c->table);
    c->row = calloc(c->places + 1, sizeof *c->row);
    if (!c->person || !c->table || !c->row)
        return sv_fail_memory(error);
    for (unsigned place = 0; place < c->places; place++) {
        const sv_entrant *e = sv_holder(c, place);
        c->person[place] = (sv_score_person){e->rating, e->state != SV_ENTRANT_IN};
    }
    for (unsigned i = 0; i < c->fixtures; i++)
        sv_fixture_score(&c->fixture[i], sv_tournament_is_final(t, c->fixture[i].round),
                         &c->table[i]);
    return sv_score_standings(c->person, c->places, c->table, c->fixtures, c->row) ||
           sv_fail_memory(error);
}

/* -------------------------------------------------------------------------------------- drawing
 */

static void list_people(const sv_crosstable *c, sv_draw_person *people)
{
    for (unsigned i = 0; i < c->places; i++) {
        const sv_score_row *row = &c->row[i];
        const sv_score_person *person = &c->person[row->person];
        people[row->person] = (sv_draw_person){person->rating, (int32_t)row->points, person->out};
    }
}

static void list_played(const sv_crosstable *c, sv_draw_table *played)
{
    for (unsigned i = 0; i < c->fixtures; i++) {
        const sv_fixture *f = &c->fixture[i];
        played[i].count = f->count;
        for (unsigned seat = 0; seat < f->count; seat++)
            played[i].people[seat] = f->place[seat];
    }
}

static bool draw(const sv_tournament *t, const sv_crosstable *c, sv_draw_table *tables,
                 unsigned *count)
{
    sv_draw_person *people = calloc(c->places + 1, sizeof *people);
    sv_draw_table *played = calloc(c->fixtures + 1, sizeof *played);
    bool ok = people && played;
    if (ok) {
        list_people(c, people);
        list_played(c, played);
        const sv_draw_field field = {.people = people,
                                     .people_count = c->places,
                                     .played = played,
                                     .played_count = c->fixtures,
                                     .wished = (unsigned)sv_tournament_rule(t, "players"),
                                     .seed = (uint64_t)t->seed};
        ok = sv_draw_round(&field, tables, count);
    }
    free(people);
    free(played);
    return ok;
}

bool sv_crosstable_draw(const sv_tournament *t, const sv_crosstable *c, unsigned round,
                        sv_draw_table *tables, unsigned *count, rec_error *error)
{
    *count = 0;
    if (!sv_tournament_is_final(t, round))
        return draw(t, c, tables, count) || sv_fail_memory(error);
    sv_score_final(c->row, c->person, c->places, (unsigned)sv_tournament_rule(t, "players"),
                   tables);
    *count = tables->count > 0;
    return true;
}
