/*
 * The game of a table as a record.
 *
 * The shuffle is told in comments at the end, which any reader of records skips, but
 * shuffle_check.c:
 *
 *     # shuffle: elektro-shuffle-1
 *     # shuffle-drew: zone order          what it decided besides the cards and the market
 *     # shuffle-words 1: TEXT             for each seat
 *     # shuffle-seed: HEX                 once the game has ended
 */
#include <stdio.h>
#include <stdlib.h>

#include "errors.h"
#include "lines.h"
#include "record.h"
#include "table.h"

static rec_options options_of(const sv_table *t)
{
    const sv_setting *s = &t->setting;
    rec_options o = {.board = s->board,
                     .edition = s->edition,
                     .players = s->players,
                     .options = s->options,
                     .zone_choice = s->zone_choice,
                     .chance = EK_CHANCE_ASK};
    for (unsigned i = 0; i < s->players; i++)
        snprintf(o.name[i], REC_NAME_MAX, "%s", t->seat[i].name);
    snprintf(o.commitment, sizeof o.commitment, "%s", t->commitment);
    return o;
}

static void add_shuffle(rec_out *out, const sv_table *t)
{
    rec_add(out, "\n# shuffle: %s\n# shuffle-drew:%s%s\n", JN_SHUFFLE,
            t->setting.zone_choice == JN_ZONE_RANDOM ? " zone" : "",
            t->setting.seated ? "" : " order");
    for (unsigned i = 0; i < t->setting.players; i++)
        rec_add(out, "# shuffle-words %u: %s\n", i + 1, t->seat[i].words);
    if (t->status == SV_ENDED)
        rec_add(out, "# shuffle-seed: %s\n", t->seed);
}

char *sv_table_record(const sv_table *table, rec_error *error)
{
    const rec_options options = options_of(table);
    rec_out out = {.grows = true};
    char *text = rec_write_journal(&options, &table->game);
    if (text)
        rec_add(&out, "%s", text);
    add_shuffle(&out, table);
    const bool ok = text && !out.failed;
    free(text);
    if (ok)
        return out.text;
    free(out.text);
    return sv_fail_memory(error), NULL;
}
