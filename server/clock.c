/* The clocks of a table. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "table.h"

enum {
    WARNING_SHARE = 10, /* the warning comes when a tenth of the time is left */
    GRACE_MS = 30000,   /* for a player who comes back without any time left */
    ABSENT_MS = 120000  /* that an absent player may let the others wait */
};

/* The window of the player to move holds for the whole turn: a change in the meantime gives no time
 * for a pending decision and takes none away. */
static void open_window(sv_table *table)
{
    const unsigned seat = sv_table_to_move(table);
    const bool used = table->clock.kind == SV_CLOCK_DAYS && seat != EK_NOBODY;
    table->clock.window = used ? table->seat[seat].window : (sv_window){.zone = ""};
}

void sv_clock_start(sv_table *table, int64_t now)
{
    for (unsigned i = 0; i < EK_SEATS; i++)
        table->clock.left[i] = table->clock.given;
    table->clock.since = table->clock.turn = now;
    table->clock.warned = false;
    open_window(table);
}

/* The time of one decision, except with a clock for the whole game; 0: for ever. */
static int64_t decision_time(const sv_clock *c)
{
    return c->kind == SV_CLOCK_NONE ? c->patience : c->given;
}

/* When the time of the moves of this turn that stand is over. */
static int64_t moves_had(const sv_table *table)
{
    const sv_clock *c = &table->clock;
    return sv_window_after(&c->window, c->turn, table->game.now.live * decision_time(c));
}

/* The moves of a turn that stand have had their time, and the pending decision has its own. What a
 * player has taken back gives its time back, so that moves made for the sake of time gain none. */
static void limit_turn(sv_table *table)
{
    sv_clock *c = &table->clock;
    const int64_t spent = moves_had(table);
    if (decision_time(c) && c->since > spent)
        c->since = spent;
}

bool sv_clock_allows_undo(const sv_table *table, int64_t now)
{
    const sv_clock *c = &table->clock;
    return c->kind == SV_CLOCK_NONE || c->kind == SV_CLOCK_GAME || moves_had(table) > now;
}

void sv_clock_press(sv_table *table, unsigned seat, int64_t now)
{
    sv_clock *c = &table->clock;
    const unsigned next = sv_table_to_move(table);
    if (c->kind == SV_CLOCK_GAME && seat < EK_SEATS) {
        c->left[seat] -= now - c->since;
        if (c->left[seat] < 0)
            c->left[seat] = 0;
        /* A bot's quick moves save up no time for the player. */
        if (next != seat && !sv_seat_is_automatic(table, seat))
            c->left[seat] += c->increment;
    }
    if (table->game.now.live == 0 && table->game.now.undone == 0) {
        c->turn = now;
        open_window(table);
    }
    /* A player who has taken back a move gets no fresh time in the same turn. */
    if (c->kind != SV_CLOCK_GAME && next == seat && table->game.now.undone > 0) {
        limit_turn(table);
        return;
    }
    c->since = next == EK_NOBODY ? 0 : now;
    c->warned = false;
}

/* Once a round, so that a player who has used up the time of the game cannot live on it. */
static bool take_grace(sv_clock *c, unsigned seat, unsigned round)
{
    if (c->grace_round != round)
        c->graced = 0;
    const bool first = !(c->graced >> seat & 1);
    c->grace_round = round;
    c->graced |= (uint8_t)(1u << seat);
    return first;
}

/* The time of a pending decision is charged when it is made, by the player or the bot. So there is
 * no grace for the decision at which the time ran out. */
void sv_clock_resume(sv_table *table, unsigned seat)
{
    sv_clock *c = &table->clock;
    if (c->kind != SV_CLOCK_GAME || c->left[seat] > 0)
        return;
    if (c->increment)
        c->left[seat] = c->increment;
    else if (take_grace(c, seat, table->game.now.state.round))
        c->left[seat] = GRACE_MS;
}

int64_t sv_clock_due(const sv_table *table)
{
    const sv_clock *c = &table->clock;
    const unsigned seat = sv_table_to_move(table);
    if (c->kind == SV_CLOCK_NONE || c->since == 0 || seat == EK_NOBODY ||
        sv_seat_is_automatic(table, seat))
        return 0;
    /* Daylight saving time must not break the promise of window.h. */
    const int64_t due = sv_window_after(&c->window, c->since, c->left[seat]);
    const int64_t last = c->since + SV_WINDOW_STRETCHES * c->left[seat];
    return due < last ? due : last;
}

