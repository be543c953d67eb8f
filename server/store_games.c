/* Tables, journals, chat and admin commands in the store. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "errors.h"
#include "store.h"

enum { NUMBER_TEXT = 24 };

bool sv_game_add(sv_store *store, const sv_game_row *row, rec_error *error)
{
    return sv_write(
        store,
        "INSERT INTO games (id, code, version, status, host, listed, rules, seq, "
        "sum, settings, seats, clock, seed, automatic, created, touched, shuffle, origin) VALUES "
        "($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)",
        SV_VALUES(sv_number(row->id), sv_text(row->code), sv_number(row->version),
                  sv_number(row->status), sv_number(row->host), sv_number(row->listed),
                  sv_number(row->rules), sv_number(row->seq), sv_number(row->sum),
                  sv_text(row->settings), sv_text(row->seats), sv_text(row->clock),
                  sv_text(row->seed), sv_number(row->automatic), sv_number(row->created),
                  sv_number(row->touched), sv_text(row->shuffle), sv_number(row->origin)),
        NULL, error);
}

/* The other servers of a shared store learn that there is a new version. */
static bool tell_version(sv_store *store, const sv_game_row *row, bool ok)
{
    char version[NUMBER_TEXT];
    snprintf(version, sizeof version, "%lld", (long long)row->version);
    if (ok)
        sv_news_add(store, SV_NEWS_TABLE, row->code, version);
    return ok;
}

static bool save(sv_store *store, const sv_game_row *row, rec_error *error)
{
    return sv_write_one(
        store,
        "UPDATE games SET version = $1, status = $2, host = $3, seq = $4, "
        "sum = $5, seats = $6, clock = $7, due = $8, automatic = $9, "
        "touched = $10, next = COALESCE($11, next), "
        "record = COALESCE($12, record), ended = $13, seed = $14, shuffle = $15, "
        "driver = $16, driven = $17 WHERE id = $18 AND version = $19",
        SV_VALUES(sv_number(row->version), sv_number(row->status), sv_number(row->host),
                  sv_number(row->seq), sv_number(row->sum), sv_text(row->seats),
                  sv_text(row->clock), row->due ? sv_number(row->due) : sv_null(),
                  sv_number(row->automatic), sv_number(row->touched), sv_text(row->next),
                  sv_text(row->record), row->ended ? sv_number(row->ended) : sv_null(),
                  sv_text(row->seed), sv_text(row->shuffle),
                  row->driver ? sv_number(row->driver) : sv_null(),
                  row->driver ? sv_number(row->driven) : sv_null(), sv_number(row->id),
                  sv_number(row->version - 1)),
        error);
}

bool sv_game_save(sv_store *store, const sv_game_row *row, rec_error *error)
{
    return tell_version(store, row, save(store, row, error));
}

static bool save_seats(sv_store *store, const sv_game_row *row, rec_error *error)
{
    return sv_write_one(store,
                        "UPDATE games SET version = $1, seats = $2 WHERE id = $3 AND version = $4",
                        SV_VALUES(sv_number(row->version), sv_text(row->seats), sv_number(row->id),
                                  sv_number(row->version - 1)),
                        error);
}

bool sv_game_reseat(sv_store *store, const sv_game_row *row, rec_error *error)
{
    return tell_version(store, row, save_seats(store, row, error));
}

/* -------------------------------------------------------------------------------------- lists */

#define ALL_COLUMNS                                                                        \
    "games.id, code, version, status, host, listed, rules, seq, due, automatic, created, " \
    "touched, ended, sum, settings, seats, shuffle, clock, seed, next, record, "           \
    "origin, driver, driven FROM games "
#define LIST_COLUMNS                                                                       \
    "games.id, code, version, status, host, listed, rules, seq, due, automatic, created, " \
    "touched, ended, sum, settings, seats, shuffle FROM games "
