/* elektro play: a game at the terminal, alone against bots, with others at one keyboard, or as the
 * bookkeeper of a printed game. */
#include <getopt.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "files.h"
#include "play.h"
#include "record.h"

static const char help[] =
    "usage: elektro play [OPTION…]\n"
    "       elektro play --resume [FILE]\n"
    "       elektro play --table [OPTION…]\n"
    "\n"
    "Plays Power Grid at the terminal. Every move is saved at once; a game that was interrupted\n"
    "goes on with --resume. At the table ? tells what is possible and what it costs.\n"
    "\n"
    "What is played:\n" PLAY_OPTION_HELP
    "                     (default seats: me, then normal bots)\n"
    "  --table            people play the printed game, the program keeps the books: it asks for\n"
    "                     the first order, the opening market and every card turned up\n"
    "\n"
    "How it is shown:\n"
    "  --lines            line by line; always so when input or output is no terminal\n"
    "  --plain            no colours (also with NO_COLOR set)\n"
    "  --paper            dark on light\n"
    "  --fast             bots do not wait to be read\n"
    "  --pace MS          how long a bot's move is shown (default 700)\n"
    "\n"
    "Where it is kept:\n"
    "  --save FILE        save there (default: a new file in $XDG_STATE_HOME/elektro or\n"
    "                     ~/.local/state/elektro)\n"
    "  --no-save          keep nothing\n"
    "  --resume [FILE]    go on with a saved game, the latest unfinished one if none is named;\n"
    "                     with --save FILE the game is saved there from now on\n"
    "  --help             print this\n"
    "\n"
    "Exit status: 0 the game was played or left, 1 it went wrong, 2 it was called wrongly.\n";

typedef struct options {
    play_options game;
    bool table, lines, plain, paper, fast, resume, no_save;
    unsigned pace;
    const char *save, *file;
} options;

enum {
    OPTION_TABLE = OPTIONS_END,
    OPTION_LINES,
    OPTION_PLAIN,
    OPTION_PAPER,
    OPTION_FAST,
    OPTION_PACE,
    OPTION_SAVE,
    OPTION_NO_SAVE,
    OPTION_RESUME,
    OPTION_HELP
};

static bool take_switch(options *o, int option)
{
    switch (option) {
    case OPTION_TABLE:
        return o->table = true;
    case OPTION_LINES:
        return o->lines = true;
    case OPTION_PLAIN:
        return o->plain = true;
    case OPTION_PAPER:
        return o->paper = true;
    case OPTION_FAST:
        return o->fast = true;
    case OPTION_NO_SAVE:
        return o->no_save = true;
    case OPTION_RESUME:
        return o->resume = true;
    default:
        return false;
    }
}

static bool take_pace(options *o, const char *value)
{
    unsigned long pace;
    if (!play_number(value, 0, 60000, &pace)) {
        fputs("elektro play: --pace: expected 0 to 60000 milliseconds\n", stderr);
        return false;
    }
    o->pace = (unsigned)pace;
    return true;
}

static bool take(options *o, int option)
{
    if (play_options_take(&o->game, option, optarg))
        return true;
    if (option == OPTION_PACE)
        return take_pace(o, optarg);
    if (option == OPTION_SAVE) {
        o->save = optarg;
        return true;
    }
    if (option == OPTION_HELP) {
        fputs(help, stdout);
        exit(cli_printed("play"));
    }
    return take_switch(o, option);
}

/* Whether what was said goes together. */
static bool is_possible(const options *o)
{
    if (o->save && o->no_save)
        fputs("elektro play: --save and --no-save: which of them?\n", stderr);
    else if (o->file && strcmp(o->file, "-") == 0)
        fputs("elektro play: --resume goes on with a file; - is none, since moves come from "
              "there\n",
              stderr);
    else if (o->file && strlen(o->file) >= PLAY_PATH_MAX)
        fputs("elektro play: --resume: the path is too long\n", stderr);
    else
        return true;
    return false;
}

static bool parse_options(int argc, char **argv, options *o)
{
    static const struct option known[] = {PLAY_OPTION_ROWS,
                                          {"table", no_argument, NULL, OPTION_TABLE},
                                          {"lines", no_argument, NULL, OPTION_LINES},
                                          {"plain", no_argument, NULL, OPTION_PLAIN},
                                          {"paper", no_argument, NULL, OPTION_PAPER},
                                          {"fast", no_argument, NULL, OPTION_FAST},
                                          {"pace", required_argument, NULL, OPTION_PACE},
                                          {"save", required_argument, NULL, OPTION_SAVE},
                                          {"no-save", no_argument, NULL, OPTION_NO_SAVE},
                                          {"resume", no_argument, NULL, OPTION_RESUME},
                                          {"help", no_argument, NULL, OPTION_HELP},
                                          {NULL, 0, NULL, 0}};
    int c;
    while ((c = getopt_long(argc, argv, "", known, NULL)) != -1)
        if (!take(o, c))
            return false;
    if (o->resume && optind < argc)
        o->file = argv[optind++];
    if (optind < argc)
        fprintf(stderr, "elektro play: unexpected '%s'\n", argv[optind]);
    return optind == argc && is_possible(o);
}

/* -------------------------------------------------------------------------------------- setting up
 */

static bool complain(const rec_error *error)
{
    if (error->line)
        fprintf(stderr, "elektro play: line %u, column %u: %s\n", error->line, error->column,
                error->text);
    else
        fprintf(stderr, "elektro play: %s\n", error->text);
    return false;
}

