/* The games of fixtures: they are made, end, and get their results. */
#include <stdlib.h>
#include <string.h>

#include "core.h"
#include "errors.h"
#include "log.h"
#include "notices/tell.h"
#include "pairing/seat_people.h"
#include "play.h"
#include "seating.h"
#include "tournaments/round.h"
#include "tournaments/rules.h"

/* ------------------------------------------------------------------------------------ starting */

/* The people of a fixture who are there; the others have bots at the last seats. */
typedef struct party {
    sv_person person[SV_DRAW_SEATS_MAX];
    sv_fixture seated; /* in the new order */
    unsigned count;
} party;

static void take_seat(sv_fixture *to, unsigned seat, const sv_fixture *from, unsigned was)
{
    to->place[seat] = from->place[was];
    to->person[seat] = from->person[was];
}

/* Claims everybody before anything is changed. */
static bool gather(sv_core *core, const sv_fixture *f, party *p, rec_error *error)
{
    unsigned absent[SV_DRAW_SEATS_MAX], missing = 0;
    p->seated = *f;
    for (unsigned i = 0; i < f->count; i++) {
        bool found;
        if (!sv_person_claim(core, f->person[i], &p->person[p->count], &found, error))
            return false;
        if (found)
            take_seat(&p->seated, p->count++, f, i);
        else
            absent[missing++] = i;
    }
    for (unsigned i = 0; i < missing; i++)
        take_seat(&p->seated, p->count + i, f, absent[i]);
    return true;
}

static void tell_person(sv_core *core, const sv_tournament *t, const sv_table *table,
                        int64_t person)
{
    sv_push_to_user(core, person,
                    json_pack("{s:s, s:s, s:s, s:i, s:s}", "push", "tournament", "tournament",
                              t->code, "name", t->name, "round", (int)t->round, "table",
                              table->code));
    sv_tell(core, &(sv_telling){.kind = SV_NOTICE_TOURNAMENT_ROUND,
                                .pace = sv_pace_of_table(table),
                                .person = person,
                                .code = t->code,
                                .title = t->name,
                                .round = t->round});
}

static void tell(sv_core *core, const sv_tournament *t, const sv_table *table)
{
    for (unsigned i = 0; i < table->setting.players; i++)
        if (table->seat[i].kind == SV_SEAT_PERSON)
            tell_person(core, t, table, table->seat[i].user);
}

/* A table whose settings are refused, by a release that knows other boards, has no result. */
static bool seat(sv_core *core, const sv_tournament *t, party *p, rec_error *error)
{
    json_t *settings =
        sv_tournament_table_rules(t, p->seated.round, p->seated.number, p->seated.count);
    if (p->count < p->seated.count)
        json_object_set_new(settings, "rated", json_false());
    const sv_made_for what = {.settings = settings,
                              .persons = p->person,
                              .count = p->count,
                              .level = BOT_NORMAL,
                              .style = BOT_PLAIN,
                              .told = true};
    sv_table *table = sv_seat_people(core, &what, error);
    json_decref(settings);
    if (table) {
        memcpy(p->seated.code, table->code, sizeof p->seated.code);
        p->seated.state = SV_FIXTURE_RUNNING;
        tell(core, t, table);
        return true;
    }
    if (core->store.aborted)
        return false;
    sv_log("error", "a table of a tournament could not be made", "code", error->code, "text",
           error->text, "tournament", t->code, NULL);
    p->seated.state = SV_FIXTURE_NO_RESULT;
    return true;
}

bool sv_fixture_start(sv_core *core, sv_tournament *t, sv_fixture *f, bool *made, rec_error *error)
{
    party p = {.count = 0};
    *made = gather(core, f, &p, error);
    if (!*made)
        return sv_error_of(error) == SV_ERROR_BUSY;
    if (p.count == 0)
        p.seated.state = SV_FIXTURE_NO_RESULT;
    else if (!seat(core, t, &p, error))
        return false;
    *f = p.seated;
    return sv_fixture_save(&core->store, t->id, f, error);
}

/* -------------------------------------------------------------------------------------- ending */

bool sv_fixture_stop(sv_core *core, const sv_fixture *f, rec_error *error)
{
    sv_table *table = sv_table_claim(core, f->code, error);
    if (!table)
        return sv_table_is_lost(error);
    return table->status != SV_RUNNING || sv_end_game(core, table, error);
}

