/* What happens to the queue once a second. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core.h"
#include "errors.h"
#include "log.h"
#include "notices/choices.h"
#include "pairing/pairing.h"
#include "pairing/seat_people.h"
#include "people/store_people.h"

enum {
    LIST_MAX = 600,  /* entries that are looked at */
    TABLES_MAX = 16, /* that are made in one turn */
    MINE_MAX = 200   /* tables of a person that are looked at */
};

/* The queue as a turn has read it. */
typedef struct reading {
    sv_core *core;
    sv_waiting_row *row;
    sv_seeker *seeker; /* of the rows */
    bool *taken;
    unsigned count;
    sv_waiting_counts counts;
} reading;

/* ------------------------------------------------------------------------------------- reading */

static void take_row(void *data, const sv_waiting_row *row)
{
    reading *r = data;
    if (r->count == LIST_MAX)
        return;
    r->seeker[r->count] = row->seeker;
    r->row[r->count++] = *row;
    if (row->seeker.players <= EK_SEATS)
        r->counts.of[row->seeker.pace][row->seeker.players]++;
}

static void free_reading(reading *r)
{
    free(r->row);
    free(r->seeker);
    free(r->taken);
}

static bool read_queue(sv_core *core, reading *r, rec_error *error)
{
    *r = (reading){.core = core,
                   .row = calloc(LIST_MAX, sizeof *r->row),
                   .seeker = calloc(LIST_MAX, sizeof *r->seeker),
                   .taken = calloc(LIST_MAX, sizeof *r->taken)};
    if (!r->row || !r->seeker || !r->taken)
        return sv_fail_memory(error);
    return sv_waiting_list(&core->store, LIST_MAX, take_row, r, error);
}

/* --------------------------------------------------------------------------- those who are here */

static bool is_connected(sv_core *core, int64_t person)
{
    const sv_client *c = sv_client_of_user(&core->clients, person);
    while (c && !c->streaming)
        c = sv_client_next_of_user(c);
    return c != NULL;
}

static bool note_seen(const reading *r, rec_error *error)
{
    int64_t here[LIST_MAX];
    unsigned count = 0;
    sv_core *core = r->core;
    for (unsigned i = 0; i < r->count; i++)
        if (core->now - r->row[i].seen >= SV_PAIRING_SEEN_MS &&
            is_connected(core, r->seeker[i].person)) {
            here[count++] = r->seeker[i].person;
            r->row[i].seen = core->now;
        }
    return count == 0 || sv_waiting_seen(&core->store, here, count, core->now, error);
}

static json_t *push_of(json_t *state)
{
    if (state)
        json_object_set_new(state, "push", json_string("pairing"));
    return state;
}

/* Those who wait and are connected to this server hear how many they are. */
static void tell_counts(const reading *r)
{
    sv_core *core = r->core;
    sv_pairing *p = &core->pairing;
    if (memcmp(&p->told, &r->counts, sizeof p->told) == 0 ||
        core->now - p->told_at < SV_PAIRING_TELL_MS)
        return;
    p->told = r->counts;
    p->told_at = core->now;
    for (unsigned i = 0; i < r->count; i++)
        if (is_connected(core, r->seeker[i].person))
            sv_push_here(core, r->seeker[i].person,
                         push_of(sv_pairing_json(core->now, &r->counts, &r->row[i])));
}

/* ----------------------------------------------------------------------------- entries that end */

/* The person was claimed. */
static bool end_entry(const reading *r, unsigned place, enum sv_over over, const char *code,
                      rec_error *error)
{
    sv_core *core = r->core;
    sv_waiting_row *row = &r->row[place];
    r->taken[place] = true;
    row->over = over;
    row->ends = core->now;
    snprintf(row->code, sizeof row->code, "%s", code ? code : "");
    if (!sv_waiting_end(&core->store, row->seeker.person, over, code, core->now, error))
        return false;
    sv_push_to_user(core, row->seeker.person,
                    code ? json_pack("{s:s, s:s}", "push", "paired", "table", code)
                         : push_of(sv_pairing_json(core->now, &r->counts, row)));
    return true;
}

/* Whether an entry is still as it was read. */
static bool is_same(const sv_waiting_row *now, const sv_seeker *w)
{
    return now->over == SV_OVER_NOT && now->seeker.since == w->since &&
           now->seeker.bots_at == w->bots_at && now->seeker.pace == w->pace &&
           now->seeker.players == w->players && now->seeker.level == w->level &&
           now->seeker.rated == w->rated;
}

