/* Requests about tables: creating one, joining, leaving, starting, ending. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core.h"
#include "errors.h"
#include "name.h"
#include "orders.h"
#include "people/block.h"
#include "people/silence.h"
#include "people/store_invitations.h"
#include "play.h"
#include "presence.h"
#include "quota.h"
#include "ratings/rated.h"
#include "requests.h"
#include "sealing.h"
#include "seating.h"
#include "skeleton.h"
#include "spectators.h"
#include "standing.h"
#include "watch.h"
#include "wire.h"

enum { LOBBY_MAX = 100, MINE_MAX = 200, HISTORY_MAX = 50 };

/* A request that only reads needs no claim. */
static bool changes(const sv_call *call)
{
    return strcmp(sv_requests[call->ticket.request].method, "POST") == 0;
}

bool sv_wait_for_claim(sv_call *call)
{
    call->again = sv_error_of(&call->error) == SV_ERROR_BUSY;
    return false;
}

bool sv_claim_user(sv_call *call)
{
    call->has_user =
        call->has_user || sv_user_claim(&call->core->store, call->client->user.id, &call->error);
    return call->has_user || sv_wait_for_claim(call);
}

static sv_table *claim(sv_call *call, const char *code)
{
    sv_table *table = sv_table_claim(call->core, code, &call->error);
    if (!table)
        sv_wait_for_claim(call);
    return table;
}

sv_table *sv_table_of_call(sv_call *call)
{
    const char *code = sv_call_text(call, "table");
    return changes(call) ? claim(call, code) : sv_table_get(call->core, code, &call->error);
}

static json_t *info_reply(sv_call *call, const sv_table *table)
{
    return json_pack("{s:o}", "info", sv_info_for(table, call->client));
}

json_t *sv_save_and_tell(sv_call *call, sv_table *table)
{
    return sv_save_and_announce(call->core, table, &call->error) ? info_reply(call, table) : NULL;
}

/* --------------------------------------------------------------------------------------- lists */

typedef struct listing {
    const sv_call *call;
    json_t *list;
} listing;

static void add_to_list(const listing *l, const sv_table *table)
{
    json_t *info = sv_info_for(table, l->call->client);
    sv_standing_add(table, l->call->core->now, info);
    json_array_append_new(l->list, info);
}

/* A listed table need not be in memory: its row is enough to show it. */
static void take_row(void *data, const sv_game_row *row)
{
    const listing *l = data;
    sv_table *known = sv_table_find(l->call->core, row->code);
    if (known && known->version >= row->version && !known->stale) {
        add_to_list(l, known);
        return;
    }
    sv_table *shown = sv_table_of_row(row);
    if (shown)
        add_to_list(l, shown);
    sv_table_free(shown);
}

json_t *sv_on_lobby(sv_call *call)
{
    listing open = {call, json_array()}, running = {call, json_array()};
    sv_store *store = &call->core->store;
    if (sv_games_listed(store, SV_OPEN, LOBBY_MAX, take_row, &open, &call->error) &&
        sv_games_listed(store, SV_RUNNING, LOBBY_MAX, take_row, &running, &call->error))
        return json_pack("{s:o, s:o}", "open", open.list, "running", running.list);
    json_decref(open.list);
    json_decref(running.list);
    return NULL;
}

static json_t *tables_of(sv_call *call, bool ended, int64_t before, unsigned max)
{
    listing l = {call, json_array()};
    if (sv_games_of(&call->core->store, call->client->user.id, ended, before, max, take_row, &l,
                    &call->error))
        return json_pack("{s:o}", "tables", l.list);
    json_decref(l.list);
    return NULL;
}

json_t *sv_on_mine(sv_call *call)
{
    return tables_of(call, false, INT64_MAX, MINE_MAX);
}

json_t *sv_on_history(sv_call *call)
{
    const json_t *before = json_object_get(call->request, "before");
    return tables_of(call, true, before ? json_integer_value(before) : INT64_MAX, HISTORY_MAX);
}

/* -------------------------------------------------------------------------------------- creating
 */

/* A seat has copies of what is known of its user, who may be changing it at another server of a
 * shared store: the user is claimed and read again. */
static bool know_user(sv_call *call)
{
    const int64_t id = call->client->user.id;
    if (!call->core->store.node)
        return true;
    if (!sv_claim_user(call) || !sv_user_changed(call->core, id, &call->error))
        return false;
    if (call->client->user.id != id)
        return sv_fail(&call->error, SV_ERROR_NOT_LOGGED_IN, "You have been logged out.");
    return !call->client->user.blocked || sv_fail_blocked(&call->error);
}

