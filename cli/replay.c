/* elektro replay: a record told in sentences, or checked. */
#include <getopt.h>
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
#include "table_flags.h"
#include "words_text.h"

static const char help[] =
    "usage: elektro replay [--to N] [--json] FILE\n"
    "       elektro replay --verify [--json] FILE…\n"
    "       elektro replay --verify-shuffle [--json] FILE…\n"
    "\n"
    "Reads the record of a game (docs/records.md), checks every move, card and result against the\n"
    "rules, and tells the game in sentences. FILE - is standard input. A record that is not right\n"
    "is refused with line and column: status 1.\n"
    "\n"
    "  --to N      tell it up to move N only, with the cards that follow it\n"
    "  --verify    tell nothing but whether each record is right\n"
    "  --verify-shuffle  compute every card again from the seed that the server showed after the\n"
    "              game, and say whether it is the one that was committed to and the cards are "
    "its\n"
    "  --position  print the position after the last move told, nothing else\n"
    "  --json      print JSON: the steps with their events, and the state after the last; with\n"
    "              --verify and --verify-shuffle one line with an object for each file\n"
    "  --help      print this\n";

typedef struct options {
    bool verify, shuffle, position, json;
    unsigned long to;
} options;

/* ------------------------------------------------------------------------------------- reading */

static int by_kind(const rec_game *game, unsigned kind)
{
    unsigned count;
    int found = 0;
    const rec_entry *entry = rec_history(game, &count);
    for (unsigned i = 0; i < count; i++)
        found += entry[i].kind == kind;
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
    char *text = cli_read_file("replay", path, REC_RECORD_MAX, &size);
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

/* What everybody can see at the end, as a number to compare. */
static uint64_t public_hash(const rec_game *game)
{
    ek_state view;
    ek_view(rec_rules(game), rec_state(game), EK_NOBODY, &view);
    return ek_hash(&view);
}

/* What a program is told of a file that is refused, or that a message has said cannot be read. */
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
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)public_hash(game));
    return json_pack("{s:s, s:b, s:i, s:i, s:b, s:s}", "file", path, "ok", 1, "moves",
                     by_kind(game, REC_MOVE), "draws", by_kind(game, REC_DRAW), "ended",
                     has_ended(game), "hash", hash);
}

static int verify(const options *o, const char *path)
{
    rec_error error;
    rec_game *game = read_game(path, &error);
    int status = game ? CLI_OK : CLI_FAILED;
    if (o->json) {
        if (cli_print_json_line("replay", verdict_json(path, game, &error)) != CLI_OK)
            status = CLI_FAILED;
    } else if (!game) {
        refuse(path, &error);
    } else {
        printf("%s: right: %d moves, %d cards, %s, public state %016llx\n", path,
               by_kind(game, REC_MOVE), by_kind(game, REC_DRAW),
               has_ended(game) ? "ended" : "not ended", (unsigned long long)public_hash(game));
        status = cli_printed("replay");
    }
    rec_free(game);
    return status;
}

static int print_fairness(const options *o, const char *path, unsigned cards)
{
    if (o->json)
        return cli_print_json_line(
            "replay", json_pack("{s:s, s:b, s:i}", "file", path, "ok", 1, "cards", (int)cards));
    printf("%s: fair: the seed is the one committed to, and all %u cards are its\n", path, cards);
    return cli_printed("replay");
}

static int verify_shuffle(const options *o, const char *path)
{
    rec_error error = {0};
    size_t size;
    unsigned cards = 0;
    char *text = cli_read_file("replay", path, REC_RECORD_MAX, &size);
    rec_game *game = text ? rec_read(path, text, size, &error) : NULL;
    int status = CLI_FAILED;
    if (game && sv_check_shuffle(text, game, &cards, &error))
        status = print_fairness(o, path, cards);
    else if (o->json)
        cli_print_json_line("replay", refusal_json(path, &error));
    else if (game)
        fprintf(stderr, "%s: %s\n", path, error.text);
    else
        refuse(path, &error);
    rec_free(game);
    free(text);
    return status;
}

/* ----------------------------------------------------------------------------------- following */

/* Going through a game once more, as far as --to says. */
typedef struct tour {
    const rec_game *game;
    rec_game *again;
    unsigned long moves, to; /* made so far, and at most */
    rec_error error;
} tour;

/* The entry of the history that comes next; NULL at the end. */
static const rec_entry *next_step(const tour *t)
{
    unsigned count;
    unsigned at;
    const rec_entry *entry = rec_history(t->game, &count);
    rec_history(t->again, &at);
    if (at == count || (entry[at].kind == REC_MOVE && t->moves == t->to))
        return NULL;
    return &entry[at];
}

static bool make_step(tour *t, const rec_entry *entry)
{
    t->moves += entry->kind == REC_MOVE;
    return rec_follow(t->again, t->game, &t->error);
}