/* Whom the organiser has taken out: they have left, whoever plays. */
typedef struct taken_out {
    int64_t person[SV_TOURNAMENT_ENTRANTS_MAX];
    unsigned count;
} taken_out;

static void note_taken_out(void *data, const sv_entrant *e)
{
    taken_out *out = data;
    if ((e->state == SV_ENTRANT_REMOVED || e->state == SV_ENTRANT_REPLACED) &&
        out->count < SV_TOURNAMENT_ENTRANTS_MAX)
        out->person[out->count++] = e->person;
}

static bool is_out(const taken_out *out, int64_t person)
{
    for (unsigned i = 0; i < out->count; i++)
        if (out->person[i] == person)
            return true;
    return false;
}

/* How the game stands, also if it was ended before its end. False: nobody knows. */
static bool rank_game(const sv_table *table, uint8_t rank[EK_SEATS], bool *complete)
{
    ek_rank ranking[EK_SEATS];
    *complete = true;
    if (!table->has_game) {
        for (unsigned i = 0; i < table->setting.players; i++)
            rank[i] = table->seat[i].standing.rank;
        return table->seat[0].standing.ranked && rank[0] > 0;
    }
    *complete = ek_phase(&table->game.now.state) == EK_PHASE_ENDED;
    ek_ranking(table->game.now.rules, &table->game.now.state, ranking);
    for (unsigned i = 0; i < table->setting.players; i++)
        rank[ranking[i].seat] = ranking[i].rank;
    return true;
}

static void take_result(const sv_table *table, const taken_out *out, sv_fixture *f)
{
    uint8_t rank[EK_SEATS] = {0};
    bool complete;
    const bool ranked = rank_game(table, rank, &complete);
    f->state = !ranked ? SV_FIXTURE_NO_RESULT : complete ? SV_FIXTURE_ENDED : SV_FIXTURE_BY_RULE;
    for (unsigned i = 0; i < f->count; i++) {
        const sv_seat *s = &table->seat[i];
        f->rank[i] = ranked ? rank[i] : 0;
        /* A user who has deleted their account is not at the seat any more. */
        f->left[i] = s->kind != SV_SEAT_PERSON || s->user != f->person[i] || s->away ||
                     is_out(out, f->person[i]);
    }
}

bool sv_fixture_settle(sv_core *core, const sv_tournament *t, sv_fixture *f, rec_error *error)
{
    taken_out out = {.count = 0};
    if (!sv_entrants(&core->store, t->id, note_taken_out, &out, error))
        return false;
    const sv_table *table = sv_table_get(core, f->code, error);
    if (!table && !sv_table_is_lost(error))
        return false;
    if (table && table->status < SV_ENDED)
        return true;
    f->state = SV_FIXTURE_NO_RESULT;
    if (table)
        take_result(table, &out, f);
    return sv_fixture_save(&core->store, t->id, f, error);
}

/* ------------------------------------------------------------------------------------- leaving */

typedef struct seeking {
    int64_t person;
    char code[SV_CODE_MAX];
} seeking;

static void seek(void *data, const sv_fixture_row *row)
{
    seeking *s = data;
    sv_fixture f;
    if (row->state != SV_FIXTURE_RUNNING || !sv_fixture_read(&f, row))
        return;
    for (unsigned i = 0; i < f.count; i++)
        if (f.person[i] == s->person)
            memcpy(s->code, f.code, sizeof s->code);
}

bool sv_fixture_of(sv_core *core, const sv_tournament *t, int64_t person, char code[SV_CODE_MAX],
                   rec_error *error)
{
    seeking s = {.person = person};
    const bool ok = t->round == 0 ||
                    sv_fixtures(&core->store, t->id, t->round, SV_FIXTURE_RUNNING, seek, &s, error);
    memcpy(code, s.code, sizeof s.code);
    return ok;
}

bool sv_fixture_leave(sv_core *core, const sv_tournament *t, int64_t person, rec_error *error)
{
    char code[SV_CODE_MAX];
    if (!sv_fixture_of(core, t, person, code, error) || !code[0])
        return !code[0] && !core->store.aborted;
    sv_table *table = sv_table_claim(core, code, error);
    if (!table)
        return sv_table_is_lost(error);
    const unsigned seat = sv_seat_of(table, person);
    if (seat == EK_NOBODY || table->status != SV_RUNNING || table->seat[seat].away)
        return true;
    table->seat[seat].away = true;
    return sv_save_and_announce(core, table, error);
}
