/* elektro replay: prints a record in sentences, or verifies it. */
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "files.h"
#include "position.h"
#include "record.h"
#include "shuffle_check.h"
#include "state_json.h"
#include "story.h"
#include "words_text.h"

typedef struct options {
    bool verify, shuffle, position, json;
    unsigned to;
    const char *notes;
} options;

static const cli_option option_rows[] = {
    CLI_NUMBER_ROW(options, to, "to", "N", 0, REC_STEPS_MAX, NULL,
                   "stop after move N, with the cards that follow it"),
    CLI_SWITCH_ROW(options, verify, "verify", "only report whether each record is valid"),
    CLI_SWITCH_ROW(
        options, shuffle, "verify-shuffle",
        "recompute every card from the seed that the server revealed after the game; "
        "report whether the seed is the one committed to and whether the cards match it"),
    CLI_FILE_ROW(options, notes, "notes", "FILE",
                 "with --verify-shuffle: also compare with what a player's program kept before "
                 "the game (docs/shuffle.md)"),
    CLI_SWITCH_ROW(options, position, "position", "only print the position after the last move"),
    CLI_SWITCH_ROW(options, json, "json",
                   "print JSON: the steps with their events, and the state after the last; with "
                   "--verify and --verify-shuffle one line with an object for each file"),
    {.name = NULL}};

static const cli_group groups[] = {{.options = option_rows}, {.options = NULL}};

static const cli_verb verb = {
    .name = "replay",
    .usage = "usage: elektro replay [--to N] [--json] FILE\n"
             "       elektro replay --verify [--json] FILE…\n"
             "       elektro replay --verify-shuffle [--notes FILE] [--json] FILE…\n"
             "\n"
             "Reads the record of a game (docs/records.md), checks every move, card and result\n"
             "against the rules, and tells the game in sentences. FILE - is standard input. An\n"
             "invalid record is refused with line and column, and the exit status is 1.\n",
    .groups = groups,
    .operands = "a record",
    .min = 1,
    .max = INT_MAX};

/* ------------------------------------------------------------------------------------- reading */

typedef struct totals {
    int moves, cards;
} totals;

static totals count_entries(const rec_game *game)
{
    totals found = {.moves = 0};
    jn_cursor c;
    jn_begin(&c, rec_journal(game));
    while (jn_next_settled(&c)) {
        found.moves += jn_is_move(c.line);
        for (unsigned i = 0; i < c.events.count; i++)
            found.cards += c.events.list[i].type == EK_EVENT_PLANT_DRAWN;
    }
    return found;
}

static bool has_ended(const rec_game *game)
{
    return ek_phase(rec_state(game)) == EK_PHASE_ENDED;
}

/* A game from a file; NULL with *error filled, or with a message printed and error->code empty. */
static rec_game *read_game(const char *path, rec_error *error)
{
    size_t size;
    *error = (rec_error){0};
    char *text = cli_read_file(verb.name, path, REC_RECORD_MAX, &size);
    rec_game *game = text ? rec_read(path, text, size, error) : NULL;
    free(text);
    return game;
}

static int refuse(const char *path, const rec_error *error)
{
    if (error->code[0])
        fprintf(stderr, "%s:%u:%u: %s\n", path, error->line, error->column, error->text);
    return CLI_FAILED;
}

/* -------------------------------------------------------------------------------------- verify */

/* A hash of the public state at the end. */
static uint64_t public_hash(const rec_game *game)
{
    ek_state view;
    ek_view(rec_rules(game), rec_state(game), EK_NOBODY, &view);
    return ek_hash(&view);
}

/* The JSON for a file that is invalid or cannot be read. */
static json_t *refusal_json(const char *path, rec_error *error)
{
    if (!error->code[0])
        rec_fail(error, "cannot-read", "The file cannot be read.");
    return json_pack("{s:s, s:b, s:o}", "file", path, "ok", 0, "error", rec_error_json(error));
}