/* Seats the user who makes a request, in the colour they prefer if it is free. */
static bool sit(sv_call *call, sv_table *table, unsigned seat, unsigned colour)
{
    const sv_user *user = &call->client->user;
    sv_window window;
    if (!sv_window_get(&call->core->store, user->id, &window, &call->error))
        return false;
    sv_seat_person(table, seat, user, &window, colour);
    if (table->rated)
        table->seat[seat].origin = sv_limit_address_key(&call->core->limits, call->client->address);
    return true;
}

static unsigned colour_asked(const sv_call *call)
{
    return (unsigned)sv_call_number(call, "colour");
}

static json_t *create(sv_call *call, sv_table *table, unsigned colour)
{
    sv_core *core = call->core;
    table->origin = sv_limit_address_key(&core->limits, call->client->address);
    if (!know_user(call) || !sv_rated_admits(table, &call->client->user, &call->error) ||
        !sit(call, table, 0, colour) || !sv_name_is_guests(call, &call->error) ||
        !sv_table_add(&core->store, table, &call->error) ||
        !sv_player_add(&core->store, call->client->user.id, table->id, &call->error)) {
        sv_table_free(table);
        return NULL;
    }
    sv_table_put(core, table);
    table->claimed = core->turn; /* nobody else knows it yet */
    sv_table_touch(core, table);
    return info_reply(call, table);
}

static bool good_title(sv_call *call)
{
    const char *title = sv_call_text(call, "title");
    if (!title || !title[0])
        return true;
    if (sv_has_invisible(title))
        return sv_fail(&call->error, SV_ERROR_BAD_REQUEST,
                       "\"title\": contains characters that cannot be seen, or unusual spaces.");
    return sv_may_speak(call);
}

json_t *sv_on_table_new(sv_call *call)
{
    if (!good_title(call) || !sv_may_host(call))
        return NULL;
    sv_table *table = sv_table_new(call->client->user.id, call->core->now, &call->error);
    if (table && sv_settings_read(table, call->request, &call->error) &&
        sv_rated_is_fair(table, &call->error) && sv_table_is_playable(table, &call->error))
        return create(call, table, colour_asked(call));
    sv_table_free(table);
    return NULL;
}

/* Seats the same bots again, on the last seats: the first ones are for people. */
static void seat_same_bots(const sv_table *before, sv_table *table)
{
    unsigned seat = table->setting.players;
    for (unsigned i = before->setting.players; i-- > 0;)
        if (before->seat[i].kind == SV_SEAT_BOT)
            sv_seat_bot(table, --seat, before->seat[i].level, before->seat[i].style);
}

/* Creates another table like this one and names it as the next. */
static json_t *create_next(sv_call *call, sv_table *table, unsigned colour)
{
    sv_table *next = sv_table_new(call->client->user.id, call->core->now, &call->error);
    json_t *settings = sv_settings_json(table);
    const bool ok = next && sv_settings_read(next, settings, &call->error);
    json_decref(settings);
    if (!ok) {
        sv_table_free(next);
        return NULL;
    }
    next->tournament[0] = '\0'; /* it is not a game of it */
    seat_same_bots(table, next);
    json_t *reply = create(call, next, colour);
    if (!reply)
        return NULL;
    snprintf(table->next, sizeof table->next, "%s", next->code);
    json_t *saved = sv_save_and_tell(call, table);
    json_decref(saved);
    return saved ? reply : (json_decref(reply), NULL);
}

static json_t *join(sv_call *call, sv_table *table, unsigned wanted, unsigned colour);

/* Finds the table that another player has created for the rematch; *next is NULL if there is none
 * that can be joined. */
static bool find_next(sv_call *call, const sv_table *table, sv_table **next)
{
    *next = table->next[0] ? claim(call, table->next) : NULL;
    if (table->next[0] && !*next)
        return sv_table_is_lost(&call->error);
    if (*next && (*next)->status == SV_CLOSED)
        *next = NULL;
    return true;
}

json_t *sv_on_rematch(sv_call *call)
{
    sv_table *table = sv_table_of_call(call);
    if (!table)
        return NULL;
    if (table->status != SV_ENDED)
        return sv_fail(&call->error, SV_ERROR_NOT_OPEN, "This game has not ended."), NULL;
    const unsigned seat = sv_seat_of(table, call->client->user.id);
    if (seat == EK_NOBODY)
        return sv_fail(&call->error, SV_ERROR_NOT_SEATED, "You did not play at this table."), NULL;
    const unsigned colour = table->seat[seat].colour;
    sv_table *next;
    if (!find_next(call, table, &next))
        return NULL;
    if (next) /* a player who is there already keeps the colour they have chosen there */
        return join(call, next, 0,
                    sv_seat_of(next, call->client->user.id) == EK_NOBODY ? colour : 0);
    return sv_may_host(call) ? create_next(call, table, colour) : NULL;
}