/* Reads a game with its board; complains in the name of the file. */
static bool load(play *p, const char *path)
{
    rec_error error = {.line = 0};
    size_t size;
    char *text = cli_read_file("play", path, REC_RECORD_MAX, &size);
    if (!text)
        return false;
    const bool loaded =
        play_load(p, path, text, size, &error) && play_board_read_beside(p, path, &error);
    free(text);
    if (loaded)
        return true;
    fprintf(stderr, "elektro play: %s:%u:%u: %s\n", path, error.line, error.column, error.text);
    rec_free(p->game);
    p->game = NULL;
    return false;
}

/* Claims a game that will be saved where it was. */
static bool claim(play *p, const options *o, const char *path)
{
    rec_error error = {.line = 0};
    return o->save || o->no_save || file_claim_take(&p->claim, path, &error) || complain(&error);
}

/* Where the game is saved from now on. */
static bool move_place(play *p, const options *o)
{
    rec_error error = {.line = 0};
    p->named = o->file || o->save;
    if (o->no_save)
        p->path[0] = '\0';
    return !o->save ||
           (play_save_at(p, o->save, &error) && play_board_keep(p, p->path, &error) &&
            play_save(p, &error)) ||
           complain(&error);
}

/* A latest game that cannot be read does not keep anybody from the one before it. */
static bool resume(play *p, const options *o)
{
    rec_error error = {.line = 0};
    play_saved saved = {.path = ""};
    if (o->file)
        return claim(p, o, o->file) && load(p, o->file) && move_place(p, o);
    while (play_find_latest(&saved, &error)) {
        if (!claim(p, o, saved.path))
            return false;
        if (load(p, saved.path))
            return move_place(p, o);
        file_claim_drop(&p->claim);
    }
    return complain(&error);
}

static bool find_place(play *p, const options *o, rec_error *error)
{
    if (o->no_save)
        return true;
    p->named = o->save != NULL;
    return o->save ? play_save_at(p, o->save, error) : play_save_place(p, error);
}

/* The board's file, and what the record will call it. */
static bool take_board(play *p, options *o, rec_error *error)
{
    const char *path = o->game.table.board;
    if (!o->game.game.board_owned)
        return true;
    return play_board_read(p, path, error) &&
           (!p->path[0] || play_board_name(p, path, o->game.game.board_file, error));
}

static int start(play *p, options *o)
{
    rec_error error = {.line = 0};
    if (!(o->table ? play_table_setup(&o->game)
                   : play_options_settle(&o->game, SEAT_PERSON, BOT_NORMAL)))
        return CLI_USAGE;
    p->table = o->table;
    memcpy(p->seat, o->game.seat, sizeof p->seat);
    if (!find_place(p, o, &error) || !take_board(p, o, &error)) {
        play_options_drop(&o->game);
        return complain(&error), CLI_FAILED;
    }
    p->game = rec_new(&o->game.game, &error);
    if (!p->game)
        return complain(&error), CLI_USAGE;
    if (p->path[0] && !(play_board_keep(p, p->path, &error) && play_save(p, &error)))
        return complain(&error), CLI_FAILED;
    return CLI_OK;
}

/* Where things stand when the table is left. */
static void say_goodbye(const play *p)
{
    if (ek_phase(play_state(p)) == EK_PHASE_ENDED) {
        puts("The game is over.");
        play_print_ranking(p, stdout);
        if (p->path[0])
            printf("Its record is %s\n", p->path);
    } else if (p->path[0]) {
        printf("The game is saved as %s\n'elektro play --resume%s%s' goes on with it.\n", p->path,
               p->named ? " " : "", p->named ? p->path : "");
    }
}

/* The last look at the table, until a key is pressed. */
static void show_end(play *p)
{
    char line[EDIT_MAX];
    p->viewer = EK_NOBODY;
    if (ek_phase(play_state(p)) != EK_PHASE_ENDED || p->front != &play_screen) {
        p->front->show(p);
        return;
    }
    play_do_line(p, "?");
    while (p->front->ask(p, "The game is over; q leaves> ", line) && line[0] &&
           (line[0] | 0x20) != 'q')
        play_do_line(p, line);
}

static int sit_down(play *p, const options *o)
{
    const bool terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    p->terms = screen_terms_of(STDOUT_FILENO, o->plain);
    p->terms.paper = o->paper;
    p->fast = o->fast;
    p->pace = o->pace;
    for (unsigned seat = 0; seat < play_rules(p)->config.players; seat++)
        p->people += p->seat[seat] == SEAT_PERSON;
    p->viewer = EK_NOBODY;
    p->front = terminal && !o->lines && term_open() ? &play_screen : &play_lines;
    play_seat_bots(p);
    play_log_step(p);
    play_run(p);
    show_end(p);
    if (p->front == &play_screen)
        term_close();
    say_goodbye(p);
    return p->save_error[0] ? CLI_FAILED : CLI_OK;
}

int cli_play(int argc, char **argv)
{
    static play p;
    options o = {.pace = 700, .game = {.verb = "play"}};
    setlocale(LC_CTYPE, "");
    if (!parse_options(argc, argv, &o)) {
        fputs("'elektro play --help' tells how it is used\n", stderr);
        return CLI_USAGE;
    }
    int status = o.resume ? (resume(&p, &o) ? CLI_OK : CLI_FAILED) : start(&p, &o);
    if (status == CLI_OK)
        status = sit_down(&p, &o);
    play_leave_place(&p);
    rec_free(p.game);
    free(p.board_text);
    play_log_free(&p);
    free(p.message);
    return status;
}
