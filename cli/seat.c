/* elektro seat: a built-in bot as a program, for the arena of another release. It answers the
 * requests "choose" of docs/protocol.md, and plays the game along from their events. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "deadline.h"
#include "engine.h"
#include "follow.h"
#include "json_lines.h"
#include "match.h"
#include "state_json.h"
#include "threads.h"
#include "weights_file.h"
#include "words_text.h"

typedef struct options {
    const char *level, *board, *weights;
    unsigned nodes, ms, seed, threads;
} options;

static const cli_option option_rows[] = {
    {.name = "level",
     .value = "L",
     .help = "the bot: random, easy, normal, hard or expert, the last three also in a style, such "
             "as hard:rusher, and with a budget, such as hard@200",
     .kind = CLI_STRING,
     .offset = CLI_FIELD(const char *, options, level),
     .standard = "normal"},
    CLI_NUMBER_ROW(options, nodes, "nodes", "N", 1, 1000000, NULL,
                   "playouts for each decision of a bot that searches"),
    CLI_NUMBER_ROW(options, ms, "ms", "N", 1, 1000000, NULL,
                   "time for each decision of a bot that searches"),
    CLI_NUMBER_ROW(options, seed, "seed", "N", 1, UINT32_MAX, NULL,
                   "seed of the bot, instead of the one in the first request of a game"),
    CLI_NUMBER_ROW(options, threads, "threads", "N", 1, AR_THREADS_MAX, "1",
                   "threads of a search; in an arena the games already use all cores"),
    CLI_FILE_ROW(options, board, "board", "FILE",
                 "a board file, for a game whose first request does not contain its board"),
    CLI_WEIGHTS_ROW(options, weights),
    {.name = NULL}};

static const cli_group groups[] = {{.options = option_rows}, {.options = NULL}};

static const cli_verb verb = {
    .name = "seat",
    .usage = "usage: elektro seat [OPTION…]\n"
             "\n"
             "Plays a bot for another program: JSON Lines on standard input and output, one move\n"
             "for each request \"choose\". docs/protocol.md describes them. With it a bot of this\n"
             "release plays in the arena of another one:\n"
             "\n"
             "  elektro arena --bots \"hard,hard,hard,cmd:old/elektro seat --level hard\"\n",
    .groups = groups};

/* A game that is played along. */
typedef struct game {
    rec_follower follower;
    bot bot;
    bd_board *own; /* the board, if the game owns it */
    uint64_t seed; /* of the bot */
} game;

typedef struct program {
    ar_bot named;
    bot_judge judge;
    ar_team *team;   /* threads of a search */
    uint64_t seed;   /* 0: that of the request */
    bd_board *board; /* of --board; NULL: none */
    game *game;      /* NULL before the first */
} program;

static void drop_game(game *g)
{
    if (g)
        bd_free(g->own);
    free(g);
}

/* ---------------------------------------------------------------------------------------- table */

static bool load_board(const json_t *file, game *g, rec_error *error)
{
    bd_error bad;
    char *text = json_dumps(file, JSON_COMPACT);
    g->own = text ? bd_load_text("board", text, strlen(text), &bad) : NULL;
    if (text && !g->own)
        rec_fail(error, "bad-board", "%.200s", bad.text);
    else if (!text)
        rec_fail(error, "bad-request", "\"board\": expected a board file.");
    free(text);
    return g->own != NULL;
}

/* The board that the state names: one of Elektro's own, that of the request, or that of --board. */
static const bd_board *find_board(const program *p, const json_t *request, const char *name,
                                  unsigned edition, game *g, rec_error *error)
{
    const json_t *file = json_object_get(request, "board");
    if (file && !load_board(file, g, error))
        return NULL;
    const bd_board *own = g->own ? g->own : p->board;
    if (own && strcmp(own->id, name) == 0)
        return own;
    const bd_board *board = bd_find(name, (enum ek_edition)edition);
    if (!board)
        rec_fail(error, "no-such-board",
                 "There is no board '%.40s'. Give its file with --board, or in the request.", name);
    return board;
}

