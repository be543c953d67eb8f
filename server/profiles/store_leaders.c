/* Leader boards in the store. */
#include "profiles/store_profiles.h"

typedef struct leader_list {
    sv_leader_each *each;
    void *data;
} leader_list;

static sv_leader leader_of(const sv_value *column)
{
    return (sv_leader){.person = column[0].number,
                       .skill = {column[1].number, column[2].number},
                       .listed = !column[3].null,
                       .games = column[4].number,
                       .wins = column[5].number};
}

static void take_leader(void *data, const sv_value *column)
{
    const leader_list *list = data;
    const sv_leader leader = leader_of(column);
    list->each(list->data, &leader);
}

/* Only the index is read up to the place. */
bool sv_leaders_from(sv_store *store, sv_board board, int64_t place, sv_leader_each *each,
                     void *data, rec_error *error)
{
    leader_list list = {each, data};
    const int64_t left = SV_PLACES_MAX - place + 1;
    const int64_t max = left < SV_LEADERS_PAGE + 1 ? left : SV_LEADERS_PAGE + 1;
    return sv_read(store,
                   "SELECT leaders.person, mean, spread, leaders.listed, games, wins "
                   "FROM (SELECT pace, period, person, listed FROM leaders "
                   "  WHERE pace = $1 AND period = $2 AND listed IS NOT NULL "
                   "  ORDER BY listed DESC, person DESC LIMIT $3 OFFSET $4) AS page "
                   "JOIN leaders ON leaders.pace = page.pace AND leaders.period = page.period "
                   "AND leaders.person = page.person "
                   "ORDER BY page.listed DESC, page.person DESC",
                   SV_VALUES(sv_number(board.pace), sv_number(board.period), sv_number(max),
                             sv_number(place - 1)),
                   (sv_rows){"nnnnnn", take_leader, &list}, error);
}

typedef struct leader_search {
    sv_leader *leader;
    bool *found;
} leader_search;

static void take_one(void *data, const sv_value *column)
{
    const leader_search *search = data;
    *search->leader = leader_of(column);
    *search->found = true;
}

static void take_count(void *data, const sv_value *column)
{
    *(int64_t *)data = column[0].number;
}

/* How many are ahead of a leader who is listed, up to SV_PLACES_MAX. */
static bool count_ahead(sv_store *store, sv_board board, const sv_leader *leader, int64_t *ahead,
                        rec_error *error)
{
    *ahead = 0;
    return sv_read(store,
                   "SELECT COUNT(*) FROM (SELECT person FROM leaders "
                   "WHERE pace = $1 AND period = $2 AND listed IS NOT NULL "
                   "AND (listed, person) > ($3, $4) LIMIT $5) AS ahead",
                   SV_VALUES(sv_number(board.pace), sv_number(board.period),
                             sv_number(leader->skill.mean), sv_number(leader->person),
                             sv_number(SV_PLACES_MAX)),
                   (sv_rows){"n", take_count, ahead}, error);
}

bool sv_leader_find(sv_store *store, sv_board board, int64_t person, sv_leader *leader,
                    int64_t *place, bool *found, rec_error *error)
{
    leader_search search = {leader, found};
    int64_t ahead = SV_PLACES_MAX;
    *found = false;
    if (!sv_read(store,
                 "SELECT person, mean, spread, listed, games, wins FROM leaders "
                 "WHERE pace = $1 AND period = $2 AND person = $3",
                 SV_VALUES(sv_number(board.pace), sv_number(board.period), sv_number(person)),
                 (sv_rows){"nnnnnn", take_one, &search}, error) ||
        (*found && leader->listed && !count_ahead(store, board, leader, &ahead, error)))
        return false;
    *place = ahead < SV_PLACES_MAX ? ahead + 1 : 0;
    return true;
}
