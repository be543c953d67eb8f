/* elektro engine: the game for programs. JSON Lines on standard input and output, one request and
 * one reply a line; docs/protocol.md describes them. No input makes it exit. */
#include "engine.h"

#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "json_lines.h"
#include "record.h"
#include "state_json.h"
#include "words_text.h"

static const cli_group groups[] = {{.options = NULL}};

static const cli_verb verb = {
    .name = "engine",
    .usage =
        "usage: elektro engine\n"
        "\n"
        "Plays by requests: JSON Lines on standard input and output, one reply for each\n"
        "request.\n"
        "\n"
        "  {\"do\":\"new\",\"edition\":\"recharged\",\"board\":\"germany\",\"players\":4}\n"
        "  {\"do\":\"moves\"}\n"
        "  {\"do\":\"play\",\"move\":\"nominate 4 4\"}\n"
        "  {\"do\":\"state\"}\n"
        "\n"
        "Also: draw, view, undo, why, query, load, save. docs/protocol.md describes them all,\n"
        "with examples.\n",
    .groups = groups};

/* ------------------------------------------------------------------------------------ requests */

bool engine_keys(const json_t *request, const char *const *known, rec_error *error)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)request, key, value)
    {
        const char *const *at = known;
        while (*at && strcmp(*at, key) != 0)
            at++;
        if (!*at && strcmp(key, "do") != 0 && strcmp(key, "id") != 0)
            return rec_fail(error, "bad-request", "This request has no \"%.40s\".", key);
    }
    return true;
}

bool engine_number(const json_t *request, const char *key, int min, int max, int *number,
                   rec_error *error)
{
    const json_t *value = json_object_get(request, key);
    if (!value)
        return true;
    const json_int_t n = json_integer_value(value);
    if (!json_is_integer(value) || n < min || n > max)
        return rec_fail(error, "bad-request", "\"%s\": expected a whole number from %d to %d.", key,
                        min, max);
    *number = (int)n;
    return true;
}

bool engine_seat(const rec_game *game, const json_t *request, unsigned *seat, rec_error *error)
{
    int number = (int)*seat + 1;
    if (!engine_number(request, "seat", 1, rec_rules(game)->config.players, &number, error))
        return false;
    *seat = (unsigned)number - 1;
    return true;
}

static const char *text_of(const json_t *request, const char *key, rec_error *error)
{
    const char *text = json_string_value(json_object_get(request, key));
    if (!text)
        rec_fail(error, "bad-request", "\"%s\": expected a text.", key);
    return text;
}

/* -------------------------------------------------------------------------------------- answers */

/* Every request is answered by one of these: an object to be merged with {"ok":true}, or NULL and
 * the error. */
typedef json_t *(*answer)(rec_game **game, const json_t *request, rec_error *error);

static json_t *events_of(const rec_game *game)
{
    return json_pack("{s:o}", "events", rec_events_json(rec_board(game), rec_events(game)));
}

static json_t *answer_new(rec_game **game, const json_t *request, rec_error *error)
{
    rec_game *fresh = engine_new(request, error);
    if (!fresh)
        return NULL;
    rec_free(*game);
    *game = fresh;
    json_t *reply = events_of(fresh);
    json_object_set_new(reply, "seed", json_string(rec_options_of(fresh)->seed));
    return reply;
}

static json_t *answer_moves(rec_game **game, const json_t *request, rec_error *error)
{
    static ek_move moves[EK_MOVES_MAX];
    const ek_state *state = rec_state(*game);
    const unsigned count = ek_moves(rec_rules(*game), state, moves);
    const unsigned seat = ek_to_move(state);
    json_t *list = json_array();
    (void)request;
    (void)error;
    for (unsigned i = 0; i < count; i++) {
        char text[REC_MOVE_MAX];
        rec_print_move(rec_board(*game), state, moves[i], text);
        json_array_append_new(list, json_string(text));
    }
    return json_pack("{s:i, s:o}", "seat", seat == EK_NOBODY ? 0 : (int)seat + 1, "moves", list);
}

