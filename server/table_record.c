/*
 * The game of a table as a record.
 *
 * The shuffle is told in comments at the end, which any reader of records skips, but
 * shuffle_check.c:
 *
 *     # shuffle: elektro-shuffle-2
 *     # shuffle-table: CODE               this line and the next: version 2 only
 *     # shuffle-attempt: 2
 *     # shuffle-drew: zone order          what it decided besides the cards and the market
 *     # shuffle-cancelled 1: 3            for each attempt before: the seats that did not reveal
 *     # shuffle-seal 1: HEX               for each seat, version 2 only; "none"
 *     # shuffle-salt 1: HEX               for each seat with a seal
 *     # shuffle-words 1: TEXT             for each seat
 *     # shuffle-seed: HEX                 once the game has ended
 */
#include <stdio.h>
#include <stdlib.h>

#include "errors.h"
#include "lines.h"
#include "record.h"
#include "sealing.h"
#include "table.h"

void sv_table_options(const sv_table *t, rec_options *o)
{
    const sv_setting *s = &t->setting;
    *o = (rec_options){.board = s->board,
                       .edition = s->edition,
                       .players = s->players,
                       .options = s->options,
                       .zone_choice = s->zone_choice,
                       .chance = EK_CHANCE_ASK};
    for (unsigned i = 0; i < s->players; i++)
        snprintf(o->name[i], REC_NAME_MAX, "%s", t->seat[i].name);
    snprintf(o->commitment, sizeof o->commitment, "%s", t->commitment);
}

/* The seats that did not reveal, for each cancelled start. */
static void add_cancelled(rec_out *out, const sv_shuffle *s)
{
    for (unsigned i = 0; i + 1 < s->attempt; i++) {
        rec_add(out, "# shuffle-cancelled %u:", i + 1);
        for (unsigned seat = 0; seat < EK_SEATS; seat++)
            if (s->refused[i] >> seat & 1)
                rec_add(out, " %u", seat + 1);
        rec_add(out, "\n");
    }
}

static void add_seals(rec_out *out, const sv_table *t)
{
    for (unsigned i = 0; i < t->setting.players; i++) {
        const sv_seat *s = &t->seat[i];
        rec_add(out, "# shuffle-seal %u: %s\n", i + 1, s->seal[0] ? s->seal : JN_NO_SEAL);
        if (s->salt[0])
            rec_add(out, "# shuffle-salt %u: %s\n", i + 1, s->salt);
    }
}

static void add_shuffle(rec_out *out, const sv_table *t)
{
    const bool sealed = t->shuffle.version == 2;
    rec_add(out, "\n# shuffle: %s\n", sealed ? JN_SHUFFLE_2 : JN_SHUFFLE_1);
    if (sealed)
        rec_add(out, "# shuffle-table: %s\n# shuffle-attempt: %u\n", t->code, t->shuffle.attempt);
    rec_add(out, "# shuffle-drew:%s\n", sv_shuffle_drew(t));
    if (sealed) {
        add_cancelled(out, &t->shuffle);
        add_seals(out, t);
    }
    for (unsigned i = 0; i < t->setting.players; i++)
        rec_add(out, "# shuffle-words %u: %s\n", i + 1, t->seat[i].words);
    if (t->status == SV_ENDED)
        rec_add(out, "# shuffle-seed: %s\n", t->seed);
}

char *sv_table_record(const sv_table *table, rec_error *error)
{
    rec_options options;
    rec_out out = {.grows = true};
    sv_table_options(table, &options);
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
