#include "table.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "entries.h"
#include "errors.h"
#include "history.h"
#include "orders.h"
#include "sealing.h"
#include "standing.h"

enum { CODE_LENGTH = 12, CLOCK_TEXT = 384 };

static const char *const status_words[] = {"open", "running", "ended", "closed"};
static const char *const kind_words[] = {"empty", "person", "bot"};

int64_t sv_id_make(void)
{
    uint64_t bits;
    randombytes_buf(&bits, sizeof bits);
    return (int64_t)(bits >> 12) + 1;
}

void sv_code_make(char code[SV_CODE_MAX])
{
    /* Without letters that look like digits, so that people can read a code to each other. */
    static const char letters[] = "23456789abcdefghjkmnpqrstuvwxyz";
    for (unsigned i = 0; i < CODE_LENGTH; i++)
        code[i] = letters[randombytes_uniform(sizeof letters - 1)];
    code[CODE_LENGTH] = '\0';
}

void sv_table_reseed(sv_table *table)
{
    jn_seed_make(table->seed);
    jn_seed_commitment(table->seed, table->commitment);
}

sv_table *sv_table_new(int64_t host, int64_t now, rec_error *error)
{
    sv_table *table = calloc(1, sizeof *table);
    if (!table)
        return sv_fail_memory(error), NULL;
    table->id = sv_id_make();
    table->version = 1;
    table->host = host;
    table->created = table->touched = now;
    table->rules = EK_RULES_VERSION;
    sv_code_make(table->code);
    table->shuffle.attempt = 1;
    sv_table_reseed(table);
    return table;
}

void sv_table_free(sv_table *table)
{
    if (!table)
        return;
    for (unsigned i = 0; i < EK_SEATS; i++)
        sv_orders_free(&table->seat[i].orders);
    if (table->has_game)
        jn_free(&table->game);
    free(table->bots);
    free(table->admission.removed);
    free(table->elsewhere.person);
    free(table->saved.person);
    sv_history_free(table->history);
    free(table);
}

/* --------------------------------------------------------------------------------------- seats */

sv_owner sv_table_owner(const sv_table *table)
{
    const int64_t host = table->host ? table->host : table->id;
    return (sv_owner){table->origin ? table->origin : host, host};
}

unsigned sv_seat_of(const sv_table *table, int64_t user)
{
    for (unsigned i = 0; user && i < table->setting.players; i++)
        if (table->seat[i].kind == SV_SEAT_PERSON && table->seat[i].user == user)
            return i;
    return EK_NOBODY;
}

unsigned sv_table_to_move(const sv_table *table)
{
    return table->has_game && table->status == SV_RUNNING ? ek_to_move(&table->game.now.state)
                                                          : (unsigned)EK_NOBODY;
}

bool sv_seat_is_automatic(const sv_table *table, unsigned seat)
{
    return table->seat[seat].kind == SV_SEAT_BOT || table->seat[seat].away;
}

/* A seat as it is stored. */
static json_t *stored_seat(const sv_table *table, unsigned number)
{
    const sv_seat *seat = &table->seat[number];
    json_t *object = json_pack("{s:i, s:I, s:i, s:b, s:b, s:b, s:s, s:s}", "kind", seat->kind,
                               "user", (json_int_t)seat->user, "level", seat->level, "ready",
                               seat->ready, "away", seat->away, "agrees", seat->agrees_to_end,
                               "name", seat->name, "words", seat->words);
    if (object && seat->style)
        json_object_set_new(object, "style", json_string(bot_style_words[seat->style]));
    if (object && seat->seals)
        json_object_set_new(object, "seals", json_true());
    if (object && seat->seal[0])
        json_object_set_new(object, "seal", json_string(seat->seal));
    if (object && seat->salt[0])
        json_object_set_new(object, "salt", json_string(seat->salt));
    if (object && seat->account != SV_MARK_UNKNOWN)
        json_object_set_new(object, "account", json_boolean(seat->account == SV_MARK_YES));
    if (object && seat->window.zone[0])
        json_object_set_new(object, "window", sv_window_json(&seat->window));
    if (object && seat->colour)
        json_object_set_new(object, "colour", json_integer(seat->colour));
    if (object && seat->origin)
        json_object_set_new(object, "origin", json_integer(seat->origin));
    if (object && seat->shared)
        json_object_set_new(object, "shared", json_integer(seat->shared));
    if (object) {
        sv_orders_store(&seat->orders, object);
        sv_standing_store(table, number, object);
    }
    return object;
}

