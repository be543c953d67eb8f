/* The requests of quick pairing. */
#include <string.h>

#include "core.h"
#include "errors.h"
#include "name.h"
#include "pairing/pairing.h"
#include "ratings/store_ratings.h"
#include "requests.h"

enum {
    BY_ADDRESS_MAX = 24, /* people who wait from one address */
    LIST_MAX = 600       /* entries that are counted */
};

static void count(void *data, const sv_waiting_row *row)
{
    sv_waiting_counts *counts = data;
    if (row->seeker.players <= EK_SEATS)
        counts->of[row->seeker.pace][row->seeker.players]++;
}

/* The reply to all requests. */
static json_t *state_with(sv_call *call, const sv_waiting_row *row)
{
    sv_waiting_counts counts = {.of = {{0}}};
    sv_core *core = call->core;
    return sv_waiting_list(&core->store, LIST_MAX, count, &counts, &call->error)
               ? sv_pairing_json(core->now, &counts, row)
               : NULL;
}

json_t *sv_on_pair_state(sv_call *call)
{
    sv_waiting_row row;
    bool found = false;
    const int64_t user = call->client->user.id;
    if (user && !sv_waiting_find(&call->core->store, user, &row, &found, &call->error))
        return NULL;
    return state_with(call, found ? &row : NULL);
}

/* ---------------------------------------------------------------------------------------- asking
 */

static unsigned rated_asked(const sv_call *call)
{
    const char *word = sv_call_text(call, "rated");
    if (word)
        return strcmp(word, "yes") == 0   ? SV_RATED_YES
               : strcmp(word, "any") == 0 ? SV_RATED_ANY
                                          : SV_RATED_NO;
    return call->client->user.kind == SV_ACCOUNT ? SV_RATED_ANY : SV_RATED_NO;
}

static unsigned level_asked(const sv_call *call)
{
    const char *word = sv_call_text(call, "level");
    unsigned level = BOT_NORMAL;
    for (unsigned i = 0; word && i < BOT_LEVELS; i++)
        if (strcmp(bot_level_words[i], word) == 0)
            level = i;
    return level;
}

static bool good_players(sv_call *call, unsigned players)
{
    return players != 1 ||
           sv_fail(&call->error, SV_ERROR_BAD_REQUEST, "\"players\": expected 0 or 2 to 6.");
}

/* Guests have no ratings, and bots do not count. */
static bool good_rated(sv_call *call, unsigned rated, bool bots)
{
    if (rated != SV_RATED_NO && call->client->user.kind != SV_ACCOUNT)
        return sv_fail(&call->error, SV_ERROR_NOT_AN_ACCOUNT,
                       "Only players with an account can play rated games.");
    return rated != SV_RATED_YES || !bots ||
           sv_fail(&call->error, SV_ERROR_BAD_REQUEST,
                   "\"bots_after\": bots do not play in rated games.");
}

static bool read_wishes(sv_call *call, sv_seeker *w)
{
    const int64_t now = call->core->now;
    const json_t *bots = json_object_get(call->request, "bots_after");
    *w = (sv_seeker){.person = call->client->user.id,
                     .since = now,
                     .origin = sv_limit_address_key(&call->core->limits, call->client->address),
                     .bots_at =
                         bots ? now + json_integer_value(bots) * 1000 : (int64_t)SV_BOTS_NEVER,
                     .pace = (uint8_t)sv_pair_pace_of(sv_call_text(call, "pace")),
                     .players = (uint8_t)sv_call_number(call, "players"),
                     .level = (uint8_t)level_asked(call),
                     .rated = (uint8_t)rated_asked(call),
                     .colour = (uint8_t)sv_call_number(call, "colour")};
    return good_players(call, w->players) && good_rated(call, w->rated, bots != NULL);
}

static bool is_free_for(sv_call *call, unsigned pace)
{
    bool plays = false;
    if (!sv_pair_paces[pace].live)
        return true;
    return sv_plays_live(call->core, call->client->user.id, &plays, &call->error) &&
           (!plays || sv_fail(&call->error, SV_ERROR_ALREADY_PLAYING,
                              "You play a game with a clock. Finish or leave it first."));
}

static bool take_permits(sv_call *call, int64_t origin)
{
    sv_core *core = call->core;
    unsigned others;
    if (!sv_waiting_from(&core->store, origin, call->client->user.id, &others, &call->error))
        return false;
    if (others >= BY_ADDRESS_MAX)
        return sv_fail(&call->error, SV_ERROR_TOO_MANY,
                       "At most %d people can wait from one address.", BY_ADDRESS_MAX);
    return sv_limit_take(&core->limits, &core->limits.tables, SV_LIMITED_PAIRING, "",
                         call->client->user.id, 1, core->now) ||
           sv_fail(&call->error, SV_ERROR_TOO_MANY,
                   "You have changed your mind too often. Wait a moment.");
}

/* How strong the person is, if that is of interest. */
static bool find_rating(sv_call *call, sv_seeker *s)
{
    sv_skill skill;
    const enum sv_pace pace = sv_pair_paces[s->pace].live ? SV_PACE_LIVE : SV_PACE_DAYS;
    if (call->client->user.kind != SV_ACCOUNT)
        return true;
    if (!sv_overall_of(&call->core->store, &s->person, 1, pace, &skill, &call->error))
        return false;
    s->rating = sv_points(skill.mean);
    return true;
}

/* Somebody who waits already and wants something else at the same pace keeps their place. */
static bool keep_place(sv_call *call, sv_waiting_row *row)
{
    sv_waiting_row before;
    bool found;
    if (!sv_waiting_find(&call->core->store, row->seeker.person, &before, &found, &call->error))
        return false;
    if (found && before.over == SV_OVER_NOT && before.seeker.pace == row->seeker.pace) {
        row->seeker.since = before.seeker.since;
        row->ends = before.ends;
    }
    return true;
}

json_t *sv_on_pair(sv_call *call)
{
    sv_core *core = call->core;
    sv_waiting_row row = {.seen = core->now};
    if (!read_wishes(call, &row.seeker) || !sv_claim_user(call) ||
        !sv_name_is_guests(call, &call->error) || !is_free_for(call, row.seeker.pace) ||
        !take_permits(call, row.seeker.origin))
        return NULL;
    row.ends = core->now + sv_pair_paces[row.seeker.pace].waits_ms;
    if (!find_rating(call, &row.seeker) || !keep_place(call, &row) ||
        !sv_waiting_put(&core->store, &row, &call->error))
        return NULL;
    return state_with(call, &row);
}

/* Also says that the person knows what became of the entry, and tells it once more: a table may
 * have been made at the same moment. */
json_t *sv_on_pair_cancel(sv_call *call)
{
    sv_waiting_row row;
    bool found;
    sv_store *store = &call->core->store;
    const int64_t user = call->client->user.id;
    if (!sv_claim_user(call) || !sv_waiting_find(store, user, &row, &found, &call->error) ||
        (found && !sv_waiting_drop(store, user, &call->error)))
        return NULL;
    return state_with(call, found && row.over != SV_OVER_NOT ? &row : NULL);
}
