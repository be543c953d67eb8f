/* The queue as clients see it. */
#include "core.h"
#include "pairing/pairing.h"

static const char *const rated_words[] = {"no", "any", "yes"};
static const char *const over_words[SV_OVERS] = {"", "paired", "expired", "away", "playing"};

static json_t *time_or_null(int64_t time)
{
    return time ? json_integer(time) : json_null();
}

static json_t *entry_json(const sv_waiting_row *row)
{
    const sv_seeker *w = &row->seeker;
    return json_pack("{s:s, s:i, s:s, s:s, s:I, s:o, s:I}", "pace", sv_pair_paces[w->pace].word,
                     "players", w->players, "level", bot_level_words[w->level], "rated",
                     rated_words[w->rated], "since", (json_int_t)w->since, "bots_at",
                     time_or_null(w->bots_at), "ends", (json_int_t)row->ends);
}

static json_t *over_json(const sv_waiting_row *row)
{
    return json_pack("{s:s, s:I, s:o}", "why", over_words[row->over], "at", (json_int_t)row->ends,
                     "table", row->code[0] ? json_string(row->code) : json_null());
}

static json_t *pace_json(unsigned pace, const unsigned *of)
{
    json_t *sizes = json_array();
    unsigned all = 0;
    for (unsigned i = 0; i <= EK_SEATS; i++) {
        all += of[i];
        if (of[i])
            json_array_append_new(
                sizes, json_pack("{s:i, s:i}", "players", (int)i, "waiting", (int)of[i]));
    }
    return json_pack("{s:s, s:o, s:b, s:i, s:o}", "pace", sv_pair_paces[pace].word, "clock",
                     sv_pair_pace_clock(pace), "live", sv_pair_paces[pace].live, "waiting",
                     (int)all, "sizes", sizes);
}

json_t *sv_pairing_json(int64_t now, const sv_waiting_counts *counts, const sv_waiting_row *row)
{
    json_t *paces = json_array();
    const bool waits = row && row->over == SV_OVER_NOT;
    const bool over = row && row->over > SV_OVER_NOT && row->over < SV_OVERS;
    for (unsigned i = 0; i < SV_PAIR_PACES; i++)
        json_array_append_new(paces, pace_json(i, counts->of[i]));
    return json_pack("{s:I, s:o, s:o, s:o}", "now", (json_int_t)now, "entry",
                     waits ? entry_json(row) : json_null(), "over",
                     over ? over_json(row) : json_null(), "paces", paces);
}
