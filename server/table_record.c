/*
 * The game of a table as a record, and a record's shuffle checked.
 *
 * The shuffle is told in comments at the end, which any reader of records skips:
 *
 *     # shuffle: elektro-shuffle-1
 *     # shuffle-drew: zone order          what it decided besides the cards and the market
 *     # shuffle-words 1: TEXT             for each seat
 *     # shuffle-seed: HEX                 once the game has ended
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lines.h"
#include "record.h"
#include "shuffle_check.h"
#include "table.h"

/* The game at its start, for what chance decided then. */
static bool start_again(const sv_table *t, sv_game *start, rec_error *error)
{
    sv_shuffle fresh = t->game.shuffle;
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
    rec_add(out, "\n# shuffle: %s\n# shuffle-drew:%s%s\n", SV_SHUFFLE,
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
    return rec_fail(error, "no-memory", "There is not enough memory."), NULL;
}

/* ------------------------------------------------------------------------------------ checking */

/* What the comments say. */
typedef struct told {
    char seed[SV_SEED_TEXT];
    char words[EK_SEATS][SV_WORDS_MAX];
    bool known, drew_zone, drew_order;
} told;

static void read_comment(told *t, const char *line, size_t length)
{
    char text[256];
    unsigned seat = 0;
    int skip = 0;
    if (length >= sizeof text)
        return;
    memcpy(text, line, length);
    text[length] = '\0';
    if (strcmp(text, "# shuffle: " SV_SHUFFLE) == 0)
        t->known = true;
    else if (strncmp(text, "# shuffle-drew:", 15) == 0) {
        t->drew_zone = strstr(text, " zone") != NULL;
        t->drew_order = strstr(text, " order") != NULL;
    } else if (strncmp(text, "# shuffle-seed: ", 16) == 0)
        snprintf(t->seed, sizeof t->seed, "%.64s", text + 16);
    else if (sscanf(text, "# shuffle-words %u: %n", &seat, &skip) == 1 && seat >= 1 &&
             seat <= EK_SEATS && skip)
        snprintf(t->words[seat - 1], SV_WORDS_MAX, "%.64s", text + skip);
}

static void read_comments(told *t, const char *record)
{
    for (const char *line = record; *line; line += strcspn(line, "\n"), line += *line == '\n')
        if (*line == '#')
            read_comment(t, line, strcspn(line, "\r\n"));
}

static bool differs(rec_error *error, const char *what)
{
    return rec_fail(error, "unfair", "The seed gives another %s than the record tells.", what);
}

/* The next card the record tells of, from entry *at on; 0 if there is none. */
static unsigned next_card(const rec_entry *entry, unsigned count, unsigned *at)
{
    while (*at < count && entry[*at].kind != REC_DRAW)
        (*at)++;
    return *at < count ? entry[(*at)++].value : 0;
}

/* Makes the moves of the record; wherever a card is turned up the shuffle must say the same. */
static bool check_cards(sv_game *game, const rec_game *told_game, unsigned *cards, rec_error *error)
{
    unsigned count, at = 0;
    const rec_entry *entry = rec_history(told_game, &count);
    for (unsigned i = 0; i < count; i++) {
        const unsigned from = game->lines;
        if (entry[i].kind != REC_MOVE)
            continue;
        if (!sv_game_play(game, entry[i].seat, entry[i].value, NULL, NULL, error))
            return false;
        for (unsigned k = from; k < game->lines; k++) {
            if (sv_line_type(game->line[k]) != SV_LINE_DRAW)
                continue;
            if (next_card(entry, count, &at) != sv_line_value(game->line[k]))
                return differs(error, "card");
            ++*cards;
        }
    }
    return next_card(entry, count, &at) == 0 || differs(error, "number of cards");
}

static bool check_start(const rec_game *told_game, const sv_game *game, rec_error *error)
{
    const rec_options *o = rec_options_of(told_game);
    const ek_state *first = rec_state_before(told_game, 0);
    if (first->zone != game->state.zone)
        return differs(error, "zone");
    if (memcmp(o->order, game->state.order, o->players) != 0)
        return differs(error, "first order");
    return first->market == game->state.market || differs(error, "opening market");
}

static bool check_game(const told *t, const rec_game *told_game, unsigned *cards, rec_error *error)
{
    const rec_options *o = rec_options_of(told_game);
    const char *words[EK_SEATS];
    char commitment[SV_SEED_TEXT];
    sv_shuffle shuffle;
    sv_game game;
    for (unsigned i = 0; i < EK_SEATS; i++)
        words[i] = t->words[i];
    if (!sv_seed_commitment(t->seed, commitment) ||
        !sv_shuffle_init(&shuffle, t->seed, words, o->players))
        return rec_fail(error, "bad-seed",
                        "The record's shuffle-seed is not 64 hexadecimal digits.");
    if (strcmp(commitment, o->commitment) != 0)
        return rec_fail(error, "unfair", "The seed is not the one that was committed to.");
    const sv_setting setting = {.board = o->board,
                                .edition = o->edition,
                                .players = o->players,
                                .options = o->options,
                                .zone_way = t->drew_zone ? REC_ZONE_RANDOM : o->zone_way,
                                .zone = o->zone,
                                .seated = !t->drew_order};
    if (!sv_game_start(&game, &setting, &shuffle, NULL, NULL, error))
        return false;
    const bool fair =
        check_start(told_game, &game, error) && check_cards(&game, told_game, cards, error);
    sv_game_free(&game);
    return fair;
}

bool sv_check_shuffle(const char *record, const rec_game *game, unsigned *cards, rec_error *error)
{
    told t = {.known = false};
    read_comments(&t, record);
    *cards = 0;
    if (!t.known)
        return rec_fail(error, "no-shuffle",
                        "The record tells of no shuffle of the kind " SV_SHUFFLE ".");
    if (!t.seed[0])
        return rec_fail(error, "no-seed",
                        "The record has no seed: it is shown when the game has ended.");
    return check_game(&t, game, cards, error);
}