/* Rounds stand out; a route belongs to the line before it. */
static void tell(const rec_game *game, unsigned long number)
{
    const ek_events *events = rec_events(game);
    bool numbered = number == 0;
    for (unsigned i = 0; i < events->count; i++) {
        char text[REC_STORY_MAX];
        const unsigned type = events->list[i].type;
        rec_event_text(rec_options_of(game), &events->list[i], text);
        if (type == EK_EVENT_ROUND_BEGINS)
            putchar('\n');
        if (numbered)
            printf("      %s%s\n", type == EK_EVENT_ROUTE ? "  " : "", text);
        else
            printf("%4lu. %s\n", number, text);
        numbered = true;
    }
}

static int tell_game(tour *t)
{
    const rec_entry *entry;
    tell(t->again, 0);
    while ((entry = next_step(t))) {
        if (!make_step(t, entry))
            return CLI_FAILED;
        tell(t->again, entry->kind == REC_MOVE ? t->moves : 0);
    }
    return cli_printed("replay");
}

static json_t *step_json(const tour *t, const rec_entry *entry, const ek_state *before)
{
    const bd_board *board = rec_board(t->game);
    json_t *step = json_object();
    if (entry->kind == REC_MOVE) {
        char words[REC_MOVE_MAX];
        rec_print_move(board, before, entry->value, words);
        json_object_set_new(step, "number", json_integer((json_int_t)t->moves));
        json_object_set_new(step, "seat", json_integer(entry->seat + 1));
        json_object_set_new(step, "move", json_string(words));
    } else {
        json_object_set_new(step, "draw", json_integer(entry->value));
    }
    json_object_set_new(step, "events", rec_events_json(board, rec_events(t->again)));
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
    const rec_entry *entry;
    const bd_board *board = rec_board(t->game);
    json_t *steps = json_array();
    json_t *start = rec_events_json(board, rec_events(t->again));
    while ((entry = next_step(t))) {
        const ek_state before = *rec_state(t->again);
        if (!make_step(t, entry)) {
            json_decref(steps);
            json_decref(start);
            return CLI_FAILED;
        }
        json_array_append_new(steps, step_json(t, entry, &before));
    }
    return cli_print_json(
        "replay", json_pack("{s:o, s:o, s:o, s:o}", "names", names_json(rec_options_of(t->game)),
                            "start", start, "steps", steps, "state",
                            rec_state_json(board, rec_rules(t->again), rec_state(t->again))));
}

static int print_position(tour *t)
{
    const rec_entry *entry;
    char text[REC_POSITION_MAX];
    while ((entry = next_step(t)))
        if (!make_step(t, entry))
            return CLI_FAILED;
    if (!rec_position_print(rec_board(t->game), rec_rules(t->again), rec_state(t->again), text,
                            sizeof text)) {
        rec_fail(&t->error, "broken-law", "The position cannot be written.");
        return CLI_FAILED;
    }
    puts(text);
    return cli_printed("replay");
}

static int replay(const options *o, const char *path)
{
    tour t = {.to = o->to};
    rec_game *game = read_game(path, &t.error);
    t.game = game;
    t.again = game ? rec_again(game, &t.error) : NULL;
    int status = CLI_FAILED;
    if (t.again && o->position)
        status = print_position(&t);
    else if (t.again)
        status = o->json ? print_game_json(&t) : tell_game(&t);
    if (status != CLI_OK)
        refuse(path, &t.error);
    rec_free(t.again);
    rec_free(game);
    return status;
}

/* -------------------------------------------------------------------------------------- options */

static bool parse_options(int argc, char **argv, options *o)
{
    static const struct option known[] = {{"to", required_argument, NULL, 't'},
                                          {"verify", no_argument, NULL, 'v'},
                                          {"position", no_argument, NULL, 'p'},
                                          {"json", no_argument, NULL, 'j'},
                                          {"help", no_argument, NULL, 'h'},
                                          {"verify-shuffle", no_argument, NULL, 's'},
                                          {NULL, 0, NULL, 0}};
    int c;
    while ((c = getopt_long(argc, argv, "", known, NULL)) != -1) {
        if (c == '?' ||
            (c == 't' && !cli_number("replay", "--to", optarg, 0, REC_STEPS_MAX, &o->to)))
            return false;
        if (c == 'h') {
            fputs(help, stdout);
            exit(cli_printed("replay"));
        }
        o->verify |= c == 'v' || c == 's';
        o->shuffle |= c == 's';
        o->position |= c == 'p';
        o->json |= c == 'j';
    }
    if (optind == argc)
        fputs("elektro replay: which record?\n", stderr);
    else if (!o->verify && optind + 1 < argc)
        fprintf(stderr, "elektro replay: unexpected '%s'\n", argv[optind + 1]);
    return o->verify ? optind < argc : optind + 1 == argc;
}

int cli_replay(int argc, char **argv)
{
    options o = {.to = REC_STEPS_MAX};
    int status = CLI_OK;
    if (!parse_options(argc, argv, &o)) {
        fputs("'elektro replay --help' tells how it is used\n", stderr);
        return CLI_USAGE;
    }
    if (!o.verify)
        return replay(&o, argv[optind]);
    for (int i = optind; i < argc; i++)
        if ((o.shuffle ? verify_shuffle(&o, argv[i]) : verify(&o, argv[i])) != CLI_OK)
            status = CLI_FAILED;
    return status;
}
