#include "profiles/profile.h"

#include "core.h"
#include "errors.h"
#include "name.h"
#include "ratings/ratings_json.h"
#include "requests.h"

enum { POINTS_MAX = 300 }; /* of a chart, for each pace */

bool sv_player_of_call(sv_call *call, sv_user *player)
{
    bool found;
    return sv_account_by_name(&call->core->store, sv_call_text(call, "name"), player, NULL, &found,
                              &call->error) &&
           (found || sv_fail(&call->error, SV_ERROR_NO_SUCH_USER, "No account has this name."));
}

static bool is_own(const sv_call *call, const sv_user *player)
{
    return player->id == call->client->user.id;
}

bool sv_may_see(sv_call *call, const sv_user *player, enum sv_hidden what)
{
    sv_profile profile;
    return is_own(call, player) ||
           (sv_profile_get(&call->core->store, player->id, &profile, &call->error) &&
            (!(profile.hidden & what) ||
             sv_fail(&call->error, SV_ERROR_HIDDEN, "The player does not show this.")));
}

/* ------------------------------------------------------------------------------------- profile */

/* What the two have finished together; null for visitors and for oneself. */
static json_t *together(sv_call *call, const sv_user *player)
{
    const int64_t me = call->client->user.id;
    sv_meetings m;
    if (me == 0 || is_own(call, player))
        return json_null();
    if (!sv_meetings_of(&call->core->store, me, player->id, &m, &call->error))
        return NULL;
    return json_pack("{s:I, s:I, s:I, s:b}", "games", (json_int_t)m.games, "ahead",
                     (json_int_t)m.ahead, "behind", (json_int_t)m.behind, "recent", m.recent);
}

json_t *sv_on_profile(sv_call *call)
{
    sv_store *store = &call->core->store;
    sv_user player;
    sv_profile profile;
    if (!sv_player_of_call(call, &player) ||
        !sv_profile_get(store, player.id, &profile, &call->error))
        return NULL;
    const bool own = is_own(call, &player);
    const unsigned hidden = own ? 0 : profile.hidden;
    json_t *ratings =
        hidden & SV_HIDE_RATINGS ? json_null() : sv_ratings_json(store, player.id, &call->error);
    json_t *tallies =
        hidden & SV_HIDE_RESULTS ? json_null() : sv_tallies_json(store, player.id, &call->error);
    json_t *both = together(call, &player);
    if (ratings && tallies && both)
        return json_pack(
            "{s:I, s:s, s:s, s:b, s:o, s:o, s:o, s:b, s:o, s:o}", "user", (json_int_t)player.id,
            "name", player.name, "kind", player.kind == SV_ACCOUNT ? "account" : "bot", "you", own,
            "since", hidden & SV_HIDE_SINCE ? json_null() : json_integer(profile.created),
            "ratings", ratings, "tallies", tallies, "games", !(hidden & SV_HIDE_GAMES), "together",
            both, "hidden", own ? sv_visibility_json(profile.hidden) : json_null());
    json_decref(ratings);
    json_decref(tallies);
    json_decref(both);
    return NULL;
}

/* --------------------------------------------------------------------------------------- chart */

typedef struct charts {
    json_t *points[SV_PACES];
} charts;

static void add_point(void *data, const sv_chart_point *point)
{
    json_array_append_new(((charts *)data)->points[point->pace],
                          json_pack("{s:I, s:I, s:I}", "at", (json_int_t)point->at, "rating",
                                    (json_int_t)sv_points(point->skill.mean), "deviation",
                                    (json_int_t)sv_points(point->skill.spread)));
}

/* Some of the points, spread evenly, with the first and the last. */
static json_t *thin_out(json_t *points)
{
    const size_t count = json_array_size(points);
    if (count <= POINTS_MAX)
        return points;
    json_t *some = json_array();
    for (size_t i = 0; i < POINTS_MAX; i++)
        json_array_append(some, json_array_get(points, i * (count - 1) / (POINTS_MAX - 1)));
    json_decref(points);
    return some;
}

json_t *sv_on_rating_chart(sv_call *call)
{
    sv_user player;
    if (!sv_player_of_call(call, &player) || !sv_may_see(call, &player, SV_HIDE_RATINGS))
        return NULL;
    charts c = {{json_array(), json_array()}};
    if (sv_chart_of(&call->core->store, player.id, add_point, &c, &call->error))
        return json_pack("{s:o, s:o}", "live", thin_out(c.points[SV_PACE_LIVE]), "days",
                         thin_out(c.points[SV_PACE_DAYS]));
    for (unsigned i = 0; i < SV_PACES; i++)
        json_decref(c.points[i]);
    return NULL;
}

/* ---------------------------------------------------------------------------------- visibility */

static unsigned asked(const sv_call *call, const char *key, unsigned bit, unsigned hidden)
{
    const json_t *value = json_object_get(call->request, key);
    if (!value)
        return hidden & bit;
    return json_is_true(value) ? bit : 0;
}

json_t *sv_on_visibility(sv_call *call)
{
    const int64_t me = call->client->user.id;
    sv_profile profile;
    if (!sv_claim_user(call) || !sv_profile_get(&call->core->store, me, &profile, &call->error))
        return NULL;
    const unsigned hidden = asked(call, "ratings", SV_HIDE_RATINGS, profile.hidden) |
                            asked(call, "results", SV_HIDE_RESULTS, profile.hidden) |
                            asked(call, "games", SV_HIDE_GAMES, profile.hidden) |
                            asked(call, "since", SV_HIDE_SINCE, profile.hidden);
    if (!sv_profile_hide(&call->core->store, me, hidden, &call->error))
        return NULL;
    return json_pack("{s:o}", "hidden", sv_visibility_json(hidden));
}

/* -------------------------------------------------------------------------------------- export */

bool sv_profile_export(sv_call *call, json_t *data)
{
    sv_store *store = &call->core->store;
    const int64_t me = call->client->user.id;
    sv_profile profile;
    int64_t results;
    if (!sv_profile_get(store, me, &profile, &call->error) ||
        !sv_games_count(store, me, &results, &call->error))
        return false;
    json_t *ratings = sv_ratings_json(store, me, &call->error);
    json_t *tallies = sv_tallies_json(store, me, &call->error);
    json_object_set_new(data, "since", json_integer(profile.created));
    json_object_set_new(data, "hidden", sv_visibility_json(profile.hidden));
    json_object_set_new(data, "results", json_integer(results));
    json_object_set_new(data, "ratings", ratings);
    json_object_set_new(data, "tallies", tallies);
    return ratings && tallies;
}