json_t *sv_on_table(sv_call *call)
{
    const sv_table *table = sv_table_of_call(call);
    return table ? info_reply(call, table) : NULL;
}

/* --------------------------------------------------------------------------------------- seats */

static bool is_open(const sv_table *table, rec_error *error)
{
    return table->status == SV_OPEN ||
           sv_fail(error, SV_ERROR_NOT_OPEN, "The game has started or is over.");
}

bool sv_seats_are_open(const sv_table *table, rec_error *error)
{
    return is_open(table, error) &&
           (!sv_is_revealing(table) ||
            sv_fail(error, SV_ERROR_STARTING,
                    "The game is being started: the players reveal their words."));
}

static bool is_host(const sv_call *call, const sv_table *table, rec_error *error)
{
    return table->host == call->client->user.id ||
           sv_fail(error, SV_ERROR_NOT_THE_HOST, "Only the host can do this.");
}

/* The seat with this number from 1 if it is free, or the first free one (0); else EK_NOBODY and
 * error. */
static unsigned free_seat(const sv_table *table, unsigned wanted, rec_error *error)
{
    if (wanted > table->setting.players)
        return sv_fail(error, SV_ERROR_BAD_REQUEST, "\"seat\": this table has %u seats.",
                       table->setting.players),
               EK_NOBODY;
    for (unsigned i = 0; i < table->setting.players; i++)
        if ((wanted == 0 || wanted == i + 1) && table->seat[i].kind == SV_SEAT_EMPTY)
            return i;
    if (wanted)
        sv_fail(error, SV_ERROR_SEAT_TAKEN, "This seat is taken.");
    else
        sv_fail(error, SV_ERROR_TABLE_FULL, "Every seat is taken.");
    return EK_NOBODY;
}

static unsigned seat_asked(const sv_call *call)
{
    return (unsigned)sv_call_number(call, "seat");
}

/* A player who is seated asks for another colour. */
static json_t *change_colour(sv_call *call, sv_table *table, unsigned seat, unsigned colour)
{
    const bool open = table->status == SV_OPEN && !sv_is_revealing(table);
    return open && sv_colour_take(table, seat, colour) ? sv_save_and_tell(call, table)
                                                       : info_reply(call, table);
}

/* Moves a player to another free seat. A seal names the seat, so the client has to seal again. */
static json_t *change_seat(sv_call *call, sv_table *table, unsigned from, unsigned wanted,
                           unsigned colour)
{
    const unsigned to = sv_seats_are_open(table, &call->error)
                            ? free_seat(table, wanted, &call->error)
                            : (unsigned)EK_NOBODY;
    if (to == EK_NOBODY)
        return NULL;
    table->seat[to] = table->seat[from];
    table->seat[from] = (sv_seat){.kind = SV_SEAT_EMPTY};
    sv_unseal(&table->seat[to]);
    sv_colour_take(table, to, colour);
    return sv_save_and_tell(call, table);
}

/* Gives the user who makes the request a free seat, counted from 1; 0: the first. */
static json_t *join(sv_call *call, sv_table *table, unsigned wanted, unsigned colour)
{
    const unsigned mine = sv_seat_of(table, call->client->user.id);
    if (mine != EK_NOBODY)
        return wanted == 0 || wanted == mine + 1 ? change_colour(call, table, mine, colour)
                                                 : change_seat(call, table, mine, wanted, colour);
    if (!sv_seats_are_open(table, &call->error) || !know_user(call) || !sv_may_watch(call, table) ||
        !sv_is_welcome(call, table) || !sv_rated_admits(table, &call->client->user, &call->error) ||
        !sv_name_is_guests(call, &call->error))
        return NULL;
    const unsigned seat = free_seat(table, wanted, &call->error);
    if (seat == EK_NOBODY ||
        !sv_player_add(&call->core->store, call->client->user.id, table->id, &call->error) ||
        !sv_invitation_drop(&call->core->store, call->client->user.id, table->code, &call->error) ||
        !sit(call, table, seat, colour))
        return NULL;
    return sv_save_and_tell(call, table);
}

json_t *sv_on_join(sv_call *call)
{
    sv_table *table = sv_table_of_call(call);
    return table ? join(call, table, seat_asked(call), colour_asked(call)) : NULL;
}