static json_t *verdict_json(const char *path, const rec_game *game, rec_error *error)
{
    char hash[17];
    if (!game)
        return refusal_json(path, error);
    const totals found = count_entries(game);
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)public_hash(game));
    return json_pack("{s:s, s:b, s:i, s:i, s:b, s:s}", "file", path, "ok", 1, "moves", found.moves,
                     "draws", found.cards, "ended", has_ended(game), "hash", hash);
}

static int verify(const options *o, const char *path)
{
    rec_error error;
    rec_game *game = read_game(path, &error);
    int status = game ? CLI_OK : CLI_FAILED;
    if (o->json) {
        if (cli_print_json_line(verb.name, verdict_json(path, game, &error)) != CLI_OK)
            status = CLI_FAILED;
    } else if (!game) {
        refuse(path, &error);
    } else {
        const totals found = count_entries(game);
        printf("%s: valid: %d moves, %d cards, %s, public state %016llx\n", path, found.moves,
               found.cards, has_ended(game) ? "ended" : "not ended",
               (unsigned long long)public_hash(game));
        status = cli_printed(verb.name);
    }
    rec_free(game);
    return status;
}

/* What the check has and has not shown. */
static const char *verdict_of(const rec_fairness *found)
{
    if (found->noted)
        return "fair: it shows what this player was shown before the game";
    if (found->version == 2)
        return "consistent: only a player who compares their notes (--notes) knows that the server "
               "changed nothing after the start";
    return "consistent, by the older " JN_SHUFFLE_1
           ", which does not show that nobody chose the seed or the words to suit them";
}

static int print_fairness(const options *o, const char *path, const rec_fairness *found)
{
    const char *name = found->version == 2 ? JN_SHUFFLE_2 : JN_SHUFFLE_1;
    if (o->json)
        return cli_print_json_line(verb.name,
                                   json_pack("{s:s, s:b, s:i, s:s, s:b, s:i, s:i}", "file", path,
                                             "ok", 1, "cards", (int)found->cards, "shuffle", name,
                                             "noted", (int)found->noted, "attempt",
                                             (int)found->attempt, "seals", (int)found->seals));
    printf("%s: the seed is the one committed to and gives all %u cards; %s\n", path, found->cards,
           verdict_of(found));
    return cli_printed(verb.name);
}

static int check_shuffle(const options *o, const char *path, const char *notes)
{
    rec_error error = {0};
    rec_fairness found;
    size_t size;
    char *text = cli_read_file(verb.name, path, REC_RECORD_MAX, &size);
    rec_game *game = text ? rec_read(path, text, size, &error) : NULL;
    int status = CLI_FAILED;
    if (game && rec_check_shuffle(text, game, notes, &found, &error))
        status = print_fairness(o, path, &found);
    else if (o->json)
        cli_print_json_line(verb.name, refusal_json(path, &error));
    else if (game)
        fprintf(stderr, "%s: %s\n", path, error.text);
    else
        refuse(path, &error);
    rec_free(game);
    free(text);
    return status;
}

static int verify_shuffle(const options *o, const char *path)
{
    size_t size;
    char *notes = o->notes ? cli_read_file(verb.name, o->notes, REC_RECORD_MAX, &size) : NULL;
    if (o->notes && !notes)
        return CLI_FAILED;
    const int status = check_shuffle(o, path, notes);
    free(notes);
    return status;
}

/* ----------------------------------------------------------------------------------- following */

/* Going through a game once more, as far as --to says. */
typedef struct tour {
    const rec_game *game;
    jn_cursor at;
    unsigned moves, to; /* made so far, and at most */
    rec_error error;
} tour;

/* False at the end. */
static bool next_step(tour *t)
{
    const jn_game *journal = rec_journal(t->game);
    const bool move = t->at.at < journal->lines && jn_is_move(journal->line[t->at.at]);
    if ((move && t->moves == t->to) || !jn_next_step(&t->at))
        return false;
    t->moves += move;
    return true;
}