#define ALL_LETTERS  "ntnnnnnnnnnnnntttttttnnn"
#define LIST_LETTERS "ntnnnnnnnnnnnnttt"

typedef struct game_list {
    sv_game_each *each;
    void *data;
    bool whole;
} game_list;

static void take_game(void *data, const sv_value *c)
{
    const game_list *list = data;
    sv_game_row row = {.id = c[0].number,
                       .code = c[1].text,
                       .version = c[2].number,
                       .status = (unsigned)c[3].number,
                       .host = c[4].number,
                       .listed = c[5].number != 0,
                       .rules = (unsigned)c[6].number,
                       .seq = c[7].number,
                       .due = c[8].number,
                       .automatic = c[9].number != 0,
                       .created = c[10].number,
                       .touched = c[11].number,
                       .ended = c[12].number,
                       .sum = c[13].number,
                       .settings = c[14].text,
                       .seats = c[15].text,
                       .shuffle = c[16].text};
    if (list->whole) {
        row.clock = c[17].text;
        row.seed = c[18].text;
        row.next = c[19].text;
        row.record = c[20].text;
        row.origin = c[21].number;
        row.driver = c[22].number;
        row.driven = c[23].number;
    }
    list->each(list->data, &row);
}

static bool read_games(sv_store *store, const char *sql, const sv_value *p, unsigned count,
                       game_list *list, rec_error *error)
{
    const sv_rows rows = {list->whole ? ALL_LETTERS : LIST_LETTERS, take_game, list};
    return sv_read(store, sql, p, count, rows, error);
}

bool sv_game_find(sv_store *store, const char *code, sv_game_each *each, void *data,
                  rec_error *error)
{
    game_list list = {each, data, true};
    return read_games(store, "SELECT " ALL_COLUMNS "WHERE code = $1", SV_VALUES(sv_text(code)),
                      &list, error);
}

bool sv_games_find(sv_store *store, const char *const *codes, unsigned count, sv_game_each *each,
                   void *data, rec_error *error)
{
    game_list list = {each, data, true};
    char *text = sv_list_of_texts(codes, count);
    const bool ok = text ? read_games(store, "SELECT " ALL_COLUMNS "WHERE code = ANY ($1::text[])",
                                      SV_VALUES(sv_text(text)), &list, error)
                         : sv_fail_memory(error);
    free(text);
    return ok;
}

bool sv_games_listed(sv_store *store, unsigned status, unsigned max, sv_game_each *each, void *data,
                     rec_error *error)
{
    game_list list = {each, data, false};
    return read_games(store,
                      "SELECT " LIST_COLUMNS
                      "WHERE status = $1 AND listed = 1 ORDER BY touched DESC LIMIT $2",
                      SV_VALUES(sv_number(status), sv_number(max)), &list, error);
}

bool sv_games_of(sv_store *store, int64_t user, bool ended, int64_t before, unsigned max,
                 sv_game_each *each, void *data, rec_error *error)
{
    game_list list = {each, data, false};
    return read_games(store,
                      ended ? "SELECT " LIST_COLUMNS "JOIN players ON players.game = games.id "
                              "WHERE players.person = $1 AND status = $2 AND ended < $3 "
                              "ORDER BY ended DESC LIMIT $4"
                            : "SELECT " LIST_COLUMNS "JOIN players ON players.game = games.id "
                              "WHERE players.person = $1 AND status <= $2 AND touched < $3 "
                              "ORDER BY touched DESC LIMIT $4",
                      SV_VALUES(sv_number(user), sv_number(ended ? SV_ENDED : SV_RUNNING),
                                sv_number(before), sv_number(max)),
                      &list, error);
}

bool sv_games_due(sv_store *store, int64_t before, unsigned rules, sv_game_each *each, void *data,
                  rec_error *error)
{
    game_list list = {each, data, false};
    return read_games(store,
                      "SELECT " LIST_COLUMNS
                      "WHERE due <= $1 AND (status = 0 OR (status = 1 AND rules = $2)) LIMIT $3",
                      SV_VALUES(sv_number(before), sv_number(rules), sv_number(SV_LIST_MAX)), &list,
                      error);
}

