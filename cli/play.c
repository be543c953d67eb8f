/* elektro play: a game at the terminal, alone against bots, with others at one keyboard, or as the
 * bookkeeper of a printed game. */
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "files.h"
#include "play.h"
#include "record.h"

typedef struct options {
    play_options game;
    bool table, lines, plain, paper, fast, resume, no_save;
    unsigned pace;
    const char *save, *file;
    const char *new_game; /* an option that was given and sets up a new game; NULL: none */
} options;

static const cli_option table_rows[] = {
    CLI_STRING_ROW(options, game.seats, "seats", "S,S,…",
                   "player on each seat: me, random, easy, normal, hard or expert, the last three "
                   "also in a style such as normal:rusher; an expert thinks for up to a second"),
    CLI_SWITCH_ROW(options, table, "table",
                   "keep the books of a printed game: the program asks for the first order, the "
                   "opening market and every card that is turned up"),
    {.name = NULL}};

static const cli_option screen_rows[] = {
    CLI_SWITCH_ROW(options, lines, "lines",
                   "line by line; always so if input or output is not a terminal"),
    CLI_SWITCH_ROW(options, plain, "plain", "no colours; always so if NO_COLOR is set"),
    CLI_SWITCH_ROW(options, paper, "paper", "dark on light"),
    CLI_SWITCH_ROW(options, fast, "fast", "do not pause after the moves of bots"),
    CLI_NUMBER_ROW(options, pace, "pace", "MS", 0, 60000, "700",
                   "pause after each move of a bot, in milliseconds; Enter skips the pauses until "
                   "your turn"),
    {.name = NULL}};

static const cli_option save_rows[] = {
    CLI_FILE_ROW(options, save, "save", "FILE",
                 "save to FILE; by default to a new file in $XDG_STATE_HOME/elektro or "
                 "~/.local/state/elektro"),
    CLI_SWITCH_ROW(options, no_save, "no-save", "do not save the game"),
    CLI_SWITCH_ROW(options, resume, "resume",
                   "continue the saved game FILE, or the latest unfinished one; with --save it is "
                   "saved to that file from then on"),
    {.name = NULL}};

static const cli_group groups[] = {
    {.title = "The game",
     .options = cli_table_options,
     .offset = offsetof(options, game.table),
     .given = CLI_FIELD(const char *, options, new_game)},
    {.options = play_option_rows,
     .offset = offsetof(options, game),
     .given = CLI_FIELD(const char *, options, new_game)},
    {.options = table_rows, .given = CLI_FIELD(const char *, options, new_game)},
    {.title = "The screen", .options = screen_rows},
    {.title = "Saving", .options = save_rows},
    {.options = NULL}};

static const cli_verb verb = {
    .name = "play",
    .usage =
        "usage: elektro play [OPTION…]\n"
        "       elektro play --resume [FILE]\n"
        "       elektro play --table [OPTION…]\n"
        "\n"
        "Plays Power Grid at the terminal, by default against normal bots. Every move is saved\n"
        "at once; --resume continues a game that was interrupted. At the table, ? lists the\n"
        "possible moves and their costs.\n",
    .groups = groups,
    .notes = "Exit status: 0 the game was played or left, 1 failure, 2 wrong usage.\n",
    .max = 1};

static bool is_possible(const options *o)
{
    if (o->save && o->no_save)
        return cli_complain(verb.name, "--save and --no-save contradict each other; give one");
    if (o->file && !o->resume)
        return cli_complain(verb.name, "unexpected '%s'; --resume continues a saved game", o->file);
    if (o->resume && o->new_game)
        return cli_complain(verb.name,
                            "--%s belongs to a new game; --resume continues one as it was set up",
                            o->new_game);
    if (o->file && strcmp(o->file, "-") == 0)
        return cli_complain(verb.name,
                            "--resume needs a file; standard input (-) is where moves are read");
    if (o->file && !o->file[0])
        return cli_complain(verb.name, "--resume needs the name of a file, or none");
    if (o->file && strlen(o->file) >= PLAY_PATH_MAX)
        return cli_complain(verb.name, "--resume: the path is longer than %d bytes",
                            PLAY_PATH_MAX - 1);
    return true;
}

/* -------------------------------------------------------------------------------------- set-up */

static bool complain(const rec_error *error)
{
    if (error->line)
        return cli_complain(verb.name, "line %u, column %u: %s", error->line, error->column,
                            error->text);
    return cli_complain(verb.name, "%s", error->text);
}

/* Reads a game with its board. */
static bool load(play *p, const char *path)
{
    rec_error error = {.line = 0};
    size_t size;
    char *text = cli_read_file(verb.name, path, REC_RECORD_MAX, &size);
    if (!text)
        return false;
    const bool loaded =
        play_load(p, path, text, size, &error) && play_board_read_beside(p, path, &error);
    free(text);
    if (loaded)
        return true;
    cli_complain(verb.name, "%s:%u:%u: %s", path, error.line, error.column, error.text);
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

/* Changes the file to which the game is saved. */
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

/* If the latest game cannot be read, the one before it is tried. */
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

/* Reads the board file and chooses the name by which the record refers to it. */
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

/* Prints the result, or how to continue. */
static void say_goodbye(const play *p)
{
    if (ek_phase(play_state(p)) == EK_PHASE_ENDED) {
        puts("The game is over.");
        play_print_ranking(p, stdout);
        if (p->path[0])
            printf("Its record is %s\n", p->path);
    } else if (p->path[0]) {
        printf("The game is saved as %s\n'elektro play --resume%s%s' continues it.\n", p->path,
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
    while (p->front->ask(p, "The game is over; q quits> ", line) && line[0] &&
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
        if (p->seat[seat].level == SEAT_PERSON) {
            p->people++;
            p->viewer = seat;
        }
    if (p->people != 1) /* the keyboard is nobody's yet */
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
    options o = {.game = {.verb = verb.name}};
    int status;
    setlocale(LC_CTYPE, "");
    const int words = cli_read(&verb, argc, argv, &o, &status);
    if (words < 0)
        return status;
    o.file = words > 0 ? argv[1] : NULL;
    if (!is_possible(&o))
        return cli_misused(&verb);
    status = o.resume ? (resume(&p, &o) ? CLI_OK : CLI_FAILED) : start(&p, &o);
    if (status == CLI_OK)
        status = sit_down(&p, &o);
    play_leave_place(&p);
    rec_free(p.game);
    free(p.board_text);
    play_log_free(&p);
    ar_team_close(p.team);
    free(p.message);
    return status;
}
