/* Writing a game as a record. The format is described at the top of record_read.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record_parts.h"
#include "words_text.h"

#define WORD(name, word) word,
const char *const rec_key_words[KEYS] = {REC_KEY_WORDS(WORD)};
#undef WORD

/* --------------------------------------------------------------------------------------- names */

/* Whether the seat has a name that no other seat has. */
static bool is_telling(const rec_options *o, unsigned seat)
{
    for (unsigned other = 0; other < o->players; other++)
        if (other != seat && rec_same_name(o->name[seat], o->name[other]))
            return false;
    return o->name[seat][0] != '\0';
}

void rec_add_seat(rec_out *out, const rec_options *options, unsigned seat)
{
    if (is_telling(options, seat))
        rec_add_name(out, options->name[seat]);
    else
        rec_add(out, "seat %u", seat + 1);
}

/* -------------------------------------------------------------------------------------- boards */

bool rec_is_own_board(const bd_board *board)
{
    for (unsigned i = 0; i < bd_board_count; i++)
        if (board == &bd_boards[i])
            return false;
    return true;
}

static void mix(uint64_t *hash, const void *data, size_t size)
{
    for (size_t i = 0; i < size; i++)
        *hash = (*hash ^ ((const uint8_t *)data)[i]) * UINT64_C(0x100000001b3);
}

static void mix_variant(uint64_t *hash, const ek_variant *v)
{
    const uint8_t rules[] = {v->home_regions, v->coal_storage_price, v->last_uranium_plant,
                             v->ecological_fifth, v->smallest_leaves_too};
    mix(hash, &v->nuclear_cities, sizeof v->nuclear_cities);
    mix(hash, &v->cheap_garbage_cities, sizeof v->cheap_garbage_cities);
    mix(hash, v->start, sizeof v->start);
    mix(hash, v->refill, sizeof v->refill);
    mix(hash, rules, sizeof rules);
}

uint64_t rec_board_fingerprint(const bd_board *board)
{
    const ek_board *ek = board->ek;
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (unsigned r = 0; r < ek->regions; r++)
        mix(&hash, board->region[r].id, strlen(board->region[r].id) + 1);
    for (unsigned c = 0; c < ek->cities; c++)
        mix(&hash, board->city[c].id, strlen(board->city[c].id) + 1);
    mix(&hash, ek->region_of, ek->cities);
    mix(&hash, ek->link, ek->links * sizeof *ek->link);
    for (unsigned edition = 0; edition < EK_EDITIONS; edition++)
        if (ek->editions >> edition & 1)
            mix_variant(&hash, &ek->variant[edition]);
    return hash;
}

/* -------------------------------------------------------------------------------------- header */

static void add_key(rec_out *out, enum rec_key key)
{
    rec_add(out, "%s:", rec_key_words[key]);
}

static void add_board(rec_out *out, const rec_options *o)
{
    const bool own = rec_is_own_board(o->board);
    add_key(out, KEY_BOARD);
    rec_add(out, " %s\n", own ? o->board->id : o->board->base);
    if (!own)
        return;
    const char *slash = strrchr(o->board_file, '/');
    char file[REC_NAME_MAX];
    snprintf(file, sizeof file, "%s.json", o->board->id);
    add_key(out, KEY_BOARD_FILE);
    rec_add(out, " ");
    rec_add_text(out, !o->board_file[0] ? file : slash ? slash + 1 : o->board_file);
    rec_add(out, "\n");
    add_key(out, KEY_BOARD_FINGERPRINT);
    rec_add(out, " %016llx\n", (unsigned long long)rec_board_fingerprint(o->board));
}

static void add_options(rec_out *out, unsigned options)
{
    const char *comma = " ";
    if (options == 0)
        return;
    add_key(out, KEY_OPTIONS);
    for (unsigned i = 0; i < EK_OPTIONS; i++)
        if (options >> i & 1) {
            rec_add(out, "%s%s", comma, rec_option_words[i]);
            comma = ", ";
        }
    rec_add(out, "\n");
}

