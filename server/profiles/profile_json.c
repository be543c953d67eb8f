/* Parts of profiles as JSON. */
#include "profiles/profile.h"
#include "words_text.h"

json_t *sv_visibility_json(unsigned hidden)
{
    return json_pack("{s:b, s:b, s:b, s:b}", "ratings", (hidden & SV_HIDE_RATINGS) != 0, "results",
                     (hidden & SV_HIDE_RESULTS) != 0, "games", (hidden & SV_HIDE_GAMES) != 0,
                     "since", (hidden & SV_HIDE_SINCE) != 0);
}

static void add_tally(void *data, const sv_tally *t)
{
    json_array_append_new(data, json_pack("{s:s, s:s, s:s, s:i, s:b, s:I, s:I, s:I}", "pace",
                                          sv_pace_words[t->pace], "board", t->board, "edition",
                                          rec_edition_word(t->edition), "players", t->players,
                                          "rated", t->rated, "games", (json_int_t)t->games, "wins",
                                          (json_int_t)t->wins, "ranks", (json_int_t)t->ranks));
}

json_t *sv_tallies_json(sv_store *store, int64_t person, rec_error *error)
{
    json_t *list = json_array();
    if (sv_tallies_of(store, person, add_tally, list, error))
        return list;
    json_decref(list);
    return NULL;
}