/* Claims the person of an entry. *free is false if another server has them now, or if the entry has
 * changed since it was read: then it is left alone in this turn. The entry of a user who is gone
 * or blocked is deleted. */
static bool claim_entry(const reading *r, unsigned place, sv_person *person, bool *free,
                        rec_error *error)
{
    sv_store *store = &r->core->store;
    const sv_seeker *w = &r->seeker[place];
    sv_waiting_row now;
    bool found, same = true;
    *free = false;
    if (!sv_person_claim(r->core, w->person, person, &found, error))
        return sv_error_of(error) == SV_ERROR_BUSY;
    if (!found)
        return sv_waiting_drop(store, w->person, error);
    person->colour = w->colour;
    person->origin = w->origin;
    if (store->node) {
        if (!sv_waiting_find(store, w->person, &now, &same, error))
            return false;
        same = same && is_same(&now, w);
    }
    *free = same;
    return true;
}

/* Whether a person who is not here can be called to their turn at once: a mail may come hours
 * later. */
static bool is_reachable(sv_core *core, int64_t person, bool *reachable, rec_error *error)
{
    sv_reach reach;
    if (!sv_reach_read(&core->store, person, SV_NOTICE_YOUR_TURN, SV_PACE_LIVE, &reach, error))
        return false;
    const bool hook = reach.channels & 1u << SV_CHANNEL_WEBHOOK && reach.webhook;
    const bool push = reach.channels & 1u << SV_CHANNEL_PUSH && reach.browsers > 0;
    *reachable = reach.found && (hook || push);
    return true;
}

/* Nobody was seen by a server that did not run. */
static bool is_away(const reading *r, unsigned place)
{
    const sv_core *core = r->core;
    const int64_t seen = r->row[place].seen;
    return sv_pair_paces[r->seeker[place].pace].live &&
           core->now - (seen > core->started ? seen : core->started) >= SV_PAIRING_AWAY_MS;
}

/* Whether an entry is over: *over says why. One whose person can be called counts as seen. */
static bool look_for_end(const reading *r, unsigned place, enum sv_over *over, rec_error *error)
{
    sv_core *core = r->core;
    const int64_t person = r->seeker[place].person;
    bool reachable;
    *over = core->now >= r->row[place].ends ? SV_OVER_EXPIRED : SV_OVER_NOT;
    if (*over || !is_away(r, place))
        return true;
    if (!is_reachable(core, person, &reachable, error))
        return false;
    *over = reachable ? SV_OVER_NOT : SV_OVER_AWAY;
    return !reachable || sv_waiting_seen(&core->store, &person, 1, core->now, error);
}

static bool end_old(const reading *r, rec_error *error)
{
    for (unsigned i = 0; i < r->count; i++) {
        enum sv_over over;
        sv_person person;
        bool free;
        if (!look_for_end(r, i, &over, error))
            return false;
        if (over == SV_OVER_NOT)
            continue;
        r->taken[i] = true;
        if (!claim_entry(r, i, &person, &free, error) ||
            (free && !end_entry(r, i, over, NULL, error)))
            return false;
    }
    return true;
}

/* --------------------------------------------------------------------------------------- tables */

typedef struct playing {
    int64_t person;
    bool plays;
} playing;

static bool is_live(const sv_table *table)
{
    return table->status == SV_RUNNING &&
           (table->clock.kind == SV_CLOCK_MOVE || table->clock.kind == SV_CLOCK_GAME);
}

static void look_at_table(void *data, const sv_game_row *row)
{
    playing *p = data;
    sv_table *table = p->plays ? NULL : sv_table_of_row(row);
    const unsigned mine = table ? sv_seat_of(table, p->person) : (unsigned)EK_NOBODY;
    if (mine != EK_NOBODY && is_live(table) && !table->seat[mine].away)
        for (unsigned i = 0; i < table->setting.players; i++)
            if (i != mine && table->seat[i].kind == SV_SEAT_PERSON)
                p->plays = true;
    sv_table_free(table);
}

bool sv_plays_live(sv_core *core, int64_t person, bool *plays, rec_error *error)
{
    playing p = {.person = person};
    const bool ok =
        sv_games_of(&core->store, person, false, INT64_MAX, MINE_MAX, look_at_table, &p, error);
    *plays = p.plays;
    return ok;
}

/* Claims all of a group. *free is false if one of them cannot play now; the others are looked at
 * again in the next second. */