/* Without names the number of players is enough. */
static void add_players(rec_out *out, const rec_options *o)
{
    bool named = false;
    for (unsigned seat = 0; seat < o->players; seat++)
        named |= o->name[seat][0] != '\0';
    add_key(out, KEY_PLAYERS);
    if (!named)
        rec_add(out, " %u", o->players);
    for (unsigned seat = 0; named && seat < o->players; seat++) {
        rec_add(out, seat ? ", " : " ");
        if (o->name[seat][0])
            rec_add_name(out, o->name[seat]);
        else
            rec_add(out, "seat %u", seat + 1);
    }
    rec_add(out, "\n");
}

static void add_zone(rec_out *out, const rec_options *o, const ek_state *start)
{
    const char *comma = " ";
    add_key(out, KEY_ZONE);
    if (o->zone_choice == JN_ZONE_DRAFT)
        rec_add(out, " draft");
    for (unsigned r = 0; o->zone_choice != JN_ZONE_DRAFT && r < o->board->ek->regions; r++)
        if (start->zone >> r & 1) {
            rec_add(out, "%s%s", comma, o->board->region[r].id);
            comma = ", ";
        }
    rec_add(out, "\n");
}

static void add_order(rec_out *out, const rec_options *o, const ek_state *start)
{
    add_key(out, KEY_ORDER);
    for (unsigned i = 0; i < o->players; i++) {
        rec_add(out, i ? ", " : " ");
        rec_add_seat(out, o, start->order[i]);
    }
    rec_add(out, "\n");
}

static void add_market(rec_out *out, const ek_state *start)
{
    add_key(out, KEY_MARKET);
    for (ek_plants rest = start->market; rest; rest &= rest - 1)
        rec_add(out, " %d", __builtin_ctzll(rest));
    rec_add(out, "\n");
}

/* A seed is written only if it draws the cards. With a commitment it is written only after the end.
 */
static bool shows_seed(const rec_options *o, const jn_game *game)
{
    return o->chance == EK_CHANCE_SEED &&
           (!o->commitment[0] || ek_phase(&game->now.state) == EK_PHASE_ENDED);
}

static void add_seed(rec_out *out, const rec_options *o)
{
    add_key(out, KEY_SEED);
    rec_add(out, " ");
    rec_add_text(out, o->seed);
    rec_add(out, "\n");
    if (o->order_given && o->market)
        return;
    add_key(out, KEY_DRAWN);
    rec_add(out, "%s%s%s\n", o->order_given ? "" : " order",
            !o->order_given && !o->market ? "," : "", o->market ? "" : " market");
}

static void add_commitment(rec_out *out, const rec_options *o)
{
    if (!o->commitment[0])
        return;
    add_key(out, KEY_COMMITMENT);
    rec_add(out, " ");
    rec_add_text(out, o->commitment);
    rec_add(out, "\n");
}

/* A script reveals cards to come, as the seed does. */
static void add_script(rec_out *out, const rec_options *o, bool seed_shown)
{
    if (o->script_count == 0 || (o->chance == EK_CHANCE_SEED && !seed_shown))
        return;
    add_key(out, KEY_SCRIPT);
    for (unsigned i = 0; i < o->script_count; i++)
        rec_add(out, " %u", o->script[i]);
    rec_add(out, "\n");
}

void rec_add_result(rec_out *out, const rec_options *o, const jn_game *game)
{
    ek_rank ranking[EK_SEATS];
    ek_ranking(game->now.rules, &game->now.state, ranking);
    for (unsigned i = 0; i < o->players; i++) {
        rec_add(out, "%s%u. ", i ? "; " : "", ranking[i].rank);
        rec_add_seat(out, o, ranking[i].seat);
        rec_add(out, " supplies %u, has %d, owns %u", ranking[i].powered, (int)ranking[i].money,
                ranking[i].cities);
    }
}