bool sv_games_automatic(sv_store *store, unsigned rules, sv_game_each *each, void *data,
                        rec_error *error)
{
    game_list list = {each, data, false};
    return read_games(store,
                      "SELECT " LIST_COLUMNS "WHERE automatic = 1 AND status = 1 AND rules = $1 "
                      "ORDER BY ROW_NUMBER() OVER (PARTITION BY "
                      "COALESCE(NULLIF(origin, 0), NULLIF(host, 0), id) "
                      "ORDER BY touched), touched LIMIT $2",
                      SV_VALUES(sv_number(rules), sv_number(SV_LIST_MAX)), &list, error);
}

static void take_count(void *data, const sv_value *column)
{
    *(unsigned *)data = (unsigned)column[0].number;
}

bool sv_games_hosted(sv_store *store, int64_t host, unsigned first, unsigned last, unsigned *count,
                     rec_error *error)
{
    *count = 0;
    return sv_read(store, "SELECT COUNT(*) FROM games WHERE host = $1 AND status BETWEEN $2 AND $3",
                   SV_VALUES(sv_number(host), sv_number(first), sv_number(last)),
                   (sv_rows){"n", take_count, count}, error);
}

bool sv_game_shelve(sv_store *store, const char *code, rec_error *error)
{
    return sv_write(store, "UPDATE games SET due = NULL, automatic = 0 WHERE code = $1",
                    SV_VALUES(sv_text(code)), NULL, error);
}

bool sv_game_stop(sv_store *store, const char *code, int64_t now, rec_error *error)
{
    sv_news_add(store, SV_NEWS_TABLE, code, NULL);
    return sv_write(store,
                    "UPDATE games SET version = version + 1, status = 2, due = NULL, "
                    "automatic = 0, ended = $1 WHERE code = $2 AND status = 1",
                    SV_VALUES(sv_number(now), sv_text(code)), NULL, error);
}

bool sv_games_all(sv_store *store, unsigned max, sv_game_each *each, void *data, rec_error *error)
{
    game_list list = {each, data, false};
    return read_games(store,
                      "SELECT " LIST_COLUMNS "WHERE status < 2 ORDER BY touched DESC LIMIT $1",
                      SV_VALUES(sv_number(max)), &list, error);
}

bool sv_games_stale(sv_store *store, int64_t before, unsigned max, sv_game_each *each, void *data,
                    rec_error *error)
{
    game_list list = {each, data, false};
    return read_games(store,
                      "SELECT " LIST_COLUMNS
                      "WHERE status IN (0, 3) AND touched < $1 ORDER BY touched LIMIT $2",
                      SV_VALUES(sv_number(before), sv_number(max)), &list, error);
}

bool sv_game_remove(sv_store *store, int64_t id, rec_error *error)
{
    static const char *const sql[] = {
        "DELETE FROM players WHERE game = $1", "DELETE FROM chat WHERE game = $1",
        "DELETE FROM removals WHERE game = $1",
        "DELETE FROM invitations WHERE code IN (SELECT code FROM games WHERE id = $1)",
        "DELETE FROM games WHERE id = $1 AND status IN (0, 3)"};
    for (unsigned i = 0; i < sizeof sql / sizeof *sql; i++)
        if (!sv_write(store, sql[i], SV_VALUES(sv_number(id)), NULL, error))
            return false;
    return true;
}

bool sv_player_add(sv_store *store, int64_t user, int64_t game, rec_error *error)
{
    return sv_write(store,
                    "INSERT INTO players (person, game) VALUES ($1, $2) ON CONFLICT DO NOTHING",
                    SV_VALUES(sv_number(user), sv_number(game)), NULL, error);
}