/* The seed of --seed, that of the request, or 1. */
static bool read_seed(const program *p, const json_t *request, game *g, rec_error *error)
{
    enum { DIGITS = 16 };
    const json_t *value = json_object_get(request, "seed");
    g->seed = p->seed ? p->seed : 1;
    if (p->seed || !value)
        return true;
    const char *text = json_string_value(value);
    if (json_string_length(value) != DIGITS || strspn(text, "0123456789abcdefABCDEF") != DIGITS)
        return rec_fail(error, "bad-request", "\"seed\": expected %d hexadecimal digits.", DIGITS);
    g->seed = strtoull(text, NULL, 16);
    return true;
}

static bool read_table(const program *p, const json_t *request, game *g, rec_error *error)
{
    const json_t *state = json_object_get(request, "state");
    const char *name = json_string_value(json_object_get(state, "board"));
    rec_options table;
    int players = 0;
    rec_options_default(&table);
    if (!name)
        return rec_fail(error, "bad-request", "\"state\": expected a state with its board.");
    if (!read_seed(p, request, g, error) || !engine_edition(state, &table, error) ||
        !engine_options(state, &table, error) ||
        !engine_number(state, "players", 2, EK_SEATS, &players, error))
        return false;
    const bd_board *board = find_board(p, request, name, table.edition, g, error);
    const ek_config config = {
        .edition = table.edition, .players = (uint8_t)players, .options = table.options};
    if (board)
        rec_follow_begin(&g->follower, board, &config);
    return board != NULL;
}

/* --------------------------------------------------------------------------------------- events */

static ek_event *read_events(const bd_board *board, const json_t *list, rec_error *error)
{
    const size_t count = json_array_size(list);
    ek_event *events = calloc(count + 1, sizeof *events);
    bool ok = events || rec_fail(error, "no-memory", "There is not enough memory.");
    for (size_t i = 0; ok && i < count; i++)
        ok = rec_event_read(board, json_array_get(list, i), &events[i], error);
    if (ok)
        return events;
    free(events);
    return NULL;
}

/* Lets the bot see the events of the setup or of a move, as the arena does. */
static void show(game *g, const rec_told *told, unsigned from)
{
    ek_events events = {.count = 0};
    while (from < told->at && events.count < EK_EVENTS_MAX)
        events.list[events.count++] = told->list[from++];
    bot_see(&g->bot, &events);
}

static bool follow(const program *p, const json_t *request, unsigned seat, game *g,
                   rec_error *error)
{
    const json_t *list = json_object_get(request, "events");
    ek_event *events = read_events(g->follower.board, list, error);
    rec_told told = {.list = events, .count = (unsigned)json_array_size(list)};
    bool ok = events != NULL;
    while (ok && told.at < told.count) {
        const unsigned from = told.at;
        const bool is_new = !g->follower.has_started;
        ok = rec_follow(&g->follower, &told, error);
        if (ok && is_new) {
            ar_sit(&g->bot, &p->named, seat, &g->follower.rules, g->seed);
            g->bot.judge = &p->judge;
        }
        if (ok)
            show(g, &told, from);
    }
    free(events);
    return ok;
}

/* -------------------------------------------------------------------------------------- choices */

/* Whether theirs has everything that mine has; later releases may have more. */
static bool agrees(const json_t *mine, const json_t *theirs)
{
    const char *key;
    json_t *value;
    if (json_is_array(mine)) {
        bool same = json_is_array(theirs) && json_array_size(mine) == json_array_size(theirs);
        for (size_t i = 0; same && i < json_array_size(mine); i++)
            same = agrees(json_array_get(mine, i), json_array_get(theirs, i));
        return same;
    }
    if (!json_is_object(mine))
        return json_equal(mine, theirs);
    json_object_foreach((json_t *)mine, key, value)
    {
        if (!agrees(value, json_object_get(theirs, key)))
            return false;
    }
    return true;
}

/* The game as the bot sees it. The state of the request must be the one that its events lead to:
 * a release with other rules would play nonsense. */
static bool view_game(const game *g, const json_t *request, unsigned seat, ek_state *view,
                      rec_error *error)
{
    const rec_follower *f = &g->follower;
    if (!f->has_started)
        return rec_fail(error, "no-game",
                        "The first request of a game must have the events of its setup.");
    if (ek_to_move(&f->state) != seat || g->bot.seat != seat)
        return rec_fail(error, "wrong-seat", "Seat %u is not to move, or not the seat of this bot.",
                        seat + 1);
    ek_view(&f->rules, &f->state, seat, view);
    json_t *mine = rec_state_json(f->board, &f->rules, view);
    const bool same = agrees(mine, json_object_get(request, "state"));
    json_decref(mine);
    return same || rec_fail(error, "wrong-state", "The events do not lead to the \"state\".");
}