static bool claim_group(const reading *r, const sv_group *g, sv_person persons[EK_SEATS],
                        bool *free, rec_error *error)
{
    *free = true;
    for (unsigned i = 0; *free && i < g->count; i++) {
        const unsigned place = g->member[i];
        bool plays = false;
        if (!claim_entry(r, place, &persons[i], free, error) ||
            (*free && sv_pair_paces[r->seeker[place].pace].live &&
             !sv_plays_live(r->core, r->seeker[place].person, &plays, error)))
            return false;
        if (plays && !end_entry(r, place, SV_OVER_PLAYING, NULL, error))
            return false;
        *free = *free && !plays;
    }
    return true;
}

static bool seat_group(const reading *r, const sv_group *g, rec_error *error)
{
    sv_person persons[EK_SEATS];
    sv_core *core = r->core;
    bool free;
    if (!claim_group(r, g, persons, &free, error))
        return false;
    if (!free)
        return true;
    const sv_seeker *first = &r->seeker[g->member[0]];
    json_t *settings = sv_pair_pace_settings(first->pace, g->players, g->rated);
    const sv_made_for what = {
        .settings = settings, .persons = persons, .count = g->count, .level = first->level};
    const sv_table *table = sv_seat_people(core, &what, error);
    json_decref(settings);
    bool ok = table != NULL;
    for (unsigned i = 0; ok && i < g->count; i++)
        ok = end_entry(r, g->member[i], SV_OVER_PAIRED, table->code, error);
    return ok;
}

/* Pairs of people who must not meet, in order; the smaller number comes first in each. */
typedef struct apart_list {
    int64_t (*pair)[2];
    size_t count, room;
    bool failed; /* no memory */
} apart_list;

static int compare_pairs(const void *one, const void *other)
{
    const int64_t *a = one, *b = other;
    const unsigned i = a[0] == b[0];
    return (a[i] > b[i]) - (a[i] < b[i]);
}

static void order_pair(int64_t pair[2], int64_t one, int64_t other)
{
    pair[0] = one < other ? one : other;
    pair[1] = one < other ? other : one;
}

static bool is_apart(void *data, int64_t one, int64_t other)
{
    const apart_list *list = data;
    int64_t pair[2];
    order_pair(pair, one, other);
    return list->count > 0 &&
           bsearch(pair, list->pair, list->count, sizeof *list->pair, compare_pairs);
}

static void take_pair(void *data, int64_t person, int64_t other)
{
    apart_list *list = data;
    if (list->count == list->room) {
        const size_t room = 2 * list->room + 64;
        int64_t(*pair)[2] = realloc(list->pair, room * sizeof *pair);
        list->failed = list->failed || !pair;
        if (!pair)
            return;
        list->pair = pair;
        list->room = room;
    }
    order_pair(list->pair[list->count++], person, other);
}

/* Who of the queue blocks whom. All of it is read before groups are made: however many block each
 * other, the others do not have to wait. */
static bool read_blocks(const reading *r, apart_list *apart, rec_error *error)
{
    int64_t person[LIST_MAX];
    for (unsigned i = 0; i < r->count; i++)
        person[i] = r->seeker[i].person;
    if (!sv_blocks_among(&r->core->store, person, r->count, take_pair, apart, error))
        return false;
    if (apart->failed)
        return sv_fail_memory(error);
    if (apart->count > 0)
        qsort(apart->pair, apart->count, sizeof *apart->pair, compare_pairs);
    return true;
}

static bool make_tables(const reading *r, rec_error *error)
{
    apart_list apart = {.count = 0};
    const sv_seekers seekers = {.list = r->seeker,
                                .count = r->count,
                                .taken = r->taken,
                                .now = r->core->now,
                                .apart = is_apart,
                                .data = &apart};
    sv_group group;
    bool ok = read_blocks(r, &apart, error);
    for (unsigned i = 0; ok && i < TABLES_MAX && sv_match_next(&seekers, &group); i++)
        ok = seat_group(r, &group, error);
    free(apart.pair);
    return ok;
}

/* ------------------------------------------------------------------------------------ each second
 */

static bool run(reading *r, rec_error *error)
{
    bool claimed;
    if (r->count == 0)
        return true;
    if (!note_seen(r, error))
        return false;
    tell_counts(r);
    if (!sv_job_claim(&r->core->store, SV_JOB_PAIRING, &claimed, error))
        return false;
    return !claimed || (end_old(r, error) && make_tables(r, error));
}

void sv_pairing_tick(sv_core *core)
{
    rec_error error;
    reading r;
    if (!read_queue(core, &r, &error) || !run(&r, &error))
        sv_log("error", "people in the queue could not be seated", "code", error.code, "text",
               error.text, NULL);
    free_reading(&r);
}