/* The number of a word of a request, which is one of these. */
static unsigned word_number(const char *const *words, const char *word)
{
    unsigned number = 0;
    while (strcmp(words[number], word) != 0)
        number++;
    return number;
}

/* The seat for a bot: a free one, or that of a bot that makes room. */
static unsigned seat_for_bot(const sv_call *call, sv_table *table, rec_error *error)
{
    const unsigned wanted = seat_asked(call);
    if (wanted && wanted <= table->setting.players && table->seat[wanted - 1].kind == SV_SEAT_BOT)
        return wanted - 1;
    return free_seat(table, wanted, error);
}

json_t *sv_on_add_bot(sv_call *call)
{
    const char *asked = sv_call_text(call, "style");
    const unsigned level = word_number(bot_level_words, sv_call_text(call, "level"));
    const unsigned style = asked ? word_number(bot_style_words, asked) : BOT_PLAIN;
    sv_table *table = sv_table_of_call(call);
    if (!table || !sv_seats_are_open(table, &call->error) || !is_host(call, table, &call->error) ||
        !sv_rated_takes_bots(table, &call->error))
        return NULL;
    if (style != BOT_PLAIN && level < BOT_NORMAL) {
        sv_fail(&call->error, SV_ERROR_BAD_REQUEST,
                "\"style\": only normal, hard and expert have styles.");
        return NULL;
    }
    const unsigned seat = seat_for_bot(call, table, &call->error);
    if (seat == EK_NOBODY)
        return NULL;
    sv_seat_bot(table, seat, level, style);
    return sv_save_and_tell(call, table);
}

/* Another player becomes the host; a table without players is closed. */
static void pass_on(sv_table *table)
{
    table->status = SV_CLOSED;
    for (unsigned i = 0; i < table->setting.players; i++)
        if (table->seat[i].kind == SV_SEAT_PERSON) {
            table->host = table->seat[i].user;
            table->status = SV_OPEN;
            return;
        }
}

void sv_vacate(sv_table *table, unsigned seat)
{
    const int64_t user = table->seat[seat].user;
    sv_cancel_start(table, 1u << seat);
    sv_orders_free(&table->seat[seat].orders);
    table->seat[seat] = (sv_seat){.kind = SV_SEAT_EMPTY};
    if (user == table->host)
        pass_on(table);
}

static json_t *empty_seat(sv_call *call, sv_table *table, unsigned seat)
{
    const int64_t user = table->seat[seat].user;
    if (user && !sv_player_drop(&call->core->store, user, table->id, &call->error))
        return NULL;
    sv_vacate(table, seat);
    return sv_save_and_tell(call, table);
}

json_t *sv_on_clear_seat(sv_call *call)
{
    sv_table *table = sv_table_of_call(call);
    const unsigned seat = seat_asked(call) - 1;
    if (!table || !sv_seats_are_open(table, &call->error) || !is_host(call, table, &call->error))
        return NULL;
    if (seat >= table->setting.players)
        return sv_fail(&call->error, SV_ERROR_BAD_REQUEST, "\"seat\": there is no such seat."),
               NULL;
    return empty_seat(call, table, seat);
}

sv_table *sv_seated(sv_call *call, unsigned *seat)
{
    sv_table *table = sv_table_of_call(call);
    *seat = table ? sv_seat_of(table, call->client->user.id) : (unsigned)EK_NOBODY;
    if (table && *seat == EK_NOBODY)
        return sv_fail(&call->error, SV_ERROR_NOT_SEATED, "You have no seat at this table."), NULL;
    return table;
}

json_t *sv_on_leave(sv_call *call)
{
    unsigned seat;
    sv_table *table = sv_seated(call, &seat);
    if (!table)
        return NULL;
    if (table->status == SV_OPEN)
        return empty_seat(call, table, seat);
    if (table->status != SV_RUNNING)
        return info_reply(call, table);
    table->seat[seat].away = true;
    return sv_save_and_tell(call, table);
}

json_t *sv_on_come_back(sv_call *call)
{
    unsigned seat;
    sv_table *table = sv_seated(call, &seat);
    if (!table)
        return NULL;
    if (table->status != SV_RUNNING || !table->seat[seat].away)
        return info_reply(call, table);
    table->seat[seat].away = false;
    sv_clock_resume(table, seat);
    json_t *reply = sv_save_and_tell(call, table);
    if (reply)
        sv_announce_news(call->core, table, json_array()); /* the clocks have changed */
    return reply;
}