int64_t sv_clock_warning(const sv_table *table)
{
    const sv_clock *c = &table->clock;
    const int64_t due = sv_clock_due(table);
    if (!due || c->warned)
        return 0;
    if (!c->window.zone[0])
        return due - c->given / WARNING_SHARE;
    return sv_window_after(&c->window, c->since, c->given - c->given / WARNING_SHARE);
}

int64_t sv_clock_patience(const sv_table *table, bool here)
{
    const sv_clock *c = &table->clock;
    const unsigned seat = sv_table_to_move(table);
    if (c->kind != SV_CLOCK_NONE || seat == EK_NOBODY || sv_seat_is_automatic(table, seat))
        return 0;
    if (!here && (c->patience == 0 || c->patience > ABSENT_MS))
        return c->since + ABSENT_MS;
    return c->patience ? c->since + c->patience : 0;
}

/* The rest of the running clock, this one or the next; null if it does not rest any more. */
static json_t *rest_json(const sv_clock *c, int64_t now, int64_t due)
{
    sv_rest rest;
    if (!due || !sv_window_rest(&c->window, now, &rest) || rest.from >= due)
        return json_null();
    return json_pack("{s:I, s:I}", "from", (json_int_t)rest.from, "until", (json_int_t)rest.until);
}

json_t *sv_clock_json(const sv_table *table, int64_t now)
{
    const sv_clock *c = &table->clock;
    const int64_t due = sv_clock_due(table);
    if (c->kind == SV_CLOCK_NONE)
        return json_null();
    json_t *left = json_array();
    for (unsigned i = 0; i < table->setting.players; i++)
        json_array_append_new(left, json_integer(c->left[i]));
    return json_pack("{s:I, s:o, s:I, s:I, s:o}", "now", (json_int_t)now, "left", left, "since",
                     (json_int_t)c->since, "due", (json_int_t)due, "rests", rest_json(c, now, due));
}

/* The stored numbers, in this order: warned, since, left of each seat; turn, grace_round and
 * graced, which earlier versions did not write. Behind them the window, if there is one: from, to
 * and zone. */
enum { NUMBERS_BEFORE = EK_SEATS + 2, NUMBERS = NUMBERS_BEFORE + 3 };

void sv_clock_print(const sv_clock *c, char *text, size_t size)
{
    int64_t number[NUMBERS] = {c->warned, c->since};
    for (unsigned i = 0; i < EK_SEATS; i++)
        number[i + 2] = c->left[i];
    number[NUMBERS_BEFORE] = c->turn;
    number[NUMBERS_BEFORE + 1] = c->grace_round;
    number[NUMBERS_BEFORE + 2] = c->graced;
    int length = 0;
    for (unsigned i = 0; i < NUMBERS && length >= 0 && (size_t)length < size; i++)
        length += snprintf(text + length, size - (size_t)length, i == 0 ? "%" PRId64 : " %" PRId64,
                           number[i]);
    if (c->window.zone[0] && length >= 0 && (size_t)length < size)
        snprintf(text + length, size - (size_t)length, " %u %u %s", c->window.from, c->window.to,
                 c->window.zone);
}

static void parse_window(sv_window *w, const char *text)
{
    unsigned from, to;
    char zone[SV_ZONE_MAX];
    *w = (sv_window){.zone = ""};
    if (sscanf(text, "%u %u %40s", &from, &to, zone) == 3)
        sv_window_read(w, from, to, zone);
}

bool sv_clock_parse(sv_clock *c, const char *text)
{
    int64_t number[NUMBERS] = {0};
    unsigned count = 0;
    for (char *end; count < NUMBERS; count++, text = end) {
        number[count] = strtoll(text, &end, 10);
        if (end == text)
            break;
    }
    if (count < NUMBERS_BEFORE)
        return false;
    c->warned = number[0] != 0;
    c->since = number[1];
    for (unsigned i = 0; i < EK_SEATS; i++)
        c->left[i] = number[i + 2];
    c->turn = count > NUMBERS_BEFORE ? number[NUMBERS_BEFORE] : c->since;
    c->grace_round = (unsigned)number[NUMBERS_BEFORE + 1];
    c->graced = (uint8_t)number[NUMBERS_BEFORE + 2];
    parse_window(&c->window, text);
    return true;
}