static json_t *answer_play(rec_game **game, const json_t *request, rec_error *error)
{
    const char *text = text_of(request, "move", error);
    const unsigned mover = ek_to_move(rec_state(*game));
    unsigned seat = mover;
    if (!text || (json_object_get(request, "seat") && !engine_seat(*game, request, &seat, error)))
        return NULL;
    if (mover != EK_NOBODY && seat != mover)
        return rec_refuse(error, EK_REASON_NOT_YOUR_TURN), NULL;
    return rec_play_text(*game, text, error) ? events_of(*game) : NULL;
}

/* The back of the card then on top, if the request has it. */
static bool back_of(const json_t *request, int *back, rec_error *error)
{
    const json_t *value = json_object_get(request, "back");
    const char *word = json_string_value(value);
    if (value)
        *back = word ? rec_back_named(word) : EK_BACK_UNKNOWN;
    return !value || *back > EK_BACK_UNKNOWN ||
           rec_fail(error, "bad-request", "\"back\": expected \"plug\" or \"socket\".");
}

static json_t *answer_draw(rec_game **game, const json_t *request, rec_error *error)
{
    int plant = 0;
    int back = EK_BACK_UNKNOWN;
    if (!json_object_get(request, "plant"))
        return rec_fail(error, "bad-request", "\"plant\": expected the plant turned up."), NULL;
    if (!engine_number(request, "plant", 1, EK_PLANT_NUMBERS - 1, &plant, error))
        return NULL;
    if (!back_of(request, &back, error) || !rec_draw(*game, (unsigned)plant, error))
        return NULL;
    if (back == EK_BACK_UNKNOWN || rec_show_back(*game, (enum ek_back)back, error))
        return events_of(*game);
    rec_error ignored;
    rec_undo(*game, &ignored);
    return NULL;
}

static json_t *answer_state(rec_game **game, const json_t *request, rec_error *error)
{
    (void)request;
    (void)error;
    return json_pack("{s:o}", "state",
                     rec_state_json(rec_board(*game), rec_rules(*game), rec_state(*game)));
}

static json_t *answer_view(rec_game **game, const json_t *request, rec_error *error)
{
    int seat = 0;
    ek_state view;
    if (!engine_number(request, "seat", 0, rec_rules(*game)->config.players, &seat, error))
        return NULL;
    ek_view(rec_rules(*game), rec_state(*game), seat ? (unsigned)seat - 1 : EK_NOBODY, &view);
    return json_pack("{s:o}", "state", rec_state_json(rec_board(*game), rec_rules(*game), &view));
}

static json_t *answer_undo(rec_game **game, const json_t *request, rec_error *error)
{
    (void)request;
    return rec_undo(*game, error) ? json_object() : NULL;
}

static json_t *answer_why(rec_game **game, const json_t *request, rec_error *error)
{
    const ek_state *state = rec_state(*game);
    const char *text = text_of(request, "move", error);
    unsigned seat = ek_to_move(state);
    ek_move move;
    ek_reason reason;
    if (!text || (json_object_get(request, "seat") && !engine_seat(*game, request, &seat, error)))
        return NULL;
    if (!rec_parse_move(rec_board(*game), rec_rules(*game), state, text, &move, error))
        return json_pack("{s:b, s:s, s:s}", "legal", 0, "code", error->code, "text", error->text);
    reason = ek_why(rec_rules(*game), state, seat, move);
    rec_refuse_move(error, rec_board(*game), rec_rules(*game), reason);
    return json_pack("{s:b, s:s, s:s}", "legal", reason == EK_REASON_OK, "code", error->code,
                     "text", error->text);
}

static json_t *answer_query(rec_game **game, const json_t *request, rec_error *error)
{
    return engine_query(*game, request, error);
}

