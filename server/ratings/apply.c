#include "ratings/apply.h"

#include <time.h>

enum { OVERALL, DEVIATION, KINDS, BASE_YEAR = 1900, HUNDRED = 100 };

/* The ratings of the people of a game. */
typedef struct rated_people {
    sv_result *result;
    sv_rating rating[EK_SEATS][KINDS];
} rated_people;

static void take_rating(void *data, const sv_rating *rating)
{
    rated_people *p = data;
    const sv_result *r = p->result;
    if (rating->pace != r->pace || (rating->players != 0 && rating->players != r->players))
        return;
    for (unsigned i = 0; i < r->players; i++)
        if (r->seat[i].person == rating->person)
            p->rating[i][rating->players == 0 ? OVERALL : DEVIATION] = *rating;
}

static unsigned people_of(const sv_result *r, int64_t person[EK_SEATS])
{
    unsigned count = 0;
    for (unsigned i = 0; i < r->players; i++)
        if (r->seat[i].person)
            person[count++] = r->seat[i].person;
    return count;
}

static bool read_ratings(sv_store *store, rated_people *p, rec_error *error)
{
    const sv_result *r = p->result;
    int64_t person[EK_SEATS];
    for (unsigned i = 0; i < r->players; i++) {
        const sv_rating none = {.person = r->seat[i].person, .pace = r->pace};
        p->rating[i][OVERALL] = p->rating[i][DEVIATION] = none;
        p->rating[i][OVERALL].skill = sv_overall_start;
        p->rating[i][DEVIATION].skill = sv_deviation_start;
        p->rating[i][DEVIATION].players = r->players;
    }
    return sv_ratings_of(store, person, people_of(r, person), take_rating, p, error);
}

/* A person who has deleted the account during the game is one of whom nothing is known. */
static void rate(rated_people *p)
{
    sv_result *r = p->result;
    sv_rated player[EK_SEATS];
    for (unsigned i = 0; i < r->players; i++)
        player[i] =
            (sv_rated){p->rating[i][OVERALL].skill, p->rating[i][DEVIATION].skill, r->seat[i].rank};
    sv_rate_game(player, r->players);
    for (unsigned i = 0; i < r->players; i++) {
        sv_result_seat *s = &r->seat[i];
        s->rated = s->person != 0;
        s->before = p->rating[i][OVERALL].skill;
        s->after = p->rating[i][OVERALL].skill = player[i].overall;
        p->rating[i][DEVIATION].skill = player[i].deviation;
    }
}

static bool save_ratings(sv_store *store, rated_people *p, rec_error *error)
{
    for (unsigned i = 0; i < p->result->players; i++)
        for (unsigned kind = 0; kind < KINDS && p->result->seat[i].person; kind++) {
            p->rating[i][kind].games++;
            if (!sv_rating_save(store, &p->rating[i][kind], error))
                return false;
        }
    return sv_result_rate(store, p->result, error);
}

static bool apply_ratings(sv_store *store, sv_result *result, rec_error *error)
{
    rated_people people = {.result = result};
    if (!read_ratings(store, &people, error))
        return false;
    rate(&people);
    return save_ratings(store, &people, error);
}

/* ---------------------------------------------------------------------------------------- sums */

typedef struct presence {
    const sv_result *result;
    bool exists[EK_SEATS];
} presence;

static void note_person(void *data, int64_t person, const char *name)
{
    presence *p = data;
    (void)name;
    for (unsigned i = 0; i < p->result->players; i++)
        p->exists[i] = p->exists[i] || p->result->seat[i].person == person;
}

static bool add_leader(sv_store *store, const sv_result *result, unsigned seat, rec_error *error)
{
    struct tm tm;
    const time_t ended = (time_t)(result->ended / 1000);
    gmtime_r(&ended, &tm);
    const int64_t year = tm.tm_year + BASE_YEAR, month = year * HUNDRED + tm.tm_mon + 1;
    return sv_leader_add(store, result, seat, 0, error) &&
           sv_leader_add(store, result, seat, year, error) &&
           sv_leader_add(store, result, seat, month, error);
}

/* Of people who are gone there are no sums. */
static bool apply_sums(sv_store *store, const sv_result *result, rec_error *error)
{
    presence p = {.result = result};
    int64_t person[EK_SEATS];
    if (!sv_names_of(store, person, people_of(result, person), note_person, &p, error))
        return false;
    for (unsigned i = 0; i < result->players; i++)
        if (p.exists[i] && (!sv_tally_add(store, result, i, error) ||
                            (result->seat[i].rated && !add_leader(store, result, i, error))))
            return false;
    return true;
}

bool sv_result_apply(sv_store *store, sv_result *result, rec_error *error)
{
    return !result->complete || ((!result->rated || apply_ratings(store, result, error)) &&
                                 apply_sums(store, result, error));
}