/* Rounds stand out; a route belongs to the line before it. */
static void tell(const tour *t, unsigned number)
{
    const ek_events *events = &t->at.events;
    bool numbered = number == 0;
    for (unsigned i = 0; i < events->count; i++) {
        char text[REC_STORY_MAX];
        const unsigned type = events->list[i].type;
        rec_event_text(rec_options_of(t->game), &events->list[i], text);
        if (type == EK_EVENT_ROUND_BEGINS)
            putchar('\n');
        if (numbered)
            printf("      %s%s\n", type == EK_EVENT_ROUTE ? "  " : "", text);
        else
            printf("%4u. %s\n", number, text);
        numbered = true;
    }
}

static int tell_game(tour *t)
{
    tell(t, 0);
    while (next_step(t))
        tell(t, jn_is_move(t->at.line) ? t->moves : 0);
    return cli_printed(verb.name);
}

static json_t *step_json(const tour *t)
{
    const bd_board *board = rec_board(t->game);
    json_t *step = json_object();
    if (jn_is_move(t->at.line)) {
        char words[REC_MOVE_MAX];
        rec_print_move(board, &t->at.before, t->at.line, words);
        json_object_set_new(step, "number", json_integer(t->moves));
        json_object_set_new(step, "seat", json_integer(t->at.seat + 1));
        json_object_set_new(step, "move", json_string(words));
    } else {
        json_object_set_new(step, "draw", json_integer(jn_line_value(t->at.line)));
    }
    json_object_set_new(step, "events", rec_events_json(board, &t->at.events));
    return step;
}

static json_t *names_json(const rec_options *o)
{
    json_t *list = json_array();
    for (unsigned seat = 0; seat < o->players; seat++)
        json_array_append_new(list, json_string(o->name[seat]));
    return list;
}

static int print_game_json(tour *t)
{
    const bd_board *board = rec_board(t->game);
    json_t *steps = json_array();
    json_t *start = rec_events_json(board, &t->at.events);
    while (next_step(t))
        json_array_append_new(steps, step_json(t));
    return cli_print_json(
        "replay", json_pack("{s:o, s:o, s:o, s:o}", "names", names_json(rec_options_of(t->game)),
                            "start", start, "steps", steps, "state",
                            rec_state_json(board, t->at.now.rules, &t->at.now.state)));
}

static int print_position(tour *t)
{
    char text[REC_POSITION_MAX];
    while (next_step(t)) {
    }
    if (!rec_position_print(rec_board(t->game), t->at.now.rules, &t->at.now.state, text,
                            sizeof text)) {
        rec_fail(&t->error, "broken-law", "The position cannot be written.");
        return CLI_FAILED;
    }
    puts(text);
    return cli_printed(verb.name);
}

static int replay(const options *o, const char *path)
{
    tour t = {.to = o->to};
    rec_game *game = read_game(path, &t.error);
    t.game = game;
    int status = CLI_FAILED;
    if (game)
        jn_first_step(&t.at, rec_journal(game));
    if (game && o->position)
        status = print_position(&t);
    else if (game)
        status = o->json ? print_game_json(&t) : tell_game(&t);
    if (status != CLI_OK)
        refuse(path, &t.error);
    rec_free(game);
    return status;
}

int cli_replay(int argc, char **argv)
{
    options o = {.to = REC_STEPS_MAX};
    int status = CLI_OK;
    const int files = cli_read(&verb, argc, argv, &o, &status);
    if (files < 0)
        return status;
    if (o.notes && !o.shuffle) {
        cli_complain(verb.name, "--notes needs --verify-shuffle");
        return cli_misused(&verb);
    }
    if (!o.verify && !o.shuffle && files > 1) {
        cli_complain(verb.name, "expected one record; several need --verify or --verify-shuffle");
        return cli_misused(&verb);
    }
    if (!o.verify && !o.shuffle)
        return replay(&o, argv[1]);
    for (int i = 1; i <= files; i++)
        if ((o.shuffle ? verify_shuffle(&o, argv[i]) : verify(&o, argv[i])) != CLI_OK)
            status = CLI_FAILED;
    return status;
}
