#include "tournaments/round.h"

#include <stdlib.h>
#include <string.h>

#include "core.h"
#include "errors.h"
#include "log.h"
#include "tournaments/crosstable.h"
#include "tournaments/rules.h"

#define MINUTE INT64_C(60000)

/* ------------------------------------------------------------------------------ people who play
 */

typedef struct name_check {
    sv_crosstable *c;
    const int64_t *person; /* sorted */
    bool *known;
    unsigned count;
} name_check;

static int by_number(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return x < y ? -1 : x > y;
}

static void note_known(void *data, int64_t person, const char *name)
{
    const name_check *check = data;
    const int64_t *found = bsearch(&person, check->person, check->count, sizeof person, by_number);
    (void)name;
    if (found)
        check->known[found - check->person] = true;
}

static bool has_left(sv_core *core, sv_tournament *t, sv_entrant *e, rec_error *error)
{
    e->state = SV_ENTRANT_LEFT;
    t->people--;
    return sv_entrant_set(&core->store, t->id, e, error);
}

/* Those whose account is gone have left. */
static bool drop_unknown(sv_core *core, sv_tournament *t, const name_check *check, rec_error *error)
{
    for (unsigned i = 0; i < check->c->entrants; i++) {
        sv_entrant *e = &check->c->entrant[i];
        const int64_t *at =
            bsearch(&e->person, check->person, check->count, sizeof e->person, by_number);
        if (at && !check->known[at - check->person] && !has_left(core, t, e, error))
            return false;
    }
    return true;
}

static bool check_people(sv_core *core, sv_tournament *t, sv_crosstable *c, rec_error *error)
{
    int64_t *person = calloc(c->entrants + 1, sizeof *person);
    bool *known = calloc(c->entrants + 1, sizeof *known);
    name_check check = {c, person, known, 0};
    bool ok = (person && known) || sv_fail_memory(error);
    for (unsigned i = 0; ok && i < c->entrants; i++)
        if (c->entrant[i].state == SV_ENTRANT_IN)
            person[check.count++] = c->entrant[i].person;
    if (ok)
        qsort(person, check.count, sizeof *person, by_number);
    ok = ok && sv_names_of(&core->store, person, check.count, note_known, &check, error) &&
         drop_unknown(core, t, &check, error);
    free(person);
    free(known);
    return ok;
}

/* ------------------------------------------------------------------------------------ drawing */

static bool enter_tables(sv_core *core, const sv_tournament *t, const sv_crosstable *c,
                         const sv_draw_table *tables, unsigned count, rec_error *error)
{
    for (unsigned i = 0; i < count; i++) {
        sv_fixture f = {.round = (uint16_t)t->round,
                        .number = (uint16_t)(i + 1),
                        .state = SV_FIXTURE_WAITING,
                        .count = tables[i].count};
        for (unsigned seat = 0; seat < f.count; seat++) {
            f.place[seat] = tables[i].people[seat];
            f.person[seat] = sv_holder(c, f.place[seat])->person;
        }
        if (!sv_fixture_enter(&core->store, t->id, &f, error))
            return false;
    }
    return true;
}

static bool draw_round(sv_core *core, sv_tournament *t, sv_crosstable *c, rec_error *error)
{
    unsigned count = 0;
    sv_draw_table *tables = calloc(c->places / SV_DRAW_SEATS_MIN + 1, sizeof *tables);
    bool ok = tables ? sv_crosstable_rank(t, c, error) &&
                           sv_crosstable_draw(t, c, t->round + 1, tables, &count, error)
                     : sv_fail_memory(error);
    if (ok && count == 0) {
        sv_tournament_end(t, SV_TOURNAMENT_ENDED, core->now);
    } else if (ok) {
        t->round++;
        t->begins = 0;
        t->ends = core->now + sv_tournament_rule(t, "round_minutes") * MINUTE;
        ok = enter_tables(core, t, c, tables, count, error);
    }
    free(tables);
    return ok;
}

bool sv_round_draw(sv_core *core, sv_tournament *t, rec_error *error)
{
    sv_crosstable c;
    if (t->round >= sv_tournament_rounds(t)) {
        sv_tournament_end(t, SV_TOURNAMENT_ENDED, core->now);
        return true;
    }
    const bool ok = sv_crosstable_read(&core->store, t, &c, error) &&
                    check_people(core, t, &c, error) && draw_round(core, t, &c, error);
    sv_crosstable_free(&c);
    return ok;
}

/* ---------------------------------------------------------------------------------- beginning */

static bool save_entrants(sv_core *core, const sv_tournament *t, const sv_crosstable *c,
                          rec_error *error)
{
    for (unsigned i = 0; i < c->entrants; i++)
        if (c->entrant[i].state == SV_ENTRANT_IN &&
            !sv_entrant_set(&core->store, t->id, &c->entrant[i], error))
            return false;
    return true;
}

static bool exists(sv_core *core, int64_t person, bool *found, rec_error *error)
{
    sv_user user;
    return sv_user_by_id(&core->store, person, &user, NULL, found, error);
}

/* The next season of a league, unless its organiser is gone, or nobody has signed up for this one.
 * If this one begins early, the next one does not begin at the time that this one had. */
static bool open_next_season(sv_core *core, const sv_tournament *t, rec_error *error)
{
    sv_schedule schedule;
    bool found = false;
    sv_tournament_schedule(t, &schedule);
    const int64_t planned = sv_tournament_rule(t, "begins");
    const int64_t begins = sv_schedule_next(&schedule, planned > core->now ? planned : core->now);
    if (begins == 0 || t->people == 0)
        return true;
    if (!exists(core, t->organiser, &found, error) || !found)
        return !found;
    sv_tournament *next =
        sv_tournament_new(t->organiser, t->name, sv_tournament_next_rules(t, begins), core->now);
    if (!next)
        return sv_fail_memory(error);
    memcpy(next->series, t->series, sizeof next->series);
    next->season = t->season + 1;
    const bool ok = sv_tournament_create(core, next, error);
    sv_tournament_free(next);
    return ok;
}

static bool begin(sv_core *core, sv_tournament *t, sv_crosstable *c, rec_error *error)
{
    if (!check_people(core, t, c, error) || !open_next_season(core, t, error))
        return false;
    if (t->people < sv_tournament_rule(t, "min_people")) {
        t->why = SV_TOURNAMENT_TOO_FEW;
        sv_tournament_end(t, SV_TOURNAMENT_CANCELLED, core->now);
        return true;
    }
    t->state = SV_TOURNAMENT_RUNNING;
    return sv_crosstable_rate(&core->store, t, c, error) && sv_crosstable_seed(c, error) &&
           save_entrants(core, t, c, error) && draw_round(core, t, c, error);
}

bool sv_tournament_begin(sv_core *core, sv_tournament *t, rec_error *error)
{
    sv_crosstable c;
    const bool ok = sv_crosstable_read(&core->store, t, &c, error) && begin(core, t, &c, error);
    sv_crosstable_free(&c);
    return ok;
}