static void add_header(rec_out *out, const rec_options *o, const jn_game *game,
                       const ek_state *start)
{
    rec_add(out, "elektro %d\n", REC_RECORD_VERSION);
    rec_add(out, "%s: elektro %s\n", rec_key_words[KEY_ENGINE], ELEKTRO_VERSION);
    rec_add(out, "%s: %d\n", rec_key_words[KEY_RULES], EK_RULES_VERSION);
    rec_add(out, "%s: %s\n", rec_key_words[KEY_EDITION], rec_edition_word(o->edition));
    add_board(out, o);
    add_options(out, o->options);
    add_players(out, o);
    add_zone(out, o, start);
    add_order(out, o, start);
    add_market(out, start);
    add_commitment(out, o);
    if (shows_seed(o, game))
        add_seed(out, o);
    add_script(out, o, shows_seed(o, game));
    if (ek_phase(&game->now.state) != EK_PHASE_ENDED)
        return;
    rec_add(out, "%s: ", rec_key_words[KEY_RESULT]);
    rec_add_result(out, o, game);
    rec_add(out, "\n");
}

/* ---------------------------------------------------------------------------------------- game */

/* A record being written. */
typedef struct writing {
    rec_out out;
    const rec_options *options;
    unsigned moves;
    int round, phase; /* under the last heading */
    bool card;        /* the last line names a card and is not ended: its back may follow */
} writing;

/* A comment where a round or phase begins. */
static void add_heading(writing *w, const ek_state *before)
{
    const int phase = (int)ek_phase(before);
    if (w->round == before->round && w->phase == phase)
        return;
    w->round = before->round;
    w->phase = phase;
    rec_add(&w->out, "\n# ");
    if (before->round)
        rec_add(&w->out, "Round %u, Step %u: ", before->round, before->step);
    rec_add(&w->out, "%s\n", rec_phase_word(ek_phase(before)));
}

static void add_move(writing *w, const rec_entry *entry, const ek_state *before)
{
    char move[REC_MOVE_MAX];
    rec_print_move(w->options->board, before, entry->value, move);
    add_heading(w, before);
    rec_add(&w->out, "%u. ", ++w->moves);
    rec_add_seat(&w->out, w->options, entry->seat);
    rec_add(&w->out, ": %s\n", move);
}

static void end_card(writing *w)
{
    if (w->card)
        rec_add(&w->out, "\n");
    w->card = false;
}

static void add_entry(writing *w, const rec_entry *entry, const ek_state *before)
{
    if (entry->kind == REC_BACK) {
        rec_add(&w->out, "%stop %s\n", w->card ? ", " : "", rec_back_word(entry->value));
        w->card = false;
        return;
    }
    end_card(w);
    if (entry->kind == REC_MOVE) {
        add_move(w, entry, before);
    } else {
        rec_add(&w->out, "draw %u", entry->value);
        w->card = true;
    }
}

/* Writes all entries, without moves that were taken back. */
static bool add_game(writing *w, jn_cursor *c)
{
    rec_entries entries = {.list = NULL};
    bool ok = true;
    while (ok && jn_next_settled(c)) {
        const rec_applied_line line = rec_line_of(c);
        entries.count = 0;
        ok = rec_add_entries(&entries, &line);
        for (unsigned i = 0; ok && i < entries.count; i++)
            add_entry(w, &entries.list[i], &c->before);
    }
    end_card(w);
    free(entries.list);
    return ok;
}

char *rec_write_journal(const rec_options *options, const jn_game *game)
{
    jn_cursor cursor;
    writing w = {.out = {.grows = true}, .options = options, .round = -1};
    jn_begin(&cursor, game);
    add_header(&w.out, options, game, &cursor.now.state);
    if (add_game(&w, &cursor) && !w.out.failed)
        return w.out.text;
    free(w.out.text);
    return NULL;
}

char *rec_write(const rec_game *game)
{
    return rec_write_journal(rec_options_of(game), rec_journal(game));
}
