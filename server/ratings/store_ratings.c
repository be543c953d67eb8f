/* Ratings and sums of results in the store. */
#include "ratings/store_ratings.h"

#include <stdlib.h>

#include "errors.h"

const char *const sv_pace_words[SV_PACES] = {"live", "days"};

typedef struct rating_list {
    sv_rating_each *each;
    void *data;
} rating_list;

static void take_rating(void *data, const sv_value *column)
{
    const rating_list *list = data;
    const sv_rating rating = {.person = column[0].number,
                              .pace = (uint8_t)column[1].number,
                              .players = (uint8_t)column[2].number,
                              .skill = {column[3].number, column[4].number},
                              .games = column[5].number};
    list->each(list->data, &rating);
}

bool sv_ratings_of(sv_store *store, const int64_t *person, unsigned count, sv_rating_each *each,
                   void *data, rec_error *error)
{
    rating_list list = {each, data};
    char *text = sv_list_of_numbers(store, person, count);
    const bool ok =
        text ? sv_read(store,
                       SV_AMONG(store,
                                "SELECT person, pace, players, mean, spread, games FROM ratings "
                                "WHERE person",
                                "$1", "ORDER BY person, pace, players"),
                       SV_VALUES(sv_text(text)), (sv_rows){"nnnnnn", take_rating, &list}, error)
             : sv_fail_memory(error);
    free(text);
    return ok;
}

typedef struct finding {
    const int64_t *person;
    unsigned count;
    enum sv_pace pace;
    sv_skill *skill;
} finding;

static void take_overall(void *data, const sv_rating *rating)
{
    const finding *f = data;
    for (unsigned i = 0; i < f->count && rating->players == 0 && rating->pace == f->pace; i++)
        if (f->person[i] == rating->person)
            f->skill[i] = rating->skill;
}

bool sv_overall_of(sv_store *store, const int64_t *person, unsigned count, enum sv_pace pace,
                   sv_skill *skill, rec_error *error)
{
    finding f = {person, count, pace, skill};
    for (unsigned i = 0; i < count; i++)
        skill[i] = sv_overall_start;
    return sv_ratings_of(store, person, count, take_overall, &f, error);
}

bool sv_rating_save(sv_store *store, const sv_rating *rating, rec_error *error)
{
    return sv_write(store,
                    "INSERT INTO ratings (person, pace, players, mean, spread, games) "
                    "VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (person, pace, players) "
                    "DO UPDATE SET mean = excluded.mean, spread = excluded.spread, "
                    "games = excluded.games",
                    SV_VALUES(sv_number(rating->person), sv_number(rating->pace),
                              sv_number(rating->players), sv_number(rating->skill.mean),
                              sv_number(rating->skill.spread), sv_number(rating->games)),
                    NULL, error);
}

bool sv_tally_add(sv_store *store, const sv_result *result, unsigned seat, rec_error *error)
{
    const sv_result_seat *s = &result->seat[seat];
    return sv_write(store,
                    "INSERT INTO tallies "
                    "(person, pace, board, edition, players, rated, games, wins, ranks) "
                    "VALUES ($1, $2, $3, $4, $5, $6, 1, $7, $8) "
                    "ON CONFLICT (person, pace, board, edition, players, rated) DO UPDATE SET "
                    "games = tallies.games + 1, wins = tallies.wins + excluded.wins, "
                    "ranks = tallies.ranks + excluded.ranks",
                    SV_VALUES(sv_number(s->person), sv_number(result->pace), sv_text(result->board),
                              sv_number(result->edition), sv_number(result->players),
                              sv_number(result->rated), sv_number(s->rank == 1),
                              sv_number(s->rank)),
                    NULL, error);
}

bool sv_leader_add(sv_store *store, const sv_result *result, unsigned seat, int64_t period,
                   rec_error *error)
{
    const sv_result_seat *s = &result->seat[seat];
    const bool listed = !sv_is_provisional(s->after.spread);
    return sv_write(store,
                    "INSERT INTO leaders "
                    "(pace, period, person, mean, spread, listed, games, wins) "
                    "VALUES ($1, $2, $3, $4, $5, $6, 1, $7) "
                    "ON CONFLICT (pace, period, person) DO UPDATE SET mean = excluded.mean, "
                    "spread = excluded.spread, listed = excluded.listed, "
                    "games = leaders.games + 1, wins = leaders.wins + excluded.wins",
                    SV_VALUES(sv_number(result->pace), sv_number(period), sv_number(s->person),
                              sv_number(s->after.mean), sv_number(s->after.spread),
                              listed ? sv_number(s->after.mean) : sv_null(),
                              sv_number(s->rank == 1)),
                    NULL, error);
}

bool sv_ratings_clear(sv_store *store, rec_error *error)
{
    static const char *const sql[] = {
        "DELETE FROM ratings", "DELETE FROM leaders", "DELETE FROM tallies",
        ("UPDATE result_seats SET mean_before = NULL, spread_before = NULL, mean = NULL, "
         "spread = NULL WHERE mean IS NOT NULL")};
    for (unsigned i = 0; i < sizeof sql / sizeof *sql; i++)
        if (!sv_write(store, sql[i], NULL, 0, NULL, error))
            return false;
    return true;
}

bool sv_ratings_forget_gone(sv_store *store, rec_error *error)
{
    return sv_write(store, "DELETE FROM ratings WHERE person NOT IN (SELECT id FROM users)", NULL,
                    0, NULL, error);
}