static json_t *answer_load(rec_game **game, const json_t *request, rec_error *error)
{
    const json_t *record = json_object_get(request, "record");
    const json_t *beside = json_object_get(request, "board_file");
    if (!json_is_string(record))
        return rec_fail(error, "bad-request", "\"record\": expected a text."), NULL;
    if (beside && !json_is_string(beside))
        return rec_fail(error, "bad-request", "\"board_file\": expected a path."), NULL;
    rec_game *loaded = rec_read(beside ? json_string_value(beside) : "record",
                                json_string_value(record), json_string_length(record), error);
    if (!loaded)
        return NULL;
    rec_free(*game);
    *game = loaded;
    return json_pack("{s:i}", "steps", (int)rec_steps(loaded));
}

static json_t *answer_save(rec_game **game, const json_t *request, rec_error *error)
{
    char *text = rec_write(*game);
    (void)request;
    if (!text)
        return rec_fail(error, "no-memory", "There is not enough memory."), NULL;
    json_t *reply = json_pack("{s:s}", "record", text);
    free(text);
    return reply;
}

static const struct {
    const char *name;
    answer run;
    bool needs_game, checks_keys; /* checks_keys: the handler checks them itself */
    const char *keys[3];
} requests[] = {
    {"new", answer_new, false, true, {NULL}},
    {"moves", answer_moves, true, false, {NULL}},
    {"play", answer_play, true, false, {"move", "seat", NULL}},
    {"draw", answer_draw, true, false, {"plant", "back", NULL}},
    {"state", answer_state, true, false, {NULL}},
    {"view", answer_view, true, false, {"seat", NULL}},
    {"undo", answer_undo, true, false, {NULL}},
    {"why", answer_why, true, false, {"move", "seat", NULL}},
    {"query", answer_query, true, true, {NULL}},
    {"load", answer_load, false, false, {"record", "board_file", NULL}},
    {"save", answer_save, true, false, {NULL}},
};

static json_t *dispatch(rec_game **game, const json_t *request, rec_error *error)
{
    const char *name = json_string_value(json_object_get(request, "do"));
    for (unsigned i = 0; name && i < sizeof requests / sizeof *requests; i++) {
        if (strcmp(requests[i].name, name) != 0)
            continue;
        if (requests[i].needs_game && !*game)
            return rec_fail(error, "no-game", "There is no game yet: start one with \"new\"."),
                   NULL;
        if (!requests[i].checks_keys && !engine_keys(request, requests[i].keys, error))
            return NULL;
        return requests[i].run(game, request, error);
    }
    if (name)
        rec_fail(error, "bad-request", "There is no request \"%.40s\".", name);
    else
        rec_fail(error, "bad-request", "\"do\": expected the name of a request.");
    return NULL;
}

/* ---------------------------------------------------------------------------------------- lines */

static json_t *refuse(const rec_error *error)
{
    return json_pack("{s:b, s:o}", "ok", 0, "error", rec_error_json(error));
}

json_t *engine_reply(rec_game **game, const char *line, size_t length)
{
    json_error_t bad;
    rec_error error = {.line = 0};
    json_t *reply = NULL;
    json_t *request = json_loadb(line, length, JSON_REJECT_DUPLICATES, &bad);
    if (!request)
        rec_fail(&error, "bad-json", "Column %d: %s.", bad.column, bad.text);
    else if (!json_is_object(request))
        rec_fail(&error, "bad-json", "A request is an object.");
    else
        reply = dispatch(game, request, &error);
    json_t *whole = reply ? json_pack("{s:b}", "ok", 1) : refuse(&error);
    json_t *id = json_object_get(request, "id");
    if (id)
        json_object_set(whole, "id", id);
    if (reply)
        json_object_update(whole, reply);
    json_decref(reply);
    json_decref(request);
    return whole;
}

static json_t *reply_to_line(void *game, const char *line, size_t length)
{
    return engine_reply(game, line, length);
}

int cli_engine(int argc, char **argv)
{
    rec_game *game = NULL;
    int status;
    if (cli_read(&verb, argc, argv, NULL, &status) < 0)
        return status;
    status = cli_answer_lines(verb.name, &(cli_replies){reply_to_line, refuse}, &game);
    rec_free(game);
    return status;
}
