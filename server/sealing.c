#include "sealing.h"

#include <stdio.h>
#include <string.h>

#include "core.h"
#include "errors.h"
#include "log.h"
#include "play.h"
#include "presence.h"
#include "requests.h"
#include "watch.h"

/* ------------------------------------------------------------------------------------- storing */

/* "VERSION ATTEMPT DUE SET SET …", with the seats that refused in hexadecimal. */
void sv_shuffle_print(const sv_shuffle *s, char text[SV_SHUFFLE_TEXT])
{
    int length =
        snprintf(text, SV_SHUFFLE_TEXT, "%u %u %lld", s->version, s->attempt, (long long)s->due);
    for (unsigned i = 0; i + 1 < s->attempt; i++)
        length += snprintf(text + length, SV_SHUFFLE_TEXT - (size_t)length, " %02x", s->refused[i]);
}

bool sv_shuffle_parse(sv_table *table, const char *text)
{
    sv_shuffle *s = &table->shuffle;
    unsigned version;
    long long due;
    int at = 0, used;
    *s = (sv_shuffle){.version = table->status == SV_OPEN ? 0 : 1, .attempt = 1};
    if (!text)
        return true;
    if (sscanf(text, "%u %u %lld%n", &version, &s->attempt, &due, &at) != 3 || version > 2 ||
        s->attempt < 1 || s->attempt > SV_ATTEMPTS_MAX)
        return false;
    s->version = (uint8_t)version;
    s->due = due;
    for (unsigned i = 0, seats; i + 1 < s->attempt; i++, at += used) {
        if (sscanf(text + at, " %x%n", &seats, &used) != 1)
            return false;
        s->refused[i] = (uint8_t)seats;
    }
    return true;
}

/* ------------------------------------------------------------------------------------- showing */

static bool anybody_sealed(const sv_table *table)
{
    for (unsigned i = 0; i < table->setting.players; i++)
        if (table->seat[i].seal[0])
            return true;
    return false;
}

unsigned sv_shuffle_version(const sv_table *table)
{
    if (table->shuffle.version)
        return table->shuffle.version;
    return anybody_sealed(table) ? 2 : 1;
}

bool sv_is_revealing(const sv_table *table)
{
    return table->status == SV_OPEN && table->shuffle.due != 0;
}

const char *sv_shuffle_drew(const sv_table *table)
{
    const bool zone = table->setting.zone_choice == JN_ZONE_RANDOM, order = !table->setting.seated;
    return zone && order ? " zone order" : zone ? " zone" : order ? " order" : "";
}

jn_mix sv_shuffle_mix(const sv_table *table)
{
    jn_mix mix = {.version = table->shuffle.version == 2 ? 2 : 1,
                  .players = table->setting.players,
                  .seed = table->seed,
                  .table = table->code,
                  .attempt = table->shuffle.attempt};
    for (unsigned i = 0; i < EK_SEATS; i++) {
        mix.words[i] = table->seat[i].words;
        mix.salt[i] = table->seat[i].salt;
    }
    return mix;
}

const char *sv_shown_words(const sv_table *table, unsigned seat)
{
    const sv_seat *s = &table->seat[seat];
    return s->seal[0] && table->status == SV_OPEN ? "" : s->words;
}

/* Attempts that were cancelled, with the seats that did not reveal. */
static json_t *cancelled_json(const sv_table *table)
{
    json_t *list = json_array();
    for (unsigned i = 0; i + 1 < table->shuffle.attempt; i++) {
        json_t *seats = json_array();
        for (unsigned seat = 0; seat < EK_SEATS; seat++)
            if (table->shuffle.refused[i] >> seat & 1)
                json_array_append_new(seats, json_integer(seat + 1));
        json_array_append_new(list, json_pack("{s:i, s:o}", "attempt", (int)i + 1, "seats", seats));
    }
    return list;
}

json_t *sv_shuffle_json(const sv_table *t)
{
    const unsigned version = sv_shuffle_version(t);
    const bool fixed = version == 1 || t->shuffle.version == 2;
    const char *drew = sv_shuffle_drew(t);
    return json_pack(
        "{s:s, s:s, s:o, s:i, s:o, s:s, s:o}", "name", version == 2 ? JN_SHUFFLE_2 : JN_SHUFFLE_1,
        "commitment", fixed ? t->commitment : "", "seed",
        t->status == SV_ENDED && t->seed[0] ? json_string(t->seed) : json_null(), "attempt",
        (int)t->shuffle.attempt, "cancelled", cancelled_json(t), "drew", drew + (*drew == ' '),
        "due", sv_is_revealing(t) ? json_integer(t->shuffle.due) : json_null());
}

