/* Requests about games that have ended: those of a player, and one's own. */
#include <stdlib.h>
#include <string.h>

#include "core.h"
#include "errors.h"
#include "name.h"
#include "profiles/profile.h"
#include "ratings/ratings_json.h"
#include "words_text.h"

static int word_of(const sv_call *call, const char *key, const char *const *words, int count)
{
    const char *text = sv_call_text(call, key);
    for (int i = 0; text && i < count; i++)
        if (strcmp(words[i], text) == 0)
            return i;
    return -1;
}

static int edition_of(const sv_call *call)
{
    const char *text = sv_call_text(call, "edition");
    return text ? rec_edition_named(text) : -1;
}

static int64_t number_or(const sv_call *call, const char *key, int64_t otherwise)
{
    return json_object_get(call->request, key) ? sv_call_number(call, key) : otherwise;
}

/* The other player that a search names. */
static bool find_with(sv_call *call, int64_t *with)
{
    const char *name = sv_call_text(call, "with");
    sv_user user;
    bool found;
    *with = 0;
    if (!name)
        return true;
    if (!sv_account_by_name(&call->core->store, name, &user, NULL, &found, &call->error))
        return false;
    *with = found ? user.id : 0;
    return found ||
           sv_fail(&call->error, SV_ERROR_NO_SUCH_USER, "\"with\": no account has this name.");
}

static bool read_search(sv_call *call, int64_t person, sv_search *search)
{
    static const char *const outcomes[] = {"not-won", "won"};
    const char *board = sv_call_text(call, "board");
    const json_t *rated = json_object_get(call->request, "rated");
    *search = (sv_search){.person = person,
                          .from = number_or(call, "from", 0),
                          .to = number_or(call, "to", INT64_MAX),
                          .before = number_or(call, "before", INT64_MAX),
                          .board = board ? board : "",
                          .edition = edition_of(call),
                          .pace = word_of(call, "pace", sv_pace_words, SV_PACES),
                          .players = (int)sv_call_number(call, "players"),
                          .rated = rated ? json_is_true(rated) : -1,
                          .won = word_of(call, "outcome", outcomes, 2)};
    return find_with(call, &search->with);
}

/* ------------------------------------------------------------------------------------- privacy */

/* Results whose table is public. */
typedef struct shown_results {
    sv_result *result;
    unsigned count;
    bool open[SV_GAMES_PAGE];
} shown_results;

static void note_public(void *data, int64_t game)
{
    shown_results *shown = data;
    for (unsigned i = 0; i < shown->count; i++)
        shown->open[i] = shown->open[i] || shown->result[i].game == game;
}

static bool took_part(const sv_result *result, int64_t person)
{
    for (unsigned i = 0; i < result->players; i++)
        if (person != 0 && result->seat[i].person == person)
            return true;
    return false;
}

/* Who has the code of a table may open its game. So only those who played there are told the codes
 * and titles of games that were not public. */
static bool close_private(sv_call *call, sv_result *result, unsigned count)
{
    shown_results shown = {.result = result, .count = count};
    int64_t game[SV_GAMES_PAGE];
    for (unsigned i = 0; i < count; i++) {
        game[i] = result[i].game;
        shown.open[i] = took_part(&result[i], call->client->user.id);
    }
    if (!sv_public_games(&call->core->store, game, count, note_public, &shown, &call->error))
        return false;
    for (unsigned i = 0; i < count; i++)
        if (!shown.open[i])
            result[i].code[0] = result[i].title[0] = '\0';
    return true;
}

/* ---------------------------------------------------------------------------------------- lists */

static json_t *games_reply(sv_call *call, const int64_t *number, unsigned count, int64_t next)
{
    sv_store *store = &call->core->store;
    sv_result *result = calloc(SV_GAMES_PAGE, sizeof *result);
    json_t *games = NULL;
    if (!result)
        sv_fail_memory(&call->error);
    else if (sv_results_of(store, number, count, result, &count, &call->error) &&
             close_private(call, result, count))
        games = sv_results_json(store, call->client->user.id, result, count, &call->error);
    free(result);
    return games ? json_pack("{s:o, s:o}", "games", games, "next",
                             next ? json_integer(next) : json_null())
                 : NULL;
}

static json_t *games_of(sv_call *call, int64_t person)
{
    sv_search search;
    int64_t number[SV_GAMES_PAGE], next;
    unsigned count;
    if (!read_search(call, person, &search) ||
        !sv_search_games(&call->core->store, &search, number, &count, &next, &call->error))
        return NULL;
    return games_reply(call, number, count, next);
}

json_t *sv_on_games(sv_call *call)
{
    sv_user player;
    if (!sv_player_of_call(call, &player) || !sv_may_see(call, &player, SV_HIDE_GAMES))
        return NULL;
    return games_of(call, player.id);
}

json_t *sv_on_my_games(sv_call *call)
{
    return games_of(call, call->client->user.id);
}