static char *seats_text(const sv_table *table)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < table->setting.players; i++)
        json_array_append_new(list, stored_seat(table, i));
    char *text = json_dumps(list, JSON_COMPACT);
    json_decref(list);
    return text;
}

static void read_text(char *text, size_t size, const json_t *object, const char *name)
{
    const char *stored = json_string_value(json_object_get(object, name));
    snprintf(text, size, "%s", stored ? stored : "");
}

/* A style by its word; one that this version does not know is plain. */
static uint8_t read_style(const json_t *object)
{
    const char *word = json_string_value(json_object_get(object, "style"));
    for (uint8_t style = 0; word && style < BOT_STYLES; style++)
        if (strcmp(bot_style_words[style], word) == 0)
            return style;
    return BOT_PLAIN;
}

static void read_seat(sv_seat *seat, const json_t *object)
{
    seat->kind = (uint8_t)json_integer_value(json_object_get(object, "kind"));
    seat->user = json_integer_value(json_object_get(object, "user"));
    seat->level = (uint8_t)json_integer_value(json_object_get(object, "level"));
    seat->style = read_style(object);
    seat->ready = json_is_true(json_object_get(object, "ready"));
    seat->away = json_is_true(json_object_get(object, "away"));
    seat->agrees_to_end = json_is_true(json_object_get(object, "agrees"));
    const json_t *account = json_object_get(object, "account");
    if (account)
        seat->account = json_is_true(account) ? SV_MARK_YES : SV_MARK_NO;
    else
        seat->account = seat->kind == SV_SEAT_PERSON ? SV_MARK_UNKNOWN : SV_MARK_NO;
    seat->seals = json_is_true(json_object_get(object, "seals"));
    read_text(seat->name, sizeof seat->name, object, "name");
    read_text(seat->words, sizeof seat->words, object, "words");
    read_text(seat->seal, sizeof seat->seal, object, "seal");
    read_text(seat->salt, sizeof seat->salt, object, "salt");
    sv_window_of_json(&seat->window, json_object_get(object, "window"));
    seat->colour = (uint8_t)json_integer_value(json_object_get(object, "colour"));
    seat->origin = json_integer_value(json_object_get(object, "origin"));
    seat->shared = (uint8_t)json_integer_value(json_object_get(object, "shared"));
    sv_orders_read(&seat->orders, object);
    sv_standing_read(seat, object);
}

static bool read_seats(sv_table *table, const char *text, rec_error *error)
{
    json_t *list = json_loads(text, 0, NULL);
    if (!json_is_array(list) || json_array_size(list) != table->setting.players) {
        json_decref(list);
        return sv_fail(error, SV_ERROR_DAMAGED_JOURNAL, "The stored seats are damaged.");
    }
    for (unsigned i = 0; i < table->setting.players; i++)
        read_seat(&table->seat[i], json_array_get(list, i));
    json_decref(list);
    return true;
}

/* ---------------------------------------------------------------------------------------- rows */

bool sv_refuse_line(rec_error *error, const sv_table *table, unsigned reason)
{
    if (reason == JN_TOO_LONG)
        return sv_fail(error, SV_ERROR_GAME_TOO_LONG,
                       "A game has at most %d entries: it ends here.", SV_LINES_MAX);
    if (reason == JN_NOTHING_TO_UNDO)
        return sv_fail(error, SV_ERROR_NOTHING_TO_UNDO,
                       "There is nothing you can take back: a turn that is over, a card that was "
                       "turned up and another player's decision stay, and %d times in a turn "
                       "are enough.",
                       JN_UNDOS_MAX);
    return rec_refuse_line(error, table->setting.board, table->game.now.rules, reason);
}

