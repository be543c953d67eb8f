/* elektro show: the table of a record or a position as text. */
#include <locale.h>
#include <unistd.h>

#include "cli.h"
#include "files.h"
#include "screen_term.h"
#include "show_source.h"
#include "state_json.h"

typedef struct options {
    show_how how;
    unsigned width, height;
    bool plain, paper, json;
} options;

static const cli_option option_rows[] = {
    CLI_NUMBER_ROW(options, width, "width", "W", DRAW_WIDTH_MIN, SCREEN_WIDTH_MAX, NULL,
                   "columns; by default those of the terminal"),
    CLI_NUMBER_ROW(options, height, "height", "H", DRAW_ROWS_MIN, SCREEN_HEIGHT_MAX, NULL,
                   "rows; by default those of the terminal"),
    CLI_SWITCH_ROW(options, plain, "plain",
                   "no colours; always so if the output is not a terminal or NO_COLOR is set"),
    CLI_SWITCH_ROW(options, paper, "paper", "dark on light"),
    CLI_SWITCH_ROW(options, json, "json", "print the state as JSON, as the protocol does"),
    {.name = NULL}};

static const cli_group groups[] = {{.options = show_options, .offset = offsetof(options, how)},
                                   {.options = option_rows},
                                   {.options = NULL}};

static const cli_verb verb = {
    .name = "show",
    .usage = "usage: elektro show [OPTION…] FILE|POSITION\n"
             "\n"
             "Prints the table of a game record (- reads one) or of a position: map, markets,\n"
             "players.\n",
    .groups = groups,
    .operands = "one record or position",
    .min = 1,
    .max = 1};

/* As wide and high as the terminal, where there is one and no size was given. */
static void choose_size(options *o)
{
    unsigned width, height;
    term_size(STDOUT_FILENO, &width, &height);
    if (!o->width)
        o->width = width < DRAW_WIDTH_MIN ? DRAW_WIDTH_MIN : width;
    if (!o->height)
        o->height = !isatty(STDOUT_FILENO)       ? 30
                    : height < DRAW_ROWS_MIN + 2 ? DRAW_ROWS_MIN
                                                 : height - 2;
}

static int print_table(const draw_table *t, options *o)
{
    screen s;
    char status[256];
    screen_terms terms = screen_terms_of(STDOUT_FILENO, o->plain);
    terms.paper = o->paper;
    choose_size(o);
    if (!screen_make(&s, o->width, o->height)) {
        cli_complain(verb.name, "there is not enough memory");
        return CLI_FAILED;
    }
    draw_all(&s, t, s.height);
    screen_print(&s, &terms, false, stdout);
    screen_free(&s);
    draw_status(t, status, sizeof status);
    printf("%s.\n", status);
    return cli_printed(verb.name);
}

int cli_show(int argc, char **argv)
{
    options o = {.how = {.to = SHOW_LAST}};
    show_source source;
    int status;
    setlocale(LC_CTYPE, "");
    if (cli_read(&verb, argc, argv, &o, &status) < 0)
        return status;
    status = CLI_FAILED;
    if (show_open(verb.name, argv[1], &o.how, &source))
        status = o.json ? cli_print_json(verb.name,
                                         rec_state_json(source.table.board, source.table.rules,
                                                        source.table.state))
                        : print_table(&source.table, &o);
    show_close(&source);
    return status;
}