bool sv_player_drop(sv_store *store, int64_t user, int64_t game, rec_error *error)
{
    return sv_write(store, "DELETE FROM players WHERE person = $1 AND game = $2",
                    SV_VALUES(sv_number(user), sv_number(game)), NULL, error);
}

/* ------------------------------------------------------------------------------------ journal */

bool sv_journal_add(sv_store *store, int64_t game, const sv_line *line, const char *client,
                    rec_error *error)
{
    return sv_write(store,
                    "INSERT INTO journal (game, seq, value, seat, at, client) "
                    "VALUES ($1, $2, $3, $4, $5, $6)",
                    SV_VALUES(sv_number(game), sv_number(line->seq), sv_number(line->value),
                              sv_number(line->seat), sv_number(line->at), sv_text(client)),
                    NULL, error);
}

typedef struct line_list {
    sv_line_each *each;
    void *data;
} line_list;

static void take_line(void *data, const sv_value *column)
{
    const line_list *list = data;
    const sv_line line = {.seq = (uint32_t)column[0].number,
                          .value = (uint32_t)column[1].number,
                          .seat = (uint8_t)column[2].number,
                          .at = column[3].number};
    list->each(list->data, &line);
}

bool sv_journal_read(sv_store *store, int64_t game, uint32_t after, uint32_t last,
                     sv_line_each *each, void *data, rec_error *error)
{
    line_list list = {each, data};
    return sv_read(store,
                   "SELECT seq, value, seat, at FROM journal "
                   "WHERE game = $1 AND seq > $2 AND seq <= $3 ORDER BY seq",
                   SV_VALUES(sv_number(game), sv_number(after), sv_number(last)),
                   (sv_rows){"nnnn", take_line, &list}, error);
}

typedef struct game_line_list {
    sv_game_line_each *each;
    void *data;
} game_line_list;

static void take_game_line(void *data, const sv_value *column)
{
    const game_line_list *list = data;
    const sv_line line = {.seq = (uint32_t)column[1].number,
                          .value = (uint32_t)column[2].number,
                          .seat = (uint8_t)column[3].number,
                          .at = column[4].number};
    list->each(list->data, column[0].number, &line);
}

/* "game,after,last" of each, as lists of numbers. */
static bool read_spans(sv_store *store, char *const text[3], game_line_list *list, rec_error *error)
{
    return sv_read(store,
                   "SELECT id, seq, value, seat, at FROM "
                   "unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS span (id, after, last), "
                   "LATERAL (SELECT seq, value, seat, at FROM journal WHERE game = id "
                   "AND seq > after AND seq <= last OFFSET 0) AS line ORDER BY id, seq",
                   SV_VALUES(sv_text(text[0]), sv_text(text[1]), sv_text(text[2])),
                   (sv_rows){"nnnnn", take_game_line, list}, error);
}

bool sv_journals_read(sv_store *store, const sv_span *span, unsigned count, sv_game_line_each *each,
                      void *data, rec_error *error)
{
    game_line_list list = {each, data};
    int64_t *number = malloc(3 * (size_t)count * sizeof *number + 1);
    char *text[3] = {NULL};
    for (unsigned i = 0; number && i < count; i++) {
        number[i] = span[i].game;
        number[count + i] = span[i].after;
        number[2 * count + i] = span[i].last;
    }
    bool ok = number != NULL;
    for (unsigned i = 0; ok && i < 3; i++)
        ok = (text[i] = sv_list_of_numbers(store, number + i * count, count)) != NULL;
    ok = ok ? read_spans(store, text, &list, error) : sv_fail_memory(error);
    for (unsigned i = 0; i < 3; i++)
        free(text[i]);
    free(number);
    return ok;
}

static void ignore_game(void *data, const sv_game_row *row)
{
    (void)data;
    (void)row;
}

static void ignore_line(void *data, const sv_line *line)
{
    (void)data;
    (void)line;
}