bool sv_table_begin(sv_table *table, rec_error *error)
{
    const sv_setting *s = &table->setting;
    const jn_mix mix = sv_shuffle_mix(table);
    jn_setup setup = {.board = s->board->ek,
                      .config = {s->edition, s->players, s->options, s->zone},
                      .zone_choice = s->zone_choice,
                      .chance = JN_CHANCE_SHUFFLE,
                      .order_given = s->seated,
                      .order = {0, 1, 2, 3, 4, 5},
                      .lines_max = SV_LINES_MAX};
    if (!jn_shuffle_init(&setup.shuffle, &mix))
        return sv_fail(error, SV_ERROR_DAMAGED_JOURNAL, "The stored seed is damaged.");
    const unsigned reason = jn_start(&table->game, &setup, NULL);
    table->has_game = reason == EK_REASON_OK;
    return table->has_game || sv_refuse_line(error, table, reason);
}

static void fill(sv_table *t, const sv_game_row *row)
{
    t->id = row->id;
    t->version = row->version;
    t->host = row->host;
    t->origin = row->origin;
    t->created = row->created;
    t->touched = row->touched;
    t->ended = row->ended;
    t->status = (uint8_t)row->status;
    t->listed = row->listed;
    t->rules = row->rules;
    t->entries = (unsigned)row->seq;
    t->sum = row->sum;
    t->orders_checked = row->automatic ? 0 : t->entries + 1;
    t->last_chat = t->chat_told = -1;
    t->driver = row->driver;
    t->driven = row->driven;
    snprintf(t->code, sizeof t->code, "%s", row->code);
    snprintf(t->next, sizeof t->next, "%s", row->next ? row->next : "");
    snprintf(t->seed, sizeof t->seed, "%s", row->seed ? row->seed : "");
}

bool sv_table_read_row(sv_table *t, const sv_game_row *row, rec_error *error)
{
    json_t *settings = json_loads(row->settings, 0, NULL);
    const bool ok =
        settings && sv_settings_read(t, settings, error) && read_seats(t, row->seats, error);
    json_decref(settings);
    fill(t, row);
    return ok && sv_shuffle_parse(t, row->shuffle);
}

sv_table *sv_table_of_row(const sv_game_row *row)
{
    rec_error error;
    sv_table *table = calloc(1, sizeof *table);
    if (table && sv_table_read_row(table, row, &error))
        return table;
    sv_table_free(table);
    return NULL;
}

static void take_shown(void *data, const sv_game_row *row)
{
    *(sv_table **)data = sv_table_of_row(row);
}

bool sv_table_peek(sv_store *store, const char *code, sv_table **table, rec_error *error)
{
    *table = NULL;
    return sv_game_find(store, code, take_shown, table, error);
}

/* -------------------------------------------------------------------------------------- saving */

/* When the table needs attention: words should be revealed, or the clock calls for a warning or has
 * run out. */
static int64_t next_due(const sv_table *table)
{
    if (table->shuffle.due)
        return table->shuffle.due;
    const int64_t warning = sv_clock_warning(table);
    return warning ? warning : sv_clock_due(table);
}

static bool has_untried_orders(const sv_table *table, unsigned seat)
{
    return table->seat[seat].orders.list != NULL && table->orders_checked != table->game.lines + 1;
}

bool sv_table_is_automatic(const sv_table *table)
{
    const unsigned seat = sv_table_to_move(table);
    return seat != EK_NOBODY &&
           (sv_seat_is_automatic(table, seat) || has_untried_orders(table, seat));
}

void sv_table_recall_notice(sv_table *table)
{
    const unsigned seat = sv_table_to_move(table);
    table->notice_waits =
        seat != EK_NOBODY && !sv_seat_is_automatic(table, seat) && has_untried_orders(table, seat);
}

/* A row without the texts that must be serialized. */
static sv_game_row row_of(const sv_table *t)
{
    return (sv_game_row){.id = t->id,
                         .version = t->version,
                         .host = t->host,
                         .origin = t->origin,
                         .seq = t->has_game ? t->game.lines : t->entries,
                         .sum = t->has_game ? (int64_t)t->game.sum : t->sum,
                         .due = next_due(t),
                         .created = t->created,
                         .touched = t->touched,
                         .ended = t->ended,
                         .status = t->status,
                         .rules = t->rules,
                         .listed = t->listed,
                         .automatic = sv_table_is_automatic(t),
                         .driver = t->driver,
                         .driven = t->driven,
                         .code = t->code,
                         .seed = t->seed,
                         .next = t->next[0] ? t->next : NULL};
}

