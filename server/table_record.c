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
#include <string.h>

#include "errors.h"
#include "lines.h"
#include "record.h"
#include "table.h"

/* The game at its start, for what chance decided then. */
static bool start_again(const sv_table *t, sv_game *start, rec_error *error)
{
    jn_shuffle fresh = t->game.shuffle;
    fresh.used = 0;
    return sv_game_start(start, &t->setting, &fresh, NULL, NULL, error);
}

static bool fill_options(const sv_table *t, rec_options *o, rec_error *error)
{
    sv_game start;
    const sv_setting *s = &t->setting;
    if (!start_again(t, &start, error))
        return false;
    *o = (rec_options){.board = s->board,
                       .edition = s->edition,
                       .players = s->players,
                       .options = s->options,
                       .zone_way = s->zone_way == REC_ZONE_DRAFT ? REC_ZONE_DRAFT : REC_ZONE_GIVEN,
                       .zone = start.state.zone,
                       .order_given = 1,
                       .market = start.state.market,
                       .chance = EK_CHANCE_ASK,
                       .seed_known = true};
    memcpy(o->order, start.state.order, sizeof o->order);
    for (unsigned i = 0; i < s->players; i++)
        snprintf(o->name[i], REC_NAME_MAX, "%s", t->seat[i].name);
    snprintf(o->commitment, sizeof o->commitment, "%s", t->commitment);
    sv_game_free(&start);
    return true;
}

static bool play_line(rec_game *game, uint32_t line, rec_error *error)
{
    if (sv_line_type(line) == SV_LINE_DRAW)
        return rec_draw(game, sv_line_value(line), error);
    if (sv_line_type(line) == SV_LINE_BACK)
        return rec_show_back(game, (enum ek_back)sv_line_value(line), error);
    return rec_play(game, line, error);
}

static rec_game *as_history(const sv_table *t, rec_error *error)
{
    rec_options options;
    unsigned count;
    rec_game *game = fill_options(t, &options, error) ? rec_new(&options, error) : NULL;
    uint32_t *line = sv_game_settled(&t->game, &count);
    bool ok = game && line;
    for (unsigned i = 0; ok && i < count; i++)
        ok = play_line(game, line[i], error);
    free(line);
    if (ok)
        return game;
    rec_free(game);
    return NULL;
}

static void add_shuffle(rec_out *out, const sv_table *t)
{
    rec_add(out, "\n# shuffle: %s\n# shuffle-drew:%s%s\n", JN_SHUFFLE,
            t->setting.zone_way == REC_ZONE_RANDOM ? " zone" : "",
            t->setting.seated ? "" : " order");
    for (unsigned i = 0; i < t->setting.players; i++)
        rec_add(out, "# shuffle-words %u: %s\n", i + 1, t->seat[i].words);
    if (t->status == SV_ENDED)
        rec_add(out, "# shuffle-seed: %s\n", t->seed);
}

char *sv_table_record(const sv_table *table, rec_error *error)
{
    rec_out out = {.grows = true};
    rec_game *game = as_history(table, error);
    if (!game)
        return NULL;
    char *text = rec_write(game);
    rec_free(game);
    if (text)
        rec_add(&out, "%s", text);
    add_shuffle(&out, table);
    free(text);
    if (text && !out.failed)
        return out.text;
    free(out.text);
    return sv_fail_memory(error), NULL;
}