bool sv_games_try_read(sv_store *store, rec_error *error)
{
    return sv_game_find(store, "", ignore_game, NULL, error) &&
           sv_journal_read(store, 0, 0, 0, ignore_line, NULL, error);
}

static void take_number(void *data, const sv_value *column)
{
    *(int64_t *)data = column[0].number;
}

bool sv_journal_find(sv_store *store, int64_t game, unsigned seat, const char *client,
                     uint32_t *seq, rec_error *error)
{
    int64_t number = 0;
    const bool ok =
        sv_read(store, "SELECT seq FROM journal WHERE game = $1 AND seat = $2 AND client = $3",
                SV_VALUES(sv_number(game), sv_number(seat), sv_text(client)),
                (sv_rows){"n", take_number, &number}, error);
    *seq = (uint32_t)number;
    return ok;
}

typedef struct name_list {
    sv_name_each *each;
    void *data;
} name_list;

static void take_name(void *data, const sv_value *column)
{
    const name_list *list = data;
    list->each(list->data, column[0].text, column[1].text, (unsigned)column[2].number,
               (uint32_t)column[3].number);
}

bool sv_journal_find_all(sv_store *store, const char *names, sv_name_each *each, void *data,
                         rec_error *error)
{
    name_list list = {each, data};
    return sv_read(store,
                   "SELECT name.code, name.client, seat, made.seq FROM "
                   "json_to_recordset($1::json) AS name (code TEXT, client TEXT), "
                   "LATERAL (SELECT id FROM games WHERE code = name.code LIMIT 1) AS found, "
                   "LATERAL (SELECT seat, seq FROM journal WHERE game = found.id "
                   "AND client = name.client OFFSET 0) AS made",
                   SV_VALUES(sv_text(names)), (sv_rows){"ttnn", take_name, &list}, error);
}

/* --------------------------------------------------------------------------------------- chat */

bool sv_chat_add(sv_store *store, int64_t game, const sv_chat_line *said, rec_error *error)
{
    return sv_write(store,
                    "INSERT INTO chat (game, number, person, name, at, words, account) "
                    "VALUES ($1, $2, $3, $4, $5, $6, $7)",
                    SV_VALUES(sv_number(game), sv_number(said->number), sv_number(said->person),
                              sv_text(said->name), sv_number(said->at), sv_text(said->words),
                              sv_number(said->account)),
                    NULL, error);
}

typedef struct said_list {
    sv_chat_each *each;
    void *data;
} said_list;

static void take_said(void *data, const sv_value *column)
{
    const said_list *list = data;
    const sv_chat_line said = {.number = column[0].number,
                               .person = column[1].number,
                               .name = column[2].text,
                               .at = column[3].number,
                               .words = column[4].text,
                               .account = column[5].number != 0};
    list->each(list->data, &said);
}

bool sv_chat_read(sv_store *store, int64_t game, const sv_chat_part *part, sv_chat_each *each,
                  void *data, rec_error *error)
{
    said_list list = {each, data};
    char *muted = sv_list_of_numbers(store, part->muted, part->muted_count);
    const bool ok =
        muted ? sv_read(store,
                        SV_AMONG(store,
                                 "SELECT number, person, name, at, words, account FROM chat "
                                 "WHERE game = $1 AND number > $2 AND words <> '' AND NOT person",
                                 "$3", "ORDER BY number LIMIT $4"),
                        SV_VALUES(sv_number(game), sv_number(part->after), sv_text(muted),
                                  sv_number(part->max)),
                        (sv_rows){"nntntn", take_said, &list}, error)
              : sv_fail_memory(error);
    free(muted);
    return ok;
}

bool sv_chat_empty(sv_store *store, int64_t game, int64_t number, rec_error *error)
{
    return sv_write(store, "UPDATE chat SET words = '' WHERE game = $1 AND number = $2",
                    SV_VALUES(sv_number(game), sv_number(number)), NULL, error);
}