/* Follows the events of a request and chooses in a copy of the game, which replaces it if all is
 * well. */
static bool choose(const program *p, const json_t *request, game *g, char text[REC_MOVE_MAX],
                   rec_error *error)
{
    ek_state view;
    int seat = 0;
    if (!engine_number(request, "seat", 1, EK_SEATS, &seat, error))
        return false;
    const unsigned number = (unsigned)seat - 1;
    if (seat == 0)
        return rec_fail(error, "bad-request", "\"seat\": expected the seat to move.");
    if (!follow(p, request, number, g, error) || !view_game(g, request, number, &view, error))
        return false;
    const ek_move move =
        ar_bot_move(&g->bot, &g->follower.rules, &view,
                    &(ar_limits){.milliseconds = p->named.milliseconds, .team = p->team});
    rec_print_move(g->follower.board, &g->follower.state, move, text);
    return true;
}

/* A game begins with the order of the players. */
static bool is_first(const json_t *request)
{
    const json_t *event = json_array_get(json_object_get(request, "events"), 0);
    const char *word = json_string_value(json_object_get(event, "event"));
    return word && strcmp(word, rec_event_word(EK_EVENT_ORDER)) == 0;
}

static bool answer(program *p, const json_t *request, char text[REC_MOVE_MAX], rec_error *error)
{
    const char *name = json_string_value(json_object_get(request, "do"));
    if (!name || strcmp(name, "choose") != 0)
        return rec_fail(error, "bad-request", "\"do\": expected \"choose\".");
    if (!p->game && !is_first(request))
        return rec_fail(error, "no-game",
                        "The first request of a game must have the events of its setup.");
    game *g = calloc(1, sizeof *g);
    if (!g)
        return rec_fail(error, "no-memory", "There is not enough memory.");
    const bool is_new = is_first(request);
    if (!is_new)
        *g = *p->game;
    if ((is_new && !read_table(p, request, g, error)) || !choose(p, request, g, text, error)) {
        if (is_new)
            drop_game(g);
        else
            free(g);
        return false;
    }
    if (is_new)
        drop_game(p->game);
    else
        free(p->game);
    p->game = g;
    return true;
}

static json_t *refuse(const rec_error *error)
{
    return json_pack("{s:o}", "error", rec_error_json(error));
}

static json_t *reply(void *data, const char *line, size_t size)
{
    json_error_t bad;
    rec_error error = {.line = 0};
    char text[REC_MOVE_MAX];
    json_t *request = json_loadb(line, size, JSON_REJECT_DUPLICATES, &bad);
    if (!request)
        rec_fail(&error, "bad-json", "Column %d: %s.", bad.column, bad.text);
    const bool ok = request && answer(data, request, text, &error);
    json_decref(request);
    return ok ? json_pack("{s:s}", "move", text) : refuse(&error);
}

/* ----------------------------------------------------------------------------------------- verb */

static bool set_up(const options *o, program *p)
{
    rec_error error;
    bd_error bad;
    if (!ar_read_bot(o->level, &p->named, &error))
        return cli_complain(verb.name, "%s", error.text);
    if ((o->nodes || o->ms) && p->named.level < BOT_HARD)
        return cli_complain(verb.name, "%s does not search and needs neither --nodes nor --ms",
                            o->level);
    if (!cli_load_judge(verb.name, o->weights, &p->judge))
        return false;
    if (o->nodes || o->ms) {
        p->named.nodes = o->nodes;
        p->named.milliseconds = o->ms;
    }
    p->seed = o->seed;
    p->team = o->threads > 1 ? ar_team_open(o->threads) : NULL;
    p->board = o->board ? bd_load_file(o->board, &bad) : NULL;
    return !o->board || p->board || cli_complain(verb.name, "%s", bad.text);
}

int cli_seat(int argc, char **argv)
{
    program p = {.game = NULL};
    options o = {.level = NULL};
    int status;
    if (cli_read(&verb, argc, argv, &o, &status) < 0)
        return status;
    if (!set_up(&o, &p))
        return cli_misused(&verb);
    status = cli_answer_lines(verb.name, &(cli_replies){reply, refuse}, &p);
    drop_game(p.game);
    bd_free(p.board);
    ar_team_close(p.team);
    return status;
}