/* ----------------------------------------------------------------------- starting, cancelling */

/* The player is here to reveal: connected, or the host, who has just asked to start. */
static bool is_present(const sv_table *table, unsigned seat)
{
    return table->seat[seat].user == table->host || sv_is_here(table, seat);
}

void sv_unseal(sv_seat *seat)
{
    if (seat->seal[0])
        seat->words[0] = '\0';
    seat->seal[0] = seat->salt[0] = '\0';
}

bool sv_begin_revealing(sv_core *core, sv_table *table)
{
    for (unsigned i = 0; i < table->setting.players; i++)
        if (!is_present(table, i))
            sv_unseal(&table->seat[i]);
    if (!anybody_sealed(table)) {
        table->shuffle.version = 1;
        return false;
    }
    table->shuffle.version = 2;
    table->shuffle.due = core->now + core->reveal_ms;
    sv_table_reseed(table);
    return true;
}

void sv_cancel_start(sv_table *table, unsigned seats)
{
    if (!sv_is_revealing(table))
        return;
    sv_shuffle *s = &table->shuffle;
    for (unsigned i = 0; i < table->setting.players; i++) {
        sv_unseal(&table->seat[i]);
        if (seats >> i & 1)
            table->seat[i].ready = false;
    }
    s->refused[s->attempt - 1] = (uint8_t)seats;
    s->attempt++;
    s->version = 0;
    s->due = 0;
    sv_table_reseed(table);
}

/* Seats that still have to reveal. */
static unsigned missing(const sv_table *table)
{
    unsigned seats = 0;
    for (unsigned i = 0; i < table->setting.players; i++)
        if (table->seat[i].seal[0] && !table->seat[i].salt[0])
            seats |= 1u << i;
    return seats;
}

void sv_reveal_is_over(sv_core *core, sv_table *table)
{
    rec_error error;
    if (!sv_is_revealing(table) || core->now < table->shuffle.due)
        return;
    sv_table_touch(core, table);
    sv_cancel_start(table, missing(table));
    if (!sv_table_save(&core->store, table, core->now, NULL, &error)) {
        sv_log("error", "a start could not be cancelled", "code", error.code, NULL);
        return;
    }
    sv_announce_table(core, table);
}

/* ------------------------------------------------------------------------------------ requests */

json_t *sv_on_seal(sv_call *call)
{
    unsigned seat;
    sv_table *table = sv_seated(call, &seat);
    const char *seal = sv_call_text(call, "seal");
    if (!table || !sv_seats_are_open(table, &call->error))
        return NULL;
    if (!jn_is_hash(seal))
        return sv_fail(&call->error, SV_ERROR_BAD_REQUEST,
                       "\"seal\": expected 64 hexadecimal digits in small letters."),
               NULL;
    sv_seat *s = &table->seat[seat];
    snprintf(s->seal, sizeof s->seal, "%s", seal);
    s->words[0] = '\0';
    s->seals = true;
    return sv_save_and_tell(call, table);
}

/* The words and the salt must be those of the seal. */
static bool take_words(sv_call *call, const sv_table *table, sv_seat *seat, unsigned number)
{
    char seal[SV_HEX_MAX];
    const char *salt = sv_call_text(call, "salt"), *words = sv_call_text(call, "words");
    if (!jn_seal(table->code, number, salt, words, seal) || strcmp(seal, seat->seal) != 0)
        return sv_fail(&call->error, SV_ERROR_WRONG_REVEAL,
                       "Salt and words are not those of the seal that you sent.");
    snprintf(seat->salt, sizeof seat->salt, "%s", salt);
    snprintf(seat->words, sizeof seat->words, "%s", words);
    return true;
}

json_t *sv_on_reveal(sv_call *call)
{
    unsigned seat;
    sv_table *table = sv_seated(call, &seat);
    const json_int_t attempt = sv_call_number(call, "attempt");
    if (!table)
        return NULL;
    if (!sv_is_revealing(table) || attempt != (json_int_t)table->shuffle.attempt ||
        !table->seat[seat].seal[0])
        return sv_fail(&call->error, SV_ERROR_NOT_REVEALING,
                       "This table does not wait for your words."),
               NULL;
    if (!take_words(call, table, &table->seat[seat], seat + 1))
        return NULL;
    return missing(table) ? sv_save_and_tell(call, table) : sv_start_game(call, table);
}