static json_t *refuse_bot(sv_call *call, const sv_table *table)
{
    if (table->clock.kind != SV_CLOCK_NONE)
        sv_fail(&call->error, SV_ERROR_NOT_ABSENT,
                "At a table with a clock, a bot takes over when the time has run out.");
    else
        sv_fail(&call->error, SV_ERROR_NOT_ABSENT,
                "A bot can take over for another player who is to move and has let the others "
                "wait: two minutes if the player is not watching, otherwise as long as the "
                "\"patience\" of the table.");
    return NULL;
}

/* So nobody can stall a game without a clock. */
json_t *sv_on_call_bot(sv_call *call)
{
    unsigned mine;
    const unsigned seat = seat_asked(call) - 1;
    sv_table *table = sv_seated(call, &mine);
    if (!table)
        return NULL;
    if (seat == mine || seat != sv_table_to_move(table))
        return refuse_bot(call, table);
    const int64_t from = sv_clock_patience(table, sv_is_here(table, seat));
    if (from == 0 || call->core->now < from)
        return refuse_bot(call, table);
    table->seat[seat].away = true;
    return sv_save_and_tell(call, table);
}

/* A player who is not ready any more takes the words back, too. */
json_t *sv_on_ready(sv_call *call)
{
    unsigned seat;
    sv_table *table = sv_seated(call, &seat);
    const char *words = sv_call_text(call, "words");
    const bool ready = json_is_true(json_object_get(call->request, "ready"));
    if (!table || !is_open(table, &call->error))
        return NULL;
    if (!ready || words)
        sv_cancel_start(table, 1u << seat);
    table->seat[seat].ready = ready;
    if (words) {
        snprintf(table->seat[seat].words, JN_WORDS_MAX, "%s", words);
        table->seat[seat].seal[0] = '\0'; /* open words need none */
        table->seat[seat].seals = false;
    }
    return sv_save_and_tell(call, table);
}

/* ----------------------------------------------------------------------------- start and end */

/* A client that seals words does it again after a cancelled start: the host waits for it. */
static const char *not_ready(const sv_table *table, unsigned number)
{
    const sv_seat *seat = &table->seat[number];
    if (seat->kind == SV_SEAT_EMPTY)
        return "empty";
    if (!seat->ready && seat->user != table->host)
        return "not ready";
    if (seat->seals && !seat->seal[0] && sv_is_here(table, number))
        return "not ready: its words are not sealed yet";
    return NULL;
}

static bool everybody_ready(const sv_table *table, rec_error *error)
{
    for (unsigned i = 0; i < table->setting.players; i++) {
        const char *why = not_ready(table, i);
        if (why)
            return sv_fail(error, SV_ERROR_NOT_READY, "Seat %u is %s.", i + 1, why);
    }
    return true;
}

json_t *sv_start_game(sv_call *call, sv_table *table)
{
    return sv_start_table(call->core, table, false, &call->error) ? info_reply(call, table) : NULL;
}

json_t *sv_on_start(sv_call *call)
{
    sv_table *table = sv_table_of_call(call);
    if (!table || !is_open(table, &call->error) || !is_host(call, table, &call->error) ||
        !everybody_ready(table, &call->error) || !sv_may_start(call))
        return NULL;
    if (sv_is_revealing(table))
        return info_reply(call, table);
    if (table->shuffle.attempt == SV_ATTEMPTS_MAX)
        return sv_fail(&call->error, SV_ERROR_TOO_MANY,
                       "Starting this game was cancelled too often. Create another table."),
               NULL;
    return sv_begin_revealing(call->core, table) ? sv_save_and_tell(call, table)
                                                 : sv_start_game(call, table);
}

static bool all_agree(const sv_table *table)
{
    for (unsigned i = 0; i < table->setting.players; i++)
        if (table->seat[i].kind == SV_SEAT_PERSON && !table->seat[i].away &&
            !table->seat[i].agrees_to_end)
            return false;
    return true;
}

json_t *sv_on_agree_end(sv_call *call)
{
    unsigned seat;
    sv_table *table = sv_seated(call, &seat);
    if (!table)
        return NULL;
    if (table->status != SV_RUNNING)
        return sv_fail(&call->error, SV_ERROR_NOT_RUNNING, "No game is running at this table."),
               NULL;
    table->seat[seat].agrees_to_end = json_is_true(json_object_get(call->request, "agree"));
    if (!all_agree(table))
        return sv_save_and_tell(call, table);
    return sv_end_game(call->core, table, &call->error) ? info_reply(call, table) : NULL;
}