bool sv_chat_rename(sv_store *store, const sv_user *user, rec_error *error)
{
    return sv_write(
        store,
        "UPDATE chat SET name = $1, account = $2 WHERE person = $3 AND game IN "
        "(SELECT id FROM games WHERE status < 2)",
        SV_VALUES(sv_text(user->name), sv_number(user->kind != SV_GUEST), sv_number(user->id)),
        NULL, error);
}

bool sv_chat_last(sv_store *store, int64_t game, int64_t *number, rec_error *error)
{
    *number = 0;
    return sv_read(store, "SELECT MAX(number) FROM chat WHERE game = $1",
                   SV_VALUES(sv_number(game)), (sv_rows){"n", take_number, number}, error);
}

bool sv_mute(sv_store *store, int64_t user, int64_t muted, bool on, rec_error *error)
{
    sv_news_add_number(store, SV_NEWS_USER, user, NULL);
    return sv_write(store,
                    on ? "INSERT INTO mutes (person, muted) VALUES ($1, $2) "
                         "ON CONFLICT DO NOTHING"
                       : "DELETE FROM mutes WHERE person = $1 AND muted = $2",
                    SV_VALUES(sv_number(user), sv_number(muted)), NULL, error);
}

typedef struct muted_list {
    sv_person_each *each;
    void *data;
} muted_list;

static void take_muted(void *data, const sv_value *column)
{
    const muted_list *list = data;
    list->each(list->data, column[0].number);
}

bool sv_muted_by(sv_store *store, int64_t user, unsigned max, sv_person_each *each, void *data,
                 rec_error *error)
{
    muted_list list = {each, data};
    return sv_read(store, "SELECT muted FROM mutes WHERE person = $1 ORDER BY muted LIMIT $2",
                   SV_VALUES(sv_number(user), sv_number(max)), (sv_rows){"n", take_muted, &list},
                   error);
}

/* ----------------------------------------------------------------------------- admin commands */

/* The table is called "errands" in every database there is. */

bool sv_admin_command_add(sv_store *store, const sv_admin_command *command, int64_t now,
                          rec_error *error)
{
    return sv_write(
        store, "INSERT INTO errands (id, what, whom, at, node) VALUES ($1, $2, $3, $4, $5)",
        SV_VALUES(sv_number(command->id), sv_text(command->what), sv_text(command->whom),
                  sv_number(now), command->node ? sv_number(command->node) : sv_null()),
        NULL, error);
}

typedef struct command_list {
    sv_admin_command_each *each;
    void *data;
} command_list;

static void take_command(void *data, const sv_value *column)
{
    const command_list *list = data;
    list->each(list->data, column[0].number, column[1].text, column[2].text);
}

bool sv_admin_commands(sv_store *store, sv_admin_command_each *each, void *data, rec_error *error)
{
    command_list list = {each, data};
    return sv_read(store,
                   "SELECT id, what, whom FROM errands WHERE COALESCE(node, $1) = $1 "
                   "ORDER BY at, id LIMIT $2",
                   SV_VALUES(sv_number(store->node), sv_number(SV_ADMIN_COMMANDS_MAX)),
                   (sv_rows){"ntt", take_command, &list}, error);
}

static void note_row(void *data, const sv_value *column)
{
    (void)column;
    *(bool *)data = true;
}

bool sv_admin_command_waits(sv_store *store, int64_t id, bool *waits, rec_error *error)
{
    *waits = false;
    return sv_read(store, "SELECT id FROM errands WHERE id = $1", SV_VALUES(sv_number(id)),
                   (sv_rows){"n", note_row, waits}, error);
}

bool sv_admin_command_done(sv_store *store, int64_t id, rec_error *error)
{
    return sv_write(store, "DELETE FROM errands WHERE id = $1", SV_VALUES(sv_number(id)), NULL,
                    error);
}