bool sv_table_add(sv_store *store, const sv_table *table, rec_error *error)
{
    char clock[CLOCK_TEXT], shuffle[SV_SHUFFLE_TEXT];
    sv_game_row row = row_of(table);
    json_t *settings = sv_settings_json(table);
    char *settings_text = json_dumps(settings, JSON_COMPACT), *seats = seats_text(table);
    sv_clock_print(&table->clock, clock, sizeof clock);
    sv_shuffle_print(&table->shuffle, shuffle);
    row.settings = settings_text;
    row.seats = seats;
    row.clock = clock;
    row.shuffle = shuffle;
    const bool ok =
        settings_text && seats ? sv_game_add(store, &row, error) : sv_fail_memory(error);
    json_decref(settings);
    free(settings_text);
    free(seats);
    return ok;
}

bool sv_table_save(sv_store *store, sv_table *table, int64_t now, const char *record,
                   rec_error *error)
{
    char clock[CLOCK_TEXT], shuffle[SV_SHUFFLE_TEXT];
    char *seats = seats_text(table);
    table->version++;
    table->touched = now;
    table->driver = store->node;
    table->driven = now + SV_DRIVE_MS;
    sv_game_row row = row_of(table);
    sv_clock_print(&table->clock, clock, sizeof clock);
    sv_shuffle_print(&table->shuffle, shuffle);
    row.seats = seats;
    row.clock = clock;
    row.shuffle = shuffle;
    row.record = record;
    const bool ok = seats ? sv_game_save(store, &row, error) : sv_fail_memory(error);
    free(seats);
    return ok || sv_store_abort(store, error);
}

bool sv_table_save_seats(sv_store *store, sv_table *table, rec_error *error)
{
    char *seats = seats_text(table);
    const sv_game_row row = {
        .id = table->id, .code = table->code, .version = ++table->version, .seats = seats};
    const bool ok = seats ? sv_game_reseat(store, &row, error) : sv_fail_memory(error);
    free(seats);
    return ok || sv_store_abort(store, error);
}

/* ------------------------------------------------------------------------------------- showing */

static json_t *seat_json(const sv_table *t, unsigned i, unsigned colour)
{
    const sv_seat *s = &t->seat[i];
    const bool is_bot = s->kind == SV_SEAT_BOT;
    return json_pack("{s:i, s:s, s:s, s:I, s:b, s:o, s:o, s:b, s:b, s:b, s:s, s:o, s:b, s:i}",
                     "seat", i + 1, "kind", kind_words[s->kind], "name", s->name, "user",
                     (json_int_t)s->user, "account", s->account == SV_MARK_YES, "level",
                     is_bot ? json_string(bot_level_words[s->level]) : json_null(), "style",
                     is_bot ? json_string(bot_style_words[s->style]) : json_null(), "ready",
                     s->ready, "away", s->away, "agrees_to_end", s->agrees_to_end, "words",
                     sv_shown_words(t, i), "seal", s->seal[0] ? json_string(s->seal) : json_null(),
                     "revealed", s->salt[0] != '\0', "colour", (int)colour);
}

json_t *sv_table_json(const sv_table *t, unsigned you)
{
    json_t *seats = json_array();
    uint8_t colour[EK_SEATS];
    sv_colours(t, colour);
    for (unsigned i = 0; i < t->setting.players; i++)
        json_array_append_new(seats, seat_json(t, i, colour[i]));
    return json_pack(
        "{s:s, s:s, s:I, s:o, s:o, s:i, s:i, s:o, s:o, s:I, s:o}", "table", t->code, "status",
        status_words[t->status], "host", (json_int_t)t->host, "settings", sv_settings_json(t),
        "seats", seats, "you", you == EK_NOBODY ? 0 : (int)you + 1, "seq",
        t->has_game ? (int)t->game.lines : (int)t->entries, "shuffle", sv_shuffle_json(t), "next",
        t->next[0] ? json_string(t->next) : json_null(), "created", (json_int_t)t->created, "ended",
        t->ended ? json_integer(t->ended) : json_null());
}
